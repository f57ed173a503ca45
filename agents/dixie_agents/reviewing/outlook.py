"""Who will win from here? Many positions of a game are played on, all with the same luck.

A *draw* is one way in which everything still open could turn out: all dice and draws to come, and what every
seat takes where the policy mixes. A position is worth the mean over its draws. In each draw all seats play
the policy for some decisions. At each of them, in a window, its head for the winner says who will win. A game
that ends counts with its result.

Positions of one game share their draws: the same draw has the same dice, and the k-th decision of the game
has the same random number. So two positions that follow from each other differ by what happened between them,
and hardly by noise. If only one thing can follow, they do not differ at all.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dixie_agents.compiled.match import MatchLoop
from dixie_agents.policy import Policy
from dixie_env import Game
from dixie_env.engine import CompiledRules
from dixie_env.engine.model import SEATS
from dixie_env.results import win_shares

FIRST, LAST = 20, 60
"""The window: decisions after a position from which, and up to which, the winner is judged.

In 60 games (16 draws, five positions each) the policy's prediction at the position itself had a mean squared
error of 0.14 among equals and 0.11 among mixed players. This window has 0.11 and 0.10, and later windows are
hardly better. The base, an equal share for everybody, has 0.20 and 0.21."""
ROWS = 4096
"""Continuations that are played together."""
UNFORCED = -1
"""Instead of an option: the policy decides from the beginning."""


@dataclass(frozen=True)
class Start:
    """Where continuations begin.

    Attributes:
        states: The state for each draw, or one for all. Their seeds are replaced.
        number: How many decisions were made in the game before.
        option: What the seat takes whose turn it is: the position after it is judged, before the chance that
            follows. `UNFORCED` judges the position itself.
    """

    states: NDArray[np.void]
    number: int
    option: int = UNFORCED


@dataclass(frozen=True)
class Continued:
    """How the continuations of a start went.

    Attributes:
        shares: The win share of each seat, one row for each draw.
        ends: The states in which they stopped, one for each draw.
    """

    shares: NDArray[np.float64]
    ends: NDArray[np.void]

    @property
    def mean(self) -> NDArray[np.float64]:
        """The win share of each seat."""
        return np.asarray(self.shares.mean(axis=0))


class Outlook:
    """Judges positions of one game.

    Args:
        policy: A policy with a head for the winner.
        rules: The rules of the game.
        draws: Continuations of each position.
        seed: Where the luck comes from.
        first: First decision of the window.
        last: Decision before which the continuations stop.
    """

    def __init__(
        self,
        policy: Policy,
        rules: CompiledRules,
        *,
        draws: int,
        seed: int = 0,
        first: int = FIRST,
        last: int = LAST,
    ) -> None:
        self.policy = policy
        self.rules = rules
        self.draws = draws
        self.first, self.last = first, last
        random = np.random.Generator(np.random.PCG64([seed, 0]))
        self._dice, self._choices = random.integers(0, 2**63, (2, draws), np.int64).astype(np.uint64)

    @property
    def most(self) -> int:
        """How many starts are best judged together."""
        return max(1, ROWS // self.draws)

    def judge(self, starts: Sequence[Start]) -> list[Continued]:
        """Continue each start once for each draw. None of them may be the end of the game."""
        draws, players = self.draws, self.rules.players
        rows = len(starts) * draws
        loop = self._loop(starts)
        forced = np.repeat([start.option for start in starts], draws)
        given = np.flatnonzero(forced != UNFORCED)
        sums, counts = np.zeros((rows, players)), np.zeros(rows)
        nothing = np.zeros(1)
        loop.run(0, rows, nothing)
        loop.take(given, forced[given])  # not part of the window: it is the way to where the start leads
        loop.run(0, rows, nothing)
        for ply in range(self.last):
            open_ = np.flatnonzero(loop.waiting >= 0)
            if not open_.size:
                break
            observations, masks, keys = loop.ask(open_, **self.policy.observation.arguments)
            if ply >= self.first:
                sums[open_] += self._shares(observations, loop.states["seat"][open_])
                counts[open_] += 1
            loop.take(open_, self.policy.net.draw(observations, masks, keys, 1.0))
            loop.run(0, rows, nothing)
        over = loop.waiting < 0
        results = win_shares(loop.states["ranks"][over, :players])
        sums[over] += results * (self.last - self.first - counts[over])[:, None]
        shares = (sums / (self.last - self.first)).reshape(len(starts), draws, players)
        ends = loop.states.reshape(len(starts), draws)
        return [Continued(shares[i], ends[i]) for i in range(len(starts))]

    def _loop(self, starts: Sequence[Start]) -> MatchLoop:
        """Return all continuations before their first decision."""
        draws, count = self.draws, len(starts)
        lineups = np.zeros((count * draws, self.rules.players), np.int32)
        loop = MatchLoop(self.rules, [None], lineups, np.tile(self._choices, count), 0)
        saved = loop.save()
        for i, start in enumerate(starts):
            saved["states"][i * draws : (i + 1) * draws] = start.states
            saved["numbers"][i * draws : (i + 1) * draws] = start.number
        saved["states"]["seed"] = np.tile(self._dice, count)
        loop.load(saved)
        return loop

    def _shares(self, observations: NDArray[np.float32], seats: NDArray[np.integer]) -> NDArray[np.float64]:
        """Return the predicted win shares by seat."""
        players = self.rules.players
        relative = self.policy.win_shares(observations, players)
        turned = (np.arange(players) - seats.astype(np.int64)[:, None]) % players
        return np.take_along_axis(relative[:, :SEATS], turned, axis=1)

    def known(self, game: Game, seat: int) -> NDArray[np.void]:
        """Return the game as its seat knows it, once for each draw: what it can't know differs."""
        return np.array([game.resample(seat, int(number)).state for number in self._dice])
