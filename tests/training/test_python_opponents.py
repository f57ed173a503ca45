"""Agents written in Python as opponents and teachers in training."""

import numpy as np
import pytest

from dixie_agents.policy_file import Card, save_policy
from dixie_env import IllegalChoice
from dixie_training.fast_ppo import FastPPO
from dixie_training.pool import Pool
from dixie_training.run import Run
from tests.agents.test_guided import small_weights
from tests.agents.test_policy import HIDDEN
from tests.training.small import Silent, small_config

BOTS = "tests.training.python_bots"


def twins(compiled, kind="Twin"):
    """A compiled agent, and the same one in Python."""
    return compiled, f"{BOTS}:{kind}?name={compiled.replace('?', '~').replace('=', '!')}"


@pytest.fixture
def policy(tmp_path):
    save_policy(tmp_path / "policy", small_weights(), Card(HIDDEN))
    return f"ppo:{tmp_path / 'policy'}"


def trained(bot, learner="fast_ppo", **changes):
    opponents = {"bots": [bot, "sane"]} | ({"self_play": 0.2} if learner == "fast_ppo" else {})
    return small_config(learner, updates=2, opponents=opponents, **changes)


def same(first, second):
    return first.keys() == second.keys() and all(np.array_equal(first[name], second[name]) for name in first)


@pytest.mark.parametrize("end", ["", "?temperature=1"])
def test_the_learner_learns_the_same_against_a_python_twin(policy, end):
    """Also when the opponent draws random numbers: it gets the same keys."""
    found = []
    for name in twins(policy + end):
        learner = FastPPO(trained(name))
        for _ in range(2):
            learner.rollout()
            learner.learn()
        found.append(learner.weights())
    assert same(*found)


def test_an_opponent_that_searches_gets_games():
    found = []
    for name in twins("greedy", "Searcher"):
        learner = FastPPO(trained(name))
        learner.rollout()
        learner.learn()
        found.append(learner.weights())
    assert same(*found)


def test_the_same_with_stable_baselines(tmp_path, policy):
    found = []
    for number, name in enumerate(twins(policy)):
        run = Run(trained(name, "sb3"), tmp_path / str(number), Silent())
        run.train()
        found.append(run.learner.weights())
    assert same(*found)


def test_a_python_teacher_teaches_the_same(tmp_path, policy):
    found = []
    for number, name in enumerate(twins(policy + "?temperature=0.5")):
        config = trained("sane", warm_start={"teacher": name, "decisions": 500})
        run = Run(config, tmp_path / str(number), Silent())
        run._warm_start()
        found.append(run.learner.weights())
    assert same(*found)


def test_illegal_answers_end_the_run_with_a_reason():
    learner = FastPPO(small_config(opponents={"bots": ["sane"], "self_play": 0.0}))
    assert learner.pool.agents == {}
    with pytest.raises(IllegalChoice, match=r"python_bots:Cheat' on seat \d answered"):
        FastPPO(small_config(opponents={"bots": [f"{BOTS}:Cheat"], "self_play": 0.0})).rollout()


def test_a_pool_knows_who_decides_where(policy):
    pool = Pool(["sane", *twins(policy)], 1)
    assert [bot is None for bot in pool.players] == [True, False, False, True, True]
    assert list(pool.agents) == [3]
    assert pool.present(2).tolist() == [1, 2, 3]
