"""Agents that may fail to decide: a legal move is chosen for them, and this is counted.

The rule: where an agent fails to decide (it raises an error, answers with an illegal option, takes too long),
the choice is uniform among the legal options, with the key of that decision. So it is the same wherever the
same decision fails. This counts as a *substitution* of that seat in that game.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from dixie_agents.base import Agent, Decisions
from dixie_agents.compiled.bots import choose_from_mask

__all__ = ["MESSAGE_LENGTH", "AssistedAgent", "describe_counts", "report_lines"]

MESSAGE_LENGTH = 300


class AssistedAgent(Agent):
    """An agent for which legal moves are chosen where it fails to decide.

    What it has counted is taken, not read: an agent may play many parts of a tournament, and each part
    reports its own share.
    """

    def __init__(self) -> None:
        self._troubles: Counter[str] = Counter()
        self._message = ""
        self._substituted: set[int] = set()

    def note_trouble(self, kind: str, message: str, count: int = 1) -> None:
        """Count failures of a kind, such as ``illegal`` or ``timeouts``, and keep the message of the last."""
        self._troubles[kind] += count
        self._message = message[:MESSAGE_LENGTH]

    def substitute(self, decisions: Decisions, row: int) -> int:
        """Return a legal option for one of the decisions, and remember that it was chosen for the agent."""
        key = int(decisions.keys[row])
        self._substituted.add(key)
        return choose_from_mask(np.ascontiguousarray(decisions.masks[row]), key)

    def take_substituted(self) -> set[int]:
        """Return the keys of all decisions made for the agent since the last call."""
        keys, self._substituted = self._substituted, set()
        return keys

    def take_troubles(self) -> dict[str, Any]:
        """Return the failures since the last call by kind, and the last message; empty if there are none."""
        found = {"troubles": dict(self._troubles), "trouble": self._message} if self._troubles else {}
        self._troubles, self._message = Counter(), ""
        return found

    def take_counts(self) -> dict[str, float]:
        """Return what else the agent has counted since the last call, such as tokens. Numbers add up."""
        return {}


_MONEY = "cost"


def describe_counts(counts: Mapping[str, float]) -> str:
    """Return counts in a line: ``12 requests, 30,000 input tokens, cost 0.0045``."""
    words = [f"{value:,.0f} {name.replace('_', ' ')}" for name, value in counts.items() if name != _MONEY]
    if _MONEY in counts:
        words.append(f"cost {counts[_MONEY]:.4f}")
    return ", ".join(words)


def report_lines(agents: Iterable[Agent]) -> list[str]:
    """Return what agents have counted and how often moves were chosen for them, a line for each."""
    lines = []
    for agent in {id(agent): agent for agent in agents}.values():
        if not isinstance(agent, AssistedAgent):
            continue
        if counts := agent.take_counts():
            lines.append(f"{agent.name}: {describe_counts(counts)}")
        if found := agent.take_troubles():
            kinds = ", ".join(f"{count} {kind}" for kind, count in found["troubles"].items())
            lines.append(
                f"Random legal moves were played for {agent.name}: {kinds}. Last reason: {found['trouble']}"
            )
    return lines
