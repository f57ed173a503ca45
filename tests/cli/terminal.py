"""A command in a terminal of its own: typing, waiting for words on the screen, Ctrl-C, killing it."""

import os
import re
import select
import subprocess
import sys
import time
from types import TracebackType
from typing import Self

import pytest

pty = pytest.importorskip("pty")  # not on every system

START = (
    "import os, signal\n"
    "os.close(os.open(os.ttyname(0), os.O_RDWR))\n"  # so that Ctrl-C reaches this process
    "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
    "from dixie_env.cli import main; main()"
)
PATIENCE = 60.0
SHORT_PATIENCE = 10.0
_ESCAPES = re.compile(r"\x1b(\[[0-9;?]*[A-Za-z]|[=>])")


class Terminal:
    """A running ``dixie`` command; use it as a context, so that nothing is left behind."""

    def __init__(self, *arguments: object, **environment: str) -> None:
        self._master, slave = pty.openpty()
        self.process = subprocess.Popen(
            [sys.executable, "-c", START, *map(str, arguments)],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            start_new_session=True,
            env={**os.environ, "TERM": "xterm", "COLUMNS": "80", "LINES": "24", **environment},
        )
        os.close(slave)
        self._raw = b""
        self._seen = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait(PATIENCE)
        os.close(self._master)

    def wait_for(self, words: str) -> str:
        """Return what has appeared since the last time, up to and with some words."""
        end = time.monotonic() + PATIENCE
        while words not in self._new:
            assert self._read(end), f"no {words!r} in {self._new!r}"
        seen = self._new.split(words, 1)[0] + words
        self._seen += len(seen)
        return seen

    def type(self, text: str) -> None:
        """Type something, without Enter."""
        os.write(self._master, text.encode())

    def interrupt(self) -> None:
        """Press Ctrl-C, and once more if nothing happens: Python misses one just as a prompt appears."""
        self.type("\x03")
        if not select.select([self._master], [], [], SHORT_PATIENCE)[0]:
            self.type("\x03")

    def answer(self, number: int, *lines: str) -> str:
        """Wait for a question, type one or more lines, each at its prompt; return what was on the screen."""
        seen = self.wait_for(f" {number} of 14")
        for line in lines:
            seen += self.wait_for("\n> ")
            self.type(line + "\n")
        return seen

    def end(self) -> str:
        """Return what else appears, when the command has ended."""
        end = time.monotonic() + PATIENCE
        while self._read(end):
            pass
        self.process.wait(PATIENCE)
        return self._new

    @property
    def code(self) -> int:
        """The exit code."""
        return self.process.wait(PATIENCE)

    def _read(self, end: float) -> bool:
        """Read what is there; return False at the end."""
        ready, _, _ = select.select([self._master], [], [], max(0.0, end - time.monotonic()))
        assert ready, f"nothing happens after {self._new!r}"
        try:
            data = os.read(self._master, 65536)
        except OSError:  # how Linux says that nobody writes any more
            return False
        self._raw += data
        return bool(data)

    @property
    def _new(self) -> str:
        """What has appeared and was not waited for yet, without colours."""
        text = _ESCAPES.sub("", self._raw.decode("utf-8", "replace"))
        return text.replace("\r\n", "\n").replace("\r", "")[self._seen :]
