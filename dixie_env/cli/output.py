"""What the commands share for writing to a terminal or a pipe."""

import sys
import textwrap
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress

    from dixie_env.story import Line

STYLES = {
    "title": "bold",
    "round": "bold reverse",
    "phase": "bold cyan",
    "table": "",
    "choice": "",
    "chance": "yellow",
    "event": "dim",
}
SEAT_COLOURS = ("green", "magenta", "blue", "red", "bright_black")
INDENT = 10


def make_console(stream: TextIO | None = None) -> "Console":
    """Return a console for the standard output or another stream; colours only on a terminal."""
    from rich.console import Console

    class Quiet(Console):
        """A console that leaves a broken pipe to the command line."""

        def on_broken_pipe(self) -> None:
            raise BrokenPipeError

    return Quiet(file=stream or sys.stdout, highlight=False, emoji=False, markup=False)


def progress_bar(*, counted: bool = True) -> "Progress":
    """Return a progress bar on the standard error, silent unless that is a terminal.

    Args:
        counted: Also show how many of how many are done.
    """
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        ProgressColumn,
        TextColumn,
        TimeRemainingColumn,
    )

    console = make_console(sys.stderr)
    columns: list[ProgressColumn] = [TextColumn("{task.description}"), BarColumn()]
    if counted:
        columns.append(MofNCompleteColumn())
    columns.append(TimeRemainingColumn())
    return Progress(*columns, console=console, transient=True, disable=not console.is_terminal)


def show_line(console: "Console", line: "Line") -> None:
    """Write one line of a story: wrapped and in colour on a terminal, just as it is into a pipe."""
    if line.role == "round" or line.text == "Result":
        show_text(console, "")
    if line.role == "round":
        show_text(console, f"{line.text:-<80}" if not console.is_terminal else line.text, STYLES["round"])
        return
    show_text(console, line.text, STYLES[line.role])


def show_text(console: "Console", text: str, style: str = "") -> None:
    """Write text in one style, with the seat that begins a line in the colour of that seat."""
    from rich.text import Text

    if not console.is_terminal:
        console.print(text, soft_wrap=True)
        return
    width = max(40, console.width)
    indent = " " * min(
        INDENT, len(text) - len(text.lstrip()) + 2 if not text.startswith("  seat ") else INDENT
    )
    for part in textwrap.wrap(text, width, subsequent_indent=indent, drop_whitespace=False) or [""]:
        styled = Text(part.rstrip(), style=style)
        for seat, colour in enumerate(SEAT_COLOURS):
            styled.highlight_regex(rf"\bseat {seat}\b", colour)
        console.print(styled, soft_wrap=True)
