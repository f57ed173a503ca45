"""Planted truths: what the estimators must find, and what they must not."""

import numpy as np
import pytest

from dixie_arena.ability_effects.estimate import estimate_dealt, estimate_twins, twin_correlation
from dixie_arena.ability_effects.sample import METRICS
from dixie_arena.ability_effects.study import precision
from tests.arena.abilities_helpers import OFF, PLANTED, planted_score_effects, play

SUPERSTITIOUS = "tests.arena.superstitious:Superstitious"
FAMILIES = 9
"""Designs times metrics: so many times ten labels are looked at for more than chance explains."""
ESTIMATORS = [("dealt", estimate_dealt), ("swap", estimate_twins), ("carousel", estimate_twins)]


@pytest.fixture(scope="module")
def planted():
    """The effects that each design finds where a bonus is planted."""
    return {
        design: estimate(
            play(design, 1500 if design == "swap" else 900, agent=SUPERSTITIOUS, doctored=PLANTED, rounds=1),
            *METRICS,
        )
        for design, estimate in ESTIMATORS
    }


@pytest.mark.parametrize("design", [design for design, _ in ESTIMATORS])
def test_planted_bonus_is_found(planted, design):
    found = planted[design]
    score = found["score"]
    assert (np.abs(score.values - planted_score_effects()) <= score.half_width(corrected=True)).all()
    assert score.p_holm[2] < 0.001 and score.p_holm[6] < 0.001
    assert score.order[0] == 2 and score.order[-1] == 6
    share, rank = found["win_share"], found["rank"]
    assert share.values[2] > share.half_width(corrected=True)[2]
    assert share.values[6] < -share.half_width(corrected=True)[6]
    assert rank.values[2] < 0 < rank.values[6]
    assert share.order[0] == rank.order[0] == 2
    assert share.rank_probabilities()[2, 0] > 0.99


def test_both_methods_agree(planted):
    """On win share and rank too, where the truth is not known: they estimate the same thing."""
    for design in ("swap", "carousel"):
        for metric in METRICS:
            assert precision(planted["dealt"][metric], planted[design][metric])["largest_z"] < 3.5


@pytest.mark.parametrize("players", [2, 3, 5])
def test_planted_bonus_is_found_with_any_number_of_players(players):
    score = estimate_dealt(play("dealt", 900, players=players, doctored=PLANTED), "score")["score"]
    assert (np.abs(score.values - planted_score_effects()) <= score.half_width(corrected=True)).all()
    assert score.order[0] == 2 and score.order[-1] == 6


@pytest.mark.parametrize(("design", "estimate"), ESTIMATORS)
def test_ten_labels_for_the_same_thing_do_not_differ(design, estimate):
    sample = play(design, 900, agent=SUPERSTITIOUS, doctored=OFF, rounds=1)
    for effects in estimate(sample, "win_share", "rank", "score").values():
        assert (effects.p_holm > 0.05 / FAMILIES).all()


def test_twins_in_which_abilities_do_nothing_are_the_same_game():
    """Nothing but the label differs, so twins never part: their correlation is 1, and no game is wasted."""
    sample = play("swap", 400, doctored=OFF)
    assert twin_correlation(sample, "score") == pytest.approx(1)
    assert estimate_twins(sample, "score")["score"].worst_error == pytest.approx(0, abs=1e-9)


def test_effects_add_up_to_nothing():
    effects = estimate_dealt(play("dealt", 300), "score")["score"]
    assert effects.values.sum() == pytest.approx(0, abs=1e-9)
    assert effects.covariance.sum() == pytest.approx(0, abs=1e-9)
    assert effects.rank_probabilities().sum(axis=0) == pytest.approx(np.ones(10))


@pytest.mark.long
@pytest.mark.parametrize(("design", "estimate"), ESTIMATORS)
def test_intervals_cover_the_planted_truth_as_often_as_they_say(design, estimate):
    """200 repetitions with fixed seeds, pooled over abilities."""
    hits = []
    for seed in range(200):
        sample = play(design, 240, seed, agent=SUPERSTITIOUS, doctored=PLANTED, players=3, rounds=1)
        score = estimate(sample, "score")["score"]
        hits.append(np.abs(score.values - planted_score_effects()) <= score.half_width(corrected=False))
    covered = float(np.mean(hits))
    print(f"{design}: covered {covered:.4f}")
    assert 0.92 <= covered <= 0.98


@pytest.mark.long
@pytest.mark.parametrize(("design", "estimate"), ESTIMATORS)
def test_of_nothing_one_test_in_twenty_is_significant(design, estimate):
    p_values = []
    for seed in range(200):
        sample = play(design, 240, seed, agent=SUPERSTITIOUS, doctored=OFF, players=3, rounds=1)
        p_values.append(estimate(sample, "win_share")["win_share"].p_values)
    found = float(np.mean(np.array(p_values) < 0.05))
    print(f"{design}: significant {found:.4f}")
    assert 0.02 <= found <= 0.08
