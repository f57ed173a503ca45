"""A batch belongs to one thread at a time, and an object that was never set up crashes nothing."""

import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from dixie_env import Batch, DixieError, Game, IllegalChoice, StateError, make_rules
from dixie_env.engine import CompiledRules
from dixie_env.engine.model import ASK_NOTHING, STATE_DTYPE, STEP_OVER
from dixie_env.envs.vector import DixieVector


def in_threads(work: Any, count: int = 4) -> list[BaseException]:
    """Run a function in several threads at once; return what they raised."""
    raised: list[BaseException] = []
    start = threading.Barrier(count)

    def run() -> None:
        start.wait()
        try:
            for _ in range(30):
                work()
        except BaseException as error:
            raised.append(error)

    threads = [threading.Thread(target=run) for _ in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return raised


def valid(batch: Batch) -> None:
    for row in range(batch.size):
        batch.game(row).validate()


@pytest.mark.parametrize("threads", [1, 2])
def test_several_threads_in_a_batch_get_an_error_and_break_nothing(threads: int) -> None:
    batch = Batch(make_rules(4), 256, threads=threads)
    raised = in_threads(lambda: batch.play_random(200))
    assert raised
    assert {type(error) for error in raised} == {DixieError}
    assert "give each thread a batch of its own" in str(raised[0])
    valid(batch)
    batch.play_random(1)


def test_every_call_is_refused_while_another_thread_has_the_batch() -> None:
    batch = Batch(make_rules(3), 2)
    other = Batch(make_rules(3), 2).save()
    calls: dict[str, Callable[[], object]] = {
        "reset": lambda: batch.reset(1),
        "step": lambda: batch.step(batch.masks.argmax(axis=1)),
        "advance": lambda: batch.advance(0, int(batch.masks[0].argmax())),
        "random_options": batch.random_options,
        "play_random": lambda: batch.play_random(1),
        "game": lambda: batch.game(0),
        "save": batch.save,
        "load": lambda: batch.load(other),
        "set_rules": lambda: batch.set_rules(0, make_rules(3)),
    }
    before = batch.states.tobytes()
    refused = []

    def try_all() -> None:
        for name, call in calls.items():
            try:
                call()
            except DixieError as error:
                refused.append((name, "another thread is using this batch now" in str(error)))

    with batch:
        thread = threading.Thread(target=try_all)
        thread.start()
        thread.join()
        assert batch.states.tobytes() == before
        batch.play_random(1)  # its own thread goes on
    assert refused == [(name, True) for name in calls]
    try_all()
    assert len(refused) == len(calls)


def test_a_vector_is_held_for_its_whole_step() -> None:
    vector = DixieVector(64, players=4)
    vector.reset(1)
    raised: list[BaseException] = []

    def step() -> None:
        try:
            vector.step(vector.batch.masks.argmax(axis=1))
        except BaseException as error:
            raised.append(error)

    with vector.batch:
        thread = threading.Thread(target=step)
        thread.start()
        thread.join()
    assert [type(error) for error in raised] == [DixieError]
    step()
    assert len(raised) == 1


class Forgetful(Game):
    def __init__(self) -> None:
        pass


class ForgetfulBatch(Batch):
    def __init__(self) -> None:
        pass


class ForgetfulRules(CompiledRules):
    def __init__(self) -> None:
        pass


def test_a_subclass_without_super_init() -> None:
    game = Forgetful()
    with pytest.raises(IllegalChoice, match=r"never set up: the __init__ of Forgetful must call super\(\)"):
        game.step(0)
    assert game.over
    assert game.options() == []
    harmless: list[Callable[[], object]] = [game.observe, game.observe_all, game.mask, game.copy, game.hash]
    for call in [*harmless, game.known_hash, lambda: repr(game)]:
        call()
    for refused in (game.refresh, game.validate, lambda: game.random_option(1), lambda: game.offering_of(0)):
        with pytest.raises(DixieError):
            refused()
    game.resample(0, 1)
    with pytest.raises(DixieError, match="never set up: the __init__ of ForgetfulBatch"):
        ForgetfulBatch().play_random(1)
    with pytest.raises(DixieError, match="never set up: the __init__ of ForgetfulRules"):
        Game(ForgetfulRules())
    with pytest.raises(DixieError, match="never set up"):
        Batch(ForgetfulRules(), 1)


FIELDS = [name for name in STATE_DTYPE.names or () if name != "seed"]


@pytest.mark.parametrize("name", FIELDS)
def test_nonsense_in_a_field_is_refused_or_harmless(name: str) -> None:
    random = np.random.default_rng(FIELDS.index(name))
    refused = 0
    for seed in range(12):
        game = Game(make_rules(2 + seed % 4), seed)
        for number in range(int(random.integers(60))):
            if not game.over:
                game.step(game.random_option(number))
        if seed % 3 == 0:
            game.state["decision"] = ASK_NOTHING
            game.state["step"] = random.integers(STEP_OVER + 1)
        kind = game.state.dtype[name].base
        values = random.integers(-128, 128, game.state[name].shape)
        game.state[name] = (values * random.integers(1, 200)).astype(kind)
        try:
            game.refresh()
        except StateError as error:
            refused += 1
            assert "what was written is not a valid state" in str(error)
            assert game.over
            with pytest.raises(IllegalChoice):
                game.step(0)
        else:
            game.validate()
            if not game.over:
                game.step(game.random_option(0))
                game.validate()
        game.observe(0)
    assert refused or name == "options"
