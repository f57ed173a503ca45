"""Section 3.2: the action phase."""

import pytest

from dixie_env.engine import model
from tests.position import Position, rule

FREE_PROMOTION = 5
FREE_ROCKS = 7

DRAW = ("draw", ["silver"] * 5)
"""What five slaves dig up when nobody is to be chained."""


def acts(*actions: int) -> list[str]:
    """Options of `act`: these actions, and pass."""
    return sorted([f"action:{action}" for action in actions] + ["pass"])


every_edition = pytest.mark.parametrize(
    ("edition", "shared"), [("de", True), ("proto", True), ("fr", False), ("en", True), ("pl", True)]
)


# --- R3.4 ---------------------------------------------------------------------------------------------------


@rule("R3.4")
@pytest.mark.parametrize("order", [[0, 1, 2], [2, 0, 1]])
def test_turns_go_round_and_round_in_large_order(order: list[int]) -> None:
    position = Position(order=order)
    position.state["small"][:3] = [1, 2, 0]  # does not count before the next round
    position.touch()
    turns = []
    for turn in (
        ["action:17", "good:apple"],
        ["action:2"],
        ["action:6"],
        ["action:7"],
        ["action:8"],
        ["action:9"],
    ):
        turns.append(position.asked)
        position.choose(*turn)
    assert turns == [(seat, "act") for seat in order * 2]


@rule("R3.4")
def test_who_has_no_discs_left_is_skipped() -> None:
    position = Position().discs(1, 4, 2)
    position.choose("action:17", "good:apple", "action:17", "good:apple", "action:2")
    assert position.seats("discs") == [0, 3, 0]
    assert position.asked == (1, "act")
    position.choose("action:17", "good:apple")
    assert position.asked == (1, "act")


@rule("R3.4")
def test_the_phase_ends_when_nobody_has_discs_left() -> None:
    position = Position().discs(1, 2, 1).script(("demand", "bread"))
    for turn in (["pass"], ["action:17", "good:apple"], ["pass"], ["action:17", "good:apple"]):
        assert position.phase == "actions"
        position.choose(*turn)
    assert position.phase == "offerings"


# --- R3.5 ---------------------------------------------------------------------------------------------------


@rule("R3.5")
def test_a_double_space_takes_two_discs() -> None:
    position = Position().choose("action:2")
    assert position.seats("discs") == [2, 4, 4]
    assert position.state["discs_on"][2] == 2


@rule("R3.5", "R7.4")
@pytest.mark.parametrize(("players", "colour"), [(3, 0), (3, 1), (3, 2), (2, model.DUMMY)])
def test_a_pixie_of_any_colour_saves_a_disc(players: int, colour: int) -> None:
    position = Position(players).put(colour, 2).choose("action:2")
    assert position.seats("discs") == [3] + [4] * (players - 1)
    assert position.state["discs_on"][2] == 1


@rule("R3.5", "R3.7")
def test_with_one_disc_only_double_spaces_with_a_pixie_are_open() -> None:
    position = Position().put(0, 7).put(1, 2).discs(1)
    assert position.options == acts(2, 7, 15, 16, 17, 21)


@rule("R3.5")
@pytest.mark.parametrize("pixie", [None, 0, 1, 2])
@pytest.mark.parametrize("discs", [1, 2])
def test_a_space_with_a_disc_on_it_is_used_up(discs: int, pixie: int | None) -> None:
    position = Position().discs(4, 4, 4 - discs).discs_on({2: discs})
    if pixie is not None:
        position.put(pixie, 2)
    assert "action:2" not in position.options
    assert "action:1" in position.options


@rule("R3.5")
def test_a_used_space_stays_used_when_its_pixie_leaves() -> None:
    position = Position().put(1, 2).choose("action:2")
    position.choose("action:3", "space:2", "space:6")
    assert position.pixies(1) == [6]
    assert position.asked == (2, "act")
    assert "action:2" not in position.options


