"""Files of a folder with their checksums, in ``SHA256SUMS``, which the command ``sha256sum -c`` reads, too.

Whatever is read again is checked first, so a damaged file is noticed by name and never parsed. The checksum
of new content is written down before the content: a process that is killed in between leaves an old file
and both checksums. A folder without ``SHA256SUMS`` was written by an earlier version; its files are read as
they are.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from pathlib import Path, PurePosixPath

from dixie_env.engine.errors import DixieError
from dixie_env.files import write_whole

__all__ = ["SUMS", "CheckedFolder", "Damaged"]

SUMS = "SHA256SUMS"
_LINE = re.compile(r"([0-9a-f]{64})  ([^\\\x00-\x1f\x7f]+)")


class Damaged(DixieError):
    """A file is not as it was written. The message names it."""


class CheckedFolder:
    """Writes files with their checksums, and reads them only as they were written.

    Names are relative to the folder, with ``/`` between their parts. Only one process may write at a time
    (`dixie_env.folder_lock`).
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._seen: tuple[int, int, int] | None = None
        self._sums: dict[str, set[str]] = {}

    @property
    def has_sums(self) -> bool:
        """Whether the folder has checksums."""
        return (self.path / SUMS).exists()

    def names(self) -> list[str]:
        """Return the names of all files with a checksum."""
        return sorted(self._load())

    def begin(self) -> None:
        """Begin a new run: from now on there are checksums, even if there are other people's files, too."""
        if not self.has_sums:
            self._save({})

    def write(self, name: str, content: str | bytes) -> None:
        """Write a file atomically, with its checksum."""
        self.write_all({name: content})

    def write_all(self, contents: Mapping[str, str | bytes]) -> None:
        """Write files, each atomically, with their checksums."""
        if not self._keeps_sums():
            for name, content in contents.items():
                write_whole(self.path / name, content)
            return
        known = dict(self._load())
        data = {name: _encoded(content) for name, content in contents.items()}
        new = {name: {sha256(content).hexdigest()} for name, content in data.items()}
        both = {**known, **{name: known.get(name, set()) | sums for name, sums in new.items()}}
        if both != known:
            self._save(both)
        for name, content in data.items():
            write_whole(self.path / name, content)
        if (only_new := {**known, **new}) != both:
            self._save(only_new)

    def read(self, name: str) -> bytes:
        """Return the content of a file.

        Raises:
            FileNotFoundError: There is no such file.
            Damaged: It is not as it was written.
        """
        data = (self.path / name).read_bytes()
        if self.has_sums and sha256(data).hexdigest() not in self._load().get(name, ()):
            raise Damaged(
                f"{self.path / name} is damaged: its checksum is not the one in {self.path / SUMS}; "
                "restore the file from a copy"
            )
        return data

    def forget(self, names: Iterable[str]) -> None:
        """Forget files that will be removed."""
        gone, known = set(names), self._load()
        if gone & known.keys():
            self._save({name: sums for name, sums in known.items() if name not in gone})

    def problems(self) -> Iterator[str]:
        """Yield in words what is wrong: each file that is missing or was changed, and wrong lines.

        Raises:
            OSError: A file can't be read.
        """
        sums, text = self._load(), (self.path / SUMS).read_bytes()
        if text != _as_text(sums).encode("utf-8", "surrogateescape"):
            yield f"{SUMS} was changed: it is not as dixie writes it"
        for name in sums:
            try:
                self.read(name)
            except FileNotFoundError:
                yield f"{name} is missing, but {SUMS} lists it"
            except Damaged:
                yield f"{name} was changed: its checksum differs from the one in {SUMS}"

    def _keeps_sums(self) -> bool:
        """Whether files get checksums: not in a folder that an earlier version filled without them."""
        if self.has_sums or not self.path.exists():
            return True
        return not any(file.is_file() and not file.name.startswith(".") for file in self.path.iterdir())

    def _load(self) -> dict[str, set[str]]:
        """Return the checksums of each file; lines that are damaged count as missing."""
        try:
            state = (self.path / SUMS).stat()
        except FileNotFoundError:
            self._seen, self._sums = None, {}
            return self._sums
        seen = state.st_mtime_ns, state.st_size, state.st_ino
        if seen != self._seen:
            sums: dict[str, set[str]] = {}
            for line in (self.path / SUMS).read_bytes().decode("utf-8", "surrogateescape").split("\n"):
                if (found := _LINE.fullmatch(line)) and _is_inside(found[2]):
                    sums.setdefault(found[2], set()).add(found[1])
            self._seen, self._sums = seen, sums
        return self._sums

    def _save(self, sums: dict[str, set[str]]) -> None:
        write_whole(self.path / SUMS, _as_text(sums).encode("utf-8", "surrogateescape"))


def _encoded(content: str | bytes) -> bytes:
    return content.encode("utf-8") if isinstance(content, str) else content


def _as_text(sums: dict[str, set[str]]) -> str:
    return "".join(f"{one}  {name}\n" for name in sorted(sums) for one in sorted(sums[name]))


def _is_inside(name: str) -> bool:
    path = PurePosixPath(name)
    return not path.is_absolute() and ".." not in path.parts and path.as_posix() == name
