"""External bots are never trusted: every answer is checked, and a bad one is replaced by a legal move.

The rule: if a bot fails to decide (it raises an error, answers with an illegal option, takes too long, or its
process has ended), the arena decides for it, uniformly among the legal options and with the key of that
decision. This counts as a *substitution* of that seat in that game.
"""

from abc import abstractmethod
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dixie_agents.assisted import MESSAGE_LENGTH, AssistedAgent
from dixie_agents.base import Agent, Decisions
from dixie_agents.registry import AgentError, is_foreign, make_agent
from dixie_arena.config import DEFAULT_TIME_LIMIT, Tournament
from dixie_arena.identity import NOT_MADE, Identities, Identity, check_identity, load_agent


class Trouble(Exception):
    """A bot failed to decide.

    Attributes:
        kind: ``crashes``, ``illegal``, ``timeouts`` or ``unasked``.
    """

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(message)
        self.kind = kind


class Guard(AssistedAgent):
    """Stands between the arena and a bot and always answers legally, whatever the bot does."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name
        self.identity = Identity(NOT_MADE)
        """The bot's identity; NOT_MADE until the bot is created."""

    def fingerprint(self) -> str:
        """Return the bot's fingerprint."""
        return self.identity.fingerprint

    def act(self, decisions: Decisions) -> NDArray[np.int64]:
        """Let the bot decide, and choose for it where its answer is not legal."""
        try:
            answers = self.ask(decisions)
            legal = _legal(answers, decisions.masks)
        except Trouble as trouble:
            self.note_trouble(trouble.kind, str(trouble), len(decisions))
            answers, legal = np.zeros(len(decisions), np.int64), np.zeros(len(decisions), np.bool_)
        else:
            if not legal.all():
                wrong = int(answers[~legal][0])
                message = f"answered {wrong}, which is not a legal option"
                self.note_trouble("illegal", message, int((~legal).sum()))
        for row in np.flatnonzero(~legal).tolist():
            answers[row] = self.substitute(decisions, row)
        return answers

    @abstractmethod
    def ask(self, decisions: Decisions) -> NDArray[np.int64]:
        """Return the bot's answers, one integer for each decision, legal or not; or raise ``Trouble``."""

    def close(self) -> None:
        """End the process of the bot, if it has one."""


class GuardedAgent(Guard):
    """An external bot in the process of the arena: fast, but without time limit or isolation."""

    def __init__(self, name: str, expected: Identity | None = None) -> None:
        super().__init__(name)
        self._agent: Agent | None = None
        self._error = ""
        try:
            agent = make_agent(name)
            self.identity = Identity.of(agent)
            self._agent = agent
        except (AgentError, KeyboardInterrupt):
            raise
        except BaseException as error:  # a bot may raise SystemExit
            self._error = f"can't be created: {describe(error)}"
        check_identity(name, self.identity, expected)
        if self._agent is not None:
            self.repeatable = self.identity.repeatable
            self.searches = self._agent.searches
            self.observation = self._agent.observation

    def ask(self, decisions: Decisions) -> NDArray[np.int64]:
        """Pass copies to the bot and return its answers."""
        if self._agent is None:
            raise Trouble("unasked", self._error)
        copies = Decisions(
            decisions.observations.copy(),
            decisions.masks.copy(),
            decisions.keys.copy(),
            decisions.games,
            decisions.tables,
        )
        try:
            answers = self._agent.act(copies)
            return checked_answers(answers, len(decisions))
        except (KeyboardInterrupt, Trouble):
            raise
        except BaseException as error:
            raise Trouble("crashes", describe(error)) from error


def checked_answers(answers: object, count: int) -> NDArray[np.int64]:
    """Return answers as integers, or raise ``Trouble`` if they are something else."""
    array = np.asarray(answers)
    if array.shape != (count,) or array.dtype.kind not in "iu":
        raise Trouble(
            "illegal",
            f"must answer {count} decisions with one integer each, "
            f"not with {array.dtype} of shape {array.shape}",
        )
    return array.astype(np.int64)


def describe(error: BaseException) -> str:
    """Return an error as one line."""
    return " ".join(f"{type(error).__name__}: {error}".split())[:MESSAGE_LENGTH]


@dataclass(frozen=True)
class Guests:
    """How external bots are guarded.

    Attributes:
        isolate: Whether they run in separate processes.
        time_limit: Seconds such a bot has for a decision.
    """

    isolate: bool = True
    time_limit: float = DEFAULT_TIME_LIMIT


@contextmanager
def seat_agents(tournament: Tournament, identities: Identities | None = None) -> Iterator[list[Agent]]:
    """Create the agents of a tournament. Their processes end when the context exits.

    Args:
        tournament: The tournament.
        identities: The expected identities of its agents.

    Raises:
        AnotherAgent: An agent has another identity, now or when its process starts.
    """
    with ExitStack() as stack:
        guests = Guests(tournament.isolate, tournament.time_limit)
        yield [
            stack.enter_context(
                seat_agent(entrant.name, guests, identities[entrant.name] if identities else None)
            )
            for entrant in tournament.entrants
        ]


@contextmanager
def seat_agent(name: str, guests: Guests, expected: Identity | None = None) -> Iterator[Agent]:
    """Create one agent; an external bot is guarded. Its process ends when the context exits.

    Raises:
        AnotherAgent: The agent has another identity than expected, now or when its process starts.
    """
    agent = _make(name, guests, expected)
    try:
        yield agent
    finally:
        if isinstance(agent, Guard):
            agent.close()


def _make(name: str, guests: Guests, expected: Identity | None) -> Agent:
    if not is_foreign(name):
        return load_agent(name, expected)
    if not guests.isolate:
        return GuardedAgent(name, expected)
    from dixie_arena.isolate import IsolatedAgent

    agent = IsolatedAgent(name, guests.time_limit, expected)
    agent.prepare()
    return agent


def _legal(answers: NDArray[np.int64], masks: NDArray[np.uint8]) -> NDArray[np.bool_]:
    inside = (answers >= 0) & (answers < masks.shape[1])
    rows = np.arange(len(answers))
    return np.asarray(inside & (masks[rows, np.where(inside, answers, 0)] == 1))
