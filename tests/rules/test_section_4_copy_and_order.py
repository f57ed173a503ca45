"""Section 4: copying (18, R4.24), play order (20) and priority (21)."""

import pytest

from dixie_env.engine import model
from tests.position import Position, rule

NOTHING = {"apple": 0, "bread": 0, "honey": 0, "silver": 0, "gold": 0}
COPY_UNUSED = (9, 3, 10)
DICE = {10: ("whip_die", 3), 12: ("casino_die", "food")}
CLOSED_ROW_1 = {1: 2, 2: 2, 3: 2, 4: 2, 5: 2}


def with_small_order(seats: list[int], **goods: int) -> Position:
    """Seat 0 is first in the large order and owns these goods; the small order differs."""
    position = Position(len(seats)).give(0, **goods)
    position.state["small"][: len(seats)] = seats
    return position.touch()


def first_options(position: Position, *choices: str) -> Position:
    """Make these choices, then take the first option until another seat is asked."""
    position.choose(*choices)
    while position.asked[0] == 0:
        position.choose(position.options[0])
    return position


# --- Action 18: what can be copied -------------------------------------------------------------------------


@rule("R4.18", "R4.24", "R3.7")
def test_nothing_can_be_copied_before_a_double_action_was_used() -> None:
    position = Position()
    assert "action:18" not in position.options
    position.discs_on({16: 1, 17: 3, 19: 1, 20: 1})
    assert "action:18" not in position.options
    position.discs_on({2: 2})
    assert "action:18" in position.options


@rule("R4.24", "R4.18")
@pytest.mark.parametrize("discs", [1, 2])
def test_an_action_with_a_disc_on_it_is_copied(discs: int) -> None:
    position = Position().give(0).discs_on({2: discs, 12: discs})
    position.choose("action:18")
    assert position.asked == (0, "copy")
    assert position.options == ["action:12", "action:2"]
    position.choose("action:2")
    assert position.goods(0) == NOTHING | {"silver": 2}
    assert position.seats("penalties") == [1, 0, 0]
    assert position.seats("discs") == [3, 4, 4]
    assert position.state["discs_on"][2] == discs
    assert position.asked == (1, "act")


@rule("R4.24", "R4.18")
def test_the_last_disc_is_enough_to_copy() -> None:
    position = Position().give(0).discs(1).discs_on({2: 2})
    position.choose("action:18")  # the only action: copied without asking (R10.1)
    assert position.goods(0) == NOTHING | {"silver": 2}
    assert position.seats("discs") == [0, 4, 4]


@rule("R4.24", "R3.7")
def test_only_actions_that_are_legal_for_the_player_can_be_copied() -> None:
    position = (
        Position().give(0, gold=3).discs_on({5: 2, 7: 2, 10: 2, 11: 2, 13: 2, 14: 2}).one_off(1, "double")
    )
    position.choose("action:18")
    assert position.options == ["action:10", "action:11"]


@rule("R4.18", "R4.24", "R3.7")
def test_copying_is_illegal_if_no_used_action_is_legal() -> None:
    position = Position().give(0, gold=3).discs_on({5: 2, 13: 2, 14: 2})
    assert "action:18" not in position.options
    position.give(0, gold=4)
    assert "action:18" in position.options


@rule("R4.24", "R12.9")
def test_copy_unused_copies_any_of_the_fourteen() -> None:
    position = Position(abilities=COPY_UNUSED)
    position.choose("action:18")  # no price for gold or a ring, nobody to rob
    assert position.options == sorted(f"action:{n}" for n in (1, 2, 3, 4, 6, 7, 8, 9, 10, 11, 12))


@rule("R4.24", "R12.9")
def test_copy_unused_is_an_ability_of_its_owner_only() -> None:
    position = Position(abilities=(2, 9, 10)).discs_on({2: 2, 12: 1})
    position.choose("action:18")
    assert position.options == ["action:12", "action:2"]


