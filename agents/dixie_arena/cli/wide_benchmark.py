"""Version 2 of the benchmark in a terminal."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.table import Table


def cells_table(card: dict[str, Any]) -> "Table":
    """Return the cells of a card: a row for each opponent, a column for each table."""
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("opponents")
    places = list(dict.fromkeys(cell["table"] for cell in card["cells"]))
    for place in places:
        table.add_column(place.replace(", ", "\n"), justify="right", no_wrap=True)
    cells = {(cell["opponent"], cell["table"]): cell for cell in card["cells"]}
    for names in card["opponents"].values():
        for name in names:
            table.add_row(name, *(_cell(cells[name, place]) for place in places))
    return table


def _cell(cell: dict[str, Any]) -> str:
    return f"{cell['win_share']['value']:.1%} {cell['log_odds']['value']:+.2f}"
