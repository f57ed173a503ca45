"""Section 4: the actions that move goods (1, 2, 4, 5, 12, 14, 17)."""

from typing import Any

import pytest

from tests.position import Position, rule

NOTHING = {"apple": 0, "bread": 0, "honey": 0, "silver": 0, "gold": 0}
NO_FOOD = {"apple": 0, "bread": 0, "honey": 0}
PRICES = [4, 3, 3, 2, 2, 2, 1]  # silver per gold on spaces 1-7 of the silver track (R8.2)
ICONS = {
    1: {"apple": 1},
    2: {"bread": 1},
    3: {"honey": 1},
    4: {"apple": 1},
    5: {"bread": 1},
    6: {"apple": 1, "honey": 1},
    7: {"bread": 1, "honey": 1},
    8: {"apple": 1, "bread": 1},
    9: {"bread": 1, "honey": 1},
    10: {"apple": 1, "bread": 1, "honey": 1},
    11: {"apple": 1, "bread": 1, "honey": 1},
    12: {"apple": 1, "bread": 1, "honey": 1},
    13: {"apple": 2, "bread": 1, "honey": 1},
    14: {"apple": 1, "bread": 1, "honey": 2},
}


def beggar(players: int = 3, **options: Any) -> Position:
    """Seat 0 owns nothing."""
    return Position(players, **options).give(0)


# --- Action 1: steal food ----------------------------------------------------------------------------------


@rule("R4.1")
@pytest.mark.parametrize("food", ["apple", "bread", "honey"])
@pytest.mark.parametrize(("in_supply", "taken"), [(7, 2), (3, 2), (2, 2), (1, 1)])
def test_stealing_takes_two_of_a_food_or_the_last_one(food: str, in_supply: int, taken: int) -> None:
    position = beggar().supply(**{food: in_supply})
    position.choose("action:1")
    assert position.asked == (0, "take_food")
    assert position.options == ["good:apple", "good:bread", "good:honey"]
    position.choose(f"good:{food}")
    assert position.goods(0) == NOTHING | {food: taken}
    assert position.goods_in("supply")[food] == in_supply - taken
    assert position.asked == (1, "act")


@rule("R4.1")
def test_only_food_in_supply_can_be_stolen() -> None:
    position = Position().supply(bread=0)
    position.choose("action:1")
    assert position.options == ["good:apple", "good:honey"]


@rule("R4.1", "R10.1")
def test_the_only_food_in_supply_is_stolen_without_asking() -> None:
    position = beggar().supply(apple=0, bread=0, honey=5)
    position.choose("action:1")
    assert position.goods(0) == NOTHING | {"honey": 2}
    assert position.asked == (1, "act")


@rule("R4.1", "R3.7")
@pytest.mark.parametrize(("food", "legal"), [(0, False), (1, True)])
def test_stealing_food_needs_some_food_in_supply(food: int, legal: bool) -> None:
    position = Position().supply(apple=0, bread=0, honey=food)
    assert ("action:1" in position.options) is legal


# --- Action 2: steal silver --------------------------------------------------------------------------------


@rule("R4.2")
@pytest.mark.parametrize(("in_supply", "taken"), [(7, 2), (2, 2), (1, 1)])
def test_stealing_takes_two_silver_or_the_last_one(in_supply: int, taken: int) -> None:
    position = beggar().supply(silver=in_supply)
    position.choose("action:2")
    assert position.goods(0) == NOTHING | {"silver": taken}
    assert position.goods_in("supply")["silver"] == in_supply - taken
    assert position.asked == (1, "act")


@rule("R4.2", "R3.7")
def test_silver_in_the_bag_is_not_silver_in_supply() -> None:
    position = Position().supply(silver=0)
    assert position.state["bag"].tolist() == [30, 10, 15]
    assert "action:2" not in position.options


# --- Action 4: trade ---------------------------------------------------------------------------------------


@rule("R4.4")
def test_every_good_but_gold_can_be_given_for_every_other_but_gold() -> None:
    position = Position().give(0, apple=2, bread=2, honey=2, silver=2, gold=2)
    position.choose("action:4")
    assert position.asked == (0, "trade_give")
    assert position.options == ["good:apple", "good:bread", "good:honey", "good:silver"]
    position.choose("good:bread")
    assert position.asked == (0, "trade_get")
    assert position.options == ["good:apple", "good:honey", "good:silver"]
    position.choose("good:silver")
    assert position.asked == (0, "amount")
    assert position.options == ["amount:1", "amount:2"]


