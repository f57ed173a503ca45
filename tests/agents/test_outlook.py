"""Who will win, by playing a position on."""

from typing import Any

import numpy as np
import pytest

from dixie_agents import make_agent
from dixie_agents.outlook import endings, outlook
from dixie_env import DixieError, Game, Setup, compile_rules
from dixie_env.engine import model

GREEDY: Any = make_agent("greedy")
SANE: Any = make_agent("sane")


def game_in_round(number: int, players: int = 3, seed: int = 5) -> Game:
    game = Game(compile_rules(Setup(players)), seed)
    while game.state["round"] < number and game.seat is not None:
        game.step(GREEDY.bot.choose(game, 1))
    assert game.seat is not None
    return game


def test_shares_sum_to_one_and_repeat() -> None:
    game = game_in_round(3)
    found = outlook(game, [GREEDY] * 3, count=64, seed=3)
    assert found.shape == (3,) and found.sum() == pytest.approx(1)
    assert np.array_equal(found, outlook(game, [GREEDY] * 3, count=64, seed=3))
    assert not np.array_equal(found, outlook(game, [GREEDY] * 3, count=64, seed=4))
    assert set(np.unique(endings(game, [GREEDY] * 3, 20, 3))) <= {0.0, 1 / 3, 0.5, 1.0}


def test_points_planted_decide() -> None:
    """A seat far ahead in the last round wins all endings; the position itself is not changed."""
    game = game_in_round(7)
    game.state["rewards"][1] += 60
    game.state["rewards_by"][1, model.FROM_OFFERING_TILE] += 60
    game.refresh()
    before = game.to_bytes()
    assert outlook(game, [GREEDY] * 3, count=16)[1] == 1
    assert game.to_bytes() == before


def test_it_depends_on_who_plays_on() -> None:
    game = game_in_round(1)
    strong, weak = (outlook(game, [agent, SANE, SANE], count=64)[0] for agent in (GREEDY, SANE))
    assert strong > weak + 0.3


def test_nothing_hidden_is_used() -> None:
    """Two positions that differ only in what the seat can't know have the same outlook."""
    game = game_in_round(7)
    assert game.seat is not None
    other = game.resample(game.seat, 99)
    assert game.to_bytes() != other.to_bytes()
    first, second = (outlook(position, [GREEDY] * 3, count=24) for position in (game, other))
    assert np.array_equal(first, second)


def test_what_it_refuses() -> None:
    game = game_in_round(7)
    with pytest.raises(DixieError, match="one agent for each of 3 seats, not 2"):
        outlook(game, [GREEDY] * 2)
    with pytest.raises(DixieError, match="count must be 1 or more, not 0"):
        outlook(game, [GREEDY] * 3, count=0)
    python: Any = make_agent("tests.agents.foreign:FirstOption")
    with pytest.raises(DixieError, match="is not a compiled agent"):
        outlook(game, [GREEDY, GREEDY, python])
    while game.seat is not None:
        game.step(GREEDY.bot.choose(game, 1))
    with pytest.raises(DixieError, match="the game is over"):
        outlook(game, [GREEDY] * 3)
