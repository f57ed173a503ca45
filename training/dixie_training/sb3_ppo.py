"""sb3-contrib's MaskablePPO on Dixie: the recipe for people who know Stable-Baselines3.

It uses the same configuration files, opponents, checkpoints, evaluation and policy files as `fast_ppo`. Only
the learner differs: it has one seat in each game and learns only from that seat.
"""

from collections.abc import Mapping
from itertools import pairwise
from typing import Any

import numpy as np
import torch
from gymnasium.spaces import Box
from numpy.typing import NDArray
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from torch import Tensor, nn

from dixie_agents.network import ILLEGAL, choice, draw
from dixie_env.rewards import Reward
from dixie_training.checkpoint import inside, load_optimizer, save_optimizer
from dixie_training.device import device_of
from dixie_training.family_rules import rules_of
from dixie_training.pool import Pool
from dixie_training.sb3_env import DixieVecEnv
from dixie_training.schema import SB3Config

HEADS = {"action_net": "policy", "value_net": "value"}
"""The names of the two heads in Stable-Baselines3 and in a policy file."""


class Trunk(BaseFeaturesExtractor):
    """The shared layers, as in a policy file."""

    def __init__(self, space: Box, hidden: tuple[int, ...]) -> None:
        super().__init__(space, hidden[-1])
        sizes = [space.shape[0], *hidden]
        self.trunk = nn.ModuleList(nn.Linear(*pair) for pair in pairwise(sizes))

    def forward(self, observations: Tensor) -> Tensor:
        """Return the features."""
        for layer in self.trunk:
            observations = torch.relu(layer(observations))
        return observations


class SharedPolicy(MaskableActorCriticPolicy):
    """The policy of sb3-contrib for one shared trunk, without its distribution objects.

    Those objects check their arguments and normalise twice at every step, and take the slow path for the
    exponential of each masked -1e8: a fifth of the time. The results are the same.
    """

    def forward(
        self, obs: Tensor, deterministic: bool = False, action_masks: NDArray[Any] | None = None
    ) -> tuple[Tensor, Tensor, Tensor]:
        """Return actions, values and log-probabilities of the actions."""
        values, logits = self._look(obs)
        if action_masks is not None:
            logits = logits.masked_fill(
                ~torch.as_tensor(action_masks, dtype=torch.bool, device=logits.device), ILLEGAL
            )
        chances = torch.log_softmax(logits, dim=1)
        actions = chances.argmax(dim=1) if deterministic else draw(chances)
        return actions, values, chances.gather(1, actions[:, None]).squeeze(1)

    def evaluate_actions(
        self, obs: Tensor, actions: Tensor, action_masks: Tensor | None = None
    ) -> tuple[Tensor, Tensor, Tensor | None]:
        """Return values, log-probabilities of the actions and entropies."""
        values, logits = self._look(obs)
        masks = torch.ones_like(logits) if action_masks is None else action_masks
        return values, *choice(logits, masks.bool(), actions.long())

    def _look(self, obs: Tensor) -> tuple[Tensor, Tensor]:
        trunk = self.features_extractor(obs)
        return self.value_net(trunk), self.action_net(trunk)


class _Nothing(BaseCallback):
    """The callback that Stable-Baselines3 requires."""

    def _on_step(self) -> bool:
        return True


def make_model(config: SB3Config, env: Any, policy: type[MaskableActorCriticPolicy] = SharedPolicy) -> Any:
    """Return MaskablePPO with the settings of a configuration, for any environment with these spaces."""
    return MaskablePPO(
        policy,
        env,
        learning_rate=lambda left: (
            config.final_learning_rate + left * (config.learning_rate - config.final_learning_rate)
        ),
        n_steps=config.num_steps,
        batch_size=config.minibatch_size,
        n_epochs=config.update_epochs,
        gamma=config.gamma,
        gae_lambda=config.gae_lambda,
        clip_range=config.clip_coef,
        ent_coef=config.ent_coef,
        vf_coef=config.vf_coef,
        max_grad_norm=config.max_grad_norm,
        policy_kwargs={
            "net_arch": [],
            "features_extractor_class": Trunk,
            "features_extractor_kwargs": {"hidden": config.hidden},
        },
        seed=config.seed,
        device=device_of(config),
    )


