"""One of two builds that `benchmarks.against` measures: runs by its path, imports Dixie from PYTHONPATH.

It prints where its engine is. Then it reads lines with a workload and seconds, and prints decisions per
second. It uses only what versions before had as well.
"""

import sys
import time
from collections.abc import Callable

import numpy as np

import dixie_env
from dixie_agents.match import play_matches
from dixie_agents.registry import make_agent
from dixie_env import Batch, make_rules

GAMES = 256


def batch(observations: bool) -> Callable[[], int]:
    """Random play in a batch of 256 games of 4 players."""
    games = Batch(make_rules(4), GAMES, seed=1, observations=observations)
    games.play_random(200)

    def play() -> int:
        games.play_random(50)
        return 50 * GAMES

    return play


def match(name: str, games: int) -> Callable[[], int]:
    """Whole games of 4 players, all the same agent. Only its decisions count."""
    agents, rules = [make_agent(name)], make_rules(4)
    lineups = np.zeros((games, 4), np.int32)
    return lambda: int(play_matches(rules, agents, lineups, np.arange(games)).decisions.sum())


MAKE: dict[str, Callable[[], Callable[[], int]]] = {
    "batch": lambda: batch(True),
    "batch without observation": lambda: batch(False),
    "greedy": lambda: match("greedy", 20),
    "balanced": lambda: match("balanced", 10),
    "mcts:8": lambda: match("mcts:8", 1),
    "ppo:zoo/third": lambda: match("ppo:zoo/third", 64),
}


def main() -> None:
    """Answer until the input ends."""
    made: dict[str, Callable[[], int]] = {}
    print(dixie_env.__file__, flush=True)
    for line in sys.stdin:
        name, seconds = line.rstrip("\n").split("\t")
        if name not in made:
            made[name] = MAKE[name]()
        play = made[name]
        done, start = 0, time.process_time()
        while time.process_time() - start < float(seconds):
            done += play()
        print(done / (time.process_time() - start), flush=True)


if __name__ == "__main__":
    main()
