"""Section 4: the mine (15) and its rocks (R4.22)."""

from typing import Any

import pytest

from dixie_env.engine import model
from dixie_env.engine.words import ONE_OFFS
from tests.table import Table, rule

NOTHING = {"apple": 0, "bread": 0, "honey": 0, "silver": 0, "gold": 0}
UPWARDS = (1, 2, 4, 5, 6)  # where pixies of seat 0 go so that fewer are slaves


def miner(slaves: int = 5, players: int = 3, **options: Any) -> Table:
    """Seat 0 owns nothing and has this many slaves."""
    table = Table(players, **options).give(0)
    return table.put(0, *UPWARDS[: int(table.state["mine"][0]) - slaves])


def rocks(table: Table) -> Any:
    """Rocks at the two slaves of each seat."""
    table.ready()
    return table.state["rocks"][: table.game.players].tolist()


def bag(table: Table) -> Any:
    """Silver, gold and rocks in the bag."""
    table.ready()
    return table.state["bag"].tolist()


def drawing(table: Table, *cubes: str) -> Table:
    """Carry out action 15, drawing these cubes."""
    return table.script(("draw", list(cubes))).choose("action:15")


def no_room(table: Table, *seats: int) -> Table:
    for seat in seats:
        table.rocks(seat, 3, 3)
    return table


# --- Drawing -----------------------------------------------------------------------------------------------


@rule("R4.15")
@pytest.mark.parametrize(("slaves", "cubes"), [(5, 5), (4, 4), (3, 3), (2, 2), (1, 1), (0, 1)])
def test_as_many_cubes_are_drawn_as_there_are_slaves_but_at_least_one(slaves: int, cubes: int) -> None:
    table = miner(slaves)
    drawing(table, *["gold", "silver", "silver", "gold", "silver"][:cubes])
    silver, gold = [(0, 1), (1, 1), (2, 1), (2, 2), (3, 2)][cubes - 1]
    assert table.goods(0) == NOTHING | {"silver": silver, "gold": gold}
    assert bag(table) == [30 - silver, 10 - gold, 15]
    assert table.asked == (1, "act")


@rule("R4.15")
def test_chained_slaves_are_counted_too() -> None:
    table = miner(2).rocks(0, 3, 1)
    drawing(table, "gold", "gold")
    assert table.goods(0) == NOTHING | {"gold": 2}


@rule("R4.15")
def test_a_bag_with_less_is_drawn_empty() -> None:
    table = miner().bag(silver=2, gold=1)
    drawing(table, "silver", "gold", "silver")
    assert table.goods(0) == NOTHING | {"silver": 2, "gold": 1}
    assert bag(table) == [0, 0, 0]


@rule("R4.15", "R3.7")
@pytest.mark.parametrize(
    ("cubes", "legal"), [({}, False), ({"silver": 1}, True), ({"gold": 1}, True), ({"rock": 1}, True)]
)
def test_the_mine_needs_a_bag_that_is_not_empty(cubes: dict[str, int], legal: bool) -> None:
    table = Table().bag(**cubes)
    assert ("action:15" in table.options) is legal


@rule("R4.15", "R4.22")
def test_metal_is_owned_before_the_rocks_are_placed() -> None:
    table = miner()
    drawing(table, "rock", "silver", "gold", "rock", "silver")
    assert table.asked == (0, "place_rock")
    assert table.goods(0) == NOTHING | {"silver": 2, "gold": 1}
    assert table.state["rocks_in_hand"] == 2
    assert bag(table) == [28, 9, 13]


# --- Placing rocks -----------------------------------------------------------------------------------------


@rule("R4.22")
def test_the_drawing_player_places_each_rock_beside_a_slave_of_an_opponent() -> None:
    table = miner()
    drawing(table, "rock", "rock", "rock", "rock", "silver")
    assert table.asked == (0, "place_rock")
    assert table.options == ["rock:1.0", "rock:2.0"]  # two equal slaves: only the first is offered
    table.choose("rock:2.0")
    assert table.options == ["rock:1.0", "rock:2.0", "rock:2.1"]
    table.choose("rock:2.1")
    assert table.options == ["rock:1.0", "rock:2.0"]
    table.choose("rock:2.0", "rock:1.0")
    assert rocks(table) == [[0, 0], [1, 0], [2, 1]]
    assert table.asked == (1, "act")


@rule("R4.22")
@pytest.mark.parametrize(
    ("before", "offered"),
    [
        ((0, 0), ["rock:1.0"]),
        ((1, 0), ["rock:1.0", "rock:1.1"]),
        ((1, 1), ["rock:1.0"]),
        ((2, 1), ["rock:1.0", "rock:1.1"]),
        ((2, 2), ["rock:1.0"]),
        ((3, 0), ["rock:1.1"]),
        ((3, 2), ["rock:1.1"]),
        ((3, 3), []),
    ],
)
def test_two_slaves_have_room_for_three_rocks_each(before: tuple[int, int], offered: list[str]) -> None:
    table = miner(players=4, slaves=1).rocks(1, *before)
    drawing(table, "rock")
    assert table.options == [*offered, "rock:2.0", "rock:3.0"]


