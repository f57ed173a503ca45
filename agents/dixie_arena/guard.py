"""Bots from outside are never trusted: every answer is checked, and a bad one is replaced by a legal move.

The rule: a decision that a bot fails to make (it raises an error, answers with something that is no legal
option, takes too long, or its process is gone) is made for it, uniformly among the legal options, from the
key of that very decision. It is counted as a *substitution* of that seat in that game.
"""

from abc import abstractmethod
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dixie_agents.base import Agent, Decisions
from dixie_agents.compiled.bots import choose_from_mask
from dixie_agents.registry import AgentError, make_agent
from dixie_arena.config import Entrant, Tournament
from dixie_arena.identity import NOT_MADE, Identities, Identity, check_identity, load_agent

MESSAGE_LENGTH = 300


class Trouble(Exception):
    """A bot failed to answer.

    Attributes:
        kind: ``crashes``, ``illegal``, ``timeouts`` or ``unasked``.
    """

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(message)
        self.kind = kind


class Guard(Agent):
    """Stands between the arena and a bot, and answers legally whatever the bot does."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._counts: Counter[str] = Counter()
        self._message = ""
        self._substituted: set[int] = set()
        self.identity = Identity(NOT_MADE)
        """The bot's; NOT_MADE until it is made."""

    def fingerprint(self) -> str:
        """Return the bot's fingerprint."""
        return self.identity.fingerprint

    @property
    def troubles(self) -> dict[str, Any]:
        """Decisions that were made for the bot, by reason, and the last thing that went wrong."""
        return {"troubles": dict(self._counts), "trouble": self._message} if self._counts else {}

    def act(self, decisions: Decisions) -> NDArray[np.int64]:
        """Ask the bot, and choose for it where it has no legal answer."""
        try:
            answers = self.ask(decisions)
            legal = _legal(answers, decisions.masks)
        except Trouble as trouble:
            self._note(trouble.kind, str(trouble), len(decisions))
            answers, legal = np.zeros(len(decisions), np.int64), np.zeros(len(decisions), np.bool_)
        else:
            if not legal.all():
                wrong = int(answers[~legal][0])
                self._note("illegal", f"answered {wrong}, which is no legal option", int((~legal).sum()))
        for row in np.flatnonzero(~legal).tolist():
            key = int(decisions.keys[row])
            answers[row] = choose_from_mask(np.ascontiguousarray(decisions.masks[row]), key)
            self._substituted.add(key)
        return answers

    def take_substituted(self) -> set[int]:
        """Return the keys of all decisions that were made for the bot since this was last asked."""
        keys, self._substituted = self._substituted, set()
        return keys

    @abstractmethod
    def ask(self, decisions: Decisions) -> NDArray[np.int64]:
        """Return the bot's own answers, one integer a decision, legal or not; or raise ``Trouble``."""

    def close(self) -> None:
        """End whatever the bot runs in."""

    def _note(self, kind: str, message: str, count: int) -> None:
        self._counts[kind] += count
        self._message = message[:MESSAGE_LENGTH]


class GuardedAgent(Guard):
    """A bot from outside in the process of the arena: quick, without a time limit, and without walls."""

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
        except BaseException as error:  # a bot may leave by SystemExit
            self._error = f"can't be made: {describe(error)}"
        check_identity(name, self.identity, expected)
        if self._agent is not None:
            self.repeatable = self.identity.repeatable
            self.searches = self._agent.searches
            self.observation = self._agent.observation

    def ask(self, decisions: Decisions) -> NDArray[np.int64]:
        """Hand the bot copies, and take its answers."""
        if self._agent is None:
            raise Trouble("unasked", self._error)
        copies = Decisions(
            decisions.observations.copy(), decisions.masks.copy(), decisions.keys.copy(), decisions.games
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
            f"must answer {count} decisions with as many integers, "
            f"not with {array.dtype} of shape {array.shape}",
        )
    return array.astype(np.int64)


def describe(error: BaseException) -> str:
    """Return an error in a line."""
    return " ".join(f"{type(error).__name__}: {error}".split())[:MESSAGE_LENGTH]


@contextmanager
def seat_agents(tournament: Tournament, identities: Identities | None = None) -> Iterator[list[Agent]]:
    """Make the agents of a tournament; processes of their own end with the block.

    Args:
        tournament: Whose agents.
        identities: Who they must be.

    Raises:
        AnotherAgent: One is another, now or when its process is started.
    """
    with ExitStack() as stack:
        agents = []
        for entrant in tournament.entrants:
            agent = _make(entrant, tournament, identities[entrant.name] if identities else None)
            if isinstance(agent, Guard):
                stack.callback(agent.close)
            agents.append(agent)
        yield agents


def _make(entrant: Entrant, tournament: Tournament, expected: Identity | None) -> Agent:
    if not entrant.foreign:
        return load_agent(entrant.name, expected)
    if not tournament.isolate:
        return GuardedAgent(entrant.name, expected)
    from dixie_arena.isolate import IsolatedAgent

    agent = IsolatedAgent(entrant.name, tournament.time_limit, expected)
    agent.prepare()
    return agent


def _legal(answers: NDArray[np.int64], masks: NDArray[np.uint8]) -> NDArray[np.bool_]:
    inside = (answers >= 0) & (answers < masks.shape[1])
    rows = np.arange(len(answers))
    return np.asarray(inside & (masks[rows, np.where(inside, answers, 0)] == 1))
