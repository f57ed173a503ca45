"""A list of all agents and what they do: built-in, shipped and installed ones, and your own classes."""

from collections.abc import Iterator
from inspect import getdoc

from dixie_agents.installed import find_installed, load_installed
from dixie_agents.names import AgentError
from dixie_agents.policy_file import ZOO, PolicyError, load_weights, zoo_names
from dixie_agents.registry import ENTRIES, FOREIGN


def list_agents() -> Iterator[tuple[str, str]]:
    """Yield the name of each agent and what it does. This imports the installed agents."""
    for entry in ENTRIES.values():
        yield entry.usage, entry.about
        if entry.name == "ppo":
            for name in zoo_names():
                yield f"ppo:{ZOO}{name}", _about_policy(name)
    for name, plugin in find_installed().items():
        if name in ENTRIES:  # the built-in one wins; the other can't be used
            continue
        package = "" if plugin.dist is None else f" ({plugin.dist.name} {plugin.dist.version})"
        yield name, f"{_about_installed(name)}{package}"
    yield FOREIGN, "your own class, a subclass of dixie_agents.Agent"


def _about_policy(name: str) -> str:
    try:
        _, card = load_weights(f"{ZOO}{name}")
    except PolicyError as error:
        return f"broken: {error}"
    players = ", ".join(map(str, card.players))
    return f"a shipped policy, trained for {players} players"


def _about_installed(name: str) -> str:
    try:
        text = getdoc(load_installed(name)) or ""
    except AgentError as error:
        return f"broken: {error}"
    return text.partition("\n")[0]
