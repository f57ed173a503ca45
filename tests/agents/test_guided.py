"""Search guided by a policy."""

import numpy as np
import pytest

from agents.base import Decisions
from agents.guided import GuidedSearch, _Node
from agents.match import play_matches
from agents.policy import Policy
from agents.policy_file import Card, save_policy
from agents.registry import AgentError, make_agent
from dixie_env import Game, make_rules
from dixie_env.rewards import Reward
from tests.agents.test_policy import HIDDEN, some_weights

REWARD = Reward("win", 1.0)


def small_weights():
    return {name: array * 0.05 for name, array in some_weights().items()}


def make_search(iterations=8):
    return GuidedSearch("search", Policy(small_weights()), REWARD, iterations)


def positions(count, players=3):
    """Games at their first `act`, all different."""
    games = []
    for seed in range(count):
        game = Game(make_rules(players), seed)
        number = 0
        while game.decision != "act":
            game.step(game.random_option(number))
            number += 1
        games.append(game)
    return games


def decisions(games):
    return Decisions(
        np.stack([game.observe() for game in games]),
        np.stack([game.mask() for game in games]).view(np.uint8),
        np.arange(100, 100 + len(games)).astype(np.uint64),
        games,
    )


def test_choices_are_legal_and_do_not_depend_on_the_batch():
    agent, games = make_search(), positions(4)
    asked = decisions(games)
    together = agent.act(asked)
    assert asked.masks[np.arange(4), together].all()
    for row, game in enumerate(games):
        key = int(asked.keys[row])
        assert agent.act_one(asked.observations[row], asked.masks[row], key, game) == together[row]


def test_the_games_are_left_as_they_were():
    games = positions(2)
    before = [game.hash() for game in games]
    make_search().act(decisions(games))
    assert [game.hash() for game in games] == before


def test_nothing_hidden_is_looked_at():
    """Two games that look the same from the seat get the same choice, whatever luck lies ahead."""
    (game,) = positions(1)
    other = game.resample(game.seat, 99)
    assert game.hash() != other.hash()
    first, second = (make_search().act(decisions([one])) for one in (game, other))
    assert first.tolist() == second.tolist()


def test_search_goes_where_value_is():
    node = _Node(np.array([0.6, 0.3, 0.1]), 0.0)
    legal = np.array([True, True, True])
    for _ in range(200):
        option = node.select(legal)
        node.visits[option] += 1
        node.sums[option] += 1.0 if option == 2 else -1.0
    assert node.visits.argmax() == 2
    assert node.select(np.array([True, False, False])) == 0


def test_it_plays_by_name(tmp_path):
    save_policy(tmp_path / "policy", small_weights(), Card(HIDDEN, training={"config": {"shaping": 2.0}}))
    agent = make_agent(f"mcts:4:ppo:{tmp_path / 'policy'}")
    assert isinstance(agent, GuidedSearch)
    assert (agent.iterations, agent.reward.shaping) == (4, 2.0)
    results = play_matches(make_rules(2), [agent, make_agent("sane")], [[0, 1], [1, 0]], [1, 2])
    assert results.agent_decisions[0] > 20


@pytest.mark.parametrize(
    "name", ["mcts:4:", "mcts:x:ppo:a", "mcts:0:ppo:a", "mcts:4:greedy", "mcts:2s:ppo:a"]
)
def test_names_that_are_wrong(name):
    with pytest.raises(AgentError, match="guided by a policy"):
        make_agent(name)
