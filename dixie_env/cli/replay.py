"""``dixie replay``: a recorded game as readable text."""

from pathlib import Path
from typing import Annotated

import typer


def replay(
    file: Annotated[Path, typer.Argument(help="A game record.", show_default=False)],
) -> None:
    """Tell a recorded game, round by round, and verify it on the way.

    If a line of the record is impossible, the story ends there, with its number and the reason, and the exit
    code is 1.
    """
    from dixie_env.cli.output import make_console, show_line, show_text
    from dixie_env.records import read_events, read_header
    from dixie_env.story import tell

    console = make_console()
    header = read_header(file)
    for line in tell(header, read_events(file)):
        show_line(console, line)
    show_text(console, "")
    show_text(console, "The record is right: every line was verified.", "green")
