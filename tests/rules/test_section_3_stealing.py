"""Section 3.1: stealing."""

import pytest

from tests.position import Position, rule

NOTHING = {"apple": 0, "bread": 0, "honey": 0, "silver": 0, "gold": 0}
SILVER_INCOME = 4
EXTRA_SLOT = 8


def poor_position(abilities: tuple[int, ...] = (2, 3, 10), order: list[int] | None = None) -> Position:
    """Three players who own nothing at all."""
    position = Position(abilities=abilities, order=order)
    for seat in range(3):
        position.give(seat)
    return position


# --- R3.1 ---------------------------------------------------------------------------------------------------


@rule("R3.1")
def test_the_large_order_becomes_the_small_order() -> None:
    position = Position(order=[0, 1, 2])
    position.state["small"][:3] = [2, 0, 1]
    position.touch()
    assert position.order("large") == [0, 1, 2]
    position.stealing()
    assert position.order("large") == [2, 0, 1]
    assert position.order("small") == [2, 0, 1]
    assert position.asked == (2, "act")


@rule("R3.1", "R4.20", "R4.21")
def test_a_bought_place_lasts_and_a_priority_ends_with_the_round() -> None:
    position = Position(order=[0, 1, 2]).give(0, gold=1).give(1, gold=1, honey=1).give(2, gold=1)
    position.discs(1, 1, 1).script(("demand", "apple"))
    position.choose("pass", "action:20", "action:21")
    assert position.order("small") == [1, 0, 2]
    assert position.order("large") == [2, 0, 1]
    position.choose("good:gold", "good:gold", "good:gold")
    assert position.ready().round == 2
    assert position.order("large") == [1, 0, 2]
    assert position.asked == (1, "act")


# --- R3.2 ---------------------------------------------------------------------------------------------------


@rule("R3.2")
@pytest.mark.parametrize(("order", "winner"), [([0, 1, 2], 0), ([2, 1, 0], 2), ([1, 2, 0], 1)])
def test_players_steal_in_the_new_large_order(order: list[int], winner: int) -> None:
    position = poor_position().supply(bread=1).put(0, 2).put(1, 5).put(2, 8)
    position.state["small"][:3] = order
    position.stealing()
    assert [position.goods(seat)["bread"] for seat in range(3)] == [int(seat == winner) for seat in range(3)]


@rule("R3.2", "R12.4")
@pytest.mark.parametrize("owner", [0, 1, 2])
def test_silver_income_brings_its_owner_one_silver(owner: int) -> None:
    abilities = tuple(SILVER_INCOME if seat == owner else (2, 3, 10)[seat] for seat in range(3))
    position = poor_position(abilities).stealing()
    assert [position.goods(seat)["silver"] for seat in range(3)] == [int(seat == owner) for seat in range(3)]


@rule("R3.2", "R8.2")
def test_each_active_pixie_brings_the_food_of_its_space() -> None:
    position = poor_position().put(0, 3, 6, 13).put(1, 14).stealing()
    assert position.goods(0) == NOTHING | {"apple": 3, "bread": 1, "honey": 3}
    assert position.goods(1) == NOTHING | {"apple": 1, "bread": 1, "honey": 2}
    assert position.goods(2) == NOTHING


@rule("R3.2")
def test_silver_and_the_food_of_pixies_come_before_the_food_tile() -> None:
    position = poor_position((SILVER_INCOME, 3, 10)).put(0, 1).food_tile(0).stealing()
    assert position.asked == (0, "take_food")
    assert position.goods(0) == NOTHING | {"apple": 1, "silver": 1}


@rule("R3.2")
def test_a_player_takes_everything_before_the_next_takes_anything() -> None:
    position = poor_position().supply(apple=2).put(1, 1, 2).food_tile(0).stealing()
    assert position.asked == (0, "take_food")
    assert position.goods(1) == NOTHING
    position.choose("good:apple", "good:apple")
    assert position.goods(0) == NOTHING | {"apple": 2}
    assert position.goods(1) == NOTHING | {"bread": 1}


@rule("R3.2")
def test_a_food_tile_brings_as_many_units_as_it_is_worth() -> None:
    position = poor_position().food_tile(0).food_tile(1).food_tile(2).stealing()
    for seat, value in enumerate((2, 3, 4)):
        for unit in range(value):
            assert position.asked == (seat, "take_food")
            assert position.options == ["good:apple", "good:bread", "good:honey"]
            assert position.goods(seat) == NOTHING | {"honey": unit}
            position.choose("good:honey")
        assert position.goods(seat) == NOTHING | {"honey": value}
    assert position.asked == (0, "act")


@rule("R3.2")
def test_the_units_of_a_food_tile_are_any_mix() -> None:
    position = poor_position().food_tile(0).food_tile(1).stealing()
    position.choose("good:bread", "good:honey")
    assert position.goods(0) == NOTHING | {"bread": 1, "honey": 1}
    assert position.asked == (1, "take_food")
    position.choose("good:apple", "good:bread", "good:apple")
    assert position.goods(1) == NOTHING | {"apple": 2, "bread": 1}
    assert position.asked == (0, "act")


@rule("R3.2", "R12.8")
def test_both_food_tiles_of_a_player_bring_food() -> None:
    position = poor_position((EXTRA_SLOT, 3, 10)).food_tile(0).food_tile(0, extra=True).stealing()
    position.choose(*["good:apple"] * 5)
    assert position.goods(0) == NOTHING | {"apple": 5}
    assert position.asked == (0, "act")


@rule("R3.2")
def test_a_one_off_tile_on_the_extra_slot_brings_no_food() -> None:
    position = poor_position((EXTRA_SLOT, 3, 10)).one_off(0, "mercy", extra=True).stealing()
    assert position.asked == (0, "act")
    assert position.goods(0) == NOTHING


@rule("R3.2")
def test_tiles_are_kept_for_the_next_round() -> None:
    position = poor_position().food_tile(0).stealing().choose("good:apple", "good:apple")
    assert position.state["food_tile"][0] == 2


# --- R3.3 ---------------------------------------------------------------------------------------------------


@rule("R3.3", "R3.2")
def test_what_the_supply_lacks_is_not_received() -> None:
    position = (
        poor_position((SILVER_INCOME, 3, 10)).supply(apple=1, honey=0, silver=0).put(0, 1, 4, 6, 7).stealing()
    )
    assert position.goods(0) == NOTHING | {"apple": 1, "bread": 1}
    assert position.state["supply"][:4].tolist() == [0, 38, 0, 0]


@rule("R3.3", "R3.2")
def test_only_food_in_supply_can_be_taken_with_a_tile_and_it_must_be() -> None:
    position = poor_position().supply(apple=1, bread=0, honey=5).food_tile(0).stealing()
    assert position.options == ["good:apple", "good:honey"]
    position.choose("good:apple")  # the last apple: the second unit can only be honey
    assert position.goods(0) == NOTHING | {"apple": 1, "honey": 1}
    assert position.asked == (0, "act")


@rule("R3.3")
def test_units_beyond_the_last_food_are_lost() -> None:
    position = poor_position().supply(apple=1, bread=0, honey=0).food_tile(0).food_tile(1).stealing()
    assert position.goods(0) == NOTHING | {"apple": 1}
    assert position.goods(1) == NOTHING
    assert position.asked == (0, "act")
