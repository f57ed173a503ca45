"""The learning curve of a run as a picture: ``python -m training.curve runs/NAME curve.png``."""

import json
import sys
from pathlib import Path
from typing import Any

from training.run import METRICS


def read_curve(folder: Path) -> list[dict[str, Any]]:
    """Return the evaluations of a run, in the order they were made."""
    lines = (folder / METRICS).read_text("utf-8").splitlines()
    return [entry for entry in map(json.loads, lines) if "evaluation" in entry]


def draw_curve(folder: Path, picture: Path) -> None:
    """Draw win shares over time, one panel for each number of players, with 95 % intervals."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    curve = read_curve(folder)
    keys = sorted(curve[0]["evaluation"], key=lambda key: (key.split()[1], key))
    numbers = sorted({key.split()[1] for key in keys})
    figure, axes = pyplot.subplots(
        1, len(numbers), figsize=(3.2 * len(numbers), 3.2), sharey=True, squeeze=False
    )
    minutes = [entry["seconds"] / 60 for entry in curve]
    for axis, number in zip(axes[0], numbers, strict=True):
        for key in keys:
            rung, players = key.split()
            if players != number:
                continue
            shares = [entry["evaluation"][key][0] for entry in curve]
            margins = [entry["evaluation"][key][1] for entry in curve]
            axis.errorbar(minutes, shares, margins, marker="o", markersize=3, capsize=2, label=rung)
        axis.axhline(1 / int(number), color="grey", linestyle=":", label="fair share")
        axis.set_title(f"{number} players")
        axis.set_xlabel("minutes")
        axis.set_ylim(0, 1)
        axis.grid(alpha=0.3)
    axes[0][0].set_ylabel("win share, all others alike")
    axes[0][-1].legend(loc="lower right", fontsize=8)
    figure.tight_layout()
    figure.savefig(picture, dpi=110)
    pyplot.close(figure)


if __name__ == "__main__":
    draw_curve(Path(sys.argv[1]), Path(sys.argv[2]))
