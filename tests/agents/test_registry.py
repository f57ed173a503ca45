"""Names and their grammar."""

import pickle

import numpy as np
import pytest

from dixie_agents import Agent, AgentError, make_agent, parse_agents, play_matches
from dixie_agents.registry import ENTRIES, is_foreign
from dixie_env import make_rules
from tests.agents.foreign import FirstOption
from tests.cli.helpers import Ran, lines_of, record

PLAIN = ["random", "sane", "greedy", "servant", "ring", "offering", "balanced"]


@pytest.mark.parametrize("name", [*PLAIN, "mcts:200", "mcts:2s", "mcts:0.5s"])
def test_names(name: str) -> None:
    agent = make_agent(name)
    assert isinstance(agent, Agent)
    assert agent.name == name
    assert not is_foreign(name)


def test_lists() -> None:
    assert [agent.name for agent in parse_agents("random, greedy,mcts:20")] == ["random", "greedy", "mcts:20"]


def test_a_class_of_ones_own() -> None:
    agent = make_agent("tests.agents.foreign:FirstOption")
    assert isinstance(agent, FirstOption)
    assert agent.name == "tests.agents.foreign:FirstOption"
    assert is_foreign(agent.name)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("clever", "there is no agent 'clever'; available: random, sane, greedy"),
        ("", "'' has no name: write "),
        (".:.", "there is no agent '.:.'"),
        ("random?depth=3", "the agent 'random' has no option 'depth'"),
        ("ppo:zoo/first?depth=3", "the agent 'ppo' has no option 'depth'"),
        ("random:3", "takes no argument"),
        ("mcts", "needs a number of iterations or seconds: write mcts:N"),
        ("mcts:", "needs a number of iterations"),
        ("mcts:0", "mcts:200, mcts:2s"),
        ("mcts:-5", "mcts:200, mcts:2s"),
        ("mcts:many", "mcts:200, mcts:2s"),
        ("mcts:0s", "mcts:200, mcts:2s"),
        ("mcts:2m", "mcts:200, mcts:2s"),
        ("mcts:99999999999", "1 to 10000000"),
        ("ppo", "needs the path of a policy"),
        ("ppo:best.pt", "there is no such policy"),
        ("no_such_module:Bot", "no module 'no_such_module'"),
        ("tests.agents.foreign:Missing", "has no class 'Missing'"),
        ("tests.agents.foreign:NoAgent", "is not a subclass of dixie_agents.Agent"),
        ("tests.agents.foreign:NeedsArguments", "it needs strength: write [?]strength=[.]"),
        ("tests.agents.foreign:NeedsArguments?strength=much", "strength must be a whole number, not 'much'"),
        ("tests.agents.foreign:NeedsArguments?power=2", "no option 'power'; available: strength"),
        ("tests.agents.foreign:FirstOption?power=2", "no option 'power'; available: none"),
    ],
)
def test_errors(name: str, message: str) -> None:
    with pytest.raises(AgentError, match=message):
        make_agent(name)


@pytest.mark.parametrize("text", ["random,,sane", ",", "random,"])
def test_empty_names_in_lists(text: str) -> None:
    with pytest.raises(AgentError, match="empty name"):
        parse_agents(text)


@pytest.mark.parametrize("name", [*PLAIN, "mcts:5"])
def test_agents_can_be_sent_to_another_process(name: str) -> None:
    rules, lineup = make_rules(4), np.zeros((1, 4), np.int64)
    agent = make_agent(name)
    twin = pickle.loads(pickle.dumps(agent))
    one, other = (play_matches(rules, [each], lineup, [3]).states.tobytes() for each in (agent, twin))
    assert one == other


def test_the_command_lists_all() -> None:
    ran = Ran("agents")
    assert ran.code == 0
    for entry in ENTRIES.values():
        assert entry.usage in ran.out
    assert "MODULE:CLASS" in ran.out


def test_records_take_all_names(tmp_path) -> None:
    names = "greedy,mcts:3,tests.agents.foreign:FirstOption,random"
    (file,) = record(tmp_path, "--agents", names)
    header = lines_of(file)[0]
    assert header["agents"] == names.split(",")


def test_a_recorded_game_is_the_game_of_a_match(tmp_path) -> None:
    (file,) = record(tmp_path, "--agents", "balanced", "--seed", 12, "--players", 3)
    results = play_matches(make_rules(3), [make_agent("balanced")], [[0, 0, 0]], [12])
    assert lines_of(file)[-1]["scores"] == results.scores[0].tolist()


def test_the_command_line_says_what_is_wrong(tmp_path) -> None:
    ran = Ran("record", "--out", tmp_path, "--agents", "mcts:lots")
    assert ran.code == 2
    assert "--agents: 'mcts:lots'" in ran.error
