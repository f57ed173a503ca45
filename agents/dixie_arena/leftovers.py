"""Processes that a bot has started and left behind, found by a variable that they inherit."""

import os
import secrets
import signal
from contextlib import suppress
from pathlib import Path

VARIABLE = "DIXIE_GUEST"


def new_mark() -> str:
    """Return a value of the variable that no other bot has."""
    return secrets.token_hex(16)


def end_leftovers(mark: str) -> None:
    """End all processes with this mark (Linux). A process that removes the variable isn't found."""
    wanted = f"{VARIABLE}={mark}".encode()
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if wanted in (folder / "environ").read_bytes().split(b"\0"):
                os.kill(int(folder.name), signal.SIGKILL)
