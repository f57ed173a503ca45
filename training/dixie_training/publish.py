"""Puts a trained policy into the zoo: ``python -m dixie_training.publish runs/NAME/best NAME [COMMIT]``.

It plays 1,000 games for each number of players against each rung, on seeds that neither training
nor choosing the best policy has seen, and writes the win shares into the card.
"""

import sys
from dataclasses import asdict, replace
from pathlib import Path

from dixie_agents.policy import Policy, PolicyAgent
from dixie_agents.policy_file import load_weights, save_policy, zoo_dir
from dixie_training.evaluate import win_share

GAMES = 1000
FIRST_SEED = 2_000_000_000
RUNGS = ("balanced", "greedy", "sane")


def publish(source: Path, name: str, commit: str = "", games: int = GAMES, zoo: Path | None = None) -> None:
    """Evaluate a policy and copy it into the zoo, or another folder."""
    weights, card = load_weights(source)
    agent = PolicyAgent(name, Policy(weights))
    evaluation = {}
    for players in card.players:
        for rung in RUNGS:
            result = win_share(agent, rung, players, games, seed=FIRST_SEED)
            print(result, flush=True)
            evaluation[f"{players} players, others {rung}"] = {
                key: round(value, 4) if isinstance(value, float) else value
                for key, value in asdict(result).items()
            }
    changed = replace(card, commit=commit or card.commit, evaluation=evaluation)
    save_policy((zoo or zoo_dir()) / name, weights, changed)


if __name__ == "__main__":
    publish(Path(sys.argv[1]), sys.argv[2], "".join(sys.argv[3:4]))
