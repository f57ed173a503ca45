"""The pictures of a tournament: PNG files, in colours that everybody can distinguish."""

import io
from collections.abc import Callable
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator, PercentFormatter
from numpy.typing import NDArray

from dixie_arena.columns import ACTIONS
from dixie_arena.results import GameResults
from dixie_env.text import ACTION_NAMES

COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
"""Okabe and Ito's palette, for all kinds of colour vision."""
GREY = "#777777"
MOST_SHARES_SHOWN = 14
"""A heat map with more agents than this has no numbers in its cells."""

Picture = Callable[[dict[str, Any], GameResults], Figure]


def png(figure: Figure) -> bytes:
    """Return a figure as a PNG file."""
    data = io.BytesIO()
    figure.savefig(data, format="png", dpi=130, metadata={"Software": None})
    return data.getvalue()


def ladder(summary: dict[str, Any], results: GameResults) -> Figure:
    """Draw ratings with their intervals, best on top."""
    rows = ranking(summary)[::-1]
    figure, axes = new_figure(7.5, 1.2 + 0.38 * len(rows))
    for place, row in enumerate(rows):
        draw_point(axes, row["rating"], place, horizontal=True)
    axes.axvline(0, color=GREY, linewidth=0.8, zorder=0)
    axes.set_yticks(range(len(rows)), [row["label"] for row in rows])
    axes.set_ylim(-0.6, len(rows) - 0.4)
    axes.set_xlabel("rating (Plackett-Luce; 400 points are odds of 10 to 1; mean 0)")
    axes.grid(axis="x", alpha=0.3)
    return figure


def head_to_head(summary: dict[str, Any], results: GameResults) -> Figure:
    """Draw how often each agent finished ahead of each other one."""
    labels = [row["label"] for row in ranking(summary)]
    grid: NDArray[np.float64] = np.full((len(labels), len(labels)), np.nan)
    for row in summary["head_to_head"]:
        grid[labels.index(row["one"]), labels.index(row["other"])] = row["ahead"]["value"]
    size = 0.72 * len(labels)
    figure, axes = new_figure(3.2 + size, 2.0 + size)
    image = axes.imshow(grid, cmap="PuOr", vmin=0, vmax=1)
    axes.set_xticks(range(len(labels)), labels, rotation=40, ha="right", rotation_mode="anchor")
    axes.set_yticks(range(len(labels)), labels)
    axes.set_ylabel("finished ahead of …")
    axes.set_xlabel("… this one")
    if len(labels) <= MOST_SHARES_SHOWN:
        write_cells(axes, grid, lambda value: f"{value:.0%}", lambda value: abs(value - 0.5) > 0.3)
    figure.colorbar(image, ax=axes, format=PercentFormatter(1, 0), shrink=0.8)
    return figure


def scores(summary: dict[str, Any], results: GameResults) -> Figure:
    """Draw the distribution of each agent's scores."""
    labels = [row["label"] for row in ranking(summary)]
    low, high = results.scores.min(), results.scores.max()
    width = max(1, int(np.ceil((high - low + 1) / 50)))
    bins = np.arange(low - 0.5, high + width + 0.5, width)
    figure = Figure(figsize=(7.5, 0.9 + 0.85 * len(labels)), layout="constrained")
    rows = figure.subplots(len(labels), 1, sharex=True, squeeze=False)[:, 0]
    for number, (axes, label) in enumerate(zip(rows, labels, strict=True)):
        own = results.scores[results.agents == results.labels.index(label)]
        colour = COLOURS[number % len(COLOURS)]
        axes.hist(own, bins, weights=np.full(len(own), 1 / len(own)), color=colour, alpha=0.85)
        axes.axvline(own.mean(), color="black", linewidth=1, linestyle="--")
        axes.set_ylabel(label, rotation=0, ha="right", va="center")
        axes.yaxis.set_major_locator(MaxNLocator(2))
        axes.yaxis.set_major_formatter(PercentFormatter(1, 0))
        axes.spines[["top", "right"]].set_visible(False)
    rows[-1].set_xlabel("final score; -60 is the pit; the dashed line is the mean")
    return figure


