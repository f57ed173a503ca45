"""Section 4: copying (18, R4.24), play order (20) and priority (21)."""

import pytest

from dixie_env.engine import model
from tests.table import Table, rule

NOTHING = {"apple": 0, "bread": 0, "honey": 0, "silver": 0, "gold": 0}
COPY_UNUSED = (9, 3, 10)
DICE = {10: ("whip_die", 3), 12: ("casino_die", "food")}
CLOSED_ROW_1 = {1: 2, 2: 2, 3: 2, 4: 2, 5: 2}


def with_small_order(seats: list[int], **goods: int) -> Table:
    """Seat 0 is first in the large order and owns these goods; the small order differs."""
    table = Table(len(seats)).give(0, **goods)
    table.state["small"][: len(seats)] = seats
    return table.touch()


def first_options(table: Table, *choices: str) -> Table:
    """Make these choices, then take the first option until another seat is asked."""
    table.choose(*choices)
    while table.asked[0] == 0:
        table.choose(table.options[0])
    return table


# --- Action 18: what can be copied -------------------------------------------------------------------------


@rule("R4.18", "R4.24", "R3.7")
def test_nothing_can_be_copied_before_a_double_action_was_used() -> None:
    table = Table()
    assert "action:18" not in table.options
    table.discs_on({16: 1, 17: 3, 19: 1, 20: 1})
    assert "action:18" not in table.options
    table.discs_on({2: 2})
    assert "action:18" in table.options


@rule("R4.24", "R4.18")
@pytest.mark.parametrize("discs", [1, 2])
def test_an_action_with_a_disc_on_it_is_copied(discs: int) -> None:
    table = Table().give(0).discs_on({2: discs, 12: discs})
    table.choose("action:18")
    assert table.asked == (0, "copy")
    assert table.options == ["action:12", "action:2"]
    table.choose("action:2")
    assert table.goods(0) == NOTHING | {"silver": 2}
    assert table.seats("penalties") == [1, 0, 0]
    assert table.seats("discs") == [3, 4, 4]
    assert table.state["discs_on"][2] == discs
    assert table.asked == (1, "act")


@rule("R4.24", "R4.18")
def test_the_last_disc_is_enough_to_copy() -> None:
    table = Table().give(0).discs(1).discs_on({2: 2})
    table.choose("action:18")  # the only action: copied without asking (R10.1)
    assert table.goods(0) == NOTHING | {"silver": 2}
    assert table.seats("discs") == [0, 4, 4]


@rule("R4.24", "R3.7")
def test_only_actions_that_are_legal_for_the_player_can_be_copied() -> None:
    table = Table().give(0, gold=3).discs_on({5: 2, 7: 2, 10: 2, 11: 2, 13: 2, 14: 2}).one_off(1, "double")
    table.choose("action:18")
    assert table.options == ["action:10", "action:11"]


@rule("R4.18", "R4.24", "R3.7")
def test_copying_is_illegal_if_no_used_action_is_legal() -> None:
    table = Table().give(0, gold=3).discs_on({5: 2, 13: 2, 14: 2})
    assert "action:18" not in table.options
    table.give(0, gold=4)
    assert "action:18" in table.options


@rule("R4.24", "R12.9")
def test_copy_unused_copies_any_of_the_fourteen() -> None:
    table = Table(abilities=COPY_UNUSED)
    table.choose("action:18")  # no price for gold or a ring, nobody to rob
    assert table.options == sorted(f"action:{n}" for n in (1, 2, 3, 4, 6, 7, 8, 9, 10, 11, 12))


@rule("R4.24", "R12.9")
def test_copy_unused_is_an_ability_of_its_owner_only() -> None:
    table = Table(abilities=(2, 9, 10)).discs_on({2: 2, 12: 1})
    table.choose("action:18")
    assert table.options == ["action:12", "action:2"]


