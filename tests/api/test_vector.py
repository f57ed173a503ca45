"""The vector environment: the arrays are those of single games, and stay good for as long as it says."""

import pickle
from random import Random
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from dixie_env import DixieError, IllegalChoice, StateError, dixie_v0
from dixie_env.engine.model import OPTION_COUNT
from dixie_env.envs.vector import DixieVector, VectorStep
from dixie_env.rewards import Reward
from tests.api.playing import PLAYERS, SHALLOW_BOARD, pick

SHAPED = Reward("score", 0.4, 0.95)


def choose(step: VectorStep, random: Random, sense: float = 0.97) -> NDArray[np.int64]:
    return np.array([pick(mask, random, sense) for mask in step.masks])


def copied(step: VectorStep) -> dict[str, NDArray[Any]]:
    """All arrays of a step, as they are now."""
    arrays = {name: np.array(array) for name, array in step._asdict().items() if name != "episodes"}
    return arrays | {name: np.array(array) for name, array in step.episodes._asdict().items()}


def equal(one: dict[str, NDArray[Any]], other: dict[str, NDArray[Any]]) -> bool:
    return one.keys() == other.keys() and all(
        one[name].dtype == other[name].dtype and np.array_equal(one[name], other[name]) for name in one
    )


# --- the same games -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "arguments",
    [
        {"players": 2, "edition": "en", "reward": SHAPED},
        {"players": 3, "observation": "screened"},
        {"players": 4, "observe_board": True, "reward": "rank", "board": SHALLOW_BOARD},
        {"players": 5, "observation": "screened", "observe_board": True, "reward": SHAPED, "rounds": 3},
    ],
    ids=lambda arguments: str(arguments["players"]),
)
def test_every_row_is_the_game_that_the_aec_environment_plays(arguments: dict[str, Any]) -> None:
    size, seed = 5, 300
    vector = DixieVector(size, **arguments)
    single = [dixie_v0.env(**arguments) for _ in range(size)]
    step = vector.reset(seed=seed)
    seeds = [seed + row for row in range(size)]
    lengths = [0] * size
    for env, own in zip(single, seeds, strict=True):
        env.reset(seed=own)
    random = Random(1)
    ended = 0
    for _ in range(700):
        assert step.observations.dtype == np.float32 and step.masks.dtype == np.bool_
        assert step.observations.shape == (size, vector.layout.size) and step.masks.shape == (
            size,
            OPTION_COUNT,
        )
        for row, env in enumerate(single):
            shown = env.observe(env.agent_selection)
            assert env.agent_selection == f"player_{step.seats[row]}"
            assert (step.observations[row] == shown["observation"]).all()
            assert (step.masks[row] == shown["action_mask"]).all()
        actions = choose(step, random)
        step = vector.step(actions)
        results = []
        for row, env in enumerate(single):
            env.step(int(actions[row]))
            lengths[row] += 1
            assert step.done[row] == env.over
            assert step.rewards[row].tolist() == pytest.approx(list(env.rewards.values()), abs=1e-6)
            if env.over:
                assert env.game is not None
                players = env.game.players
                results.append(
                    (
                        row,
                        seeds[row],
                        env.game.state["scores"][:players].tolist(),
                        env.game.state["ranks"][:players].tolist(),
                        lengths[row],
                    )
                )
                seeds[row] += size  # the documented rule
                lengths[row] = 0
                env.reset(seed=seeds[row])
        told = zip(*(array.tolist() for array in step.episodes), strict=True)
        assert list(told) == results
        ended += len(results)
    assert ended > size


def test_the_seeds_of_restarts() -> None:
    vector = DixieVector(3, players=2, rounds=1)
    step = vector.reset(seed=10)
    random = Random(1)
    seeds: dict[int, list[int]] = {0: [], 1: [], 2: []}
    while min(map(len, seeds.values())) < 3:
        step = vector.step(choose(step, random))
        for game, seed in zip(step.episodes.games.tolist(), step.episodes.seeds.tolist(), strict=True):
            seeds[game].append(seed)
    for game, played in seeds.items():
        assert played == [10 + game + 3 * k for k in range(len(played))]


