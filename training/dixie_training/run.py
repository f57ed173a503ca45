"""A training run: rollouts and learning, with progress, evaluation, checkpoints and the best policy.

A run has a folder::

    config.json             what was asked for
    agents.json             fingerprints of the policies and classes that it plays against
    metrics.jsonl           the learning curve: a line for each update, evaluations among them
    tensorboard/            the same for TensorBoard
    wandb.json              its identity at Weights & Biases, with the key `wandb`
    checkpoint-000120/      to resume from
    SHA256SUMS              checksums of what is read again
    best/  last/            policies: `dixie play ppo:runs/NAME/best`; their evaluation is in measured.json
"""

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from dixie_agents.measured import EVALUATION, add_measured
from dixie_agents.network import Network
from dixie_agents.policy import Policy, PolicyAgent
from dixie_agents.policy_file import Card, save_policy
from dixie_arena.progress import warn_user
from dixie_env.checksums import CheckedFolder
from dixie_env.files import write_whole
from dixie_env.version import commit
from dixie_training.checkpoint import (
    METRICS,
    CheckpointError,
    checkpoints,
    inside,
    load_checkpoint,
    save_checkpoint,
)
from dixie_training.evaluate import WinShare, evaluate, evaluate_family
from dixie_training.identity import AGENTS, check_identities, fingerprints, identify
from dixie_training.init import initial_weights
from dixie_training.schema import Config, ExpertConfig, FastPPOConfig, RLlibConfig, SB3Config
from dixie_training.wandb_board import WandbBoard, import_wandb

if TYPE_CHECKING:
    from dixie_training.clone import Cloning
    from dixie_training.seat_learner import SeatLearner

CONFIG = "config.json"
FREE_TO_CHANGE = ("device", "wandb", "ray")
"""Keys that may differ when a run is resumed: where it computes and who watches."""


class Learner(Protocol):
    """What a run needs from a learner."""

    @property
    def updates(self) -> int:
        """How many updates are done."""

    @property
    def decisions(self) -> int:
        """How many decisions were learned from."""

    def weights(self) -> dict[str, NDArray[np.float32]]:
        """Return the weights in the format of a policy file."""

    def set_weights(self, weights: dict[str, NDArray[np.float32]]) -> None:
        """Load weights."""

    def rollout(self) -> dict[str, float]:
        """Play."""

    def learn(self) -> dict[str, float]:
        """Learn from what was played."""

    def save(self) -> tuple[dict[str, NDArray[Any]], dict[str, Any]]:
        """Return everything needed to continue."""

    def load(self, arrays: dict[str, NDArray[Any]], counters: dict[str, Any]) -> None:
        """Continue from what `save` returned."""


@runtime_checkable
class Closes(Protocol):
    """A learner that holds something beyond this process."""

    def close(self) -> None:
        """Let go of it. What was learned can still be read."""


class Watcher(Protocol):
    """Receives the progress of a run; `dixie_training.watch` has one for terminals."""

    def cloned(self, decisions: int, total: int, watched: dict[str, float]) -> None:
        """A part of the warm start is done."""

    def updated(self, update: int, total: int, watched: dict[str, float]) -> None:
        """An update is done."""

    def evaluated(self, shares: list[WinShare], best: bool) -> None:
        """The policy was evaluated."""


