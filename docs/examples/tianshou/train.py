"""Tianshou learns to beat a bot with PPO.

    pip install -c docs/examples/tianshou/constraints.txt . torch tianshou
    python docs/examples/tianshou/train.py

The environment puts the mask into the observation, and the actor applies it: PPO of Tianshou has no place
for masks of its own.
"""

import argparse
import time

import gymnasium
import numpy as np
import torch
from tianshou.algorithm import PPO
from tianshou.algorithm.modelfree.reinforce import ProbabilisticActorPolicy
from tianshou.algorithm.optim import AdamOptimizerFactory
from tianshou.data import Batch, Collector, VectorReplayBuffer
from tianshou.env import DummyVectorEnv
from tianshou.trainer import OnPolicyTrainerParams
from torch import Tensor, nn
from torch.distributions import Categorical

import dixie_env  # noqa: F401 - registers the environment
from dixie_agents import win_share
from dixie_env.rewards import Reward

GAMES, STEPS, GAMMA = 16, 256, 0.99


# glue: networks that take the observation apart
class Net(nn.Module):
    """Reads the numbers of an observation; as an actor it also applies the mask."""

    def __init__(self, numbers: int, outputs: int, masked: bool) -> None:
        super().__init__()
        self.layers = nn.Sequential(
            nn.Linear(numbers, 128), nn.ReLU(), nn.Linear(128, 128), nn.ReLU(), nn.Linear(128, outputs)
        )
        self.masked = masked

    def forward(self, obs: Batch, state: object = None, info: object = None) -> Tensor | tuple:
        """Return what Tianshou expects of an actor (logits and state) or of a critic (values)."""
        found = self.layers(torch.as_tensor(obs.observation))
        if not self.masked:
            return found
        return found.masked_fill(torch.as_tensor(obs.action_mask) == 0, -1e8), state


# end of glue


def train(updates: int, opponent: str, seed: int) -> ProbabilisticActorPolicy:
    """Return a policy that has learned in so many updates."""
    np.random.seed(seed)
    torch.manual_seed(seed)

    def make() -> gymnasium.Env:
        return gymnasium.make(
            "dixie_env/Dixie-v0",
            players=2,
            opponents=opponent,
            reward=Reward("win", shaping=2.0, discount=GAMMA),
            mask="observation",
        )

    envs = DummyVectorEnv([make] * GAMES)
    envs.seed(seed)
    space = make().observation_space["observation"]
    actions = make().action_space
    policy = ProbabilisticActorPolicy(
        actor=Net(space.shape[0], actions.n, masked=True),
        dist_fn=lambda logits: Categorical(logits=logits),
        action_space=actions,
        deterministic_eval=True,
        action_scaling=False,
        action_bound_method=None,
    )
    algorithm = PPO(
        policy=policy,
        critic=Net(space.shape[0], 1, masked=False),
        optim=AdamOptimizerFactory(lr=1e-3),
        gamma=GAMMA,
        ent_coef=0.01,
        advantage_normalization=True,
    )
    algorithm.run_training(
        OnPolicyTrainerParams(
            training_collector=Collector(algorithm, envs, VectorReplayBuffer(STEPS * GAMES, GAMES)),
            max_epochs=1,
            epoch_num_steps=updates * STEPS * GAMES,
            collection_step_num_env_steps=STEPS * GAMES,
            update_step_num_repetitions=4,
            batch_size=1024,
        )
    )
    return policy


def main() -> None:
    """Train, and play games on fresh seeds."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--updates", type=int, default=20)
    parser.add_argument("--opponent", default="sane")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    began = time.perf_counter()
    policy = train(arguments.updates, arguments.opponent, arguments.seed)
    print(f"learned for {time.perf_counter() - began:.0f} s")

    def choose(observations, masks):
        with torch.no_grad():
            logits, _ = policy.actor(Batch(observation=observations, action_mask=masks))
        return logits.argmax(-1).numpy()

    print(f"won {win_share(choose, arguments.opponent)} against {arguments.opponent}")


if __name__ == "__main__":
    main()
