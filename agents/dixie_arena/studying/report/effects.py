"""The effects of one estimand: forest plot with the doubt split by source, tables of effects and of pairs."""

from collections.abc import Mapping
from math import sqrt
from typing import Any

from matplotlib.artist import Artist
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from scipy import stats

from dixie_arena.ability_effects.words import ability_name
from dixie_arena.studying.components import SOURCES
from dixie_arena.studying.report.canvas import BLUE, INK, MUTED, ORANGE, PURPLE, new_figure, tidy
from dixie_arena.studying.report.formats import MISSING, fixed, number, percent, points, points_between
from dixie_arena.studying.report.pieces import Plot, Section, Table
from dixie_arena.studying.words import SOURCES as SOURCE_WORDS

__all__ = ["answer_section", "doubt_table", "effects_table", "forest", "pairs_table"]

COLOURS = {"luck": MUTED, "players": BLUE, "board": ORANGE, "board_players": PURPLE}
CONFIDENCE = 0.95
SAYS = "p of “equals the average” (Holm)"


def answer_section(key: str, answer: Mapping[str, Any], what: str, words: list[str]) -> Section:
    """Return the section of one estimand.

    Args:
        key: Its name, for links and files.
        answer: As in ``results.json``.
        what: Estimand and game, for captions: ``Dealt, 4 players, edition de``.
        words: What the study says about it.
    """
    return Section(
        key,
        f"Effects: {answer['estimand']}",
        words,
        (
            forest(key, answer, what),
            effects_table(key, answer, what),
            doubt_table(key, answer, what),
            pairs_table(key, answer, what),
        ),
    )


def forest(key: str, answer: Mapping[str, Any], what: str) -> Plot:
    """Draw each effect with the range for a new board and player, split by source of doubt."""
    rows = answer["effects"][::-1]
    figure, (axes,) = new_figure(4.4)
    reach = float(stats.norm.ppf((1 + CONFIDENCE) / 2))
    for place, row in enumerate(rows):
        half = reach * sqrt(sum(row["doubt"]["variance"].values()))
        start = 0.0
        for source in SOURCES:
            length = half * row["doubt"]["percent"][source] / 100
            for side in (-1, 1):
                ends = [100 * (row["effect"] + side * at) for at in (start, start + length)]
                axes.plot(ends, [place, place], color=COLOURS[source], linewidth=6, solid_capstyle="butt")
            start += length
        if row["low"] is not None and row["high"] is not None:
            ends = [100 * row["low"], 100 * row["high"]]
            axes.plot(ends, [place - 0.3] * 2, color=INK, linewidth=1.2, marker="|", markersize=5)
        axes.plot(100 * row["effect"], place, "o", color=INK, markersize=4)
    axes.axvline(0, color=MUTED, linewidth=0.9, zorder=0)
    axes.set_yticks(range(len(rows)), [ability_name(row["ability"]) for row in rows])
    axes.set_ylim(-0.7, len(rows) - 0.4)
    axes.set_xlabel("effect on win probability, percentage points against the average ability")
    axes.set_title(what, loc="left")
    tidy(axes)
    handles: list[Artist] = [Patch(color=COLOURS[source], label=SOURCE_WORDS[source]) for source in SOURCES]
    handles.append(Line2D([], [], color=INK, linewidth=1.2, marker="|", label="95 %, mean over boards"))
    figure.legend(handles=handles, loc="outside lower center", ncols=5, columnspacing=1, handlelength=1.4)
    first, last = answer["effects"][0], answer["effects"][-1]
    return Plot(
        f"forest-{key}",
        f"{what}: effects on win probability. The thick bar holds the effect for a new board and player of "
        "the "
        "pool in 95 %. Its segments, from the middle out, have the lengths of the sources' shares of the "
        "variance. The thin line below is the 95 % interval of the mean over boards, for this pool.",
        f"Ten rows, strongest on top: from {ability_name(first['ability'])} at {points(first['effect'])} "
        f"points down to {ability_name(last['ability'])} at {points(last['effect'])} points.",
        figure,
        f"effects-{key}",
    )


