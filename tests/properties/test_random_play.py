"""Properties of random play, in all editions and player counts."""

import copy
import pickle
from itertools import islice
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dixie_env import Batch, Game, make_rules
from dixie_env.config import edition_names
from dixie_env.records import describe_state
from tests.properties.invariants import check_position
from tests.properties.play import choose, games, play

QUICK = settings(max_examples=60, deadline=None)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("edition", edition_names())
@pytest.mark.parametrize("sense", [0.0, 0.97])
def test_every_position_of_whole_games_is_sound(players: int, edition: str, sense: float) -> None:
    rules = make_rules(players, edition)
    for seed in range(6):
        game = Game(rules, seed)
        for _ in play(game, Random(seed), sense):
            check_position(game)
            game.validate()
        check_position(game)
        game.validate()
        assert sorted(game.state["ranks"][:players])[0] == 1


@QUICK
@given(games())
def test_a_copy_stays_untouched_when_the_original_moves(case: tuple[Game, Random]) -> None:
    game, random = case
    twins = [game.copy(), copy.copy(game), copy.deepcopy(game)]
    before = game.to_bytes()
    for _ in islice(play(game, random), 30):
        pass
    for twin in twins:
        assert twin.to_bytes() == before


@QUICK
@given(games())
def test_serialised_games_play_on_alike(case: tuple[Game, Random]) -> None:
    game, random = case
    twins = [Game.from_bytes(game.rules, game.to_bytes()), pickle.loads(pickle.dumps(game)), game.copy()]
    for twin in twins:
        assert twin == game
        assert twin.hash() == game.hash()
        assert twin.known_hash() == game.known_hash()
    for _ in range(60):
        if not game.over:
            option = choose(game, random, 0.97)
            for one in (game, *twins):
                one.step(option)
    for twin in twins:
        assert twin == game


@QUICK
@given(games(), st.integers(0, 2**64 - 1))
def test_a_resampled_game_agrees_with_all_that_the_seat_knows(case: tuple[Game, Random], seed: int) -> None:
    game, random = case
    for _ in range(25):
        if game.over:
            return
        for seat in range(game.players):
            before = game.to_bytes()
            other = game.resample(seat, seed)
            assert game.to_bytes() == before
            assert other.state["seed"] == seed
            other.validate()
            assert describe_state(other) == describe_state(game)  # nothing on the table has changed
            assert other.known_hash(seat) == game.known_hash(seat)
            assert (other.observe(seat) == game.observe(seat)).all()
            assert (other.state["offer"][seat] == game.state["offer"][seat]).all()
        game.step(choose(game, random, 0.97))


@QUICK
@given(games(), st.integers(0, 2**64 - 1))
def test_what_can_be_known_does_not_depend_on_what_is_hidden(case: tuple[Game, Random], seed: int) -> None:
    game, _ = case
    other = game.copy()
    other.state["seed"] = seed
    assert other.known_hash() == game.known_hash()
    assert (other.hash() == game.hash()) == (other.state["seed"] == game.state["seed"])


def test_other_positions_have_other_hashes() -> None:
    seen: dict[int, bytes] = {}
    known: dict[int, bytes] = {}
    for seed in range(20):
        game = Game(make_rules(3), seed)
        for _ in play(game, Random(seed)):
            assert seen.setdefault(game.hash(), game.to_bytes()) == game.to_bytes()
            known[game.known_hash()] = game.to_bytes()
    assert len(seen) > 2000
    assert 0.8 * len(seen) < len(known) < len(seen)  # fewer: offerings in progress look alike


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("threads", [1, 2])
def test_a_batch_plays_the_games_that_single_games_play(players: int, threads: int) -> None:
    rules = make_rules(players)
    batch = Batch(rules, 7, seed=100, threads=threads)
    alone = [Game(rules, 100 + index) for index in range(7)]
    seeds = [100 + index for index in range(7)]
    for step in range(1200):
        random = Random(step)
        options = [choose(game, random, 0.9) for game in alone]
        batch.step(np.array(options))
        for index, (game, option) in enumerate(zip(alone, options, strict=True)):
            game.step(option)
            assert batch.done[index] == game.over
            if game.over:
                assert batch.scores[index, :players].tolist() == game.state["scores"][:players].tolist()
                assert batch.ranks[index, :players].tolist() == game.state["ranks"][:players].tolist()
                seeds[index] += 7
                alone[index] = game = Game(rules, seeds[index])
            assert batch.game(index) == game
            assert batch.seats[index] == game.seat
            assert (batch.masks[index] == game.mask()).all()
            assert (batch.observations[index] == game.observe()).all()
        assert batch.seeds.tolist() == seeds
    assert batch.finished.sum() > 7


def test_threads_and_inner_loops_do_not_change_the_games() -> None:
    rules = make_rules(4)
    batches = [Batch(rules, 33, seed=5, threads=threads) for threads in (1, 2, 3)]
    for batch in batches[1:]:
        batch.play_random(500, seed=9)
    for _ in range(500):
        batches[0].step(batches[0].random_options(seed=9))
    for batch in batches[1:]:
        for name in ("states", "masks", "observations", "seats", "scores", "ranks", "seeds", "finished"):
            assert getattr(batch, name).tobytes() == getattr(batches[0], name).tobytes(), name


def test_a_pickled_batch_goes_on_alike() -> None:
    batch = Batch(make_rules(3), 9, seed=1)
    batch.play_random(333)
    twin = pickle.loads(pickle.dumps(batch))
    for one in (batch, twin):
        one.play_random(333)
    assert twin.states.tobytes() == batch.states.tobytes()
    assert twin.observations.tobytes() == batch.observations.tobytes()


def test_a_batch_without_restart_leaves_finished_games_alone() -> None:
    batch = Batch(make_rules(2, rounds=1), 5, seed=3, restart=False)
    batch.play_random(1000)
    assert (batch.seats == -1).all()
    assert (batch.masks == 0).all()
    assert (batch.finished == 1).all()
    before = batch.states.tobytes()
    batch.step(np.zeros(5, int))
    assert batch.states.tobytes() == before
    assert not batch.done.any()
