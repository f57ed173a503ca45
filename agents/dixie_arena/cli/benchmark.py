"""``dixie benchmark``: one score for an agent that others can compare with theirs."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from dixie_arena.cli.extra import interrupted, need_arena, print_warning
from dixie_env.cli.options import Backend, Isolate, TimeLimit, Workers
from dixie_env.cli.panels import COMPARE, panel

if TYPE_CHECKING:
    from rich.table import Table


@panel(COMPARE)
def benchmark(
    agent: Annotated[str, typer.Argument(help="The agent (see dixie agents).", show_default=False)],
    out: Annotated[
        Path | None,
        typer.Option(help="Folder for the results. Default: runs/benchmark-vN-AGENT.", show_default=False),
    ] = None,
    version: Annotated[
        int,
        typer.Option(help="Version of the benchmark: 2, or 1, which has bots on one board as opponents."),
    ] = 2,
    workers: Workers = 1,
    backend: Backend = "local",
    resume: Annotated[bool, typer.Option("--resume", help="Continue the benchmark in the folder.")] = False,
    isolate: Isolate = True,
    time_limit: TimeLimit = 2.0,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print the result card as JSON instead of a table.")
    ] = False,
) -> None:
    """Play the frozen benchmark and print a line to quote.

    One copy of the agent plays against identical copies of fixed opponents (bots, policies and best
    responses) on fixed seeds, with 2 to 5 players, on several boards and editions. The score is the mean of
    the log-odds above the fair share: 0 means as strong as the opponents. The worst cell stands beside it.
    The folder gets card.json and a run folder for each table.

    Version 1 has three bots as opponents on the standard board. A score of 0 means as strong as they are, 100
    means winning every game.
    """
    need_arena()
    from dixie_arena.api.benchmark import benchmark as run
    from dixie_arena.api.benchmark import benchmark_folder
    from dixie_arena.benchmarking import WIDE
    from dixie_arena.cli.standings import print_line, print_table
    from dixie_env.cli.output import make_console

    folder = out or benchmark_folder(agent, version)
    try:
        score = run(
            agent,
            out=folder,
            version=version,
            resume=resume,
            workers=workers,
            backend=backend,
            isolate=isolate,
            time_limit=time_limit,
            warn=print_warning,
        )
    except KeyboardInterrupt:
        raise interrupted(folder) from None
    if as_json:
        print(json.dumps(score.card))
        return
    console = make_console()
    if version == WIDE:
        print_line(console, "Win share of one copy against identical opponents, and log-odds above fair")
    print_table(console, score_table(score.card))
    print_line(console, score.line, "bold")
    print_line(console, f"Everything is in {folder}", "dim")


def score_table(card: dict[str, Any]) -> "Table":
    """Return the cells of a card: a row for each opponent, a column for each table."""
    from rich import box
    from rich.table import Table

    from dixie_arena.benchmarking import WIDE
    from dixie_arena.cli.numbers import percent
    from dixie_arena.cli.wide_benchmark import cells_table

    if card["benchmark"] == WIDE:
        return cells_table(card)
    table = Table(
        title="win share of one copy against identical opponents",
        title_justify="left",
        box=box.SIMPLE_HEAD,
        pad_edge=False,
    )
    table.add_column("opponents")
    players = sorted({cell["players"] for cell in card["cells"]})
    for count in players:
        table.add_column(f"{count} players", justify="right", no_wrap=True)
    for opponent in card["opponents"]:
        cells = {cell["players"]: cell for cell in card["cells"] if cell["opponent"] == opponent}
        table.add_row(opponent, *(percent(cells[count]["win_share"]) for count in players))
    return table