def effects_table(key: str, answer: Mapping[str, Any], what: str) -> Table:
    """Return the effects with what may be said of each."""
    rows = []
    for row in answer["effects"]:
        p_value = row["p_equals_average"]
        hsu = {name: row["best_of_others"][name] for name in ("low", "high")}
        ranks = row.get("by_ranks")
        rows.append(
            (
                ability_name(row["ability"]),
                points(row["effect"]),
                points_between(row),
                f"{row['of_fair_share']:+.0%}".replace("%", " %"),
                percent(row["probability_strongest"]),
                percent(row["probability_bound"]),
                points_between(hsu),
                MISSING if p_value is None else ("< 0.001" if p_value < 0.001 else f"{p_value:.3f}"),
                points(ranks["effect"]) + (" *" if ranks["changes_spread"] else "") if ranks else "",
            )
        )
    spread = ", * where the ability changes the spread, not only the mean"
    heads = [
        "ability",
        "effect",
        "95 %",
        "of the fair share",
        "probability of being strongest",
        "its 5 % bound",
        "minus the best other (Hsu, 95 %)",
        SAYS,
        "by all ranks",
    ]
    checked = any(cells[-1] for cells in rows)
    return Table(
        f"effects-{key}",
        f"{what}: effects against the average of the ten, in percentage points of win probability "
        f"({answer['games']:,} games on {answer['boards']} boards, worth "
        f"{number(answer['effective_boards'], 1)} equal ones)",
        heads if checked else heads[:-1],
        rows if checked else [cells[:-1] for cells in rows],
        note="The probability of being strongest is for a new board and player. Hsu's intervals are shown, "
        "not used. "
        "The p-value asks whether an ability equals the average; it does not ask which one is the strongest."
        + (f" By all ranks: the check by Plackett-Luce{spread}." if checked else ""),
    )


def doubt_table(key: str, answer: Mapping[str, Any], what: str) -> Table:
    """Return where the doubt about each effect, and about the margin, comes from."""
    margin = answer["margin"]
    between = f"margin of {ability_name(margin['first'])} over {ability_name(margin['second'])}"
    parts = [(ability_name(row["ability"]), row["effect"], row["doubt"]) for row in answer["effects"]]
    return Table(
        f"doubt-{key}",
        f"{what}: where the doubt comes from, in percent of the variance",
        ["ability", "effect", *(SOURCE_WORDS[source] for source in SOURCES), "standard deviation, points"],
        [
            (
                name,
                points(effect),
                *(_share(doubt, source) for source in SOURCES),
                fixed(100 * sqrt(sum(doubt["variance"].values())), 1),
            )
            for name, effect, doubt in [*parts, (between, margin["value"], margin["doubt"])]
        ],
        note="Luck shrinks as games grow; the others do not. ° marks a variance that was estimated below 0 "
        "and "
        "is shown as 0; results.json has the raw value.",
    )


def pairs_table(key: str, answer: Mapping[str, Any], what: str) -> Table:
    """Return all pairs with intervals that hold together."""
    different = sum(pair["different"] for pair in answer["pairs"])
    return Table(
        f"pairs-{key}",
        f"{what}: differences of all {len(answer['pairs'])} pairs, in percentage points, with 95 % intervals "
        f"that hold together; {different} differ",
        ["pair", "difference", "95 %, all pairs together", "different"],
        [
            (
                f"{ability_name(pair['one'])} over {ability_name(pair['other'])}",
                points(pair["difference"]),
                points_between(pair),
                "yes" if pair["different"] else "no",
            )
            for pair in answer["pairs"]
        ],
        words=(3,),
    )


def _share(doubt: Mapping[str, Any], source: str) -> str:
    mark = "°" if doubt["raw"][source] < 0 else ""
    return f"{doubt['percent'][source]:.0f} %{mark}"
