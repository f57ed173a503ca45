"""The native vector environment: Gymnasium's protocol, and the games of single environments."""

import pickle
from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, SyncVectorEnv, VectorEnv
from gymnasium.wrappers import vector as wrappers

from dixie_agents.gym import DixieGym
from dixie_agents.gym_vector import DixieGymVector
from dixie_env import DixieError, IllegalChoice, phase_name
from dixie_env.engine.model import OPTION_COUNT
from dixie_env.rewards import Reward
from tests.api.bots import Keyed, Scripted
from tests.api.playing import SHALLOW_BOARD, pick, same

ID = "dixie_env/Dixie-v0"
MODES = list(AutoresetMode)


def make(num_envs: int = 3, **arguments: Any) -> DixieGymVector:
    env = gymnasium.make_vec(ID, num_envs, vectorization_mode="vector_entry_point", **arguments)
    assert isinstance(env, DixieGymVector)
    return env


def choose(masks: Any, random: Random) -> Any:
    return np.array([pick(mask, random) for mask in masks])


# --- what it is ---------------------------------------------------------------------------------------------


def test_make_vec_gives_a_vector_environment() -> None:
    env = gymnasium.make_vec(ID, num_envs=7, players=4, opponents="sane")  # the default of Gymnasium
    assert isinstance(env, VectorEnv) and isinstance(env, DixieGymVector)
    assert env.num_envs == 7 and env.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    assert env.single_observation_space == gymnasium.make(ID, players=4).observation_space
    assert env.single_action_space == gymnasium.spaces.Discrete(OPTION_COUNT)
    assert env.observation_space.shape == (7, len(env.layout))
    assert env.action_space == gymnasium.spaces.MultiDiscrete([OPTION_COUNT] * 7)
    assert env.spec is not None and env.spec.id == ID
    for mode in ("sync", "async"):
        single = gymnasium.make_vec(ID, 2, vectorization_mode=mode)
        assert not isinstance(single, DixieGymVector)
        single.close()


def test_observations_and_infos_are_in_their_spaces() -> None:
    env = make(5, players=3, opponents="sane", observation="screened", observe_board=True)
    observations, infos = env.reset(seed=1)
    random = Random(1)
    kept: list[tuple[Any, Any]] = []
    for _ in range(80):
        assert observations in env.observation_space and observations.dtype == np.float32
        assert list(infos) == [
            name
            for key in ("action_mask", "decision", "round", "phase", "seat", "scores", "ranks")
            for name in (key, f"_{key}")
        ]
        assert all(infos[key].all() and infos[key].shape == (5,) for key in infos if key.startswith("_"))
        assert infos["action_mask"].shape == (5, OPTION_COUNT) and infos["action_mask"].dtype == np.bool_
        assert (infos["action_mask"] == env.action_masks()).all()
        kept.append((observations, observations.copy()))
        observations, rewards, terminations, truncations, infos = env.step(choose(env.action_masks(), random))
        assert rewards.shape == (5,) and terminations.dtype == truncations.dtype == np.bool_
        assert not truncations.any()
    assert all((one == other).all() for one, other in kept)  # the caller owns what it was given
    infos["action_mask"][:] = False
    assert env.action_masks().any(axis=1).all()


# --- the same games -----------------------------------------------------------------------------------------

CASES: list[dict[str, Any]] = [
    {"players": 4, "opponents": "sane", "rounds": 2},
    {"players": 2, "opponents": "greedy", "seat": 1, "rounds": 1},
    {"players": 3, "opponents": ["random", Keyed()], "rounds": 2, "reward": Reward("score", 0.5, 0.97)},
    {"players": 5, "opponents": Keyed(), "board": SHALLOW_BOARD, "mask": "observation", "reward": "rank"},
    {"players": 3, "opponents": ["sane", "random"], "illegal": "lose", "reward": Reward("win", 0.3, 0.9)},
]


@pytest.mark.parametrize("mode", MODES, ids=lambda mode: mode.name)
@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["players"]))
def test_it_does_what_gymnasiums_vector_of_single_environments_does(
    case: dict[str, Any], mode: AutoresetMode
) -> None:
    env = make(4, autoreset_mode=mode, **case)
    single = SyncVectorEnv([lambda: DixieGym(**case)] * 4, autoreset_mode=mode)
    assert env.metadata["autoreset_mode"] is mode
    random = Random(9)
    results: Any = env.reset(seed=9)
    expected: Any
    expected_observations: Any
    assert same(sorted_keys(results), sorted_keys(single.reset(seed=9)))
    finished = 0
    for number in range(150):
        infos = results[-1]
        actions = choose(infos["action_mask"], random)
        if case.get("illegal") == "lose" and random.random() < 0.1:
            actions[random.randrange(4)] = random.choice([-1, 0, OPTION_COUNT, 150])
        results, expected = env.step(actions), single.step(actions)
        assert same(sorted_keys(results), sorted_keys(expected)), number
        over = results[2]
        finished += int(over.sum())
        if mode is AutoresetMode.DISABLED and over.any():
            observations, infos = env.reset(options={"reset_mask": over})
            expected_observations, expected_infos = single.reset(options={"reset_mask": over.copy()})
            assert same(sorted_keys(observations), sorted_keys(expected_observations))
            for key, values in expected_infos.items():
                assert (infos[key][over] == values[over]).all()
            results = (observations, infos)
    assert finished > 3


