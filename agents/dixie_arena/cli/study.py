"""``dixie study``: which permanent ability is strongest, over players and boards?"""

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from dixie_arena.cli.extra import interrupted, need_arena
from dixie_env.cli.errors import STOPPED, UsageError
from dixie_env.cli.options import AsJson, Backend, Workers
from dixie_env.cli.panels import COMPARE, panel

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from dixie_arena.progress import ShowStage


@panel(COMPARE)
def study(
    run: Annotated[
        str,
        typer.Argument(
            metavar="RUN.yaml",
            help="study-4p, small, or a file like them (configs/study).",
            show_default=False,
        ),
    ],
    out: Annotated[Path, typer.Option(help="Folder for the results.", show_default=False)],
    resume: Annotated[bool, typer.Option("--resume", help="Continue the study in the folder.")] = False,
    workers: Workers = 1,
    backend: Backend = "local",
    stop_after: Annotated[
        float | None,
        typer.Option(
            metavar="MINUTES",
            help="Begin no more games after so many minutes, and exit with code 3; --resume goes on.",
            show_default=False,
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Find out which permanent ability is strongest, for a pool of players and for boards drawn from a prior.

    The study weighs boards by what people said about the game, plays on a sample of them, and splits its
    doubt into luck, players and board. The file says everything that decides the results, which are in
    results.json. The folder also gets report.html, with figures, tables and methods. If a study is
    interrupted, --resume continues it and gives the same numbers; if it is finished, --resume makes the
    report again. --stop-after plays it in pieces. The study study-4p takes up to 3 hours on 2 cores, small
    about 2 minutes.
    """
    need_arena()
    from dixie_arena.api.study import ALL_GAMES, StudyStopped
    from dixie_arena.api.study import study as play
    from dixie_env.cli.output import make_console

    if stop_after is not None and not stop_after > 0:
        raise UsageError(f"--stop-after must be a number of minutes above 0, not {stop_after:g}")
    try:
        found = play(
            run,
            out=out,
            resume=resume,
            workers=workers,
            backend=backend,
            stop_after=stop_after,
            progress=True if sys.stderr.isatty() else tell_stages(ALL_GAMES),
        )
    except KeyboardInterrupt:
        raise interrupted(out) from None
    except StudyStopped:
        print(
            f"stopped after {stop_after:g} minutes: finished parts are kept in {out}; add --resume to the "
            "command to continue",
            file=sys.stderr,
        )
        raise typer.Exit(STOPPED) from None
    if as_json:
        print(json.dumps(found.results))
        return
    console = make_console()
    show_results(console, found.results)
    console.print(f"Everything is in {out}; start with {found.report.name}", style="dim", soft_wrap=True)


def tell_stages(all_games: str) -> "ShowStage":
    """Return what tells progress where no bar can be shown: a line on standard error for each finished stage.

    Args:
        all_games: What progress calls the games of all stages together.
    """
    counted = (0, 0)
    told: set[str] = set()

    def tell(stage: str, done: int, total: int, note: str) -> None:
        nonlocal counted
        if stage == all_games:
            counted = done, total
        elif total and done == total and stage not in told:
            told.add(stage)
            place = f" ({note})" if note else ""
            of_all = f"{counted[0]:,} of about {counted[1]:,} games are done"
            print(f"{stage}{place}: {total:,} games; {of_all}", file=sys.stderr, flush=True)
        elif not total:
            print(f"{stage}: {note}", file=sys.stderr, flush=True)

    return tell


def show_results(console: "Console", results: Mapping[str, Any]) -> None:
    """Print the tables of effects and what the study says."""
    from dixie_arena.cli.standings import print_table
    from dixie_arena.studying.words import sentences

    for estimand in ("dealt", "held"):
        answer = results["answers"].get(estimand)
        if answer is None:
            continue
        console.print(effects_title(results, estimand), style="bold", soft_wrap=True)
        print_table(console, effects_table(answer))
    for line in sentences(results):
        console.print(line, soft_wrap=True)


def effects_title(results: Mapping[str, Any], estimand: str) -> str:
    """Return what the table of an estimand shows."""
    file, answer = results["study"], results["answers"][estimand]
    return (
        f"{estimand}, {file['players']} players, edition {file['edition']}: effect on win probability, "
        f"in points against the average ability ({answer['games']:,} games on {answer['boards']} boards)"
    )


def effects_table(answer: Mapping[str, Any]) -> "Table":
    """Return the effects of one estimand as a table, strongest first."""
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("ability")
    for head in ("effect", "95 %", "of fair share", "strongest", "luck", "players", "board", "both"):
        table.add_column(head, justify="right", no_wrap=True)
    for row in answer["effects"]:
        doubt = row["doubt"]["percent"]
        table.add_row(
            row["ability"],
            f"{100 * row['effect']:+.1f}",
            f"[{100 * row['low']:+.1f}, {100 * row['high']:+.1f}]",
            f"{row['of_fair_share']:+.0%}",
            f"{row['probability_strongest']:.0%}",
            *(f"{doubt[source]:.0f} %" for source in ("luck", "players", "board", "board_players")),
        )
    return table
