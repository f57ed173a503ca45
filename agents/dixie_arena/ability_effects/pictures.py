"""The pictures of a study: drawn from its summary, in colours that everybody can distinguish."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.ticker import FuncFormatter, MaxNLocator, PercentFormatter
from numpy.typing import NDArray

from dixie_arena.ability_effects.words import ability_name, source_name
from dixie_arena.pictures import COLOURS, GREY
from dixie_env.engine.words import ABILITIES

Summary = dict[str, Any]
DEALT, TWINS = COLOURS[0], COLOURS[1]
KIND_COLOURS = {"action": COLOURS[0], "road": COLOURS[1], "ability": COLOURS[2]}
POINTS = FuncFormatter(lambda value, place: f"{100 * value:+.0f}" if value else "0")
SIGNIFICANT = 0.05


def forest(summary: Summary) -> Figure:
    """Draw the effects on win share with both intervals, strongest on top; twins beside dealt games."""
    rows = summary["cells"][0]["effects"]["win_share"][::-1]
    twins = summary.get("twins", {}).get("carousel", {}).get("win_share", {}).get("effects", [])
    other = {row["ability"]: row for row in twins}
    figure, axes = _figure(8.2, 5.0)
    for place, row in enumerate(rows):
        shift = 0.14 if other else 0.0
        _interval(axes, row, place + shift, DEALT)
        if other:
            _interval(axes, other[row["ability"]], place - shift, TWINS)
    _effect_axis(axes, rows)
    axes.set_xlabel(
        "effect on the probability of winning, in percentage points compared with the average ability"
    )
    handles = [_handle(DEALT, "dealt games")]
    if other:
        handles.append(_handle(TWINS, "twins on the same seed (carousel)"))
    axes.legend(handles=handles, loc="lower right", bbox_to_anchor=(1, 1), ncols=2, frameon=False, fontsize=9)
    axes.set_title("thick: 95 % interval; thin: for all ten together", fontsize=9, loc="left", color=GREY)
    return figure


def rank_matrix(summary: Summary) -> Figure:
    """Draw the probability of each rank for each ability."""
    cell = summary["cells"][0]
    order = [row["ability"] for row in cell["effects"]["win_share"]]
    grid = np.array(cell["rank_probabilities"])
    grid = grid[[ABILITIES.index(name) for name in order]]
    figure, axes = _figure(8.2, 4.8)
    image = axes.imshow(grid, cmap="Blues", vmin=0, vmax=1, aspect="auto")
    axes.set_yticks(range(len(order)), [ability_name(name) for name in order])
    axes.set_xticks(range(10), [str(rank) for rank in range(1, 11)])
    axes.set_xlabel("rank by effect on win probability (1 is the strongest)")
    _write(axes, grid, lambda value: f"{value:.0%}" if value >= 0.005 else "", lambda value: value > 0.55)
    figure.colorbar(image, ax=axes, format=PercentFormatter(1, 0), shrink=0.9)
    return figure


def side_by_side(cells: Sequence[dict[str, Any]], names: Sequence[str], title: str) -> Figure:
    """Draw the effects of several combinations as panels with the same order of abilities."""
    order = [row["ability"] for row in cells[0]["effects"]["win_share"]][::-1]
    figure = Figure(figsize=(2.2 + 2.0 * len(cells), 4.6), layout="constrained")
    panels = figure.subplots(1, len(cells), sharey=True, sharex=True, squeeze=False)[0]
    for number, (axes, cell, name) in enumerate(zip(panels, cells, names, strict=True)):
        rows = {row["ability"]: row for row in cell["effects"]["win_share"]}
        for place, ability in enumerate(order):
            _interval(axes, rows[ability], place, COLOURS[number % len(COLOURS)])
        _effect_axis(axes, [{"ability": ability} for ability in order])
        axes.set_title(f"{name}\n{cell['games']:,} games", fontsize=9)
    figure.supxlabel(title, fontsize=10)
    return figure


def sources(summary: Summary) -> Figure:
    """Draw where the effect of each ability on the score comes from."""
    order = [row["ability"] for row in summary["cells"][0]["effects"]["score"]]
    total = {row["ability"]: row["effect"] for row in summary["cells"][0]["effects"]["score"]}
    names = list(summary["sources"])
    grid = np.array(
        [[*(summary["sources"][name][ability] for name in names), total[ability]] for ability in order]
    )
    figure, axes = _figure(3.6 + 0.55 * len(names), 5.6)
    most = float(np.abs(grid).max()) or 1.0
    image = axes.imshow(grid, cmap="PuOr", vmin=-most, vmax=most, aspect="auto")
    axes.set_yticks(range(len(order)), [ability_name(name) for name in order])
    axes.set_xticks(
        range(len(names) + 1),
        [*(source_name(name) for name in names), "total score"],
        rotation=40,
        ha="right",
        rotation_mode="anchor",
    )
    axes.axvline(len(names) - 0.5, color="black", linewidth=1.2)
    _write(
        axes, grid, lambda value: f"{value:+.1f}" if abs(value) >= 0.05 else "", lambda v: abs(v) > 0.6 * most
    )
    figure.colorbar(image, ax=axes, shrink=0.9, label="points, compared with the average ability")
    return figure


def interactions(summary: Summary) -> Figure:
    """Draw how the holder of one ability does in games with another, compared with the expectation."""
    order = [row["ability"] for row in summary["cells"][0]["effects"]["win_share"]]
    grid = np.full((len(order), len(order)), np.nan)
    marks: dict[tuple[int, int], str] = {}
    for row in summary["interactions"]:
        place = order.index(row["own"]), order.index(row["other"])
        grid[place] = 100 * row["interaction"]
        marks[place] = "*" if row["p_holm"] < SIGNIFICANT else ""
    figure, axes = _figure(8.6, 6.6)
    most = float(np.nanmax(np.abs(grid))) or 1.0
    axes.set_facecolor("#dddddd")
    image = axes.imshow(grid, cmap="PuOr", vmin=-most, vmax=most, aspect="auto")
    words = [ability_name(name) for name in order]
    axes.set_yticks(range(len(order)), words)
    axes.set_xticks(range(len(order)), words, rotation=40, ha="right", rotation_mode="anchor")
    axes.set_ylabel("holder of ...")
    axes.set_xlabel("... in games with a holder of (* significant after Holm's correction for 90 pairs)")
    for place, mark in marks.items():
        colour = "white" if abs(grid[place]) > 0.6 * most else "black"
        axes.text(
            place[1],
            place[0],
            f"{grid[place]:+.1f}{mark}",
            ha="center",
            va="center",
            color=colour,
            fontsize=8,
        )
    figure.colorbar(image, ax=axes, shrink=0.9, label="percentage points of win probability")
    return figure


def restricted(summary: Summary) -> Figure:
    """Draw what each ban costs, the most costly on top."""
    rows = summary["restricted"][::-1]
    figure, axes = _figure(8.2, 1.2 + 0.23 * len(rows))
    for place, row in enumerate(rows):
        colour = KIND_COLOURS[row["kind"]]
        axes.plot(
            (row["win_share_low"], row["win_share_high"]),
            (place, place),
            color=colour,
            linewidth=2.2,
            alpha=0.5,
        )
        axes.plot(row["win_share_value"], place, "o", color=colour, markersize=4.5)
    axes.axvline(0, color=GREY, linewidth=0.8, zorder=0)
    axes.set_yticks(range(len(rows)), [_ban_name(row) for row in rows], fontsize=8)
    axes.set_ylim(-0.7, len(rows) - 0.3)
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, place: f"{100 * value:.0f}"))
    axes.set_xlabel("loss in win probability of the banned seat, in percentage points (95 % intervals)")
    axes.grid(axis="x", alpha=0.3)
    axes.legend(
        handles=[_handle(colour, kind) for kind, colour in KIND_COLOURS.items()],
        loc="lower right",
        frameon=False,
        fontsize=9,
    )
    return figure


def draft(summary: Summary) -> Figure:
    """Draw how often each ability is taken, and what each pick position gets."""
    picks = summary["draft"]["picks"][::-1]
    figure = Figure(figsize=(9.6, 4.2), layout="constrained")
    left, right = figure.subplots(1, 2, width_ratios=(1.3, 1))
    for axes in (left, right):
        axes.spines[["top", "right"]].set_visible(False)
    left.barh(range(len(picks)), [row["pick_rate"] or 0 for row in picks], color=COLOURS[0], alpha=0.8)
    left.set_yticks(range(len(picks)), [ability_name(row["ability"]) for row in picks])
    left.xaxis.set_major_formatter(PercentFormatter(1, 0))
    left.set_xlabel("how often it is taken when on display")
    for (key, words), colour in zip(
        (("agent", "as the agent drafts"), ("by_value", "one seat drafts by value")), COLOURS, strict=False
    ):
        rows = summary["draft"]["positions"][key]
        right.plot(
            [row["pick"] for row in rows],
            [100 * row["value_over_replacement"] for row in rows],
            "o-",
            color=colour,
            label=words,
        )
    right.axhline(0, color=GREY, linewidth=0.8, zorder=0)
    right.xaxis.set_major_locator(MaxNLocator(integer=True))
    right.set_xlabel("pick position")
    right.set_ylabel("value over replacement, percentage points")
    right.legend(frameon=False, fontsize=9)
    return figure


def board_ranks(summary: Summary) -> Figure:
    """Draw how often each ability has each rank over the boards."""
    rows = summary["boards"]["abilities"]
    ranks = summary["boards"]["ranks"]
    grid = np.array(
        [
            [ranks[row["ability"]].count(rank) / summary["boards"]["boards"] for rank in range(1, 11)]
            for row in rows
        ]
    )
    figure, axes = _figure(8.2, 4.8)
    image = axes.imshow(grid, cmap="Blues", vmin=0, vmax=1, aspect="auto")
    axes.set_yticks(range(len(rows)), [ability_name(row["ability"]) for row in rows])
    axes.set_xticks(range(10), [str(rank) for rank in range(1, 11)])
    axes.set_xlabel(
        f"rank over {summary['boards']['boards']} boards; rows in the order of the standard board"
    )
    _write(axes, grid, lambda value: f"{value:.0%}" if value else "", lambda value: value > 0.55)
    figure.colorbar(image, ax=axes, format=PercentFormatter(1, 0), shrink=0.9)
    return figure


def sensitivity(summary: Summary) -> Figure:
    """Draw how the effect of each ability moves with each assumption about the board."""
    abilities = [row["ability"] for row in summary["boards"]["abilities"]]
    knobs = list(dict.fromkeys(row["knob"] for row in summary["boards"]["knobs"]))
    grid = np.zeros((len(abilities), len(knobs)))
    marks: NDArray[np.bool_] = np.zeros(grid.shape, np.bool_)
    for row in summary["boards"]["knobs"]:
        place = abilities.index(row["ability"]), knobs.index(row["knob"])
        grid[place] = 100 * row["slope"]
        marks[place] = row["p_holm"] < SIGNIFICANT
    most = float(np.abs(grid).max()) or 1.0
    figure, axes = _figure(9.4, 5.6)
    image = axes.imshow(grid, cmap="PuOr", vmin=-most, vmax=most, aspect="auto")
    axes.set_yticks(range(len(abilities)), [ability_name(name) for name in abilities])
    axes.set_xticks(range(len(knobs)), knobs, rotation=40, ha="right", rotation_mode="anchor")
    for place, value in np.ndenumerate(grid):
        colour = "white" if abs(value) > 0.6 * most else "black"
        text = f"{value:+.1f}{'*' if marks[place] else ''}"
        axes.text(place[1], place[0], text, ha="center", va="center", color=colour, fontsize=8)
    figure.colorbar(
        image,
        ax=axes,
        shrink=0.9,
        label="percentage points per standard deviation\n(* significant after Holm's correction)",
    )
    return figure


def all_pictures(summary: Summary) -> dict[str, tuple[str, Figure]]:
    """Return all pictures that a summary has the numbers for, by file name, with their titles."""
    pictures = {
        "forest": ("Which ability is strongest", forest(summary)),
        "ranks": ("What the data leave open: probability of each rank", rank_matrix(summary)),
    }
    for key, title in (
        ("agent", "It depends on who plays"),
        ("players", "It depends on the number of players"),
        ("edition", "It depends on the edition"),
        ("abilities", "Held to the end, or swapped as the full rules allow"),
    ):
        cells = _varied(summary["cells"], key)
        if len(cells) > 1:
            names = [_value_name(key, cell) for cell in cells]
            words = "effect on the probability of winning, percentage points"
            pictures[f"by_{key}"] = (title, side_by_side(cells, names, words))
    pictures["sources"] = ("Where the points come from", sources(summary))
    pictures["interactions"] = ("Two abilities in one game", interactions(summary))
    if "restricted" in summary:
        pictures["restricted"] = ("Restricted play: what each option is worth", restricted(summary))
    if "draft" in summary:
        pictures["draft"] = ("The draft", draft(summary))
    if "boards" in summary:
        pictures["board_ranks"] = ("Ranks on other boards", board_ranks(summary))
        if summary["boards"]["knobs"]:
            pictures["sensitivity"] = ("Which assumption about the board matters", sensitivity(summary))
    return pictures


def _varied(cells: Sequence[dict[str, Any]], key: str) -> list[dict[str, Any]]:
    """Return the combinations that differ from the main one only in this."""
    others = [other for other in ("agent", "players", "edition", "abilities") if other != key]
    return [cell for cell in cells if all(cell[other] == cells[0][other] for other in others)]


def _value_name(key: str, cell: dict[str, Any]) -> str:
    if key == "players":
        return f"{cell[key]} players"
    if key == "abilities":
        return "held to the end" if cell[key] == "held" else "dealt, may be swapped"
    return cell[key] if isinstance(cell[key], str) else "custom edition"


def _ban_name(row: dict[str, Any]) -> str:
    if row["kind"] == "ability":
        return f"ability {ability_name(row['name'])}"
    return f"{row['kind']} {row['name']}"


def _figure(width: float, height: float) -> tuple[Figure, Axes]:
    figure = Figure(figsize=(width, height), layout="constrained")
    axes = figure.add_subplot()
    axes.spines[["top", "right"]].set_visible(False)
    return figure, axes


def _effect_axis(axes: Axes, rows: Sequence[dict[str, Any]]) -> None:
    axes.axvline(0, color=GREY, linewidth=0.8, zorder=0)
    axes.set_yticks(range(len(rows)), [ability_name(row["ability"]) for row in rows])
    axes.set_ylim(-0.6, len(rows) - 0.4)
    axes.xaxis.set_major_formatter(POINTS)
    axes.grid(axis="x", alpha=0.3)
    axes.spines[["top", "right"]].set_visible(False)


def _interval(axes: Axes, row: dict[str, Any], place: float, colour: str) -> None:
    """Draw an effect with its plain and its corrected interval."""
    axes.plot((row["low_corrected"], row["high_corrected"]), (place, place), color=colour, linewidth=1)
    axes.plot((row["low"], row["high"]), (place, place), color=colour, linewidth=3.2, alpha=0.55)
    axes.plot(row["effect"], place, "o", color=colour, markersize=5)


def _handle(colour: str, label: str) -> Line2D:
    return Line2D([], [], color=colour, marker="o", linewidth=2, label=label)


def _write(
    axes: Axes, grid: NDArray[np.float64], text: Callable[[float], str], bright: Callable[[float], bool]
) -> None:
    for (row, column), value in np.ndenumerate(grid):
        colour = "white" if bright(float(value)) else "black"
        axes.text(column, row, text(float(value)), ha="center", va="center", color=colour, fontsize=8)
