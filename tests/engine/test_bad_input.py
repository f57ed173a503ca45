"""Bad input gets a clear error, and the state is as it was."""

from typing import Any

import numpy as np
import pytest

from dixie_env import Batch, Game, IllegalChoice, RulesError, StateError, make_rules
from dixie_env.config import ConfigError
from dixie_env.engine import option_id
from dixie_env.engine.model import OPTION_COUNT


@pytest.mark.parametrize("players", [0, 1, 6, -1, 2.0, "4", None, True])
def test_players(players: Any) -> None:
    with pytest.raises(RulesError, match="players must be a whole number from 2 to 5"):
        make_rules(players)


@pytest.mark.parametrize("rounds", [0, 8, "7", 1.5])
def test_rounds(rounds: Any) -> None:
    with pytest.raises(RulesError, match="rounds must be a whole number from 1 to 7"):
        make_rules(3, rounds=rounds)


def test_unknown_edition_and_board_list_what_there_is() -> None:
    with pytest.raises(ConfigError, match="de, en, fr, pl, proto"):
        make_rules(3, "xx")
    with pytest.raises(ConfigError, match="standard"):
        make_rules(3, board="moon")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"draft": "auction"}, "draft must be one of choose, random, fixed, not 'auction'"),
        ({"draft": "fixed"}, "needs 3 abilities, one for each seat"),
        ({"draft": "fixed", "abilities": [1, 2]}, "needs 3 abilities, one for each seat"),
        ({"draft": "fixed", "abilities": [1, 2, 2]}, r"must all be different, not \[1, 2, 2\]"),
        (
            {"draft": "fixed", "abilities": [1, 2, 11]},
            "an ability must be a whole number from 1 to 10, not 11",
        ),
        ({"draft": "random", "abilities": [1, 2, 3]}, "abilities need draft 'fixed'"),
        ({"forbidden": [["action:1"]]}, "3 lists of options, one for each seat"),
        ({"forbidden": ["action:1", [], []]}, "3 lists of options"),
        ({"forbidden": [["action:22"], [], []]}, "'action:22' is not an option of seat 0"),
        ({"forbidden": [["seat:0"], [], []]}, "'seat:0' is not an option of seat 0"),
        ({"doctored": {"11": {}}}, "there is no ability '11'"),
        ({"doctored": {"3": {"bonus": 1000}}}, "from -100 to 100, not 1000"),
        ({"doctored": {"3": {"bonsu": 1}}}, "ability 3 has"),
        ({"doctored": {"3": {"off": 1}}}, "'off' of ability 3"),
    ],
)
def test_other_options(options: dict[str, Any], message: str) -> None:
    with pytest.raises(RulesError, match=message):
        make_rules(3, **options)


@pytest.mark.parametrize("seed", [-1, 2**64, 1.5, "7", None, True])
def test_seeds(seed: Any) -> None:
    with pytest.raises(ValueError, match=r"a seed must be a whole number from 0 to 18446744073709551615"):
        Game(make_rules(3), seed)
    with pytest.raises(ValueError, match="a seed must be a whole number"):
        Batch(make_rules(3), 2, seed)


@pytest.mark.parametrize("option", [-1, OPTION_COUNT, 10**30, 0, "pass", None, 1.0, True, np.int64(-5)])
def test_illegal_options_name_seat_decision_choice_and_what_is_legal(option: Any) -> None:
    game = Game(make_rules(3), 1)
    before = game.to_bytes()
    with pytest.raises(IllegalChoice) as error:
        game.step(option)
    assert f"seat {game.seat} can't choose" in str(error.value)
    assert "at 'draft'; legal options: " in str(error.value)
    for ability in game.option_names():
        assert ability in str(error.value)
    assert game.to_bytes() == before


def test_wrong_seat() -> None:
    game = Game(make_rules(3), 1)
    other = ((game.seat or 0) + 1) % 3
    before = game.to_bytes()
    with pytest.raises(
        IllegalChoice, match=rf"it is not the turn of seat {other}: seat {game.seat} decides \(draft\)"
    ):
        game.step(game.options()[0], seat=other)
    with pytest.raises(IllegalChoice, match="there is no seat 3"):
        game.step(game.options()[0], seat=3)
    assert game.to_bytes() == before
    game.step(np.int32(game.options()[0]), seat=game.seat)


def test_a_game_that_is_over_takes_no_choice() -> None:
    game = Game(make_rules(2, rounds=1), 1)
    for counter in range(1000):
        if game.over:
            break
        game.step(game.random_option(counter))
    with pytest.raises(IllegalChoice, match="the game is over"):
        game.step(21)
    assert game.seat is None
    assert game.decision is None


def test_a_batch_with_one_illegal_choice_steps_no_game() -> None:
    batch = Batch(make_rules(3), 4, seed=1)
    options = batch.random_options()
    before = batch.states.tobytes()
    bad = options.copy()
    bad[2] = option_id("pass", 0, 3)
    with pytest.raises(
        IllegalChoice,
        match=r"game 2: seat \d can't choose 21 at 'draft'; legal options: .* no game has changed",
    ):
        batch.step(bad)
    assert batch.states.tobytes() == before
    for wrong in (options[:3], options.astype(float), [[1]], [10**6] * 4):
        with pytest.raises(IllegalChoice):
            batch.step(wrong)
    with pytest.raises(IllegalChoice, match="game 1: "):
        batch.advance(1, -3)
    with pytest.raises(IndexError, match="games are 0 to 3"):
        batch.advance(4, 0)
    assert batch.states.tobytes() == before
    batch.step(options)


@pytest.mark.parametrize(("size", "threads"), [(0, 1), (-3, 1), (2, 0)])
def test_sizes_of_a_batch(size: int, threads: int) -> None:
    with pytest.raises(ValueError, match=r"1 (game|thread) or more"):
        Batch(make_rules(3), size, threads=threads)


def test_bytes_that_are_no_state() -> None:
    game = Game(make_rules(3), 1)
    data = game.to_bytes()
    with pytest.raises(StateError, match=f"a saved state must have {len(data)} bytes, not {len(data) - 1}"):
        Game.from_bytes(game.rules, data[:-1])
    with pytest.raises(StateError, match="begin with b'DXQ1', not b'XXXX'"):
        Game.from_bytes(game.rules, b"XXXX" + data[4:])
    with pytest.raises(StateError, match="another shape"):
        Game.from_bytes(game.rules, data[:4] + bytes(8) + data[12:])
    with pytest.raises(StateError, match="the number of players differs from the rules"):
        Game.from_bytes(make_rules(4), data)
