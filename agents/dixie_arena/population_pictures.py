"""Pictures of a tournament's population: the matrix of duels, its cyclic rest, and the equilibrium."""

from collections.abc import Callable
from typing import Any

import numpy as np
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, PercentFormatter

from dixie_arena.pairs import Grid
from dixie_arena.pictures import (
    GREY,
    MOST_SHARES_SHOWN,
    Picture,
    draw_point,
    new_figure,
    ranking,
    write_cells,
)
from dixie_arena.results import GameResults

LEAST_REST = 0.05
"""The colours of the rest reach at least this far, so that noise does not look like a cycle."""


def duels(summary: dict[str, Any], results: GameResults) -> Figure:
    """Draw the share of each agent in the wins of each pair, best rating first."""
    labels = [row["label"] for row in ranking(summary)]
    grid = pair_grid(summary, labels, "share")
    figure = _heat_map(grid, labels, "PuOr", 0, 1, lambda value: f"{value:.0%}")
    figure.axes[0].set_ylabel("its part of the wins …")
    figure.axes[0].set_xlabel("… of both at the tables with this one")
    figure.axes[1].yaxis.set_major_formatter(PercentFormatter(1, 0))
    return figure


def cycles(summary: dict[str, Any], results: GameResults) -> Figure:
    """Draw how far each pair is from what the rating says, in points of share."""
    labels = [row["label"] for row in ranking(summary)]
    grid = 100 * pair_grid(summary, labels, "rest")
    reach = max(100 * LEAST_REST, float(np.nanmax(np.abs(grid))))
    figure = _heat_map(grid, labels, "RdBu", -reach, reach, _signed)
    rating = summary["population"]["rating"]
    figure.axes[0].set_title(
        f"observed {100 * rating['rest_observed']:.1f} points, noise alone {100 * rating['noise']:.1f}",
        fontsize="medium",
        loc="left",
    )
    figure.axes[0].set_ylabel("points of share more than rated …")
    figure.axes[0].set_xlabel("… against this one")
    figure.axes[1].yaxis.set_major_formatter(FuncFormatter(lambda value, _: _signed(value)))
    return figure


def equilibrium(summary: dict[str, Any], results: GameResults) -> Figure:
    """Draw the mass of each agent in the equilibrium, and how it does against it."""
    labels = [row["label"] for row in ranking(summary)][::-1]
    rows = {row["label"]: row for row in summary["population"]["equilibrium"]}
    figure = Figure(figsize=(9.0, 1.3 + 0.38 * len(labels)), layout="constrained")
    left, right = figure.subplots(1, 2, sharey=True)
    for place, label in enumerate(labels):
        left.barh(place, rows[label]["mass"]["value"], color="#CCCCCC", height=0.65, zorder=1)
        draw_point(left, rows[label]["mass"], place, horizontal=True)
        draw_point(right, rows[label]["share"], place, horizontal=True)
    right.axvline(0.5, color=GREY, linewidth=0.8, linestyle="--", zorder=0)
    left.set_yticks(range(len(labels)), labels)
    left.set_ylim(-0.6, len(labels) - 0.4)
    left.set_xlim(-0.03, 1.03)
    left.set_xlabel("mass in the equilibrium")
    right.set_xlabel("share against the equilibrium (dashed: equal)")
    for axes in (left, right):
        axes.xaxis.set_major_formatter(PercentFormatter(1, 0))
        axes.spines[["top", "right"]].set_visible(False)
        axes.grid(axis="x", alpha=0.3)
    return figure


def pictures_of(summary: dict[str, Any]) -> dict[str, tuple[str, Picture]]:
    """Return the pictures that a summary has the numbers for, by file name, with their titles.

    Two agents have no picture: their one share is in the table of pairs.
    """
    population = summary.get("population")
    if population is None or len(summary["agents"]) < 3 or not population["pairs"]:
        return {}
    found: dict[str, tuple[str, Picture]] = {"duels": ("Matrix of duels", duels)}
    if population["rating"] is not None:
        found["cycles"] = ("Cyclic rest: what a rating does not explain", cycles)
    if population["equilibrium"] is not None:
        found["equilibrium"] = ("Equilibrium of the population", equilibrium)
    return found


def pair_grid(summary: dict[str, Any], labels: list[str], name: str) -> Grid:
    """Return a number of each pair as a matrix, for the row's agent; NaN where there is none.

    Args:
        summary: The summary of a tournament.
        labels: The order of the agents.
        name: ``share``, ``expected`` or ``rest``.
    """
    grid: Grid = np.full((len(labels), len(labels)), np.nan)
    for row in summary["population"]["pairs"]:
        value = row[name]["value"] if isinstance(row[name], dict) else row[name]
        if value is not None:
            one, other = labels.index(row["one"]), labels.index(row["other"])
            grid[one, other], grid[other, one] = value, (-value if name == "rest" else 1 - value)
    return grid


def _signed(value: float) -> str:
    """Return whole points with their sign; 0 has none."""
    return f"{value:+.0f}" if round(value) else "0"


def _heat_map(
    grid: Grid, labels: list[str], colours: str, low: float, high: float, text: Callable[[float], str]
) -> Figure:
    size, longest = 0.72 * len(labels), 0.1 * max(map(len, labels))
    figure, axes = new_figure(2.6 + longest + size, 1.6 + 0.6 * longest + size)
    image = axes.imshow(grid, cmap=colours, vmin=low, vmax=high)
    axes.set_xticks(range(len(labels)), labels, rotation=40, ha="right", rotation_mode="anchor")
    axes.set_yticks(range(len(labels)), labels)
    if len(labels) <= MOST_SHARES_SHOWN:
        middle = (low + high) / 2
        write_cells(axes, grid, text, lambda value: abs(value - middle) > 0.3 * (high - low))
    figure.colorbar(image, ax=axes, shrink=0.8)
    return figure