@rule("R4.24", "R12.9")
def test_with_copy_unused_all_fourteen_can_be_legal() -> None:
    table = Table(abilities=COPY_UNUSED).give(0, silver=4, gold=4).put(1, 1)
    table.choose("action:18")
    assert table.options == sorted(f"action:{n}" for n in range(1, 15))


@rule("R4.24", "R5.2", "R12.9")
@pytest.mark.parametrize(
    ("discs", "targets"), [(0, [1, 2, 3, 4, 5]), (1, [1, 2, 3, 4, 5]), (2, [1, 2, 4, 5])]
)
def test_a_copied_promotion_puts_no_disc_on_space_three(discs: int, targets: list[int]) -> None:
    table = Table(abilities=COPY_UNUSED).discs_on({3: discs})
    table.choose("action:18", "action:3")
    assert table.asked == (0, "promote_to")
    assert table.options == [f"space:{space}" for space in targets]


@rule("R4.24", "R4.18")
def test_a_copied_action_asks_all_its_questions() -> None:
    table = Table().give(0, apple=3).discs_on({4: 2, 6: 2})
    table.choose("action:18", "action:4")
    assert table.asked == (0, "trade_get")
    table.choose("good:silver", "amount:3")
    assert table.goods(0) == NOTHING | {"silver": 3}
    assert table.asked == (1, "act")


@rule("R4.24")
def test_a_copied_whip_is_a_whip() -> None:
    table = Table().discs_on({10: 2, 12: 2}).script(("whip_die", 2))
    table.choose("action:18", "action:10", "seat:1", "seat:2")
    assert table.seats("penalties") == [1, 1, 1]


@rule("R4.24", "R4.18", "R12.9")
@pytest.mark.parametrize("action", range(1, 15))
def test_a_copy_has_the_effect_of_the_action(action: int) -> None:
    done, copied = [
        Table(abilities=COPY_UNUSED).give(0, apple=2, silver=4, gold=4).put(1, 1) for _ in range(2)
    ]
    for table, choices in ((done, [f"action:{action}"]), (copied, ["action:18", f"action:{action}"])):
        if action in DICE:
            table.script(DICE[action])
        first_options(table, *choices)
    for field in ("goods", "spaces", "mine", "food_tile", "one_off", "track", "rewards", "tiles_taken"):
        assert done.state[field].tolist() == copied.state[field].tolist()
    assert done.seats("penalties")[1:] == copied.seats("penalties")[1:]
    assert copied.seats("penalties")[0] == 1
    assert sum(copied.state["discs_on"].tolist()) == 0
    assert done.asked == copied.asked == (1, "act")


# --- Action 18: its points ---------------------------------------------------------------------------------


@rule("R4.24", "R4.18")
def test_copying_costs_more_for_those_who_come_later() -> None:
    table = Table(5, abilities=(2, 3, 10, 1, 7), order=[3, 0, 4, 1, 2]).discs_on({2: 2})
    table.choose(*["action:18"] * 5)
    assert table.seats("penalties") == [2, 3, 3, 1, 2]


@rule("R4.24")
def test_copying_is_cheap_again_in_the_next_round() -> None:
    table = Table().discs(1, 1, 1).discs_on({2: 2}).script(("demand", "apple"))
    table.choose("action:18", "action:18", "action:17", "good:apple")
    assert table.seats("penalties") == [1, 2, 0]
    table.choose(*["good:silver", "amount:1"] * 3)
    assert (table.game.round, table.asked) == (2, (0, "act"))
    assert "action:18" not in table.options  # the discs are gone
    before = table.seats("penalties")
    table.discs_on({2: 2}).choose("action:18", "action:18")
    assert [now - then for now, then in zip(table.seats("penalties"), before, strict=True)] == [1, 2, 0]


