"""The reliability diagram of a policy: how often it wins when it predicts a certain win share."""

from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from typing import Any

from matplotlib.figure import Figure
from matplotlib.ticker import PercentFormatter

from dixie_env.files import write_whole

FEWEST = 20
"""Bins with fewer predictions are left out: their mean says little."""
SHOWN = (1, 3, 5, 7, 0)
"""The rounds that are drawn; 0 is all of them together."""


def reliability_diagram(measured: Sequence[dict[str, Any]]) -> Figure:
    """Draw a panel for each measurement, with a line for some of the rounds."""
    figure = Figure(figsize=(4.6 * len(measured), 4.4), layout="constrained")
    axes = figure.subplots(1, len(measured), sharey=True, squeeze=False)[0]
    for axis, entry in zip(axes, measured, strict=True):
        axis.plot([0, 1], [0, 1], color="grey", linestyle=":", label="right")
        for row in entry["rounds"]:
            bins = [one for one in row["reliability"] if one["samples"] >= FEWEST]
            if row["round"] in SHOWN and bins:
                label = f"round {row['round']}" if row["round"] else "all rounds"
                axis.plot(
                    [one["predicted"] for one in bins],
                    [one["won"] for one in bins],
                    marker="o",
                    markersize=4,
                    linewidth=1.2 if row["round"] else 2.4,
                    label=label,
                )
        axis.set_title(f"{entry['players']} players, among {entry['among']}", fontsize="medium")
        where = "at a position" if entry["source"] == "review" else "at the start of the round"
        axis.set_xlabel(f"predicted win share {where}")
        axis.set_xlim(0, 1)
        axis.set_ylim(0, 1)
        axis.xaxis.set_major_formatter(PercentFormatter(1, 0))
        axis.yaxis.set_major_formatter(PercentFormatter(1, 0))
        axis.grid(alpha=0.3)
    axes[0].set_ylabel("win share at the end")
    axes[0].legend(loc="upper left", fontsize="small")
    return figure


def draw_reliability(measured: Sequence[dict[str, Any]], file: Path) -> None:
    """Write the diagram as a picture."""
    data = BytesIO()
    reliability_diagram(measured).savefig(data, format=file.suffix.removeprefix(".") or "png", dpi=110)
    write_whole(file, data.getvalue())