class Run:
    """One training run in its folder.

    Args:
        config: The configuration.
        folder: Folder of the run.
        watcher: Receives the progress.
        resume: Continue from the newest checkpoint there.
        warn: Told which damaged checkpoint was set aside.

    Raises:
        CheckpointError: The folder already has a run, has none to resume, or has another configuration.
        Damaged: A file of the run is not as it was written.
    """

    def __init__(
        self,
        config: Config,
        folder: Path,
        watcher: Watcher,
        *,
        resume: bool = False,
        warn: Callable[[str], None] = warn_user,
    ) -> None:
        self.config, self.folder, self.watcher = config, folder, watcher
        self.files = CheckedFolder(folder)
        self._warn = warn
        self._curve = bytearray()
        """The lines of the learning curve."""
        self.commit = commit() or ""
        self.best = -1.0
        self.seconds = 0.0
        self.evaluated = False
        """Has the policy been evaluated since the last update?"""
        if config.wandb is not None:
            import_wandb()  # a missing package is an error before anything is computed
        start = initial_weights(config)
        self.identities = identify(config)
        """Who all other agents are."""
        self.learner = make_learner(config, warn)
        if start is not None:
            self.learner.set_weights(start)
        self.cloning = self._cloning()
        """The warm start, until it is done."""
        check_identities(folder, fingerprints(self.identities), identify(config))  # one may have changed
        if resume:
            self._resume()
        else:
            self._begin()
        self._started = time.monotonic() - self.seconds
        self._board = _board(folder, self.learner.updates)
        self._wandb = None if config.wandb is None else WandbBoard(config, folder, resume=resume)

    def _begin(self) -> None:
        if checkpoints(self.folder):
            raise CheckpointError(
                f"{self.folder} already has a run; continue it with --resume, or give another --out"
            )
        self.folder.mkdir(parents=True, exist_ok=True)
        self.files.begin()
        self.files.write(CONFIG, self.config.model_dump_json(indent=2))
        self.files.write(AGENTS, json.dumps(fingerprints(self.identities), indent=2) + "\n")
        write_whole(self.folder / METRICS, b"")

    def _resume(self) -> None:
        if not (self.folder / CONFIG).exists():
            raise CheckpointError(f"{self.folder} has no run to resume; train without --resume")
        before = json.loads(self.files.read(CONFIG))
        now = json.loads(self.config.model_dump_json())
        if "game" not in before:
            raise CheckpointError(
                f"{self.folder}: the run was started by an earlier version, with other keys; start a new one "
                "with another --out, or resume it with that version"
            )
        fields = type(self.config).model_fields  # a key that is newer than the run had its default value
        changed = sorted(
            key
            for key in now
            if key not in FREE_TO_CHANGE and now[key] != before.get(key, fields[key].default)
        )
        if changed:
            raise CheckpointError(
                f"{self.folder}: the run was started with other values of {', '.join(changed)}; resume it "
                f"with the configuration in {CONFIG}, or start a new one with another --out"
            )
        if not checkpoints(self.folder):  # it was stopped before it finished its first step
            self._begin()
            return
        check_identities(self.folder, json.loads(self.files.read(AGENTS)), self.identities)
        found = load_checkpoint(self.folder, self._warn)
        arrays, counters = found.arrays, found.counters
        self.learner.load(inside(arrays, "learner."), counters["learner"])
        if counters["cloning"] is None:
            self.cloning = None
        elif self.cloning is not None:
            self.cloning.load(inside(arrays, "cloning."), counters["cloning"])
        self.best, self.seconds = counters["best"], counters["seconds"]
        self.evaluated = counters["evaluated"]
        self._curve += self._old_curve() if found.curve is None else found.curve
        self.files.forget([METRICS])  # it grows again
        write_whole(self.folder / METRICS, bytes(self._curve))

    def _old_curve(self) -> bytes:
        """Return the lines of the curve that a checkpoint of an earlier version covers."""
        lines = (self.folder / METRICS).read_bytes().splitlines(keepends=True)
        return b"".join(line for line in lines if self._holds(line))

    def _holds(self, line: bytes) -> bool:
        """Is a line of the curve covered by the checkpoint? Later lines are written again."""
        if not line.endswith(b"\n"):
            return False
        entry = json.loads(line)
        if entry["update"] == self.learner.updates and "evaluation" in entry:
            return self.evaluated
        return bool(entry["update"] <= self.learner.updates)

    def train(self) -> None:
        """Train to the end."""
        try:
            self._train()
        finally:
            if isinstance(self.learner, Closes):
                self.learner.close()

    def _train(self) -> None:
        config, learner = self.config, self.learner
        self._warm_start()
        while True:
            last = learner.updates == config.updates
            if not self.evaluated and (last or learner.updates % config.evaluation.every == 0):
                self._evaluate()
                self._checkpoint()
            if last:
                break
            self._update()
            if learner.updates % config.checkpoint_every == 0:
                self._checkpoint()
        self.files.write(METRICS, bytes(self._curve))
        self._board.close()
        if self._wandb is not None:
            self._wandb.close()

    def _update(self) -> None:
        learner = self.learner
        begun, before = time.monotonic(), learner.decisions
        watched = {**learner.rollout(), **learner.learn()}
        watched["decisions"] = learner.decisions
        watched["decisions_per_second"] = (learner.decisions - before) / (time.monotonic() - begun)
        self.evaluated = False
        self._write({"seconds": self._elapsed(), **watched})
        self.watcher.updated(learner.updates, self.config.updates, watched)

    def _cloning(self) -> "Cloning | None":
        warm = self.config.warm_start
        if warm is None:
            return None
        from dixie_training.clone import Cloning

        network = Network(self.config.observation.size, self.config.hidden, self.config.heads)
        network.load_arrays(self.learner.weights())
        return Cloning(network, self.config, warm)

    def _warm_start(self) -> None:
        cloning = self.cloning
        if cloning is None:
            return
        while not cloning.over:
            watched = cloning.next_step()
            self.watcher.cloned(cloning.decisions, cloning.warm.decisions, watched)
            self._checkpoint()
        self.learner.set_weights(cloning.network.arrays())
        self.cloning = None

    def _evaluate(self) -> None:
        rule = self.config.evaluation
        policy = Policy(self.learner.weights(), self.config.observation)
        agent = PolicyAgent("learner", policy, self.config.temperature)
        coalition = isinstance(self.config, FastPPOConfig) and self.config.opponents.coalition
        more: Any = {
            "coalition": coalition,
            "threads": self.config.threads,
            "identities": self.identities,
        }
        shares = evaluate(agent, rule.rungs, self.config.game, rule.games, **more)
        shares += evaluate_family(agent, rule.main, self.config.game, rule.games, **more)
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
        self.evaluated = True
        self.watcher.evaluated(shares, best)

    def _save_policy(self, name: str, shares: list[WinShare]) -> None:
        config = self.config
        card = Card(
            hidden=config.hidden,
            game=config.game,
            training={
                "config": json.loads(config.model_dump_json()),
                "updates": self.learner.updates,
                "decisions": self.learner.decisions,
                "seconds": round(self._elapsed()),
            },
            commit=self.commit,
            temperature=config.temperature,
        )
        save_policy(self.folder / name, self.learner.weights(), card)
        add_measured(self.folder / name, EVALUATION, [share.as_object() for share in shares])

    def _checkpoint(self) -> None:
        saved, counters = self.learner.save()
        arrays = {f"learner.{name}": array for name, array in saved.items()}
        rest: dict[str, Any] = {
            "learner": counters,
            "cloning": None,
            "best": self.best,
            "evaluated": self.evaluated,
            "seconds": self._elapsed(),
        }
        if self.cloning is not None:
            saved, rest["cloning"] = self.cloning.save()
            arrays |= {f"cloning.{name}": array for name, array in saved.items()}
        save_checkpoint(self.folder, arrays, rest, bytes(self._curve))

    def _write(self, entry: dict[str, Any]) -> None:
        update = self.learner.updates
        line = (json.dumps({"update": update, **entry}) + "\n").encode()
        self._curve += line
        with (self.folder / METRICS).open("ab") as file:
            file.write(line)
        curve = {f"training/{name}": value for name, value in entry.items() if name != "evaluation"}
        shares = entry.get("evaluation", {})
        curve |= {f"win_share/{rung}": share for rung, (share, _, _) in shares.items()}
        for name, value in curve.items():
            self._board.add_scalar(name, value, update)
        if self._wandb is not None:
            self._wandb.add(curve, update)

    def _elapsed(self) -> float:
        return time.monotonic() - self._started


