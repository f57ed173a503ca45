"""The learner's opponents: hand-written bots, earlier versions of itself, and itself.

The rule, for each new game:

1. With probability ``self_play`` every seat is the learner's, and all of them learn.
2. With probability ``intruder`` one opponent has one random seat, and the learner all others, each of which
   learns for itself. So the learner meets its exploiters as they meet it: among copies of itself.
3. Otherwise the learner has one random seat. With probability ``alike`` all other seats have the same
   opponent, else each draws its own. With ``coalition`` it is the other way round: one opponent has one
   random seat, and the learner all others, which are paid for what that opponent loses.
4. An opponent is a bot with probability ``hand_written``, else a snapshot (or a bot if there is none yet).
   Among these it is drawn with a weight of ``(share of duels the learner lost) ** power + floor``. A duel is
   one game and one seat of that opponent: the learner loses it if that seat ranks ahead of its own (of its
   first, if it has several), and half loses it in a tie. The share is a moving average over the last few
   hundred duels with this number of players, and starts at a half.

5. Where exploiters learn beside the learner (`dixie_training.league`), an opponent in games with their number
   of players is one of them with probability ``exploiter_share``, before rule 4.

So opponents that the learner still loses to come most often, and none is ever forgotten. The learner loses to
snapshots about half the time; drawn together with the bots, they would crowd the bots out.

With ``moods`` above 0 each snapshot has preferences of its own, which it follows in all its games: a random
number is added to the logit of each option. Its standard deviation is drawn between 0 and ``moods`` for each
snapshot. So the learner meets players who are as good as it was but want something else, and comes to places
where it would never lead itself. That is where best responses find its weaknesses.

Note that a game in which all seats learn gives as many decisions as several others: with 4 players and
``self_play`` of a quarter, such games give more than half of all decisions.

Snapshots sample their options, as the learner does. They play in compiled code like the bots: a pass of the
network for one decision takes 6 to 12 microseconds there, less than its share of a batch that waits for all.
Bots written in Python decide in batches, once for all games that wait for them.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dixie_agents.base import Agent
from dixie_agents.bots import CompiledAgent
from dixie_agents.compiled.bots import SAMPLED, CompiledBot
from dixie_agents.guests import invite
from dixie_agents.policy import USUAL, Policy
from dixie_env import ObservationSpec
from dixie_env.engine.model import SEATS
from dixie_training.checkpoint import inside
from dixie_training.running_games import LEARNER, Ended
from dixie_training.schema import FastPPOOpponents, SelfPlayOpponents

MEMORY = 0.995
"""Decay of the moving average: how much of the share of lost duels stays after one more duel."""


class Pool:
    """The learner's opponents, and the rule that seats them.

    Players are numbered: 0 is the learner, then the bots, then the places for snapshots.

    Args:
        bots: Names of agents: compiled bots, policies, or classes in Python.
        snapshots: How many earlier versions are kept. A new one replaces the oldest.
        moods: See the rule above.
        self_play: See the rule above.
        alike: See the rule above.
        power: See the rule above.
        floor: See the rule above.
        hand_written: See the rule above.
        seed: Seed of the line-ups.
        observation: The observation of the learner and its earlier versions.
        coalition: See the rule above.
        intruder: See the rule above.
        exploiters: For each exploiter its number of players.
        exploiter_share: See the rule above.
    """

    def __init__(
        self,
        bots: Sequence[str] = (),
        snapshots: int = 0,
        *,
        moods: float = 0.0,
        self_play: float = 1.0,
        alike: float = 0.5,
        power: float = 1.0,
        floor: float = 0.05,
        hand_written: float = 0.7,
        seed: int = 0,
        observation: ObservationSpec = USUAL,
        coalition: bool = False,
        intruder: float = 0.0,
        exploiters: Sequence[int] = (),
        exploiter_share: float = 0.0,
    ) -> None:
        self.observation = observation
        self.bots = tuple(bots)
        self.self_play, self.alike, self.power, self.floor = self_play, alike, power, floor
        self.hand_written, self.moods = hand_written, moods
        self.coalition, self.intruder = coalition, intruder
        made = [player(name) for name in bots]
        compiled = [bot if isinstance(bot, CompiledBot) else None for bot in made]
        later = [None] * (snapshots + len(exploiters))
        self.players: list[CompiledBot | None] = [None, *compiled, *later]
        self.agents = {number: bot for number, bot in enumerate(made, 1) if isinstance(bot, Agent)}
        """The opponents written in Python, by player number."""
        self.first_snapshot = 1 + len(self.bots)
        self.first_exploiter = self.first_snapshot + snapshots
        self.exploiters = np.array(exploiters, np.int64)
        self.exploiter_share = exploiter_share
        self.snapshots: dict[int, dict[str, NDArray[np.float32]]] = {}
        """The weights of earlier versions and of exploiters, by player number."""
        self.snapshot_kind = SAMPLED
        """How they play: their probabilities, or (`BEST`) their best option."""
        self.taken = 0
        """How many snapshots have been taken so far."""
        self.lost = np.full((SEATS + 1, len(self.players)), 0.5)
        """The share of duels that the learner lost to each player, by number of players in the game."""
        self._rng = np.random.Generator(np.random.PCG64(seed))

    @classmethod
    def of(cls, rule: SelfPlayOpponents, seed: int, observation: ObservationSpec) -> "Pool":
        """Create the pool that a training file describes."""
        return cls(
            rule.bots,
            rule.snapshots,
            moods=rule.moods,
            self_play=rule.self_play,
            alike=rule.alike,
            power=rule.power,
            floor=rule.floor,
            hand_written=rule.hand_written,
            seed=seed,
            observation=observation,
            coalition=isinstance(rule, FastPPOOpponents) and rule.coalition,
            intruder=rule.intruder,
            **_exploiters(rule),
        )

    @property
    def names(self) -> list[str]:
        """The names of the players, in the order of their numbers."""
        places = range(1, self.first_exploiter - self.first_snapshot + 1)
        snapshots = (f"snapshot {place}" for place in places)
        exploiters = (f"exploiter {number}" for number in range(1, len(self.exploiters) + 1))
        return ["learner", *self.bots, *snapshots, *exploiters]

    def present(self, players: int) -> NDArray[np.int64]:
        """The numbers of the opponents that can play in games of so many players."""
        seated = [place for place in sorted(self.snapshots) if self._plays(place, players)]
        return np.array([*range(1, self.first_snapshot), *seated], np.int64)

    def _plays(self, place: int, players: int) -> bool:
        return place < self.first_exploiter or self.exploiters[place - self.first_exploiter] == players

    def add_snapshot(self, weights: Mapping[str, NDArray[np.float32]]) -> None:
        """Add a version of the learner. If all places are taken, it replaces the oldest."""
        place = self.first_snapshot + self.taken % (self.first_exploiter - self.first_snapshot)
        self.taken += 1
        self.lost[:, place] = 0.5
        self.put(place, self._in_a_mood(weights) if self.moods else weights)

    def _in_a_mood(self, weights: Mapping[str, NDArray[np.float32]]) -> dict[str, NDArray[np.float32]]:
        """Return the weights with a random preference for each option."""
        strength = self.moods * self._rng.random()
        bias = weights["policy.bias"]
        wishes = strength * self._rng.standard_normal(bias.shape)
        return {**weights, "policy.bias": bias + wishes.astype(np.float32)}

    def put(self, place: int, weights: Mapping[str, NDArray[np.float32]]) -> None:
        """Give the player with this number new weights."""
        self.snapshots[place] = dict(weights)
        self.players[place] = CompiledBot(self.snapshot_kind, net=Policy(weights, self.observation).net)

    def seat(self, players: int, games: int) -> NDArray[np.int32]:
        """Draw line-ups for new games."""
        present = self.present(players)
        lineups = np.full((games, players), LEARNER, np.int32)
        kind = self._rng.random(games)
        against = np.flatnonzero(kind >= self.self_play)
        if not (present.size and against.size):
            return lineups
        drawn = self._rng.choice(present, (against.size, players), p=self._chances(players, present))
        alike = self._rng.random(against.size) < self.alike
        drawn[alike] = drawn[alike, :1]
        rows, seats = np.arange(against.size), self._rng.integers(players, size=against.size)
        alone = (kind[against] < self.self_play + self.intruder) | self.coalition
        lineups[against[alone], seats[alone]] = drawn[rows, seats][alone]
        drawn[rows, seats] = LEARNER
        lineups[against[~alone]] = drawn[~alone]
        return lineups

    def _chances(self, players: int, present: NDArray[np.int64]) -> NDArray[np.float64]:
        """Return how likely each of these opponents is to be drawn."""
        weights = self.lost[players, present] ** self.power + self.floor
        bots, exploiters = present < self.first_snapshot, present >= self.first_exploiter
        rest = 1 - self.exploiter_share if exploiters.any() else 1.0
        groups = (
            (bots, rest * self.hand_written),
            (~bots & ~exploiters, rest * (1 - self.hand_written)),
            (exploiters, 1 - rest),
        )
        for group, share in groups:
            weights[group] *= share / max(weights[group].sum(), 1e-9)
        total = weights.sum()
        return np.asarray(weights / total if total > 0 else np.full(len(present), 1 / len(present)))

    def record(self, ended: Ended) -> None:
        """Count the duels of games that ended."""
        for lineup, ranks in zip(ended.lineups, ended.ranks, strict=True):
            others = np.flatnonzero(lineup != LEARNER)
            if others.size in (0, len(lineup)):
                continue
            own = ranks[lineup == LEARNER][0]
            share = self.lost[len(lineup)]
            for seat in others:
                lost = 0.5 * (ranks[seat] < own) + 0.5 * (ranks[seat] <= own)
                share[lineup[seat]] += (1 - MEMORY) * (lost - share[lineup[seat]])

    def shares(self, ended: Ended) -> tuple[list[float], list[float]]:
        """Return the learner's win shares against opponents, and those of intruders, in games that ended.

        With `coalition` the share is that of all seats of the learner together.
        """
        own = ended.lineups == LEARNER
        shares = np.where(own, ended.win_shares, 0).sum(axis=1)
        against = ~own.all(axis=1)
        intruded = against & (own.sum(axis=1) > 1) & (not self.coalition)
        return shares[against & ~intruded].tolist(), (1 - shares[intruded]).tolist()

    def save(self) -> tuple[dict[str, NDArray[Any]], dict[str, Any]]:
        """Return everything that changes during use: arrays, and plain data for JSON."""
        arrays: dict[str, NDArray[Any]] = {
            f"{place}.{name}": array
            for place, weights in self.snapshots.items()
            for name, array in weights.items()
        }
        counters = {"taken": self.taken, "lost": self.lost.tolist(), "rng": self._rng.bit_generator.state}
        return arrays, counters

    def load(self, arrays: Mapping[str, NDArray[Any]], counters: Mapping[str, Any]) -> None:
        """Continue from what `save` returned."""
        for place in sorted({int(name.partition(".")[0]) for name in arrays}):
            self.put(place, inside(arrays, f"{place}."))
        self.taken = counters["taken"]
        self.lost[:] = counters["lost"]  # checkpoints of before have one share for all numbers of players
        self._rng.bit_generator.state = counters["rng"]


def _exploiters(rule: SelfPlayOpponents) -> dict[str, Any]:
    if not isinstance(rule, FastPPOOpponents):
        return {}
    return {
        "exploiters": [exploiter.players for exploiter in rule.exploiters],
        "exploiter_share": rule.exploiter_share,
    }


def player(name: str) -> CompiledBot | Agent:
    """Return the compiled bot of a name, or the agent if it is written in Python."""
    agent = invite(name)
    return agent.bot if isinstance(agent, CompiledAgent) else agent
