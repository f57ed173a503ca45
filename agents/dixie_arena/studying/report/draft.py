"""The draft: a typical display as a tree, what it gains to draft by induction, and what agents choose."""

from collections.abc import Mapping
from typing import Any

from dixie_arena.ability_effects.words import ability_name
from dixie_arena.studying.report.canvas import BLUE, MUTED, heat_cell, new_figure
from dixie_arena.studying.report.formats import (
    between,
    fixed,
    game_of,
    named,
    percent,
    points,
    points_between,
)
from dixie_arena.studying.report.pieces import Plot, Section, Table

__all__ = ["draft_section", "drafted_section"]


def draft_section(results: Mapping[str, Any], words: list[str]) -> Section | None:
    """Return the tree of a typical display and the gains of drafting so; None if no draft was played."""
    draft = results["draft"]
    if draft is None:
        return None
    what = f"Drafted by backward induction, {game_of(results)}"
    values = (
        f"{what}: the values of picks come from dealt games with full rules. In the typical display below, "
        "half of "
        "all displays have an easier first pick. When all choose well, they pick "
        f"{named(draft['typical']['line'])}, "
        "in this order."
    )
    pieces = (_tree(draft, what), _options(draft, what), _gains(draft, what), _picks(draft, what))
    return Section("draft", "The draft by backward induction", [values, *words], pieces)


def _picks_of(draft: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    found, node = [], draft["typical"]["tree"]
    while node is not None:
        found.append(node)
        node = node["next"]
    return found


def _tree(draft: Mapping[str, Any], what: str) -> Plot:
    """Draw the options of every pick, best on top, and the line that is played when all choose well."""
    picks = _picks_of(draft)
    figure, (axes,) = new_figure(3.3)
    wide = 1.7
    for column, pick in enumerate(picks):
        options = sorted(pick["options"].items(), key=lambda item: -item[1])
        for place, (ability, share) in enumerate(options):
            best = ability == pick["best"]
            text = f"{ability_name(ability)}\n{100 * share:.1f} %"
            heat_cell(axes, wide * column, place, text, 0.7, colour=BLUE, counts=best)
            if column + 1 < len(picks):
                alpha, width = (1.0, 2.0) if best else (0.5, 0.6)
                ends = [wide * column + 0.55, wide * (column + 1) - 0.6]
                if best:
                    axes.annotate(
                        "",
                        (ends[1], 0),
                        (ends[0], place),
                        arrowprops={"arrowstyle": "->", "color": BLUE, "linewidth": width, "alpha": alpha},
                    )
                else:
                    axes.plot([ends[0], ends[0] + 0.12], [place, place], color=MUTED, linewidth=width)
        axes.text(
            wide * column,
            -0.75,
            f"pick {pick['pick']}\nplace {pick['place'] + 1} in the order",
            ha="center",
            va="bottom",
            fontsize=8.5,
        )
    most = len(picks[0]["options"])
    axes.set_xlim(-0.7, wide * (len(picks) - 1) + 0.7)
    axes.set_ylim(most - 0.4, -1.6)
    axes.set_axis_off()
    return Plot(
        "draft-tree",
        f"{what}: the tree of a typical display down the line of best picks. Each column is a pick; the "
        "last in the order "
        "picks first. Numbers are the picker's expected win share, when everybody chooses well from there "
        "on. The "
        "coloured one is the best; other picks (short lines) end here.",
        f"Best picks: {named(pick['best'] for pick in picks)}.",
        figure,
        "draft-options",
    )


def _options(draft: Mapping[str, Any], what: str) -> Table:
    picks = _picks_of(draft)
    return Table(
        "draft-options",
        f"{what}: expected win share of the picker for each option, typical display, down the line of best "
        "picks",
        ["ability", *(f"pick {pick['pick']} (place {pick['place'] + 1})" for pick in picks)],
        [
            (
                ability_name(name),
                *(
                    f"{percent(pick['options'][name], 1)}{' (best)' if name == pick['best'] else ''}"
                    if name in pick["options"]
                    else "taken"
                    for pick in picks
                ),
            )
            for name in draft["typical"]["display"]
        ],
    )


def _gains(draft: Mapping[str, Any], what: str) -> Table:
    gain = draft["gain"]
    wins, scores, everyone = gain["one_seat"]["wins"], gain["one_seat"]["points"], gain["all_seats"]["points"]
    return Table(
        "draft-gains",
        f"{what}: gain over drafting as the agents do ({gain['games']:,} games on {gain['boards']} boards)",
        ["who drafts by induction", "gain", "95 %", "unit"],
        [
            ("one seat", points(wins["value"]), points_between(wins), "percentage points of win probability"),
            (
                "one seat",
                f"{scores['value']:+.2f}",
                between(scores["low"], scores["high"], 2),
                "points of score",
            ),
            (
                "all seats",
                f"{everyone['value']:+.2f}",
                between(everyone["low"], everyone["high"], 2),
                "points of score, the mean of all seats",
            ),
        ],
        words=(3,),
    )


def _picks(draft: Mapping[str, Any], what: str) -> Table:
    first, chosen = draft["best_first_pick"], draft["picked_when_all_choose_well"]
    displays = sum(first.values())
    places = list(range(len(draft["by_place"]), 0, -1))
    return Table(
        "draft-picks",
        f"{what}: how often each ability is the best first pick of all {displays} displays, how often it "
        "is picked when "
        "shown, and the win share of its holder by place in the order, from dealt games",
        [
            "ability",
            "best first pick",
            "picked when shown",
            *(f"holder in place {place}" for place in places),
        ],
        [
            (
                ability_name(name),
                str(count),
                percent(chosen[name]),
                *(percent(draft["by_place"][place - 1][name], 1) for place in places),
            )
            for name, count in sorted(first.items(), key=lambda item: -item[1])
        ],
    )


def drafted_section(results: Mapping[str, Any], words: list[str]) -> Section | None:
    """Return what agents choose when they draft; None if this was not played."""
    drafted = results["answers"].get("drafted")
    if drafted is None:
        return None
    rows = []
    for row in drafted["abilities"]:
        rate, wins = row.get("pick_rate"), row.get("win_share_of_holders")
        rows.append(
            (
                ability_name(row["ability"]),
                f"{row['shown']:,}",
                f"{row['held']:,}",
                f"{percent(rate['value'], 1)} {_percents(rate)}" if rate else "never shown",
                "" if row["mean_pick"] is None else fixed(row["mean_pick"], 1),
                f"{percent(wins['value'], 1)} {_percents(wins)}" if wins else "not chosen",
                percent(row["kept"]) if "kept" in row else "",
            )
        )
    table = Table(
        "drafted-choices",
        f"Drafted, {game_of(results)}: what the agents choose ({drafted['games']:,} games on "
        f"{drafted['boards']} boards); "
        "this describes choices and compares nothing",
        ["ability", "shown", "held", "pick rate", "mean pick", "win share of holders", "kept to the end"],
        rows,
        note="Who picks what is no accident, so the win share of holders is not the effect of an ability. "
        "Abilities "
        "held fewer than 200 times are “not chosen” and get no number. Intervals are Korn and Graubard's, "
        "95 %.",
    )
    return Section("drafted", "Drafted: what the agents choose", words, (table,))


def _percents(row: Mapping[str, Any]) -> str:
    return between(100 * row["low"], 100 * row["high"], 1, sign=False)