@rule("R4.24", "R12.9")
def test_with_copy_unused_all_fourteen_can_be_legal() -> None:
    position = Position(abilities=COPY_UNUSED).give(0, silver=4, gold=4).put(1, 1)
    position.choose("action:18")
    assert position.options == sorted(f"action:{n}" for n in range(1, 15))


@rule("R4.24", "R5.2", "R12.9")
@pytest.mark.parametrize(
    ("discs", "targets"), [(0, [1, 2, 3, 4, 5]), (1, [1, 2, 3, 4, 5]), (2, [1, 2, 4, 5])]
)
def test_a_copied_promotion_puts_no_disc_on_space_three(discs: int, targets: list[int]) -> None:
    position = Position(abilities=COPY_UNUSED).discs_on({3: discs})
    position.choose("action:18", "action:3")
    assert position.asked == (0, "promote_to")
    assert position.options == [f"space:{space}" for space in targets]


@rule("R4.24", "R4.18")
def test_a_copied_action_asks_all_its_questions() -> None:
    position = Position().give(0, apple=3).discs_on({4: 2, 6: 2})
    position.choose("action:18", "action:4")
    assert position.asked == (0, "trade_get")
    position.choose("good:silver", "amount:3")
    assert position.goods(0) == NOTHING | {"silver": 3}
    assert position.asked == (1, "act")


@rule("R4.24")
def test_a_copied_whip_is_a_whip() -> None:
    position = Position().discs_on({10: 2, 12: 2}).script(("whip_die", 2))
    position.choose("action:18", "action:10", "seat:1", "seat:2")
    assert position.seats("penalties") == [1, 1, 1]


@rule("R4.24", "R4.18", "R12.9")
@pytest.mark.parametrize("action", range(1, 15))
def test_a_copy_has_the_effect_of_the_action(action: int) -> None:
    done, copied = [
        Position(abilities=COPY_UNUSED).give(0, apple=2, silver=4, gold=4).put(1, 1) for _ in range(2)
    ]
    for position, choices in ((done, [f"action:{action}"]), (copied, ["action:18", f"action:{action}"])):
        if action in DICE:
            position.script(DICE[action])
        first_options(position, *choices)
    for field in ("goods", "spaces", "mine", "food_tile", "one_off", "track", "rewards", "tiles_taken"):
        assert done.state[field].tolist() == copied.state[field].tolist()
    assert done.seats("penalties")[1:] == copied.seats("penalties")[1:]
    assert copied.seats("penalties")[0] == 1
    assert sum(copied.state["discs_on"].tolist()) == 0
    assert done.asked == copied.asked == (1, "act")


# --- Action 18: its points ---------------------------------------------------------------------------------


@rule("R4.24", "R4.18")
def test_copying_costs_more_for_those_who_come_later() -> None:
    position = Position(5, abilities=(2, 3, 10, 1, 7), order=[3, 0, 4, 1, 2]).discs_on({2: 2})
    position.choose(*["action:18"] * 5)
    assert position.seats("penalties") == [2, 3, 3, 1, 2]


@rule("R4.24")
def test_copying_is_cheap_again_in_the_next_round() -> None:
    position = Position().discs(1, 1, 1).discs_on({2: 2}).script(("demand", "apple"))
    position.choose("action:18", "action:18", "action:17", "good:apple")
    assert position.seats("penalties") == [1, 2, 0]
    position.choose(*["good:silver", "amount:1"] * 3)
    assert (position.game.round, position.asked) == (2, (0, "act"))
    assert "action:18" not in position.options  # the discs are gone
    before = position.seats("penalties")
    position.discs_on({2: 2}).choose("action:18", "action:18")
    assert [now - then for now, then in zip(position.seats("penalties"), before, strict=True)] == [1, 2, 0]


