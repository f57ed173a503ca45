"""TorchRL learns to beat a bot with PPO.

    pip install -c docs/examples/torchrl/constraints.txt . torch torchrl
    python docs/examples/torchrl/train.py

The native vector environment goes into `GymWrapper`. With `DISABLED`, TorchRL itself resets the games that
are over, as it prefers. `MaskedCategorical` applies the mask.
"""

import argparse
import time

import gymnasium
import torch
from tensordict import TensorDict
from tensordict.nn import TensorDictModule
from torch import nn
from torchrl.envs import DTypeCastTransform, GymWrapper, TransformedEnv
from torchrl.modules import MaskedCategorical, ProbabilisticActor, ValueOperator
from torchrl.objectives import ClipPPOLoss
from torchrl.objectives.value import GAE

import dixie_env  # noqa: F401 - registers the environment
from dixie_agents import win_share
from dixie_env.rewards import Reward

GAMES, STEPS, GAMMA = 64, 64, 0.99


def network(numbers: int, outputs: int) -> nn.Module:
    """Return a network with two hidden layers."""
    return nn.Sequential(
        nn.Linear(numbers, 128), nn.ReLU(), nn.Linear(128, 128), nn.ReLU(), nn.Linear(128, outputs)
    )


def train(updates: int, opponent: str, seed: int) -> ProbabilisticActor:
    """Return an actor that has learned in so many updates."""
    torch.manual_seed(seed)
    games = gymnasium.make_vec(
        "dixie_env/Dixie-v0",
        num_envs=GAMES,
        players=2,
        opponents=opponent,
        reward=Reward("win", shaping=2.0, discount=GAMMA),
        mask="observation",
        autoreset_mode="DISABLED",
    )
    env = GymWrapper(games, categorical_action_encoding=True)
    # glue: TorchRL wants booleans
    env = TransformedEnv(env, DTypeCastTransform(torch.int8, torch.bool, in_keys=["action_mask"]))
    # end of glue
    env.set_seed(seed)
    numbers, options = env.observation_spec["observation"].shape[-1], games.single_action_space.n
    actor = ProbabilisticActor(
        TensorDictModule(network(numbers, options), ["observation"], ["logits"]),
        in_keys={"logits": "logits", "mask": "action_mask"},
        distribution_class=MaskedCategorical,
        return_log_prob=True,
    )
    critic = ValueOperator(network(numbers, 1), in_keys=["observation"])
    advantage = GAE(gamma=GAMMA, lmbda=0.95, value_network=critic)
    loss = ClipPPOLoss(actor, critic, clip_epsilon=0.2, entropy_coeff=0.01, normalize_advantage=True)
    optimizer = torch.optim.Adam(loss.parameters(), lr=1e-3)
    state = env.reset()
    for _ in range(updates):
        with torch.no_grad():
            batch = env.rollout(STEPS, actor, auto_reset=False, tensordict=state, break_when_any_done=False)
            state = env.maybe_reset(env.step_mdp(batch[:, -1]))
            advantage(batch)
        decisions = batch.reshape(-1)
        for _ in range(4):
            for rows in torch.randperm(len(decisions)).split(1024):
                found = loss(decisions[rows])
                optimizer.zero_grad()
                sum(value for name, value in found.items() if name.startswith("loss_")).backward()
                nn.utils.clip_grad_norm_(loss.parameters(), 0.5)
                optimizer.step()
    return actor


def main() -> None:
    """Train, and play games on fresh seeds."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--updates", type=int, default=20)
    parser.add_argument("--opponent", default="sane")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    began = time.perf_counter()
    actor = train(arguments.updates, arguments.opponent, arguments.seed)
    print(f"learned for {time.perf_counter() - began:.0f} s")

    def choose(observations, masks):
        games = TensorDict(
            {"observation": torch.as_tensor(observations), "action_mask": torch.as_tensor(masks)},
            batch_size=len(observations),
        )
        with torch.no_grad():
            return actor.get_dist(games).mode.numpy()

    print(f"won {win_share(choose, arguments.opponent)} against {arguments.opponent}")


if __name__ == "__main__":
    main()
