"""R10.3: reward markers, where they are limited: 5 worth 1 and 5 worth 2."""

from typing import Any

import pytest

from dixie_env.engine import model
from dixie_env.records import describe_state
from tests.position import Position, rule

SERVANT_BONUS, RING_BONUS = 2, 3


def ring(position: Position) -> Position:
    """Seat 0, the owner of `ring_bonus`, forges a ring; its tile is worth 8."""
    return position.give(0, gold=1).track(0, gold=7).choose("action:13")


def limited(players: int = 3, **options: Any) -> Position:
    return Position(players, (RING_BONUS, SERVANT_BONUS, 10), edition="pl", **options).poor()


@rule("R10.3", "R1.5")
def test_a_game_begins_with_five_of_each() -> None:
    assert limited().state["markers"].tolist() == [5, 5]
    assert describe_state(limited().game)["markers"] == {"1": 5, "2": 5}
    assert describe_state(Position().game)["markers"] is None


@rule("R10.3", "R4.13", "R12.3")
@pytest.mark.parametrize(
    ("left", "points", "then"),
    [
        ((5, 5), 2, [5, 4]),
        ((0, 1), 2, [0, 0]),
        ((5, 0), 2, [3, 0]),
        ((2, 0), 2, [0, 0]),
        ((1, 0), 1, [0, 0]),
        ((0, 0), 0, [0, 0]),
    ],
)
def test_a_ring_bonus_is_a_marker_worth_2_or_markers_worth_1(
    left: tuple[int, int], points: int, then: list[int]
) -> None:
    position = ring(limited().markers(*left, holder=2))
    assert position.seats("rewards")[0] == 8 + points
    assert position.state["rewards_by"][0, model.FROM_RING_BONUS] == points
    assert position.state["markers"].tolist() == then


@rule("R10.3", "R3.20", "R12.2")
@pytest.mark.parametrize(("left", "points", "then"), [((5, 5), 2, [5, 4]), ((1, 0), 1, [0, 0])])
def test_a_servant_bonus_is_paid_in_markers_too(left: tuple[int, int], points: int, then: list[int]) -> None:
    position = limited().put(1, 13).markers(*left, holder=2).give(1, honey=1)
    position.offerings("honey", "good:honey", "space:13")
    assert position.seats("rewards")[1] == 10 + points
    assert position.state["markers"].tolist() == then


@rule("R10.3", "R3.23")
@pytest.mark.parametrize(
    ("left", "points", "then"), [((5, 5), 2, [3, 5]), ((1, 5), 1, [0, 5]), ((0, 5), 0, [0, 5])]
)
def test_a_top_space_gives_a_marker_worth_1_and_no_change_is_given(
    left: tuple[int, int], points: int, then: list[int]
) -> None:
    position = limited().markers(*left, holder=2).track(0, silver=7, gold=7).penalty_phase()
    assert position.seats("rewards")[0] == points
    assert position.state["markers"].tolist() == then


@rule("R10.3", "R3.23")
def test_markers_are_taken_in_large_order() -> None:
    position = limited(order=[1, 0, 2]).markers(3, 5, holder=2)
    before = position.seats("rewards")
    for seat in range(2):
        position.track(seat, silver=7, gold=7)
    position.penalty_phase()
    gained = [after - earlier for earlier, after in zip(before, position.seats("rewards"), strict=True)]
    assert gained == [1, 2, 0]
    assert position.state["markers"].tolist() == [0, 5]


@rule("R10.3")
def test_a_board_that_pays_more_takes_a_marker_worth_1_for_each_point() -> None:
    from dixie_env.config import load_board

    board = load_board("standard").model_copy(update={"track_rewards": [0, 0, 0, 0, 0, 3, 1]})
    position = limited(board=board).markers(2, 5, holder=2).track(0, silver=6).penalty_phase()
    assert position.seats("rewards")[0] == 2
    assert position.state["markers"].tolist() == [0, 5]


@rule("R10.3", "R6.3")
def test_markers_of_a_fallen_player_stay_taken() -> None:
    position = limited().track(0, silver=7).penalties(0, 59).penalty_phase(model.STEP_TRACKS)
    assert position.seats("in_play") == [0, 1, 1]  # 3 points of the gold track, after its reward point
    assert position.seats("rewards")[0] == 0
    assert position.state["markers"].tolist() == [4, 5]


@rule("R10.3")
def test_planted_points_and_tiles_are_no_markers() -> None:
    position = limited(doctored={str(RING_BONUS): {"bonus": 7}})
    assert position.seats("rewards")[0] == 7
    assert position.state["markers"].tolist() == [5, 5]


@rule("R10.3")
def test_a_state_whose_markers_and_points_differ_is_refused() -> None:
    position = limited()
    position.state["markers"][0] = 4
    with pytest.raises(Exception, match="markers"):
        position.game.validate()
    position = Position()
    position.state["markers"][1] = 5
    with pytest.raises(Exception, match="markers"):
        position.game.validate()
