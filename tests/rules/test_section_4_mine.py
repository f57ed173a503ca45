"""Section 4: the mine (15) and its rocks (R4.22)."""

from typing import Any

import pytest

from dixie_env.engine import model
from dixie_env.engine.words import ONE_OFFS
from tests.position import Position, rule

NOTHING = {"apple": 0, "bread": 0, "honey": 0, "silver": 0, "gold": 0}
UPWARDS = (1, 2, 4, 5, 6)  # where pixies of seat 0 go so that fewer are slaves


def miner(slaves: int = 5, players: int = 3, **options: Any) -> Position:
    """Seat 0 owns nothing and has this many slaves."""
    position = Position(players, **options).give(0)
    return position.put(0, *UPWARDS[: int(position.state["mine"][0]) - slaves])


def rocks(position: Position) -> Any:
    """Rocks at the two slaves of each seat."""
    position.ready()
    return position.state["rocks"][: position.game.players].tolist()


def bag(position: Position) -> Any:
    """Silver, gold and rocks in the bag."""
    position.ready()
    return position.state["bag"].tolist()


def drawing(position: Position, *cubes: str) -> Position:
    """Carry out action 15, drawing these cubes."""
    return position.script(("draw", list(cubes))).choose("action:15")


def no_room(position: Position, *seats: int) -> Position:
    for seat in seats:
        position.rocks(seat, 3, 3)
    return position


# --- Drawing -----------------------------------------------------------------------------------------------


@rule("R4.15")
@pytest.mark.parametrize(("slaves", "cubes"), [(5, 5), (4, 4), (3, 3), (2, 2), (1, 1), (0, 1)])
def test_as_many_cubes_are_drawn_as_there_are_slaves_but_at_least_one(slaves: int, cubes: int) -> None:
    position = miner(slaves)
    drawing(position, *["gold", "silver", "silver", "gold", "silver"][:cubes])
    silver, gold = [(0, 1), (1, 1), (2, 1), (2, 2), (3, 2)][cubes - 1]
    assert position.goods(0) == NOTHING | {"silver": silver, "gold": gold}
    assert bag(position) == [30 - silver, 10 - gold, 15]
    assert position.asked == (1, "act")


@rule("R4.15")
def test_chained_slaves_are_counted_too() -> None:
    position = miner(2).rocks(0, 3, 1)
    drawing(position, "gold", "gold")
    assert position.goods(0) == NOTHING | {"gold": 2}


@rule("R4.15")
def test_a_bag_with_less_is_drawn_empty() -> None:
    position = miner().bag(silver=2, gold=1)
    drawing(position, "silver", "gold", "silver")
    assert position.goods(0) == NOTHING | {"silver": 2, "gold": 1}
    assert bag(position) == [0, 0, 0]


@rule("R4.15", "R3.7")
@pytest.mark.parametrize(
    ("cubes", "legal"), [({}, False), ({"silver": 1}, True), ({"gold": 1}, True), ({"rock": 1}, True)]
)
def test_the_mine_needs_a_bag_that_is_not_empty(cubes: dict[str, int], legal: bool) -> None:
    position = Position().bag(**cubes)
    assert ("action:15" in position.options) is legal


@rule("R4.15", "R4.22")
def test_metal_is_owned_before_the_rocks_are_placed() -> None:
    position = miner()
    drawing(position, "rock", "silver", "gold", "rock", "silver")
    assert position.asked == (0, "place_rock")
    assert position.goods(0) == NOTHING | {"silver": 2, "gold": 1}
    assert position.state["rocks_in_hand"] == 2
    assert bag(position) == [28, 9, 13]


# --- Placing rocks -----------------------------------------------------------------------------------------


@rule("R4.22")
def test_the_drawing_player_places_each_rock_beside_a_slave_of_an_opponent() -> None:
    position = miner()
    drawing(position, "rock", "rock", "rock", "rock", "silver")
    assert position.asked == (0, "place_rock")
    assert position.options == ["rock:1.0", "rock:2.0"]  # two equal slaves: only the first is offered
    position.choose("rock:2.0")
    assert position.options == ["rock:1.0", "rock:2.0", "rock:2.1"]
    position.choose("rock:2.1")
    assert position.options == ["rock:1.0", "rock:2.0"]
    position.choose("rock:2.0", "rock:1.0")
    assert rocks(position) == [[0, 0], [1, 0], [2, 1]]
    assert position.asked == (1, "act")


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
    position = miner(players=4, slaves=1).rocks(1, *before)
    drawing(position, "rock")
    assert position.options == [*offered, "rock:2.0", "rock:3.0"]


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
    position = miner(1).rocks(1, *before)
    drawing(position, "rock").choose(choice)
    assert rocks(position) == [[0, 0], after, [0, 0]]


