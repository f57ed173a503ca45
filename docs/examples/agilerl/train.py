"""AgileRL learns to beat a bot with PPO.

    pip install -c docs/examples/agilerl/constraints.txt . torch agilerl peft transformers
    python docs/examples/agilerl/train.py

AgileRL imports peft and transformers but does not ask for them. No glue: it takes Gymnasium's vector
environments and finds the masks in the infos. To tune settings while it learns, put several agents into a
population, as its tutorials do.
"""

import argparse
import time

import gymnasium
import numpy as np
import torch
from agilerl.algorithms import PPO
from agilerl.rollouts import collect_rollouts

import dixie_env  # noqa: F401 - registers the environment
from dixie_agents import win_share
from dixie_env.rewards import Reward

GAMES, STEPS, GAMMA = 64, 64, 0.99


def train(updates: int, opponent: str, seed: int) -> PPO:
    """Return an agent that has learned in so many updates."""
    np.random.seed(seed)
    torch.manual_seed(seed)
    env = gymnasium.make_vec(
        "dixie_env/Dixie-v0",
        num_envs=GAMES,
        players=2,
        opponents=opponent,
        reward=Reward("win", shaping=2.0, discount=GAMMA),
        autoreset_mode="SAME_STEP",
    )
    agent = PPO(
        env.single_observation_space,
        env.single_action_space,
        net_config={"encoder_config": {"hidden_size": [128]}, "head_config": {"hidden_size": [128]}},
        num_envs=GAMES,
        learn_step=STEPS * GAMES,
        batch_size=1024,
        update_epochs=4,
        lr=1e-3,
        gamma=GAMMA,
        ent_coef=0.01,
    )
    observations, infos = env.reset(seed=seed)
    over, scores = np.zeros(GAMES), np.zeros(GAMES)
    for _ in range(updates):
        _, observations, over, scores, infos = collect_rollouts(
            agent, env, last_obs=observations, last_done=over, last_scores=scores, last_info=infos
        )
        agent.learn()
    return agent


def main() -> None:
    """Train, and play games on fresh seeds."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--updates", type=int, default=20)
    parser.add_argument("--opponent", default="sane")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    began = time.perf_counter()
    agent = train(arguments.updates, arguments.opponent, arguments.seed)
    print(f"learned for {time.perf_counter() - began:.0f} s")
    agent.set_training_mode(False)

    def choose(observations, masks):
        return agent.get_action(observations, action_mask=masks)[0]  # samples, as in training

    print(f"won {win_share(choose, arguments.opponent)} against {arguments.opponent}")


if __name__ == "__main__":
    main()
