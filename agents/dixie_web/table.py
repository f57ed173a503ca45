"""One game at a web table: who sits where, what each visitor may see, and how the game proceeds."""

import hmac
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from dixie_agents.assisted import AssistedAgent
from dixie_agents.base import Agent
from dixie_agents.deciding import decide, explain
from dixie_env.drawing import board_parts, make_view
from dixie_env.drawing.places import place_of
from dixie_env.engine import CompiledRules, Game, GameEvent, IllegalChoice, option_id, option_name
from dixie_env.engine.model import OPTION_PASS, OPTION_STOP
from dixie_env.engine.words import GOODS
from dixie_env.narrator import Narrator
from dixie_env.records import Recorder
from dixie_env.records.writer import Mark
from dixie_env.text import describe_choice
from dixie_web.limits import PERSON

KEPT_LINES = 400
"""Number of log lines that a visitor gets."""

HINTS = 1
"""The random stream for hints. The agents at the table use another one."""
_LAST = (OPTION_PASS, OPTION_STOP)
"""Options at the end of the list, so that nobody chooses them by mistake."""


class StaleChoice(IllegalChoice):
    """A choice for a decision that is already made: a second click, or a late message."""


@dataclass(frozen=True)
class _Mark:
    """A point to return to."""

    record: Mark
    narrator: Narrator
    decisions: int


