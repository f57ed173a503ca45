"""The layout of the observation: names, bounds, and the table that explains a vector."""

from itertools import chain
from typing import Any

import numpy as np
import pytest

from dixie_env import Batch, DixieError, Game, ObservationSpec, dixie_v0, make_rules
from dixie_env.config import Board, load_board
from dixie_env.engine import ObservationError
from dixie_env.layout import Layout, make_layout
from dixie_env.setup import RulesError
from tests.api.playing import all_rules, positions, rules_of

LAYOUTS = {
    "plain": make_layout(),
    "board": make_layout(board=True),
    "state": make_layout(state=True),
}
layouts = pytest.mark.parametrize("layout", LAYOUTS.values(), ids=LAYOUTS.keys())


@layouts
def test_blocks_tile_the_vector(layout: Layout) -> None:
    end = 0
    for block in layout:
        assert block.start == end and block.size > 0
        end = block.slice.stop
        assert layout[block.name] == block.slice
        assert len(block.names()) == block.size
        assert block.meaning and block.low <= 0 < block.high
    assert end == layout.size == len(layout) == len(layout.names) == len(layout.low) == len(layout.high)


@layouts
def test_names_are_unique_and_name_one_number_each(layout: Layout) -> None:
    assert len(set(layout.names)) == len(layout.names)
    assert len({block.name for block in layout}) == len(layout.blocks)
    for index, name in enumerate(layout.names):
        assert layout[name] == slice(index, index + 1)
        assert name in layout


def test_a_slice_works_on_one_vector_and_on_many() -> None:
    layout = make_layout()
    game = Game(rules_of(4), 3)
    silver = layout["opponent_2.goods.silver"]
    vector = game.observe()
    assert game.seat is not None
    assert vector[silver].shape == (1,)
    assert vector[silver][0] * 10 == game.state["goods"][(game.seat + 2) % 4, 3]
    many = np.stack([vector, vector])
    assert many[:, layout["own.goods"]].shape == (2, 5)


@layouts
def test_groups_are_named_too(layout: Layout) -> None:
    own, pending = layout["own"], layout["pending"]
    assert layout["own.goods"].start >= own.start and layout["own.offer"].stop == own.stop
    assert pending == slice(layout["pending.action"].start, layout["pending.offer"].stop)
    assert layout["opponent_1"].start == own.stop
    assert own.stop - own.start == layout["opponent_4"].stop - layout["opponent_4"].start


@pytest.mark.parametrize(
    "name", ["goods.silver", "opponent_5.goods", "own.goods.silverx", "", "opponent_0", "nonsense"]
)
def test_unknown_names_say_so(name: str) -> None:
    layout = make_layout()
    assert name not in layout
    with pytest.raises(KeyError, match="the observation has no"):
        layout[name]


def test_a_wrong_name_hints_at_the_right_one() -> None:
    with pytest.raises(KeyError, match=r"own\.goods"):
        make_layout()["mine.goods"]


def test_explain_gives_names_and_numbers_of_the_table() -> None:
    layout = make_layout()
    game = Game(rules_of(3), 5)
    text = layout.explain(game.observe())
    lines = {line.split()[0]: line.split()[1:] for line in text.splitlines()}
    assert lines["own.goods.silver"] == ["2", "0.2"]
    assert lines["phase.draft"] == ["1", "1"]
    assert lines["decision.draft"] == ["1", "1"]
    assert lines["bag.silver"] == ["30", "1"]
    assert "decision.act" not in lines
    assert len(text.splitlines()) == 1 + np.count_nonzero(game.observe())
    assert len(layout.explain(game.observe(), zeros=True).splitlines()) == 1 + layout.size


@pytest.mark.parametrize("shape", [(3,), (2, 540), ()])
def test_explain_wants_one_observation(shape: tuple[int, ...]) -> None:
    with pytest.raises(DixieError, match="540"):
        make_layout().explain(np.zeros(shape, np.float32))


