"""An owner's board narrows the prior: what is entered stays, the rest is drawn and fits it."""

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dixie_env.boards.entering import enter, enter_length
from dixie_env.boards.files import board_data
from dixie_env.boards.fixed import keep_order
from dixie_env.boards.sampler import draw
from dixie_env.config import Board, ConfigError, load_board

DRAWS = range(60)


def owned(base: str = "standard", **entries: Any) -> Board:
    """A board with entries of an owner."""
    board = load_board(base)
    for key, entered in entries.items():
        board = enter(board, key, entered)
    return board


def boards(given: Board, prior: str = "standard") -> list[Board]:
    return [draw(prior, 2, number, board=given) for number in DRAWS]


def test_a_board_without_entries_changes_nothing():
    standard = load_board("standard")
    for number in DRAWS:
        plain, narrowed = draw("standard", 2, number), draw("standard", 2, number, board=standard)
        assert narrowed == plain and narrowed.name == plain.name == f"prior:standard:2:{number}"
        assert narrowed.status == plain.status


def test_entries_are_counted_from_the_bottom_and_the_books_from_the_top():
    mine = owned(track_penalties={0: 9, 1: 7}, silver_per_gold={0: 6, 5: 2})
    found = boards(mine)
    assert len({board.track_length for board in found}) == 7  # the length is still open
    for board in found:
        assert board.track_penalties[:2] == (9, 7) and board.track_penalties[-2:] == (0, 0)
        assert board.silver_per_gold[0] == 6 and board.silver_per_gold[3] == board.silver_per_gold[5] == 2
        assert board.silver_per_gold[4] == 2  # it could be 1, but lies between two that are 2
        assert board.statuses("track_penalties")[:2] == ("entered", "entered")
        assert board.statuses("track_penalties")[-2:] == ("known", "known")
        assert board.statuses("silver_per_gold")[3:6] == ("known", "assumed", "entered")
        assert board.name is None and board.length_status == "assumed"


def test_what_is_not_entered_is_drawn_as_it_would_be_otherwise():
    mine = owned(ring_tiles={0: 20})
    for number, board in zip(DRAWS, boards(mine), strict=True):
        plain = draw("standard", 2, number)
        for key in Board.model_fields:
            if key != "ring_tiles":
                assert getattr(board, key) == getattr(plain, key), key
        assert board.ring_tiles == (20, *plain.ring_tiles[1:])


def test_an_entered_length_stays():
    data = board_data(draw("standard", 1, 1, length=9))
    data["track_length"]["status"] = "entered"
    found = boards(load_board(data))
    assert {board.track_length for board in found} == {9}
    assert {board.length_status for board in found} == {"entered"}
    assert len({board.track_penalties for board in found}) > 10


@pytest.mark.parametrize("length", [3, 4, 5, 20])
def test_an_entered_length_may_be_outside_the_prior(length):
    data = board_data(draw("standard", 1, 1, length=length))
    data["track_length"]["status"] = "entered"
    assert {board.track_length for board in boards(load_board(data))} == {length}


def test_tracks_have_room_for_what_is_entered():
    nine = draw("standard", 1, 1, length=9)
    data = board_data(nine)
    data["gold_per_ring"]["status"] = ["assumed"] * 8 + ["entered"]
    lengths = {board.track_length for board in boards(load_board(data))}
    assert lengths == {9, 10, 11, 12}
    data = board_data(nine)
    data["track_penalties"] = {
        "value": [4, 4, 4, 4, 4, 4, 4, 0, 0],
        "status": ["assumed"] * 6 + ["entered"] + ["known"] * 2,
    }
    assert {board.track_length for board in boards(load_board(data))} == {9, 10, 11, 12}
    far = board_data(draw("standard", 1, 1, length=14))
    far["gold_per_ring"]["status"] = ["assumed"] * 13 + ["entered"]
    assert {board.track_length for board in boards(load_board(far))} == {14}
    with pytest.raises(ConfigError, match="length 8 does not fit the entries of the board"):
        draw("standard", 1, 1, board=load_board(data), length=8)


