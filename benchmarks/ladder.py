"""How strong each agent is: one copy against three of the rung below, in 4-player games.

    python benchmarks/ladder.py                       the whole ladder
    python benchmarks/ladder.py --games 2000 sane greedy balanced

Every seed is played four times, with the one copy in each seat in turn. A fair win share is 25 %; the 95 %
interval is that of blocks of one seed.
"""

import argparse
from time import perf_counter

import numpy as np

from dixie_agents import make_agent, play_matches
from dixie_arena.bootstrap import Bootstrap
from dixie_arena.korn_graubard import measure_share
from dixie_env import make_rules

LADDER = ("random", "sane", "greedy", "balanced", "mcts:10", "mcts:40", "mcts:160")
PLAYERS = 4


def climb(lower: str, upper: str, games: int, threads: int) -> str:
    """Play one rung against the one below, and return a line of the table."""
    seeds = np.repeat(np.arange(games // PLAYERS), PLAYERS)
    lineups = np.where(np.arange(PLAYERS) == np.arange(len(seeds))[:, None] % PLAYERS, 1, 0)
    start = perf_counter()
    results = play_matches(
        make_rules(PLAYERS), [make_agent(lower), make_agent(upper)], lineups, seeds, threads=threads
    )
    seconds = perf_counter() - start
    one = lineups == 1
    found = measure_share(Bootstrap(seeds), results.win_shares[one])
    low, high = found.limits() or (0.0, 1.0)
    share = f"{found.value:.1%} [{100 * low:.1f}, {100 * high:.1f}]"
    scores = results.scores
    each = results.agent_seconds[1] / len(seeds)
    return (
        f"{upper:10} {lower:10} {len(seeds):6} {share:>22} "
        f"{scores[one].mean():7.1f} {scores[~one].mean():7.1f} {len(seeds) / seconds:9.1f} {each:9.4f}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("agents", nargs="*", default=LADDER, help="rungs, the lowest first")
    parser.add_argument("--games", type=int, default=400, help="games for each rung")
    parser.add_argument("--threads", type=int, default=1)
    options = parser.parse_args()
    print(
        f"{'one':10} {'three':10} {'games':>6} {'win share':>22} {'score':>7} {'theirs':>7} "
        f"{'games/s':>9} {'s a game':>9}"
    )
    for lower, upper in zip(options.agents, options.agents[1:], strict=False):
        print(climb(lower, upper, options.games, options.threads), flush=True)


if __name__ == "__main__":
    main()
