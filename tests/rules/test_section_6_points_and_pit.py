"""Section 6: penalty points, demotion, the pit."""

from typing import Any

import pytest

from dixie_env.config import load_board
from dixie_env.engine import model
from tests.position import Position, rule


def whipped(start: int, points: int, position: Position | None = None) -> Position:
    """Seat 0 whips seat 1, its only opponent, who had `start` points."""
    position = (position or Position(2).put(1, 1, 6)).penalties(1, start).script(("whip_die", points))
    return position.choose("action:10")


def board(**changes: Any) -> dict[str, Any]:
    """Board `standard` with other numbers."""
    return {**load_board("standard").as_object(), **changes}


# --- R6.1: mine symbols -------------------------------------------------------------------------------------


@rule("R6.1")
@pytest.mark.parametrize(
    ("start", "points"),
    [(9, 1), (7, 3), (9, 2), (8, 3), (18, 2), (29, 3), (39, 1), (49, 3)],
)
def test_reaching_or_passing_a_mine_symbol_costs_a_pixie(start: int, points: int) -> None:
    position = whipped(start, points)
    assert position.seats("penalties") == [0, start + points]
    assert position.asked == (1, "demote")
    assert position.options == ["space:1", "space:6"]


@rule("R6.1")
@pytest.mark.parametrize(
    ("start", "points"), [(0, 3), (6, 3), (10, 1), (10, 3), (17, 2), (20, 3), (50, 3), (56, 3)]
)
def test_points_between_two_mine_symbols_cost_no_pixie(start: int, points: int) -> None:
    position = whipped(start, points)
    assert position.seats("penalties") == [0, start + points]
    assert position.asked == (1, "act")
    assert position.pixies(1) == [1, 6]


@rule("R6.1")
@pytest.mark.parametrize(("choice", "left"), [("space:1", [6]), ("space:6", [1])])
def test_the_player_chooses_which_pixie_goes_to_the_mine(choice: str, left: list[int]) -> None:
    position = whipped(9, 2).choose(choice)
    assert position.pixies(1) == left
    assert position.seats("mine") == [5, 4]
    assert position.asked == (1, "act")


@rule("R6.1", "R10.1")
def test_an_only_pixie_is_demoted_without_asking() -> None:
    position = whipped(9, 2, Position(2).put(1, 6))
    assert position.pixies(1) == []
    assert position.asked == (1, "act")


@rule("R6.1")
def test_without_active_pixies_a_mine_symbol_does_nothing() -> None:
    position = whipped(9, 2, Position(2).one_off(1, "mercy"))
    assert position.asked == (1, "act")
    assert position.seats("mine") == [5, 5]
    assert position.seats("one_off") == [0, model.MERCY]


@rule("R6.1")
def test_mercy_can_be_given_back_instead() -> None:
    position = whipped(9, 2, Position(2).put(1, 6).one_off(1, "mercy"))
    assert position.asked == (1, "demote")
    assert position.options == ["mercy", "space:6"]
    position.choose("mercy")
    assert position.pixies(1) == [6]
    assert position.seats("one_off") == [0, 0]
    assert position.state["one_off_on_board"][model.MERCY] == 1
    assert position.asked == (1, "act")


@rule("R6.1")
def test_mercy_can_be_kept_for_later() -> None:
    position = whipped(9, 2, Position(2).put(1, 6).one_off(1, "mercy")).choose("space:6")
    assert position.pixies(1) == []
    assert position.seats("one_off") == [0, model.MERCY]


@rule("R6.1", "R12.8")
def test_mercy_on_the_extra_slot_helps_as_well() -> None:
    position = whipped(9, 2, Position(2, abilities=(2, 8)).put(1, 6).one_off(1, "mercy", extra=True)).choose(
        "mercy"
    )
    assert position.pixies(1) == [6]
    assert position.seats("extra") == [0, 0]
    assert position.state["one_off_on_board"][model.MERCY] == 1


