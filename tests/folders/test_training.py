"""One flipped bit in any file of a training run or an exploit, and checkpoints that are damaged."""

import json
import shutil
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest
import torch

from dixie_agents.policy_file import load_weights, save_policy
from dixie_arena.identity import AnotherAgent
from dixie_training.checkpoint import CheckpointError, checkpoints, load_checkpoint
from dixie_training.curve import read_metrics
from dixie_training.run import Run
from tests.folders.flipping import damage, flip, stored_files
from tests.training.small import Silent, small_config
from tests.training.test_exploit import exploited, tiny

TIMES = pytest.mark.parametrize("times", [14, pytest.param(200, marks=pytest.mark.long)])
CLOCK = ("seconds", "decisions_per_second")


@pytest.fixture(autouse=True)
def one_thread() -> None:
    torch.set_num_threads(1)


def quietly(message: str) -> None:
    """Hear of damaged checkpoints."""


def result_of(folder: Path) -> Any:
    """The weights and the curve of a run, without what depends on the clock."""
    arrays = load_checkpoint(folder).arrays
    lines = [{key: value for key, value in line.items() if key not in CLOCK} for line in read_metrics(folder)]
    return {name: array.tobytes() for name, array in arrays.items()}, lines


class Stopped(Exception):
    pass


def stop_after(folder: Path, updates: int) -> None:
    """Train, and stop as if killed."""

    class Stop(Silent):
        def updated(self, update: int, total: int, watched: Any) -> None:
            if update > updates:
                raise Stopped

    with pytest.raises(Stopped):
        Run(small_config(), folder, Stop()).train()


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A whole run, and one that was stopped in its fourth update."""
    torch.set_num_threads(1)
    folder = tmp_path_factory.mktemp("training")
    Run(small_config(), folder / "whole", Silent()).train()
    stop_after(folder / "stopped", 3)
    return folder


def resume(folder: Path, said: list[str] | None = None) -> Any:
    warn = quietly if said is None else said.append
    Run(small_config(), folder, Silent(), resume=True, warn=warn).train()
    return result_of(folder)


def read_again(folder: Path) -> list[str]:
    """The files that a resumed run reads; policies have checksums of their own."""
    return [name for name in stored_files(folder) if not name.startswith(("best/", "last/"))]


@TIMES
def test_a_training_that_was_stopped(tmp_path: Path, runs: Path, times: int) -> None:
    stopped = runs / "stopped"
    damage(stopped, times, tmp_path, resume, result_of(runs / "whole"), names=read_again(stopped))


@TIMES
def test_a_finished_training(tmp_path: Path, runs: Path, times: int) -> None:
    whole = runs / "whole"
    damage(whole, times, tmp_path, resume, result_of(whole), names=read_again(whole))


@pytest.mark.parametrize("name", ["arrays.npz", "counters.json", "metrics.jsonl"])
def test_the_checkpoint_before_a_damaged_one(tmp_path: Path, runs: Path, name: str) -> None:
    folder = Path(shutil.copytree(runs / "stopped", tmp_path / "run"))
    before, newest = checkpoints(folder)
    flip(newest / name, 100)
    said: list[str] = []
    assert resume(folder, said) == result_of(runs / "whole")
    (line,) = said
    assert line.startswith(f"{newest} is damaged: {newest / name} is damaged: its checksum is not the one")
    assert line.endswith(f"it is {newest.name}.damaged now, and the run continues from {before.name}")


def test_all_checkpoints_are_damaged(tmp_path: Path, runs: Path) -> None:
    folder = Path(shutil.copytree(runs / "stopped", tmp_path / "run"))
    for checkpoint in checkpoints(folder):
        flip(checkpoint / "arrays.npz", 100)
    with pytest.raises(CheckpointError, match=r"is damaged.*is damaged.*The run can't continue"):
        resume(folder)
    assert len(checkpoints(folder)) == 2  # they stay where they are


def test_a_checkpoint_of_an_earlier_version(tmp_path: Path, runs: Path) -> None:
    """They had no checksums, and no curve of their own."""
    folder = Path(shutil.copytree(runs / "stopped", tmp_path / "run"))
    for place in (folder, *checkpoints(folder)):
        (place / "SHA256SUMS").unlink()
    for checkpoint in checkpoints(folder):
        (checkpoint / "metrics.jsonl").unlink()
    assert resume(folder) == result_of(runs / "whole")


def test_an_opponent_that_is_replaced_during_a_run(tmp_path: Path) -> None:
    weights, card = load_weights("zoo/first")
    save_policy(tmp_path / "rival", weights, card)
    name = f"ppo:{tmp_path / 'rival'}"
    config = small_config(evaluation={"every": 1, "games": 2, "rungs": [name], "main": name})
    reread = []

    class Replace(Silent):
        def evaluated(self, shares: Any, best: bool) -> None:
            save_policy(tmp_path / "rival", {key: array * 2 for key, array in weights.items()}, card)
            reread.append(shares)

    run = Run(config, tmp_path / "run", Replace())
    run.train()  # it was loaded once, so all evaluations are against the same one
    assert len(reread) == config.updates + 1
    with pytest.raises(CheckpointError, match="rival has changed since the run began"):
        Run(config, tmp_path / "run", Silent(), resume=True)


def test_a_target_that_is_replaced_between_seeds(tmp_path: Path) -> None:
    weights, card = load_weights("zoo/first")
    save_policy(tmp_path / "target", weights, card)
    done: list[int] = []

    def watching(seed: int) -> Any:
        if done:
            save_policy(tmp_path / "target", {key: array * 2 for key, array in weights.items()}, card)
        done.append(seed)
        return nullcontext(Silent())

    with pytest.raises((CheckpointError, AnotherAgent), match="target has changed"):
        exploited(f"ppo:{tmp_path / 'target'}", tmp_path / "run", watching=watching)
    assert done == [1, 2]


@TIMES
def test_a_finished_exploit(tmp_path: Path, times: int) -> None:
    folder = tmp_path / "run"
    protocol = tiny(seeds=(1,))
    found = exploited("random", folder, protocol, longest=None)

    def again(copy: Path) -> Any:
        result = exploited("random", copy, protocol, resume=True, longest=None, warn=quietly)
        return clockless(result.card), result.tables["curve"].drop(columns="seconds").to_csv()

    right = clockless(found.card), found.tables["curve"].drop(columns="seconds").to_csv()
    names = [name for name in stored_files(folder) if "checkpoint" not in name and "measured" not in name]
    damage(folder, times, tmp_path, again, right, names=names)


def clockless(card: dict[str, Any]) -> Any:
    return json.loads(
        json.dumps(card), object_hook=lambda row: {k: v for k, v in row.items() if k != "seconds"}
    )
