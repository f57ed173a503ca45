"""Tune the weights of the lookahead in self-play, by evolution strategies.

    python benchmarks/tune.py --generations 30 --out runs/weights.json

In every generation, 80 variants of the weights, in mirrored pairs, play each other in random line-ups of
four. The weights move along the correlation of change and success. Prints the win share of one copy with the
tuned weights against three with the initial weights. `dixie_agents/weights.py` keeps the result, rounded.
"""

import argparse
import json
from pathlib import Path
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from dixie_agents import play_matches
from dixie_agents.bots import CompiledAgent
from dixie_agents.compiled.bots import LOOKAHEAD, CompiledBot
from dixie_agents.weights import BALANCED, Weights
from dixie_env import make_rules

VARIANTS = 80
SPREAD = 0.25  # standard deviation of the logarithm of a weight
STEP = 0.5
MOMENTUM = 0.6
SHARES = ("persist", "rivals", "step", "fade", "food_share", "metal_share")  # below 1
RULES = make_rules(4)


def flatten(weights: Weights) -> NDArray[np.float64]:
    """Return logarithms of all weights; the first of a list stands for nothing and stays 0."""
    values: list[float] = []
    for value in weights.values():
        values += value[1:] if isinstance(value, list) else [cast(float, value)]
    return np.asarray(np.log(np.maximum(values, 0.02)))


def unflatten(logarithms: NDArray[np.float64]) -> Weights:
    """Return weights from their logarithms."""
    rest = np.exp(logarithms).tolist()
    weights: dict[str, Any] = {}
    for name, value in BALANCED.items():
        if isinstance(value, list):
            weights[name] = [0.0, *(rest.pop(0) for _ in value[1:])]
        else:
            weights[name] = min(rest.pop(0), 0.98) if name in SHARES else rest.pop(0)
    return cast(Weights, weights)


def player(logarithms: NDArray[np.float64]) -> CompiledAgent:
    return CompiledAgent("variant", CompiledBot(LOOKAHEAD, unflatten(logarithms), 2))


def generation(center: NDArray[np.float64], games: int, random: np.random.Generator) -> NDArray[np.float64]:
    """Play one generation and return the direction of success."""
    half = random.standard_normal((VARIANTS // 2, len(center)))
    changes = np.concatenate([half, -half])
    lineups = np.concatenate(
        [random.permutation(VARIANTS).reshape(-1, 4) for _ in range(4 * games // VARIANTS)]
    )
    seeds = random.integers(0, 2**62, len(lineups))
    results = play_matches(RULES, [player(center + SPREAD * change) for change in changes], lineups, seeds)
    margins = results.scores - results.scores.mean(axis=1, keepdims=True)
    success = np.zeros(VARIANTS)
    np.add.at(success, lineups, results.win_shares + 0.03 * margins)
    success = (success - success.mean()) / success.std()
    return np.asarray((changes * success[:, None]).mean(axis=0))


def share(one: CompiledAgent, three: CompiledAgent, games: int) -> float:
    """Return the win share of one copy against three of another."""
    lineups = np.where(np.arange(4) == np.arange(games)[:, None] % 4, 0, 1)
    results = play_matches(RULES, [one, three], lineups, np.repeat(np.arange(games // 4), 4))
    return float(results.win_shares[lineups == 0].mean())


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--generations", type=int, default=30)
    parser.add_argument("--games", type=int, default=2400, help="games per generation")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    random = np.random.default_rng(options.seed)
    center = flatten(BALANCED)
    first, motion = player(center), np.zeros_like(center)
    for number in range(1, options.generations + 1):
        motion = MOMENTUM * motion + generation(center, options.games, random)
        center = center + STEP * SPREAD * motion
        if number % 5 == 0 or number == options.generations:
            options.out.parent.mkdir(parents=True, exist_ok=True)
            options.out.write_text(json.dumps(unflatten(center), indent=1), encoding="utf-8")
            print(f"generation {number}: {100 * share(player(center), first, 400):.1f} % of wins", flush=True)


if __name__ == "__main__":
    main()
