"""One function lets an agent decide in one game, as matches do."""

from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from dixie_agents import Agent, Decisions, decide, make_agent, play_matches
from dixie_env import Game, IllegalChoice, make_rules
from tests.agents.foreign import Illegal, Misshapen, Wrapped, WrappedSane
from tests.cli.helpers import lines_of, record


class Spy(Agent):
    """Keeps what it was shown."""

    searches = True

    def act(self, decisions: Decisions) -> NDArray[np.integer]:
        assert decisions.games is not None
        self.seen = decisions.games[0]
        return decisions.masks.argmax(axis=1)


class Broken(Agent):
    """Answers with a number that is nearly an option."""

    def act(self, decisions: Decisions) -> NDArray[np.integer]:
        return decisions.masks.argmax(axis=1) + 0.25


@pytest.mark.parametrize("stream", [0, 7])
@pytest.mark.parametrize("agent", [make_agent("random"), make_agent("greedy"), Wrapped(), WrappedSane()])
def test_the_game_is_that_of_a_match(agent: Agent, stream: int) -> None:
    rules = make_rules(3)
    game, made = Game(rules, 12), 0
    while game.seat is not None:
        game.step(decide(agent, game, made, stream=stream))
        made += 1
    results = play_matches(rules, [agent], [[0, 0, 0]], [12], stream=stream)
    assert game.state["scores"][:3].tolist() == results.scores[0].tolist()
    assert made == results.decisions.sum()


@pytest.mark.parametrize("name", ["random", "sane", "balanced"])
def test_a_recorded_game_is_that_of_a_match(tmp_path: Path, name: str) -> None:
    (file,) = record(tmp_path, "--agents", name, "--seed", 5, "--players", 3)
    results = play_matches(make_rules(3), [make_agent(name)], [[0, 0, 0]], [5])
    assert lines_of(file)[-1]["scores"] == results.scores[0].tolist()


def test_nobody_sees_the_true_game() -> None:
    game, spy = Game(make_rules(3), 4), Spy()
    decide(spy, game, 0)
    assert spy.seen is not game
    assert spy.seen.to_bytes() != game.to_bytes()


@pytest.mark.parametrize(
    ("agent", "words"),
    [
        (Illegal(), r"agent 'cheat': seat \d can't choose"),
        (Misshapen(), r"agent 'Misshapen' must answer 1 decision .* not int64 of shape \(1, 2\)"),
        (Broken(), r"agent 'Broken' must answer 1 decision .* not float64 of shape \(1,\)"),
    ],
)
def test_answers_are_checked(agent: Agent, words: str) -> None:
    game = Game(make_rules(3), 4)
    before = game.to_bytes()
    with pytest.raises(IllegalChoice, match=words):
        decide(agent, game, 0)
    assert game.to_bytes() == before


def test_a_game_that_is_over() -> None:
    game = Game(make_rules(2, rounds=1), 1)
    while game.seat is not None:
        game.step(game.options()[0])
    with pytest.raises(ValueError, match="over"):
        decide(make_agent("sane"), game, 0)


class Remembers(Agent):
    """Keeps the numbers of the games it has decided in."""

    searches = True

    def __init__(self) -> None:
        self.tables: dict[int, set[int]] = {}

    def act(self, decisions: Decisions) -> NDArray[np.integer]:
        assert decisions.games is not None and decisions.tables is not None
        for table, game in zip(decisions.tables.tolist(), decisions.games, strict=True):
            self.tables.setdefault(table, set()).add(game.round)
        return decisions.masks.argmax(axis=1)


def test_decisions_of_one_game_share_a_number() -> None:
    rules, agent, alone = make_rules(3, rounds=2), Remembers(), Remembers()
    play_matches(rules, [agent], [[0, 0, 0]] * 3, [4, 5, 6], stream=9)
    assert len(agent.tables) == 3
    assert all(rounds == {0, 1, 2} for rounds in agent.tables.values())
    game, number = Game(rules, 5), 0
    while game.seat is not None:
        game.step(decide(alone, game, number, stream=9))
        number += 1
    assert len(alone.tables) == 1 and alone.tables.keys() < agent.tables.keys()
    assert not {4, 5, 6} & agent.tables.keys()  # the seed does not show
