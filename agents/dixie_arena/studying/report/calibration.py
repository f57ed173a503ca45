"""Whether errors are as large as they are said to be: histograms of standardised differences."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray
from scipy import stats

from dixie_arena.studying.report.canvas import BLUE, INK, ORANGE, new_figure, tidy
from dixie_arena.studying.report.formats import fixed, game_of
from dixie_arena.studying.report.pieces import Plot, Section, Table

__all__ = ["board_deviations", "calibration_section", "rank_ratios"]

ESTIMANDS = ("dealt", "held")
FARTHEST = 4.5
"""Histograms end here; what lies beyond counts in the last bar."""


def calibration_section(results: Mapping[str, Any], effects: pa.Table) -> Section:
    """Return histograms of what should be standard normal if all errors are right.

    Args:
        results: As in ``results.json``.
        effects: As in ``effects.parquet``.
    """
    what = f"{' and '.join(one for one in ESTIMANDS if one in results['answers'])}, {game_of(results)}"
    what = what.capitalize() if what[0].islower() else what
    samples = {
        "by all ranks minus by wins": rank_ratios(results),
        "boards minus mean, by luck alone": board_deviations(results, effects, board=False),
        "boards minus mean, by luck and board": board_deviations(results, effects, board=True),
    }
    figure, panels = new_figure(2.7, len(samples))
    grid = np.linspace(-FARTHEST, FARTHEST, 181)
    for axes, (name, values) in zip(panels, samples.items(), strict=True):
        bins = np.linspace(-FARTHEST, FARTHEST, 13 if len(values) < 60 else 25)
        inside = np.clip(values, bins[0] + 1e-9, bins[-1] - 1e-9)
        weights = np.full(len(inside), 1 / max(len(inside), 1) / (bins[1] - bins[0]))
        axes.hist(inside, bins.tolist(), weights=weights, color=BLUE, alpha=0.55)
        axes.plot(grid, stats.norm.pdf(grid), color=ORANGE, linewidth=1.5)
        axes.set_title(name, fontsize=8.5)
        axes.set_yticks([])
        axes.set_xlim(-FARTHEST, FARTHEST)
        tidy(axes, None)
    figure.supxlabel(f"{what}: standard errors", fontsize=9, color=INK)
    plot = Plot(
        "calibration",
        f"{what}: standardised differences (bars) and the normal distribution they would have if all "
        "errors were right "
        "(line). Left: Plackett-Luce minus least squares, one for each ability. Middle: effects on single "
        "boards minus "
        "their mean, by the jackknife's errors alone; wider than the line where the board matters. Right: "
        "the same with "
        "the board's variance added, which should fit.",
        "Standard deviations: "
        f"{', '.join(f'{name} {fixed(_spread(values))}' for name, values in samples.items())}.",
        figure,
        "calibration-numbers",
    )
    table = Table(
        "calibration-numbers",
        f"{what}: standardised differences; right errors give a standard deviation of 1 and 5 % beyond 1.96",
        ["difference", "values", "mean", "standard deviation", "beyond 1.96"],
        [
            (
                name,
                f"{len(values):,}",
                fixed(float(values.mean()) if len(values) else None),
                fixed(_spread(values)),
                f"{100 * float(np.mean(np.abs(values) > 1.96)):.0f} %" if len(values) else "",
            )
            for name, values in samples.items()
        ],
    )
    words = [
        f"{what}: effects of the ten abilities add up to 0, so their errors are not independent, and a "
        "histogram of "
        "few values is rough."
    ]
    return Section("calibration", "Calibration", words, (plot, table))


def rank_ratios(results: Mapping[str, Any]) -> NDArray[np.float64]:
    """Return Plackett-Luce minus least squares in standard errors, for each ability of dealt and held."""
    rows = [
        row["by_ranks"]
        for estimand in ESTIMANDS
        if estimand in results["answers"]
        for row in results["answers"][estimand]["effects"]
        if row.get("by_ranks")
    ]
    return np.array([row["delta"] / row["se"] for row in rows if row["se"]], np.float64)


def board_deviations(results: Mapping[str, Any], effects: pa.Table, *, board: bool) -> NDArray[np.float64]:
    """Return the effects on single boards minus their mean, in the standard deviations they should have.

    Args:
        results: As in ``results.json``.
        effects: As in ``effects.parquet``.
        board: Whether the variance over boards is added to that of luck.
    """
    columns = {name: np.array(effects.column(name).to_pylist()) for name in effects.column_names}
    found = []
    for estimand in ESTIMANDS:
        answer = results["answers"].get(estimand)
        if answer is None:
            continue
        for row in answer["effects"]:
            own = (
                (columns["estimand"] == estimand)
                & (columns["agent"] == "pool")
                & (columns["ability"] == row["ability"])
            )
            weights, values = columns["weight"][own], columns["effect"][own]
            # "luck" is the variance of the weighted mean: sum w^2 times that of one board.
            squares = float(weights @ weights)
            variance = row["doubt"]["variance"]["luck"] / squares
            if board:
                variance += row["doubt"]["variance"]["board"]
            # A board is part of the mean: its difference to it has a smaller variance.
            scale = np.sqrt(variance * np.maximum(1 - 2 * weights + squares, 1e-12))
            if variance > 0:
                found.append((values - weights @ values) / scale)
    return np.concatenate(found) if found else np.zeros(0)


def _spread(values: NDArray[np.float64]) -> float | None:
    return float(values.std()) if len(values) else None
