"""Running a command in a process of its own, forked from this one: quick, and whatever it does, we go on."""

import os
import resource
import select
import signal
import sys
import tempfile
import time
import traceback
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

CPU_SECONDS = 20
"""What a command may compute."""
SECONDS = 600
"""What it may take on a machine that others use, too."""
MEMORY = 12 << 30
LOADED = (
    *(
        "dixie_agents.guests",
        "dixie_agents.person",
        "dixie_agents.recording",
        "dixie_arena",
        "dixie_arena.verify",
    ),
    *("dixie_arena.api.abilities", "dixie_arena.api.tournament", "dixie_env.drawing"),
    *("dixie_env.replay", "dixie_training.config", "dixie_training.dataset", "rich.progress", "rich.table"),
)
"""What a command imports is here before it starts; otherwise that would be most of its time."""
_BUG = 70


@dataclass(frozen=True)
class Ended:
    """How a command ended: its exit code (negative: a signal, None: it took too long) and what it wrote."""

    code: int | None
    out: str
    err: str

    @property
    def fault(self) -> str:
        """What is wrong with that; empty if it exits with 0, or with 1 or 2 and says why."""
        if self.code is None:
            return f"took longer than {SECONDS} s"
        if self.code < 0:
            return f"was ended by the signal {-self.code}" + (
                " (too much computing)" if self.code == -24 else ""
            )
        if "Traceback" in self.err + self.out:
            return "wrote a traceback"
        if self.code not in (0, 1, 2):
            return f"exited with {self.code}"
        lines = self.err.splitlines()
        errors = [line for line in lines if line.startswith("error: ")]
        if self.code and not errors:
            return f"exited with {self.code} and said no reason"
        if self.code == 2 and len(lines) != len(errors):
            return "said more than its errors"
        return ""


def run(arguments: list[str], folder: Path, given: bytes = b"") -> Ended:
    """Run `dixie` with these arguments in a folder."""
    for name in LOADED:
        import_module(name)
    with (
        tempfile.TemporaryFile() as out,
        tempfile.TemporaryFile() as err,
        tempfile.TemporaryFile() as standard_input,
    ):
        standard_input.write(given)
        standard_input.seek(0)
        child = os.fork()
        if child == 0:
            _become(arguments, folder, standard_input.fileno(), out.fileno(), err.fileno())
        code = _wait(child)
        texts = []
        for file in (out, err):
            file.seek(0)
            texts.append(file.read(1 << 20).decode("utf-8", "replace"))
    return Ended(code, *texts)


def _become(arguments: list[str], folder: Path, given: int, out: int, err: int) -> None:
    """The child: run the command, and never return."""
    code = _BUG
    try:
        os.setsid()
        os.chdir(folder)
        for number, handle in enumerate((given, out, err)):
            os.dup2(handle, number)
        sys.stdin = os.fdopen(0, "r", closefd=False)
        sys.stdout = os.fdopen(1, "w", encoding="utf-8", errors="backslashreplace", closefd=False)
        sys.stderr = os.fdopen(2, "w", encoding="utf-8", errors="backslashreplace", closefd=False)
        resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS + 5))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        os.environ["WANDB_MODE"] = "disabled"
        from dixie_env.cli.app import app

        app(arguments, prog_name="dixie")
    except SystemExit as error:
        code = error.code if isinstance(error.code, int) else 0 if error.code is None else 1
    except BaseException:
        traceback.print_exc()
    finally:
        for stream in (sys.stdout, sys.stderr):
            try:
                stream.flush()
            except BaseException:
                code = code or _BUG
        os._exit(code)


def _wait(child: int) -> int | None:
    """Wait for a child and end its group. Return its exit code, None if it took too long."""
    handle = os.pidfd_open(child)
    try:
        ready = select.select([handle], [], [], SECONDS)[0]
    finally:
        os.close(handle)
    try:
        os.killpg(child, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        time.sleep(0)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    return code if ready else None
