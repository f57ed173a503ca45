"""Section 12: the ten abilities, with it, without it (an opponent has it), and doctored to do nothing."""

import pytest

from dixie_env.engine import model
from tests.position import Position, rule

WITH, WITHOUT, OFF = "with", "without", "off"
each_way = pytest.mark.parametrize("way", [WITH, WITHOUT, OFF])


def position_for(ability: int, way: str) -> Position:
    """Three players: seat 0 has the ability, or seat 1 has it, or seat 0 has it and it is switched off."""
    first, second = [other for other in (2, 3, 7) if other != ability][:2]
    if way == WITHOUT:
        return Position(abilities=(first, ability, second))
    return Position(
        abilities=(ability, first, second), doctored={str(ability): {"off": True}} if way == OFF else None
    )


def amounts(most: int) -> list[str]:
    return [f"amount:{amount}" for amount in range(1, most + 1)]


def next_round(position: Position) -> Position:
    """The next stealing phase; apples were demanded in this round."""
    position.go_to(model.STEP_ROUND)
    position.state["demanded"][model.APPLE] += 1
    return position


# --- R12.1 cheap_gold ---------------------------------------------------------------------------------------


@rule("R12.1", "R4.5")
@each_way
@pytest.mark.parametrize(("space", "price", "reduced"), [(1, 4, 3), (2, 3, 2), (4, 2, 1), (7, 1, 1)])
def test_gold_costs_one_silver_less_but_at_least_one(space: int, price: int, reduced: int, way: str) -> None:
    price = reduced if way == WITH else price
    position = position_for(1, way).give(0, silver=2 * price + 1).track(0, silver=space).choose("action:5")
    assert position.asked == (0, "amount")
    assert position.options == amounts((2 * price + 1) // price)
    position.choose("amount:2")
    assert (position.goods(0)["silver"], position.goods(0)["gold"]) == (1, 2)


@rule("R12.1")
@each_way
def test_three_silver_are_enough_for_gold_on_the_first_space(way: str) -> None:
    position = position_for(1, way).give(0, silver=3)
    assert ("action:5" in position.options) == (way == WITH)


# --- R12.2 servant_bonus ------------------------------------------------------------------------------------


@rule("R12.2", "R3.20")
@each_way
def test_each_loyal_servant_is_worth_two_points_more(way: str) -> None:
    position = position_for(2, way).put(0, 13, 14)
    bonus = 2 if way == WITH else 0
    for points, space in [(10 + bonus, "space:13"), (19 + 2 * bonus, "space:14")]:
        position.give(0, honey=1).give(1).give(2).offerings("honey", "good:honey", space)
        assert position.seats("rewards") == [points, 0, 0]


@rule("R12.2")
def test_a_seat_that_is_not_the_favourite_gets_the_bonus_too() -> None:
    position = Position(abilities=(3, 2, 7)).put(1, 13).give(0).give(1, honey=1).give(2)
    position.offerings("honey", "good:honey", "space:13")
    assert position.seats("rewards") == [0, 12, 0]


# --- R12.3 ring_bonus ---------------------------------------------------------------------------------------


@rule("R12.3", "R4.13")
@each_way
@pytest.mark.parametrize(("taken", "tile"), [(0, 8), (1, 7), (6, 2)])
def test_each_ring_is_worth_two_points_more(taken: int, tile: int, way: str) -> None:
    position = position_for(3, way).give(0, gold=4).tiles_taken(ring=taken).choose("action:13")
    assert position.seats("rewards") == [tile + 2 if way == WITH else tile, 0, 0]
    assert position.goods(0)["gold"] == 0


# --- R12.4 silver_income ------------------------------------------------------------------------------------


@rule("R12.4", "R3.2")
@each_way
def test_silver_comes_in_each_stealing_phase_from_the_first_round_on(way: str) -> None:
    position = position_for(4, way)
    income = 1 if way == WITH else 0
    assert position.goods(0)["silver"] == 2 + income
    assert next_round(position).goods(0)["silver"] == 2 + 2 * income
    assert next_round(position).goods(0)["silver"] == 2 + 3 * income


# --- R12.5 free_promotion -----------------------------------------------------------------------------------


def last_step(position: Position, **offering: int) -> Position:
    """Seat 0 offers all of this, seat 1 offers 1 honey and makes no step with it: what comes next?"""
    position.give(0, **offering).give(1, honey=1).give(2)
    position.offerings("honey", *[f"good:{good}" for good in offering], "good:honey")
    assert position.asked == (1, "promote_from")
    assert position.game.reason == "steps"
    return position.choose("stop")


@rule("R12.5", "R3.19")
@pytest.mark.parametrize("offering", [{"gold": 1}, {}], ids=["gold", "nothing"])
def test_one_free_step_follows_all_promotions_whatever_was_offered(offering: dict[str, int]) -> None:
    position = last_step(position_for(5, WITH).put(0, 1), **offering)
    assert position.asked == (0, "promote_from")
    assert position.game.reason == "free_step"
    assert position.options == ["mine", "space:1", "stop"]
    position.choose("space:1", "space:9")
    assert position.pixies(0) == [9]
    assert (position.state["round"], position.phase) == (2, "actions")


@rule("R12.5", "R3.19")
def test_without_the_ability_there_is_no_free_step() -> None:
    position = last_step(position_for(5, WITHOUT).put(0, 1), gold=1)
    assert position.asked == (1, "promote_from")  # the owner
    assert position.game.reason == "free_step"
    position = last_step(position_for(5, OFF).put(0, 1), gold=1)
    assert (position.state["round"], position.phase) == (2, "actions")


@rule("R12.5", "R3.19")
def test_the_free_step_comes_on_top_of_the_steps_paid_for() -> None:
    position = position_for(5, WITH).give(0, honey=1).give(1, honey=1).give(2)
    position.offerings("honey", "good:honey", "good:honey", "mine", "space:1")
    assert position.asked == (1, "promote_from")
    position.choose("mine", "space:2")
    assert position.asked == (0, "promote_from")
    assert position.game.reason == "free_step"
    position.choose("space:1", "space:6")
    assert position.pixies(0) == [6]


@rule("R12.5", "R3.19")
def test_the_free_step_may_be_left_out() -> None:
    position = last_step(position_for(5, WITH), gold=1).choose("stop")
    assert position.pixies(0) == []
    assert (position.state["round"], position.phase) == (2, "actions")


@rule("R12.5", "R5.5")
def test_the_free_step_may_lead_to_the_servant_space() -> None:
    position = last_step(position_for(5, WITH).put(0, 13), gold=1)
    assert position.options == ["mine", "space:13", "stop"]
    position.choose("space:13")
    assert position.seats("servants") == [1, 0, 0]
    assert position.seats("rewards") == [10, 0, 0]


@rule("R12.5", "R5.3")
def test_the_free_step_does_not_pay_for_a_displacement() -> None:
    position = last_step(position_for(5, WITH).put(1, 1, 2, 3), gold=1).choose("mine")
    assert position.options == ["space:4", "space:5"]


@rule("R12.5", "R3.16")
def test_there_is_no_free_step_if_the_reward_phase_is_skipped() -> None:
    position = position_for(5, WITH).give(0, gold=1).give(1, silver=1).give(2, silver=1)
    position.offerings("honey", "good:gold", "good:silver", "good:silver")
    assert (position.state["round"], position.phase) == (2, "actions")


# --- R12.6 free_demotion ------------------------------------------------------------------------------------


@rule("R12.6", "R5.3")
@each_way
@pytest.mark.parametrize("apples", [0, 1])
def test_displacing_costs_no_apple_in_an_action(apples: int, way: str) -> None:
    position = position_for(6, way).give(0, apple=apples).put(0, 2).put(1, 7, 8).choose("action:3", "space:2")
    if way != WITH and apples == 0:
        assert position.options == ["space:6", "space:9"]
        return
    assert position.options == ["space:6", "space:7", "space:8", "space:9"]
    position.choose("space:7")
    assert (position.pixies(0), position.pixies(1)) == ([7], [2, 8])
    assert position.goods(0)["apple"] == (1 if way == WITH and apples else 0)


@rule("R12.6", "R5.3")
@each_way
def test_displacing_costs_no_apple_in_the_reward_phase(way: str) -> None:
    position = position_for(6, way).give(0, honey=2).give(1).give(2).put(1, 1, 2, 3)
    position.offerings("honey", "good:honey", "amount:2", "mine")
    free = ["space:4", "space:5"]
    assert position.options == (["space:1", "space:2", "space:3", *free] if way == WITH else free)


# --- R12.7 free_rocks ---------------------------------------------------------------------------------------


@rule("R12.7", "R3.9")
@each_way
@pytest.mark.parametrize("bread", [0, 2])
def test_removing_rocks_costs_no_bread(bread: int, way: str) -> None:
    position = position_for(7, way).give(0, bread=bread).rocks(0, 2, 1)
    offered = [option for option in position.options if option.startswith("free")]
    if way != WITH and bread == 0:
        assert offered == []
        return
    assert offered == ["free:0", "free:1"]
    position.choose("free:1", "free:0")
    assert position.seats("rocks")[0] == [1, 0]
    assert position.goods(0)["bread"] == (bread if way == WITH else 0)
    assert position.asked == (0, "act")


@rule("R12.7", "R3.9")
@each_way
def test_removing_rocks_costs_no_bread_in_the_reward_phase(way: str) -> None:
    position = position_for(7, way).give(0, honey=1).give(1).give(2).put(0, 1).rocks(0, 1, 1)
    position.offerings("honey", "good:honey")
    assert position.options == (
        ["free:0", "mine", "space:1", "stop"] if way == WITH else ["mine", "space:1", "stop"]
    )


# --- R12.8 extra_slot ---------------------------------------------------------------------------------------


@rule("R12.8", "R4.6")
@each_way
def test_a_second_food_tile_goes_onto_the_extra_slot(way: str) -> None:
    position = position_for(8, way).food_tile(0)
    assert ("action:6" in position.options) == (way == WITH)
    if way == WITH:
        position.choose("action:6")
        assert (position.seats("food_tile"), position.seats("extra")) == ([2, 0, 0], [3, 0, 0])


@rule("R12.8", "R4.7", "R4.8", "R4.9")
@each_way
@pytest.mark.parametrize(("held", "action", "number"), [("peek", 7, 1), ("mercy", 8, 2), ("double", 9, 3)])
def test_a_second_one_off_tile_goes_onto_the_extra_slot(
    held: str, action: int, number: int, way: str
) -> None:
    position = position_for(8, way).one_off(0, held)
    assert (f"action:{action}" in position.options) == (way == WITH)
    if way == WITH:
        before = position.seats("one_off")
        position.choose(f"action:{action}")
        assert position.seats("one_off") == before
        assert position.seats("extra") == [model.ON_EXTRA + number, 0, 0]


@rule("R12.8")
@pytest.mark.parametrize("on_it", ["food", "one_off"])
def test_the_extra_slot_holds_one_tile_only(on_it: str) -> None:
    position = position_for(8, WITH).food_tile(0).one_off(0, "mercy")
    assert {"action:6", "action:7", "action:8"} <= set(position.options)
    if on_it == "food":
        position.food_tile(0, extra=True)
    else:
        position.one_off(0, "peek", extra=True)
    assert not {"action:6", "action:7", "action:8"} & set(position.options)


@rule("R12.8", "R10.5")
def test_a_new_tile_goes_into_its_own_slot_first() -> None:
    position = position_for(8, WITH).choose("action:6")
    assert (position.seats("food_tile")[0], position.seats("extra")[0]) == (2, 0)
    position.choose("action:21", "action:2", "action:7")
    assert (position.seats("one_off")[0], position.seats("extra")[0]) == (model.DOUBLE, 0)


@rule("R12.8", "R3.2")
def test_a_food_tile_on_the_extra_slot_brings_food() -> None:
    position = next_round(position_for(8, WITH).give(0).food_tile(0).food_tile(0, extra=True))
    for _ in range(5):  # tiles of 2 and 3
        assert position.asked == (0, "take_food")
        position.choose("good:honey")
    assert position.asked == (0, "act")
    assert position.goods(0)["honey"] == 5


# --- R12.9 copy_unused --------------------------------------------------------------------------------------


@rule("R12.9", "R4.24")
@each_way
def test_double_actions_that_nobody_used_can_be_copied(way: str) -> None:
    position = position_for(9, way).give(0, gold=4).discs_on({2: 2, 12: 2}).choose("action:18")
    assert position.asked == (0, "copy")
    if way != WITH:
        assert position.options == ["action:12", "action:2"]
        return
    # Legal are all but trading and silver to gold (no goods for it) and robbing (nobody to rob).
    assert position.options == sorted(f"action:{action}" for action in (1, 2, 3, 6, 7, 8, 9, 10, 11, 12, 13))
    position.choose("action:13")
    assert position.seats("rewards")[0] == 8


@rule("R12.9", "R4.18")
@each_way
def test_with_no_disc_anywhere_copying_needs_the_ability(way: str) -> None:
    assert ("action:18" in position_for(9, way).options) == (way == WITH)


@rule("R12.9", "R4.24")
def test_actions_on_other_spaces_are_not_copied() -> None:
    position = position_for(9, WITH).choose("action:18")
    assert not [option for option in position.options if int(option.removeprefix("action:")) > 14]


# --- R12.10 light_mine --------------------------------------------------------------------------------------


@rule("R12.10", "R3.22")
@each_way
@pytest.mark.parametrize(("slaves", "points", "light"), [(0, 0, 0), (1, 1, 1), (2, 2, 1), (5, 2, 1)])
def test_slaves_cost_at_most_one_point(slaves: int, points: int, light: int, way: str) -> None:
    position = position_for(10, way).put(0, *range(1, 6 - slaves)).track(0, 6, 6)
    position.give(0, honey=1).give(1).give(2).offerings("honey", "good:honey", "stop")
    assert (position.state["round"], position.phase) == (2, "actions")
    assert position.seats("penalties")[0] == (light if way == WITH else points)
