"""How the answer depends on the evidence, the reading of the markers, and the weights of the pool."""

from collections.abc import Mapping
from typing import Any

from dixie_arena.ability_effects.words import ability_name
from dixie_arena.studying.report.canvas import BLUE, INK, MUTED, ORANGE, heat_cell, new_figure, tidy
from dixie_arena.studying.report.formats import (
    MISSING,
    game_of,
    named,
    number,
    percent,
    points,
    points_between,
)
from dixie_arena.studying.report.pieces import Plot, Section, Table
from dixie_env.engine.words import ABILITIES

__all__ = ["evidence_section", "readings_section"]

LIKELY = 0.05
"""A probability below this is written in grey: the ability is not in question."""
FEW = "too few boards"


def evidence_section(results: Mapping[str, Any], words: list[str]) -> Section:
    """Return the probability of being strongest under each subset of the evidence."""
    what = f"Dealt, {game_of(results)}"
    columns = evidence_columns(results)
    statements = (results["evidence"] or {"statements": []})["statements"]
    pieces: list[Plot | Table] = [
        _heat_map(columns, what),
        _probabilities(columns, what),
        _sets(columns, what),
    ]
    if statements:
        pieces.append(_statements(results, statements))
    return Section("evidence", "The answer under each part of the evidence", words, pieces)


def evidence_columns(results: Mapping[str, Any]) -> dict[str, Mapping[str, Any]]:
    """Return the answers to compare, by what they are called; all of them of the estimand dealt."""
    found: dict[str, Mapping[str, Any]] = {
        "all the evidence" if results["evidence"] else "no evidence": results["answers"]["dealt"]
    }
    for key, answer in results["left_out"].items():
        found[key if key == "no evidence" else f"without {key}"] = answer
    for name, key in (
        ("5 are the limit", "limit"),
        ("weights of the equilibrium", "equilibrium_weights"),
        ("one searching seat", "search"),
    ):
        if results[key] is not None:
            found[name] = results[key]
    return found


def _heat_map(columns: Mapping[str, Mapping[str, Any]], what: str) -> Plot:
    order = [row["ability"] for row in next(iter(columns.values()))["effects"]]
    figure, (axes,) = new_figure(4.6)
    for column, answer in enumerate(columns.values()):
        known = _by_ability(answer, "probability_strongest")
        for place, ability in enumerate(order):
            value = known.get(ability)
            text = "" if value is None else f"{100 * value:.0f}"
            likely = value is not None and round(value, 2) >= LIKELY
            heat_cell(axes, column, place, text, value or 0.0, colour=BLUE, counts=likely)
    axes.set_xlim(-0.5, len(columns) - 0.5)
    axes.set_ylim(len(order) - 0.5, -0.5)
    axes.set_xticks(range(len(columns)), list(columns), rotation=35, ha="right", rotation_mode="anchor")
    axes.set_yticks(range(len(order)), [ability_name(name) for name in order])
    axes.set_title(f"{what}: probability of being strongest, percent", loc="left")
    tidy(axes, None)
    return Plot(
        "evidence",
        f"{what}: probability of being strongest for a new board and player, in percent, with all the "
        "evidence, "
        "with parts of it left out, and by other readings and weights. Values below 5 have no colour and are "
        "small and grey: those abilities are hardly in question. An empty column has too few boards.",
        f"A table of {len(order)} abilities by {len(columns)} answers.",
        figure,
        "evidence-numbers",
    )


def _probabilities(columns: Mapping[str, Mapping[str, Any]], what: str) -> Table:
    names = [row["ability"] for row in next(iter(columns.values()))["effects"]]
    known = [_by_ability(answer, "probability_strongest") for answer in columns.values()]
    return Table(
        "evidence-numbers",
        f"{what}: probability of being strongest for a new board and player",
        ["ability", *columns],
        [(ability_name(name), *(percent(one[name]) if one else FEW for one in known)) for name in names],
    )


