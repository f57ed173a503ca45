"""Which agents really play: each is loaded once and identified by its fingerprint.

A run identifies its agents before the first game. Whenever an agent is loaded later, in a worker, in a
separate process or when the run is resumed, its fingerprint is compared, and a different agent is refused.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from dixie_agents.base import Agent
from dixie_agents.fingerprint import fingerprint_package
from dixie_agents.registry import is_foreign, make_agent
from dixie_arena.config import ArenaError, Entrant
from dixie_env.engine.model import SOURCE_HASH

NOT_MADE = "not made"
"""Stands for the fingerprint of a bot that can't be created. All its decisions are made for it."""
CODE_VERSION = 2
MOST_KEPT = 64


class AnotherAgent(ArenaError):
    """An agent is not the one that a run began with."""


@dataclass(frozen=True)
class Identity:
    """The identity of an agent.

    Attributes:
        fingerprint: See ``Agent.fingerprint``.
        repeatable: See ``Agent.repeatable``.
    """

    fingerprint: str
    repeatable: bool = True

    @staticmethod
    def of(agent: Agent) -> "Identity":
        """Return the identity of an agent."""
        return Identity(str(agent.fingerprint()), bool(agent.repeatable))


Identities = Mapping[str, Identity]
"""The identity of each agent of a run, by its name (without the label)."""


def check_identity(name: str, found: Identity, expected: Identity | None) -> None:
    """Check that an agent is the one that a run began with.

    A bot that can't be created this time passes: the decisions made for it are counted.

    Raises:
        AnotherAgent: It is not.
    """
    if expected is None or found.fingerprint in (expected.fingerprint, NOT_MADE):
        return
    raise AnotherAgent(
        f"the agent {name} is not the one that this run began with: its fingerprint is "
        f"{_short(found.fingerprint)}, it was {_short(expected.fingerprint)}. Restore it and use "
        "--resume, or start again in another folder"
    )


_kept: dict[tuple[str, Identity], Agent] = {}


def load_agent(name: str, expected: Identity | None = None) -> Agent:
    """Load an agent into this process. Built-in agents are loaded once and kept for later parts of the run.

    Raises:
        AgentError: There is no such agent.
        AnotherAgent: It is not the expected one.
    """
    if expected is not None and (name, expected) in _kept:
        return _kept[name, expected]
    agent = make_agent(name)
    found = Identity.of(agent)
    check_identity(name, found, expected)
    if not is_foreign(name):  # an external bot may keep state, so every part gets a new one
        while len(_kept) >= MOST_KEPT:
            del _kept[next(iter(_kept))]
        _kept[name, found] = agent
    return agent


# --- what a folder keeps ----------------------------------------------------------------------------------


def code_of(entrants: tuple[Entrant, ...], identities: Identities) -> dict[str, Any]:
    """Return checksums of rules and agents. Parts played by different ones don't belong together."""
    return {
        "version": CODE_VERSION,
        "engine": SOURCE_HASH,
        "package": fingerprint_package(),
        "agents": {entrant.label: identities[entrant.name].fingerprint for entrant in entrants},
    }


def code_changes(there: Any, here: Mapping[str, Any]) -> list[str]:
    """Return in words what differs: the rules, the package of agents, or agents by label."""
    if not isinstance(there, dict) or there.get("version") != CODE_VERSION:
        return ["an older version of dixie, which did not identify agents"]
    changed = [] if there.get("engine") == here["engine"] else ["other rules"]
    changed += [] if there.get("package") == here["package"] else ["another version of dixie_agents"]
    known = there.get("agents")
    for label, found in here["agents"].items():
        before = known.get(label) if isinstance(known, dict) else None
        if before != found:
            changed.append(f"another {label} (fingerprint {_short(str(before))}, now {_short(found)})")
    return changed


def _short(fingerprint: str) -> str:
    return fingerprint if len(fingerprint) <= 16 else fingerprint[:12]
