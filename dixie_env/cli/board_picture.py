"""A board as a picture in a file, for several commands."""

from pathlib import Path
from typing import TYPE_CHECKING

from dixie_env.cli.errors import UsageError

if TYPE_CHECKING:
    from dixie_env.config import Board

PICTURES = (".svg", ".png")


def check_ending(out: Path, option: str) -> None:
    """Refuse a name that is not one of a picture."""
    if out.suffix not in PICTURES:
        raise UsageError(f"{option} must end in {' or '.join(PICTURES)}, not {out.suffix!r}")


def write_picture(
    board: "Board", source: str, out: Path, theme: str = "light", width: int = 1200, option: str = "--out"
) -> None:
    """Draw a board, each number with its status.

    Args:
        board: The board.
        source: Its name or file, for the title.
        out: The file, .svg or .png.
        theme: ``light``, ``dark``, or ``auto`` (.svg only).
        width: Of a .png, in pixels.
        option: What the command calls the file, for errors.
    """
    from dixie_env.drawing import THEMES
    from dixie_env.drawing.printed import draw_printed
    from dixie_env.files import write_whole

    check_ending(out, option)
    known = [word for word in THEMES if word != "auto" or out.suffix == ".svg"]
    if theme not in known:
        raise UsageError(f"--theme must be one of {', '.join(known)} for {out.suffix}, not {theme!r}")
    if not 100 <= width <= 4000:
        raise UsageError(f"--width must be from 100 to 4000, not {width}")
    title = f"Board {board.name or Path(source).name}"
    svg = draw_printed(board, title=title, theme=known[known.index(theme)])
    if out.suffix == ".svg":
        write_whole(out, svg)
    else:
        from dixie_env.drawing.raster import png

        write_whole(out, png(svg, width))
