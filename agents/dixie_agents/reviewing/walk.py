"""The decisions of a recorded game, each with the game before it and the chance that followed."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from dixie_env import DixieError, Game
from dixie_env.engine import option_id
from dixie_env.records import read_events, read_header

QUESTION = "act"
"""The decision that begins an action: a turn of a seat."""


@dataclass(frozen=True)
class Moment:
    """A decision of a recorded game.

    Attributes:
        number: How many decisions were made before.
        game: The game at the decision.
        seat: Who decided.
        option: The id of what it took.
        choice: Its name.
        chance: The outcomes that followed before the next decision: kind and value.
    """

    number: int
    game: Game
    seat: int
    option: int
    choice: str
    chance: tuple[tuple[str, Any], ...]


@dataclass(frozen=True)
class Walk:
    """A finished game.

    Attributes:
        header: The first line of its record.
        moments: Its decisions.
        end: The game when it is over.
        setup: The outcomes before the first decision.
    """

    header: Mapping[str, Any]
    moments: tuple[Moment, ...]
    end: Game
    setup: tuple[tuple[str, Any], ...]


def walk(path: Path | str) -> Walk:
    """Replay a record and verify every line of it.

    Raises:
        RecordError: A line is invalid, or the game is not finished.
        OSError: The file can't be read.
    """
    header = read_header(path)
    setup: list[tuple[str, Any]] = []
    made: list[tuple[Game, str, list[tuple[str, Any]]]] = []
    ahead: Game | None = None
    for event in read_events(path):
        line = event.line
        if line["type"] == "chance":
            (made[-1][2] if made else setup).append((line["kind"], line["value"]))
        elif line["type"] == "decision":
            assert ahead is not None
            made.append((ahead, line["choice"], []))
        if line["type"] in ("chance", "decision"):
            ahead = event.game.copy()
    if ahead is None or not made:
        raise DixieError(f"{path}: nobody decides anything in this game, so there is nothing to review")
    moments = []
    for number, (game, choice, chance) in enumerate(made):
        seat = game.seat
        assert seat is not None
        option = option_id(choice, seat, game.players)
        moments.append(Moment(number, game, seat, option, choice, tuple(chance)))
    return Walk(header, tuple(moments), ahead, tuple(setup))


def turns_of(moments: tuple[Moment, ...]) -> list[range]:
    """Return the turns: decisions of one seat that belong together, such as an action with its choices."""
    starts = [0]
    for one, other in pairwise(moments):
        same = (one.seat, one.game.round, one.game.phase) == (other.seat, other.game.round, other.game.phase)
        if not same or other.game.decision == QUESTION:
            starts.append(other.number)
    return [range(low, high) for low, high in zip(starts, [*starts[1:], len(moments)], strict=True)]