@rule("R6.1", "R10.13")
def test_the_favourite_keeps_pixies_and_mercy_at_a_mine_symbol() -> None:
    position = Position().penalties(0, 8).put(0, 1, 6).one_off(0, "mercy").choose("pass")
    assert position.seats("penalties")[0] == 13
    assert position.pixies(0) == [1, 6]
    assert position.seats("one_off")[0] == model.MERCY
    assert position.asked == (1, "act")


@rule("R6.1", "R10.25")
def test_each_mine_symbol_costs_a_pixie_of_its_own() -> None:
    position = whipped(8, 3, Position(2, board=board(mine_symbols=[9, 10, 12, 13])).put(1, 1, 6, 10, 13))
    assert position.seats("penalties") == [0, 11]
    position.choose("space:10")
    assert position.asked == (1, "demote")
    assert position.options == ["space:1", "space:13", "space:6"]
    position.choose("space:1")
    assert position.asked == (1, "act")
    assert position.pixies(1) == [6, 13]


@rule("R6.1", "R10.25")
def test_mercy_covers_one_of_two_mine_symbols() -> None:
    position = whipped(
        8, 3, Position(2, board=board(mine_symbols=[9, 10])).put(1, 1, 6, 10).one_off(1, "mercy")
    )
    position.choose("mercy")
    assert position.options == ["space:1", "space:10", "space:6"]
    assert position.choose("space:6").pixies(1) == [1, 10]


@rule("R6.1")
def test_a_single_pixie_pays_for_two_mine_symbols() -> None:
    position = whipped(8, 3, Position(2, board=board(mine_symbols=[9, 10])).put(1, 1))
    assert position.pixies(1) == []
    assert position.asked == (1, "act")


@rule("R6.1", "R4.24")
def test_copying_demotes_at_once_before_the_action_is_copied() -> None:
    position = (
        Position(order=[1, 0, 2]).choose("action:21").penalties(0, 9).put(0, 1, 6).discs_on({2: 2, 12: 2})
    )
    position.choose("action:18")
    assert position.asked == (0, "demote")
    assert position.options == ["space:1", "space:6"]
    position.choose("space:1")
    assert position.asked == (0, "copy")


# --- R6.2: one after the other ------------------------------------------------------------------------------


@rule("R6.2", "R4.10")
def test_whips_are_settled_for_one_player_before_the_next_gets_points() -> None:
    position = Position(4, order=[0, 3, 1, 2]).script(("whip_die", 3))
    for seat in (1, 2, 3):
        position.penalties(seat, 9).put(seat, seat, seat + 5)
    position.choose("action:10", "seat:1", "seat:2", "seat:3")
    for seat, space, points in [(3, 3, [0, 9, 9, 10]), (1, 1, [0, 10, 9, 10]), (2, 2, [0, 10, 10, 10])]:
        assert position.asked == (seat, "demote")
        assert position.seats("penalties") == points
        position.choose(f"space:{space}")
    assert position.asked == (3, "act")


@rule("R6.2", "R3.14")
def test_empty_hands_are_settled_in_large_order() -> None:
    position = Position(order=[1, 2, 0])
    for seat in range(3):
        position.give(seat).penalties(seat, 8).put(seat, seat + 1, seat + 6)
    position.offerings("apple")
    assert position.asked == (2, "demote")
    assert position.seats("penalties") == [8, 13, 13]
    position.choose("space:3")
    assert position.asked == (0, "demote")
    assert position.seats("penalties") == [13, 13, 13]


@rule("R6.2", "R3.22")
def test_slaves_are_settled_for_everybody_before_the_tracks() -> None:
    position = (
        Position(order=[2, 1, 0])
        .put(0, 1, 6)
        .put(1, 2, 7)
        .penalties(0, 8)
        .penalties(1, 8)
        .track(0, 7, 7)
        .track(1, 7, 7)
    )
    position.penalty_phase()  # seat 2 has `light_mine` and stands on the first spaces
    assert position.asked == (1, "demote")
    assert position.seats("penalties") == [8, 10, 1]
    position.choose("space:2")
    assert position.asked == (0, "demote")
    assert position.seats("penalties") == [10, 10, 1]
    position.choose("space:1")
    assert position.seats("penalties") == [10, 10, 7]
    assert position.asked == (2, "act")


