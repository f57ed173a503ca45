"""A league: exploiters learn beside the learner, each a best response to the learner as it is now.

After every update of the learner each exploiter gets its newest weights as the only opponent, plays a rollout
alone against copies of it, which take their best option, and learns. Then the learner meets the exploiter as
it is now: among other opponents and, with `intruder`, alone among copies of the learner. So a weakness is
seldom open for long, while a best response trained between two stages meets only the learner that was.

An exploiter starts as a copy of the learner, or as a best response that was found before (`init`). When it
has learned for `restart` updates it starts again as a copy of the learner, and finds others.
"""

from typing import Any

from numpy.typing import NDArray

from dixie_agents.compiled.bots import BEST
from dixie_agents.policy import Weights
from dixie_env.family import Family
from dixie_training.checkpoint import inside
from dixie_training.fast_ppo import FastPPO
from dixie_training.init import initial_weights
from dixie_training.schema import Exploiter, FastPPOConfig, FastPPOOpponents
from dixie_training.team import Alone

SEEDS = 100_000
"""How far the seeds of exploiters are apart from each other and from the learner's."""


class SideExploiter:
    """A best response that learns beside the learner.

    Args:
        config: The training of the learner.
        rule: What the training file says of this exploiter.
        number: Its number, from 1.
    """

    def __init__(self, config: FastPPOConfig, rule: Exploiter, number: int) -> None:
        self.rule, self.name = rule, f"exploiter_{number}"
        # its only opponent, the learner, has the place of a snapshot; it takes none of its own
        alone = FastPPOOpponents(
            self_play=0.0, alike=1.0, hand_written=0.0, snapshots=1, snapshot_every=rule.restart + 1
        )
        changes = {
            "game": Family(setup for setup in config.game if setup.players == rule.players),
            "games": rule.games,
            "seed": (config.seed + SEEDS * number) % 2**31,
            "opponents": alone,
            "init": rule.init,
            "warm_start": None,
            "learning_rate": rule.learning_rate,
            "final_learning_rate": rule.learning_rate,
            "clip_coef": 0.2,
            "winner_coef": 0.0,
            "scores_coef": 0.0,
            "critic": False,
        }
        own = config.model_copy(update=changes)
        self._first = initial_weights(own)
        self.learner = FastPPO(own)
        self.learner.pool.snapshot_kind = BEST

    def begin(self, weights: Weights) -> None:
        """Start for the first time: from a policy of its own, or as a copy of the learner."""
        self.copy(weights if self._first is None else self._first)

    def copy(self, weights: Weights) -> None:
        """Start again as a copy of the learner."""
        self.learner.set_weights(dict(weights))
        self.learner.optimizer.state.clear()
        self.learner.updates = 0

    def follow(self, weights: Weights) -> dict[str, float]:
        """Play against the learner as it is now, and learn. Return metrics."""
        if self.learner.updates >= self.rule.restart:
            self.copy(weights)
        self.learner.pool.put(self.learner.pool.first_snapshot, weights)
        share = self.learner.rollout().get("win_share")
        self.learner.learn()
        return {} if share is None else {f"{self.name}_share": share}


class League(FastPPO):
    """`FastPPO` with exploiters beside it."""

    def __init__(self, config: FastPPOConfig) -> None:
        super().__init__(config)
        rules = config.opponents.exploiters
        self.exploiters = [SideExploiter(config, rule, number) for number, rule in enumerate(rules, 1)]
        self._start_exploiters()

    def set_weights(self, weights: dict[str, Any]) -> None:
        """Load weights; exploiters without a policy of their own start as copies of them."""
        super().set_weights(weights)
        self._start_exploiters()

    def _start_exploiters(self) -> None:
        for exploiter in self.exploiters:
            exploiter.begin(self.weights())

    def learn(self) -> dict[str, float]:
        """Learn from the buffer, let the exploiters play and learn, and return metrics."""
        watched = super().learn()
        for place, exploiter in enumerate(self.exploiters, self.pool.first_exploiter):
            watched |= exploiter.follow(self.weights())
            self.pool.put(place, exploiter.learner.weights())
        return watched

    def join(self, team: Alone) -> None:
        """Learn with these others from now on, the exploiters too."""
        super().join(team)
        for exploiter in self.exploiters:
            exploiter.learner.join(team)

    def save(self) -> tuple[dict[str, NDArray[Any]], dict[str, Any]]:
        """Return everything needed to continue exactly from here: arrays, and plain data for JSON."""
        arrays, counters = super().save()
        for exploiter in self.exploiters:
            more, counted = exploiter.learner.save()
            arrays |= {f"{exploiter.name}.{name}": array for name, array in more.items()}
            counters[exploiter.name] = counted
        return arrays, counters

    def load(self, arrays: dict[str, NDArray[Any]], counters: dict[str, Any]) -> None:
        """Continue from what `save` returned."""
        super().load(arrays, counters)
        for exploiter in self.exploiters:
            exploiter.learner.load(inside(arrays, f"{exploiter.name}."), counters[exploiter.name])
