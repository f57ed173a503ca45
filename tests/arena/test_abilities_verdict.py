"""The sentences about a study: what they claim, and how they count."""

from typing import Any

import pytest

from dixie_arena.ability_effects import verdict
from dixie_env.engine.words import ABILITIES


def summary(above: int, below: int, *, named: bool = True, edition: Any = "de") -> dict[str, Any]:
    """A study in which some abilities are significantly better than the average and some worse."""
    rows = []
    for place, ability in enumerate(ABILITIES):
        significant = place < above or place >= len(ABILITIES) - below
        effect = 0.05 - 0.011 * place
        rows.append(
            {
                "ability": ability,
                "effect": effect,
                "low_corrected": effect - 0.01,
                "high_corrected": effect + 0.01,
                "p_holm": 0.001 if significant else 0.5,
            }
        )
    found = {"ability": ABILITIES[0], "named": named, "rival": ABILITIES[1], "candidates": ABILITIES[:3]}
    cell = {
        "agent": "sane",
        "players": 4,
        "edition": edition,
        "games": 1200,
        "effects": {"win_share": rows},
        "strongest": {**found, "lead": 0.011, "lead_low": 0.002, "lead_high": 0.02},
    }
    return {"cells": [cell]}


@pytest.mark.parametrize(
    ("above", "below", "end"),
    [
        (2, 1, " Seven are indistinguishable from average."),
        (5, 4, " One is indistinguishable from average."),
        (0, 0, "Worse than average: none. All ten are indistinguishable from average."),
        (5, 5, f"{ABILITIES[-1].replace('_', ' ')}."),
    ],
)
def test_the_rest_is_counted_in_words(above: int, below: int, end: str) -> None:
    line = verdict.answer(summary(above, below))[1]
    assert line.endswith(end)
    assert line.startswith("Better than average: ")


def test_a_sure_answer_names_agent_players_edition_and_games() -> None:
    name, rival = (ABILITIES[place].replace("_", " ") for place in (0, 1))
    assert verdict.answer(summary(1, 1))[0] == (
        f"{name.capitalize()} is the strongest ability for sane (4 players, edition de, 1,200 games): +5.0 "
        "percentage points of win probability compared with the average ability [+4.0, +6.0]. Its lead over "
        f"each of the other nine is significant; the closest is {rival}: +1.1 [+0.2, +2.0] points."
    )


def test_an_open_answer_names_the_candidates() -> None:
    line = verdict.answer(summary(1, 1, named=False, edition={"swap": True}))[0]
    assert " leads for sane (4 players, a custom edition, 1,200 games): +5.0" in line
    assert "is the strongest" not in line.split(" one of")[0].replace("the strongest is", "")
    names = ", ".join(name.replace("_", " ") for name in ABILITIES[:3])
    assert line.endswith(f"With a probability of 95% the strongest is one of: {names}.")


def boards(**changes: Any) -> dict[str, Any]:
    best = {"ability": ABILITIES[0], "rank_kept": 0.5, "rank_kept_by_chance": 0.8, "top_3": 0.75}
    order = {"stronger": ABILITIES[0], "weaker": ABILITIES[1], "p_varies": 0.4, "probability": 0.99}
    found = [{**order, "reversed": 0}, {**order, "probability": 0.6, "p_varies": 0.01, "reversed": 2}]
    return {
        "boards": {
            "boards": 16,
            "abilities": [{**best, "hangs_on": ["track length"]}],
            "conclusions": found,
            **changes,
        }
    }


def test_what_other_boards_say() -> None:
    lines = verdict.boards(boards())
    name, other = (ABILITIES[place].replace("_", " ") for place in (0, 1))
    assert lines[1] == (
        "On the standard board, 2 pairs of abilities have a significant order. On a new board of the "
        "prior, 1 of these orders hold with a probability of at least 95%; for 1, the size of the difference "
        "depends on the board (test at 5% over all pairs)."
    )
    assert lines[2] == f"Significantly reversed on some boards (how many): {name} above {other} (2)."
    assert lines[3] == f"The value of {name} depends on: track length."
    assert len(verdict.boards(boards(conclusions=[]))) == 3