@rule("R3.5")
def test_a_used_space_stays_used_when_another_pixie_comes() -> None:
    position = Position().put(2, 2).choose("action:2")
    position.choose("action:3", "space:2")  # from the mine, for an apple
    assert position.pixies(1) == [2]
    assert position.asked == (2, "act")
    assert "action:2" not in position.options


# --- R3.6 ---------------------------------------------------------------------------------------------------


@rule("R3.6")
def test_every_player_has_an_own_space_for_the_mine() -> None:
    position = Position().script(DRAW, DRAW, DRAW)
    for seat in range(3):
        assert position.asked == (seat, "act")
        position.choose("action:15")
    assert position.seats("discs") == [3, 3, 3]
    for seat in range(3):
        assert position.asked == (seat, "act")
        assert "action:15" not in position.options  # once a round
        position.choose("action:17", "good:apple")


@rule("R3.6")
def test_every_player_has_an_own_space_for_copying() -> None:
    position = Position()
    position.choose("action:2")
    for seat in (1, 2, 0):
        assert position.asked == (seat, "act")
        position.choose("action:18")  # only action 2 can be copied
    assert position.seats("discs") == [1, 3, 3]
    assert [position.goods(seat)["silver"] for seat in range(3)] == [6, 4, 4]
    assert "action:18" not in position.options  # once a round


@rule("R3.6")
def test_a_player_may_use_all_three_spaces_of_odd_jobs() -> None:
    position = Position().discs(4, 0, 0)
    for discs in (4, 3, 2):
        assert position.seats("discs") == [discs, 0, 0]
        position.choose("action:17", "good:apple")
    assert position.seats("discs") == [1, 0, 0]
    assert position.state["discs_on"][17] == 3
    assert "action:17" not in position.options


@rule("R3.6")
def test_the_three_spaces_of_odd_jobs_are_shared() -> None:
    position = Position(4)
    for _ in range(3):
        position.choose("action:17", "good:apple")
    assert position.asked == (3, "act")
    assert "action:17" not in position.options


def position_with_a_choice(edition: str = "de") -> Position:
    """The second of three players is asked, and both that one and the third could use 16, 19 and 20."""
    position = Position(order=[2, 0, 1], edition=edition)
    for seat in (0, 1):
        position.give(seat, apple=2, bread=2, honey=2, silver=2, gold=2)
    return position.choose("action:2")


FOLLOW_UP = {16: ["ability:1"], 19: ["good:gold"], 20: []}


@rule("R3.6")
@pytest.mark.parametrize("action", FOLLOW_UP)
def test_swapping_special_offering_and_play_order_have_one_shared_space(action: int) -> None:
    unused = position_with_a_choice().choose("action:17", "good:apple")
    assert unused.asked == (1, "act")
    assert f"action:{action}" in unused.options
    used = position_with_a_choice().choose(f"action:{action}", *FOLLOW_UP[action])
    assert used.seats("discs") == [3, 4, 2]
    assert used.asked == (1, "act")
    assert f"action:{action}" not in used.options


@rule("R3.6")
@every_edition
def test_the_space_of_swapping_is_shared_or_one_each(edition: str, shared: bool) -> None:
    position = position_with_a_choice(edition).choose("action:16", "ability:1")
    assert position.asked == (1, "act")
    assert ("action:16" in position.options) == (not shared)
    position.choose("action:17", "good:apple")
    assert position.asked == (2, "act")
    assert ("action:16" in position.options) == (not shared)
    position.choose("action:17", "good:apple")
    assert position.asked == (0, "act")
    assert "action:16" not in position.options  # its user never again


@rule("R3.6")
@pytest.mark.parametrize("discs", [1, 2, 3, 4])
def test_priority_takes_all_the_discs_a_player_has_left(discs: int) -> None:
    position = Position().discs(discs).choose("action:21")
    assert position.seats("discs") == [0, 4, 4]
    position.choose("action:17", "good:apple", "action:17", "good:apple")
    assert position.asked == (1, "act")


