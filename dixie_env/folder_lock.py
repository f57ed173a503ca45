"""One process at a time writes to a folder. The others are told who does.

The lock is one of the operating system, on the file ``.lock`` in the folder, so it ends with its process,
however that ends. The file says who holds it, and is removed with the lock.
"""

import os
import socket
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import BinaryIO

from dixie_env.engine.errors import DixieError

__all__ = ["LOCK", "FolderInUse", "own_folder"]

LOCK = ".lock"


class FolderInUse(DixieError):
    """Somebody else writes to the folder. The message says who."""


@dataclass
class _Held:
    file: BinaryIO
    thread: int
    made: list[Path]
    """The folder and those above it, as far as they were not there before."""
    times: int = 1


_held: dict[Path, _Held] = {}
"""The locks of this process. A command that owns a folder may call others that own it, too."""
_guard = threading.Lock()


@contextmanager
def own_folder(path: Path, doing: str) -> Iterator[None]:
    """Own a folder: no other process, and no other thread, can own it at the same time.

    A missing folder is created, and removed again if nothing was put into it.

    Args:
        path: The folder.
        doing: What others are told: ``dixie tournament``.

    Raises:
        FolderInUse: Somebody else owns it.
        DixieError: It is a file.
    """
    if path.exists() and not path.is_dir():
        raise DixieError(f"{path} is a file; give a folder")
    _take(path, doing)
    key = path.resolve()
    try:
        yield
    finally:
        _give_back(key)


def _take(path: Path, doing: str) -> None:
    with _guard:
        held = _held.get(path.resolve())
        if held is not None and held.thread == threading.get_ident():
            held.times += 1
            return
        if held is not None:
            raise FolderInUse(f"{path} is in use: another thread of this process writes to it")
        made = [one for one in (path, *path.parents) if not one.exists()]
        path.mkdir(parents=True, exist_ok=True)
        file = _lock(path)
        _write_holder(file, doing)
        _held[path.resolve()] = _Held(file, threading.get_ident(), made)


def _give_back(key: Path) -> None:
    with _guard:
        held = _held.get(key)
        if held is None:  # in a forked process, which does not own it
            return
        held.times -= 1
        if held.times:
            return
        del _held[key]
        _release(held.file, key / LOCK)
        with suppress(OSError):  # they are removed only if they are empty
            for folder in held.made:
                folder.rmdir()


def _lock(path: Path) -> BinaryIO:
    """Return the file of the lock, locked."""
    while True:
        try:
            file = (path / LOCK).open("r+b")
        except FileNotFoundError:
            path.mkdir(parents=True, exist_ok=True)  # its last owner may have removed it just now
            with suppress(FileExistsError, FileNotFoundError):
                (path / LOCK).open("xb").close()
            continue
        if not _try_lock(file):
            holder = file.read(1000).decode("utf-8", "replace").strip() or "another process writes to it"
            file.close()
            raise FolderInUse(f"{path} is in use: {holder}")
        with suppress(FileNotFoundError):
            if os.path.samestat(os.fstat(file.fileno()), (path / LOCK).stat()):
                return file
        file.close()  # the owner before removed the file after we had opened it: this lock is worth nothing


def _write_holder(file: BinaryIO, doing: str) -> None:
    since = datetime.now(UTC).strftime("%Y-%m-%d %H:%M:%S UTC")
    words = f"{doing} writes to it, process {os.getpid()} on {socket.gethostname()}, since {since}"
    file.seek(0)
    file.truncate()
    file.write(words.encode("utf-8", "replace"))
    file.flush()


# --- what depends on the operating system -------------------------------------------------------------------

if sys.platform == "win32":
    import msvcrt

    _FAR = 1 << 30
    """The byte that is locked: behind the words, which others can read so."""

    def _try_lock(file: BinaryIO) -> bool:
        file.seek(_FAR)
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        finally:
            file.seek(0)
        return True

    def _release(file: BinaryIO, path: Path) -> None:
        file.close()
        with suppress(OSError):  # somebody else has opened it already
            path.unlink()

else:
    import fcntl

    def _try_lock(file: BinaryIO) -> bool:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def _release(file: BinaryIO, path: Path) -> None:
        path.unlink(missing_ok=True)  # while it is locked: nobody else can hold a lock on it now
        file.close()

    def _forget() -> None:
        """Close what a forked process has inherited, or the lock would live as long as it does."""
        for held in _held.values():
            held.file.close()
        _held.clear()

    os.register_at_fork(after_in_child=_forget)
