"""Draws learning curves: ``python -m dixie_training.curve RUN... PICTURE``.

For one run it shows the win share against each rung; for several, each run's against its main rung.
"""

import json
import sys
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dixie_env.checksums import CheckedFolder
from dixie_env.files import write_whole
from dixie_training.checkpoint import METRICS
from dixie_training.run import CONFIG

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def read_curve(folder: Path) -> list[dict[str, Any]]:
    """Return the evaluations of a run, in the order they were made."""
    return [entry for entry in read_metrics(folder) if "evaluation" in entry]


def read_metrics(run: Path) -> list[dict[str, Any]]:
    """Return the lines of a run's curve.

    Raises:
        Damaged: The run is finished, and its curve is not as it was written.
    """
    files = CheckedFolder(run)
    # that of a run which goes on has no checksum yet
    data = files.read(METRICS) if METRICS in files.names() else (run / METRICS).read_bytes()
    return [json.loads(line) for line in data.splitlines()]


def draw_curve(folders: Sequence[Path], picture: Path) -> None:
    """Draw win shares over time into a file; see `curve_figure`."""
    data = BytesIO()
    curve_figure(folders).savefig(data, format=picture.suffix.removeprefix(".") or "png", dpi=110)
    write_whole(picture, data.getvalue())


def curve_figure(folders: Sequence[Path]) -> "Figure":
    """Draw win shares over time, one panel for each number of players, with 95 % intervals."""
    from matplotlib.figure import Figure

    lines = [line for folder in folders for line in _lines(folder, alone=len(folders) == 1)]
    numbers = sorted({players for players, *_ in lines})
    figure = Figure(figsize=(max(3.2 * len(numbers), 4.8), 3.2))
    axes = figure.subplots(1, len(numbers), sharey=True, squeeze=False)
    for axis, number in zip(axes[0], numbers, strict=True):
        for players, label, minutes, shares, margins in lines:
            if players == number:
                axis.errorbar(minutes, shares, margins, marker="o", markersize=3, capsize=2, label=label)
        axis.axhline(1 / number, color="grey", linestyle=":", label="fair share")
        axis.set_title(f"{number} players")
        axis.set_xlabel("minutes")
        axis.set_ylim(0, 1)
        axis.grid(alpha=0.3)
    axes[0][0].set_ylabel("win share of one copy against identical opponents")
    axes[0][-1].legend(loc="lower right", fontsize=8)
    figure.tight_layout()
    return figure


def _lines(folder: Path, *, alone: bool) -> list[tuple[int, str, list[float], list[float], list[float]]]:
    """Return the lines of a run: number of players, label, and for each evaluation minutes, share, margin."""
    curve = read_curve(folder)
    minutes = [entry["seconds"] / 60 for entry in curve]
    main = json.loads(CheckedFolder(folder).read(CONFIG))["evaluation"]["main"]
    lines = []
    for key in sorted(curve[0]["evaluation"]):
        rung, players = key.rsplit(" ", 1)
        if alone or rung == main:
            found = [entry["evaluation"][key] for entry in curve]
            label = rung if alone else f"{folder.name} against {rung}"
            lines.append((int(players), label, minutes, [f[0] for f in found], [f[1] for f in found]))
    return lines


if __name__ == "__main__":
    *runs, out = map(Path, sys.argv[1:])
    draw_curve(runs, out)
