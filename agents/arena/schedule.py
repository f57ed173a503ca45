"""Who plays whom, where and with which luck.

A tournament is a list of *rounds*. A round has one seed and plays one or more line-ups on it, each of them in
every rotation of the seats, so that in a round every copy of an agent has sat in every seat of the same game.
Rounds are independent of each other: they are what the statistics resample.
"""

from dataclasses import dataclass
from itertools import combinations
from math import comb, gcd

import numpy as np
from numpy.typing import NDArray

from dixie_env import DixieError

MODES = ("auto", "all", "sampled", "duels", "challenge")
ROUNDS_FOR_ALL = 30
"""``auto`` plays all line-ups in each round if that leaves at least so many rounds."""
_SEED_STREAM, _LINEUP_STREAM = 0, 1


class ScheduleError(DixieError):
    """A tournament that can't be scheduled; the message says why."""


@dataclass(frozen=True)
class Schedule:
    """All games of a tournament, made from its seed alone.

    Attributes:
        agents: How many agents there are.
        players: Seats in a game.
        mode: ``all``: every round plays every line-up. ``sampled``: every round draws line-ups in which every
            agent has the same number of seats. ``duels``: every round plays each agent alone against copies
            of each other one. ``challenge``: every round plays the first agent alone against copies of each
            other one; nobody else sits alone.
        rounds: How many rounds there are.
        seed: Of the tournament.
    """

    agents: int
    players: int
    mode: str
    rounds: int
    seed: int

    @property
    def lineups(self) -> int:
        """Line-ups in a round."""
        if self.mode == "all":
            return comb(
                self.agents, self.players % self.agents if self.agents <= self.players else self.players
            )
        if self.mode == "duels":
            return self.agents * (self.agents - 1)
        if self.mode == "challenge":
            return self.agents - 1
        return self.agents // gcd(self.agents, self.players)

    @property
    def games_in_round(self) -> int:
        """Games in a round: each line-up in each rotation."""
        return self.lineups * self.players

    @property
    def games(self) -> int:
        """Games of the whole tournament."""
        return self.rounds * self.games_in_round

    def seeds(self, start: int = 0, stop: int | None = None) -> NDArray[np.uint64]:
        """Return the seeds of rounds, each of which is the seed of all games of that round."""
        stop = self.rounds if stop is None else stop
        return np.array(
            [
                self._random(number, _SEED_STREAM).integers(0, 2**63, dtype=np.uint64)
                for number in range(start, stop)
            ],
            np.uint64,
        )

    def round(self, number: int) -> NDArray[np.int64]:
        """Return who sits where in a round: agents by line-up, rotation and seat.

        Rotation r moves everyone r seats on. The order around the table is drawn anew for every line-up of
        every round, so that nobody always follows the same opponent.
        """
        random = self._random(number, _LINEUP_STREAM)
        tables = np.array([_shuffled(random, members) for members in self._members(random)], np.int64)
        seats = np.arange(self.players)
        return tables[:, (seats[None, :] - seats[:, None]) % self.players]

    def _members(self, random: np.random.Generator) -> list[list[int]]:
        """Return the agents of each line-up of one round."""
        everyone = range(self.agents)
        if self.mode == "duels":
            return [
                [one] + [other] * (self.players - 1) for one in everyone for other in everyone if one != other
            ]
        if self.mode == "challenge":
            return [[0] + [other] * (self.players - 1) for other in everyone[1:]]
        if self.mode == "all":
            copies, more = divmod(self.players, self.agents)
            return [[*(list(everyone) * copies), *extra] for extra in combinations(everyone, more)]
        # A circle of all agents in random order, dealt out until it closes: everyone gets as many seats.
        circle = random.permutation(self.agents)
        seats = np.resize(circle, self.lineups * self.players)
        return [[int(agent) for agent in part] for part in seats.reshape(self.lineups, self.players)]

    def _random(self, number: int, stream: int) -> np.random.Generator:
        return np.random.default_rng([self.seed, number, stream])


def make_schedule(agents: int, players: int, games: int, seed: int, mode: str = "auto") -> Schedule:
    """Return the schedule of a tournament with at least so many games, rounded up to whole rounds.

    Raises:
        ScheduleError: Something is out of range.
    """
    if mode not in MODES:
        raise ScheduleError(f"line-ups must be one of {', '.join(MODES)}, not {mode!r}")
    if agents < 1:
        raise ScheduleError("a tournament needs at least one agent")
    if mode in ("duels", "challenge") and agents < 2:
        raise ScheduleError(f"line-ups {mode!r} need at least 2 agents")
    if games < 1:
        raise ScheduleError(f"the number of games must be 1 or more, not {games}")
    if mode == "auto":
        every = Schedule(agents, players, "all", 1, seed)
        few = Schedule(agents, players, "sampled", 1, seed)
        enough = every.games_in_round * ROUNDS_FOR_ALL <= games
        mode = "all" if enough or every.lineups <= few.lineups else "sampled"
    size = Schedule(agents, players, mode, 1, seed).games_in_round
    return Schedule(agents, players, mode, -(-games // size), seed)


def _shuffled(random: np.random.Generator, members: list[int]) -> list[int]:
    """Return the members in random order around the table, such that no two rotations are the same."""
    while True:
        table: list[int] = random.permutation(members).tolist()
        if len(set(members)) in (1, len(members)) or all(
            table != table[turn:] + table[:turn] for turn in range(1, len(table))
        ):
            return table
