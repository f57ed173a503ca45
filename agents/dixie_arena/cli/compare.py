"""``dixie compare``: is one agent better than another?"""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from dixie_arena.cli.extra import interrupted, need_arena, print_warning
from dixie_env.cli.errors import INTERRUPTED
from dixie_env.cli.options import (
    AsJson,
    Backend,
    Draft,
    Edition,
    EvaluationBoard,
    Isolate,
    Players,
    Rounds,
    RulesPage,
    TimeLimit,
    Workers,
)
from dixie_env.cli.panels import COMPARE, panel

if TYPE_CHECKING:
    from rich.table import Table

    from dixie_arena.bootstrap import Interval
    from dixie_arena.comparing.verdict import Comparison


@panel(COMPARE)
def compare(
    one: Annotated[
        str,
        typer.Argument(metavar="A", help="An agent (see dixie agents), or LABEL=AGENT.", show_default=False),
    ],
    other: Annotated[
        str, typer.Argument(metavar="B", help="The agent to compare it with.", show_default=False)
    ],
    players: Players = 4,
    games: Annotated[int, typer.Option(help="Number of games, rounded up to whole deals.")] = 1200,
    company: Annotated[
        str,
        typer.Option(
            "--with",
            metavar="X,Y",
            help="Also play at tables whose other seats are drawn from these agents.",
            show_default=False,
        ),
    ] = "",
    seed: Annotated[int, typer.Option(help="Seed of deals and the agents' random numbers.")] = 1,
    edition: Edition = "de",
    rules_page: RulesPage = 2,
    board: EvaluationBoard = "standard",
    draft: Draft = "choose",
    rounds: Rounds = 7,
    workers: Workers = 1,
    backend: Backend = "local",
    out: Annotated[
        Path | None,
        typer.Option(help="Folder for games and results. Without it nothing is kept.", show_default=False),
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Continue the comparison in the folder.")] = False,
    isolate: Isolate = True,
    time_limit: TimeLimit = 2.0,
    as_json: AsJson = False,
) -> None:
    """Compare two agents: one verdict, with its interval, p-value and power.

    Every deal is played at several tables: A alone among copies of B, B alone
    among copies of A, and every split between. Wherever A sits, B sits in
    another game on the same deal. The verdict is about the mean of these
    line-ups, in points of win share for a seat.

    The folder gets comparison.json, lineups.csv and the files of a
    tournament, which dixie verify can check. If a comparison is interrupted,
    even by kill -9, --resume continues it and gives the same result.
    """
    need_arena()
    from dixie_arena.cli.standings import print_line, print_table
    from dixie_arena.comparing.run import plan_comparison, play_comparison
    from dixie_arena.folder import RunFolder
    from dixie_arena.given import choose_game
    from dixie_env.cli.output import make_console, progress_bar

    game = choose_game(
        players=players, edition=edition, board=board, draft=draft, rounds=rounds, rules=rules_page
    )
    plan = plan_comparison(
        one,
        other,
        company=company,
        games=games,
        seed=seed,
        setup=game,
        isolate=isolate,
        time_limit=time_limit,
    )
    total = plan.schedule.games
    console = make_console()

    def announce() -> None:
        rounded = f" (rounded up from {games:,} to whole deals)" if total != games else ""
        print_line(
            console,
            f"{total:,} games of {players} players on {plan.schedule.blocks:,} deals{rounded}. A difference "
            f"of {100 * plan.detectable:.0f} points or more will probably be found.",
            "bold",
        )

    try:
        with progress_bar(rate="games") as progress:
            task = progress.add_task("playing", total=total)
            announced = as_json

            def show(done: int, of: int) -> None:
                nonlocal announced
                if not announced:  # nothing is said before the agents are known to exist
                    announce()
                    announced = True
                progress.update(task, completed=done)

            found = play_comparison(
                plan,
                out,
                resume=resume,
                workers=workers,
                backend=backend,
                progress=show,
                warn=print_warning,
            )
    except KeyboardInterrupt:
        if out is None:
            print("interrupted: nothing is kept, because there is no --out folder", file=sys.stderr)
            raise typer.Exit(INTERRUPTED) from None
        kept = sum(plan.games_in_chunk(index) for index in RunFolder(out).done(plan))
        raise interrupted(out, f"{kept} of {total} games are") from None
    if as_json:
        print(found.to_json())
        return
    if not announced:  # it was finished before
        announce()
    print_table(console, comparison_table(found))
    for line in notes(found):
        print_line(console, line)
    print_line(console, found.sentence, "bold")
    if out is not None:
        print_line(console, f"Everything is in {out}", "dim")


def comparison_table(found: "Comparison") -> "Table":
    """Return the line-ups as a table, the mean of all last."""
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("line-up")
    for name in ("games", found.one, found.other, "difference in points"):
        table.add_column(name, justify="right", no_wrap=True)
    for row in found.estimate.kinds:
        table.add_row(
            found.lineup(row),
            f"{row.games:,}",
            f"{row.share_first.value:.1%}",
            f"{row.share_second.value:.1%}",
            _points(row.difference),
        )
    table.add_section()
    table.add_row("mean of the line-ups", f"{found.estimate.games:,}", "", "", _points(found.difference))
    return table


def notes(found: "Comparison") -> list[str]:
    """Return what to know about the table: what a share is, who filled the seats, failures."""
    lines = [
        f"Win share for each seat of an agent; a fair share is {1 / found.setup.players:.1%}. "
        "Ranges are 95% intervals over deals."
    ]
    if found.company:
        lines.append(f"Others: {', '.join(found.company)}, drawn for each deal.")
    for label, count in found.substitutions.items():
        lines.append(f"Random legal moves were played for {label} in {count:,} decisions, because it failed.")
    if found.disagreement:
        lines.append(found.disagreement)
    return lines


def _points(difference: "Interval") -> str:
    text = f"{100 * difference.value:+.1f}"
    if difference.low is None or difference.high is None:
        return text
    return f"{text} [{100 * difference.low:+.1f}, {100 * difference.high:+.1f}]"