@rule("R3.6")
@every_edition
def test_the_space_of_priority_is_shared_or_one_each(edition: str, shared: bool) -> None:
    position = Position(edition=edition)
    assert "action:21" in position.options
    position.choose("action:21")
    assert position.asked == (1, "act")
    assert ("action:21" in position.options) == (not shared)


# --- R3.7 ---------------------------------------------------------------------------------------------------


@rule("R3.7")
def test_the_first_turn_offers_what_can_be_carried_out() -> None:
    position = Position()
    # Not 5 and 13: too dear. Not 14: no pixie to rob. Not 18: nothing to copy. Not 19 and 20: no honey.
    assert position.options == acts(1, 2, 3, 4, 6, 7, 8, 9, 10, 11, 12, 15, 16, 17, 21)
    position.choose("action:2")
    # Space 2 is used and can be copied; honey buys the special offering and a place.
    assert position.options == acts(1, 3, 4, 6, 7, 8, 9, 10, 11, 12, 15, 16, 17, 18, 19, 20, 21)


@rule("R3.7")
def test_a_rich_player_may_do_all_but_the_used_action() -> None:
    position = Position(order=[1, 0, 2]).put(1, 14).choose("action:2")
    position.give(0, apple=2, bread=2, honey=2, silver=4, gold=4)
    assert position.asked == (0, "act")
    assert position.options == acts(1, *range(3, 22))


@rule("R3.7")
def test_an_action_is_carried_out_at_once() -> None:
    position = Position().choose("action:2")
    assert position.goods(0)["silver"] == 4
    assert position.asked == (1, "act")


# --- R3.8 ---------------------------------------------------------------------------------------------------


@rule("R3.8")
@pytest.mark.parametrize("discs", [1, 2, 3, 4])
def test_passing_costs_five_points_and_all_discs(discs: int) -> None:
    position = Position().discs(discs).choose("pass")
    assert position.seats("penalties") == [5, 0, 0]
    assert position.seats("discs") == [0, 4, 4]
    position.choose("action:2", "action:1", "good:apple")
    assert position.asked == (1, "act")


@rule("R3.8", "R10.1")
def test_passing_is_asked_even_when_nothing_else_is_possible() -> None:
    position = Position(2).give(0).discs(1, 0).discs_on({16: 1, 17: 3, 21: 1})
    position.state["used_mine"][0] = 1
    position.state["priority"][0] = 1
    assert position.asked == (0, "act")
    assert position.options == ["pass"]


@rule("R3.8", "R6.1")
def test_the_points_of_a_pass_count_at_once() -> None:
    position = Position(order=[2, 0, 1]).penalties(0, 5).put(0, 1, 2)
    position.choose("action:17", "good:apple", "pass")
    assert position.asked == (0, "demote")
    assert position.seats("penalties") == [10, 0, 0]
    assert position.options == ["space:1", "space:2"]
    position.choose("space:1")
    assert position.asked == (1, "act")


@rule("R3.8", "R3.10")
def test_a_pass_holds_for_this_phase_only() -> None:
    position = Position().discs(4, 1, 1).script(("demand", "apple"))
    position.choose("pass", "pass", "pass")
    assert position.phase == "offerings"
    assert position.seats("discs") == [4, 4, 4]


# --- R3.9 ---------------------------------------------------------------------------------------------------


def free_options(position: Position) -> list[str]:
    return [option for option in position.options if option.startswith("free")]


@rule("R3.9")
def test_a_rock_is_removed_for_a_bread_before_the_action() -> None:
    position = Position().give(0, bread=2).rocks(0, 2)
    supply = int(position.state["supply"][model.BREAD])
    position.choose("free:0")
    assert position.state["rocks"][0].tolist() == [1, 0]
    assert position.goods(0)["bread"] == 1
    assert position.state["supply"][model.BREAD] == supply + 1
    assert position.state["removed"][model.ROCK] == 1
    assert position.state["bag"][model.CUBE_ROCK] == 13
    assert position.seats("discs") == [4, 4, 4]
    assert position.asked == (0, "act")


