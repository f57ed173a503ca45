"""PufferLib's emulation (version 1) plays Dixie, alone and in its vector environments.

    pip install -c docs/examples/pufferlib/constraints.txt . torch gym psutil filelock cython setuptools wheel
    pip install --no-deps --no-build-isolation pufferlib==1.0.1
    python docs/examples/pufferlib/emulate.py

Version 1 asks for NumPy 1.23 but works with NumPy 2, therefore `--no-deps`. The emulation packs the numbers
and the mask into one array of bytes. `nativize_tensor` takes it apart again, inside the policy. Here the
policy chooses any legal option; put your network in its place.
"""

import argparse
import time

import gymnasium
import numpy as np
import pufferlib.emulation
import pufferlib.vector
import torch
from pufferlib.pytorch import nativize_dtype, nativize_tensor

import dixie_env  # noqa: F401 - registers the environment
from dixie_env import dixie_v0


def make_learner() -> pufferlib.emulation.GymnasiumPufferEnv:
    """Return a game in which one seat learns."""
    env = gymnasium.make(
        "dixie_env/Dixie-v0", players=2, opponents="sane", mask="observation", disable_env_checker=True
    )
    return pufferlib.emulation.GymnasiumPufferEnv(env=env)


def make_self_play() -> pufferlib.emulation.PettingZooPufferEnv:
    """Return a game in which every seat is an agent."""
    return pufferlib.emulation.PettingZooPufferEnv(env=dixie_v0.parallel_env(players=2))


def play(make, envs: int, games: int, seed: int = 7) -> tuple[int, float]:
    """Play until so many games are over; return the decisions and the sum of all rewards."""
    torch.manual_seed(seed)
    vector = pufferlib.vector.make(make, num_envs=envs, backend=pufferlib.vector.Serial)
    # glue: the mask out of the bytes
    kind = nativize_dtype(vector.driver_env.emulated)
    # end of glue
    observations, _ = vector.reset(seed=seed)
    decisions, total, left = 0, 0.0, games
    while left > 0:
        # glue
        masks = nativize_tensor(torch.as_tensor(observations), kind)["action_mask"]
        # end of glue
        actions = torch.multinomial(masks.float(), 1).squeeze(1).numpy()
        observations, rewards, over, _, _ = vector.step(actions)
        decisions += len(actions)
        total += float(rewards.sum())
        left -= int(np.sum(over))
    vector.close()
    return decisions, total


def main() -> None:
    """Play games in both ways."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--games", type=int, default=40)
    games = parser.parse_args().games
    for name, make in (("one learner against sane", make_learner), ("self-play", make_self_play)):
        began = time.perf_counter()
        decisions, total = play(make, envs=8, games=games)
        speed = decisions / (time.perf_counter() - began)
        print(f"{name}: {decisions} legal decisions, {speed:,.0f} a second, rewards {total:+.1f}")


if __name__ == "__main__":
    main()
