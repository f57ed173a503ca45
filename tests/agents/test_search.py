"""The search explains itself, and its explanation is what it does."""

import pytest

from dixie_agents import make_agent
from dixie_agents.bots import SearchAgent, horizon_of
from dixie_env import Game, make_rules
from dixie_env.engine import option_id
from dixie_env.records import Recorder


@pytest.fixture
def agent() -> SearchAgent:
    found = make_agent("mcts:60")
    assert isinstance(found, SearchAgent)
    return found


def test_explanations(agent: SearchAgent) -> None:
    game, number = Game(make_rules(4), 3), 0
    kinds = set()
    while not game.over and number < 60:
        rows = agent.explain(game, number)
        names = [name for name, _, _ in rows]
        assert set(names) <= set(game.option_names())
        assert len(set(names)) == len(names)
        visits = [count for _, count, _ in rows]
        assert visits == sorted(visits, reverse=True)
        if len(rows) > 1:
            assert sum(visits) == 60
        assert all(0 <= value <= 1 for _, _, value in rows)
        choice = agent.act_one(game.observe(), game.mask(), number, game)
        assert game.seat is not None
        assert choice == option_id(names[0], game.seat, game.players)
        kinds.add(game.decision)
        game.step(choice)
        number += 1
    assert {"draft", "act"} <= kinds


def test_time_instead_of_iterations() -> None:
    agent = make_agent("mcts:0.02s")
    assert isinstance(agent, SearchAgent)
    rows = agent.explain(Game(make_rules(4), 3), 1)
    assert sum(visits for _, visits, _ in rows) > 0


def test_more_search_looks_further() -> None:
    assert [horizon_of(count, 0) for count in (1, 10, 40, 160, 10**6)] == [32, 32, 64, 128, 256]
    assert 32 < horizon_of(0, 0.01) < horizon_of(0, 0.1) < horizon_of(0, 60) == 256


def test_iterations_or_seconds() -> None:
    with pytest.raises(ValueError, match="iterations or seconds"):
        SearchAgent("both", 5, 1.0)


def test_a_finished_game_is_refused(agent: SearchAgent) -> None:
    game = Game(make_rules(2), 1)
    sane = make_agent("sane")
    number = 0
    while not game.over:
        game.step(sane.act_one(game.observe(), game.mask(), number, game))
        number += 1
    with pytest.raises(ValueError, match="the game is over"):
        agent.bot.choose(game, 1)
    with pytest.raises(ValueError, match="the game is over"):
        agent.bot.findings(game, 1)


def test_explanations_fit_into_records(agent: SearchAgent) -> None:
    recorder = Recorder(make_rules(4), 3, ["mcts:60"] * 4)
    rows = agent.explain(recorder.game, 1)
    recorder.step(
        agent.act_one(recorder.game.observe(), recorder.game.mask(), 1, recorder.game), analysis=rows
    )
    line = next(line for line in recorder.lines if line.get("type") == "decision")
    assert line["analysis"][0] == [line["choice"], *rows[0][1:]]
