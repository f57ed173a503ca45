"""Checkpoints: everything needed to continue a run exactly, in files without pickle.

A checkpoint is a folder ``checkpoint-000120`` with ``arrays.npz`` (weights, optimizer, running games, random
state), ``counters.json``, the learning curve so far and the checksums of these files. They are numbered in
the order of writing. Each is written under another name and renamed when it is complete and on the disk. Only
then are old ones removed. So a folder of that name is always complete, and once there was one there always is
one, even if writing the next is interrupted. A damaged one is set aside, and the one before takes its place.
"""

import io
import json
import re
import shutil
from collections.abc import Callable, Mapping
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple
from zipfile import BadZipFile

import numpy as np
import torch
from numpy.typing import NDArray

from dixie_env import DixieError
from dixie_env.checksums import CheckedFolder, Damaged

ARRAYS = "arrays.npz"
COUNTERS = "counters.json"
METRICS = "metrics.jsonl"
KEPT = 2
"""How many checkpoints are kept: the newest ones."""


class CheckpointError(DixieError):
    """A run can't continue from here. The message says why."""


class Checkpoint(NamedTuple):
    """What a checkpoint holds.

    Attributes:
        arrays: Weights, optimizer, running games, random state.
        counters: Plain data.
        curve: The lines of the learning curve; None in checkpoints of earlier versions.
    """

    arrays: dict[str, NDArray[Any]]
    counters: dict[str, Any]
    curve: bytes | None


def save_checkpoint(
    run: Path, arrays: dict[str, NDArray[Any]], counters: dict[str, Any], curve: bytes = b""
) -> Path:
    """Write a checkpoint of a run and remove old ones."""
    found = checkpoints(run)
    number = 1 + int(found[-1].name.rpartition("-")[2]) if found else 0
    folder = run / f"checkpoint-{number:06d}"
    beside = run / ".checkpoint.new"
    shutil.rmtree(beside, ignore_errors=True)
    beside.mkdir(parents=True)
    packed = io.BytesIO()
    np.savez(packed, allow_pickle=False, **arrays)
    CheckedFolder(beside).write_all(
        {ARRAYS: packed.getvalue(), COUNTERS: json.dumps(counters, indent=1), METRICS: curve}
    )
    beside.rename(folder)
    for old in checkpoints(run)[:-KEPT]:
        shutil.rmtree(old)
    return folder


def checkpoints(run: Path) -> list[Path]:
    """Return the complete checkpoints of a run, the newest last."""
    return sorted(path for path in run.glob("checkpoint-*") if re.fullmatch(r"checkpoint-\d{6}", path.name))


def load_checkpoint(run: Path, warn: Callable[[str], None] = lambda message: None) -> Checkpoint:
    """Read the newest checkpoint of a run that is not damaged. Damaged ones are set aside.

    Args:
        run: The folder of the run.
        warn: Told which checkpoint is damaged, and where the run continues.

    Raises:
        CheckpointError: There is none, or all are damaged.
    """
    found = checkpoints(run)
    if not found:
        raise CheckpointError(f"{run}: there is no checkpoint to resume from; train without --resume")
    damaged: list[tuple[Path, CheckpointError]] = []
    for folder in reversed(found):
        try:
            checkpoint = _read(folder)
        except CheckpointError as error:
            damaged.append((folder, error))
            continue
        for bad, reason in damaged:
            aside = _free_name(bad)
            bad.rename(aside)
            warn(f"{reason}; it is {aside.name} now, and the run continues from {folder.name}")
        return checkpoint
    raise CheckpointError(
        "; ".join(str(reason) for _, reason in damaged)
        + ". The run can't continue: restore one of them from a "
        "copy, or begin a new run with another --out"
    )


def _read(folder: Path) -> Checkpoint:
    files = CheckedFolder(folder)
    try:
        with np.load(io.BytesIO(files.read(ARRAYS)), allow_pickle=False) as packed:
            arrays = {name: packed[name] for name in packed.files}
        counters = json.loads(files.read(COUNTERS))
        curve = files.read(METRICS) if files.has_sums else None
    except Damaged as error:
        raise CheckpointError(f"{folder} is damaged: {error}") from error
    except (OSError, ValueError, KeyError, BadZipFile) as error:
        raise CheckpointError(f"{folder} can't be read: {error}") from error
    return Checkpoint(arrays, counters, curve)


def _free_name(folder: Path) -> Path:
    """Return a name for a damaged checkpoint; there may be others of its number."""
    names = (folder.with_name(f"{folder.name}.damaged{number or ''}") for number in count())
    return next(name for name in names if not name.exists())


def inside(arrays: Mapping[str, NDArray[Any]], prefix: str) -> dict[str, NDArray[Any]]:
    """Return the arrays whose names begin with a prefix, without it."""
    return {name.removeprefix(prefix): array for name, array in arrays.items() if name.startswith(prefix)}


def save_optimizer(optimizer: torch.optim.Optimizer) -> dict[str, NDArray[Any]]:
    """Return the state of an optimizer."""
    return {
        f"{number}.{name}": value.cpu().numpy().copy()
        for number, state in optimizer.state_dict()["state"].items()
        for name, value in state.items()
    }


def load_optimizer(optimizer: torch.optim.Optimizer, arrays: Mapping[str, NDArray[Any]]) -> None:
    """Restore the state of an optimizer from `save_optimizer`."""
    state: dict[int, dict[str, torch.Tensor]] = {}
    for name, array in arrays.items():
        number, _, entry = name.partition(".")
        state.setdefault(int(number), {})[entry] = torch.from_numpy(array.copy())
    optimizer.load_state_dict({"state": state, "param_groups": optimizer.state_dict()["param_groups"]})
