"""Adds a trained policy to the zoo: ``python -m dixie_training.publish runs/NAME/best NAME``.

The policy is copied as it is. It plays 1,000 games for each number of players against each rung, on seeds
that neither training nor choosing the best policy has seen; the win shares go to ``measured.json`` beside it.
"""

import argparse
import shutil
from pathlib import Path

from dixie_agents.measured import EVALUATION, add_measured
from dixie_agents.policy import PolicyAgent
from dixie_agents.policy_file import CARD, WEIGHTS, load_policy, policy_folder, zoo_dir
from dixie_training.evaluate import win_share

GAMES = 1000
FIRST_SEED = 2_000_000_000
RUNGS = ("balanced", "greedy", "sane")


def publish(source: Path, name: str, games: int = GAMES, zoo: Path | None = None) -> None:
    """Copy a policy to the zoo, or another folder, and evaluate it."""
    policy, card = load_policy(source)
    agent = PolicyAgent(name, policy, card.temperature, card.temperature)
    results = []
    for setup in card.game:
        for rung in RUNGS:
            result = win_share(agent, rung, setup, games, seed=FIRST_SEED)
            print(result, flush=True)
            results.append(result.as_object())
    folder = (zoo or zoo_dir()) / name
    folder.mkdir(parents=True, exist_ok=True)
    for file in (WEIGHTS, CARD):
        shutil.copyfile(policy_folder(source) / file, folder / file)
    add_measured(folder, EVALUATION, results)


def main() -> None:
    """Publish the policy that the command line names."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("source", type=Path, help="the policy: a folder")
    parser.add_argument("name", help="its name in the zoo")
    arguments = parser.parse_args()
    publish(arguments.source, arguments.name)


if __name__ == "__main__":
    main()
