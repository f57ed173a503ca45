"""Figures that can be read on paper, on a screen, and on a dark screen.

A figure is drawn once, on no background, in a few colours only. Its files get a white background. In the
page it is SVG, and its colours are variables of the style sheet, which has others for a dark screen.
"""

import io
import re
from collections.abc import Iterator
from contextlib import contextmanager
from html import escape
from typing import Any, Literal

import matplotlib
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

__all__ = [
    "AMBER",
    "BLUE",
    "FAINT",
    "GREEN",
    "INK",
    "MUTED",
    "ORANGE",
    "PURPLE",
    "drawing",
    "figure_files",
    "heat_cell",
    "inline_svg",
    "new_figure",
    "tidy",
]

INK, MUTED, FAINT = "#1b1f24", "#59626d", "#c9d0d8"
BLUE, ORANGE, GREEN, PURPLE, AMBER = "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#b97f00"
"""Okabe and Ito's palette, for all kinds of colour vision; its yellow is darker here, to be seen on white."""

VARIABLES = {
    INK: "var(--ink)",
    MUTED: "var(--muted)",
    FAINT: "var(--faint)",
    BLUE: "var(--blue)",
    ORANGE: "var(--orange)",
    GREEN: "var(--green)",
    PURPLE: "var(--purple)",
    AMBER: "var(--amber)",
}
STYLE: dict[Any, Any] = {
    "text.color": INK,
    "axes.labelcolor": INK,
    "axes.edgecolor": MUTED,
    "axes.titlecolor": INK,
    "axes.facecolor": "none",
    "figure.facecolor": "none",
    "xtick.color": MUTED,
    "ytick.color": MUTED,
    "xtick.labelcolor": INK,
    "ytick.labelcolor": INK,
    "grid.color": FAINT,
    "legend.frameon": False,
    "font.size": 9,
    "axes.titlesize": 9,
    "axes.labelsize": 9,
    "legend.fontsize": 8.5,
    "svg.fonttype": "none",  # text stays text: it takes the reader's font and can be searched
    "svg.hashsalt": "dixie study",
    "axes.unicode_minus": False,
    "pdf.fonttype": 42,
}
WIDTH = 7.4
"""Inches; a page of A4 paper has 6.7 between its margins."""
STRONGEST = 0.6
"""Opacity of the strongest cell of a heat map. Text in ink can be read on it, on white and on dark."""
_NAMED = re.compile(r'\sid="([^"]*)"')
_USE = re.compile(r'url\(#|xlink:href="#')
_USED = re.compile(r'(?:url\(#|xlink:href="#)([^")]*)')


@contextmanager
def drawing() -> Iterator[None]:
    """Draw and save figures inside: this sets their style, and leaves that of other figures alone."""
    with matplotlib.rc_context(STYLE):
        yield


def new_figure(
    height: float, columns: int = 1, rows: int = 1, *, share: bool = False
) -> tuple[Figure, list[Axes]]:
    """Return a figure of the report's width and its axes, row by row; they may share both scales."""
    figure = Figure(figsize=(WIDTH, height), layout="constrained")
    axes = figure.subplots(rows, columns, squeeze=False, sharex=share, sharey=share)
    return figure, [one for row in axes for one in row]


def tidy(axes: Axes, grid: Literal["x", "y", "both"] | None = "x") -> None:
    """Take away the frame, and draw a light grid."""
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)
    axes.tick_params(axis="y", length=0)
    axes.set_axisbelow(True)
    if grid is not None:
        axes.grid(axis=grid, linewidth=0.6)


def heat_cell(
    axes: Axes, column: float, row: float, text: str, strength: float, *, colour: str, counts: bool
) -> None:
    """Draw a cell of a heat map.

    Args:
        axes: Where.
        column: The middle of the cell.
        row: The same.
        text: What is written in it.
        strength: From 0 to 1: how strong its colour is.
        colour: Its colour.
        counts: Whether it is significant. Others have no colour, and a small grey text.
    """
    opacity = STRONGEST * min(max(strength, 0.0), 1.0) if counts else 0.0
    axes.add_patch(
        Rectangle((column - 0.5, row - 0.5), 1, 1, facecolor=colour, alpha=opacity, edgecolor="none")
    )
    axes.text(
        column,
        row,
        text,
        ha="center",
        va="center",
        fontsize=8.5 if counts else 7.5,
        color=INK if counts else MUTED,
        fontweight="bold" if counts else "normal",
    )


def figure_files(figure: Figure) -> dict[str, bytes]:
    """Return a figure as PNG, SVG and PDF files, by ending; call it in `drawing`."""
    metadata: dict[str, dict[str, Any]] = {
        "png": {"Software": None},
        "svg": {"Date": None},
        "pdf": {"CreationDate": None},
    }
    files = {}
    for kind, about in metadata.items():
        data = io.BytesIO()
        options: dict[str, Any] = {} if kind == "svg" else {"facecolor": "white", "dpi": 130}
        figure.savefig(data, format=kind, metadata=about, **options)
        files[kind] = data.getvalue()
        figure.set_layout_engine("none")  # places stay as they are: finding them takes time
    white = b'<rect width="100%" height="100%" fill="#ffffff"/>\n <defs>'
    files["svg"] = files["svg"].replace(b"<defs>", white, 1)
    return files


def inline_svg(svg: bytes, name: str, title: str, description: str) -> str:
    """Return an SVG file as a part of a page: colours as variables, names of its own, words for a reader."""
    text = svg.decode()
    text = text[text.index("<svg") :]
    text = text.replace('<rect width="100%" height="100%" fill="#ffffff"/>\n', "", 1)
    text = re.sub(r"<metadata>.*?</metadata>", "", text, flags=re.DOTALL)
    used = set(_USED.findall(text))
    text = _NAMED.sub(lambda found: f' id="{name}-{found.group(1)}"' if found.group(1) in used else "", text)
    text = _USE.sub(lambda found: f"{found.group(0)}{name}-", text)
    for colour, variable in VARIABLES.items():
        text = text.replace(colour, variable)
    head, _, body = text.partition(">")
    head = re.sub(r'\s(width|height)="[^"]*"', "", head)
    words = (
        f'<title id="{name}-title">{escape(title)}</title><desc id="{name}-desc">{escape(description)}</desc>'
    )
    return f'{head} role="img" aria-labelledby="{name}-title {name}-desc">{words}{body}'