@rule("R4.4")
@pytest.mark.parametrize(
    ("owned", "in_supply", "most"),
    [(10, 30, 7), (8, 30, 7), (7, 7, 7), (6, 30, 6), (10, 6, 6), (2, 30, 2), (10, 2, 2)],
)
def test_a_trade_is_of_seven_at_most_and_as_far_as_owned_and_in_supply(
    owned: int, in_supply: int, most: int
) -> None:
    position = Position().give(0, apple=owned).supply(apple=5, bread=in_supply)
    position.choose("action:4", "good:bread")
    assert position.options == [f"amount:{k}" for k in range(1, most + 1)]
    position.choose(f"amount:{most}")
    assert position.goods(0) == NOTHING | {"apple": owned - most, "bread": most}
    assert position.goods_in("supply")["apple"] == 5 + most
    assert position.goods_in("supply")["bread"] == in_supply - most


@rule("R4.4")
def test_a_trade_can_be_of_less_than_the_most() -> None:
    position = Position().give(0, honey=5, silver=1)
    position.choose("action:4", "good:honey", "good:silver", "amount:3")
    assert position.goods(0) == NOTHING | {"honey": 2, "silver": 4}
    assert position.asked == (1, "act")


@rule("R4.4", "R10.1")
def test_a_good_can_be_given_only_if_another_one_is_in_supply() -> None:
    position = Position().give(0, apple=2, bread=2).supply(apple=30, bread=0, honey=0, silver=0)
    position.choose("action:4")  # not apples for apples: bread for apples, without asking
    assert position.asked == (0, "amount")
    position.choose("amount:2")
    assert position.goods(0) == NOTHING | {"apple": 4}


@rule("R4.4")
def test_only_goods_in_supply_can_be_traded_for() -> None:
    position = Position().give(0, apple=2, silver=1).supply(honey=0)
    position.choose("action:4", "good:apple")
    assert position.options == ["good:bread", "good:silver"]


@rule("R4.4", "R3.7")
@pytest.mark.parametrize(
    ("owned", "supply", "legal"),
    [
        ({}, {}, False),
        ({"gold": 2}, {}, False),
        ({"apple": 1}, {}, True),
        ({"silver": 1}, {}, True),
        ({"apple": 1, "gold": 2}, {"bread": 0, "honey": 0, "silver": 0}, False),
        ({"apple": 1}, {"apple": 0, "bread": 0, "honey": 0, "silver": 1}, True),
        ({"apple": 1, "bread": 1}, {"bread": 0, "honey": 0, "silver": 0}, True),
    ],
)
def test_trading_needs_a_tradable_good_and_another_in_supply(
    owned: dict[str, int], supply: dict[str, int], legal: bool
) -> None:
    position = Position().give(0, **owned).supply(**supply)
    assert ("action:4" in position.options) is legal


# --- Action 5: silver to gold ------------------------------------------------------------------------------


@rule("R4.5", "R8.2")
@pytest.mark.parametrize(("space", "price"), list(enumerate(PRICES, start=1)))
def test_gold_has_the_price_of_the_silver_space(space: int, price: int) -> None:
    position = Position().give(0, silver=13).track(0, silver=space, gold=8 - space).supply(silver=5, gold=14)
    most = 13 // price
    position.choose("action:5")
    assert position.asked == (0, "amount")
    assert position.options == sorted(f"amount:{k}" for k in range(1, most + 1))
    position.choose("amount:2")
    assert position.goods(0) == NOTHING | {"silver": 13 - 2 * price, "gold": 2}
    assert position.goods_in("supply")["silver"] == 5 + 2 * price
    assert position.goods_in("supply")["gold"] == 12
    assert position.asked == (1, "act")


