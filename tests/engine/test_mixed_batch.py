"""A batch of games with different rules plays the same games as each of them alone."""

import pickle
from random import Random
from typing import Any

import numpy as np
import pytest

from dixie_env import Batch, Game, StateError, make_rules
from dixie_env.boards.sampler import draw
from dixie_env.engine import CompiledRules
from dixie_env.engine.table import RulesTable

EDITIONS = ("de", "proto", "fr", "en", "pl")
LENGTHS = (6, 9, 12)
ARRAYS = (
    "states",
    "masks",
    "observations",
    "seats",
    "done",
    "scores",
    "ranks",
    "seeds",
    "finished",
    "lengths",
)


def all_rules(rounds: int = 7) -> list[CompiledRules]:
    """All editions, 2 to 5 players, boards of three lengths."""
    return [
        make_rules(players, edition, draw("wide", 8, number, length=LENGTHS[number % 3]), rounds=rounds)
        for number, (edition, players) in enumerate((e, p) for e in EDITIONS for p in (2, 3, 4, 5))
    ]


def wide_rules(count: int, players: int = 3, rounds: int = 2, seed: int = 5) -> list[CompiledRules]:
    return [
        make_rules(players, board=f"prior:wide:{seed}:{number}", rounds=rounds) for number in range(count)
    ]


def same(one: Batch, other: Batch) -> bool:
    return all(np.array_equal(getattr(one, name), getattr(other, name)) for name in ARRAYS)


@pytest.mark.parametrize("board", [False, True])
@pytest.mark.parametrize("threads", [1, 3])
def test_every_game_is_the_game_of_its_rules_and_seed(threads: int, board: bool) -> None:
    rules = all_rules()
    batch = Batch(rules, 23, seed=100, threads=threads, board=board)
    alone = [Game(rules[row % 20], 100 + row) for row in range(23)]
    random = Random(threads)
    ended = np.zeros(23, int)
    while ended.min() < 1:
        batch.step(options := np.array([random.choice(game.options()) for game in alone]))
        for row, option in enumerate(options.tolist()):
            game = alone[row]
            game.step(option)
            assert batch.done[row] == game.over
            if game.over:
                assert batch.scores[row].tolist() == game.state["scores"].tolist()
                assert batch.ranks[row].tolist() == game.state["ranks"].tolist()
                assert not batch.ranks[row, game.players :].any()
                ended[row] += 1
                alone[row] = game = Game(rules[row % 20], 100 + row + 23 * int(ended[row]))
            assert batch.states[row].tobytes() == game.state.tobytes()
            assert batch.players[row] == game.players
            assert (batch.masks[row] == game.mask()).all()
            assert (batch.observations[row] == game.observe(board=board)).all()
    assert batch.game(20) == alone[20] and batch.game(20).rules is rules[0]


def test_one_rules_record_or_many_equal_ones_are_the_same() -> None:
    one = Batch(make_rules(4), 33, seed=5, board=True)
    many = Batch([make_rules(4) for _ in range(7)], 33, seed=5, board=True)
    for batch in (one, many):
        batch.play_random(700, seed=9)
    assert same(one, many)


def test_threads_and_inner_loops_do_not_change_mixed_games() -> None:
    batches = [Batch(all_rules(2), 33, seed=5, threads=threads) for threads in (1, 2, 3)]
    for batch in batches[1:]:
        batch.play_random(300, seed=9)
    for _ in range(300):
        batches[0].step(batches[0].random_options(seed=9))
    assert same(batches[0], batches[1]) and same(batches[0], batches[2])


def test_the_index_says_who_plays_what() -> None:
    rules = [make_rules(players, rounds=1) for players in (2, 3, 4, 5)]
    batch = Batch(rules, 6, index=[3, 3, 0, 1, 0, 2])
    for _ in range(2):
        assert batch.players.tolist() == [5, 5, 2, 3, 2, 4]
        assert batch.rules_index.tolist() == [3, 3, 0, 1, 0, 2]
        assert batch.rules_field("players").tolist() == batch.players.tolist()
        assert [batch.rules_of(row) for row in range(6)] == [rules[i] for i in (3, 3, 0, 1, 0, 2)]
        batch.play_random(500)
    assert (batch.finished > 1).all()
    assert Batch(rules, 6).rules_index.tolist() == [0, 1, 2, 3, 0, 1]
    assert batch.records == tuple(rules)


