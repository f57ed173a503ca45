"""One game at the web table: who sits where, what each of them may see, and how it goes on."""

import hmac
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

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
"""How many lines of the log a visitor gets."""

HINTS = 1
"""The stream of luck for hints: not that of the agents at the table."""
_LAST = (OPTION_PASS, OPTION_STOP)
"""Options that stand at the end of the list: nobody should take them by mistake."""


class StaleChoice(IllegalChoice):
    """A choice for a decision that is over: a second click, or a message that took its time."""


@dataclass(frozen=True)
class _Mark:
    """A place to go back to."""

    record: Mark
    narrator: Narrator
    decisions: int


class Table:
    """A game of people and agents. Nothing here waits: whoever runs it asks `bot_to_move` and lets it think.

    People choose their offerings at the same time, each on a copy of the game in which it alone owes one; the
    choices go into the real game when its turn comes in the large order.

    Args:
        rules: What is played.
        seed: Seed of the game.
        seats: For each seat `person` or the name of an agent.
        make_agent: Makes the agent of a name.
        closed: Screens hide goods and reward points of the others.
        seat_secrets: For a table that is resumed: what opens each person's seat.
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
        self.turns = [0] * len(seats)  # choices that each seat has made: a message says which one it means
        self.version = 0
        self._decisions = 0
        self._marks: list[_Mark] = []  # choices of the person whose turn it is that can be taken back
        self._begun = False  # are offerings being chosen?
        self._copies: dict[int, Game] = {}
        self._chosen: dict[int, list[int]] = {}
        self._offers: dict[int, dict[str, int]] = {}  # what each person has chosen so far
        self._look_for_offerings()

    # --- who is who -------------------------------------------------------------------------------------

    @property
    def game(self) -> Game:
        """The real game: never shown to anybody but through `view`."""
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
        """Return the game in which a person has to decide now: the real one, a copy, or None."""
        if self.choosing():
            return self._copies.get(seat)
        return self.game if self.game.seat == seat else None

    def choose(self, seat: int, option: str, turn: int) -> None:
        """Take a person's choice.

        Raises:
            StaleChoice: It is for a decision that is over.
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
        """May a seat take its last choice back? As long as nobody has acted and no chance was seen since."""
        return bool(self._marks) and self.game.seat == seat

    def take_back(self, seat: int) -> None:
        """Take a person's last choice back.

        Raises:
            IllegalChoice: Something has been seen since.
        """
        if not self.can_take_back(seat):
            raise IllegalChoice("nothing can be taken back: somebody has acted, or chance has spoken, since")
        mark = self._marks.pop()
        self.recorder.go_back(mark.record)
        self._narrator = mark.narrator
        self._decisions = mark.decisions
        self.turns[seat] += 1
        self.version += 1

    def is_half_chosen(self, seat: int) -> bool:
        """Is a person in the middle of an offering? How far it has come is nobody else's business."""
        return self.choosing() and seat in self._copies

    def bot_to_move(self) -> Callable[[], int] | None:
        """Return a function that thinks for the agent whose turn it is, for any thread; None if none is."""
        seat = self.game.seat
        agent = None if seat is None else self._agents[seat]
        if agent is None:
            return None
        game, number = self.game.copy(), self._decisions
        return lambda: decide(agent, game, number)

    def take_bot(self, option: int) -> None:
        """Take what an agent has chosen; what is not legal becomes a random option, and that is said."""
        game = self.game
        assert game.seat is not None and self._agents[game.seat] is not None
        if option not in game.options():
            self._narrator.note("made an illegal move; a random legal one was played", game.seat)
            option = game.random_option(self._decisions)
        self.version += 1
        self._marks.clear()
        self._take(option)
        self._apply_chosen()

    def catch_up(self, decisions: Sequence[Mapping[str, Any]]) -> None:
        """Make the decisions of a record; offerings that it leaves unshown are asked anew.

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
        """Put people's offerings into the real game as far as its order has come to them."""
        while self.choosing() and self._chosen.get(seat := self.game.seat or 0):
            self._take(self._chosen[seat].pop(0))

    def _forget_offerings(self) -> None:
        self._begun = False
        for kept in (self._copies, self._chosen, self._offers):
            kept.clear()

    def _look_for_offerings(self) -> None:
        """When offerings begin, give everybody who owes one a copy to choose on."""
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
        """What has happened, in words that everybody may read: offerings are in it when all are shown."""
        lines = [line.said(self.seats) for line in self._narrator.lines]
        return [*lines, "The game is over."] if self.game.over else lines

    def _hear(self, events: list[GameEvent]) -> None:
        self._narrator.hear(events)

    def _take(self, option: int) -> None:
        """Take an option of whoever decides."""
        self.recorder.step(option)
        self._decisions += 1
        if self._begun and not self.choosing():
            self._forget_offerings()
        self._look_for_offerings()

    def view(self, seat: int | None) -> dict[str, Any]:
        """Return all that a seat, or somebody who watches (None), may see."""
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
        """Has a seat chosen its offering, whether or not the real game knows it?"""
        return seat not in self._copies and (seat in self._chosen or bool(self.game.state["offered"][seat]))

    def names(self, seat: int | None) -> list[str]:
        """Return what the seats are called for a viewer."""
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
        """Return a function that asks an agent what it would choose for a person, for any thread.

        It returns rows of option, visits and value, the best first; agents that don't explain themselves give
        one row without numbers. The agent sees what the seat knows, the rest drawn anew, never the true game.

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
    """Return the offering of whoever is asked, with one more choice."""
    seat = asked.seat or 0
    offer = dict(zip(GOODS, asked.state["offer"][seat].tolist(), strict=True))
    head, _, tail = option_name(option, seat, asked.players).partition(":")
    if head == "amount":
        offer[GOODS[int(asked.state["good"])]] = int(tail)
    elif head == "good" and asked.state["goods"][seat][GOODS.index(tail)] == 1:
        offer[tail] = 1  # no amount is asked for
    return offer
