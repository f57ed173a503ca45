"""Teaches a policy what its positions are worth among equals: ``python -m dixie_training.settle SOURCE OUT``.

In training the opponents differ and change, so the predictions of who wins are right for nobody in
particular. Here the policy plays all seats as it will play, without exploring, and every game is played to
its end. The heads that predict results learn from them; the rest of the network stays as it is. So the policy
plays exactly as before, and its predictions are those for a table of equals.

A game has one result and hundreds of decisions, so results are scarce: the network learns from few decisions
of each game, drawn at random, and from many games. Predictions at the seat's later decisions among them count
too (as in TD(lambda)), but not those where a rollout happens to end, as in training: the last decision of a
seat before a given moment is more often one with a long wait after it, as after a fall into the pit, so these
are too optimistic.
"""

import argparse
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from dixie_agents.base import Decisions
from dixie_agents.compiled.match import MatchLoop
from dixie_agents.network import Network
from dixie_agents.policy import PolicyAgent
from dixie_agents.policy_file import load_weights, save_policy
from dixie_agents.registry import make_agent
from dixie_env import Setup, compile_rules
from dixie_env.engine.model import SEATS
from dixie_env.results import win_shares
from dixie_env.rewards import SCALE
from dixie_env.yaml_file import ConfigError
from dixie_training.config import parse_config
from dixie_training.family_rules import rules_of
from dixie_training.outcomes import ResultHeads, log_shares
from dixie_training.schema import FastPPOConfig

DECISIONS = 2_000_000
LEARNING_RATE = 1e-3
MINIBATCH = 1024
WIDTH = 4
"""A step plays as many games as a rollout has, times this."""
KEPT = 0.125
"""The share of decisions to learn from. A seat makes about 100 in a game."""
TRACE = 0.8
"""How fast later predictions lose weight, for each decision that is kept."""
COEFFICIENTS = {"winner_coef": 1.0, "scores_coef": 0.5}

Progress = Callable[[int, int, dict[str, float]], None]


@dataclass(frozen=True)
class Played:
    """Decisions of some games, in the order of time.

    Attributes:
        observations: What the seats saw.
        present: Which relative seats there are.
        results: How the games ended for the relative seats, by the head that predicts it.
        after: The next decision of the same seat in the same game, -1 if there is none.
    """

    observations: Tensor
    present: Tensor
    results: dict[str, Tensor]
    after: NDArray[np.int64]


def play_games(agent: PolicyAgent, setup: Setup, loop: MatchLoop, rng: np.random.Generator) -> Played:
    """Let a policy play all seats of whole games, and keep some of its decisions."""
    size, players, seconds = len(loop.waiting), setup.players, np.zeros(1)
    columns: list[tuple[NDArray[np.float32], NDArray[np.int64], NDArray[np.int64]]] = []
    loop.run(0, size, seconds)
    while (rows := np.flatnonzero(loop.waiting >= 0)).size:
        observations, masks, keys = loop.ask(rows, **agent.observation.arguments)
        kept = rng.random(rows.size) < KEPT
        seats = loop.states["seat"][rows[kept]].astype(np.int64)
        columns.append((observations[kept], rows[kept], seats))
        loop.take(rows, agent.act(Decisions(observations, masks, keys, None)))
        loop.run(0, size, seconds)
    everything, places, seats = (np.concatenate(column) for column in zip(*columns, strict=True))
    around = (seats[:, None] + np.arange(players)) % players
    winner, scores = np.zeros((2, len(places), SEATS), np.float32)
    winner[:, :players] = win_shares(loop.states["ranks"][:, :players])[places[:, None], around]
    scores[:, :players] = loop.states["scores"][:, :players][places[:, None], around] / SCALE
    present = np.broadcast_to(np.arange(SEATS) < players, (len(places), SEATS)).copy()
    return Played(
        torch.from_numpy(everything),
        torch.from_numpy(present),
        {"winner": torch.from_numpy(winner), "scores": torch.from_numpy(scores)},
        next_of_same(places * players + seats),
    )


