"""The results of a tournament in a terminal."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from dixie_agents.assisted import describe_counts
from dixie_arena.cli.numbers import percent, plus_minus
from dixie_arena.cli.population import MATRIX_TITLE, matrix_table, population_lines

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

FEWEST_DUELS = 12
"""Games of one copy of an agent against copies of another; with fewer their share says nothing."""


def show_standings(
    console: "Console", summary: dict[str, Any], timing: dict[str, Any], wanted: int, folder: Path
) -> None:
    """Print the standings, best first, and notes about a tournament."""
    rounded = f" (rounded up from {wanted} to whole blocks)" if summary["games"] != wanted else ""
    print_line(console, standings_title(summary) + rounded, "bold")
    table = standings_table(summary, timing)
    print_table(console, table)
    matrix = matrix_table(summary)
    if matrix is not None:
        print_line(console, MATRIX_TITLE)
        print_table(console, matrix)
    for line in [*population_lines(summary), *notes(summary, timing)]:
        print_line(console, line)
    print_line(console, f"Everything is in {folder}", "dim")


def print_table(console: "Console", table: "Table") -> None:
    """Print a table at its full width; never cut off numbers."""
    console.width = max(
        console.width, console.measure(table, options=console.options.update(width=1000)).maximum
    )
    console.print(table)


def print_line(console: "Console", text: str, style: str = "") -> None:
    """Print text as it is, not wrapped."""
    console.print(text, style=style, soft_wrap=True)


def standings_title(summary: dict[str, Any]) -> str:
    """Return what was played."""
    return f"{summary['games']} games of {summary['players']} players in {summary['blocks']} blocks"


def standings_table(summary: dict[str, Any], timing: dict[str, Any]) -> "Table":
    """Return the standings as a table, best first."""
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("agent")
    for name in ("win share", "rank", "score", "rating", "decisions/s"):
        table.add_column(name, justify="right", no_wrap=True)
    helped = any(row["substitutions"] for row in summary["agents"])
    if helped:
        table.add_column("substituted", justify="right", no_wrap=True)
    for row in sorted(summary["agents"], key=lambda row: -row["rating"]["value"]):
        speed = timing[row["label"]]["decisions_per_second"]
        cells = [
            row["label"],
            percent(row["win_share"]),
            plus_minus(row["mean_rank"], 2),
            plus_minus(row["mean_score"], 1),
            plus_minus(row["rating"], 0),
            f"{speed:,.0f}" if speed else "",
        ]
        if helped:
            made = row["seats"] * row["decisions_in_game"]
            cells.append(f"{row['substitutions']} ({row['substitutions'] / made:.1%})" if made else "")
        table.add_row(*cells)
    return table


def notes(summary: dict[str, Any], timing: dict[str, Any]) -> list[str]:
    """Return the notes under the table: intervals, duels, insignificant differences, seats, failures."""
    lines = [
        f"Ranges are {summary['confidence']:.0%} intervals over blocks; a fair win share is "
        f"{summary['fair_share']:.1%}."
    ]
    for row in summary["duels"]:
        if row["games"] < FEWEST_DUELS:  # drawn line-ups have a few of every kind
            continue
        lines.append(f"One {row['one']} against copies of {row['against']}: {percent(row['win_share'])}")
    lines += verdicts(summary)
    lines += [place_line("seat", summary["seats"]), place_line("first turn order", summary["turns"])]
    for label, row in timing.items():
        if row.get("counts"):
            lines.append(f"{label}: {describe_counts(row['counts'])}")
        if row["troubles"]:
            kinds = ", ".join(f"{count} {kind}" for kind, count in row["troubles"].items())
            lines.append(
                f"Random legal moves were played for {label}: {kinds}. Last reason: {row['trouble']}"
            )
    return lines


def verdicts(summary: dict[str, Any]) -> list[str]:
    """Return a sentence for each pair of agents, the better one first, with an interval for all pairs."""
    place = {row["label"]: -row["win_share"]["value"] for row in summary["agents"]}
    lines = []
    for row in sorted(
        summary["differences"], key=lambda row: sorted((place[row["one"]], place[row["other"]]))
    ):
        one, other, sign = row["one"], row["other"], 1
        if row["win_share"]["value"] < 0:
            one, other, sign = other, one, -1
        value, *ends = (row["win_share"][key] for key in ("value", "low_all", "high_all"))
        low, high = (None, None) if None in ends else sorted(100 * sign * end for end in ends)
        points = f"{100 * sign * value:.1f} points" + ("" if low is None else f" [{low:.1f}, {high:.1f}]")
        if low is not None and low > 0:
            lines.append(f"{one} beats {other} by {points}.")
            continue
        needed = row["more_games"]
        more = (
            "play more games"
            if needed is None
            else f"play about {needed:,} more games to confirm a difference of this size"
        )
        lines.append(f"No significant difference in win share: {one} - {other} = {points}; {more}.")
    if len(lines) > 1:
        lines.append(
            f"These intervals hold for all {len(lines)} pairs together ({summary['confidence']:.0%})."
        )
    return lines


def place_line(what: str, places: list[dict[str, Any]]) -> str:
    """Return the win shares of places in a line."""
    shares = ", ".join(percent(place["win_share"]) for place in places)
    return f"Win share by {what}: {shares}"
