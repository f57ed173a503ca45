"""What the commands of the arena share."""

import sys
from pathlib import Path

import typer

from dixie_env.cli.errors import INTERRUPTED, UsageError
from dixie_env.extras import install_hint


def need_arena() -> None:
    """Raise an error that says what to install if packages of the arena are missing."""
    from importlib.util import find_spec

    missing = [
        name
        for name in ("jinja2", "matplotlib", "openskill", "pyarrow", "scipy", "statsmodels")
        if not find_spec(name)
    ]
    if missing:
        raise UsageError(f"this needs {', '.join(missing)}: {install_hint('arena')}")


def print_warning(message: str) -> None:
    """Write a warning to standard error."""
    print(f"warning: {message}", file=sys.stderr)


def interrupted(out: Path, kept: str = "finished parts are") -> typer.Exit:
    """Say what is kept after Ctrl-C and how to continue; return what ends the command."""
    print(f"interrupted: {kept} kept in {out}; add --resume to the command to continue", file=sys.stderr)
    return typer.Exit(INTERRUPTED)