class Table:
    """A game of people and agents. Nothing here blocks: the caller gets `bot_to_move` and runs it.

    People choose their offerings at the same time, each on a copy of the game in which only their offering is
    missing. Each choice goes into the real game when its seat's turn comes in the large order.

    Args:
        rules: The rules of the game.
        seed: Seed of the game.
        seats: For each seat `person` or the name of an agent.
        make_agent: Creates an agent from its name.
        closed: Whether screens hide the goods and reward points of the other seats.
        seat_secrets: For a resumed table: the secret of each person's seat.
    """

    def __init__(
        self,
        rules: CompiledRules,
        seed: int,
        seats: Sequence[str],
        make_agent: Callable[[str], Agent],
        *,
        closed: bool = False,
        seat_secrets: Sequence[str] | None = None,
    ) -> None:
        self._narrator = Narrator(rules.config.rounds)
        self.recorder = Recorder(rules, seed, seats, listener=self._hear)
        self.seats = list(seats)
        self.closed = closed
        self.secrets = list(seat_secrets or (secrets.token_urlsafe(18) for _ in seats))
        self._agents: list[Agent | None] = [None if name == PERSON else make_agent(name) for name in seats]
        self.turns = [0] * len(seats)  # number of choices of each seat: a message says which one it is for
        self.version = 0
        self._decisions = 0
        self._marks: list[_Mark] = []  # choices that the person whose turn it is can take back
        self._begun = False  # are offerings being chosen?
        self._copies: dict[int, Game] = {}
        self._chosen: dict[int, list[int]] = {}
        self._offers: dict[int, dict[str, int]] = {}  # what each person has chosen so far
        self._look_for_offerings()

    # --- who is who -------------------------------------------------------------------------------------

    @property
    def game(self) -> Game:
        """The real game. Visitors see it only through `view`."""
        return self.recorder.game

    @property
    def people(self) -> list[int]:
        """The seats of people."""
        return [seat for seat, name in enumerate(self.seats) if name == PERSON]

    def seat_of(self, secret: str) -> int | None:
        """Return the seat that a secret opens, or None."""
        found = None
        given = secret.encode("utf-8", "replace")
        for seat in self.people:
            if hmac.compare_digest(self.secrets[seat].encode(), given):
                found = seat
        return found

    # --- playing ----------------------------------------------------------------------------------------

    def choosing(self) -> bool:
        """Are offerings being chosen in secret?"""
        return self.game.offering_is_secret

    def asks(self, seat: int) -> Game | None:
        """Return the game in which a person must decide now: the real one, a copy, or None."""
        if self.choosing():
            return self._copies.get(seat)
        return self.game if self.game.seat == seat else None

    def choose(self, seat: int, option: str, turn: int) -> None:
        """Take a person's choice.

        Raises:
            StaleChoice: The decision is already made.
            IllegalChoice: It is not this seat's turn, or not one of its options.
        """
        asked = self.asks(seat)
        if asked is None:
            raise IllegalChoice("it is not your turn")
        if turn != self.turns[seat]:
            raise StaleChoice("this decision is already made")
        number = asked.check(option_id(option, seat, self.game.players), seat)
        self.turns[seat] += 1
        self.version += 1
        if asked is self.game:
            mark, lines = (
                _Mark(self.recorder.mark(), self._narrator.copy(), self._decisions),
                len(self.recorder.lines),
            )
            self._take(number)
            chance = any(line["type"] == "chance" for line in self.recorder.lines[lines:])
            if chance or self.choosing() or self.game.seat != seat:
                self._marks.clear()
            else:
                self._marks.append(mark)
        else:
            self._offers[seat] = _offer_with(asked, number)
            asked.step(number)
            self._chosen[seat].append(number)
            if asked.seat != seat or asked.reason != "offering":
                del self._copies[seat]
        self._apply_chosen()

    def can_take_back(self, seat: int) -> bool:
        """Can a seat take back its last choice? Only until somebody acts or chance reveals something."""
        return bool(self._marks) and self.game.seat == seat

    def take_back(self, seat: int) -> None:
        """Take back a person's last choice.

        Raises:
            IllegalChoice: Something has been seen since.
        """
        if not self.can_take_back(seat):
            raise IllegalChoice(
                "your choice can't be taken back: since then somebody has acted or chance has decided"
            )
        mark = self._marks.pop()
        self.recorder.go_back(mark.record)
        self._narrator = mark.narrator
        self._decisions = mark.decisions
        self.turns[seat] += 1
        self.version += 1

    def is_half_chosen(self, seat: int) -> bool:
        """Is a person in the middle of an offering? Nobody else may know how far it is."""
        return self.choosing() and seat in self._copies

    def bot_to_move(self) -> Callable[[], int] | None:
        """Return a function that decides for the agent whose turn it is, for any thread, or None."""
        seat = self.game.seat
        agent = None if seat is None else self._agents[seat]
        if agent is None:
            return None
        game, number = self.game.copy(), self._decisions
        return lambda: decide(agent, game, number)

    def take_bot(self, option: int) -> None:
        """Take an agent's choice. An illegal one is replaced by a random legal one, and the log says so."""
        game = self.game
        assert game.seat is not None and self._agents[game.seat] is not None
        agent = self._agents[game.seat]
        if isinstance(agent, AssistedAgent) and agent.take_troubles():
            self._narrator.note("did not decide; a random legal move was played", game.seat)
        if option not in game.options():
            self._narrator.note("made an illegal move; a random legal one was played", game.seat)
            option = game.random_option(self._decisions)
        self.version += 1
        self._marks.clear()
        self._take(option)
        self._apply_chosen()

    def catch_up(self, decisions: Sequence[Mapping[str, Any]]) -> None:
        """Make the decisions of a record. Offerings that are not shown yet must be chosen again.

        Raises:
            IllegalChoice: A decision is not possible here.
        """
        start: tuple[int, Any] | None = None
        for number, line in enumerate(decisions):
            if not self.choosing():
                start = None
            elif start is None:
                start = number, self.recorder.mark()
            choice = option_id(str(line["choice"]), self.game.seat or 0, self.game.players)
            self._take(self.game.check(choice, line["seat"]))
        if self.choosing() and start is not None:
            self._decisions, mark = start
            self.recorder.go_back(mark)
            self._forget_offerings()
            self._look_for_offerings()
        self.version += 1

    def _apply_chosen(self) -> None:
        """Put people's offerings into the real game when it is their turn there."""
        while self.choosing() and self._chosen.get(seat := self.game.seat or 0):
            self._take(self._chosen[seat].pop(0))

    def _forget_offerings(self) -> None:
        self._begun = False
        for kept in (self._copies, self._chosen, self._offers):
            kept.clear()

    def _look_for_offerings(self) -> None:
        """When offerings begin, give everybody who must choose one a copy of the game."""
        if not self.choosing() or self._begun:
            return
        self._begun = True
        owing = [seat for seat in self.people if not self.game.state["offered"][seat]]
        copies = {seat: self.game.offering_of(seat) for seat in owing}
        self._copies = {seat: copy for seat, copy in copies.items() if copy is not None}
        self._chosen = {seat: [] for seat in self._copies}

    # --- telling ----------------------------------------------------------------------------------------

    @property
    def log(self) -> list[str]:
        """What has happened, in words that everybody may read. Offerings appear once all are shown."""
        lines = [line.said(self.seats) for line in self._narrator.lines]
        return [*lines, "The game is over."] if self.game.over else lines

    def _hear(self, events: list[GameEvent]) -> None:
        self._narrator.hear(events)

    def _take(self, option: int) -> None:
        """Choose an option for the seat that decides."""
        self.recorder.step(option)
        self._decisions += 1
        if self._begun and not self.choosing():
            self._forget_offerings()
        self._look_for_offerings()

    def view(self, seat: int | None) -> dict[str, Any]:
        """Return everything that a seat, or a spectator (None), may see."""
        game = self.game
        asked = None if seat is None else self.asks(seat)
        seen = make_view(game, seat, closed=self.closed, names=self.names(seat))
        if self.choosing():
            seen = replace(
                seen,
                decider=None if asked is None else seat,
                decision="" if asked is None else str(asked.decision),
                ready=tuple(self._is_ready(other) for other in range(game.players)),
                offers=tuple(
                    self._offers.get(other) if other == seat else None for other in range(game.players)
                ),
            )
        return {
            "type": "view",
            "seat": seat,
            "seats": self.seats,
            "over": game.over,
            "round": game.round,
            "phase": game.phase,
            "waiting": self.waiting_for(),
            "parts": board_parts(seen),
            "ask": None if asked is None or seat is None else self._question(asked, seat),
            "log": self.log[-KEPT_LINES:],
        }

    def _is_ready(self, seat: int) -> bool:
        """Has a seat chosen its offering, even if the real game doesn't have it yet?"""
        return seat not in self._copies and (seat in self._chosen or bool(self.game.state["offered"][seat]))

    def names(self, seat: int | None) -> list[str]:
        """Return the names of the seats for a viewer."""
        return [
            "you" if other == seat else "person" if name == PERSON else name
            for other, name in enumerate(self.seats)
        ]

    def waiting_for(self) -> list[int]:
        """Return the seats that everybody waits for."""
        if self.choosing():
            bots = [seat for seat in (self.game.seat,) if seat is not None and self._agents[seat] is not None]
            return sorted({*self._copies, *bots})
        return [] if self.game.seat is None else [self.game.seat]

    def _question(self, asked: Game, seat: int) -> dict[str, Any]:
        kind = asked.decision or ""
        options = []
        for option in sorted(asked.options(), key=lambda option: option in _LAST):
            name = option_name(option, seat, asked.players)
            words = describe_choice(kind, name, asked)
            options.append({"option": name, "words": words, "place": place_of(asked, option)})
        back = self.can_take_back(seat) and asked is self.game
        return {"kind": kind, "turn": self.turns[seat], "options": options, "back": back}

    # --- hints ------------------------------------------------------------------------------------------

    def hint(self, seat: int, agent: Agent) -> Callable[[], list[list[Any]]]:
        """Return a function that computes what an agent would choose for a person, for any thread.

        It returns rows of option, visits and value, best first. Agents that don't explain their choices give
        one row without numbers. The agent sees what the seat knows, with the rest resampled, never the true
        game.

        Raises:
            IllegalChoice: The seat has nothing to decide.
        """
        asked = self.asks(seat)
        if asked is None:
            raise IllegalChoice("it is not your turn")
        game, number = asked.copy(), self._decisions

        def think() -> list[list[Any]]:
            rows = explain(agent, game, number, stream=HINTS)
            if rows:
                return rows
            option = decide(agent, game, number, stream=HINTS)
            return [[option_name(option, seat, game.players), None, None]]

        return think


def _offer_with(asked: Game, option: int) -> dict[str, int]:
    """Return the offering of the seat that decides, with one more choice."""
    seat = asked.seat or 0
    offer = dict(zip(GOODS, asked.state["offer"][seat].tolist(), strict=True))
    head, _, tail = option_name(option, seat, asked.players).partition(":")
    if head == "amount":
        offer[GOODS[int(asked.state["good"])]] = int(tail)
    elif head == "good" and asked.state["goods"][seat][GOODS.index(tail)] == 1:
        offer[tail] = 1  # there is no amount to choose
    return offer
