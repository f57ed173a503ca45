"""RLlib learns to beat a bot with PPO, and its own module for masks.

    pip install -c docs/examples/rllib/constraints.txt . torch "ray[rllib]"
    python docs/examples/rllib/train.py

The module wants the key `observations` where Dixie has `observation`. For self-play, in which every seat
learns, see `RLlibObservations` in `dixie_env.envs.rllib`.
"""

import argparse
import time

import gymnasium
import numpy as np
import ray
import torch
from gymnasium.spaces import Dict
from gymnasium.wrappers import TransformObservation
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule
from ray.tune.registry import register_env

from dixie_agents import win_share
from dixie_env.rewards import Reward

GAMES, STEPS, GAMMA = 16, 256, 0.99


def make(config: dict) -> gymnasium.Env:
    """Return the environment for one game."""
    reward = Reward("win", shaping=2.0, discount=GAMMA)
    env = gymnasium.make(
        "dixie_env:dixie_env/Dixie-v0",
        players=2,
        opponents=config["opponent"],
        reward=reward,
        mask="observation",
        disable_env_checker=True,
    )
    # glue: the key
    space = env.observation_space
    renamed = Dict({"observations": space["observation"], "action_mask": space["action_mask"]})
    return TransformObservation(
        env, lambda seen: {"observations": seen["observation"], "action_mask": seen["action_mask"]}, renamed
    )
    # end of glue


def train(updates: int, opponent: str, seed: int) -> ActionMaskingTorchRLModule:
    """Return a module that has learned in so many updates."""
    register_env("dixie", make)
    config = (
        PPOConfig()
        # RLlib's check of environments plays illegal options
        .environment("dixie", env_config={"opponent": opponent}, disable_env_checking=True)
        .env_runners(num_env_runners=0, num_envs_per_env_runner=GAMES)
        .rl_module(
            rl_module_spec=RLModuleSpec(
                module_class=ActionMaskingTorchRLModule,
                model_config={
                    "fcnet_hiddens": [128, 128],
                    "fcnet_activation": "relu",
                    "head_fcnet_hiddens": [],
                    "vf_share_layers": True,
                },
            )
        )
        .training(
            train_batch_size_per_learner=STEPS * GAMES,
            minibatch_size=1024,
            num_epochs=4,
            lr=1e-3,
            gamma=GAMMA,
            lambda_=0.95,
            clip_param=0.2,
            use_kl_loss=False,
            entropy_coeff=0.01,
            vf_loss_coeff=0.5,
            grad_clip=0.5,
        )
        .debugging(seed=seed, log_level="ERROR")
    )
    algorithm = config.build_algo()
    for _ in range(updates):
        algorithm.train()
    return algorithm.get_module()


def main() -> None:
    """Train, and play games on fresh seeds."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--updates", type=int, default=20)
    parser.add_argument("--opponent", default="sane")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    ray.init(num_cpus=1, include_dashboard=False, log_to_driver=False)
    began = time.perf_counter()
    module = train(arguments.updates, arguments.opponent, arguments.seed)
    print(f"learned for {time.perf_counter() - began:.0f} s")

    def choose(observations, masks):
        seen = {
            "observations": torch.as_tensor(observations),
            "action_mask": torch.as_tensor(masks.astype(np.float32)),
        }
        with torch.no_grad():
            return module.forward_inference({"obs": seen})["action_dist_inputs"].argmax(-1).numpy()

    print(f"won {win_share(choose, arguments.opponent)} against {arguments.opponent}")


if __name__ == "__main__":
    main()
