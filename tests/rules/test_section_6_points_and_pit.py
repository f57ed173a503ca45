"""Section 6: penalty points, demotion, the pit."""

from typing import Any

import pytest

from dixie_env.config import load_board
from dixie_env.engine import model
from tests.table import Table, rule


def whipped(start: int, points: int, table: Table | None = None) -> Table:
    """Seat 0 whips seat 1, its only opponent, who had `start` points."""
    table = (table or Table(2).put(1, 1, 6)).penalties(1, start).script(("whip_die", points))
    return table.choose("action:10")


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
    table = whipped(start, points)
    assert table.seats("penalties") == [0, start + points]
    assert table.asked == (1, "demote")
    assert table.options == ["space:1", "space:6"]


@rule("R6.1")
@pytest.mark.parametrize(
    ("start", "points"), [(0, 3), (6, 3), (10, 1), (10, 3), (17, 2), (20, 3), (50, 3), (56, 3)]
)
def test_points_between_two_mine_symbols_cost_no_pixie(start: int, points: int) -> None:
    table = whipped(start, points)
    assert table.seats("penalties") == [0, start + points]
    assert table.asked == (1, "act")
    assert table.pixies(1) == [1, 6]


@rule("R6.1")
@pytest.mark.parametrize(("choice", "left"), [("space:1", [6]), ("space:6", [1])])
def test_the_player_chooses_which_pixie_goes_to_the_mine(choice: str, left: list[int]) -> None:
    table = whipped(9, 2).choose(choice)
    assert table.pixies(1) == left
    assert table.seats("mine") == [5, 4]
    assert table.asked == (1, "act")


@rule("R6.1", "R10.1")
def test_an_only_pixie_is_demoted_without_asking() -> None:
    table = whipped(9, 2, Table(2).put(1, 6))
    assert table.pixies(1) == []
    assert table.asked == (1, "act")


@rule("R6.1")
def test_without_active_pixies_a_mine_symbol_does_nothing() -> None:
    table = whipped(9, 2, Table(2).one_off(1, "mercy"))
    assert table.asked == (1, "act")
    assert table.seats("mine") == [5, 5]
    assert table.seats("one_off") == [0, model.MERCY]


@rule("R6.1")
def test_mercy_can_be_given_back_instead() -> None:
    table = whipped(9, 2, Table(2).put(1, 6).one_off(1, "mercy"))
    assert table.asked == (1, "demote")
    assert table.options == ["mercy", "space:6"]
    table.choose("mercy")
    assert table.pixies(1) == [6]
    assert table.seats("one_off") == [0, 0]
    assert table.state["one_off_on_board"][model.MERCY] == 1
    assert table.asked == (1, "act")


@rule("R6.1")
def test_mercy_can_be_kept_for_later() -> None:
    table = whipped(9, 2, Table(2).put(1, 6).one_off(1, "mercy")).choose("space:6")
    assert table.pixies(1) == []
    assert table.seats("one_off") == [0, model.MERCY]


@rule("R6.1", "R12.8")
def test_mercy_on_the_extra_slot_helps_as_well() -> None:
    table = whipped(9, 2, Table(2, abilities=(2, 8)).put(1, 6).one_off(1, "mercy", extra=True)).choose(
        "mercy"
    )
    assert table.pixies(1) == [6]
    assert table.seats("extra") == [0, 0]
    assert table.state["one_off_on_board"][model.MERCY] == 1


@rule("R6.1", "R10.13")
def test_the_favourite_keeps_pixies_and_mercy_at_a_mine_symbol() -> None:
    table = Table().penalties(0, 8).put(0, 1, 6).one_off(0, "mercy").choose("pass")
    assert table.seats("penalties")[0] == 13
    assert table.pixies(0) == [1, 6]
    assert table.seats("one_off")[0] == model.MERCY
    assert table.asked == (1, "act")


