"""``dixie check``: verify game records."""

from pathlib import Path
from typing import Annotated

import typer

from dixie_env.cli.errors import REFUSED, complain
from dixie_env.cli.panels import CHECK, panel


@panel(CHECK)
def check(
    files: Annotated[list[Path], typer.Argument(help="Game records (.jsonl).", show_default=False)],
) -> None:
    """Replay game records and verify every line.

    Prints "ok FILE" for each valid record. For an invalid one, prints the file, the line and the reason, and
    the exit code is 1.
    """
    from dixie_env.cli.output import make_console
    from dixie_env.records import RecordError, check_record

    console = make_console()
    bad = False
    for file in files:
        try:
            check_record(file)
        except RecordError as error:
            complain(error)
            bad = True
        except OSError as error:
            complain(f"{file}: {error.strerror or error}")
            bad = True
        else:
            console.print(f"ok {file}", soft_wrap=True)
    if bad:
        raise typer.Exit(REFUSED)