@rule("R6.2", "R3.23")
def test_the_points_of_both_tracks_come_together() -> None:
    position = Position().put(1, 1, 6).penalties(1, 7).track(1, silver=3, gold=5)
    position.penalty_phase()
    assert position.asked == (1, "demote")
    assert position.seats("penalties") == [
        8,
        12,
        1,
    ]  # 2 for slaves, then 2 + 1; seat 2 only for its slaves yet
    position.choose("space:1")
    assert position.seats("penalties") == [8, 12, 7]


@rule("R6.2", "R6.3")
def test_the_favourite_is_looked_up_after_the_former_one_has_fallen() -> None:
    position = Position().penalties(0, 58).penalties(1, 8).put(1, 1, 6).penalties(2, 9).put(2, 2, 7)
    for seat in (1, 2):
        position.track(seat, 6, 6)
    position.penalty_phase()
    assert position.order() == [1, 2]
    assert position.pixies(1) == [1, 6]
    assert position.asked == (2, "demote")
    assert position.seats("penalties") == [60, 10, 10]


# --- R6.3: the pit ------------------------------------------------------------------------------------------


@rule("R6.3")
@pytest.mark.parametrize(("start", "in_play"), [(54, 1), (55, 0), (56, 0), (59, 0)])
def test_sixty_points_are_the_pit(start: int, in_play: int) -> None:
    position = Position().penalties(0, start).choose("pass")
    assert position.seats("in_play") == [in_play, 1, 1]
    assert position.seats("penalties")[0] == min(start + 5, 60)


@rule("R6.3")
def test_another_board_has_another_pit() -> None:
    position = Position(board=board(pit=24, mine_symbols=[10, 20])).penalties(0, 19).choose("pass")
    assert position.seats("in_play") == [0, 1, 1]
    assert position.seats("penalties")[0] == 24


def fallen() -> Position:
    """Seat 1 of three, first to act and with all that can be owned, has passed into the pit in round 2."""
    position = (
        Position(abilities=(2, 8, 10), order=[1, 0, 2])
        .round(2)
        .give(1, apple=1, bread=2, honey=3, silver=4, gold=5)
    )
    position.servants(1, 1).put(1, 1, 6).rocks(1, 2, 1).track(1, silver=3, gold=4)
    position.food_tile(1).food_tile(1, extra=True).one_off(1, "mercy").rewards(1, 10).penalties(1, 55)
    return position.choose("pass")


@rule("R6.3")
def test_pixies_and_rocks_of_the_fallen_leave_the_game() -> None:
    position = fallen()
    assert position.pixies(1) == []
    assert position.seats("mine") == [5, 0, 5]
    assert position.seats("rocks")[1] == [0, 0]
    assert position.state["removed"][model.ROCK] == 3
    assert position.state["bag"][model.CUBE_ROCK] == 12


@rule("R6.3")
def test_goods_of_the_fallen_go_to_the_supply() -> None:
    position = Position(order=[1, 0, 2]).give(1).penalties(1, 55)
    supply = position.state["supply"].tolist()
    position.give(1, apple=1, bread=2, honey=3, silver=4, gold=5).choose("pass")
    assert position.state["supply"].tolist() == supply
    assert set(position.goods(1).values()) == {0}


@rule("R6.3")
def test_tiles_of_the_fallen_go_where_they_belong() -> None:
    position = fallen()
    assert position.state["one_off_on_board"].tolist() == [0, 1, 1, 1]
    # Of 2, 3, 4, 4 the 2 was in its own slot; the 3 on the extra slot is gone with the ability.
    assert position.state["food_left"] == 3
    assert position.state["food_stack"][:3].tolist() == [4, 4, 2]
    assert [position.seats(slot)[1] for slot in ("food_tile", "one_off", "ability", "extra")] == [0, 0, 0, 0]
    assert position.state["display"][8] == 0
    assert position.state["display_extra"] == 0


