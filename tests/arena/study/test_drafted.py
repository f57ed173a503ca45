"""Drafted games as a table says them, and what drafting by induction gains."""

from typing import Any

import numpy as np
import pyarrow as pa
import pytest

from dixie_arena.studying.draft_games import describe_values, draft_gain
from dixie_arena.studying.draft_tree import solve_draft
from dixie_arena.studying.draft_values import DraftValues
from dixie_arena.studying.drafted import describe_drafted
from dixie_env.engine.words import ABILITIES

PLAYERS = 4


def table(cells: list[dict[str, Any]]) -> pa.Table:
    """A stage's games; each cell has columns as games x players."""
    columns = {name: np.concatenate([cell[name].ravel() for cell in cells]) for name in cells[0]}
    number = np.repeat(np.arange(len(cells)), [cell["ability"].size for cell in cells])
    return pa.table({"cell": number.astype(np.int32), **columns})


def drafted(games: int, first: tuple[int, ...], shown: tuple[int, ...], winner: int) -> dict[str, Any]:
    """Games in which seats hold the same abilities each time, and one seat wins."""
    share = np.tile(np.arange(PLAYERS) == winner, (games, 1)).astype(float)
    return {
        "ability": np.tile(first, (games, 1)).astype(np.int8),
        "place": np.tile(np.arange(PLAYERS)[::-1], (games, 1)).astype(np.int8),
        "win_share": share,
        "kept": share > 0,
        "display": np.full((games, PLAYERS), sum(1 << ability for ability in shown), np.int16),
    }


def test_pick_rates_and_wins_of_holders_count_boards_by_their_weights():
    shown = (1, 2, 3, 4, 5, 6)
    cells = [
        drafted(300, (1, 2, 3, 4), shown, winner=0),
        drafted(300, (5, 2, 3, 4), shown, winner=1),
        drafted(100, (6, 2, 3, 4), shown, winner=1),
    ]
    found = describe_drafted(table(cells), PLAYERS, np.array([0.5, 0.25, 0.25]))
    assert found["games"] == 700 and found["boards"] == 3
    rows = {row["ability"]: row for row in found["abilities"]}
    one, two, five, six, seven = (rows[ABILITIES[number - 1]] for number in (1, 2, 5, 6, 7))
    assert one["pick_rate"]["value"] == pytest.approx(0.5)
    assert two["pick_rate"]["value"] == 1 and two["pick_rate"]["low"] < 1
    assert two["win_share_of_holders"]["value"] == pytest.approx(0.5)
    assert one["win_share_of_holders"] == {"value": 1, "low": None, "high": None}  # held on one board only
    assert one["mean_pick"] == 1 and two["mean_pick"] == 2
    assert not five["not_chosen"] and five["kept"] == 0
    assert six["held"] == 100 and six["not_chosen"] and "win_share_of_holders" not in six
    assert seven["shown"] == 0 and "pick_rate" not in seven and seven["not_chosen"]
    assert found["abilities"][0]["pick_rate"]["value"] == 1


def arm(games: int, seats: int, wins: float, score: float) -> dict[str, Any]:
    """Games in which the focal seats win a share and have a score; the others share the rest and have 0."""
    focal = np.zeros((games, PLAYERS), bool)
    if seats == 1:
        focal[np.arange(games), np.arange(games) % PLAYERS] = True
    return {
        "ability": np.ones((games, PLAYERS), np.int8),
        "focal": focal,
        "win_share": np.where(focal, wins, (1 - wins) / 3 if seats == 1 else 0.25),
        "score": np.where(focal, score, 0.0) if seats == 1 else np.full((games, PLAYERS), score),
    }


def test_the_gain_is_the_weighted_mean_over_boards():
    none = table([arm(5, 0, 0, -10), arm(5, 0, 0, -20)])
    one = table([arm(20, 1, 0.35, -8), arm(20, 1, 0.25, -20)])
    everyone = table([arm(5, 0, 0, -7), arm(5, 0, 0, -16)])
    gain = draft_gain(none, one, everyone, PLAYERS, np.array([0.75, 0.25]))
    assert (gain["boards"], gain["games"]) == (2, 40)
    wins = gain["one_seat"]["wins"]
    assert wins["value"] == pytest.approx(0.075) and wins["low"] < 0.075 < wins["high"]
    assert gain["one_seat"]["points"]["value"] == pytest.approx(0.75 * 2)
    assert gain["all_seats"]["points"]["value"] == pytest.approx(0.75 * 3 + 0.25 * 4)


def test_the_typical_display_has_the_middle_regret():
    random = np.random.default_rng(3)
    values = DraftValues(0.25 + 0.05 * random.standard_normal((PLAYERS, 10)), np.zeros((10, 10)))
    found = describe_values(values)
    assert sum(found["best_first_pick"].values()) == 210
    display = [ABILITIES.index(name) + 1 for name in found["typical"]["display"]]
    tree = solve_draft(values, display)
    assert [ABILITIES[number - 1] for number in tree.line] == found["typical"]["line"]
    step, line = found["typical"]["tree"], []
    while step is not None:
        line.append(step["best"])
        assert step["options"][step["best"]] == max(step["options"].values())
        assert step["pick"] == len(line)
        step = step["next"]
    assert line == found["typical"]["line"]
