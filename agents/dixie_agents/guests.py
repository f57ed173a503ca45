"""External bots in this process: whatever they do, the program that asks them goes on.

A bot may raise anything, `SystemExit` too. Here that becomes an `AgentFailed`, which is an error like any
other: a command prints it as one line, and a table plays a random legal move. Against bots that hang, crash
the interpreter or do harm, only a process of their own helps (`dixie_arena`, ``--isolate``).
"""

import threading
import traceback
from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from dixie_agents.base import Agent, Decisions
from dixie_agents.registry import AgentError, is_foreign, make_agent, split_names
from dixie_env import DixieError

__all__ = ["AgentFailed", "Guest", "describe_error", "invite", "invite_all"]

MESSAGE_LENGTH = 300
_Result = TypeVar("_Result")


class AgentFailed(DixieError):
    """An external bot raised an error when it was created or had to decide."""


class Guest(Agent):
    """An external bot that can't end this program. Otherwise it is the bot: it has all its attributes."""

    def __init__(self, name: str) -> None:
        self._bot = _guarded(name, "can't be created", lambda: make_agent(name))
        for attribute in ("name", "searches", "repeatable", "slow", "observation", "trained_for"):
            setattr(self, attribute, getattr(self._bot, attribute))

    def act(self, decisions: Decisions) -> NDArray[np.integer]:
        """Let the bot decide.

        Raises:
            AgentFailed: It raised an error.
        """
        return _guarded(self.name, "failed", lambda: self._bot.act(decisions))

    def fingerprint(self) -> str:
        """Return the bot's fingerprint."""
        return _guarded(self.name, "has no fingerprint", self._bot.fingerprint)

    def __getattr__(self, attribute: str) -> Any:
        """Find what only some bots have, such as `explain`."""
        if attribute == "_bot":
            raise AttributeError(attribute)
        found = getattr(self._bot, attribute)
        if not callable(found):
            return found
        return lambda *given, **named: _guarded(self.name, "failed", lambda: found(*given, **named))


def invite(name: str) -> Agent:
    """Create an agent from its name, for a program that must not end with it.

    Raises:
        AgentError: There is no such agent.
        AgentFailed: It is an external bot, and it can't be created.
    """
    return Guest(name) if is_foreign(name) else make_agent(name)


def invite_all(text: str) -> list[Agent]:
    """Create the agents of a list of names separated by commas."""
    return [invite(name) for name in split_names(text)]


def describe_error(error: BaseException) -> str:
    """Return an error as one line, with the line of code that raised it."""
    frames = traceback.extract_tb(error.__traceback__)
    place = f" ({frames[-1].filename}:{frames[-1].lineno})" if frames else ""
    return " ".join(f"{type(error).__name__}: {error}".split())[:MESSAGE_LENGTH] + place


def _guarded(name: str, what: str, run: Callable[[], _Result]) -> _Result:
    try:
        return run()
    except AgentError:
        raise
    except KeyboardInterrupt as error:
        if threading.current_thread() is threading.main_thread():
            raise  # most likely Ctrl-C
        raise AgentFailed(f"the agent {name} {what}: {describe_error(error)}") from error
    except BaseException as error:
        raise AgentFailed(f"the agent {name} {what}: {describe_error(error)}") from error