@rule("R4.22")
@pytest.mark.parametrize(
    ("chained", "offered"), [(0, ["rock:1.0"]), (1, ["rock:1.0"]), (2, ["rock:1.0"]), (3, [])]
)
def test_a_single_slave_is_the_only_one_that_can_be_chained(chained: int, offered: list[str]) -> None:
    position = miner(1, players=4).put(1, 7, 8, 9).rocks(1, chained)
    drawing(position, "rock")
    assert position.options == [*offered, "rock:2.0", "rock:3.0"]


@rule("R4.22")
def test_an_opponent_without_slaves_gets_no_rocks() -> None:
    position = miner(1, players=4).put(1, 7, 8, 9, 10)
    drawing(position, "rock")
    assert position.options == ["rock:2.0", "rock:3.0"]


@rule("R4.22", "R10.1")
def test_the_only_place_for_a_rock_is_taken_without_asking() -> None:
    position = no_room(miner(1), 1)
    drawing(position, "rock")
    assert rocks(position) == [[0, 0], [3, 3], [1, 0]]
    assert position.asked == (1, "act")


@rule("R4.22", "R10.20")
def test_rocks_go_to_the_own_slaves_if_no_opponent_has_room() -> None:
    position = no_room(miner(3), 1, 2)
    drawing(position, "rock", "rock", "silver")  # the first one has only one place
    assert rocks(position) == [[1, 0], [3, 3], [3, 3]]
    assert position.asked == (0, "place_rock")
    assert position.options == ["rock:0.0", "rock:0.1"]
    position.choose("rock:0.1")
    assert rocks(position) == [[1, 1], [3, 3], [3, 3]]


@rule("R4.22", "R10.28")
def test_room_with_the_opponents_is_judged_rock_by_rock() -> None:
    position = no_room(miner(2), 1).rocks(2, 3, 2)
    drawing(position, "rock", "rock")
    assert rocks(position) == [[1, 0], [3, 3], [3, 3]]
    assert position.asked == (1, "act")


@rule("R4.22")
def test_rocks_leave_the_game_if_nobody_has_room() -> None:
    position = no_room(miner(0), 1, 2)
    assert bag(position) == [30, 10, 3]
    drawing(position, "rock")
    assert rocks(position) == [[0, 0], [3, 3], [3, 3]]
    assert bag(position) == [30, 10, 2]
    assert position.state["removed"][model.ROCK] == 1
    assert position.state["rocks_in_hand"] == 0
    assert position.asked == (1, "act")


@rule("R4.22")
def test_own_slaves_with_all_their_rocks_have_no_room() -> None:
    position = no_room(miner(1), 1).put(2, 7, 8, 9, 10, 11).rocks(0, 3)
    drawing(position, "rock")
    assert rocks(position) == [[3, 0], [3, 3], [0, 0]]
    assert position.state["removed"][model.ROCK] == 1


@rule("R4.22", "R7.4")
def test_the_dummy_is_not_chained() -> None:
    position = no_room(miner(1, players=2), 1)
    assert position.state["mine"][model.DUMMY] == 5
    drawing(position, "rock")
    assert rocks(position) == [[1, 0], [3, 3]]


@rule("R4.22", "R6.3")
def test_a_fallen_opponent_gets_no_rocks() -> None:
    position = Position(order=[2, 0, 1]).put(0, 1, 2, 4, 5).penalties(2, 55).choose("pass")
    drawing(position, "rock")
    assert rocks(position) == [[0, 0], [1, 0], [0, 0]]
    assert position.asked == (1, "act")


@rule("R4.22", "R5.6")
@pytest.mark.parametrize(("chain", "offered"), [((0, 0), True), ((3, 0), True), ((1, 1), False)])
def test_a_chained_slave_cannot_be_promoted(chain: tuple[int, int], offered: bool) -> None:
    position = Position().put(0, 1, 2, 6).rocks(0, *chain)
    position.choose("action:3")
    assert position.asked == (0, "promote_from")
    assert position.options == (["mine"] if offered else []) + ["space:1", "space:2", "space:6"]


# --- Peek --------------------------------------------------------------------------------------------------


