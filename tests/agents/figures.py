"""What every agent plays for given seeds, written down: a refactoring must leave these games as they are.

    python -m tests.agents.figures

writes the figures again. Do that only where a change is meant to alter an agent's play, and say so in the
changelog: it breaks everybody's comparisons.
"""

import hashlib
import json
from pathlib import Path
from typing import Any

import numpy as np

from dixie_agents.match import Results, play_matches
from dixie_agents.registry import make_agent
from dixie_env import make_rules

FIGURES = Path(__file__).with_name("figures.json")
GAMES = {
    "random": 40,
    "sane": 40,
    "greedy": 20,
    "servant": 10,
    "ring": 10,
    "offering": 10,
    "balanced": 20,
    "mcts:10": 3,
    "ppo:zoo/first": 10,
    "ppo:zoo/second": 10,
    "mcts:8:ppo:zoo/first": 2,
    "mcts:8:ppo:zoo/second": 2,
}
"""How many games each agent plays: alone against `sane` on the first half of the seats, against itself on
the rest."""
SEED = 1000


def games_of(name: str, players: int) -> Results:
    """Play an agent's games with this number of players."""
    count = GAMES[name]
    lineups = np.zeros((count, players), np.int32)
    lineups[::2, players // 2 :] = 1
    return play_matches(
        make_rules(players),
        [make_agent(name), make_agent("sane")],
        lineups,
        np.arange(SEED, SEED + count),
        stream=players,
    )


def figures_of(name: str, players: int) -> dict[str, Any]:
    """Return what came of these games: the scores of the first, and a checksum of all."""
    played = games_of(name, players)
    states = played.states
    total = hashlib.sha256()
    for field in ("scores", "ranks", "penalties_by", "rewards_by", "actions_taken", "servants"):
        total.update(np.ascontiguousarray(states[field], "<i8").tobytes())
    total.update(np.ascontiguousarray(played.decisions, "<i8").tobytes())
    return {"scores": played.scores[0].tolist(), "sha256": total.hexdigest()}


def all_figures() -> dict[str, dict[str, Any]]:
    """Return the figures of every agent, for 2 to 5 players."""
    return {f"{name} {players}": figures_of(name, players) for name in GAMES for players in range(2, 6)}


if __name__ == "__main__":
    FIGURES.write_text(json.dumps(all_figures(), indent=1) + "\n", encoding="utf-8")
    print(f"{FIGURES} written")
