"""Search guided by a policy."""

import numpy as np
import pytest

from dixie_agents.base import Decisions
from dixie_agents.guided import GuidedSearch
from dixie_agents.match import play_matches
from dixie_agents.policy import Policy
from dixie_agents.policy_file import Card, save_policy
from dixie_agents.registry import AgentError, make_agent
from dixie_env import Game, make_rules
from dixie_env.rewards import Reward, rewards_of
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


def last_decisions(count):
    """Games at a decision after which they are over, whichever option is taken."""
    found = []
    for seed in range(2000):
        game, number, before = Game(make_rules(2), seed), 0, None
        while not game.over:
            before = game.copy()
            game.step(game.random_option(number))
            number += 1
        assert before is not None
        if len(before.options()) > 1 and all(_after(before, option).over for option in before.options()):
            found.append(before)
            if len(found) == count:
                return found
    raise AssertionError("no such games were found")


def _after(game, option):
    after = game.copy()
    after.step(option)
    return after


@pytest.mark.parametrize("kind", ["win", "rank", "score"])
def test_the_end_of_the_game_counts_as_the_reward_says(kind):
    reward = Reward(kind)
    search = GuidedSearch("search", Policy(small_weights()), reward, 60)
    checked = 0
    for game in last_decisions(6):
        ends = {}
        for option in game.options():
            results = {
                round(
                    float(
                        rewards_of(_after(game.resample(game.seat, seed), option).state, reward)[game.seat]
                    ),
                    4,
                )
                for seed in range(20)
            }
            ends[option] = results
        for option, visits, value, _ in search.bot.findings(game, 5):
            if visits and len(ends[option]) == 1:  # no luck in it
                assert value == pytest.approx(0.5 + 0.5 * ends[option].pop(), abs=1e-3)
                checked += 1
    assert checked > 5


def test_values_of_a_shaped_reward_are_completed():
    """What shaping has paid already is added: a policy without values sees the running score."""
    silent = {name: array * 0 for name, array in some_weights().items()}
    (game,) = positions(1, players=2)
    game.state["rewards"][game.seat] += 12
    search = GuidedSearch("search", Policy(silent), Reward("win", 2.0), 40)
    ((_, visits, value, _), *_) = search.bot.findings(game, 1)
    assert visits > 0
    assert value == pytest.approx(0.5 + 0.5 * 2.0 * 6 / 60, abs=0.08)


def test_it_plays_by_name(tmp_path):
    save_policy(tmp_path / "policy", small_weights(), Card(HIDDEN, training={"config": {"shaping": 2.0}}))
    agent = make_agent(f"mcts:4:ppo:{tmp_path / 'policy'}")
    assert isinstance(agent, GuidedSearch)
    assert sum(visits for _, visits, _ in agent.explain(Game(make_rules(2), 1), 1)) == 4
    results = play_matches(make_rules(2), [agent, make_agent("sane")], [[0, 1], [1, 0]], [1, 2])
    assert results.agent_decisions[0] > 20


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("mcts:4:", "only a policy can guide"),
        ("mcts:4:greedy", "only a policy can guide"),
        ("mcts:x:ppo:a", "needs iterations"),
        ("mcts:0:ppo:a", "needs iterations"),
        ("mcts:4:ppo:nowhere", "nowhere"),
    ],
)
def test_names_that_are_wrong(name, why):
    with pytest.raises(AgentError, match=why):
        make_agent(name)
