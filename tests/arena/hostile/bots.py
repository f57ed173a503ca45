"""Bots that misbehave, each in its own way, and one that does not."""

import gc
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from types import FrameType

import numpy as np

from dixie_agents.base import Agent, Decisions
from dixie_env import Batch, Game


class First(Agent):
    """Well-behaved: the first legal option."""

    def act(self, decisions: Decisions):
        return decisions.masks.argmax(axis=1)


class Raises(Agent):
    def act(self, decisions: Decisions):
        raise RuntimeError("I don't feel\nlike it")


class RaisesNow(First):
    def __init__(self) -> None:
        raise ValueError("can't be made")


class Illegal(Agent):
    """Something that is not allowed."""

    def act(self, decisions: Decisions):
        return decisions.masks.argmin(axis=1)


class OutOfRange(Agent):
    def act(self, decisions: Decisions):
        return np.where(decisions.keys % 2 == 0, -1, 10**12)


class SometimesIllegal(Agent):
    """Legal where the key is even."""

    def act(self, decisions: Decisions):
        return np.where(decisions.keys % 2 == 0, decisions.masks.argmax(axis=1), 200)


class WrongShape(Agent):
    def act(self, decisions: Decisions):
        return np.zeros((len(decisions), 2), int)


class TooFew(Agent):
    def act(self, decisions: Decisions):
        return decisions.masks.argmax(axis=1)[:-1]


class NotANumber(Agent):
    def act(self, decisions: Decisions):
        return np.full(len(decisions), np.nan)


class Nothing(Agent):
    def act(self, decisions: Decisions):
        return None


class Words(Agent):
    def act(self, decisions: Decisions):
        return ["action:1"] * len(decisions)


class Hangs(Agent):
    def act(self, decisions: Decisions):
        time.sleep(3600)


class HangsDeaf(Agent):
    """Does not even listen to polite requests to stop."""

    def act(self, decisions: Decisions):
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN)
        while True:
            pass


class Exits(Agent):
    def act(self, decisions: Decisions):
        sys.exit(0)


class ExitsHard(Agent):
    def act(self, decisions: Decisions):
        os._exit(3)


class Segfaults(Agent):
    def act(self, decisions: Decisions):
        os.kill(os.getpid(), signal.SIGSEGV)


class Prints(Agent):
    """Writes everywhere it can, but answers well."""

    def act(self, decisions: Decisions):
        print("garbage" * 1000)
        os.write(1, b"\x00\xff" * 1000)
        os.write(2, b"\x00\xff" * 1000)
        return decisions.masks.argmax(axis=1)


class WritesIntoPipes(Agent):
    """Writes into every pipe it has, the arena's too."""

    def act(self, decisions: Decisions):
        for handle in range(3, 64):
            try:
                os.write(handle, b"\xff" * 4096)
            except OSError:
                continue
        return decisions.masks.argmax(axis=1)


class Scribbles(Agent):
    """Changes what it is handed, then answers what it has made legal."""

    def act(self, decisions: Decisions):
        decisions.masks[:] = 1
        decisions.observations[:] = 0
        return np.full(len(decisions), 156)


class Spies(Agent):
    """Looks for games in everything that Python knows; if it finds one, it answers illegally to tell."""

    def act(self, decisions: Decisions):
        found = any(isinstance(thing, Game | Batch) for thing in gc.get_objects())
        frame: FrameType | None = sys._getframe()
        while frame is not None:
            values = list(frame.f_locals.values())
            found |= any(isinstance(value, Game | Batch) or hasattr(value, "states") for value in values)
            frame = frame.f_back
        found |= any("match" in thread.name for thread in threading.enumerate())
        found |= decisions.games is not None
        return np.full(len(decisions), -1) if found else decisions.masks.argmax(axis=1)


class KillsWorkerOnce(Agent):
    """Kills the process it runs in, the first time."""

    def act(self, decisions: Decisions):
        marker = Path(os.environ["DIXIE_TEST_MARKER"])
        if not marker.exists():
            marker.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return decisions.masks.argmax(axis=1)


class HangsOnce(Agent):
    """Never answers, the first time."""

    def act(self, decisions: Decisions):
        marker = Path(os.environ["DIXIE_TEST_MARKER"])
        if not marker.exists():
            marker.touch()
            time.sleep(100_000)
        return decisions.masks.argmax(axis=1)


class Searches(Agent):
    searches = True

    def act(self, decisions: Decisions):
        assert decisions.games is not None
        return np.array([game.options()[0] for game in decisions.games])


class WantsTheKey(First):
    """Fails if it finds the key of language models, which is not meant for it."""

    def act(self, decisions: Decisions):
        if "DIXIE_LLM_KEY" in os.environ:
            raise RuntimeError("found a key")
        return super().act(decisions)


class KillsParent(First):
    """Ends whatever has started it."""

    def act(self, decisions: Decisions):
        _signal_parent(signal.SIGKILL)
        return super().act(decisions)


class StopsParent(First):
    """Stops it, so that it would wait for ever."""

    def act(self, decisions: Decisions):
        _signal_parent(signal.SIGSTOP)
        return super().act(decisions)


def _signal_parent(number: int) -> None:
    parent = os.getppid()
    if parent > 1:  # 0 would be this bot's own group
        os.kill(parent, number)


class LeavesChild(First):
    """Starts a process in a session of its own, which would outlive it."""

    def __init__(self) -> None:
        subprocess.Popen(["sleep", "4242"], start_new_session=True)


class Interrupts(Agent):
    def act(self, decisions: Decisions):
        raise KeyboardInterrupt


class ExitsWell(Agent):
    """As if everything were done."""

    def act(self, decisions: Decisions):
        sys.exit(0)
