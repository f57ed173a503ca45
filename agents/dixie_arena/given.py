"""What the functions of the arena are given: agents as names, classes or objects, and which game to play."""

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any

from dixie_agents.base import Agent
from dixie_agents.names import AgentError, split_names
from dixie_agents.registry import make_agent
from dixie_env import Setup

__all__ = ["Agents", "AnAgent", "choose_game", "name_agent", "name_agents", "names_of"]

AnAgent = str | type[Agent] | Agent
"""A name as ``dixie agents`` lists them, a class of your own, or an agent that was made from a name."""
Agents = AnAgent | Sequence[AnAgent] | Mapping[str, AnAgent]
"""One agent or several: a list, names separated by commas, or a dictionary of agents by label."""

_NOTEBOOK = "__main__"


def name_agents(agents: Agents, *, here: bool = False) -> list[str]:
    """Return the names of agents; those of a dictionary have its keys as labels.

    Args:
        agents: The agents.
        here: Whether they all play in this process. Only then can a class live in a notebook or script.

    Raises:
        AgentError: An agent has no name that other processes could create it from.
    """
    if isinstance(agents, str):
        return split_names(agents)
    if isinstance(agents, Mapping):
        return [f"{label}={name_agent(agent, here=here)}" for label, agent in agents.items()]
    if isinstance(agents, Agent | type):
        return [name_agent(agents, here=here)]
    return [name_agent(agent, here=here) for agent in agents]


def name_agent(agent: AnAgent, *, here: bool = False) -> str:
    """Return the name of an agent. The arguments are those of `name_agents`."""
    if isinstance(agent, str):
        return agent
    if isinstance(agent, type):
        return _name_class(agent, here)
    if isinstance(agent, Agent):
        return _name_object(agent)
    raise AgentError(
        f"{agent!r} is not an agent; give a name such as 'balanced', a subclass of dixie_agents.Agent, or an "
        "agent from dixie_agents.make_agent"
    )


def _name_class(kind: type, here: bool) -> str:
    name = f"{kind.__module__}:{kind.__qualname__}"
    if not issubclass(kind, Agent):
        raise AgentError(f"{name} is not a subclass of dixie_agents.Agent")
    if (
        "." in kind.__qualname__
        or getattr(import_module(kind.__module__), kind.__qualname__, None) is not kind
    ):
        raise AgentError(f"{name} can't be imported: define the class at the top level of a module")
    if kind.__module__ == _NOTEBOOK and not here:
        raise AgentError(
            f"{kind.__qualname__} is defined in a notebook or script, and other processes can't import it: "
            f"move it to a file, such as my_bot.py, and import it from there; or play in this process, with "
            "isolate=False and workers=1"
        )
    return name


def _name_object(agent: Agent) -> str:
    kind = f"{type(agent).__module__}:{type(agent).__qualname__}"
    if agent.name:
        try:
            again = make_agent(agent.name)
        except AgentError:
            pass
        else:
            if again.fingerprint() == agent.fingerprint():
                return agent.name
    raise AgentError(
        f"an object of {kind} can't be copied to the seats of a game: give its class, or a name with the "
        f"arguments, such as '{kind}?depth=2'"
    )


def names_of(values: str | int | Sequence[Any]) -> list[Any]:
    """Return several values: a list as it is, a text with commas split, a single value alone."""
    if isinstance(values, str):
        return [part.strip() for part in values.split(",")]
    return list(values) if isinstance(values, Sequence) else [values]


def choose_game(
    setup: Setup | None = None,
    *,
    players: int | None = None,
    edition: Any = None,
    board: Any = None,
    draft: str | None = None,
    rounds: int | None = None,
    rules: int | None = None,
) -> Setup:
    """Return the game that the arguments describe; what is not given is as in the setup.

    Raises:
        ConfigError: The board is one to train on, not to evaluate with.
        RulesError: There is no such game.
    """
    from dixie_env.boards.names import check_board
    from dixie_env.cli.options import parse_draft

    given: dict[str, Any] = {
        "players": players,
        "edition": edition,
        "board": board,
        "rounds": rounds,
        "rules": rules,
    }
    given = {key: value for key, value in given.items() if value is not None}
    if draft is not None:
        given["draft"], given["abilities"] = parse_draft(draft)
    game = Setup(**given) if setup is None else setup.replace(**given)
    check_board(game.board, "evaluation")
    return game