def test_only_a_batch_of_one_kind_has_rules() -> None:
    rules = make_rules(3)
    assert Batch(rules, 4).rules is rules and Batch([rules], 4).rules is rules
    with pytest.raises(ValueError, match="2 different rules"):
        _ = Batch([rules, make_rules(4)], 4).rules


# --- new rules at a restart --------------------------------------------------------------------------------


@pytest.mark.parametrize("threads", [1, 2])
def test_new_rules_count_from_the_next_game_on(threads: int) -> None:
    old, new = make_rules(3, rounds=1), make_rules(5, "pl", draw("wide", 8, 1, length=9), rounds=1)
    batch = Batch(old, 4, seed=7, threads=threads, board=True)
    batch.set_rules(2, new)
    switched = 0
    while batch.finished.min() < 2:
        batch.step(batch.random_options())
        for row in range(4):
            rules = new if row == 2 and batch.finished[row] else old
            switched += rules is new
            assert batch.rules_of(row) is rules and batch.players[row] == rules.players
            if batch.done[row]:
                fresh = Game(rules, int(batch.seeds[row]))
                assert batch.game(row) == fresh
                assert (batch.observations[row] == fresh.observe(board=True)).all()
    assert switched
    assert batch.records == (old, new)


def test_a_reset_starts_new_rules_too() -> None:
    old, new = make_rules(3), make_rules(4)
    batch = Batch(old, 3)
    batch.set_rules(1, new)
    assert batch.players.tolist() == [3, 3, 3]
    batch.reset(5)
    assert batch.players.tolist() == [3, 4, 3]
    assert batch.game(1) == Game(new, 6)


def test_a_new_board_for_every_game() -> None:
    """The records that are no longer needed make room, and no game is touched by that."""
    size, boards = 8, wide_rules(120, players=2, rounds=1)
    batch = Batch(boards[:size], size, seed=1)
    alone = [Game(boards[row], 1 + row) for row in range(size)]
    drawn = size
    upcoming = []
    for row in range(size):
        batch.set_rules(row, boards[drawn])
        upcoming.append(boards[drawn])
        drawn += 1
    while drawn < len(boards):
        batch.step(options := batch.random_options(3))
        for row, option in enumerate(options.tolist()):
            alone[row].step(option)
            if batch.done[row]:
                assert batch.scores[row].tolist() == alone[row].state["scores"].tolist()
                alone[row] = Game(upcoming[row], int(batch.seeds[row]))
                if drawn < len(boards):
                    batch.set_rules(row, boards[drawn])
                    upcoming[row] = boards[drawn]
                    drawn += 1
            assert batch.states[row].tobytes() == alone[row].state.tobytes()
            assert batch.rules_of(row) is alone[row].rules
    assert len(batch.records) <= 5 * size


def test_rules_that_come_back_keep_their_place() -> None:
    """A slot that was free for a moment must not be given away when its rules are wanted again."""
    rules = wide_rules(12)
    table = RulesTable(rules[:4], 2, [0, 1])
    table.set(0, rules[4])  # 2 and 3 are free now
    table.set(1, rules[2])
    for number in range(5, 12):
        table.set(0, rules[number])
        assert table.records[table.following[0]] is rules[number]
        assert table.records[table.following[1]] is rules[2]
        assert table.records[table.index[0]] is rules[0]


# --- saving ------------------------------------------------------------------------------------------------


def test_pickled_and_saved_batches_go_on_alike() -> None:
    rules = all_rules(2)
    batch = Batch(rules, 25, seed=1, index=np.arange(25) * 3 % 20)
    batch.play_random(150)
    batch.set_rules(4, make_rules(2, rounds=1))
    twins = [pickle.loads(pickle.dumps(batch)), Batch(rules, 25, threads=2)]
    twins[1].load(batch.save(), batch.records)
    for one in (batch, *twins):
        one.play_random(333)
    assert batch.finished.min() > 0
    for twin in twins:
        assert same(batch, twin)
        assert twin.records == batch.records and (twin.rules_index == batch.rules_index).all()
    assert batch.players[4] == 2


