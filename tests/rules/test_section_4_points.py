"""Section 4: the actions about points (10 whips, 11 tracks, 13 ring, 19 special offering)."""

import pytest

from tests.position import Position, rule

RING_PRICES = [4, 3, 3, 2, 2, 2, 1]  # gold per ring on spaces 1-7 of the gold track (R8.2)
RING_TILES = [8, 7, 6, 5, 4, 3, 2]
OFFERING_TILES = [3, 4, 5, 6, 7, 8, 9]
ON_THE_TRACK = {"apple": 1, "bread": 1, "honey": 1, "silver": 1}
NOTHING = {"apple": 0, "bread": 0, "honey": 0, "silver": 0, "gold": 0}


# --- Action 10: whips --------------------------------------------------------------------------------------


@rule("R4.10")
@pytest.mark.parametrize("face", [1, 2, 3])
def test_as_many_points_as_the_die_shows_are_shared_out_one_by_one(face: int) -> None:
    position = Position(4).script(("whip_die", face))
    position.choose("action:10")
    for _ in range(face):
        assert position.asked == (0, "whip")
        assert position.options == ["seat:1", "seat:2", "seat:3"]
        assert position.seats("penalties") == [0, 0, 0, 0]  # applied together, at the end
        position.choose("seat:2")
    assert position.seats("penalties") == [0, 0, face, 0]
    assert position.asked == (1, "act")


@rule("R4.10")
def test_the_points_can_go_to_different_opponents() -> None:
    position = Position(4).script(("whip_die", 3))
    position.choose("action:10", "seat:3", "seat:1", "seat:3")
    assert position.seats("penalties") == [0, 1, 0, 2]


@rule("R4.10")
def test_opponents_are_the_others_whoever_whips() -> None:
    position = Position(order=[1, 2, 0]).script(("whip_die", 2))
    position.choose("action:10")
    assert position.asked == (1, "whip")
    assert position.options == ["seat:0", "seat:2"]


@rule("R4.10", "R10.1")
def test_the_only_opponent_gets_all_the_points_without_asking() -> None:
    position = Position(2).script(("whip_die", 3))
    position.choose("action:10")
    assert position.seats("penalties") == [0, 3]
    assert position.asked == (1, "act")


@rule("R4.10", "R6.3")
def test_a_fallen_opponent_is_not_whipped() -> None:
    position = Position(4, order=[3, 0, 1, 2]).penalties(3, 55).choose("pass").script(("whip_die", 2))
    position.choose("action:10")
    assert position.options == ["seat:1", "seat:2"]


@rule("R4.10", "R6.1", "R6.2")
def test_whips_are_applied_in_large_order_and_settled_one_by_one() -> None:
    position = Position(order=[0, 2, 1]).script(("whip_die", 3))
    position.penalties(1, 9).put(1, 1, 2).penalties(2, 9).put(2, 3, 4)
    position.choose("action:10", "seat:1", "seat:2", "seat:2")
    assert position.asked == (2, "demote")
    assert position.seats("penalties") == [0, 9, 11]
    position.choose("space:3")
    assert position.asked == (1, "demote")
    assert position.seats("penalties") == [0, 10, 11]
    position.choose("space:1")
    assert position.asked == (2, "act")


@rule("R4.10", "R10.12", "R6.3")
def test_whips_that_throw_one_victim_into_the_pit_go_on_for_the_other() -> None:
    position = Position().penalties(1, 59).penalties(2, 4).script(("whip_die", 3))
    position.choose("action:10", "seat:1", "seat:1", "seat:2")
    assert position.seats("in_play") == [1, 0, 1]
    assert position.seats("penalties") == [0, 60, 5]
    assert position.asked == (2, "act")


@rule("R4.10")
def test_whips_are_legal_while_an_opponent_is_in_play() -> None:
    position = Position(order=[2, 0, 1]).give(0).penalties(2, 55).choose("pass")
    assert position.seats("in_play") == [1, 1, 0]
    assert "action:10" in position.options


# --- Action 11: tracks -------------------------------------------------------------------------------------


@rule("R4.11")
@pytest.mark.parametrize(("metal", "expected"), [("silver", [3, 4]), ("gold", [2, 5])])
def test_one_metal_pays_for_one_step_on_its_track(metal: str, expected: list[int]) -> None:
    position = Position().give(0, silver=3, gold=3).track(0, silver=3, gold=5)
    supply = position.goods_in("supply")
    position.choose("action:11")
    assert position.asked == (0, "track")
    assert position.options == ["good:gold", "good:silver"]
    position.choose(f"good:{metal}")
    assert position.goods(0) == NOTHING | {"silver": 3, "gold": 3} | {metal: 2}
    assert position.goods_in("supply") == supply | {metal: supply[metal] + 1}
    assert position.state["track"][:3].tolist() == [expected, [0, 0], [0, 0]]  # counted from 0
    assert position.asked == (1, "act")


@rule("R4.11", "R3.7", "R10.1")
@pytest.mark.parametrize(
    ("silver", "silver_space", "gold", "gold_space", "moved"),
    [
        (0, 1, 0, 1, None),
        (1, 1, 0, 1, "silver"),
        (0, 1, 1, 1, "gold"),
        (5, 7, 0, 1, None),
        (5, 7, 1, 6, "gold"),
        (1, 6, 5, 7, "silver"),
        (0, 6, 5, 7, None),
        (5, 7, 5, 7, None),
    ],
)
def test_a_track_needs_its_metal_and_a_space_above(
    silver: int, silver_space: int, gold: int, gold_space: int, moved: str | None
) -> None:
    position = Position().give(0, silver=silver, gold=gold).track(0, silver=silver_space, gold=gold_space)
    assert ("action:11" in position.options) is (moved is not None)
    if moved:
        position.choose("action:11")  # the only track: without asking
        assert position.goods(0)[moved] == (silver if moved == "silver" else gold) - 1
        steps = [int(moved == "silver"), int(moved == "gold")]
        assert position.state["track"][0].tolist() == [silver_space - 1 + steps[0], gold_space - 1 + steps[1]]
        assert position.asked == (1, "act")


