"""Atomic writing of files."""

import os
import tempfile
from pathlib import Path


def write_whole(path: Path, content: str | bytes) -> None:
    """Write a file atomically: after a crash it is complete, either the old or the new version.

    The content goes to a temporary file in the same folder, is flushed to disk, and is then renamed. A
    missing folder is created. A killed process may leave a hidden file that ends in ``.part``.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".part")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content.encode("utf-8") if isinstance(content, str) else content)
            file.flush()
            os.fsync(file.fileno())  # or a power cut could leave the new name with no content
        Path(name).chmod(0o644)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