def _sets(columns: Mapping[str, Mapping[str, Any]], what: str) -> Table:
    rows = []
    for name, answer in columns.items():
        boards = f"{answer['boards']} ({number(answer['effective_boards'], 1)})"
        if answer["effects"] is None:
            rows.append((name, boards, FEW, FEW, FEW, FEW))
            continue
        verdict, first = answer["verdict"], answer["effects"][0]
        said = f"{ability_name(verdict['leader'])} is the strongest on average" if verdict["named"] else "no"
        rows.append(
            (
                name,
                boards,
                f"{ability_name(first['ability'])} {points(first['effect'])} {points_between(first)}",
                said,
                _set(answer["set_for_the_average"]),
                _set(answer["smallest_set"]),
            )
        )
    return Table(
        "evidence-sets",
        f"{what}: what may be said with all the evidence, with parts of it, and by other readings and "
        "weights",
        [
            "evidence",
            "boards (worth equal ones)",
            "in front, with 95 %",
            "is one named the strongest?",
            "set for the average, 95 %",
            "smallest set, 95 %",
        ],
        rows,
        words=(2, 3, 4, 5),
        note="Only the first row can be primary. The set for the average holds every ability that may be "
        "the best "
        "on average. The smallest set holds the strongest one for a new board and player in 95 %.",
    )


def _statements(results: Mapping[str, Any], statements: list[Mapping[str, Any]]) -> Table:
    nothing = results["weighing"]["5 suffice"]["says_nothing"]
    return Table(
        "statements",
        "All estimands: the evidence, statements of people who had the game in hand",
        ["key", "what was said", "source", "should be", "tolerance", "says something?"],
        [
            (
                row["key"],
                row["text"],
                row["source"],
                f"at most {percent(row['bound'])}" if row["bound"] is not None else percent(row["target"]),
                percent(row["tolerance"]),
                "no" if row["key"] in nothing else "yes",
            )
            for row in statements
        ],
        words=(1, 2, 3, 5),
        note="A statement says nothing if no weight changes by more than 1 % without it.",
    )


def readings_section(results: Mapping[str, Any]) -> Section | None:
    """Return both readings of the markers side by side; None if only one was played."""
    if results["limit"] is None:
        return None
    what = f"Dealt, {game_of(results)}"
    both = {"5 suffice": results["answers"]["dealt"], "5 are the limit": results["limit"]}
    order = [row["ability"] for row in both["5 suffice"]["effects"]]
    figure, (axes,) = new_figure(4.2)
    for shift, colour, marker, (reading, answer) in zip(
        (-0.16, 0.16), (BLUE, ORANGE), "os", both.items(), strict=True
    ):
        rows = {row["ability"]: row for row in answer["effects"]}
        for place, ability in enumerate(order):
            row = rows[ability]
            ends = [100 * row["effect"] if row[key] is None else 100 * row[key] for key in ("low", "high")]
            axes.plot(ends, [place + shift] * 2, color=colour, linewidth=2)
            label = reading if place == 0 else None
            axes.plot(100 * row["effect"], place + shift, marker, color=colour, markersize=5, label=label)
    axes.axvline(0, color=MUTED, linewidth=0.9, zorder=0)
    axes.set_ylim(len(order) - 0.4, -0.7)
    axes.set_yticks(range(len(order)), [ability_name(name) for name in order], color=INK)
    axes.set_xlabel("effect on win probability, percentage points against the average ability")
    axes.set_title(f"{what}: both readings of the reward markers", loc="left")
    tidy(axes)
    figure.legend(loc="outside lower center", ncols=2)
    plot = Plot(
        "readings",
        f"{what}: effects with 95 % intervals of the mean over boards, by both readings of the reward "
        "markers. "
        "“5 suffice” (primary): the box has as many markers as a game needs. “5 are the limit”: there are "
        "never more.",
        "Two intervals for each of ten abilities.",
        figure,
        "readings-numbers",
    )
    columns = [{row["ability"]: row for row in answer["effects"]} for answer in both.values()]
    table = Table(
        "readings-numbers",
        f"{what}: effects by both readings of the reward markers, in percentage points",
        [
            "ability",
            *(f"{reading}: {head}" for reading in both for head in ("effect", "95 %", "strongest")),
        ],
        [
            (
                ability_name(ability),
                *(
                    cell
                    for column in columns
                    for cell in (
                        points(column[ability]["effect"]),
                        points_between(column[ability]),
                        percent(column[ability]["probability_strongest"]),
                    )
                ),
            )
            for ability in order
        ],
        note=f"Games: {both['5 suffice']['games']:,} and {both['5 are the limit']['games']:,}. Each "
        "reading has "
        "boards of its own, weighed by games of its own; the second drops the statements about markers.",
    )
    return Section("readings", "Both readings of the reward markers", (), (plot, table))


def _by_ability(answer: Mapping[str, Any], key: str) -> dict[str, float]:
    return {row["ability"]: row[key] for row in answer["effects"] or ()}


def _set(names: list[str]) -> str:
    return "all ten" if len(names) == len(ABILITIES) else named(names) if names else MISSING
