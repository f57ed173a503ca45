"""``dixie review``: where was a recorded game won and lost?"""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from dixie_agents.reviewing.analysis import BY
from dixie_arena.cli.extra import need_arena
from dixie_env.cli.panels import PLAY, panel

if TYPE_CHECKING:
    from rich.table import Table

    from dixie_arena.api.review import Review

SUM = "From {start:.0%} at the start, luck, own choices and others' choices (in points) lead to the end."


@panel(PLAY)
def review(
    file: Annotated[Path, typer.Argument(help="A record of a finished game (.jsonl).", show_default=False)],
    by: Annotated[
        str, typer.Option(help="Who reviews: a policy that predicts who wins, with or without a search.")
    ] = BY,
    html: Annotated[
        Path | None, typer.Option(help="Write an interactive page to this file.", show_default=False)
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(help="Folder for the tables (CSV) and the figures (SVG and PDF).", show_default=False),
    ] = None,
    workers: Annotated[int, typer.Option(help="Number of threads.", min=1)] = 2,
    seed: Annotated[int, typer.Option(help="Where the luck of continuations comes from.", min=0)] = 0,
) -> None:
    """Show where a game was won and lost: win probabilities, luck and choice, and mistakes.

    A mistake is a choice that costs a part of the probability to win: an inaccuracy at least 2 points, a
    mistake 5, a blunder 10. With --html, write a page with the graph, the board, and what would have been
    better. A game of 5 players takes about a minute of processor time.
    """
    from dixie_arena.api.review import review as run
    from dixie_arena.cli.standings import print_line, print_table
    from dixie_env.cli.output import make_console

    if out is not None:
        need_arena()
    found = run(file, by=by, html=html, out=out, workers=workers, seed=seed)
    console = make_console()
    print_table(console, players_table(found))
    print_line(console, SUM.format(start=found.analysis.players[0].start))
    print_table(console, mistakes_table(found))
    print_line(console, found.calibration)
    if html is not None:
        print_line(console, f"wrote {html}: open it in a browser", "green")
    if out is not None:
        print_line(console, f"Everything is in {out}")


def players_table(found: "Review") -> "Table":
    """Return the summary of each player."""
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("player", no_wrap=True)
    heads = ("accuracy", "luck", "own", "others", "end", "??", "?", "?!")
    for head in heads:
        table.add_column(head, justify="right", no_wrap=True)
    for player in found.analysis.players:
        table.add_row(
            found.name(player.seat),
            f"{player.accuracy:.0%}",
            *(f"{100 * value:+.1f}" for value in (player.luck, player.own, player.others)),
            f"{player.end:.0%}",
            *(str(player.marks[mark]) for mark in ("blunder", "mistake", "inaccuracy")),
        )
    return table


def mistakes_table(found: "Review") -> "Table":
    """Return all mistakes, in the order of the game."""
    from rich import box
    from rich.table import Table

    from dixie_agents.reviewing.page import said

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for head in ("turn", "seat"):
        table.add_column(head, justify="right", no_wrap=True)
    table.add_column("mark", no_wrap=True)
    table.add_column("lost", justify="right", no_wrap=True)
    for head in ("chosen", "best", "because"):
        table.add_column(head)
    for turn in found.analysis.turns:
        for step in turn.steps:
            if step.mark:
                table.add_row(
                    str(turn.number + 1),
                    str(turn.seat),
                    step.mark,
                    f"{100 * step.lost:.1f}",
                    said(step, step.moment.choice),
                    said(step, step.best),
                    step.because,
                )
    return table
