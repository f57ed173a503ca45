"""How effects depend on who plays: agents x abilities with exploitability, clones against mixed tables."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from matplotlib.patches import Patch
from scipy import stats

from dixie_arena.ability_effects.holm import holm
from dixie_arena.ability_effects.words import ability_name
from dixie_arena.studying.report.canvas import (
    BLUE,
    FAINT,
    INK,
    MUTED,
    ORANGE,
    heat_cell,
    new_figure,
    tidy,
)
from dixie_arena.studying.report.formats import MISSING, fixed, game_of, percent, points, points_between
from dixie_arena.studying.report.pieces import Plot, Section, Table

__all__ = ["SIGNIFICANT", "clones_section", "corrected", "players_section"]

SIGNIFICANT = 0.05
NOT_MEASURED = "not measured"
PANELS = 4
"""Panels in a row of the figure of clones."""


def players_section(results: Mapping[str, Any], words: list[str]) -> Section:
    """Return the heat maps of agents x abilities, and the answer without each agent."""
    pieces: list[Plot | Table] = []
    for estimand in ("dealt", "held"):
        if answer := results["answers"].get(estimand):
            what = f"{estimand.capitalize()}, {game_of(results)}"
            pieces += [_heat_map(estimand, answer, results, what), _table(estimand, answer, results, what)]
    pieces.append(_without(results))
    pieces.append(_pool(results))
    return Section("players", "Players: each agent of the pool", words, pieces)


def corrected(rows: Sequence[Mapping[str, Any]], boards: float) -> list[float]:
    """Return p-values of "no effect" of all cells of a heat map, corrected by Holm's method.

    Args:
        rows: Cells with effect and standard error over boards.
        boards: Effective number of boards.
    """
    ratios = [abs(row["effect"]) / row["se"] if row["se"] else 0.0 for row in rows]
    found: list[float] = holm(2 * stats.t.sf(ratios, max(boards - 1, 1e-9))).tolist()
    return found


def _heat_map(key: str, answer: Mapping[str, Any], results: Mapping[str, Any], what: str) -> Plot:
    cells = answer["agents"]
    agents = [row["label"] for row in results["agents"]]
    order = [row["ability"] for row in answer["effects"]]
    most = max(abs(row["effect"]) for row in cells) or 1.0
    counted = 0
    figure, (axes,) = new_figure(2.2 + 0.33 * len(agents))
    for row, p_value in zip(cells, corrected(cells, answer["effective_boards"]), strict=True):
        column, place = order.index(row["ability"]) + 1, agents.index(row["agent"])
        counts = p_value < SIGNIFICANT
        counted += counts
        heat_cell(
            axes,
            column,
            place,
            points(row["effect"]),
            abs(row["effect"]) / most,
            colour=BLUE if row["effect"] > 0 else ORANGE,
            counts=counts,
        )
    for place, agent in enumerate(results["agents"]):
        known = agent["exploitability"]
        text = "?" if known is None else f"{100 * known:.0f} %"
        axes.text(-0.2, place, text, ha="center", va="center", fontsize=8.5, color=INK)
    axes.axvline(0.42, color=FAINT, linewidth=1)
    axes.set_xlim(-0.8, len(order) + 0.5)
    axes.set_ylim(len(agents) - 0.5, -0.5)
    names = ["exploitability", *(ability_name(name) for name in order)]
    axes.set_xticks([-0.2, *range(1, len(order) + 1)], names, rotation=35, ha="right", rotation_mode="anchor")
    axes.set_yticks(range(len(agents)), agents)
    axes.set_title(f"{what}: effect by agent, percentage points", loc="left")
    tidy(axes, None)
    handles = [
        Patch(facecolor=BLUE, alpha=0.5, label="above average"),
        Patch(facecolor=ORANGE, alpha=0.5, label="below average"),
        Patch(facecolor="none", edgecolor=FAINT, label="small and grey: not significant (Holm, 5 %)"),
    ]
    figure.legend(handles=handles, loc="outside lower center", ncols=3)
    return Plot(
        f"agents-{key}",
        f"{what}: effects for each agent, at mixed tables, in percentage points against the average "
        "ability; blue above, "
        "orange below it. A cell counts if it differs from 0 after Holm's correction for all cells (5 %). "
        "All other "
        "cells have no colour and are small and grey. Exploitability is the win share of the agent's best "
        "response (?: not measured).",
        f"{len(agents)} agents by {len(order)} abilities; {counted} of {len(cells)} cells differ from 0.",
        figure,
        f"agents-numbers-{key}",
    )


def _table(key: str, answer: Mapping[str, Any], results: Mapping[str, Any], what: str) -> Table:
    order = [row["ability"] for row in answer["effects"]]
    p_values = corrected(answer["agents"], answer["effective_boards"])
    known = {
        (row["agent"], row["ability"]): f"{points(row['effect'])}{' *' if p_value < SIGNIFICANT else ''} "
        f"{points_between(row)}"
        for row, p_value in zip(answer["agents"], p_values, strict=True)
    }
    agents = results["agents"]
    return Table(
        f"agents-numbers-{key}",
        f"{what}: effects for each agent at mixed tables, in percentage points, with 95 % intervals over "
        "boards; "
        "* differs from 0 after Holm's correction for all cells",
        ["ability", *(agent["label"] for agent in agents)],
        [
            ("exploitability", *(_exploitability(agent) for agent in agents)),
            *((ability_name(name), *(known[agent["label"], name] for agent in agents)) for name in order),
        ],
    )


def _without(results: Mapping[str, Any]) -> Table:
    rows = []
    for estimand in ("dealt", "held"):
        if not (answer := results["answers"].get(estimand)):
            continue
        verdicts = {f"without {label}": one for label, one in answer["without_agent"].items()}
        if answer["players_at_large"] is not None:
            verdicts["players at large"] = answer["players_at_large"]
        rows += [
            (
                f"{estimand}: {name}",
                ability_name(verdict["leader"]),
                ability_name(verdict["closest"]),
                fixed(verdict["ratio"]),
                fixed(verdict["needed"]),
                "yes" if verdict["named"] else "no",
            )
            for name, verdict in {"the whole pool": answer["verdict"], **verdicts}.items()
        ]
    return Table(
        "without-agent",
        f"Dealt and held, {game_of(results)}: is one ability named the strongest without each agent of the "
        "pool?",
        ["estimand and pool", "in front", "closest", "lead in standard errors", "asked for", "named"],
        rows,
        words=(1, 2, 5),
        note="“Players at large” takes the pool as a sample of players: their variance counts, with few "
        "degrees of freedom.",
    )


def _pool(results: Mapping[str, Any]) -> Table:
    return Table(
        "pool",
        f"All estimands: the pool {results['pool']['name']} ({results['pool']['status']})",
        ["label", "agent", "exploitability", "best response wins more than 70 %", "fingerprint"],
        [
            (
                row["label"],
                row["name"],
                _exploitability(row),
                "yes" if row["above_70_percent"] else "no" if row["exploitability"] is not None else MISSING,
                row["fingerprint"][:12],
            )
            for row in results["agents"]
        ],
        words=(1, 3, 4),
    )


def clones_section(results: Mapping[str, Any]) -> Section | None:
    """Return the effects at tables of one agent beside those at mixed tables; None without clones."""
    clones = results["clones"]
    if clones is None:
        return None
    what = f"Dealt, {game_of(results)}"
    mixed = {(row["agent"], row["ability"]): row for row in results["answers"]["dealt"]["agents"]}
    alone = {
        (agent, row["ability"]): row
        for agent, answer in clones["agents"].items()
        for row in answer["effects"]
    }
    labels = list(clones["agents"])
    lines = -(-len(labels) // PANELS)
    figure, panels = new_figure(0.6 + 2.1 * lines, min(PANELS, len(labels)), lines, share=True)
    reach = 105 * max(abs(row["effect"]) + (row["se"] or 0) for row in (*mixed.values(), *alone.values()))
    for axes, label in zip(panels, labels, strict=False):
        for ability in (row["ability"] for row in results["answers"]["dealt"]["effects"]):
            one, other = mixed[label, ability], alone[label, ability]
            colour = ORANGE if _apart(one, other) else BLUE
            x, y = 100 * one["effect"], 100 * other["effect"]
            axes.plot([x - 100 * one["se"], x + 100 * one["se"]], [y, y], color=colour, linewidth=0.9)
            axes.plot([x, x], [y - 100 * other["se"], y + 100 * other["se"]], color=colour, linewidth=0.9)
            axes.plot(x, y, "s" if colour == ORANGE else "o", color=colour, markersize=3.5)
        axes.plot([-reach, reach], [-reach, reach], color=MUTED, linewidth=0.8, zorder=0)
        axes.set_title(label)
        axes.set_xlim(-reach, reach)
        axes.set_ylim(-reach, reach)
        tidy(axes, "both")
    for axes in panels[len(labels) :]:
        axes.set_visible(False)
    figure.supxlabel(f"{what}: effect at mixed tables, points", fontsize=9)
    figure.supylabel("at tables of clones", fontsize=9)
    apart = sum(_apart(mixed[key], alone[key]) for key in alone)
    plot = Plot(
        "clones",
        f"{what}: effects for each agent at mixed tables (across) and with the same agent on all seats "
        "(up), in "
        "percentage points, with standard errors. Orange squares are more than 3 standard errors off the "
        "diagonal. "
        "Clones answer another question: what an ability is worth among players who all play alike.",
        f"{len(labels)} panels; {apart} of {len(alone)} points are more than 3 standard errors off the "
        "diagonal.",
        figure,
        "clones-numbers",
    )
    table = Table(
        "clones-numbers",
        f"{what}: effects at mixed tables and, after the stroke, with one agent on all seats, in "
        "percentage points "
        "± standard error; * more than 3 standard errors apart",
        ["ability", *labels],
        [
            (
                ability_name(row["ability"]),
                *(
                    f"{_with_error(mixed[label, row['ability']])} / "
                    f"{_with_error(alone[label, row['ability']])}"
                    f"{' *' if _apart(mixed[label, row['ability']], alone[label, row['ability']]) else ''}"
                    for label in labels
                ),
            )
            for row in results["answers"]["dealt"]["effects"]
        ],
        note="; ".join(
            f"{label}: {answer['boards']} boards, {ability_name(answer['effects'][0]['ability'])} in front"
            for label, answer in clones["agents"].items()
        )
        + ".",
    )
    return Section("clones", "Clones against mixed tables", (), (plot, table))


def _apart(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    error = float(np.hypot(one["se"] or 0, other["se"] or 0))
    return bool(abs(one["effect"] - other["effect"]) > 3 * error)


def _with_error(row: Mapping[str, Any]) -> str:
    return f"{points(row['effect'])} ± {fixed(100 * (row['se'] or 0), 1)}"


def _exploitability(agent: Mapping[str, Any]) -> str:
    return NOT_MEASURED if agent["exploitability"] is None else percent(agent["exploitability"])
