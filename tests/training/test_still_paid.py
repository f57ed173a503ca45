"""What a fallen seat will still be paid, compared with what it is paid in the end."""

import numpy as np
import pytest

from dixie_env import Setup
from dixie_env.rewards import Reward
from dixie_training.running_games import LEARNER, RunningGames


def seating(players, games):
    return np.full((games, players), LEARNER, np.int32)


@pytest.mark.parametrize("shaping", [0.0, 2.0])
@pytest.mark.parametrize("kind", ["win", "rank", "score"])
def test_it_is_what_the_seat_gets_until_the_end(kind, shaping):
    """Random play falls often. Every promise to a fallen seat is kept; `score` is only an estimate."""
    games = RunningGames([Setup(3), Setup(4)], {3: 20, 4: 20}, [None], seating, Reward(kind, shaping), 7)
    rng = np.random.default_rng(1)
    promised = np.full((games.count, 5), np.nan)
    paid = np.zeros((games.count, 5))
    kept = []
    for _ in range(1500):
        rewards, done, _ = games.step(np.array([rng.choice(np.flatnonzero(mask)) for mask in games.masks]))
        paid += rewards
        kept += [(promised - paid)[done][~np.isnan(promised[done])]]
        promised[done] = np.nan
        still = games.still_paid()
        new = np.isnan(promised) & ~np.isnan(still)
        promised[new], paid[new] = still[new], 0
    errors = np.concatenate(kept)
    assert errors.size > 60
    if kind == "score":
        assert abs(errors.mean()) < 0.3
    elif kind == "win":  # a tie for first costs the others more
        assert (abs(errors) < 1e-5).mean() > 0.98
    else:
        assert errors == pytest.approx(0, abs=1e-5)
