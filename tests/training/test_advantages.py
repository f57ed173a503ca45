"""Advantages along a seat's own decisions, across the moves of others."""

import numpy as np
import pytest

from dixie_training.advantages import seat_advantages

DISCOUNT, TRACE = 0.9, 0.5


def one_game(seats, values, rewards, done, *, discount=DISCOUNT, trace=TRACE, fallen=None):
    """The same for a single game, lists in, lists out."""
    still_paid = np.full((1, 5), np.nan, np.float32)
    for seat, amount in (fallen or {}).items():
        still_paid[0, seat] = amount
    paid = np.zeros((len(seats), 1, 5), np.float32)
    for tick, payments in enumerate(rewards):
        for seat, amount in payments.items():
            paid[tick, 0, seat] = amount
    advantages, known = seat_advantages(
        np.array(seats, np.int8)[:, None],
        np.array(values, np.float32)[:, None],
        paid,
        np.array(done)[:, None],
        discount,
        trace,
        still_paid,
    )
    return advantages[:, 0].tolist(), known[:, 0].tolist()


def test_two_seats_by_hand():
    # seat 0 decides at 0, 2, 3; seat 1 at 1, 4; the game ends after 4
    advantages, known = one_game(
        seats=[0, 1, 0, 0, 1],
        values=[0.1, 0.2, 0.3, 0.4, 0.5],
        rewards=[{0: 1.0}, {0: 2.0, 1: 3.0}, {1: 0.5}, {}, {0: 4.0, 1: -4.0}],
        done=[False, False, False, False, True],
    )
    at_4 = -4.0 - 0.5
    at_3 = 4.0 - 0.4
    at_2 = 0 + 0.9 * 0.4 - 0.3 + 0.9 * 0.5 * at_3
    at_1 = (3.0 + 0.5) + 0.9 * 0.5 - 0.2 + 0.9 * 0.5 * at_4
    at_0 = (1.0 + 2.0) + 0.9 * 0.3 - 0.1 + 0.9 * 0.5 * at_2
    assert advantages == pytest.approx([at_0, at_1, at_2, at_3, at_4], abs=1e-6)
    assert known == [True] * 5


def test_the_last_decision_of_an_unfinished_game_is_not_learned_from():
    advantages, known = one_game(
        seats=[0, 1, 0], values=[1.0, 2.0, 3.0], rewards=[{0: 0.5}, {}, {0: 9.0}], done=[False] * 3
    )
    assert known == [True, False, False]
    assert advantages[0] == pytest.approx(0.5 + 0.9 * 3.0 - 1.0)


def test_a_seat_that_fell_knows_what_its_last_decision_led_to():
    """Seat 1 falls after its decision at 1, and the game goes on without it."""
    advantages, known = one_game(
        seats=[0, 1, 0],
        values=[1.0, 2.0, 3.0],
        rewards=[{0: 0.5}, {1: -0.25}, {0: 9.0, 1: -0.125}],
        done=[False] * 3,
        fallen={1: -0.5},
    )
    assert known == [True, True, False]
    assert advantages[1] == pytest.approx(-0.25 - 0.125 - 0.5 - 2.0)
    assert advantages[0] == pytest.approx(0.5 + 0.9 * 3.0 - 1.0)


def test_nothing_leaks_from_one_game_into_the_one_before():
    first = one_game([0, 1], [0.0, 0.0], [{}, {0: 1.0, 1: -1.0}], [False, True])[0]
    both = one_game(
        [0, 1, 0, 1],
        [0.0, 0.0, 7.0, 7.0],
        [{}, {0: 1.0, 1: -1.0}, {0: 5.0}, {1: 5.0}],
        [False, True, False, True],
    )[0]
    assert both[:2] == first


def test_without_discount_and_with_full_trace_it_is_return_minus_value():
    advantages, _ = one_game(
        [0, 1, 0, 1],
        [0.5, 0.25, -0.5, 0.0],
        [{0: 1}, {1: 2}, {0: 3}, {0: 4, 1: 5}],
        [False, False, False, True],
        discount=1.0,
        trace=1.0,
    )
    assert advantages == pytest.approx([8 - 0.5, 7 - 0.25, 7 + 0.5, 5.0])
