"""``dixie replay``: a recorded game as readable text, or as a page."""

from pathlib import Path
from typing import Annotated

import typer

from dixie_env.cli.panels import PLAY, panel


@panel(PLAY)
def replay(
    file: Annotated[Path, typer.Argument(help="A game record.", show_default=False)],
    html: Annotated[
        Path | None,
        typer.Option(help="Write a page to click through instead: one file.", show_default=False),
    ] = None,
) -> None:
    """Show a recorded game in words, round by round, and verify it on the way.

    With --html the game becomes a page with the board, a timeline, charts, and the options of every decision.
    It needs a browser and nothing else.

    If a line of the record is impossible, the text ends there, with its number and the reason, and the exit
    code is 1.
    """
    from dixie_env.cli.output import make_console, show_line, show_text
    from dixie_env.narrator import narrate
    from dixie_env.records import read_events, read_header

    console = make_console()
    header = read_header(file)
    if html is not None:
        from dixie_env.files import write_whole
        from dixie_env.replay import collect, replay_page

        write_whole(html, replay_page(collect(header, read_events(file))))
        show_text(console, f"wrote {html}: open it in a browser")
        return
    for line in narrate(header, read_events(file)):
        show_line(console, line)
    show_text(console, "")
    show_text(console, "The record is right: every line was verified.", "green")
