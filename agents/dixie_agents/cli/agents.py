"""``dixie agents``: who can sit in a seat."""

from dixie_env.cli.panels import COMPARE, panel


@panel(COMPARE)
def agents() -> None:
    """List the agents by name, with what they do."""
    from rich.table import Table

    from dixie_agents.registry import ENTRIES, FOREIGN
    from dixie_env.cli.output import make_console

    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column("agent", no_wrap=True)
    table.add_column("what it does")
    for entry in ENTRIES.values():
        table.add_row(entry.usage, entry.about)
    table.add_row(FOREIGN, "a class of your own, a subclass of dixie_agents.Agent")
    make_console().print(table)
