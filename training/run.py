"""A training run: rollouts and learning, with progress, evaluation, checkpoints and the best policy kept.

A run has a folder::

    config.json             what was asked for
    metrics.jsonl           the learning curve: a line for each update, evaluations among them
    tensorboard/            the same for TensorBoard
    checkpoint-000120/      to resume from
    best/  last/            policies: `dixie play ppo:runs/NAME/best`
"""

import json
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from agents.network import Network
from agents.policy import Policy, PolicyAgent
from agents.policy_file import Card, save_policy, write_whole
from dixie_env.layout import make_layout
from training.checkpoint import CheckpointError, checkpoints, load_checkpoint, save_checkpoint
from training.config import Config
from training.evaluate import WinShare, evaluate

METRICS = "metrics.jsonl"
CONFIG = "config.json"


class Learner(Protocol):
    """What a run needs of a learner."""

    updates: int

    @property
    def decisions(self) -> int:
        """How many decisions were learned from."""

    def weights(self) -> dict[str, NDArray[np.float32]]:
        """Return the weights as a policy file has them."""

    def set_weights(self, weights: dict[str, NDArray[np.float32]]) -> None:
        """Take over weights."""

    def rollout(self) -> dict[str, float]:
        """Play."""

    def learn(self) -> dict[str, float]:
        """Learn from what was played."""

    def save(self) -> tuple[dict[str, NDArray[Any]], dict[str, Any]]:
        """Return all that is needed to go on."""

    def load(self, arrays: dict[str, NDArray[Any]], counters: dict[str, Any]) -> None:
        """Go on."""


class Watcher(Protocol):
    """Is told how a run goes; `training.watch` has one for terminals."""

    def cloned(self, decisions: int, total: int, watched: dict[str, float]) -> None:
        """A part of the warm start is done."""

    def updated(self, update: int, total: int, watched: dict[str, float]) -> None:
        """An update is done."""

    def evaluated(self, shares: list[WinShare], best: bool) -> None:
        """The policy was evaluated."""


