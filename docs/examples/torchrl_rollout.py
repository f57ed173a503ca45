"""TorchRL collects a game of Dixie Queen: turn by turn and all at once, with the mask in either place.

    pip install torchrl==0.14.1 tensordict==0.14.3 torch==2.13.0
    python docs/examples/torchrl_rollout.py

TorchRL finds the mask in the observation as well as in the info, and returns it as `action_mask`. Random
actions come from the masked action spec, so all of them are legal; an illegal one would raise an error.
"""

import argparse
from typing import Any

import torch
from torchrl.envs import MarlGroupMapType, PettingZooWrapper, check_env_specs

from dixie_env import dixie_v0

GROUP = "agents"
"""All players are one group, so that their tensors are stacked."""


def make(parallel: bool, mask: str, players: int = 4) -> Any:
    """Return the environment as TorchRL sees it."""
    make_env = dixie_v0.parallel_env if parallel else dixie_v0.env
    # In the AEC environment `use_mask` adds a tensor that says who decides.
    groups = MarlGroupMapType.ALL_IN_ONE_GROUP
    return PettingZooWrapper(
        make_env(players=players, mask=mask),
        use_mask=not parallel,
        group_map=groups,
        categorical_actions=True,
    )


def play(parallel: bool, mask: str, players: int = 4, steps: int = 2000) -> Any:
    """Play one game with random legal actions and return it as a tensordict."""
    torch.manual_seed(7)
    env = make(parallel, mask, players)
    env.set_seed(7)
    check_env_specs(env)
    game = env.rollout(steps)
    chosen = game[GROUP, "action_mask"].gather(-1, game[GROUP, "action"].unsqueeze(-1))
    assert chosen.all(), "an action outside the mask was taken"
    assert game["next", "done"][-1].all() and not game["next", "done"][:-1].any()
    return game


def main() -> None:
    """Play a game in each mode and print what was collected."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--players", type=int, default=4)
    players = parser.parse_args().players
    for parallel in (False, True):
        for mask in ("observation", "info"):
            game = play(parallel, mask, players)
            rewards = game["next", GROUP, "reward"].sum(0).flatten().tolist()
            name = "all at once" if parallel else "turn by turn"
            print(f"{name}, mask in the {mask}: {len(game)} steps, rewards {[round(r, 2) for r in rewards]}")


if __name__ == "__main__":
    main()
