"""What prior and evidence say of the board: track length, and each number before and after."""

from collections.abc import Mapping
from typing import Any

from dixie_arena.studying.report.canvas import BLUE, INK, MUTED, ORANGE, heat_cell, new_figure, tidy
from dixie_arena.studying.report.formats import number, percent
from dixie_arena.studying.report.pieces import Plot, Section, Table

__all__ = ["boards_section"]


def boards_section(results: Mapping[str, Any], words: list[str]) -> Section:
    """Return prior and posterior of the numbers of a board."""
    pieces: list[Plot | Table] = []
    for place, (reading, weighing) in enumerate(results["weighing"].items()):
        key = "" if place == 0 else "-limit"
        what = f"All estimands, reading “{reading}”" if place == 0 else f"Dealt, reading “{reading}”"
        pieces += [
            _lengths(key, weighing, what),
            _length_table(key, weighing, what),
            _numbers(key, weighing, what),
            _number_table(key, weighing, what),
        ]
    plausible = results["plausible"]
    board = (
        f"The most plausible board is in {plausible['file']}: of the boards with the commonest track length, "
        f"{plausible['track_length']} ({percent(plausible['share_of_length'])} of the weight, reading "
        f"“{plausible['reading']}”), it is the one nearest to the weighted mean of all numbers. Nobody "
        "read it "
        "off a real board."
    )
    return Section("boards", "Boards: prior and posterior", [*words, board], pieces)


def _subsets(weighing: Mapping[str, Any]) -> dict[str, Mapping[str, float]]:
    """Return the shares of the lengths by name, without those that say the same as the posterior."""
    shares: dict[str, Mapping[str, float]] = dict(weighing["track_length"])
    shares.pop("no evidence", None)  # the prior
    return shares


def _lengths(key: str, weighing: Mapping[str, Any], what: str) -> Plot:
    subsets = _subsets(weighing)
    levels = list(subsets["prior"])
    figure, (axes,) = new_figure(1.3 + 0.3 * len(subsets))
    for place, shares in enumerate(subsets.values()):
        for column, level in enumerate(levels):
            share = shares[level]
            counts = round(share, 2) >= 0.05
            heat_cell(axes, column, place, f"{100 * share:.0f}", 2 * share, colour=BLUE, counts=counts)
    axes.set_xlim(-0.5, len(levels) - 0.5)
    axes.set_ylim(len(subsets) - 0.5, -0.5)
    axes.set_xticks(range(len(levels)), levels)
    axes.set_yticks(range(len(subsets)), list(subsets))
    axes.set_xlabel("spaces of a track")
    axes.set_title(f"{what}: probability of each track length, percent", loc="left")
    tidy(axes, None)
    return Plot(
        f"track-length{key}",
        f"{what}: probability of each track length, in percent, by the prior, with all the evidence "
        "(posterior), and "
        "with each statement left out. Values below 5 have no colour and are small and grey.",
        f"{len(subsets)} rows by {len(levels)} lengths.",
        figure,
        f"track-length-numbers{key}",
    )


def _length_table(key: str, weighing: Mapping[str, Any], what: str) -> Table:
    subsets = _subsets(weighing)
    return Table(
        f"track-length-numbers{key}",
        f"{what}: probability of each track length ({weighing['boards']:,} weighed boards, "
        f"{weighing['kept']:,} of "
        f"them kept, worth {number(weighing['effective_boards'], 0)} equal ones; {weighing['answering']} "
        "answer)",
        ["evidence", *subsets["prior"]],
        [(name, *(percent(share, 1) for share in shares.values())) for name, shares in subsets.items()],
    )


def _numbers(key: str, weighing: Mapping[str, Any], what: str) -> Plot:
    """Draw each number of the board after the evidence, in standard deviations of the prior."""
    rows = weighing["numbers"]
    figure, (axes,) = new_figure(1.2 + 0.22 * len(rows))
    for place, row in enumerate(rows):
        prior, after = row["prior"], row["posterior"]
        spread = prior["sd"] or 1.0
        for values, shift, colour, marker in ((prior, -0.17, MUTED, "|"), (after, 0.17, ORANGE, "o")):
            low, middle, high = ((values[name] - prior["mean"]) / spread for name in ("low", "mean", "high"))
            axes.plot([low, high], [place + shift] * 2, color=colour, linewidth=1.8)
            label = None if place else ("prior" if values is prior else "posterior")
            axes.plot(middle, place + shift, marker, color=colour, markersize=5, label=label)
        if row["edge"] is not None:
            axes.text(1.0, place, " edge", transform=axes.get_yaxis_transform(), va="center", fontsize=8)
    axes.axvline(0, color=MUTED, linewidth=0.8, zorder=0)
    axes.set_ylim(len(rows) - 0.4, -0.6)
    axes.set_yticks(range(len(rows)), [row["title"] for row in rows], fontsize=7.5, color=INK)
    axes.set_xlabel("standard deviations of the prior from its mean")
    figure.suptitle(f"{what}: numbers of the board", fontsize=9)
    tidy(axes)
    figure.legend(loc="outside lower center", ncols=2)
    edges = [row["title"] for row in rows if row["edge"] is not None]
    return Plot(
        f"board-numbers{key}",
        f"{what}: each number of the board by the prior and with the evidence: mean, and the range of 90 %. "
        "“edge” marks a number at the prior's edge.",
        f"{len(rows)} rows. At the prior's edge: {'; '.join(edges) or 'none'}.",
        figure,
        f"board-numbers-table{key}",
    )


def _number_table(key: str, weighing: Mapping[str, Any], what: str) -> Table:
    return Table(
        f"board-numbers-table{key}",
        f"{what}: numbers of the board by prior and evidence",
        ["number", "prior mean", "prior 90 %", "posterior mean", "posterior 90 %", "at the prior's edge"],
        [
            (
                row["title"],
                number(row["prior"]["mean"]),
                _range(row["prior"]),
                number(row["posterior"]["mean"]),
                _range(row["posterior"]),
                "no" if row["edge"] is None else f"yes, {number(row['edge'])}",
            )
            for row in weighing["numbers"]
        ],
        words=(5,),
    )


def _range(values: Mapping[str, float]) -> str:
    return f"{number(values['low'])} to {number(values['high'])}"
