"""What makes a policy robust: variations of one training recipe, with several seeds.

    python -m benchmarks.recipes --out runs/recipes

Each recipe is `configs/training/robust-4p.yaml` with one thing changed, trained once for each seed. Each
policy is then measured: alone against three copies of `balanced` and of `ppo:zoo/second`; how much an
exploiter of the zoo wins alone against three of it; and how much a best response wins (`dixie exploit` with a
smaller budget, so a lower bound). Files that are there are not made again, so a run can be stopped at any
time. With two processes (`--seeds 1 3` and `--seeds 2`) on two cores it takes about three hours.
"""

import argparse
import json
from pathlib import Path
from typing import Any

import numpy as np
import torch

from dixie_agents import make_agent
from dixie_env import Setup
from dixie_env.files import write_whole
from dixie_training.config import load_config
from dixie_training.evaluate import win_share
from dixie_training.exploiting.protocol import load_protocol
from dixie_training.exploiting.run import run_exploit
from dixie_training.run import CONFIG, Run
from dixie_training.watch import Watch

RECIPES: dict[str, list[str]] = {
    "as it is": [],
    "no intruders": ["opponents.intruder=0"],
    "exploiters beside it": ["opponents.exploiters=[{players: 4, games: 96, restart: 100}]"],
    "no critic": ["critic=false"],
    "entropy 0.03": ["ent_coef=0.03"],
    "two layers of 512": ["hidden=[512, 512]"],
}
BUDGET = 4_000_000
"""Decisions of a best response."""
FIRST_SEED = 2_200_000_000
GAMES = 1000
MEASURES = ("balanced", "second", "exploiter", "best response")


def train(recipe: str, seed: int, folder: Path) -> None:
    """Train a policy to its end, from where it stands."""
    config = load_config("robust-4p", [*RECIPES[recipe], f"seed={seed}"])
    with Watch(f"{recipe}, seed {seed}") as watcher:
        Run(config, folder, watcher, resume=(folder / CONFIG).exists()).train()


def measure(folder: Path) -> dict[str, float]:
    """All shares of a policy."""
    policy = f"ppo:{folder / 'last'}"
    exploiter = "ppo:zoo/exploiter-second"

    def share(alone: str, others: str) -> float:
        return win_share(make_agent(alone), others, Setup(4), GAMES, seed=FIRST_SEED).share

    protocol = load_protocol().with_budget(BUDGET).with_seeds((1,))
    found = run_exploit(
        policy,
        folder / "exploit",
        protocol,
        lambda seed: Watch("best response"),
        resume=(folder / "exploit" / "exploit.json").exists(),
        longest=None,
    )
    response = found.card["seeds"][0]["win_share"]["value"]
    values = share(policy, "balanced"), share(policy, "ppo:zoo/second"), share(exploiter, policy), response
    return dict(zip(MEASURES, values, strict=True))


def table(results: dict[str, dict[int, dict[str, float]]]) -> str:
    """Mean over seeds, with the smallest and the largest, as a table in Markdown."""
    lines = ["| recipe | seeds | " + " | ".join(MEASURES) + " |", "| --- " * (2 + len(MEASURES)) + "|"]
    for recipe, seeds in results.items():
        cells = []
        for name in MEASURES:
            values = 100 * np.array([found[name] for found in seeds.values()])
            cells.append(f"{values.mean():.1f} % ({values.min():.1f} to {values.max():.1f})")
        lines.append(f"| {recipe} | {len(seeds)} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def read(out: Path) -> dict[str, dict[int, dict[str, float]]]:
    """Everything measured so far."""
    found: dict[str, dict[int, dict[str, float]]] = {}
    for recipe in RECIPES:
        for file in sorted(out.glob(f"{name_of(recipe)}-seed*/measured-recipe.json")):
            entry: dict[str, Any] = json.loads(file.read_text())
            found.setdefault(recipe, {})[entry["seed"]] = entry["shares"]
    return found


def name_of(recipe: str) -> str:
    """The recipe in the names of folders."""
    return recipe.replace(" ", "-")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--out", type=Path, default=Path("runs/recipes"))
    parser.add_argument("--seeds", type=int, nargs="+", default=[1, 2, 3])
    parser.add_argument("--recipes", nargs="+", choices=list(RECIPES), default=list(RECIPES))
    options = parser.parse_args()
    torch.set_num_threads(1)
    for seed in options.seeds:
        for recipe in options.recipes:
            folder = options.out / f"{name_of(recipe)}-seed{seed}"
            file = folder / "measured-recipe.json"
            if not file.exists():
                train(recipe, seed, folder)
                entry = {"recipe": recipe, "seed": seed, "shares": measure(folder)}
                write_whole(file, json.dumps(entry, indent=2) + "\n")
            print(table(read(options.out)), flush=True)


if __name__ == "__main__":
    main()
