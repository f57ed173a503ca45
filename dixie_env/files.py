"""Atomic writing of files."""

import errno
import os
import secrets
from pathlib import Path


def write_whole(path: Path, content: str | bytes, mode: int = 0o644) -> None:
    """Write a file atomically: after a crash it is complete, either the old or the new version.

    The content goes to a temporary file in the same folder, is flushed to disk, and is then renamed. A
    missing folder is created. A killed process may leave a hidden file that ends in ``.part``.

    Args:
        path: The file.
        content: What it shall have. Text is written as UTF-8.
        mode: Who may read and write it. Until it is complete, only its owner may.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    # the name is known before the file is there, so that an interrupt at any moment leaves nothing behind
    part = path.parent / f".{path.name}.{secrets.token_hex(8)}.part"
    try:
        with open(part, "xb", opener=_for_owner) as file:
            file.write(content.encode("utf-8") if isinstance(content, str) else content)
            file.flush()
            os.fsync(file.fileno())  # or a power cut could leave the new name with no content
        part.chmod(mode)
        part.replace(path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


def check_writable(path: Path) -> None:
    """Make sure that a file can be written, before the work that it will hold.

    Raises:
        OSError: It can't; the error names the file.
    """
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    trial = path.parent / f".{path.name}.{secrets.token_hex(8)}.part"
    try:
        trial.open("xb").close()
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from None
    finally:
        trial.unlink(missing_ok=True)


def _for_owner(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)
