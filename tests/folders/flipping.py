"""Flipping single bits in the files of a folder, and what may come of it."""

import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from dixie_env import DixieError

OUTSIDE = ("tensorboard", "wandb")
"""Folders that other programs write and nobody reads again."""


def stored_files(folder: Path) -> list[str]:
    """Return the names of all files of a run that may be read again."""
    files = [file.relative_to(folder) for file in folder.rglob("*") if file.is_file()]
    return sorted(
        file.as_posix()
        for file in files
        if (folder / file).stat().st_size and not set(file.parts) & set(OUTSIDE)
    )


def flip(file: Path, bit: int) -> None:
    """Flip a bit of a file."""
    data = bytearray(file.read_bytes())
    data[bit // 8] ^= 1 << bit % 8
    file.write_bytes(data)


def damage(
    folder: Path,
    times: int,
    beside: Path,
    again: Callable[[Path], Any],
    right: Any,
    *,
    seed: int = 1,
    names: Sequence[str] = (),
) -> dict[str, int]:
    """Flip a bit in copies of a folder, files in turn, and see what a command makes of it.

    Args:
        folder: The folder of a run. It stays as it is.
        times: How often.
        beside: An empty folder for the copies.
        again: The command. What it returns must be right, or it must refuse with one clear line.
        right: What it returns for the folder as it is.
        seed: Of the bits.
        names: The files; by default all.

    Returns:
        How often the result was ``right`` and how often it was ``refused``.
    """
    files = list(names) or stored_files(folder)
    random = np.random.default_rng(seed)
    found = {"right": 0, "refused": 0}
    for number in range(times):
        copy = beside / f"copy-{number}"
        shutil.copytree(folder, copy)
        name = files[number % len(files)]
        bit = int(random.integers(8 * (copy / name).stat().st_size))
        flip(copy / name, bit)
        try:
            result = again(copy)
        except DixieError as error:
            message = str(error)
            assert name.rpartition("/")[2] in message or "SHA256SUMS" in message, (name, bit, message)
            assert "\n" not in message, (name, bit, message)
            found["refused"] += 1
        else:
            assert result == right, (name, bit)
            found["right"] += 1
        shutil.rmtree(copy)
    return found