@rule("R4.24", "R6.1", "R10.14")
def test_the_points_of_copying_come_before_the_copied_action() -> None:
    position = Position(order=[1, 0, 2]).penalties(0, 9).put(0, 1, 6).discs_on({2: 2, 12: 2})
    position.choose("action:17", "good:apple", "action:18")
    assert position.asked == (0, "demote")
    assert position.seats("penalties") == [10, 0, 0]
    assert position.options == ["space:1", "space:6"]
    position.choose("space:6")
    assert position.asked == (0, "copy")
    assert position.pixies(0) == [1]


@rule("R4.24", "R10.14")
def test_copying_is_given_up_if_nothing_is_legal_after_its_points() -> None:
    # the pixie on 10 could step up to row 4; once it is demoted, row 1 is closed
    position = (
        Position(order=[1, 0, 2]).penalties(0, 9).put(0, 10).discs_on(CLOSED_ROW_1).give(0).supply(**NOTHING)
    )
    position.choose("pass")
    assert position.asked == (0, "act")
    assert "action:18" in position.options
    position.choose("action:18")  # the only pixie is demoted without asking
    assert position.pixies(0) == []
    assert position.seats("penalties") == [10, 5, 0]
    assert position.seats("discs") == [3, 0, 4]
    assert position.asked == (2, "act")


@rule("R10.14", "R4.24", "R6.1")
def test_what_can_be_copied_is_asked_after_the_points() -> None:
    position = Position(order=[1, 0, 2]).penalties(0, 9).put(0, 1).one_off(0, "mercy").discs_on({9: 2})
    position.choose("action:17", "good:apple")
    assert "action:18" not in position.options  # no slot for `mercy`, which isn't on the board either
    position.discs_on({2: 2})
    position.choose("action:18")
    assert position.options == ["mercy", "space:1"]
    position.choose("mercy")  # now there is both
    assert position.asked == (0, "copy")
    assert position.options == ["action:2", "action:9"]
    position.choose("action:9")
    assert position.state["one_off"][0] == model.MERCY


@rule("R4.24", "R6.3", "R10.12")
def test_who_falls_by_copying_copies_nothing_but_is_counted() -> None:
    position = Position(order=[1, 0, 2]).give(0).penalties(0, 58).discs_on({2: 2})
    position.choose("action:18")
    silver = position.goods_in("supply")["silver"]
    position.choose("action:18")
    assert position.seats("in_play") == [0, 1, 1]
    assert position.goods_in("supply")["silver"] == silver
    assert position.asked == (2, "act")
    position.choose("action:18")
    assert position.seats("penalties") == [60, 1, 2]


# --- Action 20: play order ---------------------------------------------------------------------------------


@rule("R4.20")
@pytest.mark.parametrize(
    ("honey", "small", "places"),
    [(3, [1, 2, 3, 0], 3), (9, [1, 2, 3, 0], 3), (2, [1, 2, 3, 0], 2), (9, [1, 2, 0, 3], 2)],
)
def test_honey_pays_for_places_up_to_the_front(honey: int, small: list[int], places: int) -> None:
    position = with_small_order(small, honey=honey)
    position.choose("action:20")
    assert position.asked == (0, "amount")
    assert position.options == [f"amount:{k}" for k in range(1, places + 1)]


@rule("R4.20")
@pytest.mark.parametrize(
    ("places", "expected"),
    [(1, [1, 2, 0, 3]), (2, [1, 0, 2, 3]), (3, [0, 1, 2, 3])],
    ids=["one", "two", "three"],
)
def test_moving_to_the_front_in_the_small_order_keeps_the_others_in_order(
    places: int, expected: list[int]
) -> None:
    position = with_small_order([1, 2, 3, 0], honey=4)
    honey = position.goods_in("supply")["honey"]
    position.choose("action:20", f"amount:{places}")
    assert position.order("small") == expected
    assert position.order("large") == [0, 1, 2, 3]
    assert position.goods(0) == NOTHING | {"honey": 4 - places}
    assert position.goods_in("supply")["honey"] == honey + places
    assert position.asked == (1, "act")