def test_rows_keep_their_order_around_entries():
    mine = owned(offering_tiles={3: 4, 5: 5}, servant_tiles={2: 5}, ring_tiles={6: 6})
    for board in boards(mine, "wide"):
        assert (board.offering_tiles[3], board.offering_tiles[5]) == (4, 5)
        assert board.servant_tiles[2] == 5 and board.ring_tiles[6] == 6
        assert all(a <= b for a, b in pairwise(board.offering_tiles))
        assert all(a >= b for a, b in pairwise(board.servant_tiles))
        assert all(a >= b for a, b in pairwise(board.ring_tiles))


def test_entries_out_of_order_stay_and_the_row_is_drawn_freely():
    mine = owned(silver_per_gold={0: 1, 1: 5})
    for number, board in zip(DRAWS, boards(mine), strict=True):
        assert board.silver_per_gold == (1, 5, *draw("standard", 2, number).silver_per_gold[2:])


def test_an_entry_wins_over_the_books():
    for board in boards(owned(gold_per_ring={3: 3}, pit=50, mine_symbols={0: 4})):
        assert board.gold_per_ring[3] == 3 and min(board.gold_per_ring[:3]) >= 3
        assert board.pit == 50 and board.mine_symbols[0] == 4 and board.mine_symbols[-1] < 50


def test_what_a_review_says_is_drawn():
    data = board_data(load_board("standard"))
    data["ring_tiles"]["status"] = "review"
    assert len({board.ring_tiles for board in boards(load_board(data))}) > 10


def test_mine_symbols():
    assert {board.mine_symbols for board in boards(owned(mine_symbols=[11, 22, 33]))} == {(11, 22, 33)}
    found = boards(owned(mine_symbols={1: 12, 3: 14}))
    assert {board.mine_symbols[1:4] for board in found} == {(12, 13, 14)}
    assert {len(board.mine_symbols) for board in found} == {4, 5, 6}
    last = owned(mine_symbols={4: 59})  # no room for a sixth
    assert {len(board.mine_symbols) for board in boards(last)} == {5}
    crowded = owned("prior:wide:0:9", mine_symbols={0: 53})
    assert {board.mine_symbols[0] for board in boards(crowded)} == {53}


def test_dice_and_icons():
    mine = owned(
        whip_die={0: 3, 1: 3, 2: 3, 3: 3},
        casino_die={0: "gold"},
        icons={"1": {"apple": 1}, "2": {"apple": 1}, "7": {"honey": 2}},
    )
    found = boards(mine)
    for board in found:
        assert board.whip_die == (3, 3, 3, 3, 1, 2)  # each result is there once
        assert board.casino_die[0] == "gold" and set(board.casino_die) == {"food", "silver", "gold"}
        assert board.icons["1"] == board.icons["2"] == {"apple": 1} and board.icons["7"] == {"honey": 2}
        assert not any("apple" in board.icons[space] for space in ("3", "4", "5"))  # there are only two
        assert board.statuses("icons")[:3] == ("entered", "entered", "assumed")
    assert len({board.icons["6"].get("apple", 0) for board in found}) == 2
    full = owned(whip_die=[1, 1, 1, 1])
    assert {board.whip_die for board in boards(full)} == {(1, 1, 1, 1)}
    tight = owned(whip_die=dict.fromkeys(range(5), 1))
    assert {board.whip_die[5] for board in boards(tight)} == {2, 3}


@pytest.mark.parametrize(
    ("row", "fixed", "rises", "kept"),
    [
        ([5, 4, 3], {}, False, [5, 4, 3]),
        ([5, 4, 3], {1: 6}, False, [6, 6, 3]),
        ([5, 4, 3], {1: 2}, False, [5, 2, 2]),
        ([5, 4, 3], {0: 1, 2: 2}, False, [1, 4, 2]),  # out of order
        ([1, 2, 3], {0: 3}, True, [3, 3, 3]),
        ([1, 2, 3], {2: 0}, True, [0, 0, 0]),
    ],
)
def test_keep_order(row, fixed, rises, kept):
    assert keep_order(row, fixed, rises=rises) == kept


def test_strict_order():
    assert keep_order([1, 2, 3, 4], {0: 7}, rises=True, strictly=True, below=60) == [7, 8, 9, 10]
    assert keep_order([50, 55, 58], {2: 3}, rises=True, strictly=True, below=60) == [1, 2, 3]
    assert keep_order([50, 58, 70], {}, rises=True, strictly=True, below=60) == [50, 58, 59]


# --- entering ----------------------------------------------------------------------------------------------


