"""Abilities dealt to each game of a match."""

import numpy as np
import pytest

from dixie_agents.match import play_matches
from dixie_agents.registry import make_agent
from dixie_env import make_rules

SEEDS = np.arange(6)


def test_dealt_games_are_those_of_a_fixed_draft():
    sane = [make_agent("sane")]
    deals = np.array([[3, 5, 8], [1, 2, 10], [9, 4, 7], [2, 1, 3], [10, 9, 8], [6, 5, 4]])
    seats = np.zeros((len(SEEDS), 3), int)
    together = play_matches(make_rules(3, draft="random"), sane, seats, SEEDS, deals=deals)
    for row, deal in enumerate(deals.tolist()):
        rules = make_rules(3, draft="fixed", abilities=deal)
        alone = play_matches(rules, sane, seats[:1], SEEDS[row : row + 1])
        assert (alone.states == together.states[row : row + 1]).all()


@pytest.mark.parametrize(
    ("deals", "words"),
    [
        ([[1, 2, 3]], r"shape \(6, 3\)"),
        (np.full((6, 3), 0.5), "integers"),
        (np.tile([1, 2, 11], (6, 1)), "1 to 10, not 1 to 11"),
        (np.tile([1, 2, 2], (6, 1)), r"different, not \[1, 2, 2\]"),
    ],
)
def test_bad_deals_are_refused(deals, words):
    with pytest.raises(ValueError, match=words):
        play_matches(make_rules(3), [make_agent("sane")], np.zeros((6, 3), int), SEEDS, deals=deals)
