"""Agents from other packages: ``pip install my-bot`` makes ``--agents my-bot`` work.

Such a package has an entry point in the group ``dixie.agents``::

    [project.entry-points."dixie.agents"]
    my-bot = "my_bot:Bot"

The value is an ``Agent`` class, or a function that returns an agent. ``my-bot:ARG?KEY=VALUE`` calls it with
``ARG`` as its first argument and the options as keyword arguments; see ``dixie_agents.making``.
"""

import sys
from collections.abc import Callable
from functools import lru_cache
from importlib.metadata import EntryPoint
from typing import Any

from dixie_agents.base import Agent
from dixie_agents.making import make_from
from dixie_agents.names import AgentError, AgentName
from dixie_env.plugins import AGENTS, distribution_of, find_plugins


def find_installed() -> dict[str, EntryPoint]:
    """Return the agents of installed packages by name, without importing any."""
    return _find(tuple(sys.path))


@lru_cache(maxsize=4)
def _find(path: tuple[str, ...]) -> dict[str, EntryPoint]:
    return find_plugins(AGENTS)  # reads the metadata of every installed package, so only once for each path


def load_installed(name: str) -> Callable[..., Any]:
    """Return the class or function that creates an installed agent.

    Raises:
        AgentError: Its package is broken.
    """
    entry = find_installed()[name]
    try:
        kind = entry.load()
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # a module may raise SystemExit
        raise AgentError(
            f"the agent {name!r} of the package {distribution_of(entry)!r} can't be loaded: "
            f"{type(error).__name__}: {error}"
        ) from error
    if not callable(kind) or (isinstance(kind, type) and not issubclass(kind, Agent)):
        raise AgentError(
            f"the agent {name!r} of the package {distribution_of(entry)!r} is broken: {entry.value} must be "
            "a subclass of dixie_agents.Agent, or a function that returns one"
        )
    made: Callable[..., Any] = kind
    return made


def make_installed(name: AgentName) -> Agent:
    """Create an agent from an installed package.

    Raises:
        AgentError: Its package is broken, or the arguments don't fit.
    """
    return make_from(load_installed(name.name), name.bare, name, name.argument)
