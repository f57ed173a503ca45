"""Shared helpers for writing to a terminal or a pipe."""

import sys
import textwrap
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress, Task
    from rich.text import Text

    from dixie_env.boards.show import Piece
    from dixie_env.narrator import Line

STYLES = {
    "title": "bold",
    "round": "bold reverse",
    "phase": "bold cyan",
    "table": "",
    "choice": "",
    "chance": "yellow",
    "event": "",
}
STATUS_STYLES = {"known": "bold", "review": "blue", "entered": "bold green", "assumed": "yellow"}
SEAT_COLOURS = ("green", "magenta", "blue", "red", "cyan")
INDENT = 10
WIDTH = 80


def make_console(stream: TextIO | None = None) -> "Console":
    """Return a console for standard output or another stream; it uses colours only on a terminal."""
    from rich.console import Console

    class Quiet(Console):
        """A console that lets the command line handle a broken pipe."""

        def on_broken_pipe(self) -> None:
            raise BrokenPipeError

    return Quiet(file=stream or sys.stdout, highlight=False, emoji=False, markup=False)


def progress_bar(*, counted: bool = True, rate: str = "") -> "Progress":
    """Return a progress bar on standard error, silent unless that is a terminal.

    Args:
        counted: Also show the number done and the total.
        rate: Also show the rate per second, in this unit: ``games``.
    """
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        ProgressColumn,
        TextColumn,
        TimeRemainingColumn,
    )
    from rich.text import Text

    class Rate(ProgressColumn):
        """The number done per second."""

        def render(self, task: "Task") -> "Text":
            speed = task.finished_speed or task.speed
            return Text(f"{speed:,.1f} {rate} per second" if speed else "")

    console = make_console(sys.stderr)
    columns: list[ProgressColumn] = [TextColumn("{task.description}"), BarColumn()]
    if counted:
        columns.append(MofNCompleteColumn())
    if rate:
        columns.append(Rate())
    columns.append(TimeRemainingColumn())
    return Progress(*columns, console=console, transient=True, disable=not console.is_terminal)


def show_line(console: "Console", line: "Line") -> None:
    """Write one line of narration: wrapped and coloured on a terminal, unchanged into a pipe."""
    if line.role == "round" or (line.role, line.text) == ("phase", "Result"):
        show_text(console, "")
    if line.role == "round":
        bar = (
            f" {line.text}".ljust(min(console.width, WIDTH))
            if console.is_terminal
            else f"{line.text} ".ljust(WIDTH, "-")
        )
        show_text(console, bar, STYLES["round"])
    else:
        show_text(console, line.text, STYLES[line.role], wrap=line.role != "table")


def show_text(console: "Console", text: str, style: str = "", *, wrap: bool = True) -> None:
    """Write text in one style, with each mention of a seat in that seat's colour."""
    from rich.text import Text

    lines = [text]
    if wrap and console.is_terminal and len(text) > console.width:
        indent = " " * (INDENT if text.startswith("  seat ") or text.startswith(" " * INDENT) else 4)
        lines = textwrap.wrap(text, max(40, console.width), subsequent_indent=indent)
    for part in lines:
        styled = Text(part, style=style)
        for seat, colour in enumerate(SEAT_COLOURS):
            styled.highlight_regex(rf"\bseat {seat}\b", colour)
        console.print(styled, soft_wrap=True)


def styled(line: "list[Piece]") -> "Text":
    """Return a line about a board, each number in the style of its status."""
    from rich.text import Text

    text = Text()
    for piece in line:
        text.append(piece.text, STATUS_STYLES[piece.status] if piece.status is not None else "")
    text.rstrip()
    return text