@rule("R6.3")
def test_a_one_off_tile_on_the_extra_slot_leaves_with_the_ability() -> None:
    position = (
        Position(abilities=(8, 3, 10)).one_off(0, "peek").one_off(0, "double", extra=True).penalties(0, 55)
    )
    position.choose("pass")
    assert position.state["one_off_on_board"].tolist() == [0, 0, 1, 1]
    assert position.seats("extra") == [0, 0, 0]


@rule("R6.3")
def test_the_fallen_keeps_no_reward_points_but_its_servants_and_tiles_stay_taken() -> None:
    position = fallen()
    assert position.seats("rewards")[1] == 0
    assert position.seats("servants") == [0, 1, 0]
    assert position.state["tiles_taken"].tolist() == [0, 1, 0]


@rule("R6.3")
def test_ring_and_offering_tiles_stay_taken() -> None:
    position = Position().penalties(0, 55).tiles_taken(offering=2, ring=3).choose("pass")
    assert position.state["tiles_taken"].tolist() == [2, 0, 3]


@rule("R6.3")
def test_the_fallen_leaves_both_orders_and_the_turn_goes_on() -> None:
    position = fallen()
    assert position.order("large") == [0, 2]
    assert position.order("small") == [0, 2]
    assert position.asked == (0, "act")
    position.choose("action:21")
    assert position.asked == (2, "act")


@rule("R6.3")
def test_who_falls_past_a_mine_symbol_demotes_nobody() -> None:
    position = whipped(57, 3, Position(3, board=board(mine_symbols=[58])).put(1, 1, 6).one_off(1, "mercy"))
    position.choose("seat:1", "seat:1", "seat:1")
    assert position.seats("in_play") == [1, 0, 1]
    assert position.asked == (2, "act")


@rule("R6.3", "R4.24")
def test_a_copier_who_falls_copies_nothing() -> None:
    position = Position().penalties(0, 59).discs_on({2: 2, 12: 2}).choose("action:18")
    assert position.seats("in_play") == [0, 1, 1]
    assert position.asked == (1, "act")
    assert set(position.goods(0).values()) == {0}


@rule("R6.3", "R11.4")
def test_the_pit_scores_minus_sixty_and_ranks_last() -> None:
    position = (
        Position(2).give(0, gold=1).rewards(0, 30).penalties(0, 58).give(1).penalties(1, 59).choose("pass")
    )
    assert position.seats("scores") == [-60, -59]
    assert position.seats("ranks") == [2, 1]


# --- R6.4: one player left ----------------------------------------------------------------------------------


@rule("R6.4")
def test_the_game_ends_at_once_when_one_of_two_falls() -> None:
    position = Position(2).penalties(0, 55).choose("pass")
    assert position.phase == "over"
    assert position.asked == (None, None)
    assert position.options == []
    assert position.state["round"] == 1


@rule("R6.4")
def test_the_game_goes_on_with_two_of_three() -> None:
    position = Position(3).penalties(0, 55).penalties(1, 55).choose("pass")
    assert position.phase == "actions"
    position.choose("pass")
    assert position.phase == "over"
    assert position.seats("in_play") == [0, 0, 1]
    assert position.seats("ranks") == [3, 2, 1]


@rule("R6.4", "R6.2")
def test_the_second_player_survives_when_the_first_falls() -> None:
    position = Position(2, order=[1, 0]).penalties(0, 59).penalties(1, 59).penalty_phase()
    assert position.phase == "over"
    assert position.seats("in_play") == [1, 0]
    assert position.seats("penalties") == [59, 60]


@rule("R6.4", "R10.19")
def test_whoever_is_left_is_scored_as_usual() -> None:
    position = (
        Position(2)
        .penalties(0, 55)
        .penalties(1, 7)
        .rewards(1, 20)
        .give(1, silver=1, bread=1)
        .rocks(1, 3)
        .choose("pass")
    )
    # 20 - 7 - 2 rocks left (the bread removes one) - 3 for silver
    assert position.seats("scores") == [-60, 8]
