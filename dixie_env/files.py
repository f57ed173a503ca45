"""Atomic writing of files."""

import os
import secrets
from pathlib import Path


def write_whole(path: Path, content: str | bytes) -> None:
    """Write a file atomically: after a crash it is complete, either the old or the new version.

    The content goes to a temporary file in the same folder, is flushed to disk, and is then renamed. A
    missing folder is created. A killed process may leave a hidden file that ends in ``.part``.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    # the name is known before the file is there, so that an interrupt at any moment leaves nothing behind
    part = path.parent / f".{path.name}.{secrets.token_hex(8)}.part"
    try:
        with part.open("xb") as file:
            file.write(content.encode("utf-8") if isinstance(content, str) else content)
            file.flush()
            os.fsync(file.fileno())  # or a power cut could leave the new name with no content
        part.chmod(0o644)
        part.replace(path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
