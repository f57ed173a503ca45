"""Five fixed workloads, each one call into compiled code. `benchmarks.instructions` counts what they execute.

    python -m benchmarks.workloads batch

runs one of them once.
"""

import sys
from collections.abc import Callable

import numpy as np

from dixie_agents.match import play_matches
from dixie_agents.registry import make_agent
from dixie_env import Batch, make_rules

GAMES = 64
STEPS = 300


def random_batch(observations: bool) -> Callable[[], None]:
    """Random play in a batch, with the mask of every decision, and its observation if wanted."""
    batch = Batch(make_rules(4), GAMES, seed=1, observations=observations)
    return lambda: batch.play_random(STEPS)


def match(agents: list[str], lineup: list[int], games: int) -> Callable[[], None]:
    """Whole games between compiled agents."""
    players = [make_agent(name) for name in agents]
    lineups = np.tile(np.array(lineup, np.int32), (games, 1))
    rules = make_rules(len(lineup))

    def play() -> None:
        play_matches(rules, players, lineups, np.arange(games))

    return play


WORKLOADS: dict[str, Callable[[], Callable[[], None]]] = {
    "batch": lambda: random_batch(True),
    "batch without observation": lambda: random_batch(False),
    "balanced": lambda: match(["balanced"], [0, 0, 0, 0], 3),
    "search": lambda: match(["mcts:8", "sane"], [0, 1, 1, 1], 1),
    "policy": lambda: match(["ppo:zoo/third"], [0, 0, 0, 0], 8),
}
"""Makes each workload; the function that it returns is what counts."""

COUNTED = ("*Batch*random_slice*", "*MatchLoop_play_rows*")
"""The compiled functions that a workload calls once, as patterns of their symbols."""


def main() -> None:
    """Run the workload that the command line names."""
    WORKLOADS[sys.argv[1]]()()


if __name__ == "__main__":
    main()
