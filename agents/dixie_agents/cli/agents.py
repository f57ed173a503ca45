"""``dixie agents``: the agents that can play."""

from dixie_env.cli.panels import COMPARE, panel


@panel(COMPARE)
def agents() -> None:
    """List all agents and what they do.

    Use these names wherever a command takes agents.
    """
    from rich.table import Table

    from dixie_agents.listing import list_agents
    from dixie_env.cli.output import make_console

    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column("agent", no_wrap=True)
    table.add_column("what it does")
    for name, about in list_agents():
        table.add_row(name, about)
    make_console().print(table, markup=False)