class Run:
    """One training run in its folder.

    Args:
        config: What is asked for.
        folder: Where it is written.
        watcher: Is told how it goes.
        resume: Go on from the newest checkpoint there.

    Raises:
        CheckpointError: There is a run already, or none to resume, or one with another configuration.
    """

    def __init__(self, config: Config, folder: Path, watcher: Watcher, *, resume: bool = False) -> None:
        self.config, self.folder, self.watcher = config, folder, watcher
        self.commit = commit()
        self.best = -1.0
        self.seconds = 0.0
        self.learner = make_learner(config)
        if resume:
            self._resume()
        else:
            self._begin()
        self._started = time.monotonic() - self.seconds
        self._board = _board(folder, self.learner.updates)

    def _begin(self) -> None:
        if checkpoints(self.folder):
            raise CheckpointError(
                f"{self.folder}: there is a run already; go on with --resume, or give another --out"
            )
        self.folder.mkdir(parents=True, exist_ok=True)
        write_whole(self.folder / CONFIG, self.config.model_dump_json(indent=2).encode())
        write_whole(self.folder / METRICS, b"")

    def _resume(self) -> None:
        arrays, counters = load_checkpoint(self.folder)
        before = json.loads((self.folder / CONFIG).read_text("utf-8"))
        now = json.loads(self.config.model_dump_json())
        changed = sorted(key for key in now if now[key] != before.get(key))
        if changed:
            raise CheckpointError(
                f"{self.folder}: the run was begun with other values of {', '.join(changed)}; resume it with "
                f"the configuration in {CONFIG}, or begin a new one with another --out"
            )
        self.learner.load(arrays, counters["learner"])
        self.best, self.seconds = counters["best"], counters["seconds"]
        kept = [
            line
            for line in (self.folder / METRICS).read_text("utf-8").splitlines(keepends=True)
            if line.endswith("\n") and json.loads(line)["update"] <= self.learner.updates
        ]
        write_whole(self.folder / METRICS, "".join(kept).encode())

    def train(self) -> None:
        """Train to the end."""
        config, learner = self.config, self.learner
        if learner.updates == 0 and not checkpoints(self.folder):
            self._warm_start()
            self._evaluate()
            self._checkpoint()
        while learner.updates < config.updates:
            begun, before = time.monotonic(), learner.decisions
            watched = {**learner.rollout(), **learner.learn()}
            watched["decisions"] = learner.decisions
            watched["decisions a second"] = (learner.decisions - before) / (time.monotonic() - begun)
            self._write({"seconds": self._elapsed(), **watched})
            self.watcher.updated(learner.updates, config.updates, watched)
            last = learner.updates == config.updates
            if last or learner.updates % config.evaluation.every == 0:
                self._evaluate()
            if last or learner.updates % config.checkpoint_every == 0:
                self._checkpoint()
        self._board.close()

    def _warm_start(self) -> None:
        warm = self.config.warm_start
        if warm is None:
            return
        from training.clone import clone

        total = warm.decisions
        network = Network(len(make_layout()), self.config.hidden)
        network.load_arrays(self.learner.weights())
        clone(
            network,
            self.config,
            warm,
            lambda decisions, watched: self.watcher.cloned(decisions, total, watched),
        )
        self.learner.set_weights(network.arrays())

    def _evaluate(self) -> None:
        rule = self.config.evaluation
        players = [int(number) for number, games in self.config.games.items() if games]
        agent = PolicyAgent("learner", Policy(self.learner.weights()))
        shares = evaluate(agent, rule.rungs, players, rule.games)
        strength = float(np.mean([s.share * s.players for s in shares if s.rung == rule.main]))
        best = strength > self.best
        self._write(
            {
                "seconds": self._elapsed(),
                "decisions": self.learner.decisions,
                "evaluation": {f"{s.rung} {s.players}": [s.share, s.margin, s.games] for s in shares},
            }
        )
        self._save_policy("last", shares)
        if best:
            self.best = strength
            self._save_policy("best", shares)
        self.watcher.evaluated(shares, best)

    def _save_policy(self, name: str, shares: list[WinShare]) -> None:
        config = self.config
        card = Card(
            hidden=config.hidden,
            players=tuple(int(number) for number, games in config.games.items() if games),
            training={
                "config": json.loads(config.model_dump_json()),
                "updates": self.learner.updates,
                "decisions": self.learner.decisions,
                "seconds": round(self._elapsed()),
            },
            commit=self.commit,
            evaluation={str(share): share.share for share in shares},
        )
        save_policy(self.folder / name, self.learner.weights(), card)

    def _checkpoint(self) -> None:
        arrays, counters = self.learner.save()
        rest = {"learner": counters, "best": self.best, "seconds": self._elapsed()}
        save_checkpoint(self.folder, self.learner.updates, arrays, rest)

    def _write(self, entry: dict[str, Any]) -> None:
        update = self.learner.updates
        with (self.folder / METRICS).open("a", encoding="utf-8") as file:
            file.write(json.dumps({"update": update, **entry}) + "\n")
        for name, value in entry.items():
            if name == "evaluation":
                for rung, (share, _, _) in value.items():
                    self._board.add_scalar(f"win share/{rung}", share, update)
            else:
                self._board.add_scalar(f"training/{name}", value, update)

    def _elapsed(self) -> float:
        return time.monotonic() - self._started


def make_learner(config: Config) -> Learner:
    """Return the learner that a configuration asks for."""
    if config.learner == "sb3":
        from training.sb3_ppo import SB3PPO

        return SB3PPO(config)
    if config.learner == "rllib":
        from training.rllib import RLlibPPO

        return RLlibPPO(config)
    from training.fast_ppo import FastPPO

    return FastPPO(config)


def commit() -> str:
    """Return the commit of the code, empty where there is none."""
    command = ["git", "rev-parse", "--short", "HEAD"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, cwd=Path(__file__).parent)
    except OSError:
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""


def _board(folder: Path, update: int) -> Any:
    """Return a writer for TensorBoard that forgets what came after this update."""
    from torch.utils.tensorboard import SummaryWriter

    make: Callable[..., Any] = SummaryWriter
    return make(str(folder / "tensorboard"), purge_step=update + 1 if update else None)
