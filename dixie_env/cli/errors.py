"""How the command line fails: one clear line and an exit code, never a traceback."""

import os
import sys
from typing import Any

import typer
from typer.core import TyperGroup

REFUSED = 1
"""Exit code: a record is not right."""
WRONG_USAGE = 2
"""Exit code: the command can't do what it was asked for."""
INTERRUPTED = 130
BROKEN_PIPE = 141


class UsageError(Exception):
    """Something about the arguments is wrong; the message says what, and what would be right."""


def complain(error: object) -> None:
    """Write what went wrong to the standard error, one line for each problem."""
    for line in str(error).splitlines() or [type(error).__name__]:
        print(f"error: {line}", file=sys.stderr)


class Commands(TyperGroup):
    """All commands, with what they have in common when something goes wrong."""

    def main(self, *args: Any, **extra: Any) -> Any:
        """Run a command and turn whatever ends it into an exit code."""
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
        """Run a command; a reader that went away (``| head``) is no error worth a word."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            raise typer.Exit(_silence_output()) from None


def _code_for(error: Exception) -> int:
    """Say what an expected error is about and return its exit code; anything else is a bug and goes on."""
    from dixie_env import DixieError
    from dixie_env.config import ConfigError
    from dixie_env.records import RecordError

    if describe := getattr(
        error, "format_message", None
    ):  # typer's own: its class has moved between versions
        if message := " ".join(describe().split()):  # nothing where the help was shown instead
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
    """Send what is still in the buffers nowhere, so that closing them can't fail again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return BROKEN_PIPE
