"""RLlib's PPO on Dixie: every seat is an agent, and all share one policy, on one machine or a cluster.

It uses the same configuration, evaluation and policy files as the other learners. RLlib samples through the
PettingZoo environment, one game at a time for each runner, so a decision should cost more than in
`dixie_training.fast_ppo`. In return it can use more machines: set ``ray.address`` and ``ray.workers``.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dixie_agents.policy import weight_shapes
from dixie_training.checkpoint import inside, load_optimizer, save_optimizer
from dixie_training.ray_start import start_ray
from dixie_training.schema import RLlibConfig

ENVIRONMENT = "dixie"
POLICY = "shared"
NAMES = {"policy": "pi.net.mlp.0", "value": "vf.net.mlp.0"}
"""RLlib's names for the two heads."""


def _make_env(settings: dict[str, Any]) -> Any:
    from ray.rllib.env.wrappers import pettingzoo_env

    from dixie_env import dixie_v0
    from dixie_env.envs.rllib import RLlibObservations
    from dixie_env.rewards import Reward

    reward = Reward(settings["reward"], settings["shaping"], settings["gamma"])
    make: Any = pettingzoo_env.PettingZooEnv
    return make(RLlibObservations(dixie_v0.env(setup=settings["game"], reward=reward)))


def algorithm_config(config: RLlibConfig) -> Any:
    """Return RLlib's configuration of PPO: a shared policy with masks, for one number of players."""
    from ray.rllib.algorithms.ppo import PPOConfig
    from ray.rllib.core.rl_module.multi_rl_module import MultiRLModuleSpec
    from ray.rllib.core.rl_module.rl_module import RLModuleSpec
    from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule
    from ray.tune.registry import register_env

    register_env(ENVIRONMENT, _make_env)
    (games,) = config.games_by_players.values()
    settings = {
        "game": config.game[0].as_object(),
        "reward": config.reward,
        "shaping": config.shaping,
        "gamma": config.gamma,
    }
    module = RLModuleSpec(
        module_class=ActionMaskingTorchRLModule,
        model_config={
            "fcnet_hiddens": list(config.hidden),
            "fcnet_activation": "relu",
            "head_fcnet_hiddens": [],
            "vf_share_layers": True,
        },
    )
    make: Any = PPOConfig
    return (
        make()
        # its environment check plays illegal options
        .environment(ENVIRONMENT, env_config=settings, disable_env_checking=True)
        .env_runners(num_env_runners=config.ray.workers, rollout_fragment_length="auto")
        .multi_agent(policies={POLICY}, policy_mapping_fn=lambda agent, *rest, **more: POLICY)
        .rl_module(rl_module_spec=MultiRLModuleSpec(rl_module_specs={POLICY: module}))
        .training(
            train_batch_size_per_learner=config.num_steps * games,
            minibatch_size=min(config.minibatch_size, config.num_steps * games),
            num_epochs=config.update_epochs,
            lr=config.learning_rate,
            gamma=config.gamma,
            lambda_=config.gae_lambda,
            clip_param=config.clip_coef,
            use_kl_loss=False,
            entropy_coeff=config.ent_coef,
            vf_loss_coeff=config.vf_coef,
            grad_clip=config.max_grad_norm,
        )
        .debugging(seed=config.seed, log_level="ERROR")
    )


class RLlibPPO:
    """The learner. Sampling and learning are one step in RLlib, so `rollout` does nothing."""

    def __init__(self, config: RLlibConfig) -> None:
        start_ray(config.ray.address)
        self.config = config
        self.algorithm = algorithm_config(config).build_algo()
        self.updates = 0
        self.decisions = 0
        self._before = 0  # decisions of the resumed run

    def rollout(self) -> dict[str, float]:
        """Do nothing."""
        return {}

    def learn(self) -> dict[str, float]:
        """Sample and learn."""
        result = self.algorithm.train()
        self.updates += 1
        self.decisions = self._before + int(result["num_env_steps_sampled_lifetime"])
        watched = result["learners"][POLICY]
        return {
            "entropy": float(watched["entropy"]),
            "policy_loss": float(watched["policy_loss"]),
            "value_loss": float(watched["vf_loss"]),
        }

    def weights(self) -> dict[str, NDArray[np.float32]]:
        """Return the weights in the format of a policy file."""
        theirs = self.algorithm.get_weights([POLICY])[POLICY]
        return {name: np.array(theirs[_their_name(name)], np.float32) for name in self._names()}

    def set_weights(self, weights: Mapping[str, NDArray[np.float32]]) -> None:
        """Load weights."""
        self.algorithm.set_weights({POLICY: {_their_name(name): weights[name] for name in self._names()}})

    def _names(self) -> list[str]:
        return list(weight_shapes(self.config.observation.size, self.config.hidden))

    def save(self) -> tuple[dict[str, NDArray[Any]], dict[str, Any]]:
        """Return weights, optimizer and counters. RLlib's own checkpoints are pickles; these are not."""
        arrays: dict[str, NDArray[Any]] = {f"network.{name}": array for name, array in self.weights().items()}
        arrays |= {f"optimizer.{name}": array for name, array in save_optimizer(self._optimizer).items()}
        return arrays, {"updates": self.updates, "decisions": self.decisions}

    def load(self, arrays: dict[str, NDArray[Any]], counters: dict[str, Any]) -> None:
        """Continue with these weights and this optimizer. Running games are not kept; new ones begin."""
        self.set_weights(inside(arrays, "network."))
        load_optimizer(self._optimizer, inside(arrays, "optimizer."))
        self.updates, self.decisions = counters["updates"], counters["decisions"]
        self._before = self.decisions

    @property
    def _optimizer(self) -> Any:
        return self.algorithm.learner_group._learner.get_optimizer(POLICY)


def _their_name(name: str) -> str:
    part, _, rest = name.partition(".")
    if part == "trunk":
        layer, _, kind = rest.partition(".")
        return f"encoder.encoder.net.mlp.{2 * int(layer)}.{kind}"
    return f"{NAMES[part]}.{rest}"
