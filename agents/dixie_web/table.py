"""One game at a web table: who sits where, what each visitor may see, and how the game proceeds."""

import hmac
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from dixie_agents.assisted import AssistedAgent
from dixie_agents.base import Agent
from dixie_agents.deciding import decide
from dixie_env.clauses import Teller
from dixie_env.drawing import board_parts, make_view
from dixie_env.engine import CompiledRules, Game, GameEvent, IllegalChoice, option_id, option_name
from dixie_env.engine.words import GOODS
from dixie_env.languages import ENGLISH, Words
from dixie_env.narrator import Narrator
from dixie_env.records import Recorder
from dixie_env.records.writer import Mark
from dixie_web.advice import rate
from dixie_web.asking import outcome, question, waiting
from dixie_web.cards import cards
from dixie_web.levels import PERSON, name_of
from dixie_web.telling import Log, motions, score_sheet

FAILED = -1
"""Stands for the choice of an agent that failed."""


class StaleChoice(IllegalChoice):
    """A choice for a decision that is already made: a second click, or a late message."""


@dataclass(frozen=True)
class _Mark:
    """A point to return to."""

    record: Mark
    narrator: Narrator
    events: int
    decisions: int


@dataclass(frozen=True)
class _OfferMark:
    """A point of a hidden offering to return to."""

    game: Game
    offer: dict[str, int] | None


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
        self._log = Log(rules.config.rounds)
        self._events: list[GameEvent] = []
        self._since = [0] * len(seats)  # for each seat, the length of the log before its last choice
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
        self._begun_at = 0  # the number of decisions before them
        self._copies: dict[int, Game] = {}
        self._chosen: dict[int, list[int]] = {}
        self._offers: dict[int, dict[str, int]] = {}  # what each person has chosen so far
        self._offer_marks: dict[int, list[_OfferMark]] = {}  # choices of offerings that can be taken back
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
            mark = _Mark(self.recorder.mark(), self._narrator.copy(), len(self._events), self._decisions)
            lines = len(self.recorder.lines)
            self._take(number)
            chance = any(line["type"] == "chance" for line in self.recorder.lines[lines:])
            if chance or self.choosing() or self.game.seat != seat:
                self._marks.clear()
            else:
                self._marks.append(mark)
        else:
            before = _OfferMark(asked.copy(), self._offers.get(seat))
            self._offer_marks.setdefault(seat, []).append(before)
            self._offers[seat] = _offer_with(asked, number)
            asked.step(number)
            self._chosen[seat].append(number)
            if asked.seat != seat or asked.reason != "offering":
                del self._copies[seat]
        self._apply_chosen()

    def can_take_back(self, seat: int) -> bool:
        """Can a seat take back its last choice? Only until somebody acts or chance reveals something.

        A choice of an offering can be taken back until the offering is complete.
        """
        if self.choosing():
            return seat in self._copies and bool(self._offer_marks.get(seat))
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
        self.turns[seat] += 1
        self.version += 1
        if self.choosing():
            self._take_back_offer(seat)
            return
        mark = self._marks.pop()
        self.recorder.go_back(mark.record)
        self._narrator = mark.narrator
        del self._events[mark.events :]
        self._decisions = mark.decisions

    def _take_back_offer(self, seat: int) -> None:
        mark = self._offer_marks[seat].pop()
        self._copies[seat] = mark.game
        self._chosen[seat].pop()
        self._offers.pop(seat)
        if mark.offer is not None:
            self._offers[seat] = mark.offer

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
            self._narrator.note("undecided", game.seat)
        if option == FAILED:
            self._narrator.note("failed", game.seat)
            option = game.random_option(self._decisions)
        elif option not in game.options():
            self._narrator.note("illegal", game.seat)
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
        """Put people's complete offerings into the real game when it is their turn there."""
        while self.choosing() and self._chosen.get(seat := self.game.seat or 0) and seat not in self._copies:
            self._take(self._chosen[seat].pop(0))

    def _forget_offerings(self) -> None:
        self._begun = False
        for kept in (self._copies, self._chosen, self._offers, self._offer_marks):
            kept.clear()

    def _look_for_offerings(self) -> None:
        """When offerings begin, give everybody who must choose one a copy of the game."""
        if not self.choosing() or self._begun:
            return
        self._begun = True
        self._begun_at = self._decisions
        owing = [seat for seat in self.people if not self.game.state["offered"][seat]]
        copies = {seat: self.game.offering_of(seat) for seat in owing}
        self._copies = {seat: copy for seat, copy in copies.items() if copy is not None}
        self._chosen = {seat: [] for seat in self._copies}

    # --- telling ----------------------------------------------------------------------------------------

    @property
    def heard(self) -> int:
        """How many events have happened, for `moves`."""
        return len(self._events)

    def moves(self, heard: int) -> list[list[list[str]]]:
        """Return what has moved since there were so many events, step by step."""
        return motions(self._events[heard:])

    def _hear(self, events: list[GameEvent]) -> None:
        self._narrator.hear(events)
        self._events += events

    def _take(self, option: int) -> None:
        """Choose an option for the seat that decides."""
        if self.game.seat is not None:
            self._since[self.game.seat] = len(self._narrator.entries)
        self.recorder.step(option)
        self._decisions += 1
        if self._begun and not self.choosing():
            self._forget_offerings()
        self._look_for_offerings()

    def view(self, seat: int | None, words: Words = ENGLISH) -> dict[str, Any]:
        """Return everything that a seat, or a spectator (None), may see, in a language."""
        game = self.game
        teller = Teller(words, seat, marked=True)
        asked = None if seat is None else self.asks(seat)
        seen = make_view(game, seat, closed=self.closed, names=self.names(seat, words))
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
            "names": self.names(seat, words),
            "over": game.over,
            "round": game.round,
            "phase": game.phase,
            "waiting": self.waiting_for(),
            "status": self._status(words),
            "who": words("page.watching") if seat is None else words("page.seat", seat=teller.seat(seat)),
            "text": self._instruction(seat, asked, teller),
            "parts": board_parts(seen),
            "ask": None if asked is None or seat is None else self._question(asked, seat, teller),
            "log": self._log.lines(self._narrator.entries, teller),
            "since": None if seat is None else self._since[seat],
            "sheet": score_sheet(game, words) if game.over else None,
        }

    def _status(self, words: Words) -> str:
        game = self.game
        if game.over:
            return words("ask.over")
        if not game.round:
            return words("page.before")
        phase = words(f"phase.{game.phase}")
        return words("page.round", n=game.round, of=game.rules.config.rounds, phase=phase)

    def _instruction(self, seat: int | None, asked: Game | None, teller: Teller) -> str:
        """Return the sentence of the instruction bar."""
        if self.game.over:
            return outcome(self.game, teller)
        if asked is not None:
            return question(asked, teller)
        return waiting(self.waiting_for(), seat is not None and self._is_ready(seat), teller)

    def _is_ready(self, seat: int) -> bool:
        """Has a seat chosen its offering, even if the real game doesn't have it yet?"""
        return seat not in self._copies and (seat in self._chosen or bool(self.game.state["offered"][seat]))

    def names(self, seat: int | None, words: Words = ENGLISH) -> list[str]:
        """Return the names of the seats for a viewer."""
        return [
            words("page.you") if other == seat else name_of(name, words)
            for other, name in enumerate(self.seats)
        ]

    def waiting_for(self) -> list[int]:
        """Return the seats that everybody waits for."""
        if self.choosing():
            bots = [seat for seat in (self.game.seat,) if seat is not None and self._agents[seat] is not None]
            return sorted({*self._copies, *bots})
        return [] if self.game.seat is None else [self.game.seat]

    def _question(self, asked: Game, seat: int, teller: Teller) -> dict[str, Any]:
        return {
            "kind": asked.decision,
            "turn": self.turns[seat],
            "options": cards(asked, teller),
            "back": self.can_take_back(seat),
        }

    # --- hints ------------------------------------------------------------------------------------------

    def option_names(self, seat: int, words: Words) -> dict[str, str]:
        """Return what the options of a person are called."""
        asked = self.asks(seat)
        named = [] if asked is None else cards(asked, Teller(words, seat, marked=True))
        return {card["option"]: card["name"] for card in named}

    def hint(self, seat: int, agent: Agent) -> Callable[[], list[list[Any]]]:
        """Return a function that computes what an agent would choose for a person, for any thread.

        It returns the rows of `rate`. The agent sees what the seat knows, with the rest resampled, never the
        true game.

        Raises:
            IllegalChoice: The seat has nothing to decide.
        """
        asked = self.asks(seat)
        if asked is None:
            raise IllegalChoice("it is not your turn")
        # While offerings are hidden, a hint must not tell how far the others are.
        game, number = asked.copy(), self._begun_at if self.choosing() else self._decisions

        return lambda: rate(agent, game, number)


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
