"""Turns the lines of a record into the data of a replay page."""

from collections.abc import Iterable, Mapping
from typing import Any

from dixie_env.drawing import board_parts, make_view
from dixie_env.engine import Game, option_name
from dixie_env.narrator import Narrator
from dixie_env.records import Event
from dixie_env.text import describe_choice


class Replay:
    """A whole game, small enough for a page: every piece of text or drawing is stored once.

    Attributes:
        strings: All pieces.
        positions: One for each decision, and one for the end: round, phase, who decides what, options and the
            choice made, what happened then, goods and points, and the parts of the drawing that differ from
            the position before, as numbers of pieces.
    """

    def __init__(self, header: Mapping[str, Any]) -> None:
        self.header = header
        self.strings: list[str] = []
        self.positions: list[dict[str, Any]] = []
        self._numbers: dict[str, int] = {}
        self._drawn: dict[str, int] = {}
        names = header.get("agents")
        self.names = [str(name) for name in names] if isinstance(names, list) else []

    def number(self, piece: str) -> int:
        """Store a piece and return its number."""
        number = self._numbers.setdefault(piece, len(self.strings))
        if number == len(self.strings):
            self.strings.append(piece)
        return number

    def add(self, game: Game) -> dict[str, Any]:
        """Add the current position of a game."""
        names = self.names if len(self.names) == game.players else None
        parts = board_parts(make_view(game, names=names))
        drawn = {name: self.number(content) for name, content in parts.items()}
        changed = {name: number for name, number in drawn.items() if self._drawn.get(name) != number}
        self._drawn = drawn
        state, seats = game.state, range(game.players)
        scores = state["scores"] if game.over else state["rewards"] - state["penalties"]
        position: dict[str, Any] = {
            "round": game.round,
            "phase": game.phase,
            "seat": game.seat,
            "kind": game.decision,
            "parts": changed,
            "scores": [int(scores[seat]) for seat in seats],
            "goods": [state["goods"][seat].tolist() for seat in seats],
            "options": self.options(game),
            "choice": None,
            "happened": [],
        }
        self.positions.append(position)
        return position

    def options(self, game: Game) -> list[tuple[str, int]]:
        """Return the options of a decision, as written in records and in words."""
        seat, kind = game.seat, game.decision
        if seat is None or kind is None:
            return []
        names = [option_name(option, seat, game.players) for option in game.options()]
        return [(name, self.number(describe_choice(kind, name, game))) for name in names]


def collect(header: Mapping[str, Any], events: Iterable[Event]) -> Replay:
    """Replay and verify a record, and collect what the page shows.

    Raises:
        RecordError: A line is invalid.
    """
    replay = Replay(header)
    position: dict[str, Any] | None = None
    narrator = Narrator(header.get("rounds", 7))
    before: list[str] = []
    ahead: Game | None = None
    for event in events:
        line = event.line
        narrator.hear(event.happened)
        if line["type"] == "chance":
            if position is None:
                before += (told.said() for told in narrator.take())
                ahead = event.game.copy()
        elif line["type"] == "decision":
            assert ahead is not None
            position = replay.add(ahead)
            position["choice"] = line["choice"]
            position["happened"] = [told.said() for told in narrator.take()]
            if "analysis" in line:
                position["analysis"] = line["analysis"]
            ahead = event.game.copy()
    assert ahead is not None
    replay.add(ahead)
    replay.positions[0]["setup"] = before
    return replay
