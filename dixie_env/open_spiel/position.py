"""Positions of a game with chance nodes and simultaneous offerings; they know nothing of OpenSpiel.

The engine runs from one decision to the next and asks for chance on the way. Here it stops there: the source
of chance hands out a copy of the waiting game and breaks off the step. A `Position` never changes, so that a
clone of a state shares it.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NoReturn, Self

from dixie_env.engine import CompiledRules, DixieError, Game, GameEvent, IllegalChoice
from dixie_env.engine.names import option_name
from dixie_env.engine.words import GOODS
from dixie_env.envs.simultaneous import NOOP
from dixie_env.observation import ObservationSpec
from dixie_env.open_spiel import luck
from dixie_env.rewards import Reward

Move = int | tuple[int, ...]
"""A chance outcome or an option; at a simultaneous node one option for each seat."""


class _Awaits(Exception):
    """Breaks off a step at a chance outcome; `game` is a copy that waits for it."""

    def __init__(self, game: Game) -> None:
        super().__init__()
        self.game = game


def _stop(game: Game) -> NoReturn:
    raise _Awaits(game.copy())


def _run(game: Game, step: Callable[[], object]) -> Game:
    """Make a step in the game and return the game, or the copy that awaits chance."""
    try:
        step()
    except _Awaits as stop:
        game = stop.game
    game.chance = _stop
    return game


def _start(rules: CompiledRules) -> Game:
    try:
        return Game(rules, 0, _stop)
    except _Awaits as stop:
        return stop.game


def _take(game: Game, option: int, listener: Callable[[list[GameEvent]], object] | None = None) -> Game:
    """Return the game after an option of the seat that decides."""
    after = game.copy()
    after.chance, after.listener = _stop, listener
    after = _run(after, lambda: after.step(option))
    after.listener = None
    return after


def _give(game: Game, value: Any) -> Game:
    """Return the game after the outcome that it awaits."""
    after, values = game.copy(), [value]
    after.chance = lambda asking: values.pop() if values else _stop(asking)
    return _run(after, after.refresh)


@dataclass(frozen=True, slots=True)
class Table:
    """What stays the same during a game."""

    rules: CompiledRules
    reward: Reward = field(default_factory=Reward)
    observation: ObservationSpec = field(default_factory=ObservationSpec)


@dataclass(frozen=True, slots=True)
class Trail:
    """The last move, what it showed to everybody and to single seats, and the moves before it."""

    before: "Trail | None"
    move: Move
    public: tuple[str, ...]
    private: dict[int, str]

    def back(self) -> Iterator["Trail"]:
        """Return all moves, the last one first."""
        link: Trail | None = self
        while link is not None:
            yield link
            link = link.before


@dataclass(frozen=True, slots=True)
class Offerings:
    """Offerings that all seats are choosing now, in secret.

    Attributes:
        left: Simultaneous nodes still to come. Their number is public, so that the length of the phase
            reveals nothing.
        copies: For each seat that must choose, a game in which only its own offering is missing.
        chosen: The choices of each seat so far.
    """

    left: int
    copies: dict[int, Game]
    chosen: dict[int, tuple[int, ...]]

    @classmethod
    def begin(cls, game: Game) -> Self:
        """Return the phase before the first choice.

        It has two nodes (kind, then amount) for each kind that the seat with the most kinds may offer.
        """
        kinds = (2 if game.players == 2 else 1) + int(game.state["announced"].max())
        copies = {seat: game.offering_of(seat) for seat in range(game.players)}
        return cls(
            2 * kinds,
            {seat: copy for seat, copy in copies.items() if copy is not None},
            dict.fromkeys(copies, ()),
        )

    def after(self, options: Sequence[int]) -> Self:
        """Return the phase after one choice of every seat, `NOOP` for those that have none."""
        for seat, option in enumerate(options):
            if seat in self.copies:
                self.copies[seat].check(option, seat)
            elif option != NOOP:
                raise IllegalChoice(
                    f"seat {seat} has nothing to choose: only {NOOP} (noop) is legal, not {option}"
                )
        copies, chosen = {}, dict(self.chosen)
        for seat, copy in self.copies.items():
            after = copy.copy()
            after.step(options[seat])
            chosen[seat] = (*chosen[seat], options[seat])
            if after.seat == seat and after.offering_is_secret:
                copies[seat] = after
        return type(self)(self.left - 1, copies, chosen)


@dataclass(frozen=True, slots=True)
class Position:
    """Where a game stands: at a chance node, at a decision of one seat or of all seats, or at its end.

    Attributes:
        table: Rules, reward and observation.
        game: The engine's game. While seats choose offerings, it stays where that phase began.
        drawn: The part of the awaited chance outcome that is already drawn.
        offerings: The offerings being chosen, or None.
        trail: How the game came here.
    """

    table: Table
    game: Game
    drawn: tuple[int, ...] = ()
    offerings: Offerings | None = None
    trail: Trail | None = None

    @classmethod
    def first(cls, table: Table) -> Self:
        """Return the beginning of a game."""
        return cls._settled(table, _start(table.rules), (), None)

    @classmethod
    def _settled(cls, table: Table, game: Game, drawn: tuple[int, ...], trail: Trail | None) -> Self:
        """Pass on chance outcomes that are complete, and skip those that leave no choice."""
        while game.awaited is not None:
            value = luck.value(game, drawn)
            if value is not None:
                game, drawn = _give(game, value), ()
                continue
            possible = luck.outcomes(game, drawn)
            if len(possible) > 1:
                break
            drawn = (*drawn, possible[0][0])
        return cls(table, game, drawn, Offerings.begin(game) if game.offering_is_secret else None, trail)

    # --- moving -----------------------------------------------------------------------------------------

    def after(self, move: Move) -> Self:
        """Return the position after a chance outcome, an option, or an option of every seat.

        Raises:
            IllegalChoice: The move is not legal here.
        """
        if self.game.over:
            raise IllegalChoice("the game is over: there is nothing to decide; start a new game")
        if self.offerings is not None:
            if not isinstance(move, tuple) or len(move) != self.game.players:
                raise IllegalChoice(f"all {self.game.players} seats choose now, but the move is {move!r}")
            return self._after_offers(self.offerings, move)
        if isinstance(move, tuple):
            raise IllegalChoice(f"one player moves now, but the move is {move!r}")
        return self._after_chance(move) if self.game.awaited is not None else self._after_choice(move)

    def _after_chance(self, outcome: int) -> Self:
        possible = [number for number, _ in self.outcomes()]
        if outcome not in possible:
            names = ", ".join(f"{number} ({luck.NAMES[number]})" for number in possible)
            raise IllegalChoice(f"{outcome!r} can't be the outcome of chance here; possible are {names}")
        trail = Trail(self.trail, outcome, (luck.NAMES[outcome],), {})
        return self._settled(self.table, self.game, (*self.drawn, outcome), trail)

    def _after_choice(self, option: int) -> Self:
        game = self.game
        assert game.seat is not None
        game.check(option)
        words = f"seat {game.seat} {game.decision} {option_name(option, game.seat, game.players)}"
        return self._settled(self.table, _take(game, option), (), Trail(self.trail, option, (words,), {}))

    def _after_offers(self, offerings: Offerings, options: tuple[int, ...]) -> Self:
        after = offerings.after(options)
        game, shown = self.game, list[GameEvent]()
        private = {
            seat: f"choose {option_name(options[seat], seat, game.players)}" for seat in offerings.copies
        }
        if after.left:
            return type(self)(self.table, game, (), after, Trail(self.trail, options, (), private))
        chosen = {seat: list(choices) for seat, choices in after.chosen.items()}
        while any(chosen.values()):
            assert game.seat is not None
            game = _take(game, chosen[game.seat].pop(0), shown.extend)
        public = tuple(_offering(event) for event in shown if event.kind == "offering_shown")
        return self._settled(self.table, game, (), Trail(self.trail, options, public, private))

    # --- looking ----------------------------------------------------------------------------------------

    def outcomes(self) -> list[tuple[int, Fraction]]:
        """Return the outcomes of a chance node with their probabilities."""
        if self.game.awaited is None:
            raise DixieError("this is not a chance node: no outcome is awaited")
        return luck.outcomes(self.game, self.drawn)

    def options(self, seat: int) -> list[int]:
        """Return the options of a seat, `NOOP` alone for a seat that waits at a simultaneous node."""
        if self.offerings is None:
            return self.game.options() if self.game.seat == seat and self.game.awaited is None else []
        copy = self.offerings.copies.get(seat)
        return [NOOP] if copy is None else copy.options()

    def seen_by(self, seat: int) -> Game:
        """Return a game from which this seat may be shown its observation, and no other."""
        game = self.game
        if self.offerings is None:
            return game
        if seat in self.offerings.copies:
            return self.offerings.copies[seat]
        if game.seat == seat:  # it waits, but the engine would ask it first
            game = game.copy()
            game.state["seat"] = -1
        return game

    def known_to(self, seat: int) -> list[str]:
        """Return what a seat has witnessed since the beginning, in order, one line for each thing."""
        lines: list[str] = []
        for link in self.trail.back() if self.trail else ():
            lines += reversed(link.public)
            if seat in link.private:
                lines.append(link.private[seat])
        return lines[::-1]

    # --- copying and saving -----------------------------------------------------------------------------

    def __deepcopy__(self, memo: object) -> Self:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the moves: they are replayed, and thereby checked."""
        moves = [link.move for link in self.trail.back()][::-1] if self.trail else []
        return _replay, (self.table, moves)


def _replay(table: Table, moves: list[Move]) -> Position:
    position = Position.first(table)
    for move in moves:
        position = position.after(move)
    return position


def _offering(event: GameEvent) -> str:
    goods = [f"{event[good]} {good}" for good in GOODS if event[good]]
    return f"seat {event.seat} offered {', '.join(goods) or 'nothing'}"