@rule("R4.22")
@pytest.mark.parametrize(
    ("before", "choice", "after"),
    [
        ((0, 0), "rock:1.0", [1, 0]),
        ((1, 0), "rock:1.0", [2, 0]),
        ((1, 0), "rock:1.1", [1, 1]),
        ((1, 1), "rock:1.0", [2, 1]),
        ((2, 0), "rock:1.1", [2, 1]),
        ((2, 2), "rock:1.0", [3, 2]),
        ((3, 2), "rock:1.1", [3, 3]),
    ],
)
def test_the_rocks_of_a_player_are_kept_in_descending_order(
    before: tuple[int, int], choice: str, after: list[int]
) -> None:
    table = miner(1).rocks(1, *before)
    drawing(table, "rock").choose(choice)
    assert rocks(table) == [[0, 0], after, [0, 0]]


@rule("R4.22")
@pytest.mark.parametrize(
    ("chained", "offered"), [(0, ["rock:1.0"]), (1, ["rock:1.0"]), (2, ["rock:1.0"]), (3, [])]
)
def test_a_single_slave_is_the_only_one_that_can_be_chained(chained: int, offered: list[str]) -> None:
    table = miner(1, players=4).put(1, 7, 8, 9).rocks(1, chained)
    drawing(table, "rock")
    assert table.options == [*offered, "rock:2.0", "rock:3.0"]


@rule("R4.22")
def test_an_opponent_without_slaves_gets_no_rocks() -> None:
    table = miner(1, players=4).put(1, 7, 8, 9, 10)
    drawing(table, "rock")
    assert table.options == ["rock:2.0", "rock:3.0"]


@rule("R4.22", "R10.1")
def test_the_only_place_for_a_rock_is_taken_without_asking() -> None:
    table = no_room(miner(1), 1)
    drawing(table, "rock")
    assert rocks(table) == [[0, 0], [3, 3], [1, 0]]
    assert table.asked == (1, "act")


@rule("R4.22", "R10.20")
def test_rocks_go_to_the_own_slaves_if_no_opponent_has_room() -> None:
    table = no_room(miner(3), 1, 2)
    drawing(table, "rock", "rock", "silver")  # the first one has only one place
    assert rocks(table) == [[1, 0], [3, 3], [3, 3]]
    assert table.asked == (0, "place_rock")
    assert table.options == ["rock:0.0", "rock:0.1"]
    table.choose("rock:0.1")
    assert rocks(table) == [[1, 1], [3, 3], [3, 3]]


@rule("R4.22", "R10.28")
def test_room_with_the_opponents_is_judged_rock_by_rock() -> None:
    table = no_room(miner(2), 1).rocks(2, 3, 2)
    drawing(table, "rock", "rock")
    assert rocks(table) == [[1, 0], [3, 3], [3, 3]]
    assert table.asked == (1, "act")


@rule("R4.22")
def test_rocks_leave_the_game_if_nobody_has_room() -> None:
    table = no_room(miner(0), 1, 2)
    assert bag(table) == [30, 10, 3]
    drawing(table, "rock")
    assert rocks(table) == [[0, 0], [3, 3], [3, 3]]
    assert bag(table) == [30, 10, 2]
    assert table.state["removed"][model.ROCK] == 1
    assert table.state["rocks_in_hand"] == 0
    assert table.asked == (1, "act")


@rule("R4.22")
def test_own_slaves_with_all_their_rocks_have_no_room() -> None:
    table = no_room(miner(1), 1).put(2, 7, 8, 9, 10, 11).rocks(0, 3)
    drawing(table, "rock")
    assert rocks(table) == [[3, 0], [3, 3], [0, 0]]
    assert table.state["removed"][model.ROCK] == 1


@rule("R4.22", "R7.4")
def test_the_dummy_is_not_chained() -> None:
    table = no_room(miner(1, players=2), 1)
    assert table.state["mine"][model.DUMMY] == 5
    drawing(table, "rock")
    assert rocks(table) == [[1, 0], [3, 3]]


@rule("R4.22", "R6.3")
def test_a_fallen_opponent_gets_no_rocks() -> None:
    table = Table(order=[2, 0, 1]).put(0, 1, 2, 4, 5).penalties(2, 55).choose("pass")
    drawing(table, "rock")
    assert rocks(table) == [[0, 0], [1, 0], [0, 0]]
    assert table.asked == (1, "act")


