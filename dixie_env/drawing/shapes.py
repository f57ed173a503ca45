"""The simple shapes that everything is drawn with, as pieces of SVG."""

from functools import lru_cache
from html import escape

from dixie_env.drawing.symbols import INHERITED

SMALLEST = 12
"""No text of the board is smaller, so that all can be read where the whole board is only 710 pixels high."""
_REMEMBERED = 8192  # shapes come back from drawing to drawing


@lru_cache(_REMEMBERED)
def rect(
    x: float, y: float, width: float, height: float, classes: str, radius: float = 6, extra: str = ""
) -> str:
    """Return a rectangle with round corners."""
    return (
        f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="{radius:g}" '
        f'class="{classes}"{extra}/>'
    )


def panel(x: float, y: float, width: float, height: float, classes: str = "panel", radius: float = 8) -> str:
    """Return a rectangle with an edge."""
    return rect(x, y, width, height, classes, radius) + rect(x, y, width, height, "edge", radius)


@lru_cache(_REMEMBERED)
def circle(x: float, y: float, radius: float, classes: str, extra: str = "") -> str:
    """Return a circle."""
    return f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" class="{classes}"{extra}/>'


@lru_cache(_REMEMBERED)
def text(x: float, y: float, words: str | int, classes: str = "ink", size: float = 12) -> str:
    """Return a line of text; `m` among the classes centres it, `e` ends it there, `b` makes it bold."""
    style = "" if size == 12 else f' style="font-size:{size:g}px"'
    return f'<text x="{x:g}" y="{y:g}" class="{classes}"{style}>{escape(str(words))}</text>'


@lru_cache(_REMEMBERED)
def icon(name: str, x: float, y: float, size: float, classes: str = "") -> str:
    """Return one of the symbols, in a square whose upper left corner is given."""
    classes = f"{classes} {INHERITED.get(name, '')}".strip()
    given = f' class="{classes}"' if classes else ""
    return f'<use href="#dx-{name}" x="{x:g}" y="{y:g}" width="{size:g}" height="{size:g}"{given}/>'


@lru_cache(_REMEMBERED)
def pixie(colour: int, x: float, y: float, height: float) -> str:
    """Return a pixie whose feet stand in the middle of the lower edge: `x`, `y`."""
    width = height * 0.8
    figure = (
        f'<use href="#dx-pixie" x="{x - width / 2:g}" y="{y - height:g}" width="{width:g}" '
        f'height="{height:g}" class="s{colour}"/>'
    )
    return figure + _number(colour, x, y - height * 0.07, height * 0.3)


def _number(colour: int, x: float, y: float, size: float) -> str:
    """Return the label of a colour, for the colour-blind: the number of the seat, `d` for the dummy."""
    return text(x, y, "d" if colour == 5 else colour, f"i{colour} m b", max(SMALLEST, size))


@lru_cache(_REMEMBERED)
def disc(colour: int, x: float, y: float, radius: float) -> str:
    """Return the disc of a seat."""
    edge = ' stroke="#1B1814" stroke-width="1"'
    return circle(x, y, radius, f"s{colour}", edge) + _number(colour, x, y + radius * 0.5, radius * 1.4)


@lru_cache(_REMEMBERED)
def amount(good: str, number: int, x: float, y: float, size: float = 20) -> str:
    """Return a good and its count."""
    return icon(good, x, y, size) + text(
        x + size + 3, y + size * 0.76, number, "ink b", max(SMALLEST, size * 0.72)
    )


def place(name: str, content: str, label: str = "") -> str:
    """Return a group that a page can find, highlight and make clickable."""
    title = f"<title>{escape(label)}</title>" if label else ""
    return f'<g data-place="{name}">{title}{content}</g>'