@rule("R6.1", "R10.25")
def test_each_mine_symbol_costs_a_pixie_of_its_own() -> None:
    table = whipped(8, 3, Table(2, board=board(mine_symbols=[9, 10, 12, 13])).put(1, 1, 6, 10, 13))
    assert table.seats("penalties") == [0, 11]
    table.choose("space:10")
    assert table.asked == (1, "demote")
    assert table.options == ["space:1", "space:13", "space:6"]
    table.choose("space:1")
    assert table.asked == (1, "act")
    assert table.pixies(1) == [6, 13]


@rule("R6.1", "R10.25")
def test_mercy_covers_one_of_two_mine_symbols() -> None:
    table = whipped(8, 3, Table(2, board=board(mine_symbols=[9, 10])).put(1, 1, 6, 10).one_off(1, "mercy"))
    table.choose("mercy")
    assert table.options == ["space:1", "space:10", "space:6"]
    assert table.choose("space:6").pixies(1) == [1, 10]


@rule("R6.1")
def test_a_single_pixie_pays_for_two_mine_symbols() -> None:
    table = whipped(8, 3, Table(2, board=board(mine_symbols=[9, 10])).put(1, 1))
    assert table.pixies(1) == []
    assert table.asked == (1, "act")


@rule("R6.1", "R4.24")
def test_copying_demotes_at_once_before_the_action_is_copied() -> None:
    table = Table(order=[1, 0, 2]).choose("action:21").penalties(0, 9).put(0, 1, 6).discs_on({2: 2, 12: 2})
    table.choose("action:18")
    assert table.asked == (0, "demote")
    assert table.options == ["space:1", "space:6"]
    table.choose("space:1")
    assert table.asked == (0, "copy")


# --- R6.2: one after the other ------------------------------------------------------------------------------


@rule("R6.2", "R4.10")
def test_whips_are_settled_for_one_player_before_the_next_gets_points() -> None:
    table = Table(4, order=[0, 3, 1, 2]).script(("whip_die", 3))
    for seat in (1, 2, 3):
        table.penalties(seat, 9).put(seat, seat, seat + 5)
    table.choose("action:10", "seat:1", "seat:2", "seat:3")
    for seat, space, points in [(3, 3, [0, 9, 9, 10]), (1, 1, [0, 10, 9, 10]), (2, 2, [0, 10, 10, 10])]:
        assert table.asked == (seat, "demote")
        assert table.seats("penalties") == points
        table.choose(f"space:{space}")
    assert table.asked == (3, "act")


@rule("R6.2", "R3.14")
def test_empty_hands_are_settled_in_large_order() -> None:
    table = Table(order=[1, 2, 0])
    for seat in range(3):
        table.give(seat).penalties(seat, 8).put(seat, seat + 1, seat + 6)
    table.offerings("apple")
    assert table.asked == (2, "demote")
    assert table.seats("penalties") == [8, 13, 13]
    table.choose("space:3")
    assert table.asked == (0, "demote")
    assert table.seats("penalties") == [13, 13, 13]


@rule("R6.2", "R3.22")
def test_slaves_are_settled_for_everybody_before_the_tracks() -> None:
    table = (
        Table(order=[2, 1, 0])
        .put(0, 1, 6)
        .put(1, 2, 7)
        .penalties(0, 8)
        .penalties(1, 8)
        .track(0, 7, 7)
        .track(1, 7, 7)
    )
    table.penalty_phase()  # seat 2 has `light_mine` and stands on the first spaces
    assert table.asked == (1, "demote")
    assert table.seats("penalties") == [8, 10, 1]
    table.choose("space:2")
    assert table.asked == (0, "demote")
    assert table.seats("penalties") == [10, 10, 1]
    table.choose("space:1")
    assert table.seats("penalties") == [10, 10, 7]
    assert table.asked == (2, "act")


