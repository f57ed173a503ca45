"""Checkpoints: everything needed to go on exactly where a run was, in files without pickle.

A checkpoint is a folder ``checkpoint-000120`` with ``arrays.npz`` (weights, optimizer, running games, random
state) and ``counters.json``. It is written beside and renamed when it is complete and on the disk, so a
folder of that name is always whole, whatever happened while it was written.
"""

import json
import os
import re
import shutil
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dixie_env import DixieError

ARRAYS = "arrays.npz"
COUNTERS = "counters.json"
KEPT = 2
"""How many checkpoints are kept, the newest ones."""


class CheckpointError(DixieError):
    """A run can't go on from here; the message says why."""


def save_checkpoint(
    run: Path, number: int, arrays: dict[str, NDArray[Any]], counters: dict[str, Any]
) -> Path:
    """Write a checkpoint of a run, and remove old ones."""
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
    if folder.exists():  # the run was taken back to an earlier checkpoint
        shutil.rmtree(folder)
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


def _flush(descriptor: int) -> None:
    os.fsync(descriptor)