@rule("R4.24", "R6.1", "R10.14")
def test_the_points_of_copying_come_before_the_copied_action() -> None:
    table = Table(order=[1, 0, 2]).penalties(0, 9).put(0, 1, 6).discs_on({2: 2, 12: 2})
    table.choose("action:17", "good:apple", "action:18")
    assert table.asked == (0, "demote")
    assert table.seats("penalties") == [10, 0, 0]
    assert table.options == ["space:1", "space:6"]
    table.choose("space:6")
    assert table.asked == (0, "copy")
    assert table.pixies(0) == [1]


@rule("R4.24", "R10.14")
def test_copying_is_given_up_if_nothing_is_legal_after_its_points() -> None:
    # the pixie on 10 could step up to row 4; once it is demoted, row 1 is closed
    table = Table(order=[1, 0, 2]).penalties(0, 9).put(0, 10).discs_on(CLOSED_ROW_1).give(0).supply(**NOTHING)
    table.choose("pass")
    assert table.asked == (0, "act")
    assert "action:18" in table.options
    table.choose("action:18")  # the only pixie is demoted without asking
    assert table.pixies(0) == []
    assert table.seats("penalties") == [10, 5, 0]
    assert table.seats("discs") == [3, 0, 4]
    assert table.asked == (2, "act")


@rule("R10.14", "R4.24", "R6.1")
def test_what_can_be_copied_is_asked_after_the_points() -> None:
    table = Table(order=[1, 0, 2]).penalties(0, 9).put(0, 1).one_off(0, "mercy").discs_on({9: 2})
    table.choose("action:17", "good:apple")
    assert "action:18" not in table.options  # no slot for `mercy`, which isn't on the board either
    table.discs_on({2: 2})
    table.choose("action:18")
    assert table.options == ["mercy", "space:1"]
    table.choose("mercy")  # now there is both
    assert table.asked == (0, "copy")
    assert table.options == ["action:2", "action:9"]
    table.choose("action:9")
    assert table.state["one_off"][0] == model.MERCY


@rule("R4.24", "R6.3", "R10.12")
def test_who_falls_by_copying_copies_nothing_but_is_counted() -> None:
    table = Table(order=[1, 0, 2]).give(0).penalties(0, 58).discs_on({2: 2})
    table.choose("action:18")
    silver = table.goods_in("supply")["silver"]
    table.choose("action:18")
    assert table.seats("in_play") == [0, 1, 1]
    assert table.goods_in("supply")["silver"] == silver
    assert table.asked == (2, "act")
    table.choose("action:18")
    assert table.seats("penalties") == [60, 1, 2]


# --- Action 20: play order ---------------------------------------------------------------------------------


@rule("R4.20")
@pytest.mark.parametrize(
    ("honey", "small", "places"),
    [(3, [1, 2, 3, 0], 3), (9, [1, 2, 3, 0], 3), (2, [1, 2, 3, 0], 2), (9, [1, 2, 0, 3], 2)],
)
def test_honey_pays_for_places_up_to_the_front(honey: int, small: list[int], places: int) -> None:
    table = with_small_order(small, honey=honey)
    table.choose("action:20")
    assert table.asked == (0, "amount")
    assert table.options == [f"amount:{k}" for k in range(1, places + 1)]


@rule("R4.20")
@pytest.mark.parametrize(
    ("places", "expected"),
    [(1, [1, 2, 0, 3]), (2, [1, 0, 2, 3]), (3, [0, 1, 2, 3])],
    ids=["one", "two", "three"],
)
def test_moving_to_the_front_in_the_small_order_keeps_the_others_in_order(
    places: int, expected: list[int]
) -> None:
    table = with_small_order([1, 2, 3, 0], honey=4)
    honey = table.goods_in("supply")["honey"]
    table.choose("action:20", f"amount:{places}")
    assert table.order("small") == expected
    assert table.order("large") == [0, 1, 2, 3]
    assert table.goods(0) == NOTHING | {"honey": 4 - places}
    assert table.goods_in("supply")["honey"] == honey + places
    assert table.asked == (1, "act")