def next_of_same(keys: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return for each entry the place of the next one with the same key, -1 if there is none."""
    order = np.argsort(keys, kind="stable")
    after = np.full(len(keys), -1, np.int64)
    same = keys[order[1:]] == keys[order[:-1]]
    after[order[:-1][same]] = order[1:][same]
    return after


def blended(results: Tensor, said: Tensor, after: NDArray[np.int64], trace: float) -> Tensor:
    """Return what decisions learn from: the result, blended with what is said at the seat's later decisions.

    The next decision has the weight 1 - trace, the one after it trace times that, and so on; the result has
    the rest. So luck at the end of the game counts less for decisions long before.
    """
    targets, predicted = results.numpy().copy(), said.numpy()
    for place in np.flatnonzero(after >= 0)[::-1].tolist():
        later = after[place]
        targets[place] = (1 - trace) * predicted[later] + trace * targets[later]
    return torch.from_numpy(targets)


def whole_games(agent: PolicyAgent, config: FastPPOConfig) -> Iterator[Played]:
    """Play new games of the training's family again and again, with all numbers of players in turn."""
    rules = rules_of(config.game) or (lambda setup, seed: compile_rules(setup))
    seed = (config.seed << 32) + 1
    rng = np.random.default_rng(config.seed)
    while True:
        for setup in config.game:
            size = WIDTH * config.games_by_players[setup.players]
            seeds = np.arange(seed, seed + size, dtype=np.uint64)
            drawn = [rules(setup, number) for number in seeds.tolist()]
            lineups = np.zeros((size, setup.players), np.int32)
            yield play_games(agent, setup, MatchLoop(drawn, [None], lineups, seeds, 0), rng)
            seed += size


class Settling:
    """Learns from whole games. Call `learn` with each."""

    def __init__(self, network: Network, config: FastPPOConfig) -> None:
        self.network = network
        self.heads = ResultHeads(network, np.zeros(0, np.int64), config.winner_coef, config.scores_coef)
        heads = [head for head in (network.winner, network.scores) if head is not None]
        self.optimizer = torch.optim.Adam([w for head in heads for w in head.parameters()], LEARNING_RATE)
        self.rng = torch.Generator().manual_seed(config.seed)

    def learn(self, played: Played, done: float) -> dict[str, float]:
        """Learn from some games, and return the mean losses.

        Args:
            played: The games.
            done: Which share of all is done: the learning rate falls to a hundredth.
        """
        for group in self.optimizer.param_groups:
            group["lr"] = LEARNING_RATE * (1 - 0.99 * done)
        with torch.no_grad():
            features = self.network.features(played.observations)
        targets = self._targets(played, features)
        parts = torch.split(torch.randperm(len(features), generator=self.rng), MINIBATCH)
        losses: dict[str, float] = {}
        for part in parts:
            loss, watched = self.heads.loss(
                features[part], {name: array[part] for name, array in targets.items()}
            )
            self.optimizer.zero_grad(set_to_none=True)
            loss.backward()  # type: ignore[no-untyped-call]
            self.optimizer.step()
            for name, value in watched.items():
                losses[name] = losses.get(name, 0.0) + value / len(parts)
        return losses

    @torch.no_grad()
    def _targets(self, played: Played, features: Tensor) -> dict[str, Tensor]:
        predicted = self.network.results(features)
        if "winner" in predicted:
            predicted["winner"] = torch.exp(log_shares(predicted["winner"], played.present))
        if "scores" in predicted:
            predicted["scores"] = predicted["scores"] * played.present
        targets = {
            name: blended(played.results[name], array, played.after, TRACE)
            for name, array in predicted.items()
        }
        return {"present": played.present, **targets}


def settle(
    source: str,
    out: Path,
    decisions: int = DECISIONS,
    *,
    progress: Progress = lambda done, total, watched: None,
) -> str:
    """Write a policy that plays like another one and predicts the results of games among equals.

    Args:
        source: A policy of the learner `fast_ppo` with heads: a folder or ``zoo/NAME``.
        out: Folder of the new policy.
        decisions: How many decisions of the policy to learn from, at least.
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
    agent = make_agent(f"ppo:{source}")
    assert isinstance(agent, PolicyAgent)
    network = Network(config.observation.size, config.hidden, config.heads)
    network.load_arrays({name: weights[name] for name in network.arrays()})
    settling = Settling(network, config)
    done = 0
    for played in whole_games(agent, config):
        losses = settling.learn(played, min(1.0, done / decisions))
        done += len(played.present)
        progress(done, decisions, losses)
        if done >= decisions:
            break
    training = {**card.training, "settled": {"decisions": done, **heads}}
    return save_policy(out, network.arrays(), replace(card, training=training))


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
        losses = ", ".join(f"{name} {value:.4f}" for name, value in watched.items())
        print(f"{done:,} of {total:,} decisions, {losses}", flush=True)

    settle(arguments.source, arguments.out, arguments.decisions, progress=show)


if __name__ == "__main__":
    main()
