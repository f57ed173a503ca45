"""The folder of a run. Every file in it is complete or absent, so a run can be killed at any time."""

import fcntl
import json
import shutil
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from dixie_arena.chunk import Chunk
from dixie_arena.config import EARLIER, ArenaError, Tournament
from dixie_arena.identity import code_changes
from dixie_arena.plan import Plan
from dixie_env.files import write_whole

TOURNAMENT, CODE, CARD, GAMES, SUMMARY, TIMING, REPORT = (
    "tournament.json",
    "code.json",
    "card.json",
    "games.parquet",
    "summary.json",
    "timing.json",
    "report.html",
)


class RunFolder:
    """Where a tournament, or another plan, is kept while it is played, and afterwards.

    ``tournament.json`` says what is played, ``code.json`` by which code. ``chunks/`` holds the finished parts
    and is removed when all are finished. Results are ``games.parquet``, ``summary.json``, ``timing.json`` and
    ``card.json``. The card is written last: a folder with a card is complete.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.chunks = path / "chunks"

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
            ArenaError: The folder holds something else, or needs ``resume``, or is in use.
        """
        if self.path.exists() and not self.path.is_dir():
            raise ArenaError(f"{self.path} is a file; give a folder")
        self._check(plan, code, resume, finished_too)
        self.path.mkdir(parents=True, exist_ok=True)
        with (self.path / ".lock").open("w") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise ArenaError(
                    f"{self.path} is in use: another process is playing this {plan.noun}"
                ) from None
            self._check(plan, code, resume, finished_too)
            if not (self.path / TOURNAMENT).exists():
                self.write_json(CODE, code)
                self.write_json(TOURNAMENT, plan.as_object())
            if not self.complete:
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
        """Return the numbers of the parts that exist and can be read."""
        return {index for index in range(plan.chunks) if self.read_chunk(index) is not None}

    def write_chunk(self, index: int, data: bytes) -> None:
        """Store a part."""
        write_whole(self._chunk(index), data)

    def read_chunk(self, index: int) -> Chunk | None:
        """Return a part, or None if it is missing or damaged. Then it is played again."""
        try:
            return Chunk.from_bytes(self._chunk(index).read_bytes())
        except (OSError, ValueError):  # pyarrow's errors are among these
            return None

    def read_chunks(self, indices: Iterable[int]) -> list[Chunk]:
        """Return these parts.

        Raises:
            ArenaError: One is missing or damaged.
        """
        chunks = []
        for index in indices:
            chunk = self.read_chunk(index)
            if chunk is None:
                raise ArenaError(f"part {index} of {self.path} is missing: use --resume to play it again")
            chunks.append(chunk)
        return chunks

    def remove_chunks(self) -> None:
        """Remove the parts. Their content is in ``games.parquet`` now."""
        shutil.rmtree(self.chunks, ignore_errors=True)

    def write(self, name: str, content: str | bytes) -> None:
        """Write a file."""
        write_whole(self.path / name, content)

    def write_json(self, name: str, data: Any) -> None:
        """Write a JSON file that people can read too."""
        self.write(name, json.dumps(data, indent=2, ensure_ascii=False) + "\n")

    def read_json(self, name: str) -> Any:
        """Read a file of this folder.

        Raises:
            ArenaError: It is missing, or is not JSON.
        """
        file = self.path / name
        try:
            return json.loads(file.read_text(encoding="utf-8"))
        except FileNotFoundError:
            raise ArenaError(f"{self.path} has no {name}: the tournament is not finished") from None
        except ValueError as error:
            raise ArenaError(f"{file} is damaged: {error}") from None

    def _chunk(self, index: int) -> Path:
        return self.chunks / f"{index:06}.arrow"

    def _check(self, plan: Plan, code: Mapping[str, Any], resume: bool, finished_too: bool) -> None:
        if not self.path.exists():
            return
        if (self.path / TOURNAMENT).exists():
            there, wanted = self.read_json(TOURNAMENT), json.loads(json.dumps(plan.as_object()))
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
        elif any(file.name not in (".lock", CODE) and file.suffix != ".part" for file in self.path.iterdir()):
            raise ArenaError(
                f"{self.path} is not empty and does not hold a {plan.noun}: choose another folder"
            )


def _short(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 120 else text[:117] + "..."
