"""Records to look at and to spoil."""

import copy
import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from dixie_env import Game, make_rules
from dixie_env.engine import option_id
from dixie_env.records import Recorder, RecordError, check_record
from tests.golden.regenerate import choose

Line = dict[str, Any]


def play(recorder: Recorder) -> Recorder:
    """Play a game to its end, like the golden ones."""
    decisions = 0
    while not recorder.game.over:
        recorder.step(choose(recorder.game, decisions))
        decisions += 1
    return recorder


def take(recorder: Recorder, *choices: str) -> Recorder:
    """Make decisions by the words of the records, whoever is asked."""
    for choice in choices:
        game = recorder.game
        option = option_id(choice, game.seat or 0, game.players)
        assert option is not None, choice
        recorder.step(option)
    return recorder


def record(players: int = 3, seed: int = 7, *, full: bool = False, **options: Any) -> Recorder:
    """Return a game that was played to its end; options are those of `make_rules`."""
    return play(Recorder(make_rules(players, **options), seed, ["random"] * players, full=full))


def apples_first(game: Game) -> Any:
    """Sampled chance, but the queen demands apples as long as there are any."""
    if game.awaited == "demand" and game.round <= 3:
        return "apple"
    return game.sampled_outcome()


@cache
def _long_game() -> list[Line]:
    rules = make_rules(3, draft="random", rounds=4)
    return play(Recorder(rules, 5, ["random"] * 3, full=True, chance=apples_first)).lines


@cache
def _short_game() -> list[Line]:
    return record(rounds=1, full=True).lines


def long_game() -> list[Line]:
    """Return a full record with every kind of chance, in which apples are demanded in rounds 1, 2 and 3."""
    return copy.deepcopy(_long_game())


def short_game() -> list[Line]:
    """Return a full record of one round, with a draft."""
    return copy.deepcopy(_short_game())


def plain(lines: list[Line]) -> list[Line]:
    """Return the plain record of a full one."""
    kept = [line for line in lines if line.get("type") != "state"]
    return [{key: value for key, value in line.items() if key != "options"} for line in kept]


def find(lines: list[Line], nth: int = 0, **values: Any) -> int:
    """Return the index of the n-th line that has these values."""
    hits = [i for i, line in enumerate(lines) if all(line.get(key) == value for key, value in values.items())]
    return hits[nth]


def chance_of(lines: list[Line]) -> list[tuple[str, Any]]:
    """Return the chance of a record as a script."""
    return [(line["kind"], line["value"]) for line in lines if line.get("type") == "chance"]


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the path of every value inside that is no list or object."""
    if isinstance(value, dict | list):
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from leaves(inner, (*path, key))
    else:
        yield path


def look_up(value: Any, path: tuple[Any, ...]) -> Any:
    """Return the value at a path."""
    for key in path:
        value = value[key]
    return value


def to_bytes(lines: list[Line]) -> bytes:
    """Return lines as a file has them."""
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines).encode()


def check(folder: Path, lines: list[Line] | bytes) -> Line:
    """Check a record that has these lines or bytes."""
    path = folder / "game.jsonl"
    path.write_bytes(lines if isinstance(lines, bytes) else to_bytes(lines))
    return check_record(path)


def refusal(folder: Path, lines: list[Line] | bytes) -> RecordError:
    """Check a record that is not right, and return why it was refused."""
    with pytest.raises(RecordError) as caught:
        check(folder, lines)
    error = caught.value
    assert str(error) == f"{folder / 'game.jsonl'}, line {error.line}: {error.reason}"
    return error
