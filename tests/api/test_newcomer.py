"""What goes wrong on the first day: errors that say what was meant."""

import copy
import pickle

import gymnasium
import pytest

from dixie_env import DixieError, dixie_v0
from dixie_env.envs.vector import DixieVector

ID = "dixie_env/Dixie-v0"


def test_a_missing_reset_is_named() -> None:
    env = dixie_v0.env(players=3)
    for call in (
        env.last,
        env.agent_iter,
        lambda: env.last(observe=False),
        lambda: env.rewards["player_0"],
        lambda: env.infos["player_1"],
        lambda: env.terminations["player_2"],
        lambda: env.truncations["player_2"],
        lambda: env.step(0),
    ):
        with pytest.raises(DixieError, match=r"^no game is running: call reset\(\) first$"):
            call()
    assert env.agents == [] and env.rewards == {}
    for twin in (copy.deepcopy(env), copy.copy(env), pickle.loads(pickle.dumps(env))):
        twin.reset(seed=1)
        assert twin.last()[4]["round"] == 0


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ("player", "unknown argument 'player'; did you mean 'players'?"),
        ("num_players", "unknown argument 'num_players'; did you mean 'players'?"),
        ("editions", "unknown argument 'editions'; did you mean 'edition'?"),
        ("rewards", "unknown argument 'rewards'; did you mean 'reward'?"),
        ("xyz", "unknown argument 'xyz'; the arguments are "),
    ],
)
def test_an_unknown_argument_says_which_one_is_meant(wrong: str, message: str) -> None:
    for make in (
        dixie_v0.env,
        dixie_v0.parallel_env,
        lambda **arguments: gymnasium.make(ID, **arguments),
        lambda **arguments: gymnasium.make_vec(ID, 2, **arguments),
        lambda **arguments: DixieVector(2, **arguments),
    ):
        with pytest.raises(DixieError) as caught:
            make(**{wrong: 4})
        assert message in str(caught.value)
        assert isinstance(caught.value, TypeError)  # what Python raises for an unknown argument


def test_the_arguments_of_one_environment_are_known_to_it() -> None:
    for make in (gymnasium.make, gymnasium.make_vec):
        with pytest.raises(DixieError, match=r"did you mean 'opponents'\?"):
            make(ID, opponent="sane")
    with pytest.raises(DixieError, match=r"did you mean 'threads'\?"):
        DixieVector(2, thread=2)


def test_opponents_in_a_list_need_one_for_each_seat() -> None:
    for make in (gymnasium.make, gymnasium.make_vec):
        with pytest.raises(DixieError) as caught:
            make(ID, players=4, opponents=["sane"])
        assert str(caught.value) == (
            "opponents must be one name or agent for all seats, or a list of 3 for 4 players; this list has 1"
        )
