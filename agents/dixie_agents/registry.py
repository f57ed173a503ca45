"""Agents by name, as a command line writes them.

The grammar::

    agents    = agent { "," agent }
    agent     = NAME [ ":" ARGUMENT ]     one of the names below
              | MODULE ":" CLASS          a class of your own: `my_bots:Clever`, `pkg.bots:Clever`

`random`, `sane`, `greedy`, `servant`, `ring`, `offering` and `balanced` take no argument. `mcts:200`
searches with 200 iterations a decision, `mcts:2s` (`mcts:0.5s`) for so many seconds; `mcts:200:ppo:PATH` is
guided by a trained policy. `ppo:PATH` is a trained policy, `ppo:zoo/NAME` a shipped one; both take the option
they find best, without luck. A class of your own is a `dixie_agents.Agent`, is made without arguments, and
is found where Python finds modules, the current folder included. Names and arguments are without spaces;
spaces around a comma are ignored.
"""

import re
import sys
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from dixie_agents.base import Agent
from dixie_agents.bots import CompiledAgent, RandomAgent, SearchAgent
from dixie_agents.compiled import bots
from dixie_agents.compiled.bots import CompiledBot
from dixie_agents.weights import BALANCED, GREEDY, OFFERING, RING, SERVANT, Weights
from dixie_env import DixieError, ObservationSpec

if TYPE_CHECKING:
    from dixie_agents.policy import Policy
    from dixie_agents.policy_file import Card

MOST_ITERATIONS = 10_000_000
"""A search keeps a node for each iteration in memory."""


class AgentError(DixieError):
    """A name is not that of an agent; the message says what would be right."""


@dataclass(frozen=True)
class Entry:
    """What the registry knows of a name.

    Attributes:
        name: As it is written, without an argument.
        usage: As it is written, with an argument if it takes one.
        about: What the agent does, in a line.
        make: Makes it, from the whole name and its argument (empty if there is none).
        argument: What the argument is, empty if it takes none.
    """

    name: str
    usage: str
    about: str
    make: Callable[[str, str], Agent]
    argument: str = ""


def _make_random(name: str, argument: str) -> Agent:
    return RandomAgent(name, CompiledBot(bots.RANDOM))


def _make_sane(name: str, argument: str) -> Agent:
    return CompiledAgent(name, CompiledBot(bots.SANE))


def _looking_ahead(weights: Weights, samples: int) -> Callable[[str, str], Agent]:
    """Return what makes a player that looks one turn ahead, and rolls so many dice where it meets some."""
    return lambda name, argument: CompiledAgent(name, CompiledBot(bots.LOOKAHEAD, weights, samples))


def _make_search(name: str, argument: str) -> Agent:
    amount, colon, guide = argument.partition(":")
    match = re.fullmatch(r"(\d+)|(\d+(?:\.\d+)?)s", amount)
    iterations, seconds = match.groups() if match else (None, None)
    if not float(iterations or seconds or 0) > 0 or int(iterations or 0) > MOST_ITERATIONS:
        raise AgentError(
            f"{name!r}: a search is given iterations, 1 to {MOST_ITERATIONS}, or seconds: "
            "mcts:200, mcts:2s, mcts:0.5s"
        )
    limits = int(iterations or 0), float(seconds or 0)
    return _make_guided_search(name, *limits, guide) if colon else SearchAgent(name, *limits)


def _make_guided_search(name: str, iterations: int, seconds: float, guide: str) -> Agent:
    from dixie_agents.guided import GuidedSearch
    from dixie_agents.policy_file import reward_of

    kind, _, path = guide.partition(":")
    if kind != "ppo" or not path:
        raise AgentError(f"{name!r}: a search is guided by a policy: mcts:200:ppo:PATH, mcts:2s:ppo:zoo/NAME")
    policy, card = _load_policy(name, path)
    return GuidedSearch(name, policy, reward_of(card), iterations, seconds)


def _make_policy(name: str, argument: str) -> Agent:
    from dixie_agents.policy import PolicyAgent

    return PolicyAgent(name, _load_policy(name, argument)[0])


def _load_policy(name: str, path: str) -> "tuple[Policy, Card]":
    from dixie_agents.policy_file import PolicyError, load_policy

    try:
        return load_policy(path)
    except PolicyError as error:
        raise AgentError(f"{name!r}: {error}") from error


