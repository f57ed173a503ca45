"""``dixie verify``: check the results of a tournament."""

from pathlib import Path
from typing import Annotated

import typer

from dixie_env.cli.errors import REFUSED, UsageError, complain
from dixie_env.cli.panels import CHECK, panel


@panel(CHECK)
def verify(
    folder: Annotated[Path, typer.Argument(help="Folder of a tournament.", show_default=False)],
    games: Annotated[
        int,
        typer.Option(help="Minimum number of games to replay. Whole parts of the tournament are replayed."),
    ] = 64,
    seed: Annotated[
        int | None,
        typer.Option(help="Seed that selects the games to replay. Random by default.", show_default=False),
    ] = None,
) -> None:
    """Check a finished tournament: checksums, schedule and summary, and replay a sample of its games.

    Prints what was checked. If a check fails, prints the reason and exits with code 1.
    """
    from dixie_arena.cli.extra import need_arena

    need_arena()
    from dixie_arena.verify import NotVerified, verify_folder
    from dixie_env.cli.output import make_console, progress_bar

    if games < 1:
        raise UsageError(f"--games must be 1 or more, not {games}")
    try:
        with progress_bar(rate="games") as progress:
            task = progress.add_task("replaying", total=games)
            result = verify_folder(
                folder, games, seed, lambda done, total: progress.update(task, completed=done, total=total)
            )
    except NotVerified as error:
        complain(f"{folder}: {error}")
        raise typer.Exit(REFUSED) from None
    skipped = f", {result.skipped} of them not compared because a bot was too slow" if result.skipped else ""
    make_console().print(
        f"ok {folder}: checksums, schedule and summary of {result.games} games; "
        f"{result.replayed} games replayed{skipped}",
        soft_wrap=True,
    )