@rule("R4.22", "R5.6")
@pytest.mark.parametrize(("chain", "offered"), [((0, 0), True), ((3, 0), True), ((1, 1), False)])
def test_a_chained_slave_cannot_be_promoted(chain: tuple[int, int], offered: bool) -> None:
    table = Table().put(0, 1, 2, 6).rocks(0, *chain)
    table.choose("action:3")
    assert table.asked == (0, "promote_from")
    assert table.options == (["mine"] if offered else []) + ["space:1", "space:2", "space:6"]


# --- Peek --------------------------------------------------------------------------------------------------


@rule("R4.22")
@pytest.mark.parametrize("extra", [False, True])
def test_peek_goes_back_at_once_and_picks_the_first_two_cubes(extra: bool) -> None:
    table = (
        miner(4, abilities=(8, 3, 10)).one_off(0, "peek", extra=extra).script(("draw", ["silver", "silver"]))
    )
    table.choose("action:15")
    assert table.asked == (0, "use_peek")
    assert table.options == ["no", "yes"]
    table.choose("yes")
    assert (table.state["one_off"][0], table.state["extra"][0]) == (0, 0)
    assert table.state["one_off_on_board"].tolist() == [0, 1, 1, 1]
    assert table.asked == (0, "pick_cube")
    assert table.options == ["cube:gold", "cube:rock", "cube:silver"]
    table.choose("cube:gold")
    assert table.goods(0) == NOTHING | {"gold": 1}
    assert table.asked == (0, "pick_cube")
    assert table.options == ["cube:gold", "cube:rock", "cube:silver"]
    table.choose("cube:gold")
    assert table.goods(0) == NOTHING | {"silver": 2, "gold": 2}
    assert bag(table) == [28, 8, 15]
    assert table.asked == (1, "act")


@rule("R4.22", "R4.15")
def test_peek_not_used_is_kept_and_all_cubes_are_drawn_blind() -> None:
    table = miner(3).one_off(0, "peek").script(("draw", ["silver", "gold", "silver"]))
    table.choose("action:15", "no")
    assert table.goods(0) == NOTHING | {"silver": 2, "gold": 1}
    assert table.state["one_off"][0] == model.PEEK
    assert table.asked == (1, "act")


@rule("R4.22")
@pytest.mark.parametrize("slaves", [0, 1])
def test_peek_picks_one_cube_with_one_slave_or_none(slaves: int) -> None:
    table = miner(slaves).one_off(0, "peek")
    table.choose("action:15", "yes", "cube:gold")
    assert table.goods(0) == NOTHING | {"gold": 1}
    assert bag(table) == [30, 9, 15]
    assert table.asked == (1, "act")


@rule("R4.22")
def test_peek_picks_both_cubes_of_two_slaves() -> None:
    table = miner(2).one_off(0, "peek")
    table.choose("action:15", "yes", "cube:gold", "cube:silver")
    assert table.goods(0) == NOTHING | {"silver": 1, "gold": 1}
    assert table.asked == (1, "act")


@rule("R4.22")
def test_peek_picks_only_cubes_that_are_in_the_bag() -> None:
    table = miner(2).one_off(0, "peek").bag(silver=3, gold=1)
    table.choose("action:15", "yes")
    assert table.options == ["cube:gold", "cube:silver"]
    table.choose("cube:gold")  # only silver is left: taken without asking
    assert table.goods(0) == NOTHING | {"silver": 1, "gold": 1}
    assert bag(table) == [2, 0, 0]


@rule("R4.22")
def test_peek_can_pick_rocks_that_are_placed_with_the_others_at_the_end() -> None:
    table = miner(3).one_off(0, "peek").script(("draw", ["rock"]))
    table.choose("action:15", "yes", "cube:rock")
    assert table.asked == (0, "pick_cube")
    assert table.state["rocks_in_hand"] == 1
    table.choose("cube:silver")
    assert table.asked == (0, "place_rock")
    assert table.state["rocks_in_hand"] == 2
    table.choose("rock:1.0", "rock:2.0")
    assert rocks(table) == [[0, 0], [1, 0], [1, 0]]
    assert table.goods(0) == NOTHING | {"silver": 1}
    assert bag(table) == [29, 10, 13]


@rule("R4.22", "R10.16")
def test_the_owner_of_peek_is_asked_even_where_it_is_pointless() -> None:
    table = miner(3).one_off(0, "peek").bag(gold=1)
    table.choose("action:15")
    assert table.asked == (0, "use_peek")
    table.choose("yes")
    assert table.goods(0) == NOTHING | {"gold": 1}
    assert table.state["one_off"][0] == 0
    assert table.asked == (1, "act")


@rule("R4.22")
@pytest.mark.parametrize("name", [name for name in ONE_OFFS if name != "peek"])
def test_only_the_own_peek_is_asked_for(name: str) -> None:
    table = miner(1).one_off(0, name).one_off(1, "peek")
    drawing(table, "gold")
    assert table.goods(0) == NOTHING | {"gold": 1}
    assert table.asked == (1, "act")
