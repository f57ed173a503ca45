"""``dixie benchmark``: one score for an agent that others can compare with theirs."""

import json
import sys
from pathlib import Path
from typing import Annotated

import typer

from dixie_env.cli.errors import INTERRUPTED
from dixie_env.cli.options import Backend, Isolate, TimeLimit, Workers
from dixie_env.cli.panels import COMPARE, panel


@panel(COMPARE)
def benchmark(
    agent: Annotated[str, typer.Argument(help="The agent (see dixie agents).", show_default=False)],
    out: Annotated[
        Path | None,
        typer.Option(help="Folder for the results. Default: runs/benchmark-vN-AGENT.", show_default=False),
    ] = None,
    version: Annotated[
        int, typer.Option(help="Version of the benchmark: 1 (frozen), or 2 (a draft, which may change).")
    ] = 1,
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

    One copy of the agent plays against identical copies of fixed opponents, with 2 to 5 players, on fixed
    seeds. A score of 0 means as strong as the opponents, 100 means winning every game. The folder gets
    card.json and a run folder for each number of players.

    Version 2 is a draft: bots and policies as opponents on several boards and editions. Its score is the mean
    of the log-odds above the fair share; 0 means as strong as the opponents. The worst cell stands beside it.
    """
    from dixie_arena.cli.extra import need_arena

    need_arena()
    from rich import box
    from rich.table import Table

    from dixie_arena.benchmarking import WIDE, run_benchmark
    from dixie_arena.cli.numbers import percent
    from dixie_arena.cli.standings import print_line, print_table
    from dixie_env.cli.output import make_console, progress_bar

    name = "".join(letter if letter.isalnum() or letter in "-_." else "-" for letter in agent)
    folder = out or Path("runs") / f"benchmark-v{version}-{name}"
    try:
        with progress_bar(rate="games") as progress:
            task = progress.add_task("playing", total=None)
            score = run_benchmark(
                agent,
                folder,
                version=version,
                resume=resume,
                workers=workers,
                backend=backend,
                isolate=isolate,
                time_limit=time_limit,
                progress=lambda done, total: progress.update(task, completed=done, total=total),
                warn=lambda message: print(f"warning: {message}", file=sys.stderr),
            )
    except KeyboardInterrupt:
        print(
            f"interrupted: finished parts are kept in {folder}; add --resume to the command to continue",
            file=sys.stderr,
        )
        raise typer.Exit(INTERRUPTED) from None
    if as_json:
        print(json.dumps(score.card))
        return
    console = make_console()
    if version == WIDE:
        from dixie_arena.cli.wide_benchmark import cells_table

        print_line(console, "Win share of one copy against identical opponents, and log-odds above fair")
        print_table(console, cells_table(score.card))
        print_line(console, score.line, "bold")
        print_line(console, f"Everything is in {folder}", "dim")
        return
    table = Table(
        title="win share of one copy against identical opponents",
        title_justify="left",
        box=box.SIMPLE_HEAD,
        pad_edge=False,
    )
    table.add_column("opponents")
    players = sorted({cell["players"] for cell in score.card["cells"]})
    for count in players:
        table.add_column(f"{count} players", justify="right", no_wrap=True)
    for opponent in score.card["opponents"]:
        cells = {cell["players"]: cell for cell in score.card["cells"] if cell["opponent"] == opponent}
        table.add_row(opponent, *(percent(cells[count]["win_share"]) for count in players))
    print_table(console, table)
    print_line(console, score.line, "bold")
    print_line(console, f"Everything is in {folder}", "dim")