def test_resets_without_a_seed() -> None:
    first = []
    for _ in range(2):
        vector = DixieVector(4, players=3)
        vector.reset(seed=8)
        first.append(vector.reset().observations.copy())
    assert (first[0] == first[1]).all()  # they follow from the last seed
    one, two = DixieVector(4), DixieVector(4)
    assert (one.reset().observations != two.reset().observations).any()


def test_the_largest_seeds_wrap_around() -> None:
    vector = DixieVector(4, players=2)
    vector.reset(seed=2**64 - 2)
    assert vector.batch.seeds.tolist() == [2**64 - 2, 2**64 - 1, 0, 1]


@pytest.mark.parametrize("threads", [2, 3])
def test_threads_do_not_matter(threads: int) -> None:
    one, many = (
        DixieVector(33, players=4, reward=SHAPED),
        DixieVector(33, threads=threads, players=4, reward=SHAPED),
    )
    steps = [vector.reset(seed=3) for vector in (one, many)]
    random = Random(3)
    for _ in range(150):
        assert equal(copied(steps[0]), copied(steps[1]))
        actions = choose(steps[0], random)
        steps = [vector.step(actions) for vector in (one, many)]


@pytest.mark.parametrize("players", PLAYERS)
def test_rewards_of_a_game_sum_to_0(players: int) -> None:
    vector = DixieVector(16, players=players, reward=Reward("win", 0.5))
    step = vector.reset(seed=1)
    random = Random(1)
    for _ in range(200):
        step = vector.step(choose(step, random))
        assert step.rewards.shape == (16, players) and step.rewards.dtype == np.float32
        assert np.abs(step.rewards.sum(axis=1)).max() < 1e-5


# --- how long arrays stay good ------------------------------------------------------------------------------


def test_what_a_step_returned_is_unchanged_by_the_next_one() -> None:
    """The trap of views: a learner that keeps the last observation would see the next one in its place."""
    vector = DixieVector(8, players=3, rounds=1)
    step = vector.reset(seed=5)
    random = Random(5)
    for _ in range(120):
        before = copied(step)
        following = vector.step(choose(step, random))
        assert equal(copied(step), before)
        assert not np.shares_memory(step.observations, following.observations)
        assert not np.shares_memory(step.masks, following.masks)
        step = following


def test_observations_and_masks_are_written_over_by_the_step_after_that() -> None:
    """No copies are made: this is what the documentation warns of. Everything else is the caller's own."""
    vector = DixieVector(8, players=3)
    first = vector.reset(seed=5)
    kept = copied(first)
    random = Random(5)
    second = vector.step(choose(first, random))
    third = vector.step(choose(second, random))
    assert np.shares_memory(first.observations, third.observations)
    assert np.shares_memory(first.masks, third.masks)
    assert (first.observations != kept["observations"]).any()
    now = copied(first)
    for name in kept:
        if name not in ("observations", "masks"):
            assert np.array_equal(now[name], kept[name]), name


def test_all_other_arrays_stay_for_good() -> None:
    vector = DixieVector(6, players=2, rounds=1, reward=SHAPED)
    step = vector.reset(seed=5)
    random = Random(5)
    steps, kept = [], []
    for _ in range(60):
        step = vector.step(choose(step, random))
        steps.append(step)
        kept.append(copied(step))
    for one, before in zip(steps, kept, strict=True):
        for name, array in copied(one).items():
            assert name in ("observations", "masks") or np.array_equal(array, before[name]), name


@pytest.mark.parametrize("restart", ["reset", "restore"])
def test_what_a_step_returned_is_unchanged_by_a_reset(restart: str) -> None:
    vector = DixieVector(8, players=3)
    saved = vector.save()
    step = vector.reset(seed=5)
    for number in range(3):
        step = vector.step(choose(step, Random(number)))
        before = copied(step)
        following = vector.reset(seed=number) if restart == "reset" else vector.restore(saved)
        assert equal(copied(step), before)
        step = following


# --- errors -------------------------------------------------------------------------------------------------


