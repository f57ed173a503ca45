"""The game in OpenSpiel: its own tests, parameters, copies, serialisation, utilities, and its search."""

import pickle
from random import Random
from typing import Any

import pytest

pyspiel = pytest.importorskip("pyspiel", reason="needs the extra openspiel")

from open_spiel.python import rl_environment
from open_spiel.python.algorithms import random_agent

from dixie_env.config import ConfigError
from dixie_env.engine import IllegalChoice
from dixie_env.envs.simultaneous import NOOP
from dixie_env.results import win_shares
from dixie_env.setup import RulesError
from docs.examples import openspiel_mcts


def advance(state: Any, random: Random) -> None:
    if state.is_chance_node():
        outcomes, chances = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(random.choices(outcomes, chances)[0])
    elif state.is_simultaneous_node():
        state.apply_actions([random.choice(state.legal_actions(seat)) for seat in range(state.num_players())])
    else:
        state.apply_action(random.choice(state.legal_actions()))


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_openspiels_own_simulations(players: int) -> None:
    game = pyspiel.load_game(f"dixie(players={players},rounds=2)")
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


def test_openspiels_own_simulations_of_whole_games_without_saving() -> None:
    pyspiel.random_sim_test(pyspiel.load_game("dixie(players=3)"), num_sims=1, serialize=False, verbose=False)


@pytest.mark.parametrize(
    "parameters",
    [
        "players=2,rounds=1,edition=en,draft=random",
        "players=3,rounds=1,draft=fixed,abilities=2/9/4,reward=rank",
        "players=4,rounds=1,reward=score,observation=screened",
    ],
)
def test_other_parameters(parameters: str) -> None:
    game = pyspiel.load_game(f"dixie({parameters})")
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


def test_the_converted_game_takes_turns() -> None:
    game = pyspiel.load_game("turn_based_simultaneous_game(game=dixie(players=3,rounds=1))")
    assert game.get_type().dynamics == pyspiel.GameType.Dynamics.SEQUENTIAL
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)


def test_openspiels_learning_environment_plays_the_converted_game() -> None:
    env = rl_environment.Environment(
        pyspiel.convert_to_turn_based(pyspiel.load_game("dixie(players=3,rounds=1)"))
    )
    step = env.reset()
    agents = [
        random_agent.RandomAgent(seat, env.action_spec()["num_actions"]) for seat in range(env.num_players)
    ]
    while not step.last():
        step = env.step([agents[step.observations["current_player"]].step(step).action])
    assert abs(sum(step.rewards)) < 1e-6 and max(step.rewards) > 0


def test_parameters_reach_the_rules() -> None:
    game = pyspiel.load_game("dixie(players=3,rounds=2,edition=pl,draft=fixed,abilities=2/9/4)")
    setup = game.new_initial_state().position.table.rules.config
    assert (setup.players, setup.rounds, setup.edition.name, setup.board.name) == (3, 2, "pl", "standard")
    assert setup.abilities == (2, 9, 4)
    assert game.num_players() == 3 and game.num_distinct_actions() == NOOP + 1
    again = pickle.loads(pickle.dumps(game))
    assert str(again) == str(game)


@pytest.mark.parametrize(
    ("parameters", "error", "message"),
    [
        ("players=6", RulesError, "players must be a whole number from 2 to 5, not 6"),
        ("rounds=8", RulesError, "rounds must be a whole number from 1 to 7, not 8"),
        ("edition=xx", ConfigError, "no edition of this name"),
        ("draft=fixed,abilities=a/b", RulesError, "such as 1/4/7/10, not 'a/b'"),
        ("player=3", pyspiel.SpielError, "Unknown parameter 'player'"),
    ],
)
def test_wrong_parameters_are_named(parameters: str, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        pyspiel.load_game(f"dixie({parameters})")


@pytest.mark.parametrize(("reward", "players"), [("win", 4), ("rank", 5), ("score", 3), ("win", 2)])
def test_utilities_sum_to_0_and_stay_in_their_range(reward: str, players: int) -> None:
    game = pyspiel.load_game("dixie", {"players": players, "reward": reward, "rounds": 2})
    assert game.utility_sum() == 0
    for seed in range(4):
        state, random = game.new_initial_state(), Random(seed)
        while not state.is_terminal():
            assert state.returns() == [0] * players
            advance(state, random)
        returns = state.returns()
        assert abs(sum(returns)) < 1e-6
        assert all(game.min_utility() <= value <= game.max_utility() for value in returns)
        ranks = state.position.game.state["ranks"][:players].tolist()
        assert returns[ranks.index(1)] == max(returns)


@pytest.mark.parametrize("players", [2, 3, 5])
def test_a_win_share_is_worth_what_the_docs_say(players: int) -> None:
    game = pyspiel.load_game("dixie", {"players": players, "rounds": 1})
    for seed in range(6):
        state, random = game.new_initial_state(), Random(seed)
        while not state.is_terminal():
            advance(state, random)
        shares = win_shares(state.position.game.state["ranks"][None, :players])[0]
        losers = int((shares == 0).sum())
        expected = [share or -1 / losers for share in shares] if losers else [0] * players
        assert state.returns() == pytest.approx(expected, abs=1e-6)


def test_a_clone_and_a_saved_state_go_on_alike_and_alone() -> None:
    game = pyspiel.load_game("dixie(players=3,rounds=1)")
    state, random = game.new_initial_state(), Random(5)
    kinds = set()
    while not state.is_terminal():
        kinds.add((state.is_chance_node(), state.is_simultaneous_node(), bool(state.position.drawn)))
        before = str(state), state.history()
        _, restored = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
        clone = state.clone()
        for copy in (clone, restored):
            assert copy.history() == state.history() and str(copy) == str(state)
            assert copy.position.game == state.position.game and copy.position.drawn == state.position.drawn
            assert copy.information_state_string(1) == state.information_state_string(1)
        advance(clone, random)
        assert (str(state), state.history()) == before
        advance(state, random)
    assert kinds == {(True, False, False), (True, False, True), (False, True, False), (False, False, False)}


def test_an_illegal_action_is_refused_and_changes_nothing() -> None:
    state = pyspiel.load_game("dixie").new_initial_state()
    with pytest.raises(IllegalChoice, match=r"possible are 0 \(seat:0\), 1 \(seat:1\)"):
        state.apply_action(7)
    random = Random(0)
    while not state.is_simultaneous_node():
        advance(state, random)
    before = state.position
    with pytest.raises(IllegalChoice, match="can't choose 0"):
        state.apply_actions([0, 0])
    assert state.position is before


def test_actions_have_the_names_of_records() -> None:
    state = pyspiel.load_game("dixie(players=3)").new_initial_state()
    assert state.action_to_string(2) == "seat:2"
    random = Random(1)
    while state.current_player() < 0:
        advance(state, random)
    assert state.action_to_string(state.legal_actions()[0]).startswith("ability:")
    assert "decides (draft)" in str(state)


def test_openspiels_search_beats_random_play() -> None:
    """The example in docs/examples, in a smaller version."""
    assert openspiel_mcts.win_share(games=4, simulations=15) >= 0.75
