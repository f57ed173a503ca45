"""The games of a learner: compiled opponents play in C, Python agents in batches, others decide outside.

All games are stepped together. After `step` every game is at a decision of a player that is neither (the
learner, or an earlier version of it). What bots and agents did in between is part of the step.
"""

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from dixie_agents.base import Agent
from dixie_agents.compiled.bots import CompiledBot
from dixie_agents.compiled.gumbel import GumbelSearch
from dixie_agents.compiled.match import MatchLoop
from dixie_agents.outside import advice_of, answer
from dixie_agents.policy import OPTIONS
from dixie_env import DixieError, Setup, compile_rules
from dixie_env.engine import CompiledRules
from dixie_env.engine.model import SEATS
from dixie_env.engine.table import SAVED as RULES_KEYS
from dixie_env.results import win_shares
from dixie_env.rewards import Reward
from dixie_training.checkpoint import inside

FEW = 32
"""With fewer games than this, another thread is not worth starting."""
LEARNER = 0
"""The number of the learner among the players."""

Seating = Callable[[int, int], NDArray[np.int32]]
"""Maps the number of players and games to line-ups: a player number for each seat."""

RulesOf = Callable[[Setup, int], CompiledRules]
"""Maps a setup and the seed of a game to the rules of that game, for example with a board of its own.

The same arguments must give the same rules, with as many players as the setup.
"""


class Ended(NamedTuple):
    """Games that ended in a step, all with the same number of players."""

    rows: NDArray[np.int64]
    lineups: NDArray[np.int32]
    states: NDArray[np.void]
    rules: tuple[CompiledRules, ...] = ()
    """The rules of each game."""

    @property
    def ranks(self) -> NDArray[np.int8]:
        """Ranks by seat, 1 is best."""
        return np.asarray(self.states["ranks"][:, : self.lineups.shape[1]])

    @property
    def scores(self) -> NDArray[np.int16]:
        """Final scores by seat."""
        return np.asarray(self.states["scores"][:, : self.lineups.shape[1]])

    @property
    def win_shares(self) -> NDArray[np.float64]:
        """Each seat's win share, games x players."""
        return win_shares(self.ranks)