def test_an_illegal_action_in_one_row_changes_nothing_in_any() -> None:
    vector = DixieVector(6, players=3, reward=SHAPED)
    twin = DixieVector(6, players=3, reward=SHAPED)
    step, other = vector.reset(seed=2), twin.reset(seed=2)
    random = Random(2)
    for _ in range(40):
        actions = choose(step, random)
        for row in range(6):
            for bad in (-1, OPTION_COUNT, 10**12, int(np.flatnonzero(~step.masks[row])[0])):
                wrong = actions.copy()
                wrong[row] = bad
                before = vector.batch.states.tobytes()
                with pytest.raises(
                    IllegalChoice, match=f"game {row}: seat {step.seats[row]} can't choose {bad} at"
                ):
                    vector.step(wrong)
                assert vector.batch.states.tobytes() == before
        assert equal(copied(step), copied(other))  # the arrays are as they were, too
        step, other = vector.step(actions), twin.step(actions)
    assert equal(copied(step), copied(other))


@pytest.mark.parametrize(
    "actions",
    [[1, 2], [[0, 0, 0]], 0, [0.0, 0.0, 0.0], ["a", "b", "c"], [True, True, True], None],
    ids=repr,
)
def test_actions_of_the_wrong_form(actions: Any) -> None:
    vector = DixieVector(3, players=2)
    vector.reset(seed=1)
    with pytest.raises(IllegalChoice, match="3 option ids"):
        vector.step(actions)


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"num_envs": 0}, "1 game"),
        ({"num_envs": -3}, "1 game"),
        ({"num_envs": "x"}, "integer"),
        ({"num_envs": 2, "threads": 0}, "thread"),
        ({"num_envs": 2, "illegal": "lose"}, "illegal"),
        ({"num_envs": 2, "render_mode": "ansi"}, "render"),
        ({"num_envs": 2, "players": 9}, "players"),
        ({"num_envs": 2, "observation": "x"}, "observation"),
        ({"num_envs": 2, "reward": "x"}, "reward"),
        ({"num_envs": 2, "opponents": "random"}, "opponents"),
    ],
    ids=str,
)
def test_wrong_arguments_say_what_is_wrong(wrong: dict[str, Any], says: str) -> None:
    with pytest.raises((DixieError, TypeError, ValueError), match=says):
        DixieVector(**wrong)


# --- saving -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("reward", ["win", SHAPED])
def test_saved_games_go_on_alike(reward: Any) -> None:
    arguments: dict[str, Any] = {"players": 3, "reward": reward, "rounds": 2}
    vector = DixieVector(7, **arguments)
    step = vector.reset(seed=4)
    random = Random(4)
    for _ in range(12):
        for _ in range(random.randrange(20)):
            step = vector.step(choose(step, random))
        twin = DixieVector(7, threads=2, **arguments)
        restored = twin.restore(pickle.loads(pickle.dumps(vector.save())))
        whole = pickle.loads(pickle.dumps(vector))
        assert (restored.observations == step.observations).all()
        assert (restored.masks == step.masks).all() and (restored.seats == step.seats).all()
        for _ in range(30):
            actions = choose(step, random)
            step = vector.step(actions)
            assert equal(copied(step), copied(twin.step(actions)))
            assert equal(copied(step), copied(whole.step(actions)))


def test_what_was_saved_is_not_touched_by_going_on() -> None:
    vector = DixieVector(4, players=3)
    step = vector.reset(seed=4)
    saved = vector.save()
    kept = pickle.dumps(saved)
    vector.step(choose(step, Random(1)))
    again = vector.restore(saved)
    assert (again.observations == step.observations).all()
    vector.step(choose(again, Random(2)))
    assert pickle.dumps(saved) == kept


def test_games_of_another_vector_are_refused() -> None:
    vector, other = DixieVector(4, players=3), DixieVector(5, players=3)
    three, four = DixieVector(4, players=3), DixieVector(4, players=4)
    for one, two in ((vector, other), (three, four)):
        before = two.batch.states.tobytes()
        with pytest.raises(StateError):
            two.restore(one.save())
        assert two.batch.states.tobytes() == before


def test_a_step_before_a_reset_plays_games_of_a_random_seed() -> None:
    """There is always a game in every row; `reset(seed)` only says which."""
    vector = DixieVector(3, players=2)
    masks = vector.batch.masks.view(np.bool_)
    step = vector.step(np.array([np.flatnonzero(mask)[0] for mask in masks]))
    assert step.masks.any(axis=1).all()
