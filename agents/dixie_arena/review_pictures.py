"""Figures of a review, as wide as a column of a paper. They can be told apart without colours."""

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import PercentFormatter

from dixie_agents.reviewing.page import SIGNS
from dixie_agents.reviewing.results import Analysis
from dixie_env.drawing.palette import SEAT_COLOURS

COLUMN = 3.5
"""Inches."""
DASHES = ("-", "--", ":", "-.", (0, (8, 2)))
SMALL = 7
_DARK = "0.25"


def draw_probabilities(found: Analysis, names: Sequence[str]) -> Figure:
    """Draw the win share of each seat over the game, with the signs of mistakes."""
    figure = Figure(figsize=(COLUMN, 2.5), layout="constrained")
    axis = figure.subplots()
    for seat, name in enumerate(names):
        axis.plot(found.shares[:, seat], color=_DARK, linewidth=1.9, linestyle=DASHES[seat], alpha=0.5)
        axis.plot(
            found.shares[:, seat], color=SEAT_COLOURS[seat], linewidth=1.3, linestyle=DASHES[seat], label=name
        )
    for turn in found.turns:
        worst = max((step for step in turn.steps if step.mark), key=lambda step: step.lost, default=None)
        if turn.mark and worst is not None:
            place = worst.moment.number
            axis.annotate(
                SIGNS[turn.mark],
                (place, found.shares[place, turn.seat]),
                ha="center",
                va="bottom",
                fontsize=SMALL - 1,
            )
    axis.set_ylim(0, 1)
    axis.yaxis.set_major_formatter(PercentFormatter(1, 0))
    axis.set_ylabel("probability to win", fontsize=SMALL)
    _rounds(axis, found)
    axis.legend(fontsize=SMALL - 1, loc="best", handlelength=3)
    return figure


def draw_luck(found: Analysis, names: Sequence[str]) -> Figure:
    """Draw luck, own choices and others' choices of each seat, which add up to its whole change."""
    figure = Figure(figsize=(COLUMN, 0.5 + 0.42 * len(names)), layout="constrained")
    axis = figure.subplots()
    rows = np.arange(len(names))
    parts = (("luck", "luck", "//"), ("own", "own choices", ""), ("others", "others' choices", ".."))
    for place, (field, label, hatch) in enumerate(parts):
        values = [100 * getattr(player, field) for player in found.players]
        colour = SEAT_COLOURS[(3, 2, 5)[place]]
        axis.barh(
            rows + 0.26 * (place - 1),
            values,
            0.24,
            label=label,
            color=colour,
            hatch=hatch,
            edgecolor=_DARK,
            linewidth=0.5,
        )
    axis.axvline(0, color=_DARK, linewidth=0.7)
    axis.set_yticks(rows, names, fontsize=SMALL)
    axis.invert_yaxis()
    axis.tick_params(axis="x", labelsize=SMALL)
    axis.set_xlabel("percentage points", fontsize=SMALL)
    axis.legend(fontsize=SMALL - 1, loc="best")
    return figure


def _rounds(axis: Axes, found: Analysis) -> None:
    """Mark where each round begins."""
    places: list[int] = []
    labels: list[str] = []
    for turn in found.turns:
        number = turn.steps[0].moment.game.round
        if number and (not labels or labels[-1] != str(number)):
            places.append(turn.steps[0].moment.number)
            labels.append(str(number))
    axis.set_xticks(places, labels, fontsize=SMALL)
    axis.set_xlabel("round", fontsize=SMALL)
    axis.tick_params(axis="y", labelsize=SMALL)
    axis.grid(alpha=0.3, linewidth=0.5)
    axis.set_xlim(0, len(found.shares) - 1)
