"""A learner with all seats but one."""

import numpy as np
import pytest

from dixie_agents.match import play_matches
from dixie_agents.registry import make_agent
from dixie_env import Setup, compile_rules
from dixie_env.yaml_file import ConfigError
from dixie_training.advantages import coalition_rewards
from dixie_training.config import parse_config
from dixie_training.evaluate import win_share
from dixie_training.fast_ppo import FastPPO
from dixie_training.pool import Pool
from dixie_training.running_games import LEARNER
from tests.training.small import small_config, small_data, with_players

AGAINST_ONE = {"bots": ["sane", "greedy"], "self_play": 0.0, "coalition": True}


def test_one_seat_is_the_opponents_and_it_is_any():
    lineups = Pool(["sane", "greedy"], self_play=0, coalition=True, seed=1).seat(4, 4000)
    assert ((lineups != LEARNER).sum(axis=1) == 1).all()
    assert (lineups != LEARNER).mean(axis=0) == pytest.approx([0.25] * 4, abs=0.03)
    assert {1, 2} == set(lineups[lineups != LEARNER].tolist())


def test_its_seats_are_paid_what_the_opponent_loses():
    rewards = np.array([[1, -0.5, -0.5, 0, 0], [-0.5, -0.5, 1, 0, 0], [1, -0.5, -0.5, 0, 0]], np.float32)
    lineups = np.array([[3, 0, 0, -1, -1], [3, 0, 0, -1, -1], [0, 0, 0, -1, -1]], np.int32)
    paid = coalition_rewards(rewards, lineups)
    assert paid[0].tolist() == [1, -1, -1, 0, 0]  # the opponent won
    assert paid[1].tolist() == [-0.5, 0.5, 0.5, 0, 0]  # one of them won: all are paid alike
    assert paid[2].tolist() == rewards[2].tolist()  # nobody else is there


def test_the_learner_gets_these_rewards():
    learner = FastPPO(small_config(**with_players(3, 16), num_steps=200, shaping=0.0, opponents=AGAINST_ONE))
    shares = learner.rollout()
    rewards, done = learner.buffer.rewards, learner.buffer.done
    assert done.any()
    for ended in rewards[done][:, :3]:
        # the two learners are paid alike, and the opponent the opposite
        values = sorted(ended.tolist())
        assert values[0] == -values[2]
        assert values[1] in (values[0], values[2])
    assert 0 <= shares["win_share"] <= 1


def test_evaluating_a_coalition():
    agent, setup = make_agent("greedy"), Setup(3)
    found = win_share(agent, "sane", setup, 30, coalition=True)
    lineups = np.zeros((30, 3), np.int64)
    lineups[np.arange(30), np.arange(30) % 3] = 1
    seeds = np.arange(900_000_000, 900_000_030)
    results = play_matches(compile_rules(setup), [agent, make_agent("sane")], lineups, seeds)
    assert found.share == pytest.approx(1 - results.win_shares[lineups == 1].mean())


def test_a_discount_is_refused():
    with pytest.raises(ConfigError, match=r"coalition needs gamma: 1, not 0\.9"):
        parse_config(small_data(opponents=AGAINST_ONE, gamma=0.9), "x")