def test_entries_make_others_give_way():
    board = owned(ring_tiles={2: 9, 5: 5}, mine_symbols={1: 12, 3: 14}, offering_tiles={6: 4})
    assert board.ring_tiles == (9, 9, 9, 5, 5, 5, 2)
    assert board.mine_symbols == (10, 12, 13, 14, 50)
    assert board.offering_tiles == (3, 4, 4, 4, 4, 4, 4)
    assert owned(pit=45).mine_symbols == (10, 20, 30, 40, 44)
    assert owned(pit=45).statuses("pit") == ("entered",)
    assert owned(mine_symbols=[11, 22]).statuses("mine_symbols") == ("entered",) * 2
    assert owned(icons={"13": {"honey": 4}}).icons["13"] == {"honey": 4}


def test_entering_a_length():
    board = enter_length(owned(track_penalties={0: 5}, gold_per_ring={4: 1}), 9)
    assert board.track_penalties == (5, 3, 3, 2, 2, 2, 1, 0, 0)
    assert board.statuses("track_penalties") == ("entered", *("assumed",) * 6, "known", "known")
    assert board.gold_per_ring == (4, 3, 3, 2, 1, 2, 2, 2, 1) and board.length_status == "entered"
    assert enter_length(board, 7).track_length == 7  # it may be corrected
    assert enter_length(load_board("standard"), 3).gold_per_ring == (4, 3, 3)
    assert {drawn.track_length for drawn in boards(board)} == {9}


@pytest.mark.parametrize(
    ("key", "value", "says"),
    [
        ("rings", 3, "there is no key 'rings' on a board; the keys are track_penalties, "),
        ("pit", {0: 3}, "pit is a single number"),
        ("ring_tiles", {7: 3}, "ring_tiles has no place 7"),
        ("ring_tiles", {"0": 3}, "ring_tiles has no place '0'"),
        ("icons", {"15": {"apple": 1}}, "icons has no place '15'"),
        ("icons", {"1": {"apple": 2}}, "space 1 has 2 icons, but it is in row 1"),
        ("ring_tiles", {0: -1}, "ring_tiles: found -1 as entry 1"),
        ("ring_tiles", {0: "x"}, "ring_tiles: found 'x' as entry 1"),
        ("ring_tiles", {0: 3, 1: 4}, "entry 1 is 3 and entry 2 is 4"),
        ("pit", "deep", "pit: "),
    ],
)
def test_nonsense_is_explained(key, value, says):
    with pytest.raises(ConfigError, match=says) as caught:
        enter(load_board("standard"), key, value)
    assert str(caught.value).startswith("entry: ")


def test_impossible_lengths():
    for length in (2, 33, 9.0):
        with pytest.raises(ConfigError, match="track_length must be a whole number from 3 to 32"):
            enter_length(load_board("standard"), length)  # type: ignore[arg-type]
    with pytest.raises(ConfigError, match="track_length 6 leaves no room for what was entered"):
        enter_length(owned(gold_per_ring={6: 1}), 6)


# --- anything an owner may have entered --------------------------------------------------------------------

WORDS = st.sampled_from(["assumed", "assumed", "entered", "review"])


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_whatever_is_entered_can_be_drawn_around(data):
    """Boards as owners may have them, with any of their numbers entered: each drawn board keeps them."""
    base = draw("wide", 3, data.draw(st.integers(0, 500)), length=data.draw(st.integers(3, 16)))
    file = board_data(base)
    file["track_length"]["status"] = data.draw(WORDS)
    for key in Board.model_fields:
        size = len(base.statuses(key))
        words = data.draw(st.lists(WORDS, min_size=size, max_size=size))
        if key == "icons":
            file[key]["status"] = dict(zip(base.icons, words, strict=True))
        elif key not in ("pit", "golden"):
            file[key]["status"] = words
    given = load_board(file)
    board = draw(
        data.draw(st.sampled_from(["standard", "wide"])), 5, data.draw(st.integers(0, 50)), board=given
    )
    if given.length_status == "entered":
        assert board.track_length == given.track_length
    for key in Board.model_fields:
        old, new = getattr(given, key), getattr(board, key)
        for place, word in enumerate(given.statuses(key)):
            if word == "entered":
                assert (
                    (new[str(place + 1)] == old[str(place + 1)])
                    if key == "icons"
                    else new[place] == old[place]
                )
                assert board.statuses(key)[place] == "entered"
    assert load_board(board.as_header()) == board
