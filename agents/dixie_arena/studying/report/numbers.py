"""Which numbers of a real board to look up first: bars of what each is worth, beside what chance gives."""

from collections.abc import Mapping
from typing import Any

from matplotlib.artist import Artist
from matplotlib.lines import Line2D
from matplotlib.patches import Patch

from dixie_arena.studying.board_numbers import NUMBERS
from dixie_arena.studying.report.canvas import BLUE, FAINT, INK, MUTED, new_figure, tidy
from dixie_arena.studying.report.formats import fixed, game_of, points
from dixie_arena.studying.report.pieces import Plot, Section, Table

__all__ = ["numbers_section"]

SHOWN = 14
"""Bars in a figure; the table has all numbers."""
NTH = ("first", "second", "third", "fourth")


def numbers_section(results: Mapping[str, Any], words: list[str]) -> Section:
    """Return the value of information of each number, step by step."""
    what = f"Dealt, {game_of(results)}"
    pieces: list[Plot | Table] = []
    before: list[str] = []
    for place, step in enumerate(results["look_up"]):
        pieces += [_bars(place, step, before, what), _table(place, step, before, what)]
        before.append(step["title"] or "")
    return Section("numbers", "Which numbers of a board to look up first", words, pieces)


def threshold_gain(row: Mapping[str, Any], threshold: float | None) -> float | None:
    """Return the gain that a number would need to be printed; None where chance gives it no spread."""
    if threshold is None or not row["z"]:
        return None
    spread = (row["gain"] - row["by_chance"]) / row["z"]
    return float(row["by_chance"] + threshold * spread)


def _bars(place: int, step: Mapping[str, Any], before: list[str], what: str) -> Plot:
    rows = sorted(step["numbers"], key=lambda row: -(row["z"] or 0.0))[:SHOWN]
    figure, (axes,) = new_figure(1.4 + 0.27 * len(rows))
    for at, row in enumerate(rows):
        found = row["key"] == step["found"]
        axes.barh(
            at, 100 * row["gain"], height=0.62, color=BLUE if found else FAINT, edgecolor=MUTED, linewidth=0.5
        )
        axes.plot(100 * row["by_chance"], at, "o", color=INK, markersize=3.5)
        needed = threshold_gain(row, step["threshold"])
        if needed is not None:
            axes.plot([100 * needed] * 2, [at - 0.4, at + 0.4], color=INK, linewidth=1.6)
    axes.set_ylim(len(rows) - 0.4, -0.6)
    axes.set_yticks(range(len(rows)), [row["title"] for row in rows], fontsize=8)
    axes.set_xlabel("gain: percentage points surer of the strongest ability")
    title = f"{what}: the {NTH[place]} number to look up"
    figure.suptitle(title, fontsize=9)
    tidy(axes)
    handles: list[Artist] = [
        Patch(facecolor=BLUE, label="stands out"),
        Patch(facecolor=FAINT, edgecolor=MUTED, label="does not"),
        Line2D([], [], color=INK, marker="o", linestyle="", markersize=3.5, label="by chance"),
        Line2D([], [], color=INK, marker="|", linestyle="", markersize=9, label="threshold"),
    ]
    figure.legend(handles=handles, loc="outside lower center", ncols=4)
    return Plot(
        f"look-up-{place + 1}",
        f"{title}{_given(before)}: how much surer of the strongest ability one would be, for the "
        f"{len(rows)} numbers "
        "that stand out most. Dots are the mean of permutations, which have nothing to find. A number is "
        "printed only "
        "beyond its threshold: the 95 % point of the largest standardised gain of all numbers, by "
        "permutation.",
        f"{step['title']} stands out." if step["found"] else "No number stands out.",
        figure,
        f"look-up-numbers-{place + 1}",
    )


def _table(place: int, step: Mapping[str, Any], before: list[str], what: str) -> Table:
    looks = {one.key: one.look for one in NUMBERS}
    rows = sorted(step["numbers"], key=lambda row: -(row["z"] or 0.0))
    return Table(
        f"look-up-numbers-{place + 1}",
        f"{what}: gain of each number, the {NTH[place]} to look up{_given(before)}, in percentage points; "
        "a number "
        f"stands out where z is above {fixed(step['threshold'])}",
        ["number", "where to look", "gain", "by chance", "z", "stands out"],
        [
            (
                row["title"],
                looks.get(row["key"], ""),
                points(row["gain"]),
                points(row["by_chance"]),
                fixed(row["z"]),
                "yes" if row["key"] == step["found"] else "no",
            )
            for row in rows
        ],
        words=(1, 5),
    )


def _given(before: list[str]) -> str:
    return f", given the {' and the '.join(before)}" if before else ""
