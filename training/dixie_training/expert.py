"""Expert iteration: a search improves the learner's choices, and the network learns what the search found.

At a share of the learner's decisions a small search over its own policy (`dixie_agents/compiled/gumbel.pyx`)
gives an improved policy, and the learner plays by it. The network learns the improved policy by
cross-entropy, and who wins, the scores and the value from how the games go on, as `fast_ppo` does (see
`seat_learner`). So the next rollout searches with a better policy and better
values.

All seats share one network. In games against opponents only the learner's seats search. Its simulations let
all seats play the learner's policy, because a player does not know who sits opposite.
"""

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from dixie_agents.compiled.gumbel import GumbelSearch
from dixie_agents.network import draw
from dixie_agents.policy import Policy
from dixie_env.rewards import PAID, SCALE
from dixie_training.advantages import Floats
from dixie_training.schema import ExpertConfig
from dixie_training.seat_learner import SeatLearner


class ExpertIteration(SeatLearner[ExpertConfig]):
    """The learner. Call `rollout` and `learn` in turn."""

    def __init__(self, config: ExpertConfig) -> None:
        super().__init__(config)
        ticks, games, options = self.buffer.masks.shape
        self.targets = torch.zeros(ticks, games, options, device=self.device)
        """The improved policy where there was a search, and the policy itself where it was sure."""
        self.taught = np.zeros((ticks, games), np.bool_)
        """Where there is a target."""
        self.searched = 0
        """How many decisions of the rollout were searched."""

    def search(self) -> GumbelSearch:
        """Return the search over the policy as it is now."""
        config, settings = self.config, self.config.search
        # the head for the winner has no shaping in it
        shaping = 0.0 if "winner" in config.heads else config.shaping / SCALE
        return GumbelSearch(
            Policy(self.weights(), config.observation).net,
            paid=PAID[config.reward],
            shaping=shaping,
            simulations=settings.simulations,
            considered=settings.considered,
            value_scale=settings.value_scale,
            maxvisit_init=settings.maxvisit_init,
            cut=settings.cut,
            sure=settings.sure,
        )

    def rollout(self) -> dict[str, float]:
        """Play `num_steps` ticks into the buffer.

        Returns:
            The learner's win share against opponents, and which share of decisions was searched.
        """
        self.searched, self._search = 0, self.search()
        found = super().rollout()
        return {"searched": self.searched / self.taught.size, **found}

    def _choose(self, tick: int) -> NDArray[np.int64]:
        """Choose in all games: by a search in some of them, by the policy in the others."""
        buffer, games = self.buffer, self.games
        chances, buffer.values[tick] = self.network(buffer.observations[tick], buffer.masks[tick])
        options: NDArray[np.int64] = draw(chances, self.rng).cpu().numpy()
        taught = torch.rand(games.count, generator=self.rng).numpy() < self.config.search.share
        searched = taught.copy()
        # Where the policy is sure, it learns itself, so that learning elsewhere doesn't change it there.
        targets: Floats = chances.exp().cpu().numpy()
        games.improve(self._search, searched, targets, options)
        targets[~taught] = 0
        self.taught[tick] = taught
        self.targets[tick] = torch.from_numpy(targets)
        self.searched += int(searched.sum())
        return options

    def _lesson(
        self, advantages: Floats, known: NDArray[np.bool_]
    ) -> tuple[NDArray[np.bool_], dict[str, Tensor]]:
        lesson = {
            "targets": self.targets.flatten(0, 1),
            "taught": self._moved(self.taught).flatten(),
            "known": self._moved(known).flatten(),
        }
        # a target is known at once, also where what the decision leads to is not
        return known | self.taught, lesson

    def _loss(
        self, data: dict[str, Tensor], waited: dict[str, Tensor] | None
    ) -> tuple[Tensor, dict[str, Tensor | float]]:
        config, known = self.config, data["known"]
        with self._precision():
            features = self.network.features(data["observations"])
            chances, values = self.network.log_choices(features, data["masks"])
            results = {name: data[name][known] for name in ("present", *config.heads) if name in data}
            more, found = (
                self.result_heads.loss(features[known], results, waited) if config.heads else (None, {})
            )
        policy_loss, missing = target_losses(chances, data["targets"], data["taught"])
        value_loss = 0.5 * ((values - data["returns"]).square() * known).sum() / known.sum().clamp(min=1)
        shares = chances.exp()
        entropy = -(shares * chances.clamp(min=-80)).sum(dim=1).mean()
        loss = policy_loss + config.vf_coef * value_loss - config.ent_coef * entropy
        if more is not None:
            loss = loss + more
        return loss, {
            **found,
            "policy_loss": policy_loss.detach(),
            "target_kl": missing,
            "value_loss": value_loss.detach(),
            "entropy": entropy.detach(),
        }


def target_losses(chances: Tensor, targets: Tensor, taught: Tensor) -> tuple[Tensor, Tensor]:
    """Return how far a policy is from its targets, on average over the decisions that have one.

    Args:
        chances: The log-probabilities of the options, one row for each decision.
        targets: The improved policies.
        taught: Which rows have one; the others count nothing.

    Returns:
        The cross-entropy, whose gradient the policy learns by, and the same minus the entropy of the targets
        (the KL divergence), which is 0 when there is nothing left to learn.
    """
    count = taught.sum().clamp(min=1)
    crossed = -((targets * chances.clamp(min=-1e4)).sum(dim=1) * taught).sum() / count
    entropy = -(torch.special.xlogy(targets, targets).sum(dim=1) * taught).sum() / count
    return crossed, (crossed - entropy).detach()