@pytest.mark.parametrize("arguments", [{}, {"observe_board": True}, {"observation": "screened"}])
def test_environments_carry_their_layout(arguments: dict[str, Any]) -> None:
    env = dixie_v0.env(players=3, **arguments)
    env.reset(seed=1)
    vector = env.observe("player_0")["observation"]
    assert vector.shape == (env.layout.size,)
    assert env.layout.explain(vector)
    assert len(env.state()) == make_layout(state=True).size


def test_every_number_stays_within_its_bounds() -> None:
    """All editions and numbers of players, boards of one's own, every seat, both views, and the end."""
    plain, board, state = (LAYOUTS[name] for name in ("plain", "board", "state"))
    low, high = np.zeros(board.size, np.float32), np.zeros(board.size, np.float32)
    seen = 0
    for rules in all_rules():
        games = list(positions(rules, range(1), 0.8))[-1:]  # the generator moved it: this is the end
        for game in chain(positions(rules, range(7, 9)), games):
            seat = seen % game.players
            vector = game.observe(seat, board=True)
            assert vector.dtype == np.float32
            np.minimum(low, vector, out=low)
            np.maximum(high, vector, out=high)
            assert (vector[: plain.size] == game.observe(seat)).all()
            whole = game.observe_all()
            assert (whole >= state.low).all() and (whole <= state.high).all()
            seen += 1
    assert seen > 10_000
    assert (low >= board.low).all(), np.array(board.names)[low < board.low]
    assert (high <= board.high).all(), np.array(board.names)[high > board.high]
    quiet = {block.name for block in board if not high[block.slice].any()}
    assert quiet <= {"display_extra"}  # rare: see test_tiles_on_extra_slots


def test_absent_seats_are_zero() -> None:
    layout = make_layout()
    for game in positions(rules_of(3), range(1)):
        vector = game.observe()
        assert (vector[layout["opponent_3"]] == 0).all()
        assert (vector[layout["opponent_4"]] == 0).all()
        assert vector[layout["opponent_2.present"]] == 1


def test_the_numbers_of_board_and_edition() -> None:
    layout = make_layout(board=True)
    vectors = {
        edition: Game(rules_of(3, edition), 1).observe(board=True)[layout["edition"]].tolist()
        for edition in ("de", "proto", "fr", "en", "pl")
    }
    # priority at once, double after, dump up to 3, hoards first, one each (16, 21), markers, dummy rocks
    assert vectors == {
        "de": [0, 0, 0, 0, 0, 0, 0, 0],
        "proto": [0, 1, 1, 0, 0, 0, 0, 1],
        "fr": [0, 0, 0, 0, 1, 1, 0, 1],
        "en": [1, 1, 1, 0, 0, 0, 0, 1],
        "pl": [1, 1, 1, 0, 0, 0, 1, 1],
    }
    numbers = Game(rules_of(3), 1).observe(board=True)
    assert numbers[layout["board.pit"]] * 60 == 60
    assert np.rint(numbers[layout["board.offering_tiles"]] * 10).tolist() == [3, 4, 5, 6, 7, 8, 9]
    assert np.rint(numbers[layout["board.track_penalties"]][:8] * 5).tolist() == [3, 3, 2, 2, 1, 0, 0, 0]
    assert np.allclose(numbers[layout["board.casino_die"]], 1 / 3)
    assert np.rint(numbers[layout["board.icons.space_14.honey"]] * 2) == 2
    other = Game(rules_of(3, "de", "long"), 1).observe(board=True)
    assert np.rint(other[layout["board.pit"]] * 60) == 120
    assert np.rint(other[layout["board.mine_symbols"]][:9] * 60).tolist() == [5, 8, 11, 30, 31, 32, 70, 99, 0]


# --- layout 1 -----------------------------------------------------------------------------------------------


