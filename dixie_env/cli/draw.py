"""``dixie draw``: a position of a recorded game as a picture, or the game as an animation."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from dixie_env.cli.errors import UsageError
from dixie_env.cli.panels import PLAY, panel

if TYPE_CHECKING:
    from dixie_env.engine import Game

ENDINGS = (".svg", ".png", ".gif")


@panel(PLAY)
def draw(
    file: Annotated[Path, typer.Argument(help="A game record (.jsonl).", show_default=False)],
    out: Annotated[
        Path, typer.Option(help="File to write: .svg, .png, or .gif (an animation).", show_default=False)
    ],
    at: Annotated[
        int | None,
        typer.Option(
            help="Draw the position after this many decisions; the end of the game by default.",
            show_default=False,
        ),
    ] = None,
    every: Annotated[int, typer.Option(help="With .gif: number of decisions between two frames.")] = 10,
    viewer: Annotated[
        int | None,
        typer.Option(
            help="Draw only what this seat can see; all goods and points by default.", show_default=False
        ),
    ] = None,
    theme: Annotated[str, typer.Option(help="Colour theme: light, dark, or auto (.svg only).")] = "light",
    width: Annotated[int, typer.Option(help="With .png and .gif: width in pixels.")] = 1200,
) -> None:
    """Draw a position of a recorded game, or the whole game as an animation."""
    from dixie_env.cli.output import make_console, show_text
    from dixie_env.drawing import THEMES, draw_board
    from dixie_env.files import write_whole
    from dixie_env.records import read_header

    if out.suffix not in ENDINGS:
        raise UsageError(f"--out must end in {', '.join(ENDINGS)}, not {out.suffix!r}")
    known = [word for word in THEMES if word != "auto" or out.suffix == ".svg"]
    if theme not in known:
        raise UsageError(f"--theme must be one of {', '.join(known)} for {out.suffix}, not {theme!r}")
    if every < 1 or not 100 <= width <= 4000:
        raise UsageError(f"--every must be 1 or more and --width from 100 to 4000, not {every} and {width}")
    header, games = read_header(file), _positions(file)
    names = header.get("agents")
    if at is not None and not 0 <= at < len(games):
        raise UsageError(f"--at must be from 0 to {len(games) - 1}, the last decision of this game, not {at}")
    last = len(games) - 1 if at is None else at

    def picture(number: int) -> str:
        return draw_board(
            games[number],
            viewer,
            closed=viewer is not None,
            names=names,
            theme=theme,
        )

    if out.suffix == ".svg":
        write_whole(out, picture(last))
    else:
        from dixie_env.drawing.raster import gif, png

        if out.suffix == ".png":
            data = png(picture(last), width)
        else:
            numbers = sorted({*range(0, last + 1, every), last})
            data = gif([picture(number) for number in numbers], width=width)
        write_whole(out, data)
    show_text(make_console(), f"wrote {out}")


def _positions(file: Path) -> "list[Game]":
    """Return the game before its first decision and after each decision."""
    from dixie_env.records import read_events

    games: list[Game] = []
    for event in read_events(file):
        if not games or event.line["type"] == "decision":  # the first line is chance: the game is set up then
            games.append(event.game.copy())
    return games
