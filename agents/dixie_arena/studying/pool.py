"""The pool of players: the files ``configs/arena/pool-*.yaml``, with what was measured of each agent."""

from pathlib import Path
from typing import Any, Literal, Self

import numpy as np
from numpy.typing import NDArray
from pydantic import Field, model_validator

from dixie_agents.bots import CompiledAgent
from dixie_agents.measured import read_measured
from dixie_agents.names import parse_name
from dixie_agents.registry import is_foreign, make_agent
from dixie_arena.config import ArenaError, Entrant
from dixie_arena.studying.cells import normalised
from dixie_arena.studying.schema import Part, find_file, read

__all__ = ["MOST_EXPLOITABLE", "Member", "Pool", "check_compiled", "load_pool", "read_exploitability"]

MOST_EXPLOITABLE = 0.70
"""An agent whose best response wins more than this may be in the pool, but is named."""
EXPLOITABILITY = "exploitability"
"""The kind of measurement that ``dixie exploit --save`` writes."""
USUAL = {"players": 4, "edition": "de", "board": "standard"}
"""The game in which exploitability is compared. With fewer players even the fair share is higher."""


class Member(Part):
    """An agent of the pool.

    Attributes:
        label: What results call it.
        name: The agent, as in `dixie agents`.
        exploitability: The win share of its best response, for agents without a folder of measurements.
    """

    label: str = Field(pattern=r"^[A-Za-z0-9_.-]+$")
    name: str = Field(min_length=1)
    exploitability: float | None = Field(default=None, ge=0, le=1)


class Weights(Part):
    """Weights other than equal ones, by label; None where they are not computed."""

    equilibrium: dict[str, float] | None = None


class Pool(Part):
    """The players of a study.

    Attributes:
        name: Its name.
        status: ``draft``, or ``frozen``: then the file never changes again.
        agents: The agents, each once.
        weights: Secondary weights. The primary ones are equal.
    """

    name: str
    status: Literal["draft", "frozen"]
    agents: list[Member] = Field(min_length=1, max_length=64)
    weights: Weights = Weights()

    @model_validator(mode="after")
    def _fits(self) -> Self:
        labels = [agent.label for agent in self.agents]
        if twice := sorted({label for label in labels if labels.count(label) > 1}):
            raise ValueError(f"two agents have the label {twice[0]}; give each its own")
        masses = self.weights.equilibrium
        if masses is not None:
            if set(masses) != set(labels):
                raise ValueError(f"weights.equilibrium must have exactly the labels {', '.join(labels)}")
            if min(masses.values()) < 0 or abs(sum(masses.values()) - 1) > 1e-3:
                raise ValueError("weights.equilibrium must be shares from 0 that add up to 1")
        return self

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels of the agents."""
        return tuple(agent.label for agent in self.agents)

    @property
    def entrants(self) -> tuple[Entrant, ...]:
        """The agents as a plan names them."""
        return tuple(Entrant(agent.label, agent.name) for agent in self.agents)

    @property
    def equilibrium(self) -> NDArray[np.float64] | None:
        """The weights of the equilibrium in the order of the agents, or None."""
        masses = self.weights.equilibrium
        return None if masses is None else normalised([masses[label] for label in self.labels])

    def describe(self) -> list[dict[str, Any]]:
        """Return label, name, fingerprint and exploitability of each agent, for results."""
        rows = []
        for member in self.agents:
            found = read_exploitability(member)
            rows.append(
                {
                    "label": member.label,
                    "name": member.name,
                    "fingerprint": make_agent(member.name).fingerprint(),
                    "exploitability": found,
                    "above_70_percent": found is not None and found > MOST_EXPLOITABLE,
                }
            )
        return rows


def load_pool(source: str | Path) -> Pool:
    """Read a pool: a shipped name such as ``pool-v1``, or a file.

    Raises:
        ArenaError: There is no such pool, something in it is wrong, or an agent is not compiled.
        AgentError: There is no such agent.
    """
    pool = read(Pool, find_file(source, "arena"))
    for member in pool.agents:
        check_compiled(member.name)
    return pool


def check_compiled(name: str) -> None:
    """Refuse an agent that is not compiled: a study plays millions of games.

    Raises:
        ArenaError: It is not compiled.
        AgentError: There is no such agent.
    """
    if is_foreign(name) or not isinstance(make_agent(name), CompiledAgent):
        raise ArenaError(
            f"{name} can't be in the pool of a study: a study plays compiled agents only (bots such as "
            "balanced, policies ppo:PATH, searches mcts:N). `dixie abilities` and `dixie tournament` play "
            "classes of your own"
        )


def read_exploitability(member: Member) -> float | None:
    """Return the win share of an agent's best response in the usual game; None if it was not measured.

    Of several measurements of the same agent the largest counts: each is a lower bound.
    """
    name = parse_name(member.name)
    if name.name != "ppo" or not name.argument:
        return member.exploitability
    fingerprint = make_agent(member.name).fingerprint()
    shares = [
        float(row["win_share"]["value"])
        for entry in read_measured(name.argument)
        if entry["kind"] == EXPLOITABILITY
        for row in entry["results"]
        if row.get("agent") == fingerprint
        and not row.get("coalition")
        and all(row["game"][key] == value for key, value in USUAL.items())
    ]
    return max(shares) if shares else member.exploitability
