"""The same question in other games: other numbers of players, other editions."""

from collections.abc import Mapping
from typing import Any

from matplotlib.patches import Patch

from dixie_arena.ability_effects.words import ability_name
from dixie_arena.studying.report.canvas import BLUE, FAINT, ORANGE, heat_cell, new_figure, tidy
from dixie_arena.studying.report.formats import fixed, game_of, named, points, points_between, signed
from dixie_arena.studying.report.pieces import Plot, Section, Table
from dixie_arena.studying.report.players import SIGNIFICANT, corrected

__all__ = ["others_section"]


def others_section(results: Mapping[str, Any]) -> Section | None:
    """Return the effects in other games beside those of the study's own; None without any."""
    if not results["others"]:
        return None
    main = {
        **results["answers"]["dealt"],
        "players": results["study"]["players"],
        "edition": results["study"]["edition"],
    }
    games = [main, *results["others"]]
    pieces = (_heat_map(games), _table(games, main), _sets(games, game_of(results)))
    return Section("others", "Other numbers of players and editions", (), pieces)


def _title(game: Mapping[str, Any]) -> str:
    return f"{game['players']} players, {game['edition']}"


def _heat_map(games: list[Mapping[str, Any]]) -> Plot:
    order = [row["ability"] for row in games[0]["effects"]]
    most = max(abs(row["of_fair_share"]) for game in games for row in game["effects"]) or 1.0
    figure, (axes,) = new_figure(1.8 + 0.27 * len(games))
    for place, game in enumerate(games):
        p_values = corrected(game["effects"], game["effective_boards"])
        for row, p_value in zip(game["effects"], p_values, strict=True):
            heat_cell(
                axes,
                order.index(row["ability"]),
                place,
                signed(100 * row["of_fair_share"], 0),
                abs(row["of_fair_share"]) / most,
                colour=BLUE if row["effect"] > 0 else ORANGE,
                counts=p_value < SIGNIFICANT,
            )
    axes.set_xlim(-0.5, len(order) - 0.5)
    axes.set_ylim(len(games) - 0.5, -0.5)
    names = [ability_name(name) for name in order]
    axes.set_xticks(range(len(order)), names, rotation=35, ha="right", rotation_mode="anchor")
    axes.set_yticks(range(len(games)), [_title(game) for game in games])
    axes.set_title("Dealt: effect by game, percent of the fair share", loc="left")
    tidy(axes, None)
    handles = [
        Patch(facecolor=BLUE, alpha=0.5, label="above average"),
        Patch(facecolor=ORANGE, alpha=0.5, label="below average"),
        Patch(facecolor="none", edgecolor=FAINT, label="small and grey: not significant (Holm, 5 %)"),
    ]
    figure.legend(handles=handles, loc="outside lower center", ncols=3)
    return Plot(
        "others",
        "Dealt: effects in other games, in percent of the fair share, so that numbers of players can be "
        "compared; the first row is the game of this study. A cell counts if it differs from 0 after Holm's "
        "correction for the ten abilities of its row (5 %). All other cells have no colour and are small and "
        "grey.",
        f"{len(games)} games by {len(order)} abilities.",
        figure,
        "others-numbers",
    )


def _table(games: list[Mapping[str, Any]], main: Mapping[str, Any]) -> Table:
    rows = []
    for game in games:
        known = {row["ability"]: row for row in game["effects"]}
        cells = [known[row["ability"]] for row in main["effects"]]
        rows.append((_title(game), *(f"{points(row['effect'])} {points_between(row)}" for row in cells)))
    return Table(
        "others-numbers",
        "Dealt: effects in other games, in percentage points, with 95 % intervals over boards",
        ["game", *(ability_name(row["ability"]) for row in main["effects"])],
        rows,
    )


def _sets(games: list[Mapping[str, Any]], own: str) -> Table:
    return Table(
        "others-sets",
        "Dealt: what may be said in other games, and how wide their intervals are",
        ["game", "boards", "games", "mean width, points", "in front", "named", "the set for the average"],
        [
            (
                _title(game),
                f"{game['boards']}",
                f"{game['games']:,}",
                fixed(100 * sum(row["high"] - row["low"] for row in game["effects"]) / len(game["effects"])),
                ability_name(game["effects"][0]["ability"]),
                "yes" if game["verdict"]["named"] else "no",
                named(game["set_for_the_average"]),
            )
            for game in games
        ],
        words=(4, 5, 6),
        note=f"All but {own} are secondary. Boards are some of those that answer, with the same evidence.",
    )
