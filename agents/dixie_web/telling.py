"""What visitors are told about the past: the lines of the log, the pieces that move, and the score sheet."""

from collections.abc import Sequence
from typing import Any

from dixie_env.clauses import Teller, group, owner_of
from dixie_env.drawing.motions import icon_of, moves_of, places_of
from dixie_env.engine import Game, GameEvent
from dixie_env.engine.words import PENALTY_SOURCES, REWARD_SOURCES
from dixie_env.languages import Words
from dixie_env.narrator import Entry, tell
from dixie_env.records import describe_result

MOST_STEPS = 80
"""More than so many motions are not shown: the visitor has been away for long."""


class Log:
    """The log in the words of each reader. A line is made once, as long as its entry stays the same."""

    def __init__(self, rounds: int) -> None:
        self._rounds = rounds
        self._made: dict[tuple[str, int | None], list[tuple[Entry, dict[str, Any]]]] = {}

    def lines(self, entries: Sequence[Entry], teller: Teller) -> list[dict[str, Any]]:
        """Return all lines for a reader."""
        before = self._made.get((teller.words.language, teller.reader), [])
        made = []
        for number, entry in enumerate(entries):
            if number < len(before) and before[number][0] is entry:
                made.append(before[number])
            else:
                made.append((entry, _line(entry, teller, self._rounds)))
        self._made[teller.words.language, teller.reader] = made
        return [line for _, line in made]


def _line(entry: Entry, teller: Teller, rounds: int) -> dict[str, Any]:
    told = tell(entry, teller, rounds)
    events = [event for events in entry.groups for event in events]
    return {
        "role": told.role,
        "round": told.round,
        "seat": told.seat,
        "text": told.words,
        "icons": list(dict.fromkeys(icon_of(events[0]) for events in entry.groups)),
        "places": places_of(events),
    }


def motions(events: Sequence[GameEvent]) -> list[list[list[str]]]:
    """Return what moves, one step after the other; what moves at the same time is one step."""
    steps: list[tuple[Any, list[list[str]]]] = []
    for event in events:
        key = group(event), owner_of(event)
        moves = [move.line() for move in moves_of([event])]
        if not moves:
            continue
        if steps and steps[-1][0] == key:
            steps[-1][1].extend(moves)
        else:
            steps.append((key, moves))
    return [moves for _, moves in steps] if len(steps) <= MOST_STEPS else []


def score_sheet(game: Game, words: Words) -> list[dict[str, Any]]:
    """Return the rows of the score sheet of a finished game; the parts of a column add up to its score."""
    state, result, seats = game.state, describe_result(game), range(game.players)
    fallen = [not state["in_play"][seat] for seat in seats]
    rows = []
    for index, source in enumerate(REWARD_SOURCES):
        numbers = [0 if fallen[seat] else int(state["rewards_by"][seat][index]) for seat in seats]
        rows.append(("reward", source, numbers))
    for index, source in enumerate(PENALTY_SOURCES):
        numbers = [-int(state["penalties_by"][seat][index]) for seat in seats]
        rows.append(("penalty", source, numbers))
    rows.append(("penalty", "rocks", [-number for number in result["rocks"]]))
    rows.append(("penalty", "majorities", [-3 * number for number in result["hoards"]]))
    kept = [row for row in rows if any(row[2])]
    parts = [sum(row[2][seat] for row in kept) for seat in seats]
    beyond = [score - part for score, part in zip(result["scores"], parts, strict=True)]
    if any(beyond):  # who falls into the pit has the score of the pit, however far the points went
        kept.append(("penalty", "pit", beyond))
    kept.append(("total", "score", result["scores"]))
    kept.append(("rank", "rank", result["ranks"]))
    return [{"kind": kind, "name": words(f"sheet.{name}"), "values": values} for kind, name, values in kept]
