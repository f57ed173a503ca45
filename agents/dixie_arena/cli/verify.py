"""``dixie verify``: check the results of a tournament."""

from pathlib import Path
from typing import Annotated

import typer

from dixie_env.cli.errors import REFUSED, UsageError, complain
from dixie_env.cli.panels import CHECK, panel


@panel(CHECK)
def verify(
    folder: Annotated[Path, typer.Argument(help="Folder of a finished run.", show_default=False)],
    games: Annotated[
        int,
        typer.Option(
            help="Minimum number of games to replay in each folder of games. Whole parts are replayed."
        ),
    ] = 64,
    seed: Annotated[
        int | None,
        typer.Option(help="Seed that selects the games to replay. Random by default.", show_default=False),
    ] = None,
) -> None:
    """Check a finished tournament, comparison, benchmark or study, and replay a sample of its games.

    All files are compared with their checksums, and results are computed again from the games; of a study
    that takes as long as its estimates took.

    Prints what was checked. If a check fails, prints the reason and exits with code 1.
    """
    from dixie_arena.cli.extra import need_arena

    need_arena()
    from dixie_arena.verify import NotVerified
    from dixie_arena.verify_studies import verify as check
    from dixie_env.cli.output import make_console, progress_bar

    if games < 1:
        raise UsageError(f"--games must be 1 or more, not {games}")
    if seed is not None and seed < 0:
        raise UsageError(f"--seed must be 0 or more, not {seed}")
    try:
        with progress_bar(rate="games") as progress:
            task = progress.add_task("replaying", total=games)
            result = check(
                folder,
                games,
                seed,
                lambda done, total: progress.update(task, completed=done, total=total),
                lambda words: progress.update(task, description=words),
            )
    except NotVerified as error:
        complain(f"{folder}: {error}")
        raise typer.Exit(REFUSED) from None
    skipped = f", {result.skipped} of them not compared because a bot was too slow" if result.skipped else ""
    make_console().print(
        f"ok {folder}: {result.what} of {result.games} games; {result.replayed} games replayed{skipped}",
        soft_wrap=True,
    )