_ENTRIES = (
    Entry("random", "random", "any option, each as likely as the others", _make_random),
    Entry("sane", "sane", "random, but passes, offers nothing or dumps goods only if it must", _make_sane),
    Entry("greedy", "greedy", "best position for its seat at the end of its turn", _looking_ahead(GREEDY, 1)),
    Entry(
        "servant", "servant", "specialist: pixies up the village to the palace", _looking_ahead(SERVANT, 2)
    ),
    Entry("ring", "ring", "specialist: gold and rings", _looking_ahead(RING, 2)),
    Entry("offering", "offering", "specialist: special offerings", _looking_ahead(OFFERING, 2)),
    Entry("balanced", "balanced", "all roads, tracks first, rivals in sight", _looking_ahead(BALANCED, 2)),
    Entry(
        "mcts",
        "mcts:N, mcts:Ts, mcts:N:ppo:PATH",
        "tree search with N iterations a decision, or for T seconds; or guided by a policy",
        _make_search,
        "a number of iterations or seconds",
    ),
    Entry(
        "ppo",
        "ppo:PATH, ppo:zoo/NAME",
        "a trained policy, from a folder or shipped",
        _make_policy,
        "the path of a policy",
    ),
)

ENTRIES = {entry.name: entry for entry in _ENTRIES}
"""All names, from the simplest to the deepest."""

FOREIGN = "MODULE:CLASS"


def usages() -> list[str]:
    """Return how every kind of agent is written."""
    return [*(entry.usage for entry in ENTRIES.values()), FOREIGN]


def make_agent(text: str) -> Agent:
    """Make the agent of a name.

    Raises:
        AgentError: There is no such agent; the message lists those there are.
    """
    name, colon, argument = text.strip().partition(":")
    entry = ENTRIES.get(name)
    if entry is None:
        if colon and name and argument:
            return _make_foreign(name, argument)
        raise AgentError(f"there is no agent {text!r}; there is: {', '.join(usages())}")
    if entry.argument and not argument:
        raise AgentError(f"{text!r} lacks {entry.argument}: write {entry.usage}")
    if colon and not entry.argument:
        raise AgentError(f"{text!r}: the agent {name!r} takes no argument")
    return entry.make(text.strip(), argument)


def parse_agents(text: str) -> list[Agent]:
    """Make the agents of a list of names with commas."""
    return [make_agent(name) for name in split_names(text)]


def split_names(text: str) -> list[str]:
    """Split a list of names with commas.

    Raises:
        AgentError: A name is empty.
    """
    names = [name.strip() for name in text.split(",")]
    if not all(names):
        raise AgentError(
            f"{text!r} has an empty name: write names with commas between them, such as random,sane"
        )
    return names


def is_foreign(text: str) -> bool:
    """Is this the name of a class from outside, and not one of the registry's own?"""
    name, colon, _ = text.strip().partition(":")
    return bool(colon) and name not in ENTRIES


def _make_foreign(module_name: str, class_name: str) -> Agent:
    text = f"{module_name}:{class_name}"
    module = _import(text, module_name)
    kind = getattr(module, class_name, None)
    if kind is None:
        raise AgentError(f"{text!r}: the module {module_name!r} has no class {class_name!r}")
    if not (isinstance(kind, type) and issubclass(kind, Agent)):
        raise AgentError(f"{text!r}: {class_name!r} is not a subclass of dixie_agents.Agent")
    try:
        agent = kind()
    except TypeError as error:
        raise AgentError(f"{text!r}: an agent is made without arguments ({error})") from error
    if not isinstance(agent.observation, ObservationSpec):
        raise AgentError(
            f"{text!r}: its observation must be a dixie_env.ObservationSpec, not {agent.observation!r}"
        )
    agent.name = text
    return agent


def _import(text: str, module_name: str) -> object:
    """Import a module, from the current folder too."""
    here = str(Path.cwd())
    if "" not in sys.path and here not in sys.path:
        sys.path.append(here)
    try:
        return import_module(module_name)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{module_name}.".startswith(f"{error.name}."):
            raise
        raise AgentError(
            f"there is no agent {text!r}, and no module {error.name!r}; there is: {', '.join(usages())}"
        ) from error