@rule("R4.20", "R10.1")
@pytest.mark.parametrize(
    ("honey", "small", "expected"),
    [(1, [1, 2, 0], [1, 0, 2]), (5, [1, 0, 2], [0, 1, 2])],
    ids=["honey", "places"],
)
def test_a_single_place_is_paid_without_asking(honey: int, small: list[int], expected: list[int]) -> None:
    table = with_small_order(small, honey=honey)
    table.choose("action:20")
    assert table.order("small") == expected
    assert table.goods(0)["honey"] == honey - 1
    assert table.asked == (1, "act")


@rule("R4.20", "R3.7")
@pytest.mark.parametrize(
    ("honey", "small", "legal"), [(1, [1, 0, 2], True), (0, [1, 0, 2], False), (5, [0, 1, 2], False)]
)
def test_play_order_needs_honey_and_a_place_to_gain(honey: int, small: list[int], legal: bool) -> None:
    table = with_small_order(small, honey=honey, apple=5)
    assert ("action:20" in table.options) is legal


@rule("R4.20")
def test_the_small_order_decides_and_not_the_large_one() -> None:
    table = with_small_order([1, 2, 0], honey=2)
    table.give(1, honey=2).choose("pass")
    assert table.order("large") == [0, 1, 2]
    assert table.asked == (1, "act")  # second in the large order, first in the small one
    assert "action:20" not in table.options


# --- Action 21: priority -----------------------------------------------------------------------------------


@rule("R4.21", "R3.6")
@pytest.mark.parametrize("discs", [1, 2, 3, 4])
def test_priority_takes_all_discs_that_are_left(discs: int) -> None:
    table = Table().discs(discs)
    table.choose("action:21")
    assert table.seats("discs") == [0, 4, 4]
    assert table.state["discs_on"][21] == discs
    assert table.asked == (1, "act")


@rule("R4.21")
def test_priority_and_casino_are_open_to_a_player_who_can_do_nothing_else() -> None:
    table = Table().give(0).bag().supply(**NOTHING).discs(1).discs_on({16: 1}).put(1, 12)
    assert table.options == ["action:12", "action:21", "pass"]
    table.discs_on({12: 1}).script(("casino_die", "gold"))
    assert table.options == ["action:18", "action:21", "pass"]


def with_priority_for_seat_2() -> Table:
    """Everybody has placed the last disc, seat 2 on action 21; the queen wants apples."""
    table = Table().discs(1, 1, 3).script(("demand", "apple"))
    return table.choose("action:17", "good:apple", "action:17", "good:apple", "action:21")


@rule("R4.21", "R3.10")
def test_priority_makes_the_favourite_when_the_action_phase_ends() -> None:
    table = with_priority_for_seat_2()
    assert table.phase == "offerings"
    assert table.order("large") == [2, 0, 1]
    assert table.order("small") == [0, 1, 2]
    assert table.asked == (2, "offer")


@rule("R4.21", "R3.1")
def test_priority_lasts_until_the_next_stealing_phase() -> None:
    table = with_priority_for_seat_2()
    for seat in (2, 0, 1):
        assert table.asked == (seat, "offer")
        table.choose("good:silver", "amount:1")
    assert table.game.round == 2  # nobody has an active pixie, so nobody was asked in between
    assert table.phase == "actions"
    assert table.order("large") == [0, 1, 2]


@rule("R4.21", "R3.10", "R6.1")
@pytest.mark.parametrize(("edition", "demotes"), [("de", True), ("en", False)])
def test_before_the_end_of_the_action_phase_priority_protects_only_where_it_moves_at_once(
    edition: str, demotes: bool
) -> None:
    table = Table(edition=edition).penalties(1, 9).put(1, 1, 2).script(("whip_die", 1))
    table.choose("action:17", "good:apple", "action:21", "action:10", "seat:1")
    assert table.seats("penalties") == [0, 10, 0]
    assert (table.asked == (1, "demote")) is demotes
    assert (table.asked == (0, "act")) is not demotes
