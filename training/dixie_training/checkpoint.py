"""Checkpoints: everything needed to continue a run exactly, in files without pickle.

A checkpoint is a folder ``checkpoint-000120`` with ``arrays.npz`` (weights, optimizer, running games, random
state) and ``counters.json``. They are numbered in the order of writing. Each is written under another name
and renamed when it is complete and on the disk. Only then are old ones removed. So a folder of that name is
always complete, and once there was one there always is one, even if writing the next is interrupted.
"""

import json
import os
import re
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from dixie_env import DixieError

ARRAYS = "arrays.npz"
COUNTERS = "counters.json"
KEPT = 2
"""How many checkpoints are kept: the newest ones."""


class CheckpointError(DixieError):
    """A run can't continue from here. The message says why."""


def save_checkpoint(run: Path, arrays: dict[str, NDArray[Any]], counters: dict[str, Any]) -> Path:
    """Write a checkpoint of a run and remove old ones."""
    found = checkpoints(run)
    number = 1 + int(found[-1].name.rpartition("-")[2]) if found else 0
    folder = run / f"checkpoint-{number:06d}"
    beside = run / ".checkpoint.new"
    shutil.rmtree(beside, ignore_errors=True)
    beside.mkdir(parents=True)
    with (beside / ARRAYS).open("wb") as file:
        np.savez(file, allow_pickle=False, **arrays)
        _flush(file.fileno())
    with (beside / COUNTERS).open("w", encoding="utf-8") as text:
        json.dump(counters, text, indent=1)
        text.flush()
        _flush(text.fileno())
    beside.rename(folder)
    for old in checkpoints(run)[:-KEPT]:
        shutil.rmtree(old)
    return folder


def checkpoints(run: Path) -> list[Path]:
    """Return the complete checkpoints of a run, the newest last."""
    return sorted(path for path in run.glob("checkpoint-*") if re.fullmatch(r"checkpoint-\d{6}", path.name))


def load_checkpoint(run: Path) -> tuple[dict[str, NDArray[Any]], dict[str, Any]]:
    """Read the newest checkpoint of a run.

    Raises:
        CheckpointError: There is none, or it can't be read.
    """
    found = checkpoints(run)
    if not found:
        raise CheckpointError(f"{run}: there is no checkpoint to resume from; train without --resume")
    try:
        with np.load(found[-1] / ARRAYS, allow_pickle=False) as file:
            arrays = {name: file[name] for name in file.files}
        counters = json.loads((found[-1] / COUNTERS).read_text("utf-8"))
    except (OSError, ValueError, KeyError) as error:
        raise CheckpointError(f"{found[-1]}: the checkpoint can't be read: {error}") from error
    return arrays, counters


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


def _flush(descriptor: int) -> None:
    os.fsync(descriptor)
