"""One narrator for the terminal, the replay page, the web log and notebooks.

    narrator = Narrator()
    game = Game(make_rules(3), seed=1, listener=narrator.hear)
    game.step(option)
    for line in narrator.take():
        print(line.text)

It uses only the engine's events (docs/events.md), in their order. So it omits nothing and reveals no secrets:
offerings appear when all are shown. Small consecutive actions of one seat are joined in one line.

The narrator collects entries; a `Teller` puts them into words, for a reader and in a language.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from dixie_env.clauses import MERGED, Teller, group, owner_of
from dixie_env.engine import Game, GameEvent
from dixie_env.records import Event, RecordError
from dixie_env.text import describe_position, describe_result, listed

__all__ = ["Entry", "Line", "Narrator", "Role", "narrate", "tell"]

Role = Literal["title", "round", "phase", "table", "choice", "chance", "event"]

_LABEL = 10
_HEADS = ("action_chosen", "passed")
"""Kinds whose clause introduces the rest of the line."""
_OPENING = (*_HEADS, "ability_taken", "offering_shown", "seat_ranked")
"""Kinds that always begin a new line, even after a line of the same seat."""
_CHANCE = ("order_drawn", "abilities_shown", "demand_revealed")


@dataclass(frozen=True)
class Line:
    """One line of narration.

    Attributes:
        role: The kind of line, so that a viewer can style each kind differently.
        words: The words, without the name of the seat.
        round: The round it belongs to, 0 before the first.
        seat: The seat that the line is about, or None.
    """

    role: Role
    words: str
    round: int
    seat: int | None = None

    @property
    def text(self) -> str:
        """The line for a plain terminal: indented, with the seat in front."""
        if self.role in ("title", "round", "phase"):
            return self.words
        label = "  " if self.seat is None else f"{f'  seat {self.seat}':<{_LABEL}}"
        return f"{label}{self.words}".rstrip()

    def said(self, names: Sequence[str] = ()) -> str:
        """Return the line as an item of a list, with the player's name if there are names."""
        if self.seat is None:
            return self.words
        name = f" ({names[self.seat]})" if names else ""
        return f"seat {self.seat}{name} {self.words}"


@dataclass(frozen=True)
class Entry:
    """What one line tells, before it is put into words.

    Attributes:
        role: The kind of line.
        round: The round it belongs to, 0 before the first.
        seat: The seat that the line is about, or None.
        groups: The events, one group for each clause.
        key: For a line without events: its entry in the catalogue, `event.round`.
        number: A number for that entry.
        words: For a line that comes from elsewhere: the words themselves.
    """

    role: Role
    round: int
    seat: int | None = None
    groups: tuple[tuple[GameEvent, ...], ...] = ()
    key: str = ""
    number: int = 0
    words: str = ""


def tell(entry: Entry, teller: Teller, rounds: int | None = None) -> Line:
    """Put an entry into words."""
    if entry.words:
        words = entry.words
    elif entry.key:
        words = teller.words(entry.key, n=entry.number, of=rounds, who=teller.seat(entry.seat))
    elif entry.seat is None:
        words = teller.sentence(entry.groups[0][0])
    else:
        head = entry.groups[0][0]
        clauses = [teller.clause(events) for events in entry.groups if not _is_said(head, events[0])]
        if head.kind in _HEADS and len(clauses) > 1:
            clauses[:2] = [teller.say("opening", head=clauses[0], rest=clauses[1])]
        words = "; ".join(clauses)
    return Line(entry.role, words, entry.round, entry.seat)


def _is_said(head: GameEvent, event: GameEvent) -> bool:
    """Whether the action's name says everything. Actions 7 to 9 are named after their tiles."""
    named = head.kind == "action_chosen" and head["action"] in (7, 8, 9)
    return named and event.kind == "one_off_taken" and event["slot"] == "main"


