"""A vector environment with different games in its rows plays the same as one of each kind."""

import pickle
from random import Random
from typing import Any

import numpy as np
import pytest

from dixie_env import DixieError, Game, ObservationSpec, Setup, StateError, compile_rules, make_rules
from dixie_env.boards.sampler import draw
from dixie_env.envs.vector import DixieVector, VectorStep
from dixie_env.rewards import Reward

BOARDS = ObservationSpec(board=True)
SHAPED = Reward("win", 0.8, 0.9)


def setups(observation: ObservationSpec = BOARDS) -> list[Setup]:
    """Numbers of players, editions, lengths of tracks and depths of the pit differ."""
    return [
        Setup(players, edition, draw("wide", 8, number, length=length), rounds=1, observation=observation)
        for number, (players, edition, length) in enumerate(
            [(4, "pl", 6), (2, "de", 9), (3, "fr", 12), (2, "en", 7)]
        )
    ]


def choose(step: VectorStep, random: Random) -> np.ndarray[Any, Any]:
    return np.array([random.choice(np.flatnonzero(mask).tolist()) for mask in step.masks])


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("reward", ["win", "rank", "score", SHAPED], ids=str)
def test_rows_are_those_of_vectors_of_one_kind(reward: Any, threads: int) -> None:
    """Up to the end of each game: the next one has another seed in a vector of another size."""
    kinds = setups()
    vector = DixieVector(4, setup=kinds, reward=reward, threads=threads)
    singles = [DixieVector(1, setup=kind, reward=reward) for kind in kinds]
    random = Random(5)
    step = vector.reset(seed=20)
    alone = [single.reset(seed=20 + row) for row, single in enumerate(singles)]
    ended: set[int] = set()
    while len(ended) < 4:
        actions = choose(step, random)
        step = vector.step(actions)
        assert step.rewards.shape == (4, 4)
        assert np.abs(step.rewards.sum(axis=1)).max() < 1e-5 or reward is SHAPED
        told = {game: number for number, game in enumerate(step.episodes.games.tolist())}
        for row in set(range(4)) - ended:
            players = kinds[row].players
            alone[row] = singles[row].step(actions[row : row + 1])
            assert step.rewards[row, :players].tolist() == alone[row].rewards[0].tolist()
            assert not step.rewards[row, players:].any()
            assert step.done[row] == alone[row].done[0]
            if step.done[row]:
                ended.add(row)
                number = told[row]
                for name in ("scores", "ranks"):
                    there = getattr(step.episodes, name)[number]
                    assert there[:players].tolist() == getattr(alone[row].episodes, name)[0].tolist()
                    assert not there[players:].any()
                continue
            assert (step.observations[row] == alone[row].observations[0]).all()
            assert (step.masks[row] == alone[row].masks[0]).all()


def test_the_index_says_which_setup_a_game_has() -> None:
    kinds = setups()
    vector = DixieVector(5, setup=[kind.as_object() for kind in kinds], index=[3, 0, 2, 0, 1])
    assert vector.batch.players.tolist() == [2, 4, 3, 4, 2] and vector.players == 4
    assert [vector.batch.rules_of(row).config for row in range(5)] == [kinds[n] for n in (3, 0, 2, 0, 1)]
    with pytest.raises(ValueError, match="4 different rules"):
        _ = vector.rules


@pytest.mark.parametrize("reward", ["win", SHAPED], ids=str)
def test_saved_mixed_games_go_on_alike_even_with_new_rules(reward: Any) -> None:
    kinds = setups()
    vector = DixieVector(6, setup=kinds, reward=reward)
    step = vector.reset(seed=4)
    vector.set_rules(1, kinds[0])
    vector.set_rules(2, make_rules(3, "pl", rounds=1))
    random = Random(4)
    for _ in range(5):
        for _ in range(15):
            step = vector.step(choose(step, random))
        twin = DixieVector(6, threads=2, setup=kinds, reward=reward)
        restored = twin.restore(pickle.loads(pickle.dumps(vector.save())))
        whole = pickle.loads(pickle.dumps(vector))
        assert (restored.observations == step.observations).all()
        for _ in range(60):
            actions = choose(step, random)
            step = vector.step(actions)
            for other in (twin, whole):
                found = other.step(actions)
                assert (found.observations == step.observations).all() and (found.masks == step.masks).all()
                assert (found.rewards == step.rewards).all() and (found.done == step.done).all()
    assert vector.batch.players.tolist() == [4, 4, 3, 2, 4, 2]
    assert vector.batch.rules_of(2).config.edition.name == "pl"


def test_games_of_other_setups_are_refused() -> None:
    kinds = setups()
    vector = DixieVector(4, setup=kinds)
    with pytest.raises(StateError, match="other arguments"):
        vector.restore(DixieVector(4, setup=kinds[::-1]).save())


def test_new_rules_from_the_next_game_on() -> None:
    old, *others = setups()
    vector = DixieVector(3, setup=old)
    step = vector.reset(seed=1)
    random = Random(1)
    vector.set_rules(1, others[0])
    while vector.batch.finished[1] == 0:
        assert vector.batch.players.tolist() == [4, 4, 4]
        step = vector.step(choose(step, random))
    fresh = Game(compile_rules(others[0]), 1 + 1 + 3)
    assert vector.batch.game(1) == fresh and (step.observations[1] == fresh.observe(board=True)).all()


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"setup": []}, "1 setup or more"),
        ({"setup": [Setup(3), 5]}, "must be an object"),
        ({"setup": [Setup(3), Setup(3, observation=BOARDS)]}, "same observation"),
        ({"setup": [Setup(3), Setup(4)], "players": 3}, "setup or players"),
        ({"setup": [Setup(3), Setup(4)], "index": [0, 2]}, "index must name rules 0 to 1"),
        ({"setup": [Setup(3), Setup(4)], "index": [0]}, "index must be 2 integers"),
    ],
    ids=str,
)
def test_wrong_setups_say_what_is_wrong(wrong: dict[str, Any], says: str) -> None:
    with pytest.raises((DixieError, ValueError), match=says):
        DixieVector(2, **wrong)


def test_new_rules_must_fit_the_vector() -> None:
    vector = DixieVector(2, players=3)
    with pytest.raises(DixieError, match="up to 3 players, not 4"):
        vector.set_rules(0, Setup(4))
    with pytest.raises(DixieError, match="same observation"):
        vector.set_rules(0, Setup(3, observation=BOARDS))
    with pytest.raises(IndexError, match="no game 2"):
        vector.set_rules(2, Setup(2))
    wrong: Any = "de"
    with pytest.raises(TypeError):
        vector.set_rules(0, wrong)
