"""How far a policy carries: other opponents, numbers of players, boards and editions, search on top, mixing.

    python -m benchmarks.robust ppo:zoo/third
    python -m benchmarks.robust ppo:zoo/third --parts boards --games 400 --json robust.json

The agent sits alone against copies of one opponent, in each seat equally often, on seeds that no training
uses. The boards are drawn with a seed of evaluation, each with all five editions. A mixed table and
exploitability have commands of their own: `dixie tournament --lineups drawn` and `dixie exploit`.
"""

import argparse
import json
import warnings
from pathlib import Path
from typing import Any

from dixie_agents import make_agent
from dixie_agents.trained_for import UntrainedGame
from dixie_env import Setup, compile_rules
from dixie_training.evaluate import WinShare, win_share

FIRST_SEED = 2_100_000_000
BOARDS = tuple(f"prior:standard:2000000:{number}" for number in range(10))
EDITIONS = ("de", "en", "fr", "pl", "proto")
OPPONENTS = ("balanced", "ppo:zoo/second")
PEER = "ppo:zoo/second"
"""Trained on the standard board and the edition `de` alone."""
SEARCH = 64
TEMPERATURES = (0.0, 0.2, 0.4, 0.6, 1.0)


def duels(agent: str, games: int) -> list[dict[str, Any]]:
    """Against each opponent, with 2 to 5 players."""
    return [
        show(agent, win_share(make_agent(agent), name, Setup(players), games, seed=FIRST_SEED))
        for name in OPPONENTS
        for players in (4, 2, 3, 5)
    ]


def boards(agent: str, games: int) -> list[dict[str, Any]]:
    """Against `balanced` on ten boards with five editions, beside the standard board and another policy."""
    found = []
    for name in (agent, PEER):
        home = win_share(make_agent(name), "balanced", Setup(4), games, seed=FIRST_SEED)
        found.append({**show(name, home), "board": "standard", "edition": "de"})
        abroad = []
        for board in BOARDS:
            rules = [compile_rules(Setup(4, edition, board)) for edition in EDITIONS]
            share = win_share(make_agent(name), "balanced", Setup(4), games, seed=FIRST_SEED, rules=rules)
            found.append({**show(name, share, board), "board": board, "edition": "all"})
            abroad.append(share.share)
        kept = sum(abroad) / len(abroad) / home.share
        worst = min(abroad) / home.share
        print(f"{name} keeps {kept:.1%} of its share on average, {worst:.1%} on the worst board", flush=True)
        found.append({"agent": name, "kept": kept, "kept_worst": worst})
    return found


def search(agent: str, games: int) -> list[dict[str, Any]]:
    """A search on the policy against three copies of it."""
    name = f"mcts:{SEARCH}:{agent}"
    return [show(name, win_share(make_agent(name), agent, Setup(4), games, seed=FIRST_SEED))]


def temperatures(agent: str, games: int) -> list[dict[str, Any]]:
    """The policy with several temperatures, against each opponent and against itself at 0."""
    found = []
    for temperature in TEMPERATURES:
        name = f"{agent}?temperature={temperature:g}"
        for opponent in (*OPPONENTS, f"{agent}?temperature=0"):
            share = win_share(make_agent(name), opponent, Setup(4), games, seed=FIRST_SEED)
            found.append({**show(name, share), "temperature": temperature})
    return found


def show(agent: str, share: WinShare, where: str = "") -> dict[str, Any]:
    """Print a line and return it as plain data."""
    print(f"{agent}: {share}{f' on {where}' if where else ''}", flush=True)
    return {"agent": agent, **share.as_object()}


MEASURE = {"duels": duels, "boards": boards, "search": search, "temperatures": temperatures}


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("agent")
    parser.add_argument("--parts", nargs="+", choices=list(MEASURE), default=list(MEASURE))
    parser.add_argument("--games", type=int, default=1000, help="games for each line")
    parser.add_argument("--json", type=Path, help="file for the results")
    options = parser.parse_args()
    warnings.simplefilter("ignore", UntrainedGame)  # that is the point
    results: dict[str, Any] = {"agent": options.agent, "games": options.games}
    for part in options.parts:
        results[part] = MEASURE[part](options.agent, options.games)
        if options.json is not None:
            options.json.write_text(json.dumps(results, indent=2) + "\n")


if __name__ == "__main__":
    main()
