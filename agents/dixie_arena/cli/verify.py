"""``dixie verify``: is the folder of a tournament what it says?"""

from pathlib import Path
from typing import Annotated

import typer

from dixie_env.cli.errors import REFUSED, UsageError, complain
from dixie_env.cli.panels import CHECK, panel


@panel(CHECK)
def verify(
    folder: Annotated[Path, typer.Argument(help="The folder of a tournament.", show_default=False)],
    games: Annotated[
        int, typer.Option(help="At least so many games are played again (in whole parts of the tournament).")
    ] = 64,
    seed: Annotated[
        int | None, typer.Option(help="Which ones; drawn anew each time if not given.", show_default=False)
    ] = None,
) -> None:
    """Check a finished tournament: checksums, schedule, summary, and a sample of games that is played again.

    Prints what was checked. If anything is not as it should be, the exit code is 1, and the reason is given.
    """
    from dixie_arena.cli.extra import need_arena

    need_arena()
    from dixie_arena.verify import NotVerified, verify_folder
    from dixie_env.cli.output import make_console, progress_bar

    if games < 1:
        raise UsageError(f"--games must be 1 or more, not {games}")
    try:
        with progress_bar(rate="games") as progress:
            task = progress.add_task("playing again", total=games)
            result = verify_folder(
                folder, games, seed, lambda done, total: progress.update(task, completed=done, total=total)
            )
    except NotVerified as error:
        complain(f"{folder}: {error}")
        raise typer.Exit(REFUSED) from None
    skipped = f", {result.skipped} of them not compared because a bot was late" if result.skipped else ""
    make_console().print(
        f"ok {folder}: checksums, schedule and summary of {result.games} games; "
        f"{result.replayed} played again{skipped}",
        soft_wrap=True,
    )
