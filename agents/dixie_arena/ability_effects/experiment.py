"""An experiment: cells of games, each with its own rules, agent and design, played and stored in parts."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import Any, ClassVar, Self

from dixie_arena.ability_effects.designs import DESIGNS, games_in_replicate
from dixie_arena.config import (
    DEFAULT_TIME_LIMIT,
    MOST_GAMES,
    ArenaError,
    Entrant,
    check_observation,
    read_setup,
)
from dixie_arena.guard import Guests
from dixie_arena.identity import Identities
from dixie_env import Setup, compile_rules
from dixie_env.engine import CompiledRules

PARTS = 64
"""A cell is stored in about this many parts..."""
LEAST_GAMES_IN_PART, MOST_GAMES_IN_PART = 100, 2048
"""...but in fewer or more if parts would have fewer or more games than this."""


@dataclass(frozen=True)
class Cell:
    """Games under the same conditions.

    Attributes:
        design: One of ``DESIGNS``.
        agent: The agent in all seats.
        setup: Which game is played.
        games: Number of games, rounded up to whole replicates of the design.
        ban: For ``restricted``: the options that one seat may not choose.
        values: For ``draft``: the ability values for the seat that drafts by value; empty if no seat does.
        seed: Seed of this cell's deals and games; None takes that of the experiment. Cells with the same seed
            are played on the same deals, so their errors are correlated.
    """

    design: str
    agent: str
    setup: Setup
    games: int
    ban: tuple[str, ...] = ()
    values: tuple[float, ...] = ()
    seed: int | None = None

    def __post_init__(self) -> None:
        if self.design not in DESIGNS:
            raise ArenaError(f"a design must be one of {', '.join(DESIGNS)}, not {self.design!r}")
        if not 1 <= self.games <= MOST_GAMES:
            raise ArenaError(f"the number of games must be from 1 to {MOST_GAMES}, not {self.games}")
        if self.seed is not None and not 0 <= self.seed < 2**63:
            raise ArenaError(f"the seed of a cell must be from 0 to {2**63 - 1}, not {self.seed}")
        check_observation(self.setup)

    @property
    def players(self) -> int:
        """Seats in a game."""
        return self.setup.players

    @cached_property
    def rules(self) -> tuple[CompiledRules, ...]:
        """The rules with the ban on each seat; the same for all if there is no ban."""
        if not self.ban:
            return (compile_rules(self.setup),) * self.players
        forbidden = self.setup.forbidden or ((),) * self.players
        return tuple(
            compile_rules(
                self.setup.replace(
                    forbidden=[
                        (*options, *(self.ban if other == seat else ()))
                        for other, options in enumerate(forbidden)
                    ]
                )
            )
            for seat in range(self.players)
        )

    def as_object(self) -> dict[str, Any]:
        """Return everything as plain data, for JSON."""
        plain = {item.name: getattr(self, item.name) for item in fields(self) if item.name != "setup"}
        return {
            **plain,
            "ban": list(self.ban),
            "values": list(self.values),
            "game": self.setup.as_object(),
        }

    @classmethod
    def from_object(cls, data: Mapping[str, Any]) -> Self:
        """Create a cell from what ``as_object`` returned."""
        rest = {key: value for key, value in data.items() if key != "game"}
        ban, values = tuple(data["ban"]), tuple(data["values"])
        return cls(**{**rest, "ban": ban, "values": values, "setup": read_setup(data)})

    @property
    def games_in_replicate(self) -> int:
        """Games in a replicate of the design."""
        return games_in_replicate(self.design, self.players)

    @property
    def replicates(self) -> int:
        """How many replicates of the design are played."""
        return -(-self.games // self.games_in_replicate)

    @property
    def replicates_in_part(self) -> int:
        """How many replicates are played and stored together. Never depends on the machine or on workers."""
        games = min(max(self.games // PARTS, LEAST_GAMES_IN_PART), MOST_GAMES_IN_PART)
        return max(1, games // self.games_in_replicate)

    @property
    def parts(self) -> int:
        """Number of parts."""
        return -(-self.replicates // self.replicates_in_part)

    def part(self, index: int) -> range:
        """Return the replicates of a part."""
        start = index * self.replicates_in_part
        return range(start, min(start + self.replicates_in_part, self.replicates))


@dataclass(frozen=True)
class Experiment:
    """Cells that are played together.

    Attributes:
        name: Its name.
        cells: The conditions.
        seed: Seed of deals, games and the agents' random numbers, in all cells that have none of their own.
        until_se: A cell stops at the first look at which the largest standard error of the ten effects on
            win share is at most this; 0 plays all games.
        minutes: A cell stops at the first look after this many minutes of playing; 0 plays all games.
        isolate: Whether external bots run in separate processes.
        time_limit: Seconds such a bot has for a decision.
    """

    noun: ClassVar[str] = "experiment"

    name: str
    cells: tuple[Cell, ...]
    seed: int = 1
    until_se: float = 0.0
    minutes: float = 0.0
    isolate: bool = True
    time_limit: float = DEFAULT_TIME_LIMIT
    _starts: list[int] = field(default_factory=list, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if not 0 <= self.seed < 2**63:
            raise ArenaError(f"the seed of an experiment must be from 0 to {2**63 - 1}, not {self.seed}")
        if not 0 < self.time_limit <= 3600:
            raise ArenaError(
                f"the time limit must be above 0 and at most 3600 seconds, not {self.time_limit:g}"
            )
        total = 0
        for cell in self.cells:
            self._starts.append(total)
            total += cell.parts

    @property
    def entrants(self) -> tuple[Entrant, ...]:
        """All agents that take part."""
        return tuple(Entrant(name, name) for name in dict.fromkeys(cell.agent for cell in self.cells))

    @property
    def guests(self) -> Guests:
        """How external bots are guarded."""
        return Guests(self.isolate, self.time_limit)

    @property
    def chunks(self) -> int:
        """Number of parts of all cells."""
        return sum(cell.parts for cell in self.cells)

    @property
    def games(self) -> int:
        """Games of all cells, if none stops early."""
        return sum(cell.replicates * cell.games_in_replicate for cell in self.cells)

    def indices(self, cell: int, start: int, stop: int) -> range:
        """Return the numbers, in the experiment, of some parts of a cell."""
        return range(self._starts[cell] + start, self._starts[cell] + stop)

    def locate(self, index: int) -> tuple[int, int]:
        """Return the cell of a part, and its number in the cell."""
        cell = max(number for number, start in enumerate(self._starts) if start <= index)
        return cell, index - self._starts[cell]

    def games_in_chunk(self, index: int) -> int:
        """Return how many games a part has."""
        cell, part = self.locate(index)
        return len(self.cells[cell].part(part)) * self.cells[cell].games_in_replicate

    def play_part(self, index: int, identities: Identities) -> bytes:
        """Play the games of one part."""
        from dixie_arena.ability_effects.play import play_replicates  # which imports this module

        cell, part = self.locate(index)
        replicates = self.cells[cell].part(part)
        seed = self.seed_of(cell)
        return play_replicates(self.cells[cell], cell, replicates, seed, identities, self.guests).to_bytes()

    def seed_of(self, cell: int) -> int:
        """Return the seed of a cell's deals and games."""
        own = self.cells[cell].seed
        return self.seed if own is None else own

    def as_object(self) -> dict[str, Any]:
        """Return everything as plain data, for JSON."""
        return {
            "name": self.name,
            "cells": [cell.as_object() for cell in self.cells],
            "seed": self.seed,
            "until_se": self.until_se,
            "minutes": self.minutes,
            "isolate": self.isolate,
            "time_limit": self.time_limit,
        }

    @classmethod
    def from_object(cls, data: Mapping[str, Any]) -> Self:
        """Create an experiment from what ``as_object`` returned."""
        try:
            return cls(**{**data, "cells": tuple(map(Cell.from_object, data["cells"]))})
        except (KeyError, TypeError) as error:
            raise ArenaError(f"this is not a description of an experiment: {error}") from error
