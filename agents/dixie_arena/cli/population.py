"""The population of a tournament in a terminal: the matrix of duels, cycles and the equilibrium."""

from typing import TYPE_CHECKING, Any

from dixie_arena.cli.numbers import percent

if TYPE_CHECKING:
    from rich.table import Table

MOST_COLUMNS = 8
"""With more agents than this the matrix is only in the report and in summary.json."""
MATRIX_TITLE = "Duels: part of the wins of both at the tables where both sit, row against column"
SURE = 0.05
NO_MASS = 0.0005


def matrix_table(summary: dict[str, Any]) -> "Table | None":
    """Return the matrix of duels, best rating first; None with fewer than 3 agents or with too many."""
    from rich import box
    from rich.table import Table

    population = summary.get("population")
    ranking = sorted(summary["agents"], key=lambda row: -row["rating"]["value"])
    if population is None or not 3 <= len(ranking) <= MOST_COLUMNS:
        return None
    shares: dict[tuple[str, str], float] = {}
    for row in population["pairs"]:
        if row["share"] is not None:
            shares[row["one"], row["other"]] = row["share"]["value"]
            shares[row["other"], row["one"]] = 1 - row["share"]["value"]
    labels = [row["label"] for row in ranking]
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("agent")
    for label in labels:
        table.add_column(label, justify="right", no_wrap=True)
    for one in labels:
        cells = (shares.get((one, other)) for other in labels)
        table.add_row(one, *("" if share is None else f"{share:.0%}" for share in cells))
    return table


def population_lines(summary: dict[str, Any]) -> list[str]:
    """Return what to know about cycles and the equilibrium, in words. Empty with fewer than 3 agents."""
    population = summary.get("population")
    if population is None or len(summary["agents"]) < 3:
        return []
    lines = []
    if (rating := population["rating"]) is not None:
        lines += _rating_lines(rating, population["pairs"])
    if (rows := population["equilibrium"]) is not None:
        lines.append(f"Equilibrium (a mixture that no agent beats): {_masses(rows)}.")
    if (tables := population["tables"]) is not None:
        lines.append(
            f"Equilibrium of tables of {summary['players']} (all seats drawn from the mixture): "
            f"{_masses(tables['agents'])}."
        )
    return lines


def _masses(rows: list[dict[str, Any]]) -> str:
    best = sorted(rows, key=lambda row: -row["mass"]["value"])
    parts = [row for row in best if max(row["mass"]["value"], row["mass"]["high"] or 0) > NO_MASS]
    masses = ", ".join(f"{row['label']} {percent(row['mass'])}" for row in parts)
    return masses + ("" if len(parts) == len(rows) else "; the others have no part in it")


def _rating_lines(rating: dict[str, Any], pairs: list[dict[str, Any]]) -> list[str]:
    observed, noise, chance = (rating[key] for key in ("rest_observed", "noise", "chance"))
    compared = (
        f"observed {100 * observed:.1f} points of share, noise alone {100 * noise:.1f} (as much or more in "
        f"{'less than 0.1%' if chance < 0.001 else f'{chance:.1%}'} of cases)"
    )
    if rating["explained"] is None:
        lines = [f"The duels differ no more than noise would make them. Cyclic rest: {compared}."]
    else:
        lines = [f"A rating explains {percent(rating['explained'])} of the duels. Cyclic rest: {compared}."]
    if chance < SURE:
        row = max((row for row in pairs if row["rest"] is not None), key=lambda row: abs(row["rest"]))
        names = (row["one"], row["other"]) if row["rest"] > 0 else (row["other"], row["one"])
        lines.append(
            f"So there is no single order of strength: {names[0]} gets {100 * abs(row['rest']):.1f} points "
            f"more against {names[1]} than the ratings say."
        )
    return lines
