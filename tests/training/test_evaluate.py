"""Win shares in training: their intervals hold at the edge, and cards show them."""

import json
from pathlib import Path

import numpy as np

from dixie_agents import make_agent
from dixie_agents.measured import describe_policy
from dixie_env import Setup
from dixie_training.evaluate import WinShare, win_share


def test_a_share_of_all_games_is_not_certain() -> None:
    found = WinShare("random", 4, 200, 1.0, 12.5)
    low, high = found.interval
    assert high == 1 and 0.97 < low < 0.99
    assert found.margin > 0
    assert str(found) == "4 players, against random: 100.0% [98.2, 100.0] (fair: 25.0%)"
    stored = found.as_object()
    assert (stored["share"], stored["low"], stored["high"], stored["score"]) == (1.0, 0.9817, 1.0, 12.5)
    assert stored["margin"] == round(found.margin, 4)


def test_intervals_of_evaluations_cover() -> None:
    random = np.random.default_rng(1)
    for truth in (0.02, 0.3, 0.98):
        covered = 0
        for _ in range(300):
            low, high = WinShare("sane", 4, 200, random.binomial(200, truth) / 200, 0.0).interval
            covered += low <= truth <= high
        assert covered >= 0.95 * 300 - 2.33 * np.sqrt(300 * 0.05 * 0.95)


def test_the_interval_is_about_the_games_played() -> None:
    found = win_share(make_agent("sane"), "random", Setup(2, rounds=1), 40)
    assert found.games == 40 and found.interval[0] <= found.share <= found.interval[1]


def test_cards_from_before_are_shown_with_the_same_intervals() -> None:
    """`second` won 1,000 of 1,000 games against `sane` with 2 players; its card says "± 0.0"."""
    shown = describe_policy("zoo/second")
    assert "2 players, against sane: 100.0% [99.6, 100.0]" in shown
    assert "±" not in shown
    card = Path(__file__).parents[2] / "agents" / "dixie_agents" / "zoo" / "second" / "card.json"
    assert '"margin": 0.0,' in json.dumps(json.loads(card.read_text()))
