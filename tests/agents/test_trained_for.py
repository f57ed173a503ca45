"""A policy that plays a game it was not trained for says so, once."""

import warnings

import numpy as np
import pytest

from dixie_agents import make_agent
from dixie_agents.deciding import decide
from dixie_agents.match import play_matches
from dixie_agents.policy_file import Card, save_policy
from dixie_agents.trained_for import UntrainedGame, untrained
from dixie_env import Game, Setup, compile_rules
from dixie_env.family import Family
from tests.agents.test_policy import HIDDEN, some_weights
from tests.arena.helpers import play, small


def found_warnings(play):
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("default")
        play()
    return [str(one.message) for one in found if one.category is UntrainedGame]


def matches(agent, setup, **more):
    lineups = np.zeros((2, setup.players), np.int64)
    return lambda: play_matches(compile_rules(setup), [agent], lineups, [1, 2], **more)


def test_zoo_policies_know_their_game():
    agent = make_agent("ppo:zoo/second")
    assert found_warnings(matches(agent, Setup(3))) == []
    assert found_warnings(matches(agent, Setup(3, "pl"))) == [
        "ppo:zoo/second was not trained for this game: its edition is pl, not de"
    ]
    dealt = found_warnings(matches(agent, Setup(3), deals=[[1, 2, 3]] * 2))
    assert dealt == ["ppo:zoo/second was not trained for this game: its draft is fixed, not choose"]
    assert found_warnings(matches(make_agent("sane"), Setup(3, "pl"))) == []


@pytest.mark.parametrize("name", ["ppo:zoo/second", "mcts:2:ppo:zoo/second"])
def test_one_game_at_a_time_too(name):
    agent = make_agent(name)
    game = Game(compile_rules(Setup(2, "pl")), 1)

    def play():
        for number in range(6):
            game.step(decide(agent, game, number))

    assert found_warnings(play) == [f"{name} was not trained for this game: its edition is pl, not de"]


def test_a_policy_for_a_family(tmp_path):
    family = Family.from_object({"players": [2, 3], "edition": ["de", "pl"], "board": "prior:standard"})
    save_policy(tmp_path, some_weights(), Card(HIDDEN, family))
    agent = make_agent(f"ppo:{tmp_path}")
    assert agent.trained_for == family
    assert untrained(agent, Setup(2, "pl", "prior:wide:1000000:1")) == ""
    assert "its edition is en, not de or pl" in untrained(agent, Setup(2, "en"))


def test_a_tournament_says_so_once_before_the_first_game(tmp_path):
    said: list[str] = []
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        play(small("ppo:zoo/second,sane", 6), tmp_path, warn=said.append)
    assert said == ["ppo:zoo/second was not trained for this game: it has 2 rounds, not 7"]
