"""Who sits opposite the learner."""

import json

import numpy as np
import pytest

from dixie_env import DixieError
from dixie_env.engine.model import STATE_DTYPE
from dixie_training.pool import Pool
from dixie_training.running_games import LEARNER, Ended
from tests.agents.test_policy import some_weights


def ended(lineups, ranks):
    states = np.zeros(len(lineups), STATE_DTYPE)
    states["ranks"][:, : len(ranks[0])] = ranks
    return Ended(np.arange(len(lineups)), np.array(lineups, np.int32), states)


def test_alone_every_seat_is_the_learners():
    assert (Pool().seat(4, 50) == LEARNER).all()


def test_share_of_self_play():
    lineups = Pool(["sane"], self_play=0.25, seed=1).seat(3, 4000)
    own = (lineups == LEARNER).sum(axis=1)
    assert set(own.tolist()) == {1, 3}
    assert (own == 3).mean() == pytest.approx(0.25, abs=0.03)


def test_share_of_games_with_an_intruder():
    lineups = Pool(["sane", "greedy"], self_play=0.25, intruder=0.4, seed=1).seat(4, 6000)
    own = (lineups == LEARNER).sum(axis=1)
    assert set(own.tolist()) == {1, 3, 4}
    assert (own == 4).mean() == pytest.approx(0.25, abs=0.03)
    assert (own == 3).mean() == pytest.approx(0.4, abs=0.03)
    intruders = lineups[own == 3]
    assert (intruders != LEARNER).mean(axis=0) == pytest.approx([0.25] * 4, abs=0.03)
    assert set(intruders.ravel().tolist()) == {LEARNER, 1, 2}


def test_the_learners_seat_is_any():
    lineups = Pool(["sane"], self_play=0, seed=1).seat(4, 4000)
    shares = (lineups == LEARNER).mean(axis=0)
    assert shares == pytest.approx([0.25] * 4, abs=0.03)


@pytest.mark.parametrize("alike", [0.0, 1.0])
def test_opponents_alike_or_each_drawn(alike):
    lineups = Pool(["sane", "greedy", "balanced"], self_play=0, alike=alike, seed=1).seat(5, 500)
    kinds = [len(set(row[row != LEARNER].tolist())) for row in lineups]
    assert max(kinds) == (1 if alike else 3)


def test_those_who_win_come_more_often():
    pool = Pool(["sane", "balanced"], self_play=0, alike=1.0, floor=0.05, seed=1)
    for _ in range(2000):
        pool.record(ended([[0, 1]], [[1, 2]]))  # beats sane
        pool.record(ended([[2, 0]], [[1, 2]]))  # loses to balanced
    assert pool.lost[2, 1] < 0.01
    assert pool.lost[2, 2] > 0.99
    lineups = pool.seat(2, 3000)
    assert (lineups == 1).any(axis=1).mean() == pytest.approx(0.05 / 1.1, abs=0.02)
    lineups = pool.seat(3, 3000)  # with 3 players nobody knows yet
    assert (lineups == 1).any(axis=1).mean() == pytest.approx(0.5, abs=0.03)


def test_bots_and_snapshots_have_their_shares():
    pool = Pool(["sane", "greedy"], 3, self_play=0, alike=1.0, hand_written=0.6, seed=1)
    for _ in range(3):
        pool.add_snapshot(some_weights())
    lineups = pool.seat(2, 4000)
    assert ((lineups == 1) | (lineups == 2)).any(axis=1).mean() == pytest.approx(0.6, abs=0.03)


def test_a_tie_is_half_a_loss():
    pool = Pool(["sane"])
    for _ in range(3000):
        pool.record(ended([[0, 1]], [[1, 1]]))
    assert pool.lost[2, 1] == pytest.approx(0.5)


def test_snapshots_take_places_in_turn_and_empty_places_stay_empty():
    pool = Pool(["sane"], 2)
    assert pool.present(2).tolist() == [1]
    places = []
    for _ in range(3):
        before = dict(pool.snapshots)
        pool.add_snapshot(some_weights())
        places += [place for place, weights in pool.snapshots.items() if before.get(place) is not weights]
    assert places == [2, 3, 2]
    assert pool.present(2).tolist() == [1, 2, 3]
    assert pool.names == ["learner", "sane", "snapshot 1", "snapshot 2"]


def test_unknown_bots_are_refused():
    with pytest.raises(DixieError, match="there is no agent"):
        Pool(["nobody"])


def test_a_pool_goes_on_with_its_snapshots_and_its_luck():
    pools = [Pool(["sane"], 2, self_play=0.2, seed=4) for _ in range(2)]
    pools[0].add_snapshot(some_weights())
    pools[0].seat(4, 10)
    arrays, counters = pools[0].save()
    pools[1].load(arrays, json.loads(json.dumps(counters)))
    assert pools[1].players[2] is not None
    assert np.array_equal(pools[0].seat(4, 50), pools[1].seat(4, 50))


def test_snapshots_in_a_mood_want_other_options():
    weights = some_weights()
    pool = Pool(["sane"], 40, moods=2.0, seed=3)
    for _ in range(40):
        pool.add_snapshot(weights)
    wishes = np.array(
        [snapshot["policy.bias"] - weights["policy.bias"] for snapshot in pool.snapshots.values()]
    )
    strengths = wishes.std(axis=1)
    assert strengths.min() < 0.4 and 1.6 < strengths.max() < 2.4
    assert np.abs(np.corrcoef(wishes)[np.triu_indices(40, 1)]).mean() < 0.1  # each wants something else
    same = {name for name, array in pool.snapshots[2].items() if np.array_equal(array, weights[name])}
    assert same == set(weights) - {"policy.bias"}


def test_without_moods_snapshots_play_as_they_learned():
    weights = some_weights()
    pool = Pool(["sane"], 1)
    before = pool._rng.bit_generator.state
    pool.add_snapshot(weights)
    assert np.array_equal(pool.snapshots[2]["policy.bias"], weights["policy.bias"])
    assert pool._rng.bit_generator.state == before  # old runs go on as they would have


def test_moods_survive_a_stop():
    pools = [Pool(["sane"], 2, moods=1.0, seed=4) for _ in range(2)]
    pools[0].add_snapshot(some_weights())
    arrays, counters = pools[0].save()
    pools[1].load(arrays, json.loads(json.dumps(counters)))
    for pool in pools:
        pool.add_snapshot(some_weights())
    for place in (2, 3):
        first, second = (pool.snapshots[place]["policy.bias"] for pool in pools)
        assert np.array_equal(first, second)
