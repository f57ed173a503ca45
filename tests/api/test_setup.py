"""One description of a game: checked when it is made, written and read again without a change."""

import json
import pickle

import gymnasium
import numpy as np
import pytest

from dixie_env import (
    DixieError,
    Game,
    ObservationSpec,
    RulesError,
    Setup,
    compile_rules,
    dixie_v0,
    make_rules,
)
from dixie_env.config import load_board, load_edition
from dixie_env.envs.vector import DixieVector
from dixie_env.records import Recorder
from dixie_env.setup import KEYS, setups_as_object, setups_from_object

OWN_BOARD = load_board("standard").model_copy(update={"pit": 40, "mine_symbols": [10, 20, 30]})
OWN_EDITION = load_edition("de").model_copy(update={"scoring": "hoards"})

SETUPS = [
    Setup(),
    Setup(2, "pl", rounds=3),
    Setup(3, draft="fixed", abilities=[3, 5, 8]),
    Setup(5, OWN_EDITION, OWN_BOARD, "random"),
    Setup(4, forbidden=[["action:13"], [], [], ["own:ability"]]),
    Setup(4, doctored={"3": {"bonus": 10, "seats": [0, 2]}, "5": {"off": True}}),
    Setup(observation=ObservationSpec("screened", True)),
]


@pytest.mark.parametrize("setup", SETUPS)
def test_what_is_written_is_read_again(setup):
    written = setup.as_object()
    again = Setup.from_object(json.loads(json.dumps(written)))
    assert again == setup
    assert hash(again) == hash(setup)
    assert again.as_object() == written
    assert pickle.loads(pickle.dumps(setup)) == setup
    assert compile_rules(again).array.tobytes() == compile_rules(setup).array.tobytes()


def test_every_key_is_known_and_the_usual_ones_are_short():
    assert {key for setup in SETUPS for key in setup.as_object()} == set(KEYS)
    assert Setup().as_object() == {
        "rules": 2,
        "edition": "de",
        "board": "standard",
        "players": 4,
        "draft": "choose",
        "observation": {"mode": "tracked", "board": False, "layout": 2},
    }


@pytest.mark.parametrize("setup", SETUPS)
def test_a_records_header_has_the_same_keys(setup):
    """But for what a record says elsewhere: the dealt abilities, and who observed what."""
    header = Recorder(compile_rules(setup), 1, ["x"] * setup.players).lines[0]
    written = {key: value for key, value in setup.as_object().items() if key in header}
    assert {key: header[key] for key in written} == written
    assert set(setup.as_object()) - set(header) <= {"abilities", "observation"}


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ([], "a game must be an object"),
        ({"player": 4}, "player: unknown key; the keys are rules, edition, board, players"),
        ({"players": 6}, "players must be a whole number from 2 to 5, not 6"),
        ({"players": True}, "players must be a whole number"),
        ({"players": [2, 4]}, "players must be a whole number"),
        ({"rounds": 0}, "rounds must be a whole number from 1 to 7"),
        ({"edition": "klingon"}, "there is no edition of this name"),
        ({"edition": "/etc/passwd"}, "edition must be a shipped name or an object"),
        ({"board": "boards/mine.yaml"}, "board must be a shipped name or an object"),
        ({"board": 3}, "board must be a shipped name or an object, not 3"),
        ({"board": {"pit": 3}}, "board: "),
        ({"draft": "none"}, "draft must be one of"),
        ({"draft": "fixed"}, "needs 4 abilities, one for each seat"),
        ({"draft": "fixed", "abilities": 3}, "needs 4 abilities, one for each seat"),
        ({"draft": "fixed", "abilities": [1, 1, 2, 3]}, "must all be different"),
        ({"forbidden": 5}, "forbidden must be 4 lists"),
        ({"forbidden": [[5], [], [], []]}, "forbidden"),
        ({"forbidden": [5, [], [], []]}, "forbidden must be 4 lists"),
        ({"doctored": []}, "doctored must look like"),
        ({"observation": "screened"}, "observation must be an object such as"),
        ({"observation": {"mode": "all"}}, "observation must be one of tracked, screened"),
        ({"observation": {"board": 1}}, "observation.board must be true or false"),
        ({"observation": {"layout": 3}}, "observation.layout must be 1 or 2, not 3"),
        ({"observation": {"bord": True}}, "observation.bord: unknown key; the keys are mode, board, layout"),
    ],
)
def test_what_is_wrong_is_refused_by_name(data, message):
    with pytest.raises(RulesError) as caught:
        Setup.from_object(data)
    assert message in str(caught.value)


def test_files_are_opened_only_where_a_user_named_them(tmp_path):
    file = tmp_path / "board.json"
    file.write_text(json.dumps(OWN_BOARD.as_object()))
    with pytest.raises(RulesError):
        Setup.from_object({"board": str(file)})
    assert Setup.from_object({"board": str(file)}, files=True) == Setup(board=OWN_BOARD)


def test_several_numbers_of_players_in_one_object():
    setups = setups_from_object({"players": [5, 2, 3], "edition": "en"})
    assert setups == (Setup(2, "en"), Setup(3, "en"), Setup(5, "en"))
    assert setups_as_object(setups)["players"] == [2, 3, 5]
    assert setups_from_object(setups_as_object(setups)) == setups
    assert setups_as_object([Setup(3)]) == Setup(3).as_object()
    assert setups_from_object({}) == (Setup(),)
    for players in ([], [2, 2], [2, "3"], [1]):
        with pytest.raises(RulesError, match="players"):
            setups_from_object({"players": players})
    with pytest.raises(RulesError, match="only in the number of players"):
        setups_as_object([Setup(2), Setup(3, "en")])


@pytest.mark.parametrize("setup", [SETUPS[6], SETUPS[6].replace(players=3, rounds=2)])
def test_environments_take_a_setup_or_its_plain_data(setup):
    spec = setup.observation
    expected = spec.observe(Game(compile_rules(setup), 7))
    assert spec.size == len(expected) == 697
    for given in (setup, setup.as_object()):
        aec = dixie_v0.env(setup=given)
        aec.reset(seed=7)
        assert np.array_equal(aec.observe(aec.agent_selection)["observation"], expected)
        gym = gymnasium.make("dixie_env/Dixie-v0", setup=given).unwrapped
        assert gym.observation_space == spec.space()
        vector = DixieVector(2, setup=given)
        assert np.array_equal(vector.reset(7).observations[0], expected)
        parallel = dixie_v0.parallel_env(setup=given)
        assert len(parallel.possible_agents) == setup.players
        assert parallel.arguments.game == setup


def test_single_arguments_are_a_setup_too():
    env = dixie_v0.env(players=3, edition="pl", observation="screened", observe_board=True, rounds=2)
    assert env.arguments.game == Setup(3, "pl", rounds=2, observation=ObservationSpec("screened", True))
    assert env.rules.config == env.arguments.game


def test_a_setup_and_single_arguments_are_not_mixed():
    with pytest.raises(DixieError, match="setup or players, rounds, not both"):
        dixie_v0.env(setup=Setup(), players=3, rounds=2)


def test_the_rules_remember_their_setup():
    assert make_rules(3, "pl", rounds=2).config == Setup(3, "pl", rounds=2)
