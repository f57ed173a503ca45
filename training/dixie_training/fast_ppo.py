"""PPO for self-play in which every seat of every game can learn: one process, one thread.

How seats, ticks and trajectories go together is explained in `seat_learner`; here are the choices, which are
drawn from the policy, and the clipped loss.
"""

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from dixie_agents.network import choice, draw
from dixie_env.engine.model import SEATS
from dixie_training.advantages import Floats
from dixie_training.critic import Critic, opponents_seen
from dixie_training.schema import FastPPOConfig
from dixie_training.seat_learner import SeatLearner


class FastPPO(SeatLearner[FastPPOConfig]):
    """The learner. Call `rollout` and `learn` in turn."""

    def __init__(self, config: FastPPOConfig) -> None:
        super().__init__(config)
        shape = config.num_steps, self.games.count
        self.options = torch.zeros(*shape, dtype=torch.int64, device=self.device)
        """What was chosen in the rollout."""
        self.log_probabilities = torch.zeros(*shape, device=self.device)
        """How likely the learner chose it."""
        nobody = SEATS * len(self.pool.players)
        self.opponents = torch.full((*shape, SEATS), nobody, device=self.device)
        """Who sits opposite at each decision of the rollout, for the critic."""

    def _make_critic(self) -> Critic | None:
        config = self.config
        if not config.critic:
            return None
        return Critic(config.hidden[-1], len(self.pool.players)).to(self.device)

    def _choose(self, tick: int) -> NDArray[np.int64]:
        """Choose in all games with one pass of the network."""
        buffer = self.buffer
        features = self.network.features(buffer.observations[tick])
        chances, values = self.network.log_choices(features, buffer.masks[tick])
        if self.critic is not None:
            games = self.games
            seen = opponents_seen(games.lineups, games.seats, self.outcomes.players, len(self.pool.players))
            self.opponents[tick] = torch.from_numpy(seen)
            values = values + self.critic(features, self.opponents[tick])
        buffer.values[tick] = values
        options = draw(chances, self.rng)
        self.options[tick] = options
        self.log_probabilities[tick] = chances.gather(1, options[:, None]).squeeze(1)
        chosen: NDArray[np.int64] = options.cpu().numpy()
        return chosen

    def _lesson(
        self, advantages: Floats, known: NDArray[np.bool_]
    ) -> tuple[NDArray[np.bool_], dict[str, Tensor]]:
        lesson = {
            "options": self.options.flatten(),
            "before": self.log_probabilities.flatten(),
            "advantages": self._moved(advantages).flatten(),
        }
        if self.critic is not None:
            lesson["opponents"] = self.opponents.flatten(0, 1)
        return known, lesson

    def _loss(
        self, data: dict[str, Tensor], waited: dict[str, Tensor] | None
    ) -> tuple[Tensor, dict[str, Tensor | float]]:
        config = self.config
        watched: dict[str, Tensor | float] = {}
        with self._precision():
            features = self.network.features(data["observations"])
            logits, values = self.network.choices(features)
            more, found = self.result_heads.loss(features, data, waited) if config.heads else (None, {})
            told = None if self.critic is None else self.critic(features, data["opponents"])
        watched |= found
        log_probabilities, entropies = choice(logits, data["masks"], data["options"])
        advantages = data["advantages"]
        spread = advantages.std(correction=0)  # for a single value it is 0; the usual estimate would be NaN
        advantages = (advantages - advantages.mean()) / (spread + 1e-8)
        change = log_probabilities - data["before"]
        ratio = change.exp()
        clipped = ratio.clamp(1 - config.clip_coef, 1 + config.clip_coef)
        policy_loss = -torch.min(ratio * advantages, clipped * advantages).mean()
        value_loss = 0.5 * (values - data["returns"]).square().mean()
        entropy = entropies.mean()
        loss = policy_loss + config.vf_coef * value_loss - config.ent_coef * entropy
        if more is not None:
            loss = loss + more
        if told is not None:
            critic_loss = 0.5 * (values.detach() + told - data["returns"]).square().mean()
            loss = loss + config.vf_coef * critic_loss
            watched["critic_loss"] = critic_loss.detach()
        with torch.no_grad():
            watched |= {
                "policy_loss": policy_loss.detach(),
                "value_loss": value_loss.detach(),
                "entropy": entropy.detach(),
                "approx_kl": ((ratio - 1) - change).mean(),
                "clipfrac": ((ratio - 1).abs() > config.clip_coef).float().mean(),
            }
        return loss, watched