class RunningGames:
    """Games with one or several numbers of players, with compiled bots in some seats.

    Rows are numbered consecutively, the smallest number of players first. There are always 5 columns of
    seats; absent seats get no reward.

    Args:
        setups: The game for each number of players, all with the same observation.
        games: Number of games for each number of players.
        players: The players: a compiled bot, or None for one that decides outside. Number 0 is the learner.
            Every game must have a player that decides outside. The list is read again in every step.
        seating: Draws the line-ups of new games.
        reward: The reward.
        threads: Number of threads for compiled bots. The games do not depend on it.
        agents: Python agents by their numbers among the players, which are None there.
        seed: Game i starts with ``seed + i``; its k-th successor has ``seed + i + k * games``.
        rules: The rules of each game, from its setup and seed. By default all games of a setup have the same.
    """

    def __init__(
        self,
        setups: Sequence[Setup],
        games: Mapping[int, int],
        players: list[CompiledBot | None],
        seating: Seating,
        reward: Reward,
        seed: int = 0,
        threads: int = 1,
        rules: RulesOf | None = None,
        agents: Mapping[int, Agent] | None = None,
    ) -> None:
        self.games = {setup.players: games[setup.players] for setup in setups}
        self.count = sum(self.games.values())
        self.observation = setups[0].observation
        self.reward = reward
        self._seating = seating
        self._agents = agents or {}
        self._seconds = [np.zeros(len(players)) for _ in range(threads)]
        self._helpers = ThreadPoolExecutor(threads - 1) if threads > 1 else None
        self._loops: list[tuple[int, int, MatchLoop]] = []
        self._setups = tuple(setups)
        self._rules_of = rules
        self.lineups = np.full((self.count, SEATS), -1, np.int32)
        self.seeds = np.arange(seed, seed + self.count, dtype=np.uint64)
        low = 0
        for setup in setups:
            number, size = setup.players, self.games[setup.players]
            lineups = seating(number, size)
            self.lineups[low : low + size, :number] = lineups
            seeds = self.seeds[low : low + size]
            rules_of_games = compile_rules(setup) if rules is None else self._drawn(setup, seeds)
            loop = MatchLoop(rules_of_games, players, lineups, seeds, seed)
            self._loops.append((low, low + size, loop))
            low += size
        self.observations = np.zeros((self.count, self.observation.size), np.float32)
        self.masks = np.zeros((self.count, OPTIONS), np.bool_)
        self.keys = np.zeros(self.count, np.uint64)
        self.seats = np.zeros(self.count, np.int8)
        self.waiting = np.zeros(self.count, np.int32)
        self._potential = np.zeros((self.count, SEATS), np.float32)
        self._look_at_all()

    def step(
        self, options: NDArray[np.int64], rows: NDArray[np.int64] | None = None
    ) -> tuple[NDArray[np.float32], NDArray[np.bool_], list[Ended]]:
        """Choose an option in every game and play on to the next decision.

        When a game ends, a new one starts at once, with a new seed and line-up.

        Args:
            options: One for each row. Those of rows that are not in ``rows`` are ignored.
            rows: Step only these games, in ascending order. The others stay as they are.

        Returns:
            The reward of each seat (rows x 5), which games ended, and these games.
        """
        rewards = np.zeros((self.count, SEATS), np.float32)
        done = np.zeros(self.count, np.bool_)
        endings = []
        for part, (low, high, loop) in enumerate(self._loops):
            asked = np.arange(low, high) if rows is None else rows[(rows >= low) & (rows < high)]
            if not asked.size:
                continue
            loop.take(asked - low, options[asked])
            self._run(loop, alone=asked.size < FEW)
            over = np.flatnonzero(loop.waiting < 0)
            if over.size:
                ended = self._ended(part, over)
                players = ended.ranks.shape[1]
                rewards[ended.rows, :players] = self.reward.final(ended.ranks, ended.scores)
                done[ended.rows] = True
                endings.append(ended)
            if self.reward.shaping:
                self._shape(part, asked, rewards)
            if over.size:
                self._begin(part, over)
                self._run(loop, alone=True)
                self._remember_potentials(part, over + low)
            self._look(part, asked)
        return rewards, done, endings

    def _drawn(self, setup: Setup, seeds: NDArray[np.uint64]) -> list[CompiledRules]:
        """Return the rules of each of the games with these seeds."""
        assert self._rules_of is not None
        drawn = [self._rules_of(setup, seed) for seed in seeds.tolist()]
        if wrong := [rules for rules in drawn if rules.players != setup.players]:
            raise DixieError(
                f"the rules of a game with {setup.players} players can't be for {wrong[0].players} players"
            )
        return drawn

    def _ended(self, part: int, over: NDArray[np.int64]) -> Ended:
        low, _, loop = self._loops[part]
        lineups = self.lineups[over + low, : self._setups[part].players].copy()
        rules = tuple(loop.rules_of(row) for row in over.tolist())
        return Ended(over + low, lineups, loop.states[over], rules)

    def _shape(self, part: int, rows: NDArray[np.int64], rewards: NDArray[np.float32]) -> None:
        low, _, loop = self._loops[part]
        players = self._setups[part].players
        before = self._potential[rows, :players]
        self._remember_potentials(part, rows)
        after = self._potential[rows, :players]
        rewards[rows, :players] += self.reward.shape(before, after, loop.states["seat"][rows - low])

    def _remember_potentials(self, part: int, rows: NDArray[np.int64]) -> None:
        if not self.reward.shaping:
            return
        low, _, loop = self._loops[part]
        states, pits = loop.states[rows - low], loop.rules_field("pit")[rows - low]
        self._potential[rows, : self._setups[part].players] = self.reward.potential(states, pits)

    def _begin(self, part: int, over: NDArray[np.int64]) -> None:
        low, _, loop = self._loops[part]
        rows = over + low
        players = self._setups[part].players
        self.seeds[rows] += np.uint64(self.count)
        if self._rules_of is not None:
            drawn = self._drawn(self._setups[part], self.seeds[rows])
            for row, record in zip(over.tolist(), drawn, strict=True):
                loop.set_rules(row, record)
        self.lineups[rows, :players] = self._seating(players, len(rows))
        lineups = np.ascontiguousarray(self.lineups[rows, :players])
        loop.begin(over, self.seeds[rows], lineups)

    def _look_at_all(self) -> None:
        """Let the bots play in all games, and store the decisions they stop at."""
        for part, (low, high, loop) in enumerate(self._loops):
            self._run(loop)
            self._look(part, np.arange(low, high))
            self._remember_potentials(part, np.arange(low, high))

    def _look(self, part: int, rows: NDArray[np.int64]) -> None:
        """Store the current decisions of these rows."""
        low, _, loop = self._loops[part]
        places = rows - low
        observations, masks, keys = loop.ask(places, **self.observation.arguments)
        self.observations[rows] = observations
        self.masks[rows] = masks.view(np.bool_)
        self.keys[rows] = keys
        self.seats[rows] = loop.states["seat"][places]
        self.waiting[rows] = loop.waiting[places]

    def _run(self, loop: MatchLoop, *, alone: bool = False) -> None:
        """Let bots and agents play up to the next decision of another player or the end."""
        self._run_bots(loop, alone=alone)
        while self._agents and answer(loop, self._agents):
            self._run_bots(loop, alone=alone)

    def _run_bots(self, loop: MatchLoop, *, alone: bool) -> None:
        seconds = self._seconds
        if alone:
            loop.run(0, len(loop.waiting), seconds[0])
        else:
            self._share_out(len(loop.waiting), lambda thread, low, high: loop.run(low, high, seconds[thread]))

    def _share_out(self, size: int, work: Callable[[int, int, int], None]) -> None:
        """Distribute rows over threads, including this one."""
        count = len(self._seconds)
        bounds = [size * thread // count for thread in range(count + 1)]
        others = []
        if self._helpers is not None:
            shares = zip(range(1, count), bounds[1:-1], bounds[2:], strict=True)
            others = [self._helpers.submit(work, *share) for share in shares]
        work(0, 0, bounds[1])
        for other in others:
            other.result()

    def still_paid(self) -> NDArray[np.float32]:
        """Return what each fallen seat will get at the end of its game, rows x 5; NaN for all other seats.

        Who falls later ranks above who fell before, so ``rank`` is known, and ``win`` too unless there is a
        tie for first. ``score`` is estimated from the running scores. Shaping is taken back at the end, and
        that is part of it.
        """
        paid = np.full((self.count, SEATS), np.nan, np.float32)
        for setup, (low, high, loop) in zip(self._setups, self._loops, strict=True):
            number = setup.players
            fallen = loop.states["fallen"][:, :number].astype(np.float32)
            if self.reward.kind == "win":
                final = np.full_like(fallen, -1 / (number - 1))
            elif self.reward.kind == "rank":
                final = -1 + 2 * (fallen - 1) / np.float32(number - 1)
            else:
                final = Reward("score", 1.0).potential(loop.states, loop.rules_field("pit"))
            taken_back = self._potential[low:high, :number]
            paid[low:high, :number] = np.where(fallen > 0, final - taken_back, np.nan)
        return paid

    def advice(self, bot: CompiledBot | Agent) -> NDArray[np.int64]:
        """Return what a bot or an agent would choose in each game for the seat that decides."""
        options = np.zeros(self.count, np.int64)
        for low, high, loop in self._loops:
            part = options[low:high]
            if isinstance(bot, Agent):
                part[:] = advice_of(loop, bot, np.arange(high - low))
                continue

            def ask(_: int, first: int, last: int, loop: MatchLoop = loop, part: Any = part) -> None:
                loop.advice(bot, first, last, part)

            self._share_out(high - low, ask)
        return options

    def improve(
        self,
        search: GumbelSearch,
        wanted: NDArray[np.bool_],
        targets: NDArray[np.float32],
        options: NDArray[np.int64],
    ) -> None:
        """Search some of the current decisions, each from what its seat knows.

        Args:
            search: The search.
            wanted: Which games to search. Those whose policy is sure already are set to False.
            targets: Receives the improved policy of each game that was searched, games x options.
            options: Receives the option to play there.
        """
        for low, high, loop in self._loops:
            mine = wanted[low:high].view(np.uint8), targets[low:high], options[low:high]

            def ask(_: int, first: int, last: int, loop: MatchLoop = loop, mine: Any = mine) -> None:
                loop.improve(search, first, last, *mine)

            self._share_out(high - low, ask)

    def save(self) -> dict[str, NDArray[Any]]:
        """Return the running games for `load`."""
        return {
            f"{setup.players}.{name}": array
            for setup, (_, _, loop) in zip(self._setups, self._loops, strict=True)
            for name, array in loop.save().items()
            if name not in RULES_KEYS  # they follow from the seeds
        }

    def load(self, saved: Mapping[str, NDArray[Any]]) -> None:
        """Continue saved games. The arguments must be the same."""
        for setup, (low, high, loop) in zip(self._setups, self._loops, strict=True):
            arrays = inside(saved, f"{setup.players}.")
            if self._rules_of is None:
                loop.load(arrays)
            else:
                rows = np.arange(high - low, dtype=np.int32)
                index = {"rules_index": rows, "next_rules_index": rows}
                loop.load({**arrays, **index}, self._drawn(setup, arrays["seeds"]))
            self.seeds[low:high] = arrays["seeds"]
            self.lineups[low:high] = arrays["lineups"]
        self._look_at_all()