@rule("R4.22")
@pytest.mark.parametrize("extra", [False, True])
def test_peek_goes_back_at_once_and_picks_the_first_two_cubes(extra: bool) -> None:
    position = (
        miner(4, abilities=(8, 3, 10)).one_off(0, "peek", extra=extra).script(("draw", ["silver", "silver"]))
    )
    position.choose("action:15")
    assert position.asked == (0, "use_peek")
    assert position.options == ["no", "yes"]
    position.choose("yes")
    assert (position.state["one_off"][0], position.state["extra"][0]) == (0, 0)
    assert position.state["one_off_on_board"].tolist() == [0, 1, 1, 1]
    assert position.asked == (0, "pick_cube")
    assert position.options == ["cube:gold", "cube:rock", "cube:silver"]
    position.choose("cube:gold")
    assert position.goods(0) == NOTHING | {"gold": 1}
    assert position.asked == (0, "pick_cube")
    assert position.options == ["cube:gold", "cube:rock", "cube:silver"]
    position.choose("cube:gold")
    assert position.goods(0) == NOTHING | {"silver": 2, "gold": 2}
    assert bag(position) == [28, 8, 15]
    assert position.asked == (1, "act")


@rule("R4.22", "R4.15")
def test_peek_not_used_is_kept_and_all_cubes_are_drawn_blind() -> None:
    position = miner(3).one_off(0, "peek").script(("draw", ["silver", "gold", "silver"]))
    position.choose("action:15", "no")
    assert position.goods(0) == NOTHING | {"silver": 2, "gold": 1}
    assert position.state["one_off"][0] == model.PEEK
    assert position.asked == (1, "act")


@rule("R4.22")
@pytest.mark.parametrize("slaves", [0, 1])
def test_peek_picks_one_cube_with_one_slave_or_none(slaves: int) -> None:
    position = miner(slaves).one_off(0, "peek")
    position.choose("action:15", "yes", "cube:gold")
    assert position.goods(0) == NOTHING | {"gold": 1}
    assert bag(position) == [30, 9, 15]
    assert position.asked == (1, "act")


@rule("R4.22")
def test_peek_picks_both_cubes_of_two_slaves() -> None:
    position = miner(2).one_off(0, "peek")
    position.choose("action:15", "yes", "cube:gold", "cube:silver")
    assert position.goods(0) == NOTHING | {"silver": 1, "gold": 1}
    assert position.asked == (1, "act")


@rule("R4.22")
def test_peek_picks_only_cubes_that_are_in_the_bag() -> None:
    position = miner(2).one_off(0, "peek").bag(silver=3, gold=1)
    position.choose("action:15", "yes")
    assert position.options == ["cube:gold", "cube:silver"]
    position.choose("cube:gold")  # only silver is left: taken without asking
    assert position.goods(0) == NOTHING | {"silver": 1, "gold": 1}
    assert bag(position) == [2, 0, 0]


@rule("R4.22")
def test_peek_can_pick_rocks_that_are_placed_with_the_others_at_the_end() -> None:
    position = miner(3).one_off(0, "peek").script(("draw", ["rock"]))
    position.choose("action:15", "yes", "cube:rock")
    assert position.asked == (0, "pick_cube")
    assert position.state["rocks_in_hand"] == 1
    position.choose("cube:silver")
    assert position.asked == (0, "place_rock")
    assert position.state["rocks_in_hand"] == 2
    position.choose("rock:1.0", "rock:2.0")
    assert rocks(position) == [[0, 0], [1, 0], [1, 0]]
    assert position.goods(0) == NOTHING | {"silver": 1}
    assert bag(position) == [29, 10, 13]


@rule("R4.22", "R10.16")
def test_the_owner_of_peek_is_asked_even_where_it_is_pointless() -> None:
    position = miner(3).one_off(0, "peek").bag(gold=1)
    position.choose("action:15")
    assert position.asked == (0, "use_peek")
    position.choose("yes")
    assert position.goods(0) == NOTHING | {"gold": 1}
    assert position.state["one_off"][0] == 0
    assert position.asked == (1, "act")


@rule("R4.22")
@pytest.mark.parametrize("name", [name for name in ONE_OFFS if name != "peek"])
def test_only_the_own_peek_is_asked_for(name: str) -> None:
    position = miner(1).one_off(0, name).one_off(1, "peek")
    drawing(position, "gold")
    assert position.goods(0) == NOTHING | {"gold": 1}
    assert position.asked == (1, "act")
