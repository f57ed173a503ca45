"""One value of a full record is changed at random: nobody may get away with it."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.records.games import Line, leaves, long_game, look_up, refusal, short_game

FREE = ("seed", "agents", "analysis")
"""Keys that say nothing about the course of the game: a reader can't know whether they are right."""


def another(value: Any, random: Random) -> Any:
    """Return a value that is not the given one, nor equal to it in JSON."""
    others: list[Any] = [None, True, False, -1, 0, 1, 2.5, "", "pass", [], {}]
    if type(value) is int:
        others += [value + 1, value - 1, -value, float(value), str(value), value + 256, value + 2**32]
    if type(value) is str:
        others += [value + " ", value.upper(), value[:-1], value[::-1], [value], "action:1", "apple", "gold"]
    text = json.dumps(value)
    return random.choice([other for other in others if json.dumps(other) != text])


def mutate(lines: list[Line], random: Random) -> tuple[int, str]:
    """Change, remove or add one value; returns the index of the line and what was done."""
    while True:
        index = random.randrange(len(lines))
        path = random.choice(list(leaves(lines[index])))
        if path[0] not in FREE:
            break
    inner, key = look_up(lines[index], path[:-1]), path[-1]
    before = inner[key]
    deed = random.choice(["change", "change", "change", "remove", "repeat"])
    if deed == "remove":
        del inner[key]
    elif deed == "repeat" and isinstance(inner, list):
        inner.insert(key, before)
    else:
        inner[key] = another(before, random)
    now = inner[key] if isinstance(inner, dict) and key in inner else inner
    return index, f"line {index + 1}, {path}: {before!r} -> {deed}: {now!r}"


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize(("game", "times"), [(short_game, 60), (long_game, 20)], ids=["short", "long"])
def test_a_full_record_with_one_value_changed_is_refused(
    game: Any, times: int, seed: int, tmp_path: Path
) -> None:
    random = Random(seed)
    for _ in range(times):
        lines = game()
        index, deed = mutate(lines, random)
        error = refusal(tmp_path, lines)
        if lines[index].get("type") in ("decision", "state", "result"):
            assert error.line == index + 1, deed
        else:  # other rules or another outcome may be possible, but not what follows from them
            assert error.line > index, deed
