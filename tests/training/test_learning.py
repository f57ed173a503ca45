"""Learning reaches what it should, and nothing else."""

from typing import Any

import numpy as np
import pytest
import torch

from dixie_agents.policy import Policy, PolicyAgent
from dixie_env import Setup
from dixie_env.engine import option_id
from dixie_training.evaluate import win_share
from dixie_training.fast_ppo import FastPPO
from tests.training.small import small_config, with_players


@pytest.fixture(autouse=True)
def one_thread():
    torch.set_num_threads(1)


class Bandit:
    """Games of one decision each, and one option pays: the smallest game there is."""

    def __init__(self, learner, *, paid_seat=None):
        games = learner.games
        self.count, self.masks, self.observations = games.count, games.masks, games.observations
        self.waiting = np.zeros(self.count, np.int32)
        self.seats = np.arange(self.count).astype(np.int8) % 2
        self.observations[:] = 0
        self.observations[:, 0] = self.seats
        self.masks[:] = False
        self.masks[:, :8] = True
        self.paid_seat = paid_seat

    def step(self, options):
        rewards = np.zeros((self.count, 5), np.float32)
        rows = np.arange(self.count)
        right = options == np.where(self.seats == 0, 2, 5)
        if self.paid_seat is not None:
            right &= self.seats == self.paid_seat
        rewards[rows, self.seats] = right
        return rewards, np.ones(self.count, bool), []

    def still_paid(self):
        return None


def bandit(**arguments):
    learner: Any = FastPPO(
        small_config(**with_players(2, 64), updates=30, learning_rate=0.01, opponents={}, ent_coef=0.0)
    )
    learner.games = Bandit(learner, **arguments)
    return learner


def chances(learner, seat):
    observation = torch.zeros(1, learner.network.observation_size)
    observation[0, 0] = seat
    mask = torch.zeros(1, 157, dtype=torch.bool)
    mask[0, :8] = True
    with torch.no_grad():
        return learner.network(observation, mask)[0].exp()[0].numpy()


def test_a_bandit_is_solved():
    learner = bandit()
    for _ in range(30):
        learner.rollout()
        learner.learn()
    assert chances(learner, 0)[2] > 0.95
    assert chances(learner, 1)[5] > 0.95
    assert chances(learner, 0)[8:].sum() == 0


def test_the_gradient_reaches_the_seat_that_is_paid():
    learner = bandit(paid_seat=1)
    for _ in range(30):
        learner.rollout()
        learner.learn()
    assert chances(learner, 1)[5] > 0.95
    assert chances(learner, 0)[2] < 0.5  # nothing tells seat 0 that 2 is right


def test_rewards_in_real_games_go_to_the_seat_that_earned_them():
    """A reward that is planted for one seat changes the advantages of that seat's decisions only."""
    learner: Any = FastPPO(small_config(**with_players(3, 16), opponents={}, num_steps=64))
    step = learner.games.step

    def planted(options):
        rewards, done, endings = step(options)
        rewards[:] = 0
        rewards[:, 1] = 1
        return rewards, done, endings

    learner.games.step = planted
    learner.rollout()
    buffer = learner.buffer
    buffer.values[:] = 0
    from dixie_training.advantages import seat_advantages

    advantages, known = seat_advantages(
        buffer.seats, buffer.values.numpy(), buffer.rewards, buffer.done, 1.0, 1.0
    )
    for seat in range(3):
        own = advantages[known & (buffer.seats == seat)]
        assert own.size > 50
        assert (own > 0).all() if seat == 1 else (own == 0).all()


def test_bots_seats_are_not_learned_from():
    learner = FastPPO(small_config(opponents={"bots": ["sane"], "self_play": 0.0}))
    assert ((learner.games.lineups == 0).sum(axis=1) == 1).all()
    learner.rollout()
    rows = np.arange(learner.games.count)
    seats = learner.games.seats
    assert (learner.games.lineups[rows, seats] == 0).all()


def test_all_seats_beside_an_intruder_learn_and_its_wins_are_counted_apart():
    opponents = {"bots": ["sane"], "self_play": 0.0, "intruder": 1.0}
    learner = FastPPO(small_config(opponents=opponents, num_steps=400, **with_players(4, 8)))
    assert ((learner.games.lineups[:, :4] == 1).sum(axis=1) == 1).all()
    watched = learner.rollout()
    assert "win_share" not in watched and 0 <= watched["intruder_share"] <= 1
    assert set(learner.buffer.seats.ravel().tolist()) == {0, 1, 2, 3}


def test_snapshots_play_what_they_have_learned():
    """A network that wants one option only: as a snapshot it takes that option wherever it is legal."""
    learner = FastPPO(small_config(opponents={"snapshots": 1, "snapshot_every": 1, "self_play": 0.0}))
    weights = {name: array * 0 for name, array in learner.weights().items()}
    option = option_id("action:7", 0, 2)
    weights["policy.bias"][option] = 50.0
    learner.pool.add_snapshot(weights)
    learner.games._begin(0, np.arange(8))
    learner.games._look_at_all()
    assert ((learner.games.lineups[:8, :2] == 0).sum(axis=1) == 1).all()
    learner.rollout()
    assert (learner.games.waiting == 0).all()
    taken = learner.games._loops[0][2].states["actions_taken"][:8]
    own = learner.games.lineups[:8] == 0
    theirs = learner.games.lineups[:8] > 0
    assert taken[theirs][:, 7].sum() > 4 * taken[own][:, 7].sum()


def test_a_short_training_beats_random_at_all_sizes():
    """From nothing, half a million decisions, less than two minutes."""
    learner = FastPPO(
        small_config(
            game={"players": [2, 3, 4, 5]},
            games=32,
            num_steps=64,
            hidden=[64, 64],
            updates=60,
            minibatch_size=1024,
            learning_rate=0.001,
            shaping=2.0,
            opponents={},
        )
    )
    for _ in range(60):
        learner.rollout()
        learner.learn()
    agent = PolicyAgent("learner", Policy(learner.network.arrays()))
    shares = {players: win_share(agent, "random", Setup(players), 200).share for players in (2, 3, 4, 5)}
    assert all(share > 0.95 for share in shares.values()), shares
