"""The whole drawing, assembled from its parts."""

from collections.abc import Sequence
from html import escape

from dixie_env.drawing import screens, sides, tracks, village
from dixie_env.drawing.palette import Theme, style_sheet
from dixie_env.drawing.symbols import SYMBOLS
from dixie_env.drawing.view import View, make_view
from dixie_env.engine import Game

WIDTH, HEIGHT = 1200, 950


def board_parts(view: View) -> dict[str, str]:
    """Return the parts of the drawing by name, in the order in which they are drawn.

    Each part is the content of one SVG group. Only a few change between two positions, so pages can send and
    store just those.
    """
    return {
        name: content
        for subject in (sides, tracks, village, screens)
        for name, content in subject.parts(view)
    }


def frame(parts: dict[str, str], theme: Theme = "light", title: str = "The board of Dixie Queen") -> str:
    """Return a complete SVG document made from parts."""
    groups = "".join(f'<g data-part="{name}">{content}</g>' for name, content in parts.items())
    return document(groups, HEIGHT, style_sheet(theme), theme, title)


def document(content: str, height: int, style: str, theme: Theme, title: str) -> str:
    """Return a whole SVG document, 1,200 pixels wide, and less in a page that is narrower."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" '
        f'height="{height}" style="max-width:100%;height:auto" class="dixie dixie-{theme}" role="img">'
        f"<title>{escape(title)}</title>"
        f"<style>{style}</style><defs>{SYMBOLS}</defs>"
        f'<rect width="{WIDTH}" height="{height}" class="paper"/>{content}</svg>'
    )


def draw_board(
    game: Game,
    viewer: int | None = None,
    *,
    closed: bool = False,
    names: Sequence[str] | None = None,
    theme: Theme = "light",
) -> str:
    """Draw a position as an SVG document, 1,200 pixels wide.

    Args:
        game: The game.
        viewer: The seat that looks, or None for a spectator. Only its owner sees an offering before it is
            shown.
        closed: Hide the other seats' goods and reward points, like the screens of the real game.
        names: A name for each seat.
        theme: `light`, `dark`, or `auto` (the preference of the viewer's system).
    """
    view = make_view(game, viewer, closed=closed, names=names)
    return frame(board_parts(view), theme, _title(view))


def _title(view: View) -> str:
    state = view.state
    if view.scores is not None:
        return f"Dixie Queen after round {state['round']}: the game is over"
    return f"Dixie Queen, round {state['round']}, {state['phase']}"