@rule("R6.2", "R3.23")
def test_the_points_of_both_tracks_come_together() -> None:
    table = Table().put(1, 1, 6).penalties(1, 7).track(1, silver=3, gold=5)
    table.penalty_phase()
    assert table.asked == (1, "demote")
    assert table.seats("penalties") == [8, 12, 1]  # 2 for slaves, then 2 + 1; seat 2 only for its slaves yet
    table.choose("space:1")
    assert table.seats("penalties") == [8, 12, 7]


@rule("R6.2", "R6.3")
def test_the_favourite_is_looked_up_after_the_former_one_has_fallen() -> None:
    table = Table().penalties(0, 58).penalties(1, 8).put(1, 1, 6).penalties(2, 9).put(2, 2, 7)
    for seat in (1, 2):
        table.track(seat, 6, 6)
    table.penalty_phase()
    assert table.order() == [1, 2]
    assert table.pixies(1) == [1, 6]
    assert table.asked == (2, "demote")
    assert table.seats("penalties") == [60, 10, 10]


# --- R6.3: the pit ------------------------------------------------------------------------------------------


@rule("R6.3")
@pytest.mark.parametrize(("start", "in_play"), [(54, 1), (55, 0), (56, 0), (59, 0)])
def test_sixty_points_are_the_pit(start: int, in_play: int) -> None:
    table = Table().penalties(0, start).choose("pass")
    assert table.seats("in_play") == [in_play, 1, 1]
    assert table.seats("penalties")[0] == min(start + 5, 60)


@rule("R6.3")
def test_another_board_has_another_pit() -> None:
    table = Table(board=board(pit=24, mine_symbols=[10, 20])).penalties(0, 19).choose("pass")
    assert table.seats("in_play") == [0, 1, 1]
    assert table.seats("penalties")[0] == 24


def fallen() -> Table:
    """Seat 1 of three, first to act and with all that can be owned, has passed into the pit in round 2."""
    table = (
        Table(abilities=(2, 8, 10), order=[1, 0, 2])
        .round(2)
        .give(1, apple=1, bread=2, honey=3, silver=4, gold=5)
    )
    table.servants(1, 1).put(1, 1, 6).rocks(1, 2, 1).track(1, silver=3, gold=4)
    table.food_tile(1).food_tile(1, extra=True).one_off(1, "mercy").rewards(1, 10).penalties(1, 55)
    return table.choose("pass")


@rule("R6.3")
def test_pixies_and_rocks_of_the_fallen_leave_the_game() -> None:
    table = fallen()
    assert table.pixies(1) == []
    assert table.seats("mine") == [5, 0, 5]
    assert table.seats("rocks")[1] == [0, 0]
    assert table.state["removed"][model.ROCK] == 3
    assert table.state["bag"][model.CUBE_ROCK] == 12


@rule("R6.3")
def test_goods_of_the_fallen_go_to_the_supply() -> None:
    table = Table(order=[1, 0, 2]).give(1).penalties(1, 55)
    supply = table.state["supply"].tolist()
    table.give(1, apple=1, bread=2, honey=3, silver=4, gold=5).choose("pass")
    assert table.state["supply"].tolist() == supply
    assert set(table.goods(1).values()) == {0}


@rule("R6.3")
def test_tiles_of_the_fallen_go_where_they_belong() -> None:
    table = fallen()
    assert table.state["one_off_on_board"].tolist() == [0, 1, 1, 1]
    # Of 2, 3, 4, 4 the 2 was in its own slot; the 3 on the extra slot is gone with the ability.
    assert table.state["food_left"] == 3
    assert table.state["food_stack"][:3].tolist() == [4, 4, 2]
    assert [table.seats(slot)[1] for slot in ("food_tile", "one_off", "ability", "extra")] == [0, 0, 0, 0]
    assert table.state["display"][8] == 0
    assert table.state["display_extra"] == 0