def sorted_keys(results: Any) -> Any:
    """The order of keys is Gymnasium's own affair."""
    if isinstance(results, dict):
        return {key: sorted_keys(results[key]) for key in sorted(results)}
    if isinstance(results, tuple):
        return tuple(sorted_keys(one) for one in results)
    if isinstance(results, np.ndarray) and results.dtype == object:
        return tuple(sorted_keys(one) for one in results)
    return results


def test_the_games_do_not_depend_on_size_and_threads() -> None:
    alone, many = make(1, players=3, opponents="sane"), make(6, players=3, opponents="sane", threads=3)
    observation, info = alone.reset(seed=15)
    observations, infos = many.reset(seed=10)
    random = Random(2)
    for _ in range(100):
        assert (observations[5] == observation[0]).all() and infos["seat"][5] == info["seat"][0]
        actions = choose(many.action_masks(), random)
        observations, rewards, _, _, infos = many.step(actions)
        observation, reward, _, _, info = alone.step(actions[5:])
        assert rewards[5] == reward[0]
    many.close()
    assert many.closed


# --- seeds and resets ---------------------------------------------------------------------------------------


def test_seeds_for_each_game() -> None:
    env = make(3, players=3)
    first, _ = env.reset(seed=5)
    again, _ = env.reset(seed=[5, 6, 7])
    assert (first == again).all() and env.np_random_seed == 5
    mixed, _ = env.reset(seed=[7, None, 5])
    assert (mixed[0] == first[2]).all() and (mixed[2] == first[0]).all()
    single = DixieGym(players=3)
    single.reset(seed=6)
    assert (mixed[1] == single.reset()[0]).all()
    unseeded = [make(1, players=3).reset()[0] for _ in range(6)]
    assert len({one.tobytes() for one in unseeded}) > 1
    with pytest.raises(DixieError, match="one number or 3 of them, not 2"):
        env.reset(seed=[1, 2])
    for wrong in (-1, [1, 2, -3], [1, 2, "three"]):
        with pytest.raises(DixieError, match="a seed must be a whole number from 0"):
            env.reset(seed=wrong)  # type: ignore[arg-type]


def test_a_reset_mask_leaves_the_other_games_alone() -> None:
    env = make(4, players=3, autoreset_mode="DISABLED")
    with pytest.raises(DixieError, match="without a reset_mask"):
        env.reset(options={"reset_mask": np.array([True, False, False, False])})
    env.reset(seed=1)
    observations = env.step(choose(env.action_masks(), Random(1)))[0]
    after, infos = env.reset(seed=30, options={"reset_mask": np.array([False, True, False, True])})
    assert (after[[0, 2]] == observations[[0, 2]]).all()
    fresh, _ = make(4, players=3).reset(seed=30)
    assert (after[[1, 3]] == fresh[[1, 3]]).all()
    assert infos["_action_mask"].all() and (infos["action_mask"] == env.action_masks()).all()
    for wrong in (np.array([True]), np.zeros(4, np.bool_), np.ones(4), [1, 0, 0, 0]):
        with pytest.raises(DixieError, match="reset_mask must be 4 times True or False"):
            env.reset(options={"reset_mask": wrong})


def play_to_the_end(env: Any, infos: dict[str, Any]) -> Any:
    random = Random(4)
    while True:
        results = env.step(choose(infos["action_mask"], random))
        infos = results[4]
        if results[2].any():
            return results