@rule("R4.20", "R10.1")
@pytest.mark.parametrize(
    ("honey", "small", "expected"),
    [(1, [1, 2, 0], [1, 0, 2]), (5, [1, 0, 2], [0, 1, 2])],
    ids=["honey", "places"],
)
def test_a_single_place_is_paid_without_asking(honey: int, small: list[int], expected: list[int]) -> None:
    position = with_small_order(small, honey=honey)
    position.choose("action:20")
    assert position.order("small") == expected
    assert position.goods(0)["honey"] == honey - 1
    assert position.asked == (1, "act")


@rule("R4.20", "R3.7")
@pytest.mark.parametrize(
    ("honey", "small", "legal"), [(1, [1, 0, 2], True), (0, [1, 0, 2], False), (5, [0, 1, 2], False)]
)
def test_play_order_needs_honey_and_a_place_to_gain(honey: int, small: list[int], legal: bool) -> None:
    position = with_small_order(small, honey=honey, apple=5)
    assert ("action:20" in position.options) is legal


@rule("R4.20")
def test_the_small_order_decides_and_not_the_large_one() -> None:
    position = with_small_order([1, 2, 0], honey=2)
    position.give(1, honey=2).choose("pass")
    assert position.order("large") == [0, 1, 2]
    assert position.asked == (1, "act")  # second in the large order, first in the small one
    assert "action:20" not in position.options


# --- Action 21: priority -----------------------------------------------------------------------------------


@rule("R4.21", "R3.6")
@pytest.mark.parametrize("discs", [1, 2, 3, 4])
def test_priority_takes_all_discs_that_are_left(discs: int) -> None:
    position = Position().discs(discs)
    position.choose("action:21")
    assert position.seats("discs") == [0, 4, 4]
    assert position.state["discs_on"][21] == discs
    assert position.asked == (1, "act")


@rule("R4.21")
def test_priority_and_casino_are_open_to_a_player_who_can_do_nothing_else() -> None:
    position = Position().give(0).bag().supply(**NOTHING).discs(1).discs_on({16: 1}).put(1, 12)
    assert position.options == ["action:12", "action:21", "pass"]
    position.discs_on({12: 1}).script(("casino_die", "gold"))
    assert position.options == ["action:18", "action:21", "pass"]


def with_priority_for_seat_2() -> Position:
    """Everybody has placed the last disc, seat 2 on action 21; the queen wants apples."""
    position = Position().discs(1, 1, 3).script(("demand", "apple"))
    return position.choose("action:17", "good:apple", "action:17", "good:apple", "action:21")


@rule("R4.21", "R3.10")
def test_priority_makes_the_favourite_when_the_action_phase_ends() -> None:
    position = with_priority_for_seat_2()
    assert position.phase == "offerings"
    assert position.order("large") == [2, 0, 1]
    assert position.order("small") == [0, 1, 2]
    assert position.asked == (2, "offer")


@rule("R4.21", "R3.1")
def test_priority_lasts_until_the_next_stealing_phase() -> None:
    position = with_priority_for_seat_2()
    for seat in (2, 0, 1):
        assert position.asked == (seat, "offer")
        position.choose("good:silver", "amount:1")
    assert position.game.round == 2  # nobody has an active pixie, so nobody was asked in between
    assert position.phase == "actions"
    assert position.order("large") == [0, 1, 2]


@rule("R4.21", "R3.10", "R6.1")
@pytest.mark.parametrize(("edition", "demotes"), [("de", True), ("en", False)])
def test_before_the_end_of_the_action_phase_priority_protects_only_where_it_moves_at_once(
    edition: str, demotes: bool
) -> None:
    position = Position(edition=edition).penalties(1, 9).put(1, 1, 2).script(("whip_die", 1))
    position.choose("action:17", "good:apple", "action:21", "action:10", "seat:1")
    assert position.seats("penalties") == [0, 10, 0]
    assert (position.asked == (1, "demote")) is demotes
    assert (position.asked == (0, "act")) is not demotes
