"""The sentences about a study: what they claim, and how they count."""

from typing import Any

import pytest

from dixie_arena.abilities import verdict
from dixie_env.engine.words import ABILITIES


def summary(above: int, below: int, *, first: float = 1.0, edition: Any = "de") -> dict[str, Any]:
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
                "first": first,
            }
        )
    cell = {"agent": "sane", "players": 4, "edition": edition, "games": 1200, "effects": {"win_share": rows}}
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
    name = ABILITIES[0].replace("_", " ").capitalize()
    assert verdict.answer(summary(1, 1))[0] == (
        f"{name} is the strongest ability for sane (4 players, edition de, 1,200 games): +5.0 percentage "
        "points of win probability compared with the average ability [+4.0, +6.0]."
    )


def test_an_open_answer_names_the_next_candidate() -> None:
    line = verdict.answer(summary(1, 1, first=0.6, edition={"swap": True}))[0]
    assert " leads for sane (4 players, a custom edition, 1,200 games): +5.0" in line
    second = ABILITIES[1].replace("_", " ")
    assert line.endswith(
        f"But the probability that it is the strongest is only 60%; {second} is the next candidate."
    )