def test_the_end_of_a_game_in_each_mode() -> None:
    for mode in MODES:
        env = make(2, players=3, opponents="sane", rounds=1, autoreset_mode=mode)
        observations, rewards, over, _, infos = play_to_the_end(env, env.reset(seed=8)[1])
        row = int(over.argmax())
        if mode is AutoresetMode.SAME_STEP:
            assert infos["round"][row] == 0 and not infos["action_mask"][row].all()
            assert (infos["_final_obs"] == over).all() and (infos["_final_info"] == over).all()
            assert infos["final_obs"][row].shape == observations[row].shape
            infos = infos["final_info"]
            assert (infos["_ranks"] == over).all()
        assert phase_name(int(infos["phase"][row])) == "over" and infos["decision"][row] == 0
        assert infos["action_mask"][row].all()
        rank = infos["ranks"][row][infos["seat"][row]]
        assert rank > 0 and (rewards[row] > 0) == (rank == 1)
        following = env.action_masks()
        if mode is AutoresetMode.DISABLED:
            with pytest.raises(DixieError, match=rf"games \[{row}.*are over: reset them"):
                env.step(choose(following, Random(1)))
        elif mode is AutoresetMode.NEXT_STEP:
            _, rewards, ended, _, infos = env.step(choose(following, Random(1)))
            assert rewards[row] == 0 and not ended[row] and infos["round"][row] == 0


# --- wrappers and learners ----------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", MODES[:2], ids=lambda mode: mode.name)
def test_gymnasiums_wrappers(mode: AutoresetMode) -> None:
    base = make(8, players=3, opponents="random", rounds=1, autoreset_mode=mode)
    env: Any = wrappers.RecordEpisodeStatistics(base)
    env = wrappers.NormalizeReward(wrappers.ClipReward(env, -1, 1))
    if mode is AutoresetMode.NEXT_STEP:  # the other modes are not supported by Gymnasium
        env = wrappers.NormalizeObservation(env)
    env = wrappers.DictInfoToList(env) if mode is AutoresetMode.NEXT_STEP else env
    env.reset(seed=3)
    random = Random(3)
    ended = 0
    for _ in range(60):
        observations, rewards, terminations, _, infos = env.step(choose(base.action_masks(), random))
        assert np.isfinite(observations).all() and np.isfinite(rewards).all()
        for row in np.flatnonzero(terminations):
            episode = infos[row]["episode"] if isinstance(infos, list) else infos["episode"]
            length = episode["l"] if isinstance(infos, list) else episode["l"][row]
            assert length > 0
            ended += 1
    assert ended > 8


# --- errors -------------------------------------------------------------------------------------------------


def test_illegal_actions_change_nothing() -> None:
    env = make(3, players=3, opponents="sane")
    with pytest.raises(DixieError, match=r"no games are running: call reset\(\) first"):
        env.step([0, 0, 0])
    env.reset(seed=1)
    saved = pickle.dumps(env.save())
    legal = choose(env.action_masks(), Random(1))
    for wrong in (-1, OPTION_COUNT, 151):
        with pytest.raises(IllegalChoice, match=rf"game 1: seat \d can't choose {wrong} at 'draft'; leg"):
            env.step([legal[0], wrong, legal[2]])
    for actions in (legal[:2], legal.astype(float), [legal]):
        with pytest.raises(IllegalChoice, match="expected 3 option ids as an array of integers"):
            env.step(actions)
    assert pickle.dumps(env.save()) == saved
    env.step(legal)


def test_an_opponent_that_fails_ends_the_games() -> None:
    bot = Scripted(lambda mask: int(np.flatnonzero(mask)[0]) if len(bot.shown) < 20 else OPTION_COUNT - 1)
    env = make(2, players=2, opponents=bot)
    env.reset(seed=1)
    with pytest.raises(IllegalChoice, match="agent 'scripted'"):
        for _ in range(100):
            env.step(choose(env.action_masks(), Random(1)))
    with pytest.raises(DixieError, match="reset"):
        env.step(choose(env.action_masks(), Random(1)))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"render_mode": "ansi"}, "does not render"),
        ({"autoreset_mode": "never"}, "one of NEXT_STEP, SAME_STEP, DISABLED, not 'never'"),
        ({"threads": 0}, "must be 1 or more"),
        ({"num_envs": 0}, "must be 1 or more"),
        ({"seat": 4}, "seat must be 0 to 3 or 'random', not 4"),
        ({"opponents": "nobody"}, "nobody"),
    ],
)
def test_wrong_arguments(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(DixieError, match=message):
        DixieGymVector(**arguments)


# --- saving -------------------------------------------------------------------------------------------------


def test_saved_games_go_on() -> None:
    env = make(3, players=3, opponents="sane", rounds=1)
    env.reset(seed=2)
    for number in range(25):
        results = env.step(choose(env.action_masks(), Random(number)))
    saved = pickle.loads(pickle.dumps(env.save()))
    twin = make(3, players=3, opponents="sane", rounds=1)
    assert same(twin.restore(saved), (results[0], results[4]))
    for number in range(60):
        actions = choose(env.action_masks(), Random(number))
        assert same(env.step(actions), twin.step(actions))
    with pytest.raises(DixieError, match="3 games were saved, but this environment has 2"):
        make(2, players=3, opponents="sane", rounds=1).restore(saved)
