"""Commands, functions, agents and environments from other packages, found by their entry points.

Packages that build on this one register themselves here, both our own (`dixie_agents`, `dixie_arena`, ...)
and third-party ones. So nothing in `dixie_env` imports them by name.

| group | name | value |
| --- | --- | --- |
| `dixie.commands` | the command: `dixie NAME` | a function with the arguments of a typer command, or a \
`typer.Typer` with several |
| `dixie.commands` | `GROUP.NAME`: the command `dixie GROUP NAME` | a function |
| `dixie.agents` | the agent: `--agents NAME` | an `Agent` class, or a function that makes one |
| `dixie.environments` | the environment: `gymnasium.make("dixie_env/NAME")` | a class |
| `dixie.functions` | a function beside those of the arena: `dixie_arena.NAME` | a function |
| `dixie.vector_environments` | many of them at once: `gymnasium.make_vec("dixie_env/NAME")` | a class |
"""

from importlib.metadata import EntryPoint, entry_points

COMMANDS = "dixie.commands"
AGENTS = "dixie.agents"
FUNCTIONS = "dixie.functions"
ENVIRONMENTS = "dixie.environments"
VECTOR_ENVIRONMENTS = "dixie.vector_environments"
OWN = "dixie-env"
"""Our distribution: no other package can override its names."""


def find_plugins(group: str) -> dict[str, EntryPoint]:
    """Return the entry points of a group by name, without importing anything.

    If two distributions use the same name, our own wins; otherwise the first in alphabetical order.
    """
    found = sorted(entry_points(group=group), key=_precedence, reverse=True)
    return {entry.name: entry for entry in sorted(found, key=lambda entry: entry.name)}


def _precedence(entry: EntryPoint) -> tuple[bool, str]:
    """Sort our own distribution first."""
    name = distribution_of(entry)
    return name != OWN, name


def distribution_of(entry: EntryPoint) -> str:
    """Return the name of the distribution that provides an entry point."""
    return "" if entry.dist is None else entry.dist.name