class Narrator:
    """Turns events into lines. Pass `hear` to a `Game` as its listener.

    Args:
        rounds: The game's number of rounds, for the headings.
    """

    def __init__(self, rounds: int | None = None) -> None:
        self.rounds = rounds
        self._teller = Teller()
        self._entries: list[Entry] = []
        self._taken = 0
        self._seat: int | None = None  # whose line is open
        self._groups: list[list[GameEvent]] = []  # its events, one list for each clause
        self._round = 0
        self._heading = ""  # of a phase in which nothing has happened yet
        self._showing = False  # was the last event an offering?

    # --- lines ----------------------------------------------------------------------------------------------

    @property
    def entries(self) -> list[Entry]:
        """Everything so far. The last entry may not be complete."""
        return [*self._entries, *self._open()]

    @property
    def lines(self) -> list[Line]:
        """All lines so far, in English. The last one may not be complete."""
        return [tell(entry, self._teller, self.rounds) for entry in self.entries]

    def take(self) -> list[Line]:
        """Return all lines since the last call. All are complete: the next event begins a new line."""
        self._close()
        return self.take_closed()

    def take_closed(self) -> list[Line]:
        """Return the complete lines since the last call."""
        entries, self._taken = self._entries[self._taken :], len(self._entries)
        return [tell(entry, self._teller, self.rounds) for entry in entries]

    def copy(self) -> "Narrator":
        """Return an independent copy, to return to after an undo."""
        other = Narrator(self.rounds)
        other.__dict__.update(self.__dict__)
        other._entries = list(self._entries)
        other._groups = [list(events) for events in self._groups]
        return other

    # --- hearing --------------------------------------------------------------------------------------------

    def hear(self, events: Iterable[GameEvent], game: Game | None = None) -> None:
        """Narrate the events of a step.

        Args:
            events: What happened.
            game: The game after the step. If given, the board is shown before the actions of each round.
        """
        for event in events:
            self._hear(event)
            if game is not None and event.kind == "phase_began" and event["phase"] == "actions":
                # The first turn is always a decision, so the step ends where the phase begins.
                self._begin_phase()
                self._table(describe_position(game).split("\n")[1:])

    def show_result(self, game: Game) -> None:
        """Add the table of the result."""
        self._close()
        self._add("phase", "phase.result")
        self._table(describe_result(game).split("\n"))

    def note(self, name: str, seat: int | None = None) -> None:
        """Add a line that is not about the game itself, by its name among the events of the catalogue."""
        self._close()
        self._entries.append(Entry("event", self._round, seat, key=f"event.{name}"))

    def _hear(self, event: GameEvent) -> None:
        kind = event.kind
        if kind == "round_began":
            self._close()
            self._round = event["round"]
            self._add("round", "event.round_of" if self.rounds else "event.round", self._round)
        elif kind == "phase_began":
            self._close()
            self._heading = event["phase"]
        elif event.seat is None:
            self._close()
            if kind == "game_ended":
                self._heading = "scoring"
            self._begin_phase()
            role: Role = "chance" if kind in _CHANCE else "event"
            self._entries.append(Entry(role, self._round, groups=((event,),)))
        else:
            self._begin_phase()
            if kind == "offering_shown" and not self._showing:
                self._close()
                self._add("event", "event.offerings_shown")
            self._say(event)
        self._showing = kind == "offering_shown"

    def _say(self, event: GameEvent) -> None:
        """Add an event to the line of its seat, or begin a new line."""
        seat = owner_of(event)
        last = self._groups[-1] if self._groups else []
        same = bool(last) and group(last[0]) == group(event) and last[0].forced == event.forced
        # A rock is removed before an action, not as a part of the one before (R3.9).
        opens = event.kind in _OPENING or (group(event) == ("rock_removed",) and not same)
        if seat != self._seat or opens:
            self._close()
            self._seat = seat
            self._groups = [[event]]
        elif same and event.kind in MERGED:
            last.append(event)
        else:
            self._groups.append([event])

    def _open(self) -> Iterator[Entry]:
        if self._groups:
            yield Entry("choice", self._round, self._seat, tuple(map(tuple, self._groups)))

    def _close(self) -> None:
        self._entries += self._open()
        self._groups = []
        self._seat = None

    def _begin_phase(self) -> None:
        if self._heading:
            self._add("phase", f"phase.{self._heading}")
            self._heading = ""

    def _add(self, role: Role, key: str, number: int = 0) -> None:
        self._entries.append(Entry(role, self._round, key=key, number=number))

    def _table(self, lines: Iterable[str]) -> None:
        self._entries += [Entry("table", self._round, words=line or " ") for line in lines]


def narrate(header: Mapping[str, Any], events: Iterable[Event]) -> Iterator[Line]:
    """Narrate a whole recorded game, from its header and its replayed lines.

    Raises:
        RecordError: A line is invalid; everything before it has been narrated.
    """
    narrator = Narrator(header.get("rounds", 7))
    yield from _title(header)
    try:
        for event in events:
            narrator.hear(event.happened, event.game)
            if event.line["type"] == "result":
                narrator.show_result(event.game)
            yield from narrator.take_closed()
    except RecordError:
        yield from narrator.take()
        raise
    yield from narrator.take()


def _title(header: Mapping[str, Any]) -> Iterator[Line]:
    names = [_name(key, header[key]) for key in ("edition", "board")]
    seed = "no seed" if header.get("seed") is None else f"seed {header['seed']}"
    rounds = [f"{header['rounds']} rounds"] if header.get("rounds", 7) != 7 else []
    yield Line("title", ", ".join([f"Dixie Queen, {header['players']} players", *names, seed, *rounds]), 0)
    if agents := header.get("agents"):
        names = [f"seat {seat} {_printable(agent)}" for seat, agent in enumerate(agents)]
        yield Line("title", f"Played by {listed(names)}", 0)


def _printable(text: str) -> str:
    """Return a word from a file without control characters for the terminal."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)


def _name(key: str, value: Any) -> str:
    return f"{key} {value}" if isinstance(value, str) else f"custom {key}"