def test_layout_1_is_the_beginning_of_layout_2() -> None:
    """All that was there before is where it was, so a policy of layout 1 sees what it was trained with."""
    first, newest = make_layout(layout=1), make_layout()
    assert (first.size, newest.size) == (535, 540)
    assert newest.names[:535] == first.names
    for rules in (rules_of(2, "pl"), rules_of(5, "fr")):
        for game in positions(rules, range(2)):
            for screened in (False, True):
                old = game.observe(screened=screened, layout=1)
                assert (game.observe(screened=screened)[:535] == old).all()
            assert (game.observe_all(1)[:535] == game.observe_all()[:535]).all()
            assert (game.observe_all(1)[535:] == game.observe_all()[540:]).all()


def test_layout_1_shows_the_board_as_it_did() -> None:
    first, newest = make_layout(board=True, layout=1), make_layout(board=True)
    assert (first.size, newest.size) == (790, 697)
    game = Game(rules_of(3, "pl", "long"), 1)
    old, new = game.observe(board=True, layout=1), game.observe(board=True)
    assert old.shape == (790,)
    for name in ("board.track_penalties", "board.gold_per_ring", "board.mine_symbols"):
        assert first[name].stop - first[name].start == 32
        assert (old[first[name]][:12] == new[newest[name]]).all()
        assert not old[first[name]][12:].any()
    assert (old[first["edition"]] == new[newest["edition"]][:6]).all()
    assert (old[first["board.icons"]] == new[newest["board.icons"]]).all()


@pytest.mark.parametrize("layout", [0, 3, -1])
def test_there_are_two_layouts(layout: int) -> None:
    with pytest.raises(ObservationError, match="must be 1 or 2"):
        Game(rules_of(3), 1).observe(layout=layout)
    with pytest.raises(ObservationError, match="must be 1 or 2"):
        ObservationSpec(layout=layout)


def test_environments_give_layout_2_unless_they_are_asked_for_layout_1() -> None:
    for layout, size in ((None, 540), (2, 540), (1, 535)):
        arguments = {} if layout is None else {"layout": layout}
        env = dixie_v0.env(players=3, **arguments)
        env.reset(seed=1)
        assert env.observe("player_0")["observation"].shape == (size,)
        assert env.observation_space("player_0")["observation"].shape == (size,)
        assert env.state().shape == env.state_space.shape == (size + 5,)
        assert env.layout.size == size


# --- boards with more than 12 spaces ----------------------------------------------------------------------


def board_of_length(length: int) -> Board:
    standard = load_board("standard")
    return standard.model_copy(
        update={
            "track_penalties": [1] * (length - 2) + [0, 0],
            "track_rewards": [0] * (length - 1) + [1],
            "silver_per_gold": [2] * length,
            "gold_per_ring": [2] * length,
        }
    )


def many_symbols(count: int) -> Board:
    return load_board("standard").model_copy(update={"mine_symbols": list(range(1, count + 1))})


@pytest.mark.parametrize("board", [board_of_length(13), many_symbols(13)])
def test_a_longer_board_is_played_but_not_observed(board: Board) -> None:
    rules = make_rules(3, board=board)
    game = Game(rules, 1)
    assert game.observe().shape == (540,)
    assert game.observe(board=True, layout=1).shape == (790,)
    with pytest.raises(ObservationError, match="room for 12 track spaces and 12 mine symbols"):
        game.observe(board=True)
    with pytest.raises(ObservationError, match="room for 12"):
        Batch(rules, 2, board=True)
    with pytest.raises(RulesError, match="room for 12"):
        dixie_v0.env(players=3, board=board, observe_board=True)
    dixie_v0.env(players=3, board=board).reset(seed=1)


@pytest.mark.parametrize("board", [board_of_length(12), many_symbols(12)])
def test_twelve_are_observed(board: Board) -> None:
    layout, vector = make_layout(board=True), Game(make_rules(3, board=board), 1).observe(board=True)
    assert np.rint(vector[layout["board.track_length"]] * 7) == board.track_length
    prices = np.rint(vector[layout["board.gold_per_ring"]] * 5)
    assert prices[: board.track_length].tolist() == list(board.gold_per_ring)
