"""``dixie abilities --contrast``: does an ability's value depend on something?"""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from dixie_env.cli.errors import UsageError

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from dixie_arena.ability_effects.contrast_run import Condition, ContrastResult

EXAMPLE = "players=3,5"


def split_contrast(text: str) -> tuple[str, list[str]]:
    """Split ``players=3,5`` into what differs and its values.

    Raises:
        UsageError: It is written in another way.
    """
    key, equals, values = text.partition("=")
    names = [value.strip() for value in values.split(",")]
    if not equals or not all(names):
        raise UsageError(f"--contrast must be KEY=VALUE,VALUE,..., such as {EXAMPLE}, not {text!r}")
    return key.strip(), names


def play_contrast(key: str, values: list[str], agents: str, options: dict[str, Any]) -> "ContrastResult":
    """Play the conditions of a contrast."""
    from dixie_agents.names import split_names
    from dixie_arena.api.contrast import contrast

    names = split_names(agents) if agents else [None]
    if len(names) > 1:
        raise UsageError(f"a contrast of {key} needs a single value for agents, not {agents}")
    return contrast(key, values, names[0], **options)


def show_contrast(console: "Console", found: "ContrastResult", out: Path) -> None:
    """Print a table for each condition after the first, and what differs."""
    from dixie_arena.ability_effects.contrast_words import condition_name
    from dixie_arena.cli.standings import print_line, print_table

    first = found.conditions[0]
    for number, condition in enumerate(found.conditions[1:], start=1):
        here, there = (condition_name(found.key, one.name) for one in (condition, first))
        games = found.effects[0].games, found.effects[number].games
        print_line(
            console,
            f"Effect of holding an ability, in % of the fair share, {there} and {here} "
            f"({_agents(first, condition)}{games[0]:,} and {games[1]:,} games)",
            "bold",
        )
        print_table(console, contrast_table(found, condition.name))
    count = found.contrast.differences.size
    print_line(
        console,
        f'Intervals hold for all {count} differences together (95 %); "p (Holm)" is corrected for {count}. '
        'The estimand is "held": nobody may swap abilities.',
        "dim",
    )
    print_line(console, found.sentence)
    print_line(console, f"Everything is in {out}", "dim")


def contrast_table(found: "ContrastResult", name: str) -> "Table":
    """Return the differences between a condition and the first, the largest first."""
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("ability")
    for head in (found.conditions[0].name, name):
        table.add_column(f"{found.key} {head}", justify="right")
    for head in ("difference", f"95 % for all {found.contrast.differences.size}", "p (Holm)"):
        table.add_column(head, justify="right", no_wrap=True)
    for row in found.rows():
        if row["second"] != name:
            continue
        table.add_row(
            row["ability"],
            _percent(row["effect_first"]),
            _percent(row["effect_second"]),
            _percent(row["difference"]),
            f"[{_percent(row['low_all'])}, {_percent(row['high_all'])}]",
            f"{row['p_holm']:.3f}" if row["p_holm"] >= 0.001 else "<0.001",
            style="" if row["differs"] else "dim",
        )
    return table


def _agents(one: "Condition", other: "Condition") -> str:
    return f"{one.agent}, " if one.agent == other.agent else ""  # otherwise they are what is compared


def _percent(share: float) -> str:
    return f"{round(100 * share, 1) + 0.0:+.1f}"