def actions(summary: dict[str, Any], results: GameResults) -> Figure:
    """Draw how often each agent takes each action in a game."""
    rows = ranking(summary)
    names = ["passes", *(str(action) for action in range(1, ACTIONS + 1))]
    grid = np.array([[row["actions"][name] for name in names] for row in rows])
    figure, axes = new_figure(12.5, 2.2 + 0.42 * len(rows))
    image = axes.imshow(grid, cmap="cividis", aspect="auto", vmin=0)
    words = ["pass", *(f"{number} {word}" for number, word in enumerate(ACTION_NAMES[1:], 1))]
    axes.set_xticks(range(len(names)), words, rotation=40, ha="right", rotation_mode="anchor")
    axes.set_yticks(range(len(rows)), [row["label"] for row in rows])
    axes.set_title("mean number of times per game", fontsize="medium", loc="left")
    most = grid.max() or 1.0
    write_cells(axes, grid, lambda value: f"{value:.1f}", lambda value: value < 0.6 * most)
    figure.colorbar(image, ax=axes, pad=0.01)
    return figure


def seats(summary: dict[str, Any], results: GameResults) -> Figure:
    """Draw the win share of each seat and of each place in the first order of play, over all agents."""
    figure = Figure(figsize=(7.5, 3.2), layout="constrained")
    left, right = figure.subplots(1, 2, sharey=True)
    for axes, rows, words in (
        (left, summary["seats"], "seat"),
        (right, summary["turns"], "place in the first order of play"),
    ):
        for place, row in enumerate(rows):
            draw_point(axes, row["win_share"], place, horizontal=False)
        axes.axhline(summary["fair_share"], color=GREY, linewidth=0.8, linestyle="--", zorder=0)
        axes.set_xticks(
            range(len(rows)), [str(place + (rows is summary["turns"])) for place in range(len(rows))]
        )
        axes.set_xlim(-0.5, len(rows) - 0.5)
        axes.set_xlabel(words)
        axes.spines[["top", "right"]].set_visible(False)
        axes.grid(axis="y", alpha=0.3)
    left.set_ylabel("win share (dashed: fair)")
    left.yaxis.set_major_formatter(PercentFormatter(1, 0))
    return figure


PICTURES: dict[str, tuple[str, Picture]] = {
    "ladder": ("Rating ladder", ladder),
    "head_to_head": ("Head to head", head_to_head),
    "scores": ("Scores", scores),
    "actions": ("Use of actions", actions),
    "seats": ("Seats and turn order", seats),
}
"""All pictures by file name, with their titles."""


def ranking(summary: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the rows of the agents, best rating first."""
    rows: list[dict[str, Any]] = summary["agents"]
    return sorted(rows, key=lambda row: -row["rating"]["value"])


def new_figure(width: float, height: float) -> tuple[Figure, Axes]:
    """Return a figure with one pair of axes, without a frame at the top and right."""
    figure = Figure(figsize=(width, height), layout="constrained")
    axes = figure.add_subplot()
    axes.spines[["top", "right"]].set_visible(False)
    return figure, axes


def draw_point(axes: Axes, estimate: dict[str, float | None], place: int, *, horizontal: bool) -> None:
    """Draw an estimate with its interval."""
    value, low, high = estimate["value"], estimate["low"], estimate["high"]
    assert value is not None
    if low is not None or high is not None:
        ends = (value if low is None else low, value if high is None else high)
        at = (place, place)
        line = (ends, at) if horizontal else (at, ends)
        axes.plot(*line, color=COLOURS[0], linewidth=2.2, solid_capstyle="butt", alpha=0.55)
    point = (value, place) if horizontal else (place, value)
    axes.plot(*point, "o", color=COLOURS[0], markersize=6)


def write_cells(
    axes: Axes, grid: NDArray[np.float64], text: Callable[[float], str], bright: Callable[[float], bool]
) -> None:
    """Write the numbers into a heat map, in white where the colour is dark."""
    for (row, column), value in np.ndenumerate(grid):
        if np.isfinite(value):
            colour = "white" if bright(float(value)) else "black"
            axes.text(column, row, text(float(value)), ha="center", va="center", color=colour, fontsize=8)
