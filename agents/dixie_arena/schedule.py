"""Who plays whom, in which seats and on which seeds.

A tournament is a list of *blocks*. A block has one seed and plays one or more line-ups on it, each in every
rotation of the seats. So within a block every copy of an agent sits in every seat of the same game. Blocks
are independent of each other; the statistics resample them.
"""

from dataclasses import dataclass
from itertools import combinations
from math import comb, gcd

import numpy as np
from numpy.typing import NDArray

from dixie_arena.exchange import base_tables, exchange, exchange_tables, fill_tables
from dixie_env import DixieError

MODES = ("auto", "all", "sampled", "drawn", "duels", "challenge", "exchange")
BLOCKS_FOR_ALL = 30
"""``auto`` plays all line-ups in each block if that gives at least this many blocks."""
_SEEDS, _CIRCLE, _ORDER = 1, 2, 3
_DRAWN, _COMPANY = 1 << 32, 1 << 33  # far from _ORDER, which counts attempts


class ScheduleError(DixieError):
    """A tournament can't be scheduled. The message says why."""


@dataclass(frozen=True)
class Schedule:
    """All games of a tournament, derived from its seed alone.

    Attributes:
        agents: How many agents there are.
        players: Seats in a game.
        mode: ``all``: every block plays every line-up. ``sampled``: every block draws line-ups in which every
            agent has the same number of seats. ``drawn``: every block plays a line-up with each agent, whose
            other seats are drawn from all agents, with copies. ``duels``: every block plays one copy of
            each agent against copies of each other agent. ``challenge``: every block plays one copy of
            the first agent against copies of each other agent. ``exchange``: the first two agents are
            compared, see `dixie_arena.exchange`; the others are their company.
        blocks: How many blocks there are.
        seed: Seed of the tournament.
    """

    agents: int
    players: int
    mode: str
    blocks: int
    seed: int

    @property
    def lineups(self) -> int:
        """Line-ups in a block."""
        if self.mode == "all":
            return comb(
                self.agents, self.players % self.agents if self.agents <= self.players else self.players
            )
        if self.mode == "duels":
            return self.agents * (self.agents - 1)
        if self.mode == "challenge":
            return self.agents - 1
        if self.mode == "drawn":
            return self.agents
        if self.mode == "exchange":
            return len(exchange_tables(self.players, company=self.agents > 2))
        return self.agents // gcd(self.agents, self.players)

    @property
    def games_in_block(self) -> int:
        """Games in a block: each line-up in each rotation."""
        return self.lineups * self.players

    @property
    def games(self) -> int:
        """Games of the whole tournament."""
        return self.blocks * self.games_in_block

    def seeds(self, start: int = 0, stop: int | None = None) -> NDArray[np.uint64]:
        """Return the seeds of blocks. All games of a block have its seed."""
        numbers = np.arange(start, self.blocks if stop is None else stop)
        return _hash(self.seed, _SEEDS, numbers) >> np.uint64(1)

    def seatings(self, start: int, stop: int) -> NDArray[np.int64]:
        """Return who sits where in blocks: agents by block, line-up, rotation and seat.

        Rotation r moves everyone on by r seats. Each line-up of each block draws a new seat order, so that
        nobody always follows the same opponent.
        """
        numbers = np.arange(start, stop)
        seats = np.arange(self.players)
        first = self._draw_orders(numbers, self._members(numbers))
        if self.mode == "exchange":
            first = exchange(exchange_tables(self.players, company=self.agents > 2), first)
        return first[:, :, (seats[None, :] - seats[:, None]) % self.players]

    def stream(self, lineup: int, rotation: int) -> int:
        """Return the stream of the agents' random numbers in the games of a line-up and rotation.

        In ``exchange`` it is the same for all games of a block: two agents in the same seat then also share
        their luck, and agents that always decide alike play the very same game.
        """
        return 0 if self.mode == "exchange" else lineup * self.players + rotation

    def _members(self, numbers: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the agents of each line-up of blocks. In ``exchange``: before the two are exchanged."""
        everyone = range(self.agents)
        rivals = self.players - 1
        if self.mode == "sampled":
            # A circle of all agents in random order, dealt until it closes: everyone gets equally many seats.
            circle = np.argsort(_hash(self.seed, _CIRCLE, numbers[:, None], np.arange(self.agents)), axis=1)
            places = np.arange(self.lineups * self.players) % self.agents
            return circle[:, places].reshape(len(numbers), self.lineups, self.players)
        if self.mode == "drawn":
            # Each agent once, the others independent of it: every seat is drawn, and nobody is left out.
            lineup, seat = np.arange(self.agents)[None, :, None], np.arange(self.players)
            drawn = _hash(self.seed, _DRAWN, numbers[:, None, None], lineup, seat) % np.uint64(self.agents)
            return np.where(seat == 0, lineup, drawn.astype(np.int64))
        if self.mode == "exchange":
            bases = len(base_tables(self.players, company=self.agents > 2))
            lineup, seat = np.arange(bases)[None, :, None], np.arange(self.players)
            drawn = _hash(self.seed, _COMPANY, numbers[:, None, None], lineup, seat)
            others = 2 + (drawn % np.uint64(max(self.agents - 2, 1))).astype(np.int64)
            return fill_tables(self.players, others, company=self.agents > 2)
        if self.mode == "duels":
            lineups = [[one] + [other] * rivals for one in everyone for other in everyone if one != other]
        elif self.mode == "challenge":
            lineups = [[0] + [other] * rivals for other in everyone[1:]]
        else:
            copies, more = divmod(self.players, self.agents)
            lineups = [[*(list(everyone) * copies), *extra] for extra in combinations(everyone, more)]
        return np.broadcast_to(np.array(lineups, np.int64), (len(numbers), self.lineups, self.players))

    def _draw_orders(self, numbers: NDArray[np.int64], members: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the members of each line-up in random order, such that no two rotations are the same."""
        lineups, seats = np.arange(members.shape[1])[None, :, None], np.arange(self.players)
        seatings = members
        again = np.ones(members.shape[:2], np.bool_)
        attempt = 0
        while again.any():
            keys = _hash(self.seed, _ORDER + attempt, numbers[:, None, None], lineups, seats)
            drawn = np.take_along_axis(members, np.argsort(keys, axis=2), axis=2)
            seatings = np.where(again[:, :, None], drawn, seatings)
            again = np.zeros_like(again)
            for turn in range(1, self.players):
                again |= (seatings == np.roll(seatings, turn, axis=2)).all(axis=2)
            again &= (members != members[:, :, :1]).any(axis=2)  # all the same agent: there is only one order
            attempt += 1
        return seatings


def make_schedule(agents: int, players: int, games: int, seed: int, mode: str = "auto") -> Schedule:
    """Return the schedule of a tournament with at least this many games, rounded up to whole blocks.

    Raises:
        ScheduleError: Something is out of range.
    """
    if mode not in MODES:
        raise ScheduleError(f"line-ups must be one of {', '.join(MODES)}, not {mode!r}")
    if agents < 1:
        raise ScheduleError("a tournament needs at least one agent")
    if mode in ("duels", "challenge", "exchange") and agents < 2:
        raise ScheduleError(f"line-ups {mode!r} need at least 2 agents")
    if games < 1:
        raise ScheduleError(f"the number of games must be 1 or more, not {games}")
    if mode == "auto":
        every = Schedule(agents, players, "all", 1, seed)
        few = Schedule(agents, players, "sampled", 1, seed)
        enough = every.games_in_block * BLOCKS_FOR_ALL <= games
        mode = "all" if enough or every.lineups <= few.lineups else "sampled"
    size = Schedule(agents, players, mode, 1, seed).games_in_block
    return Schedule(agents, players, mode, -(-games // size), seed)


def _hash(*parts: int | NDArray[np.int64]) -> NDArray[np.uint64]:
    """Return a random number for each combination of parts: the finalizer of splitmix64, chained."""
    value: NDArray[np.uint64] = np.zeros(1, np.uint64)
    for part in parts:
        value = (value ^ np.asarray(part).astype(np.uint64)) + np.uint64(0x9E3779B97F4A7C15)
        value = (value ^ (value >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        value = (value ^ (value >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        value = value ^ (value >> np.uint64(31))
    return value
