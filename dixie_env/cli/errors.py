"""How the command line fails: one clear line and an exit code, never a traceback."""

import os
import sys
from typing import Any

import typer
from typer.core import TyperGroup

REFUSED = 1
"""Exit code: a record is invalid."""
WRONG_USAGE = 2
"""Exit code: the command can't do what was requested."""
STOPPED = 3
"""Exit code: the command stopped when it was asked to, before it was finished."""
INTERRUPTED = 130
BROKEN_PIPE = 141


class UsageError(Exception):
    """An argument is wrong; the message says what is wrong and what would be right."""


def complain(error: object) -> None:
    """Write what went wrong to standard error, one line for each problem."""
    for line in str(error).splitlines() or [type(error).__name__]:
        print(f"error: {line}", file=sys.stderr)


class Commands(TyperGroup):
    """All commands, with shared error handling."""

    def main(self, *args: Any, **extra: Any) -> Any:
        """Run a command and turn any error into an exit code."""
        if not extra.get("standalone_mode", True):
            return super().main(*args, **extra)
        extra["standalone_mode"] = False
        code: Any = None
        try:
            code = super().main(*args, **extra)
            sys.stdout.flush()
        except BrokenPipeError:
            code = _silence_output()
        except (KeyboardInterrupt, typer.Abort):
            code = INTERRUPTED
        except Exception as error:
            code = _code_for(error)
        sys.exit(code if isinstance(code, int) else 0)

    def invoke(self, ctx: Any) -> Any:
        """Run a command; stay silent if the reader of a pipe has gone away (``| head``)."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            raise typer.Exit(_silence_output()) from None


def _code_for(error: Exception) -> int:
    """Print an expected error and return its exit code; raise anything else, because it is a bug."""
    from dixie_env import DixieError
    from dixie_env.config import ConfigError
    from dixie_env.records import RecordError

    if describe := getattr(
        error, "format_message", None
    ):  # typer's own: its class has moved between versions
        if message := " ".join(describe().split()):  # empty if the help was shown instead
            complain(message + _hint(error))
    elif isinstance(error, OSError):
        name = f"{error.filename}: " if error.filename is not None else ""
        complain(f"{name}{error.strerror or error}")
    elif isinstance(error, (UsageError, DixieError, ConfigError)):
        complain(error)
    else:
        raise error
    return REFUSED if isinstance(error, RecordError) else WRONG_USAGE


def _hint(error: Exception) -> str:
    context = getattr(error, "ctx", None)
    return f" (see {context.command_path} --help)" if context is not None else ""


def _silence_output() -> int:
    """Discard what is still in the buffers, so that closing them can't fail again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return BROKEN_PIPE