@rule("R3.9")
def test_several_rocks_can_be_removed_while_there_is_bread() -> None:
    position = Position().give(0, bread=2).rocks(0, 3, 1)
    assert free_options(position) == ["free:0", "free:1"]
    position.choose("free:1")
    assert free_options(position) == ["free:0"]
    position.choose("free:0")
    assert position.state["rocks"][0].tolist() == [2, 0]
    assert free_options(position) == []
    assert position.asked == (0, "act")
    position.choose("action:2")
    assert position.asked == (1, "act")


@rule("R3.9")
@pytest.mark.parametrize(("bread", "rocks", "free"), [(0, 2, []), (1, 2, ["free:0"]), (1, 0, [])])
def test_removing_needs_bread_and_a_rock(bread: int, rocks: int, free: list[str]) -> None:
    assert free_options(Position().give(0, bread=bread).rocks(0, rocks)) == free


@rule("R3.9", "R12.7")
def test_free_rocks_removes_them_without_bread() -> None:
    position = (
        Position(abilities=(FREE_ROCKS, 3, 10)).give(0, bread=1).rocks(0, 1, 1).choose("free:0", "free:0")
    )
    assert position.state["rocks"][0].tolist() == [0, 0]
    assert position.goods(0)["bread"] == 1
    assert position.state["removed"][model.ROCK] == 2


@rule("R3.9")
def test_only_the_own_slaves_are_freed_and_only_in_the_own_turn() -> None:
    position = Position().rocks(1, 2)
    assert free_options(position) == []
    position.choose("action:2")
    assert free_options(position) == ["free:0"]


@rule("R3.9")
def test_no_rock_is_removed_in_the_middle_of_an_action() -> None:
    position = Position().give(0, bread=2).rocks(0, 2).put(0, 1)
    assert free_options(position) == ["free:0"]
    position.choose("action:3")
    assert position.asked == (0, "promote_from")
    assert position.options == ["mine", "space:1"]


@rule("R3.9")
def test_rocks_are_removed_at_a_promotion_of_the_reward_phase() -> None:
    position = Position().give(0, apple=2, bread=2).give(1, gold=1).give(2, gold=1).rocks(0, 2)
    position.offerings("apple", "good:apple", "amount:2", "good:gold", "good:gold")
    assert position.asked == (0, "promote_from")
    assert position.options == ["free:0", "mine", "stop"]
    position.choose("free:0", "free:0")
    assert position.state["rocks"][0].tolist() == [0, 0]
    assert position.goods(0)["bread"] == 0
    position.choose("mine", "space:1")  # both steps are still there
    assert position.options == ["mine", "space:1", "stop"]


@rule("R3.9", "R3.19")
def test_rocks_are_removed_at_the_free_promotion() -> None:
    position = (
        Position(abilities=(2, FREE_PROMOTION, 10)).give(0, apple=1).give(1, bread=1, gold=1).give(2, gold=1)
    )
    position.rocks(1, 1)
    position.offerings("apple", "good:apple", "good:gold", "good:gold", "stop")
    assert position.asked == (1, "promote_from")
    assert position.options == ["free:0", "mine", "stop"]
    position.choose("free:0")
    assert position.options == ["mine", "stop"]


@rule("R3.9", "R3.18")
def test_a_player_is_asked_when_only_a_rock_stands_in_the_way() -> None:
    position = Position(5).round(3).servants(0, 2).give(0, apple=1, bread=1).rocks(0, 1)
    for seat in range(1, 5):
        position.give(seat, gold=1)
    position.offerings("apple", "good:apple", *["good:gold"] * 4)
    assert position.asked == (0, "promote_from")
    assert position.options == ["free:0", "stop"]
    position.choose("free:0")
    assert position.options == ["mine", "stop"]


@rule("R3.9", "R3.21")
def test_no_rock_is_removed_when_the_dummy_moves() -> None:
    position = Position(2).give(0, bread=1, gold=1).give(1, apple=1).rocks(0, 1).put(model.DUMMY, 1)
    position.offerings("apple", "good:gold", "good:apple", "stop")
    assert position.asked == (0, "promote_from")
    assert position.options == ["mine", "space:1"]
