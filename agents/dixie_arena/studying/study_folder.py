"""The folder of a study: what it is, who writes to it, and its results."""

import json
import math
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

from dixie_arena.columns import from_bytes
from dixie_arena.config import ArenaError
from dixie_env.checksums import SUMS, CheckedFolder, Damaged
from dixie_env.folder_lock import LOCK, own_folder

__all__ = ["PLAUSIBLE", "RESULTS", "STUDY", "StudyFolder", "plain"]

STUDY, RESULTS, TIMING, PLAUSIBLE = "study.json", "results.json", "timing.json", "plausible.yaml"
DIGITS = 8
"""Significant digits of stored numbers. The last bits of a sum depend on the machine."""


class StudyFolder:
    """Where a study is kept.

    ``study.json`` says what is studied. Each stage has a folder of its own, which the next one starts from.
    ``results.json`` is written last: a folder with results is complete.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.checked = CheckedFolder(path)

    @contextmanager
    def opened(self, study: Mapping[str, Any], *, resume: bool) -> Iterator[None]:
        """Start or resume a study in this folder. Nobody else can at the same time.

        Raises:
            ArenaError: The folder holds something else, or needs ``resume``.
            FolderInUse: Somebody else plays in it.
            Damaged: A file is not as it was written.
        """
        with own_folder(self.path, "dixie study"):
            self._check(study, resume)
            if not (self.path / STUDY).exists():
                self.checked.begin()
                self.write_json(STUDY, study)
            for left in self.path.glob(".*.part"):
                left.unlink(missing_ok=True)
            yield

    def write(self, name: str, content: str | bytes) -> None:
        """Write a file with its checksum."""
        self.checked.write(name, content)

    def write_json(self, name: str, data: Any) -> None:
        """Write a JSON file that people can read too."""
        self.write(name, json.dumps(plain(data), indent=1, ensure_ascii=False) + "\n")

    def read(self, name: str) -> bytes:
        """Return the content of a file.

        Raises:
            ArenaError: It is missing.
            Damaged: It is not as it was written.
        """
        try:
            return self.checked.read(name)
        except FileNotFoundError:
            raise ArenaError(f"{self.path} has no {name}: the study is not finished") from None

    def read_json(self, name: str) -> Any:
        """Return what a JSON file says; the errors are those of `read`, or it is not JSON."""
        try:
            return json.loads(self.read(name))
        except Damaged:
            raise
        except ValueError as error:
            raise ArenaError(f"{self.path / name} is damaged: {error}") from None

    def read_table(self, name: str) -> pa.Table:
        """Return one of the tables ``effects`` and ``boards``; the errors are those of `read`."""
        return from_bytes(self.read(f"{name}.parquet"))

    def _check(self, study: Mapping[str, Any], resume: bool) -> None:
        if not self.path.exists():
            return
        if (self.path / STUDY).exists():
            there, wanted = self.read_json(STUDY), json.loads(json.dumps(plain(study)))
            if different := [key for key in wanted if there.get(key) != wanted[key]]:
                raise ArenaError(
                    f"{self.path} holds another study: its {' and its '.join(different)} "
                    f"{'differs' if len(different) == 1 else 'differ'} from what is asked for "
                    f"(see {STUDY} there). Choose another folder"
                )
            if not resume:
                state = "finished" if (self.path / RESULTS).exists() else "not finished"
                raise ArenaError(
                    f"{self.path} already holds this study, {state}: use --resume to continue it"
                )
        elif any(file.name not in (LOCK, SUMS) and file.suffix != ".part" for file in self.path.iterdir()):
            raise ArenaError(f"{self.path} is not empty and does not hold a study: choose another folder")


def plain(data: Any) -> Any:
    """Return data that JSON can write: numpy's numbers as Python's, rounded to 8 digits; infinite as None."""
    if isinstance(data, Mapping):
        return {str(key): plain(value) for key, value in data.items()}
    if isinstance(data, np.ndarray):
        return plain(data.tolist())
    if isinstance(data, list | tuple):
        return [plain(value) for value in data]
    if isinstance(data, np.generic):
        return plain(data.item())
    if isinstance(data, float):
        return float(f"{data:.{DIGITS}g}") + 0.0 if math.isfinite(data) else None
    return data