@rule("R6.3")
def test_a_one_off_tile_on_the_extra_slot_leaves_with_the_ability() -> None:
    table = Table(abilities=(8, 3, 10)).one_off(0, "peek").one_off(0, "double", extra=True).penalties(0, 55)
    table.choose("pass")
    assert table.state["one_off_on_board"].tolist() == [0, 0, 1, 1]
    assert table.seats("extra") == [0, 0, 0]


@rule("R6.3")
def test_the_fallen_keeps_no_reward_points_but_its_servants_and_tiles_stay_taken() -> None:
    table = fallen()
    assert table.seats("rewards")[1] == 0
    assert table.seats("servants") == [0, 1, 0]
    assert table.state["tiles_taken"].tolist() == [0, 1, 0]


@rule("R6.3")
def test_ring_and_offering_tiles_stay_taken() -> None:
    table = Table().penalties(0, 55).tiles_taken(offering=2, ring=3).choose("pass")
    assert table.state["tiles_taken"].tolist() == [2, 0, 3]


@rule("R6.3")
def test_the_fallen_leaves_both_orders_and_the_turn_goes_on() -> None:
    table = fallen()
    assert table.order("large") == [0, 2]
    assert table.order("small") == [0, 2]
    assert table.asked == (0, "act")
    table.choose("action:21")
    assert table.asked == (2, "act")


@rule("R6.3")
def test_who_falls_past_a_mine_symbol_demotes_nobody() -> None:
    table = whipped(57, 3, Table(3, board=board(mine_symbols=[58])).put(1, 1, 6).one_off(1, "mercy"))
    table.choose("seat:1", "seat:1", "seat:1")
    assert table.seats("in_play") == [1, 0, 1]
    assert table.asked == (2, "act")


@rule("R6.3", "R4.24")
def test_a_copier_who_falls_copies_nothing() -> None:
    table = Table().penalties(0, 59).discs_on({2: 2, 12: 2}).choose("action:18")
    assert table.seats("in_play") == [0, 1, 1]
    assert table.asked == (1, "act")
    assert set(table.goods(0).values()) == {0}


@rule("R6.3", "R11.4")
def test_the_pit_scores_minus_sixty_and_ranks_last() -> None:
    table = Table(2).give(0, gold=1).rewards(0, 30).penalties(0, 58).give(1).penalties(1, 59).choose("pass")
    assert table.seats("scores") == [-60, -59]
    assert table.seats("ranks") == [2, 1]


# --- R6.4: one player left ----------------------------------------------------------------------------------


@rule("R6.4")
def test_the_game_ends_at_once_when_one_of_two_falls() -> None:
    table = Table(2).penalties(0, 55).choose("pass")
    assert table.phase == "over"
    assert table.asked == (None, None)
    assert table.options == []
    assert table.state["round"] == 1


@rule("R6.4")
def test_the_game_goes_on_with_two_of_three() -> None:
    table = Table(3).penalties(0, 55).penalties(1, 55).choose("pass")
    assert table.phase == "actions"
    table.choose("pass")
    assert table.phase == "over"
    assert table.seats("in_play") == [0, 0, 1]
    assert table.seats("ranks") == [3, 2, 1]


@rule("R6.4", "R6.2")
def test_the_second_player_survives_when_the_first_falls() -> None:
    table = Table(2, order=[1, 0]).penalties(0, 59).penalties(1, 59).penalty_phase()
    assert table.phase == "over"
    assert table.seats("in_play") == [1, 0]
    assert table.seats("penalties") == [59, 60]


@rule("R6.4", "R10.19")
def test_whoever_is_left_is_scored_as_usual() -> None:
    table = (
        Table(2)
        .penalties(0, 55)
        .penalties(1, 7)
        .rewards(1, 20)
        .give(1, silver=1, bread=1)
        .rocks(1, 3)
        .choose("pass")
    )
    # 20 - 7 - 2 rocks left (the bread removes one) - 3 for silver
    assert table.seats("scores") == [-60, 8]
