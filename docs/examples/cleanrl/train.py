"""PPO in one file, in the style of CleanRL, learns to beat a bot.

    pip install -c docs/examples/cleanrl/constraints.txt . torch
    python docs/examples/cleanrl/train.py

CleanRL is a collection of files to copy, not a library: this is its `ppo.py` with two changes. The games are
one native vector environment, and the logits of illegal options are minus infinity.
"""

import argparse
import time

import gymnasium
import numpy as np
import torch
from torch import Tensor, nn
from torch.distributions import Categorical

import dixie_env  # noqa: F401 - registers the environment
from dixie_agents import win_share
from dixie_env.rewards import Reward

GAMES, STEPS, GAMMA, LAMBDA = 64, 64, 0.99, 0.95


class Policy(nn.Module):
    """One network with two heads."""

    def __init__(self, numbers: int, options: int) -> None:
        super().__init__()
        self.body = nn.Sequential(nn.Linear(numbers, 128), nn.ReLU(), nn.Linear(128, 128), nn.ReLU())
        self.actor = nn.Linear(128, options)
        self.critic = nn.Linear(128, 1)

    def forward(self, observations: Tensor, masks: Tensor) -> tuple[Categorical, Tensor]:
        """Return the distribution over the legal options, and the values."""
        features = self.body(observations)
        # glue: the mask
        logits = self.actor(features).masked_fill(~masks, -1e8)
        # end of glue
        return Categorical(logits=logits), self.critic(features).squeeze(-1)

    def choose(self, observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """Return the best option of each game."""
        with torch.no_grad():
            chances, _ = self(torch.as_tensor(observations), torch.as_tensor(masks))
        return chances.logits.argmax(-1).numpy()


def train(updates: int, opponent: str, seed: int) -> Policy:
    """Return a policy that has learned in so many updates."""
    torch.manual_seed(seed)
    envs = gymnasium.make_vec(
        "dixie_env/Dixie-v0",
        num_envs=GAMES,
        players=2,
        opponents=opponent,
        reward=Reward("win", shaping=2.0, discount=GAMMA),
        autoreset_mode="SAME_STEP",
    )
    policy = Policy(envs.single_observation_space.shape[0], envs.single_action_space.n)
    optimizer = torch.optim.Adam(policy.parameters(), lr=1e-3, eps=1e-5)
    all_observations = torch.zeros(STEPS, GAMES, *envs.single_observation_space.shape)
    all_masks = torch.zeros(STEPS, GAMES, envs.single_action_space.n, dtype=torch.bool)
    all_actions = torch.zeros(STEPS, GAMES, dtype=torch.long)
    logprobs, rewards, dones, values = (torch.zeros(STEPS, GAMES) for _ in range(4))
    observations, infos = envs.reset(seed=seed)
    for _ in range(updates):
        for step in range(STEPS):
            all_observations[step] = torch.as_tensor(observations)
            all_masks[step] = torch.as_tensor(infos["action_mask"])
            with torch.no_grad():
                chances, values[step] = policy(all_observations[step], all_masks[step])
            all_actions[step] = chances.sample()
            logprobs[step] = chances.log_prob(all_actions[step])
            observations, reward, over, _, infos = envs.step(all_actions[step].numpy())
            rewards[step], dones[step] = torch.as_tensor(reward), torch.as_tensor(over)

        with torch.no_grad():
            _, value = policy(torch.as_tensor(observations), torch.as_tensor(infos["action_mask"]))
        advantages, advantage = torch.zeros(STEPS, GAMES), torch.zeros(GAMES)
        for step in reversed(range(STEPS)):
            alive = 1 - dones[step]
            surprise = rewards[step] + GAMMA * alive * value - values[step]
            advantage = surprise + GAMMA * LAMBDA * alive * advantage
            advantages[step], value = advantage, values[step]
        returns = (advantages + values).flatten()

        for _ in range(4):
            for batch in torch.randperm(STEPS * GAMES).split(1024):
                chances, value = policy(all_observations.flatten(0, 1)[batch], all_masks.flatten(0, 1)[batch])
                ratio = (chances.log_prob(all_actions.flatten()[batch]) - logprobs.flatten()[batch]).exp()
                gain = advantages.flatten()[batch]
                gain = (gain - gain.mean()) / (gain.std() + 1e-8)
                policy_loss = torch.max(-gain * ratio, -gain * ratio.clamp(0.8, 1.2)).mean()
                value_loss = (value - returns[batch]).pow(2).mean()
                loss = policy_loss + 0.5 * value_loss - 0.01 * chances.entropy().mean()
                optimizer.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(policy.parameters(), 0.5)
                optimizer.step()
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
    print(f"won {win_share(policy.choose, arguments.opponent)} against {arguments.opponent}")


if __name__ == "__main__":
    main()
