"""Teaches a policy what its positions are worth among equals: ``python -m dixie_training.settle SOURCE OUT``.

In training the opponents differ and change, so the predictions of who wins are right for nobody in
particular. Here the policy plays all seats as it will play, without exploring. The network learns the results
of these games, and keeps the probabilities of its options: they are compared with those of a frozen copy. So
it plays nearly as before, and its predictions are those for a table of equals.
"""

import argparse
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from dixie_agents.network import Network
from dixie_agents.policy_file import load_weights, save_policy
from dixie_env.yaml_file import ConfigError
from dixie_training.clone import Cloning
from dixie_training.config import parse_config
from dixie_training.schema import Config, FastPPOConfig, WarmStart

DECISIONS = 6_000_000
LEARNING_RATE = 3e-4
MINIBATCH = 1024
COEFFICIENTS = {"winner_coef": 1.0, "scores_coef": 0.5}


class Settling(Cloning):
    """Cloning of a policy by itself. It differs in what is compared: all probabilities, not the choice."""

    def __init__(self, network: Network, config: Config, warm: WarmStart) -> None:
        super().__init__(network, config, warm)
        self.before = Network(network.observation_size, config.hidden, config.heads).to(self.device)
        self.before.load_arrays(network.arrays())

    def _imitation(self, chances: Tensor, options: Tensor, observations: Tensor, masks: Tensor) -> Tensor:
        with torch.no_grad():
            wanted, _ = self.before.log_choices(self.before.features(observations), masks)
        gaps = torch.where(masks, wanted - chances, 0.0)
        return (wanted.exp() * gaps).sum(dim=1).mean()


def settle(
    source: str,
    out: Path,
    decisions: int = DECISIONS,
    *,
    progress: Callable[[int, int, dict[str, float]], None] = lambda done, total, watched: None,
) -> str:
    """Write a policy that plays like another one and predicts the results of games among equals.

    Args:
        source: A policy of the learner `fast_ppo` with heads: a folder or ``zoo/NAME``.
        out: Folder of the new policy.
        decisions: How many decisions of the policy to learn from.
        progress: Called with the decisions so far, all of them, and metrics.

    Returns:
        The fingerprint of the new policy.

    Raises:
        ConfigError: The policy has no head that could learn.
    """
    weights, card = load_weights(source)
    heads = {
        name: value for name, value in COEFFICIENTS.items() if f"{name.partition('_')[0]}.weight" in weights
    }
    if not heads:
        raise ConfigError(source, "the policy predicts no results; train it with winner_coef and scores_coef")
    data = card.training["config"]
    if isinstance(data["games"], dict):  # JSON has words as keys
        data = {**data, "games": {int(players): games for players, games in data["games"].items()}}
    config = parse_config({**data, **heads, "threads": 1}, source)
    assert isinstance(config, FastPPOConfig)
    torch.manual_seed(config.seed)
    network = Network(config.observation.size, config.hidden, config.heads)
    network.load_arrays(_known(weights, network))
    warm = WarmStart(
        teacher=f"ppo:{source}",
        decisions=decisions,
        minibatch_size=MINIBATCH,
        learning_rate=LEARNING_RATE,
        explore=0.0,
    )
    settling = Settling(network, config, warm)
    while not settling.over:
        watched = settling.next_step()
        progress(settling.decisions, decisions, watched)
    training = {**card.training, "settled": {"decisions": settling.decisions, **heads}}
    return save_policy(out, network.arrays(), replace(card, training=training))


def _known(weights: dict[str, NDArray[np.float32]], network: Network) -> dict[str, NDArray[np.float32]]:
    return {name: weights[name] for name in network.arrays()}


def main() -> None:
    """Settle the policy that the command line names."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("source", help="the policy: a folder or zoo/NAME")
    parser.add_argument("out", type=Path, help="folder of the new policy")
    parser.add_argument("--decisions", type=int, default=DECISIONS, help="decisions to learn from")
    arguments = parser.parse_args()

    def show(done: int, total: int, watched: dict[str, float]) -> None:
        print(f"{done:,} of {total:,} decisions, change of its choices {watched['loss']:.4f}", flush=True)

    settle(arguments.source, arguments.out, arguments.decisions, progress=show)


if __name__ == "__main__":
    main()