class SB3PPO:
    """The learner. Call `rollout` and `learn` in turn."""

    def __init__(self, config: SB3Config) -> None:
        rule = config.opponents
        self.config = config
        self.pool = Pool(
            rule.bots,
            rule.snapshots,
            self_play=0,
            alike=rule.alike,
            power=rule.power,
            floor=rule.floor,
            hand_written=rule.hand_written,
            seed=config.seed,
            observation=config.observation,
        )
        reward = Reward(config.reward, config.shaping, config.gamma)
        self.env = DixieVecEnv(
            config.game,
            config.games_by_players,
            self.pool,
            reward,
            config.seed << 32,
            config.threads,
            rules_of(config.game),
        )
        self.model = make_model(config, self.env)
        self.total = config.updates * config.num_steps * self.env.num_envs
        _, self._callback = self.model._setup_learn(self.total, _Nothing())
        self.updates = 0

    @property
    def decisions(self) -> int:
        """How many decisions were learned from."""
        return int(self.model.num_timesteps)

    def rollout(self) -> dict[str, float]:
        """Play into the buffer of the model."""
        model = self.model
        model.collect_rollouts(model.env, self._callback, model.rollout_buffer, self.config.num_steps)
        return {}

    def learn(self) -> dict[str, float]:
        """Learn from the buffer and return metrics."""
        self.model._update_current_progress_remaining(self.model.num_timesteps, self.total)
        self.model.train()
        self.updates += 1
        rule = self.config.opponents
        if rule.snapshots and self.updates % rule.snapshot_every == 0:
            self.pool.add_snapshot(self.weights())
        watched = self.model.logger.name_to_value
        return {
            "entropy": -float(watched["train/entropy_loss"]),
            "policy_loss": float(watched["train/policy_gradient_loss"]),
            "value_loss": float(watched["train/value_loss"]),
            "approx_kl": float(watched["train/approx_kl"]),
            "clipfrac": float(watched["train/clip_fraction"]),
            "explained_variance": float(watched["train/explained_variance"]),
        }

    # --- weights, stopping and going on -----------------------------------------------------------------

    def weights(self) -> dict[str, NDArray[np.float32]]:
        """Return the weights in the format of a policy file."""
        state = self.model.policy.state_dict()
        weights = {
            name.removeprefix("features_extractor."): value
            for name, value in state.items()
            if name.startswith("features_extractor.")
        }
        for theirs, ours in HEADS.items():
            for kind in ("weight", "bias"):
                weights[f"{ours}.{kind}"] = state[f"{theirs}.{kind}"]
        return {name: value.cpu().numpy().copy() for name, value in weights.items()}

    def set_weights(self, weights: Mapping[str, NDArray[np.float32]]) -> None:
        """Load weights."""
        policy = self.model.policy
        parts = {
            "trunk": policy.features_extractor.trunk,
            "policy": policy.action_net,
            "value": policy.value_net,
        }
        with torch.no_grad():
            for name, array in weights.items():
                part, _, rest = name.partition(".")
                parts[part].get_parameter(rest).copy_(torch.from_numpy(np.asarray(array)))

    def save(self) -> tuple[dict[str, NDArray[Any]], dict[str, Any]]:
        """Return everything needed to continue exactly from here: arrays, and plain data for JSON."""
        opponents, drawn = self.pool.save()
        parts = {
            "network": self.weights(),
            "optimizer": save_optimizer(self.model.policy.optimizer),
            "env": self.env.save(),
            "pool": opponents,
        }
        arrays = {f"{part}.{name}": array for part, found in parts.items() for name, array in found.items()}
        arrays["rng"] = torch.get_rng_state().numpy().copy()
        arrays["starts"] = np.asarray(self.model._last_episode_starts)
        shuffling: Any = np.random.get_state(legacy=False)  # SB3 shuffles with the global generator
        counters = {
            "updates": self.updates,
            "decisions": self.decisions,
            "pool": drawn,
            "shuffling": [shuffling["state"]["key"].tolist(), int(shuffling["state"]["pos"])],
        }
        return arrays, counters

    def load(self, arrays: dict[str, NDArray[Any]], counters: dict[str, Any]) -> None:
        """Continue from what `save` returned."""
        self.set_weights(inside(arrays, "network."))
        load_optimizer(self.model.policy.optimizer, inside(arrays, "optimizer."))
        self.pool.load(inside(arrays, "pool."), counters["pool"])
        self.env.load(inside(arrays, "env."))
        self.model._last_obs = self.env.games.observations.copy()
        self.model._last_episode_starts = arrays["starts"]
        self.model.num_timesteps = counters["decisions"]
        self.updates = counters["updates"]
        torch.set_rng_state(torch.from_numpy(arrays["rng"].copy()))
        state, position = counters["shuffling"]
        np.random.set_state(("MT19937", np.array(state, np.uint32), position, 0, 0.0))
