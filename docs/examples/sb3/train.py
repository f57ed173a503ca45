"""Stable-Baselines3 learns to beat a bot, with MaskablePPO of sb3-contrib.

    pip install -c docs/examples/sb3/constraints.txt . torch sb3-contrib
    python docs/examples/sb3/train.py

No glue: MaskablePPO asks the environment for its `action_masks()`. The saved model is an agent for every
command: `dixie tournament --agents sb3:model.zip,sane --players 2`.
"""

import argparse
import time

import gymnasium
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env import DummyVecEnv

import dixie_env  # noqa: F401 - registers the environment
from dixie_agents import win_share
from dixie_env.rewards import Reward

GAMES, STEPS, GAMMA = 16, 256, 0.99


def train(updates: int, opponent: str, seed: int) -> MaskablePPO:
    """Return a model that has learned in so many updates."""

    def make() -> gymnasium.Env:
        reward = Reward("win", shaping=2.0, discount=GAMMA)
        return gymnasium.make("dixie_env/Dixie-v0", players=2, opponents=opponent, reward=reward)

    model = MaskablePPO(
        "MlpPolicy",
        DummyVecEnv([make] * GAMES),
        learning_rate=1e-3,
        n_steps=STEPS,
        batch_size=1024,
        n_epochs=4,
        gamma=GAMMA,
        ent_coef=0.01,
        policy_kwargs={"net_arch": [128, 128]},
        seed=seed,
        device="cpu",
    )
    return model.learn(updates * STEPS * GAMES)


def main() -> None:
    """Train, save, and play games on fresh seeds."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--updates", type=int, default=20)
    parser.add_argument("--opponent", default="sane")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", default="model.zip")
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    began = time.perf_counter()
    model = train(arguments.updates, arguments.opponent, arguments.seed)
    print(f"learned for {time.perf_counter() - began:.0f} s")
    model.save(arguments.out)

    def choose(observations, masks):
        return model.predict(observations, action_masks=masks, deterministic=True)[0]

    print(f"won {win_share(choose, arguments.opponent)} against {arguments.opponent}")


if __name__ == "__main__":
    main()