@rule("R4.5", "R12.1")
@pytest.mark.parametrize(("space", "price"), list(enumerate([3, 2, 2, 1, 1, 1, 1], start=1)))
def test_cheap_gold_costs_one_less_but_never_less_than_one(space: int, price: int) -> None:
    position = Position(abilities=(1, 3, 10)).give(0, silver=6).track(0, silver=space)
    position.choose("action:5")
    assert position.options == [f"amount:{k}" for k in range(1, 6 // price + 1)]
    position.choose("amount:2")
    assert position.goods(0) == NOTHING | {"silver": 6 - 2 * price, "gold": 2}


@rule("R4.5")
def test_no_more_gold_than_the_supply_has() -> None:
    position = Position().give(0, silver=12).track(0, silver=7).supply(gold=2)
    position.choose("action:5")
    assert position.options == ["amount:1", "amount:2"]


@rule("R4.5", "R3.7")
@pytest.mark.parametrize(("space", "price"), list(enumerate(PRICES, start=1)))
def test_making_gold_needs_the_price_of_one(space: int, price: int) -> None:
    position = Position().give(0, silver=price - 1).track(0, silver=space)
    assert "action:5" not in position.options
    position.give(0, silver=price)
    assert "action:5" in position.options
    position.choose("action:5")  # one gold, without asking (R10.1)
    assert position.goods(0) == NOTHING | {"gold": 1}
    assert position.asked == (1, "act")


@rule("R4.5", "R3.7")
def test_making_gold_needs_gold_in_supply_and_not_in_the_bag() -> None:
    position = Position().give(0, silver=12).supply(gold=0)
    assert position.state["bag"].tolist() == [30, 10, 15]
    assert "action:5" not in position.options


# --- Action 12: casino -------------------------------------------------------------------------------------


@rule("R4.12")
@pytest.mark.parametrize(
    ("face", "supply", "won"),
    [
        ("food", {}, {"apple": 1, "bread": 1, "honey": 1}),
        ("food", {"bread": 0}, {"apple": 1, "honey": 1}),
        ("food", NO_FOOD, {}),
        ("silver", {}, {"silver": 2}),
        ("silver", {"silver": 2}, {"silver": 2}),
        ("silver", {"silver": 1}, {"silver": 1}),
        ("silver", {"silver": 0}, {}),
        ("gold", {}, {"gold": 1}),
        ("gold", {"gold": 0}, {}),
    ],
)
def test_the_casino_pays_from_the_supply_as_far_as_it_can(
    face: str, supply: dict[str, int], won: dict[str, int]
) -> None:
    position = beggar().supply(**supply).script(("casino_die", face))
    before = position.goods_in("supply")
    position.choose("action:12")
    assert position.goods(0) == NOTHING | won
    assert position.goods_in("supply") == {good: before[good] - won.get(good, 0) for good in before}
    assert position.asked == (1, "act")


@rule("R4.12")
def test_the_casino_is_open_even_with_an_empty_supply() -> None:
    position = beggar().supply(**NOTHING)
    assert "action:12" in position.options


# --- Action 14: rob ----------------------------------------------------------------------------------------


@rule("R4.14", "R8.2", "R10.1")
@pytest.mark.parametrize("space", ICONS)
def test_robbing_takes_the_food_shown_on_the_space(space: int) -> None:
    position = beggar().give(1, apple=3, bread=3, honey=3, silver=3, gold=3).put(1, space)
    position.choose("action:14")  # the only pixie: without asking
    assert position.goods(0) == NOTHING | ICONS[space]
    assert position.goods(1) == {good: 3 - ICONS[space].get(good, 0) for good in NOTHING}
    assert position.pixies(1) == [space]
    assert position.asked == (1, "act")


@rule("R4.14")
def test_any_pixie_of_an_opponent_on_a_hand_spot_can_be_robbed_but_no_own_one() -> None:
    position = Position().put(0, 3, 12).put(1, 6, 14).put(2, 1)
    position.choose("action:14")
    assert position.asked == (0, "rob")
    assert position.options == ["space:1", "space:14", "space:6"]


@rule("R4.14")
def test_the_owner_of_the_chosen_pixie_is_robbed() -> None:
    position = beggar().put(1, 6).put(2, 8)
    position.choose("action:14", "space:8")
    assert position.goods(0) == NOTHING | {"apple": 1, "bread": 1}
    assert position.goods(1) == {"apple": 2, "bread": 2, "honey": 2, "silver": 2, "gold": 2}
    assert position.goods(2) == {"apple": 1, "bread": 1, "honey": 2, "silver": 2, "gold": 2}


@rule("R4.14")
def test_the_robbed_hand_over_only_what_they_own() -> None:
    position = beggar().give(1, apple=4, honey=1, silver=2).put(1, 14)
    before = position.goods_in("supply")
    position.choose("action:14")
    assert position.goods(0) == NOTHING | {"apple": 1, "honey": 1}
    assert position.goods(1) == NOTHING | {"apple": 3, "silver": 2}
    assert position.goods_in("supply") == before


@rule("R4.14", "R10.8")
def test_robbing_a_player_without_the_food_shown_is_legal_and_gives_nothing() -> None:
    position = beggar().give(1, apple=4, silver=2).put(1, 2)
    position.choose("action:14")
    assert position.goods(0) == NOTHING
    assert position.goods(1) == NOTHING | {"apple": 4, "silver": 2}


@rule("R4.14", "R3.7")
def test_robbing_needs_an_opponents_pixie_on_a_hand_spot() -> None:
    position = Position().put(0, 1, 14)
    assert "action:14" not in position.options
    assert "action:14" in position.put(2, 13).options


@rule("R4.14", "R7.4")
def test_the_dummy_cannot_be_robbed() -> None:
    position = Position(2).put(5, 1, 2)
    assert "action:14" not in position.options
    position.give(0).put(1, 6)
    position.choose("action:14")
    assert position.goods(0) == NOTHING | {"apple": 1, "honey": 1}


# --- Action 17: odd jobs -----------------------------------------------------------------------------------


@rule("R4.17")
@pytest.mark.parametrize("food", ["apple", "bread", "honey"])
def test_an_odd_job_brings_one_food(food: str) -> None:
    position = beggar()
    before = position.goods_in("supply")
    position.choose("action:17")
    assert position.asked == (0, "odd_job")
    assert position.options == ["good:apple", "good:bread", "good:honey"]
    position.choose(f"good:{food}")
    assert position.goods(0) == NOTHING | {food: 1}
    assert position.goods_in("supply") == before | {food: before[food] - 1}
    assert position.asked == (1, "act")


@rule("R4.17", "R10.1")
def test_the_only_food_is_taken_without_asking() -> None:
    position = beggar().supply(apple=0, bread=1, honey=0)
    position.choose("action:17")
    assert position.goods(0) == NOTHING | {"bread": 1}
    assert position.asked == (1, "act")


@rule("R4.17", "R9.2")
def test_exactly_three_goods_of_any_kind_leave_the_game() -> None:
    position = Position(edition="de").give(0, apple=1, silver=2, gold=2)
    before = position.goods_in("supply")
    position.choose("action:17")
    assert position.options == [
        "dump:apple",
        "dump:gold",
        "dump:silver",
        "good:apple",
        "good:bread",
        "good:honey",
    ]
    position.choose("dump:apple")
    assert position.asked == (0, "dump_more")
    assert position.options == ["dump:gold", "dump:silver"]
    position.choose("dump:gold")
    assert position.options == ["dump:gold", "dump:silver"]
    position.choose("dump:silver")
    assert position.goods(0) == NOTHING | {"silver": 1, "gold": 1}
    assert position.goods_in("removed") == NOTHING | {"apple": 1, "silver": 1, "gold": 1}
    assert position.goods_in("supply") == before
    assert position.asked == (1, "act")


@rule("R4.17", "R10.1")
def test_the_last_of_three_goods_goes_without_asking() -> None:
    position = Position(edition="de").give(0, bread=1, gold=2)
    position.choose("action:17", "dump:bread")
    assert position.goods(0) == NOTHING
    assert position.goods_in("removed") == NOTHING | {"bread": 1, "gold": 2}
    assert position.asked == (1, "act")


@rule("R4.17", "R9.2")
def test_two_goods_are_too_few_to_dump_exactly_three() -> None:
    position = Position(edition="de").give(0, apple=1, gold=1)
    position.choose("action:17")
    assert position.options == ["good:apple", "good:bread", "good:honey"]


@rule("R4.17")
@pytest.mark.parametrize(
    ("dumps", "removed"),
    [
        (["dump:gold", "stop"], {"gold": 1}),
        (["dump:gold", "dump:apple", "stop"], {"gold": 1, "apple": 1}),
        (["dump:gold", "dump:apple", "dump:gold"], {"gold": 2, "apple": 1}),
    ],
)
def test_up_to_three_goods_leave_the_game(dumps: list[str], removed: dict[str, int]) -> None:
    owned = NOTHING | {"apple": 2, "gold": 3}
    position = Position(edition="en").give(0, **owned)
    position.choose("action:17", "dump:gold")
    assert position.asked == (0, "dump_more")
    assert position.options == ["dump:apple", "dump:gold", "stop"]
    position.choose(*dumps[1:])
    assert position.goods(0) == {good: owned[good] - removed.get(good, 0) for good in owned}
    assert position.goods_in("removed") == NOTHING | removed
    assert position.asked == (1, "act")


@rule("R4.17", "R10.1")
def test_a_last_good_can_be_dumped_alone_where_up_to_three_are() -> None:
    position = Position(edition="en").give(0, silver=1)
    position.choose("action:17", "dump:silver")  # nothing but `stop` is left
    assert position.goods_in("removed") == NOTHING | {"silver": 1}
    assert position.asked == (1, "act")


@rule("R4.17", "R9.2", "R3.7")
@pytest.mark.parametrize(
    ("edition", "owned", "legal"),
    [("de", 0, False), ("de", 2, False), ("de", 3, True), ("en", 0, False), ("en", 1, True)],
)
def test_without_food_in_supply_an_odd_job_needs_goods_to_dump(edition: str, owned: int, legal: bool) -> None:
    position = Position(edition=edition).give(0, gold=owned).supply(**NO_FOOD)
    assert ("action:17" in position.options) is legal


@rule("R4.17", "R9.2", "R10.1")
def test_dumping_is_the_only_odd_job_without_food_in_supply() -> None:
    position = Position(edition="de").give(0, gold=3).supply(**NO_FOOD)
    position.choose("action:17")
    assert position.goods(0) == NOTHING
    assert position.goods_in("removed")["gold"] == 3
    assert position.asked == (1, "act")
