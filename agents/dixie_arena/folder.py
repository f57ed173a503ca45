"""The folder of a run. Every file in it is complete or absent, so a run can be killed at any time."""

import json
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pyarrow as pa

from dixie_arena.chunk import Chunk
from dixie_arena.columns import from_bytes
from dixie_arena.config import EARLIER, ArenaError, Tournament
from dixie_arena.identity import code_changes
from dixie_arena.plan import Plan
from dixie_arena.progress import warn_user
from dixie_env.checksums import SUMS, CheckedFolder, Damaged
from dixie_env.folder_lock import LOCK, own_folder

TOURNAMENT, CODE, CARD, GAMES, SUMMARY, TIMING, REPORT = (
    "tournament.json",
    "code.json",
    "card.json",
    "games.parquet",
    "summary.json",
    "timing.json",
    "report.html",
)
CHUNKS, SET_ASIDE = "chunks", ".damaged"


class RunFolder:
    """Where a tournament, or another plan, is kept while it is played, and afterwards.

    ``tournament.json`` says what is played, ``code.json`` by which code. ``chunks/`` holds the finished parts
    and is removed when all are finished. Results are ``games.parquet``, ``summary.json``, ``timing.json`` and
    ``card.json``. The card is written last: a folder with a card is complete. ``SHA256SUMS`` has the
    checksums of all files.

    Args:
        path: The folder.
        warn: Told which damaged parts will be played again.
    """

    def __init__(self, path: Path, warn: Callable[[str], None] = warn_user) -> None:
        self.path = path
        self.chunks = path / CHUNKS
        self.checked = CheckedFolder(path)
        self._warn = warn

    @property
    def complete(self) -> bool:
        """Whether the tournament is finished."""
        return (self.path / CARD).exists()

    @contextmanager
    def opened(
        self, plan: Plan, code: Mapping[str, Any], *, resume: bool, finished_too: bool = False
    ) -> Iterator[None]:
        """Start or resume a tournament in this folder. Nobody else can at the same time.

        Args:
            plan: What is played.
            code: Checksums of agents and rules, from ``code_of``.
            resume: Continue what is there.
            finished_too: Refuse results of other code even if they are finished, because other runs belong
                to them.

        Raises:
            ArenaError: The folder holds something else, or needs ``resume``.
            FolderInUse: Somebody else plays in it.
            Damaged: A file is not as it was written.
        """
        with own_folder(self.path, f"dixie {plan.noun}"):
            self._check(plan, code, resume, finished_too)
            if not (self.path / TOURNAMENT).exists():
                self.checked.begin()
                self.write_json(CODE, code)
                self.write_json(TOURNAMENT, plan.as_object())
            if self.complete:
                self.remove_chunks()  # it was killed while it did
            else:
                self.chunks.mkdir(exist_ok=True)
            for left in [*self.path.glob(".*.part"), *self.chunks.glob(".*.part")]:
                left.unlink(missing_ok=True)
            yield

    def read_tournament(self) -> Tournament:
        """Return what is played here.

        Raises:
            ArenaError: This is not the folder of a run.
        """
        file = self.path / TOURNAMENT
        if not file.exists():
            raise ArenaError(f"{self.path} is not the folder of a tournament: it has no {TOURNAMENT}")
        try:
            return Tournament.from_object(self.read_json(TOURNAMENT))
        except ArenaError as error:
            raise ArenaError(f"{file}: {error}") from error

    def done(self, plan: Plan) -> set[int]:
        """Return the numbers of the parts that exist and are as they were written."""
        return {index for index in range(plan.chunks) if self._is_whole(index)}

    def check_parts(self, plan: Plan) -> set[int]:
        """Return the numbers of the finished parts. Damaged ones are set aside, to be played again."""
        for index in range(plan.chunks):
            file = self.path / _chunk(index)
            if file.exists() and not self._is_whole(index):
                aside = file.with_suffix(SET_ASIDE)
                file.replace(aside)
                self._warn(f"{file} is damaged: it is {aside.name} now, and its games are played again")
        return self.done(plan)

    def write_chunk(self, index: int, data: bytes) -> None:
        """Store a part."""
        self.checked.write(_chunk(index), data)

    def read_chunk(self, index: int) -> Chunk | None:
        """Return a part, or None if it is missing.

        Raises:
            Damaged: It is not as it was written.
        """
        data = self._read(index)
        return None if data is None else Chunk.from_bytes(data)

    def _is_whole(self, index: int) -> bool:
        try:
            return self._read(index) is not None
        except Damaged:
            return False

    def _read(self, index: int) -> bytes | None:
        try:
            return self.checked.read(_chunk(index))
        except FileNotFoundError:
            return None

    def read_chunks(self, indices: Iterable[int]) -> list[Chunk]:
        """Return these parts.

        Raises:
            ArenaError: One is missing or damaged.
        """
        chunks = []
        for index in indices:
            try:
                chunk = self.read_chunk(index)
            except Damaged as error:
                raise ArenaError(f"{error}; or use --resume to play it again") from None
            except ValueError as error:  # only where there are no checksums; pyarrow's errors are among these
                raise ArenaError(f"part {index} of {self.path} is damaged: {error}") from None
            if chunk is None:
                raise ArenaError(f"part {index} of {self.path} is missing: use --resume to play it again")
            chunks.append(chunk)
        return chunks

    def remove_chunks(self) -> None:
        """Remove the parts. Their content is in ``games.parquet`` now."""
        parts = [name for name in self.checked.names() if name.startswith(f"{CHUNKS}/")]
        if parts:
            self.checked.forget(parts)
        shutil.rmtree(self.chunks, ignore_errors=True)

    def write(self, name: str, content: str | bytes) -> None:
        """Write a file with its checksum."""
        self.checked.write(name, content)

    def read(self, name: str) -> bytes:
        """Return the content of a file.

        Raises:
            ArenaError: It is missing.
            Damaged: It is not as it was written.
        """
        try:
            return self.checked.read(name)
        except FileNotFoundError:
            raise ArenaError(f"{self.path} has no {name}: the tournament is not finished") from None

    def write_json(self, name: str, data: Any) -> None:
        """Write a JSON file that people can read too."""
        self.write(name, json.dumps(data, indent=2, ensure_ascii=False) + "\n")

    def read_games(self) -> pa.Table:
        """Return the games of a finished run; the errors are those of `read`."""
        return from_bytes(self.read(GAMES))

    def read_json(self, name: str) -> Any:
        """Read a JSON file of this folder.

        Raises:
            ArenaError: It is missing, or is not JSON.
            Damaged: It is not as it was written.
        """
        try:
            return json.loads(self.read(name))
        except Damaged:
            raise
        except ValueError as error:
            raise ArenaError(f"{self.path / name} is damaged: {error}") from None

    def _check(self, plan: Plan, code: Mapping[str, Any], resume: bool, finished_too: bool) -> None:
        if not self.path.exists():
            return
        if (self.path / TOURNAMENT).exists():
            there, wanted = self.read_json(TOURNAMENT), json.loads(json.dumps(plan.as_object()))
            if not isinstance(there, dict):
                raise ArenaError(f"{self.path / TOURNAMENT} is damaged: it does not say what is played")
            if any("setup" in part for part in (there, *there.get("cells", ()))):
                raise ArenaError(f"{self.path}: {EARLIER}")
            different = [key for key in wanted if there.get(key) != wanted[key]]
            if different:
                what = "; ".join(
                    f"{key} is {_short(there.get(key))} there and {_short(wanted[key])} here"
                    for key in different
                )
                raise ArenaError(f"{self.path} holds another {plan.noun}: {what}. Choose another folder.")
            if not resume:
                state = "finished" if self.complete else "not finished"
                raise ArenaError(
                    f"{self.path} already holds this {plan.noun}, {state}: use --resume to continue it"
                )
            if self.complete and not finished_too:
                return
            if changed := code_changes(self.read_json(CODE), code):
                raise ArenaError(
                    f"{self.path} was begun with {', '.join(changed)}: the remaining games would not "
                    "match those already played. Start again in another folder"
                )
        elif any(
            file.name not in (LOCK, SUMS, CODE) and file.suffix != ".part" for file in self.path.iterdir()
        ):
            raise ArenaError(
                f"{self.path} is not empty and does not hold a {plan.noun}: choose another folder"
            )


def _chunk(index: int) -> str:
    return f"{CHUNKS}/{index:06}.arrow"


def _short(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 120 else text[:117] + "..."
