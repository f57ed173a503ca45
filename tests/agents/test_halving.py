"""Sequential halving, completed values and the improved policy, with planted values."""

import numpy as np
import pytest

from dixie_agents.compiled.halving import LARGEST, Halving

USUAL = {"value_scale": 0.1, "maxvisit_init": 50.0}


def played(priors, values, key=1, worth=0.0, **settings):
    """A decision after all its simulations, each of which finds the planted value."""
    halving = Halving(priors, worth, key, **{**USUAL, **settings})
    while halving.next is not None:
        halving.add(values[halving.next])
    return halving


@pytest.mark.parametrize(
    ("options", "simulations", "considered", "visits"),
    [
        (4, 16, 4, [6, 6, 2, 2]),  # 2 for each of 4, then 4 for each of 2
        (8, 16, 8, [4, 4, 2, 2, 1, 1, 1, 1]),
        (20, 16, 8, [4, 4, 2, 2, 1, 1, 1, 1] + [0] * 12),
        (2, 7, 8, [4, 3]),
        (3, 2, 8, [1, 1, 0]),
        (1, 5, 8, [5]),
    ],
)
def test_simulations_are_halved(options, simulations, considered, visits):
    done = played(
        np.full(options, 1 / options), [0.0] * options, simulations=simulations, considered=considered
    )
    assert sorted(done.visits, reverse=True) == visits


def test_it_finds_the_best_option_among_noisy_values():
    """The best of 8 options gets the most simulations and is played, though each value is noisy."""
    random = np.random.default_rng(1)
    truth = np.linspace(-0.5, 0.5, 8)
    found = []
    for key in range(200):
        order = random.permutation(8)
        halving = Halving(
            np.full(8, 0.125), 0.0, key, simulations=64, considered=8, value_scale=1.0, maxvisit_init=50
        )
        while halving.next is not None:
            halving.add(truth[order[halving.next]] + 0.1 * random.standard_normal())
        found.append(truth[order[halving.chosen]])
        assert halving.visits[halving.chosen] == max(halving.visits)
    assert np.mean(np.array(found) == 0.5) > 0.8
    assert min(found) > 0


def test_options_are_drawn_like_the_policy():
    """With one simulation the option played is a sample of the policy: the noise is that of Gumbel."""
    priors = np.array([0.6, 0.3, 0.1])
    drawn = [played(priors, [0.0] * 3, key, simulations=1, considered=2).chosen for key in range(4000)]
    assert np.bincount(drawn, minlength=3) / 4000 == pytest.approx(priors, abs=0.03)


def test_the_target_by_hand():
    """All options have a value: softmax(log prior + (50 + 1) * 0.1 * value)."""
    done = played([0.5, 0.3, 0.2], [0.2, 0.4, -0.1], simulations=3, considered=3)
    # e^(-0.6931 + 1.02) = 1.3866, e^(-1.2040 + 2.04) = 2.3071, e^(-1.6094 - 0.51) = 0.1201; sum 3.8138
    assert done.target == pytest.approx([0.3636, 0.6049, 0.0315], abs=1e-4)
    # (0 + 3 * (0.5 * 0.2 + 0.3 * 0.4 + 0.2 * -0.1) / 1) / 4
    assert done.value == pytest.approx(0.15)


def test_completed_values_by_hand():
    """The third option has no simulation and gets the mixed value."""
    for key in range(100):
        done = played([0.5, 0.3, 0.2], [0.2, 0.4, 9.0], key, worth=0.1, simulations=2, considered=2)
        if done.visits == [1, 1, 0]:
            break
    else:
        raise AssertionError("no key draws the first two options")
    # (0.1 + 2 * (0.5 * 0.2 + 0.3 * 0.4) / (0.5 + 0.3)) / (1 + 2)
    assert done.value == pytest.approx(0.65 / 3)
    # e^(-0.6931 + 1.02) = 1.3866, e^(-1.2040 + 2.04) = 2.3071, e^(-1.6094 + 1.105) = 0.6038; sum 4.2975
    assert done.target == pytest.approx([0.3227, 0.5369, 0.1405], abs=1e-4)


def test_most_visits_make_values_count_more():
    few, many = (
        played([0.5, 0.5], [0.0, 0.1], simulations=n, considered=2, value_scale=1.0, maxvisit_init=0)
        for n in (2, 20)
    )
    assert few.target[1] == pytest.approx(1 / (1 + np.exp(-0.1)))  # (0 + 1 visit) * 0.1
    assert many.target[1] == pytest.approx(1 / (1 + np.exp(-1.0)))  # (0 + 10 visits) * 0.1


def test_equal_values_leave_the_policy_as_it_is():
    priors = [0.7, 0.2, 0.1]
    assert played(priors, [0.3] * 3, worth=0.3, simulations=8, considered=2).target == pytest.approx(priors)


def test_an_impossible_prior_does_no_harm():
    done = played([1.0, 0.0], [0.0, 1.0], simulations=4, considered=2)
    assert np.isfinite(done.target).all()
    assert done.target.sum() == pytest.approx(1)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"simulations": 0}, f"1 to {LARGEST} simulations, not 0"),
        ({"simulations": LARGEST + 1}, f"simulations, not {LARGEST + 1}"),
        ({"considered": 1}, "2 to 157 options, not 1"),
    ],
)
def test_wrong_numbers_are_refused(settings, message):
    with pytest.raises(ValueError, match=message):
        Halving([1.0], 0.0, 1, **{"simulations": 4, "considered": 4, **USUAL, **settings})


def test_one_simulation_too_many_is_refused():
    done = played([0.5, 0.5], [0.0, 0.0], simulations=2, considered=2)
    with pytest.raises(ValueError, match="all 2 simulations are done"):
        done.add(0.0)
