"""From weighed boards to a sample of them."""

import numpy as np
import pytest

from dixie_arena.studying.cells import effective_number
from dixie_arena.studying.sampling import (
    allocate_lengths,
    board_weights,
    draw_sample,
    inclusion_probabilities,
    propose_lengths,
    systematic_sample,
)


def test_inclusion_probabilities_are_proportional_up_to_one():
    found = inclusion_probabilities([10, 4, 2, 2, 1, 1, 0], 3)
    assert found.sum() == pytest.approx(3) and found[0] == 1 and found[-1] == 0
    assert found[1:6] / found[4] == pytest.approx([4, 2, 2, 1, 1])
    again = inclusion_probabilities([10, 8, 1, 1], 3)  # the second is certain once the first is
    assert again == pytest.approx([1, 1, 0.5, 0.5])
    assert inclusion_probabilities([3, 2, 0], 2).tolist() == [1, 1, 0]
    with pytest.raises(ValueError, match="can't draw 3 boards: 2 have weight"):
        inclusion_probabilities([3, 2, 0], 3)


def test_systematic_samples_have_the_right_size_and_probabilities():
    inclusion = inclusion_probabilities(np.random.default_rng(1).gamma(0.4, size=60), 15)
    starts = (np.arange(4000) + 0.5) / 4000
    counts = np.zeros(60)
    for start in starts:
        chosen = systematic_sample(inclusion, start)
        assert len(chosen) == 15 and len(set(chosen.tolist())) == 15
        counts[chosen] += 1
    assert counts / 4000 == pytest.approx(inclusion, abs=1e-3)
    assert (counts[inclusion == 1] == 4000).all()
    with pytest.raises(ValueError, match="whole number"):
        systematic_sample(np.array([0.5, 0.2]), 0.1)


def test_no_board_without_weight_is_drawn_wherever_it_starts():
    inclusion = np.array([0, 0.5, 0, 0.5, 0, 1.0, 0])
    for start in (0.0, 0.25, 0.5, 0.75, 0.999999):
        assert (inclusion[systematic_sample(inclusion, start)] > 0).all()


def test_the_sample_stands_for_the_posterior():
    """The mean of w / pi over many samples is the weighted mean; weighting with w again is not."""
    random = np.random.default_rng(2)
    weights = random.gamma(0.3, size=400)
    values = weights / weights.max() + random.normal(0, 0.1, 400)  # heavier boards have larger values
    truth = np.average(values, weights=weights)
    right, wrong = [], []
    for seed in range(400):
        sample = draw_sample(weights, 80, seed)
        right.append(sample.weights @ values[sample.boards])
        wrong.append(np.average(values[sample.boards], weights=weights[sample.boards]))
    error = np.std(right) / 20
    assert abs(np.mean(right) - truth) < 4 * error + 0.002
    assert np.mean(wrong) - truth > 0.05


def test_light_boards_have_equal_weights_in_the_sample():
    sample = draw_sample([1, 2, 3, 4] * 50, 20, 3)
    assert sample.weights == pytest.approx(1 / 20) and sample.weights.sum() == pytest.approx(1)
    assert (np.diff(sample.boards) > 0).all()
    assert draw_sample([1, 2, 3, 4] * 50, 20, 3).boards.tolist() == sample.boards.tolist()


def test_sorted_boards_are_spread_over_the_sample():
    random = np.random.default_rng(4)
    lengths = random.integers(6, 13, 700)
    weights = random.gamma(2.0, size=700)
    for seed in range(20):
        sample = draw_sample(weights, 100, seed, lengths)
        for length in range(6, 13):
            share = weights[lengths == length].sum() / weights.sum()
            assert abs((lengths[sample.boards] == length).sum() - 100 * share) < 2


def test_the_proposal_is_the_best_with_a_least_share():
    prior = np.full(7, 1 / 7)
    squares = np.array([0.0, 0.0001, 0.01, 0.3, 0.5, 0.2, 0.001])
    found = propose_lengths(prior, squares)
    assert found.sum() == pytest.approx(1) and found.min() == pytest.approx(0.05)

    def variance(proposal):
        return (prior**2 * squares / proposal).sum()

    random = np.random.default_rng(5)
    for _ in range(200):
        other = found + 0.02 * random.normal(size=7)
        other = np.maximum(other, 0.05)
        other[3] += 1 - other.sum()
        if other.min() >= 0.05:
            assert variance(found) <= variance(other) + 1e-12
    with pytest.raises(ValueError, match="can't have 20% each"):
        propose_lengths(prior, squares, 0.2)
    assert propose_lengths([0.5, 0.5], [1, 1], 0.5) == pytest.approx([0.5, 0.5])


def test_lengths_are_allocated_by_the_proposal_at_any_number():
    proposal = np.array([0.05, 0.05, 0.1, 0.3, 0.25, 0.15, 0.1])
    lengths = allocate_lengths(proposal, 2000)
    for count in (20, 137, 2000):
        assert np.abs(np.bincount(lengths[:count], minlength=7) - count * proposal).max() < 2
    assert (allocate_lengths(proposal, 500) == lengths[:500]).all()


def test_without_evidence_the_posterior_is_the_prior():
    prior = np.full(7, 1 / 7)
    lengths = allocate_lengths([0.05, 0.05, 0.1, 0.3, 0.25, 0.15, 0.1], 2000)
    weights = board_weights(prior, lengths, np.full(2000, -3.0))
    assert np.bincount(lengths, weights) == pytest.approx(prior)
    assert effective_number(weights) < 2000
    with pytest.raises(ValueError, match="length number 2"):
        board_weights([1, 1, 1], np.array([0, 1, 1]), np.zeros(3))


def test_evidence_weighs_whatever_the_proposal():
    """Two proposals, one posterior."""
    random = np.random.default_rng(6)
    posteriors = []
    for proposal in ([1, 1, 1], [1, 2, 7]):
        lengths = allocate_lengths(proposal, 30_000)
        log_evidence = np.log(np.array([0.1, 0.3, 1.0])[lengths]) - random.exponential(0.2, 30_000)
        posteriors.append(np.bincount(lengths, board_weights([1, 1, 1], lengths, log_evidence)))
    assert posteriors[0] == pytest.approx(posteriors[1], abs=0.01)
    assert posteriors[0] == pytest.approx(np.array([1, 3, 10]) / 14, abs=0.01)