def make_learner(config: Config, warn: Callable[[str], None] = warn_user) -> Learner:
    """Create the learner of a configuration.

    Args:
        config: The configuration.
        warn: Told when workers on Ray are lost or join.
    """
    if isinstance(config, FastPPOConfig | ExpertConfig) and config.ray is not None:
        from dixie_training.ray_start import start_ray

        start_ray(config.ray.address)
        from dixie_training.ray_crew import RayCrew
        from dixie_training.team_learner import TeamLearner

        return TeamLearner(config, RayCrew(config.ray.workers, config.ray.resources), warn)
    if isinstance(config, SB3Config):
        from dixie_training.sb3_ppo import SB3PPO

        return SB3PPO(config)
    if isinstance(config, RLlibConfig):
        from dixie_training.rllib import RLlibPPO

        return RLlibPPO(config)
    assert isinstance(config, FastPPOConfig | ExpertConfig)
    return make_seat_learner(config)


def make_seat_learner(config: FastPPOConfig | ExpertConfig) -> "SeatLearner[Any]":
    """Create a learner in this process."""
    if isinstance(config, ExpertConfig):
        from dixie_training.expert import ExpertIteration

        return ExpertIteration(config)
    if config.opponents.exploiters:
        from dixie_training.league import League

        return League(config)
    from dixie_training.fast_ppo import FastPPO

    return FastPPO(config)


def _board(folder: Path, update: int) -> Any:
    """Return a TensorBoard writer that discards everything after this update."""
    from torch.utils.tensorboard import SummaryWriter

    make: Callable[..., Any] = SummaryWriter
    return make(str(folder / "tensorboard"), purge_step=update + 1 if update else None)