# --- Action 13: rings --------------------------------------------------------------------------------------


@rule("R4.13", "R8.2", "R3.7")
@pytest.mark.parametrize(("space", "price"), list(enumerate(RING_PRICES, start=1)))
def test_a_ring_has_the_price_of_the_gold_space(space: int, price: int) -> None:
    position = Position().give(0, gold=price - 1, silver=9).track(0, gold=space, silver=8 - space)
    assert "action:13" not in position.options
    position.give(0, gold=price + 1)
    supply = position.goods_in("supply")
    position.choose("action:13")
    assert position.goods(0) == NOTHING | {"gold": 1}
    assert position.goods_in("supply") == supply | {"gold": supply["gold"] + price}
    assert position.seats("rewards") == [8, 0, 0]
    assert position.asked == (1, "act")


@rule("R4.13", "R8.2")
@pytest.mark.parametrize(("taken", "points"), list(enumerate(RING_TILES)))
def test_the_leftmost_ring_tile_is_taken(taken: int, points: int) -> None:
    position = Position().give(0, gold=4).tiles_taken(ring=taken)
    position.choose("action:13")
    assert position.seats("rewards") == [points, 0, 0]
    assert position.state["tiles_taken"].tolist() == [0, 0, taken + 1]


@rule("R4.13", "R12.3")
def test_the_ring_bonus_is_two_points_more() -> None:
    position = Position(abilities=(3, 2, 10)).give(0, gold=4)
    position.choose("action:13")
    assert position.seats("rewards") == [10, 0, 0]


@rule("R4.13", "R3.7")
def test_without_ring_tiles_there_are_no_rings() -> None:
    position = Position().give(0, gold=9).tiles_taken(ring=6)
    assert "action:13" in position.options
    assert "action:13" not in position.tiles_taken(ring=7).options


# --- Action 19: special offering ---------------------------------------------------------------------------


@rule("R4.19", "R2.5")
def test_a_special_offering_pays_the_track_and_makes_it_longer() -> None:
    position = Position().give(0, apple=2, bread=1, honey=1, silver=3, gold=1)
    supply = position.goods_in("supply")
    position.choose("action:19")
    assert position.asked == (0, "add_offering")
    assert position.options == ["good:apple", "good:gold", "good:silver"]  # what is left after paying
    position.choose("good:gold")
    assert position.goods(0) == NOTHING | {"apple": 1, "silver": 2}
    assert position.goods_in("offering_track") == ON_THE_TRACK | {"gold": 1}
    assert position.goods_in("supply") == {good: supply[good] + (good != "gold") for good in supply}
    assert position.seats("rewards") == [3, 0, 0]
    assert position.state["tiles_taken"].tolist() == [1, 0, 0]
    assert position.asked == (1, "act")


@rule("R4.19")
def test_the_next_special_offering_costs_one_good_more() -> None:
    position = Position().give(0, **ON_THE_TRACK, gold=1)
    position.choose("action:19")
    position.give(1, apple=2, bread=1, honey=1, silver=1).discs_on({19: 0})
    assert "action:19" not in position.options
    position.give(1, **ON_THE_TRACK, gold=2)
    position.choose("action:19")
    assert position.goods(1) == NOTHING
    assert position.goods_in("offering_track") == ON_THE_TRACK | {"gold": 2}
    assert position.seats("rewards") == [3, 4, 0]


@rule("R4.19", "R10.1")
def test_the_only_good_left_goes_onto_the_track_without_asking() -> None:
    position = Position().give(0, apple=1, bread=1, honey=2, silver=1)
    position.choose("action:19")
    assert position.goods(0) == NOTHING
    assert position.goods_in("offering_track") == ON_THE_TRACK | {"honey": 2, "gold": 0}
    assert position.asked == (1, "act")


@rule("R4.19", "R3.7")
@pytest.mark.parametrize(
    ("owned", "legal"),
    [
        (ON_THE_TRACK, False),
        (ON_THE_TRACK | {"gold": 1}, True),
        (ON_THE_TRACK | {"apple": 2}, True),
        ({"apple": 5, "bread": 5, "honey": 5, "gold": 5}, False),
        ({"bread": 5, "honey": 5, "silver": 5, "gold": 5}, False),
    ],
)
def test_a_special_offering_needs_what_lies_on_the_track_and_one_more(
    owned: dict[str, int], legal: bool
) -> None:
    position = Position().give(0, **owned)
    assert ("action:19" in position.options) is legal


@rule("R4.19", "R8.2")
@pytest.mark.parametrize(("taken", "points"), list(enumerate(OFFERING_TILES)))
def test_the_leftmost_offering_tile_is_taken(taken: int, points: int) -> None:
    position = (
        Position().tiles_taken(offering=taken).give(0, apple=1 + taken, bread=1, honey=1, silver=1, gold=1)
    )
    position.choose("action:19")
    assert position.goods(0) == NOTHING
    assert position.seats("rewards") == [points, 0, 0]
    assert position.state["tiles_taken"].tolist() == [taken + 1, 0, 0]


@rule("R4.19", "R3.7")
def test_without_offering_tiles_there_are_no_special_offerings() -> None:
    position = Position().give(0, apple=15, bread=2, honey=2, silver=2, gold=2)
    assert "action:19" in position.tiles_taken(offering=6).options
    assert "action:19" not in position.tiles_taken(offering=7).options
