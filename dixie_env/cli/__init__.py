"""The command line: one command for each thing to do with games, from ``dixie play`` to ``dixie demo``.

Each package brings its own commands (`dixie_env.plugins`). Each command is one file and imports what it needs
only when it runs, so that ``dixie --help`` is fast.
"""

import io
import sys

__all__ = ["main"]


def main() -> None:
    """Run the command line and exit with its code."""
    from dixie_env.cli.app import app

    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # don't stop at a name that the terminal can't show
            stream.reconfigure(errors="backslashreplace")
    app(prog_name="dixie")
