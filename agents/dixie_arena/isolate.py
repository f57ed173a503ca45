"""An external bot in a separate process, which gets only observation, mask and key."""

import json
import os
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from dixie_agents.base import Decisions
from dixie_agents.llm.secret import USUAL_VARIABLE
from dixie_agents.registry import AgentError
from dixie_arena import sandbox
from dixie_arena.channel import (
    ANSWERS,
    MISSING,
    RAISED,
    READY,
    WRONG,
    Channel,
    Closed,
    Late,
    pack_decisions,
    start_guest,
)
from dixie_arena.guard import Guard, Trouble, checked_answers
from dixie_arena.identity import AnotherAgent, Identity, check_identity
from dixie_arena.leftovers import VARIABLE, end_leftovers, new_mark
from dixie_arena.processes import kill_with_children
from dixie_env import DixieError, ObservationSpec

MOST_AT_ONCE = 32
"""Decisions in a request. A bot that hangs delays the others by at most this many time limits."""
MOST_FAILURES = 3
"""After this many processes that hung or ended, the arena decides for the bot for the rest of this part."""
START_SECONDS = 60.0
"""How long a bot may take to be imported and created."""
MOST_STARTS = 2
"""After this many starts in a row that took too long, the arena decides for the bot for the rest of the run
(in this process): otherwise a bot that hangs when it is imported would cost START_SECONDS again and again."""
_slow_starts: Counter[str] = Counter()


class IsolatedAgent(Guard):
    """Stands between the arena and a bot in another process. Restarts the process if it hangs or dies.

    Args:
        name: ``module:Class``.
        time_limit: Seconds for a decision. The limits of decisions in one request add up.
        expected: The identity that the bot must have whenever it starts.
    """

    def __init__(self, name: str, time_limit: float, expected: Identity | None = None) -> None:
        super().__init__(name)
        self.expected = expected
        self.time_limit = time_limit
        self._process: subprocess.Popen[bytes] | None = None
        self._channel: Channel | None = None
        self._failures = 0
        self._mark = new_mark()
        self._reason = ""
        self.failure: Closed | Late | AgentError | None = None
        """Why `prepare` could not start it. It loses its first decision for that."""

    def prepare(self) -> None:
        """Start the process to learn the bot's identity and which observation it needs.

        Raises:
            AnotherAgent: It is not the bot that is expected.
        """
        if _slow_starts[self.name] >= MOST_STARTS:
            return
        try:
            self.start()
        except (Closed, Late, AgentError) as error:
            self.failure = error
            self.close()

    def ask(self, decisions: Decisions) -> NDArray[np.int64]:
        """Send the decisions and wait for the answers."""
        if _slow_starts[self.name] >= MOST_STARTS and self._channel is None:
            raise Trouble("unasked", f"excluded: twice it took longer than {START_SECONDS:g} s to start")
        if self._failures >= MOST_FAILURES:
            raise Trouble("unasked", f"excluded from this part: {self._reason}")
        try:
            if self.failure is not None:
                error, self.failure = self.failure, None
                raise error
            observed = self.observation
            channel = self._channel or self.start()
            if self.observation != observed:  # only its next decisions have the new observation
                raise Trouble("crashes", "needs another observation than before")
            deadline = time.monotonic() + self.time_limit * len(decisions)
            channel.send(pack_decisions(decisions), deadline)
            reply = channel.receive(deadline)
            return self._read(reply, len(decisions))
        except Late:
            self._fail(f"took longer than {self.time_limit:g} s for a decision")
            raise Trouble("timeouts", self._reason) from None
        except (Closed, AgentError) as error:
            self._fail(str(error))
            raise Trouble("crashes", self._reason) from None

    def act(self, decisions: Decisions) -> NDArray[np.int64]:
        """Request some decisions at a time."""
        answers = [np.zeros(0, np.int64)]
        for start in range(0, len(decisions), MOST_AT_ONCE):
            part = slice(start, start + MOST_AT_ONCE)
            some = Decisions(decisions.observations[part], decisions.masks[part], decisions.keys[part])
            answers.append(super().act(some))
        return np.concatenate(answers)

    def start(self) -> Channel:
        """Start the process and wait until the bot is created.

        Raises:
            AgentError: There is no such bot.
            Closed: It can't be created.
            Late: Creating it takes too long.
            AnotherAgent: It is not the bot that is expected.
        """
        self.close()
        try:
            channel = self._start()
        except Late:
            _slow_starts[self.name] += 1
            raise
        _slow_starts.pop(self.name, None)
        return channel

    def _start(self) -> Channel:
        paths = [str(Path.cwd()) if path == "" else path for path in sys.path]
        command = [sys.executable, "-m", "dixie_arena.guest", self.name, str(os.getpid())]
        if sys.platform == "linux":
            command = [sys.executable, "-I", "-S", str(Path(sandbox.__file__)), str(os.getpid()), *command]
        environment = {**_environment(paths), VARIABLE: self._mark}
        self._process, self._channel = start_guest(command, environment)
        reply = self._channel.receive(time.monotonic() + START_SECONDS)
        if reply[:1] == MISSING:
            self.close()
            raise AgentError(_text(reply))
        if reply[:1] != READY:
            raise Closed(_text(reply))
        self._introduce(reply)
        return self._channel

    def _introduce(self, reply: bytes) -> None:
        """Read the bot's identity and the observation it needs from the first message."""
        try:
            about = json.loads(reply[1:])
            self.identity = Identity(str(about["fingerprint"]), bool(about["repeatable"]))
            self.observation = ObservationSpec.from_object(about["observation"])
        except (KeyError, TypeError, ValueError, RecursionError, DixieError) as error:
            raise Closed(f"its first message is invalid: {error}") from None
        self.repeatable = self.identity.repeatable
        try:
            check_identity(self.name, self.identity, self.expected)
        except AnotherAgent:
            self.close()
            raise

    def close(self) -> None:
        """End the process and everything it has started."""
        if self._process is not None:
            kill_with_children(self._process)
            self._process = None
            end_leftovers(self._mark)
        if self._channel is not None:
            self._channel.close()
            self._channel = None

    def _fail(self, reason: str) -> None:
        self._failures += 1
        self._reason = reason
        self.close()

    def _read(self, reply: bytes, count: int) -> NDArray[np.int64]:
        kind = reply[:1]
        if kind == ANSWERS and len(reply) == 1 + 8 * count:
            return checked_answers(np.frombuffer(reply, "<i8", offset=1).copy(), count)
        if kind == RAISED:
            raise Trouble("crashes", _text(reply))
        if kind == WRONG:
            raise Trouble("illegal", _text(reply))
        raise Closed("it sent invalid data to the arena")


def _environment(paths: list[str]) -> dict[str, str]:
    """Return the variables of a bot's process: without the key of language models, which is not its own."""
    own = {name: value for name, value in os.environ.items() if name != USUAL_VARIABLE}
    return {**own, "PYTHONPATH": os.pathsep.join(paths)}


def _text(reply: bytes) -> str:
    return " ".join(reply[1:1000].decode(errors="replace").split())
