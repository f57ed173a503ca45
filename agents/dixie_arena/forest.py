"""Estimates with their intervals in a column: the figure of a comparison and of a benchmark."""

from collections.abc import Mapping, Sequence
from typing import Any

from matplotlib.figure import Figure
from matplotlib.ticker import PercentFormatter

from dixie_arena.pictures import GREY, draw_point, new_figure

__all__ = ["forest"]


def forest(rows: Sequence[tuple[str, Mapping[str, Any]]], words: str, even: float | None = None) -> Figure:
    """Draw estimates, the first on top.

    Args:
        rows: A name and an estimate each: a share with the keys ``value``, ``low`` and ``high``.
        words: What the axis shows.
        even: Where to draw a line: the value of agents that are equally good.
    """
    figure, axes = new_figure(7.5, 1.2 + 0.32 * len(rows))
    for place, (_, estimate) in enumerate(reversed(rows)):
        draw_point(axes, dict(estimate), place, horizontal=True)
    if even is not None:
        axes.axvline(even, color=GREY, linewidth=0.8, zorder=0)
    axes.set_yticks(range(len(rows)), [name for name, _ in reversed(rows)])
    axes.set_ylim(-0.6, len(rows) - 0.4)
    axes.set_xlabel(words)
    axes.xaxis.set_major_formatter(PercentFormatter(1, 0))
    axes.grid(axis="x", alpha=0.3)
    return figure
