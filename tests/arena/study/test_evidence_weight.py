"""Weights with statements left out."""

import numpy as np
import pytest

from dixie_arena.studying.evidence_weight import EvidenceWeights, at_the_edge, games_needed
from dixie_arena.weigh import Games, weigh
from dixie_env.boards.evidence import SUMMARIES, load_evidence

KEYS = ("pit", "positive", "end", "twos")
GROUPS = ("pit", "both", "both", "twos")
LOGS = np.array([[-1.0, -2.0, -3.0, -0.001], [0.0, -1.0, -0.5, 0.0], [-4.0, 0.0, -5.0, -2.0]])


def test_groups_count_as_their_smallest():
    found = EvidenceWeights(KEYS, GROUPS, LOGS)
    assert found.total() == pytest.approx([-4.001, -1, -11])


def test_leaving_out_a_statement_keeps_the_others_of_its_group():
    found = EvidenceWeights(KEYS, GROUPS, LOGS).leave_one_out()
    assert list(found) == list(KEYS)
    assert found["pit"] == pytest.approx([-3.001, -1, -7])
    assert found["end"] == pytest.approx([-3.001, -1, -6])
    assert found["positive"] == pytest.approx([-4.001, -0.5, -11])
    assert EvidenceWeights(KEYS, GROUPS, LOGS).total(KEYS).tolist() == [0, 0, 0]
    with pytest.raises(ValueError, match="no statement 'ones'"):
        EvidenceWeights(KEYS, GROUPS, LOGS).total({"ones"})


def test_a_statement_that_moves_no_weight_says_nothing():
    """The last board would lose much by `twos`, but the others exclude it without."""
    assert EvidenceWeights(KEYS, GROUPS, LOGS).says_nothing() == ["twos"]
    louder = LOGS.copy()
    louder[1, 3] = -0.02
    assert EvidenceWeights(KEYS, GROUPS, louder).says_nothing() == []


def test_weights_of_weighed_boards_are_their_own():
    evidence = load_evidence()
    random = np.random.default_rng(1)
    weighings = []
    for _ in range(6):
        played = [
            Games(
                players,
                random.integers(2, size=(40, players)).astype(np.int32),
                {name: (random.random(40) < random.random()).astype(float) for name in SUMMARIES},
            )
            for players in evidence.players
        ]
        weighings.append(weigh(played, evidence, 2))
    found = EvidenceWeights.of(weighings)
    assert found.total() == pytest.approx([one.log_weight for one in weighings])
    assert found.groups[1] == found.groups[2] == "positive"
    one = found.leave_one_out()["pit_rare"]
    assert one == pytest.approx([w.log_weight - w.fits[0].log_weight for w in weighings])


def test_games_until_errors_are_half_the_tolerance():
    assert games_needed([0.01, 0.0004], 40, 0.04).tolist() == [1000, 40]


def test_the_edge_of_a_range():
    lengths = np.array([6, 7, 11, 12])
    assert at_the_edge(lengths, [1, 1, 3, 5], range(6, 13)) == 12
    assert at_the_edge(lengths, [5, 1, 3, 1], range(6, 13)) == 6
    assert at_the_edge(lengths, [1, 1, 7, 1], range(6, 13)) is None
    assert at_the_edge(lengths[:3], [1, 1, 7], range(6, 13)) is None
    assert at_the_edge([5, 5], [1, 1], [5]) is None
