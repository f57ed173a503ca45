"""``dixie replay``: a recorded game as readable text or as a page."""

from pathlib import Path
from typing import Annotated

import typer

from dixie_env.cli.panels import PLAY, panel


@panel(PLAY)
def replay(
    file: Annotated[Path, typer.Argument(help="A game record (.jsonl).", show_default=False)],
    html: Annotated[
        Path | None,
        typer.Option(help="Write an interactive page to this file instead.", show_default=False),
    ] = None,
) -> None:
    """Narrate a recorded game, round by round, and verify every line.

    With --html, write a page with the board, a timeline, charts, and the options of every decision. The page
    is a single file and needs only a browser.

    If the rules don't allow a line of the record, the text stops there with the line number and the reason,
    and the exit code is 1.
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
    show_text(console, "The record is valid: every line was verified.", "green")