def test_saved_games_without_an_index_have_the_only_rules() -> None:
    batch, twin = Batch(make_rules(3), 3), Batch(make_rules(3), 3)
    batch.play_random(50)
    saved = batch.save()
    for name in ("rules", "rules_index", "next_rules_index"):
        del saved[name]
    twin.load(saved)
    assert same(batch, twin)
    with pytest.raises(StateError, match="rules_index"):
        Batch([make_rules(3), make_rules(4)], 3).load(saved)


def test_a_saved_state_must_be_valid_under_its_own_rules() -> None:
    rules = [make_rules(3, board=draw("wide", 8, 0, length=length)) for length in (6, 12)]
    batch = Batch(rules, 2, seed=4)
    for row, valid in ((0, False), (1, True)):
        saved = batch.save()
        saved["states"]["track"][row, 0] = 9  # there is such a space on the longer board only
        if valid:
            batch.load(saved)
        else:
            with pytest.raises(StateError, match=f"saved state {row}"):
                batch.load(saved)


@pytest.mark.parametrize(
    ("name", "value", "says"),
    [
        ("rules_index", np.array([0, 2], np.int32), "rules_index: index must name rules 0 to 1"),
        ("rules_index", np.array([0, -1], np.int32), "rules_index: index must name rules 0 to 1"),
        ("rules_index", np.zeros(3, np.int32), "rules_index: index must be 2 integers"),
        ("next_rules_index", np.zeros(2), "next_rules_index: index must be 2 integers"),
    ],
)
def test_broken_indices_are_refused(name: str, value: Any, says: str) -> None:
    batch = Batch([make_rules(3), make_rules(4)], 2)
    before = batch.states.tobytes()
    with pytest.raises(StateError, match=says):
        batch.load({**batch.save(), name: value})
    assert batch.states.tobytes() == before and batch.rules_index.tolist() == [0, 1]


def test_games_under_other_rules_are_refused() -> None:
    one, two = wide_rules(2)
    batch = Batch([one, two], 2)
    with pytest.raises(StateError, match="other rules: number 0"):
        batch.load(Batch([two, one], 2).save())
    batch.load(Batch([two, one], 2).save(), [two, one])
    assert batch.rules_of(0) is two


# --- errors ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "index", "error", "says"),
    [
        ("de", None, TypeError, "CompiledRules .* or a sequence of them, not 'de'"),
        (None, None, TypeError, "not None"),
        (3, None, TypeError, "not 3"),
        ([], None, ValueError, "empty"),
        ([make_rules(3), "de"], None, TypeError, "number 1 is 'de'"),
        ([make_rules(3)], [0, 0], ValueError, "index must be 3 integers"),
        ([make_rules(3)], [0.0, 0.0, 0.0], ValueError, "index must be 3 integers.*float64"),
        ([make_rules(3)], [True, True, True], ValueError, "index must be 3 integers.*bool"),
        ([make_rules(3), make_rules(4)], [0, 1, 2], ValueError, "rules 0 to 1, not 0 to 2"),
        ([make_rules(3), make_rules(4)], [0, 1, -1], ValueError, "rules 0 to 1, not -1 to 1"),
        (make_rules(3), [0, 0, 1], ValueError, "rules 0 to 0"),
    ],
    ids=str,
)
def test_wrong_rules_and_indices(rules: Any, index: Any, error: type[Exception], says: str) -> None:
    with pytest.raises(error, match=says):
        Batch(rules, 3, index=index)


def test_wrong_rows_and_rules_for_the_next_game() -> None:
    batch = Batch(make_rules(3), 3)
    for row in (-1, 3):
        with pytest.raises(IndexError, match=f"no game {row}: games are 0 to 2"):
            batch.set_rules(row, make_rules(4))
        with pytest.raises(IndexError, match="no game"):
            batch.rules_of(row)
    wrong: Any = "de"
    with pytest.raises(TypeError):
        batch.set_rules(0, wrong)
    with pytest.raises(ValueError, match="read-only"):
        batch.rules_index[0] = 9
