"""Section 4: promotion (3), taking tiles (6-9), swapping them (16), and the extra slot (R10.5, R10.11)."""

import pytest

from dixie_env.engine import model
from dixie_env.engine.words import ONE_OFFS
from tests.position import Position, rule

EXTRA_SLOT = (8, 3, 10)  # seat 0 has the extra slot; abilities 1, 2 and 4 are on display
CLOSED_ROW_1 = {1: 2, 2: 2, 4: 2, 5: 2}
TAKE = {"double": "action:7", "peek": "action:8", "mercy": "action:9"}
each_one_off = pytest.mark.parametrize("name", ONE_OFFS)


def tiles(position: Position, seat: int) -> tuple[int, str | None, str | int | None]:
    """Food tile (0 if none), one-off tile, and what lies on the extra slot of a seat."""
    position.ready()
    one_off = int(position.state["one_off"][seat])
    return (
        int(position.state["food_tile"][seat]),
        ONE_OFFS[one_off - 1] if one_off else None,
        on_extra(position, seat),
    )


def on_extra(position: Position, seat: int | None) -> str | int | None:
    """What lies on the extra slot of a seat, or on the displayed one."""
    position.ready()
    tile = int(position.state["display_extra"] if seat is None else position.state["extra"][seat])
    return ONE_OFFS[tile - model.ON_EXTRA - 1] if tile > model.ON_EXTRA else tile or None


def stack(position: Position) -> list[int]:
    """The food tiles on the board, top first."""
    position.ready()
    return [int(tile) for tile in position.state["food_stack"][: position.state["food_left"]][::-1]]


def one_offs_on_board(position: Position) -> list[str]:
    position.ready()
    return [
        name for number, name in enumerate(ONE_OFFS, start=1) if position.state["one_off_on_board"][number]
    ]


def display(position: Position) -> list[int]:
    position.ready()
    return [ability for ability in range(1, 11) if position.state["display"][ability]]


def swap_space_free_again(position: Position) -> Position:
    return position.discs_on({16: 0})


def without_food_stack() -> Position:
    """Seat 2 has fallen and the food stack is gone: never so in play, where tiles are more than slots."""
    position = Position(order=[2, 0, 1]).penalties(2, 55).choose("pass")
    position.state["food_stack"] = 0
    position.state["food_left"] = 0
    return position.touch()


# --- Action 3: promotion -----------------------------------------------------------------------------------


@rule("R4.3", "R10.22")
def test_two_discs_close_space_three_for_its_own_step() -> None:
    position = Position()
    position.choose("action:3")  # all pixies are in the mine: where from is not asked
    assert position.asked == (0, "promote_to")
    assert position.options == ["space:1", "space:2", "space:4", "space:5"]
    position.choose("space:4")
    assert position.pixies(0) == [4]
    assert position.seats("mine") == [4, 5, 5]
    assert position.asked == (1, "act")


@rule("R4.3", "R5.2", "R10.22")
def test_one_disc_leaves_space_three_open_for_its_own_step() -> None:
    position = Position().put(1, 3)
    position.choose("action:3")
    assert position.options == ["space:1", "space:2", "space:3", "space:4", "space:5"]
    position.choose("space:3")
    assert position.pixies(0) == [3]
    assert position.pixies(1) == []
    assert position.seats("mine") == [4, 5, 5]
    assert position.goods(0)["apple"] == 1


@rule("R4.3")
def test_action_three_is_one_step_of_any_pixie_that_has_a_target() -> None:
    position = Position().put(0, 1, 7, 10, 14)
    position.choose("action:3")
    assert position.asked == (0, "promote_from")
    assert position.options == ["mine", "space:1", "space:10", "space:7"]
    position.choose("space:7")
    assert position.asked == (0, "promote_to")
    assert position.options == ["space:11", "space:12"]
    position.choose("space:12")
    assert position.pixies(0) == [1, 10, 12, 14]
    assert position.asked == (1, "act")


@rule("R4.3", "R5.5")
def test_action_three_never_leads_to_the_servant_space() -> None:
    position = Position().put(0, 10, 11, 12, 13, 14)
    assert "action:3" not in position.options


@rule("R4.3", "R5.3")
def test_the_apple_of_a_displacement_is_due_in_action_three() -> None:
    position = Position().give(0, apple=1).put(0, 1).put(1, 6)
    apples = position.goods_in("supply")["apple"]
    position.choose("action:3", "space:1", "space:6")
    assert position.pixies(0) == [6]
    assert position.pixies(1) == [1]
    assert position.goods(0)["apple"] == 0
    assert position.goods_in("supply")["apple"] == apples + 1


@rule("R4.3", "R5.3", "R12.6")
@pytest.mark.parametrize(
    ("ability", "apples", "legal"),
    [(2, 0, False), (2, 1, True), (6, 0, True)],
    ids=["no apple", "an apple", "free_demotion"],
)
def test_a_step_that_cannot_be_paid_does_not_make_action_three_legal(
    ability: int, apples: int, legal: bool
) -> None:
    position = Position(abilities=(ability, 3, 10)).give(0, apple=apples).put(1, 3).discs_on(CLOSED_ROW_1)
    assert ("action:3" in position.options) is legal


@rule("R4.3", "R10.22", "R3.7")
def test_action_three_is_illegal_if_its_own_discs_close_the_only_target() -> None:
    position = Position().discs_on(CLOSED_ROW_1)
    assert "action:3" not in position.options
    assert "action:3" in position.discs_on({5: 1}).options


@rule("R4.3", "R5.6", "R4.22")
@pytest.mark.parametrize(("rocks", "legal"), [((1, 0), True), ((1, 1), False)])
def test_chained_slaves_do_not_make_action_three_legal(rocks: tuple[int, int], legal: bool) -> None:
    # two slaves; the pixies in rows 3 and 4 have nowhere to go
    position = Position().put(0, 13, 14, 12).rocks(0, *rocks)
    assert ("action:3" in position.options) is legal


# --- Action 6: food tiles ----------------------------------------------------------------------------------


@rule("R4.6", "R2.4")
def test_the_top_food_tile_is_taken() -> None:
    position = Position()
    assert stack(position) == [2, 3, 4, 4]
    position.choose("action:6")
    assert tiles(position, 0) == (2, None, None)
    assert stack(position) == [3, 4, 4]
    assert position.asked == (1, "act")


@rule("R4.6", "R1.6", "R3.7")
def test_a_food_tile_needs_a_free_slot() -> None:
    position = Position().one_off(0, "peek")
    assert "action:6" in position.options
    assert "action:6" not in position.food_tile(0).options


@rule("R4.6", "R10.5", "R12.8")
def test_a_second_food_tile_goes_onto_the_extra_slot() -> None:
    position = Position(abilities=EXTRA_SLOT).food_tile(0)
    position.choose("action:6")
    assert tiles(position, 0) == (2, None, 3)


@rule("R4.6", "R10.5")
def test_a_new_food_tile_goes_into_its_own_slot_first() -> None:
    position = Position(abilities=EXTRA_SLOT)
    position.choose("action:6")
    assert tiles(position, 0) == (2, None, None)


@rule("R4.6", "R12.8")
@pytest.mark.parametrize(("own_slot_full", "legal"), [(True, False), (False, True)])
def test_a_full_extra_slot_takes_no_food_tile(own_slot_full: bool, legal: bool) -> None:
    position = Position(abilities=EXTRA_SLOT).one_off(0, "mercy", extra=True)
    if own_slot_full:
        position.food_tile(0)
    assert ("action:6" in position.options) is legal
    assert "action:7" in position.options  # the own slot of one-off tiles is free


@rule("R4.6", "R3.7")
def test_a_food_tile_needs_a_stack() -> None:
    position = without_food_stack()
    assert position.asked == (0, "act")
    assert "action:6" not in position.options


# --- Actions 7-9: one-off tiles ----------------------------------------------------------------------------


@rule("R4.7", "R4.8", "R4.9")
@each_one_off
def test_each_one_off_tile_has_its_own_action(name: str) -> None:
    position = Position()
    position.choose(TAKE[name])
    assert tiles(position, 0) == (0, name, None)
    assert one_offs_on_board(position) == [other for other in ONE_OFFS if other != name]
    assert position.asked == (1, "act")


@rule("R4.7", "R4.8", "R4.9", "R3.7")
@each_one_off
def test_a_one_off_tile_must_lie_on_the_board(name: str) -> None:
    position = Position().one_off(1, name)
    offered = [action for action in TAKE.values() if action in position.options]
    assert offered == [action for other, action in TAKE.items() if other != name]


@rule("R4.7", "R4.8", "R4.9", "R1.6", "R3.7")
@each_one_off
def test_a_one_off_tile_needs_a_free_slot(name: str) -> None:
    position = Position().one_off(0, name).food_tile(1)
    assert not set(TAKE.values()) & set(position.options)


@rule("R4.7", "R4.8", "R4.9", "R10.5", "R12.8")
@each_one_off
def test_a_second_one_off_tile_goes_onto_the_extra_slot(name: str) -> None:
    first = "mercy" if name == "peek" else "peek"
    position = Position(abilities=EXTRA_SLOT)
    position.choose(TAKE[first])
    assert tiles(position, 0) == (0, first, None)  # its own slot first
    position = Position(abilities=EXTRA_SLOT).one_off(0, first)
    position.choose(TAKE[name])
    assert tiles(position, 0) == (0, first, name)


@rule("R4.7", "R4.8", "R4.9", "R12.8")
def test_a_food_tile_fills_the_extra_slot_for_one_off_tiles() -> None:
    position = Position(abilities=EXTRA_SLOT).food_tile(0, extra=True)
    assert "action:7" in position.options
    position.one_off(0, "peek")
    assert not set(TAKE.values()) & set(position.options)
    assert "action:6" in position.options


# --- Action 16: the options --------------------------------------------------------------------------------


@rule("R4.16", "R4.23", "R10.1")
def test_without_other_tiles_the_ability_is_swapped() -> None:
    position = Position()
    position.choose("action:16")
    assert position.asked == (0, "swap_with")
    assert position.options == ["ability:1", "ability:4", "ability:5", "tile:1.main", "tile:2.main"]


@rule("R4.23", "R7.1")
def test_the_dummy_has_no_tiles() -> None:
    position = Position(2)
    position.choose("action:16")
    assert position.options == ["ability:1", "ability:4", "ability:5", "ability:6", "tile:1.main"]


@rule("R4.16", "R4.23")
def test_every_own_tile_can_be_swapped() -> None:
    position = Position(abilities=EXTRA_SLOT).food_tile(0).one_off(0, "peek").one_off(0, "mercy", extra=True)
    position.choose("action:16")
    assert position.asked == (0, "swap_own")
    assert position.options == ["own:ability", "own:extra", "own:food", "own:one_off"]


@rule("R4.16", "R4.23")
def test_the_tiles_of_others_give_no_own_tile_to_swap() -> None:
    position = Position(abilities=(2, 8, 10)).food_tile(0).one_off(1, "peek").one_off(1, "mercy", extra=True)
    position.choose("action:16")
    assert position.options == ["own:ability", "own:food"]


@rule("R4.23", "R4.16")
def test_a_food_tile_has_the_stack_and_the_food_tiles_of_opponents_as_partners() -> None:
    position = (
        Position(abilities=(2, 8, 10)).food_tile(0).food_tile(1).food_tile(1, extra=True).one_off(2, "peek")
    )
    position.choose("action:16", "own:food")
    assert position.asked == (0, "swap_with")
    assert position.options == ["board:food", "tile:1.extra", "tile:1.main"]


@rule("R4.23", "R4.16")
def test_a_one_off_tile_has_one_off_tiles_as_partners() -> None:
    position = (
        Position(abilities=(2, 8, 10)).one_off(0, "double").one_off(1, "mercy", extra=True).food_tile(2)
    )
    position.choose("action:16", "own:one_off")
    assert position.options == ["board:peek", "tile:1.extra"]


@rule("R4.23")
def test_a_one_off_tile_in_the_main_slot_of_an_opponent_is_a_partner() -> None:
    position = Position(abilities=(2, 8, 10)).one_off(0, "double").one_off(2, "peek").food_tile(1, extra=True)
    position.choose("action:16", "own:one_off")
    assert position.options == ["board:mercy", "tile:2.main"]


@rule("R4.23", "R10.11")
def test_the_own_tiles_are_no_partners_of_each_other() -> None:
    position = (
        Position(abilities=EXTRA_SLOT).one_off(0, "double").one_off(0, "peek", extra=True).one_off(1, "mercy")
    )
    position.choose("action:16", "own:one_off")  # the only partner is that of seat 1: swapped without asking
    assert tiles(position, 0) == (0, "mercy", "peek")
    assert tiles(position, 1) == (0, "double", None)


@rule("R4.23")
@pytest.mark.parametrize("food_on_extra", [True, False])
def test_the_tile_on_the_extra_slot_has_partners_of_its_own_type(food_on_extra: bool) -> None:
    position = Position(abilities=EXTRA_SLOT)
    if food_on_extra:
        position.food_tile(0, extra=True)
    else:
        position.one_off(0, "double", extra=True)
    position.food_tile(2).one_off(1, "mercy")
    position.choose("action:16", "own:extra")
    assert position.options == (
        ["board:food", "tile:2.main"] if food_on_extra else ["board:peek", "tile:1.main"]
    )


@rule("R4.23", "R6.3")
def test_a_fallen_opponent_has_no_tiles_to_swap() -> None:
    position = Position(4, order=[3, 0, 1, 2]).one_off(3, "peek").penalties(3, 55).choose("pass")
    position.choose("action:16")
    assert position.asked == (0, "swap_with")
    assert position.options == ["ability:1", "ability:4", "tile:1.main", "tile:2.main"]


@rule("R4.23", "R4.16")
def test_a_food_tile_without_a_partner_cannot_be_swapped() -> None:
    position = without_food_stack()
    position.state["food_tile"][0] = 2
    position.touch()
    position.choose("action:16")  # nothing but the ability
    assert position.asked == (0, "swap_with")
    assert position.options == ["ability:1", "ability:4", "ability:5", "tile:1.main"]


# --- Action 16: the swaps ----------------------------------------------------------------------------------


@rule("R4.23", "R4.16")
def test_the_own_food_tile_goes_on_top_of_the_stack() -> None:
    position = Position().food_tile(0).food_tile(1)
    assert stack(position) == [4, 4]
    position.choose("action:16", "own:food", "board:food")
    assert tiles(position, 0) == (4, None, None)
    assert stack(position) == [2, 4]
    assert position.asked == (1, "act")


@rule("R4.23", "R10.8")
def test_a_swap_that_changes_nothing_is_legal() -> None:
    position = Position().food_tile(1).food_tile(2).food_tile(0)
    assert stack(position) == [4]
    position.choose("action:16", "own:food", "board:food")
    assert tiles(position, 0) == (4, None, None)
    assert stack(position) == [4]
    assert position.state["discs_on"][16] == 1


@rule("R4.23")
def test_a_one_off_tile_returns_to_its_own_space_and_another_comes() -> None:
    position = Position().one_off(0, "peek")
    position.choose("action:16", "own:one_off")
    assert position.options == ["board:double", "board:mercy"]
    position.choose("board:double")
    assert tiles(position, 0) == (0, "double", None)
    assert one_offs_on_board(position) == ["peek", "mercy"]


@rule("R4.23")
def test_the_own_ability_takes_the_place_of_one_on_display() -> None:
    position = Position()
    assert display(position) == [1, 4, 5]
    position.choose("action:16", "ability:4")
    assert position.seats("ability") == [4, 3, 10]
    assert display(position) == [1, 2, 5]


@rule("R4.23")
def test_an_opponent_cannot_refuse_a_swap_of_abilities() -> None:
    position = Position()
    position.choose("action:16", "tile:2.main")
    assert position.seats("ability") == [10, 3, 2]
    assert display(position) == [1, 4, 5]
    assert position.asked == (1, "act")


@rule("R4.23")
def test_food_tiles_are_swapped_with_an_opponent() -> None:
    position = Position().food_tile(0).food_tile(2)
    position.choose("action:16", "own:food", "tile:2.main")
    assert tiles(position, 0) == (3, None, None)
    assert tiles(position, 2) == (2, None, None)
    assert stack(position) == [4, 4]
    assert position.asked == (1, "act")


@rule("R4.23")
def test_one_off_tiles_are_swapped_with_an_opponent() -> None:
    position = Position().one_off(0, "mercy").one_off(1, "peek")
    position.choose("action:16", "own:one_off", "tile:1.main")
    assert tiles(position, 0) == (0, "peek", None)
    assert tiles(position, 1) == (0, "mercy", None)
    assert one_offs_on_board(position) == ["double"]


@rule("R4.23", "R12.1")
def test_a_swapped_ability_works_for_its_new_owner() -> None:
    position = Position(abilities=(2, 1, 10)).give(0, silver=3).give(1, silver=3)
    assert "action:5" not in position.options
    position.choose("action:16", "tile:1.main")
    assert "action:5" not in position.options
    position.choose("action:17", "good:apple", "action:17", "good:apple")
    assert position.asked == (0, "act")
    assert "action:5" in position.options


# --- The extra slot ----------------------------------------------------------------------------------------


@rule("R10.11", "R4.23")
def test_a_tile_swapped_from_the_extra_slot_is_replaced_there() -> None:
    position = Position(abilities=EXTRA_SLOT).one_off(0, "double", extra=True)
    position.choose("action:16", "own:extra", "board:mercy")
    assert tiles(position, 0) == (0, None, "mercy")  # though the own slot is free
    assert one_offs_on_board(position) == ["double", "peek"]


@rule("R10.11", "R4.23")
def test_a_food_tile_swapped_from_the_extra_slot_goes_on_top_of_the_stack() -> None:
    position = Position(abilities=EXTRA_SLOT).food_tile(1).food_tile(0, extra=True)
    position.choose("action:16", "own:extra", "board:food")
    assert tiles(position, 0) == (0, None, 4)
    assert stack(position) == [3, 4]


@rule("R10.11", "R4.23")
def test_the_tile_on_the_extra_slot_takes_the_own_slot_of_an_opponents_tile() -> None:
    position = Position(abilities=EXTRA_SLOT).food_tile(0).food_tile(0, extra=True).food_tile(2)
    position.choose("action:16", "own:extra", "tile:2.main")
    assert tiles(position, 0) == (2, None, 4)
    assert tiles(position, 2) == (3, None, None)


@rule("R10.11", "R4.23")
def test_an_own_tile_takes_the_extra_slot_of_an_opponents_tile() -> None:
    position = (
        Position(abilities=(2, 8, 10)).one_off(0, "double").one_off(1, "mercy").one_off(1, "peek", extra=True)
    )
    position.choose("action:16", "own:one_off", "tile:1.extra")
    assert tiles(position, 0) == (0, "peek", None)
    assert tiles(position, 1) == (0, "mercy", "double")


@rule("R10.11", "R4.23")
def test_an_own_food_tile_takes_the_extra_slot_of_an_opponents_food_tile() -> None:
    position = Position(abilities=(2, 8, 10)).food_tile(0).food_tile(1).food_tile(1, extra=True)
    position.choose("action:16", "own:food", "tile:1.extra")
    assert tiles(position, 0) == (4, None, None)
    assert tiles(position, 1) == (3, None, 2)


@rule("R10.11")
def test_nothing_moves_by_itself_from_the_extra_slot_to_the_own_one() -> None:
    position = Position(abilities=EXTRA_SLOT).one_off(0, "double", extra=True).one_off(0, "peek")
    position.put(0, 1, 2, 4, 5).bag(silver=5)
    position.choose("action:15", "yes")  # `peek` goes back
    assert tiles(position, 0) == (0, None, "double")


@rule("R10.5", "R12.8", "R4.23")
@pytest.mark.parametrize("food_on_extra", [True, False])
def test_the_tile_on_the_extra_slot_goes_to_the_opponent_with_the_ability(food_on_extra: bool) -> None:
    position = Position(abilities=EXTRA_SLOT).food_tile(0).one_off(0, "peek")
    if food_on_extra:
        position.food_tile(0, extra=True)
    else:
        position.one_off(0, "mercy", extra=True)
    position.choose("action:16", "own:ability", "tile:1.main")
    assert position.seats("ability") == [3, 8, 10]
    assert tiles(position, 0) == (2, "peek", None)
    assert tiles(position, 1) == (0, None, 3 if food_on_extra else "mercy")


@rule("R10.5", "R10.11", "R12.8", "R4.23")
def test_the_tile_on_the_extra_slot_comes_to_the_one_who_takes_the_ability_from_an_opponent() -> None:
    position = Position(abilities=(2, 8, 10)).one_off(1, "mercy", extra=True)
    position.choose("action:16", "tile:1.main")
    assert position.seats("ability") == [8, 2, 10]
    assert tiles(position, 0) == (0, None, "mercy")
    assert tiles(position, 1) == (0, None, None)


@rule("R10.5", "R10.11", "R12.8", "R4.23")
@pytest.mark.parametrize("food_on_extra", [True, False])
def test_the_tile_on_the_extra_slot_lies_on_display_with_the_ability(food_on_extra: bool) -> None:
    tile = 3 if food_on_extra else "mercy"
    position = Position(abilities=EXTRA_SLOT).food_tile(1)
    if food_on_extra:
        position.food_tile(0, extra=True)
    else:
        position.one_off(0, "mercy", extra=True)
    position.choose("action:16", "own:ability", "ability:1")
    assert display(position) == [2, 4, 8]
    assert on_extra(position, None) == tile
    assert tiles(position, 0) == (0, None, None)
    swap_space_free_again(position).choose("action:16", "own:ability")
    assert position.options == ["ability:2", "ability:4", "ability:8", "tile:0.main", "tile:2.main"]
    position.choose("ability:8")
    assert position.seats("ability") == [1, 8, 10]
    assert display(position) == [2, 3, 4]
    assert on_extra(position, None) is None
    assert tiles(position, 1) == (2, None, tile)


@rule("R10.11", "R4.23")
def test_a_food_tile_on_the_displayed_extra_slot_is_not_on_the_board() -> None:
    position = Position(abilities=EXTRA_SLOT).food_tile(0, extra=True).food_tile(1).food_tile(2)
    position.choose("action:16", "own:ability", "ability:1")
    swap_space_free_again(position).choose("action:16", "own:food")
    assert position.options == ["board:food", "tile:2.main"]
    position.choose("board:food")
    assert tiles(position, 1) == (4, None, None)
    assert stack(position) == [3]
    assert on_extra(position, None) == 2


@rule("R10.11", "R4.23", "R4.9")
def test_a_one_off_tile_on_the_displayed_extra_slot_is_not_on_the_board() -> None:
    position = Position(abilities=EXTRA_SLOT).one_off(0, "mercy", extra=True)
    position.choose("action:16", "own:ability", "ability:1")
    assert [action for action in TAKE.values() if action in position.options] == ["action:7", "action:8"]
    position.one_off(1, "peek")
    swap_space_free_again(position).choose("action:16", "own:one_off")  # `double` is the only partner
    assert tiles(position, 1) == (0, "double", None)
    assert on_extra(position, None) == "mercy"


@rule("R12.8", "R10.5", "R4.23")
def test_a_new_owner_of_the_extra_slot_can_fill_it_and_the_old_one_no_more() -> None:
    position = Position(abilities=EXTRA_SLOT).one_off(0, "peek").one_off(1, "mercy")
    assert "action:7" in position.options
    position.choose("action:16", "own:ability", "tile:1.main")
    assert position.asked == (1, "act")
    position.choose("action:7")
    assert tiles(position, 1) == (0, "mercy", "double")
    position.choose("pass")
    position.state["one_off_on_board"][1], position.state["extra"][1] = (
        1,
        0,
    )  # `double` is back, and its space free
    position.discs_on({7: 0})
    assert position.asked == (0, "act")
    assert "action:7" not in position.options
    assert "action:6" in position.options
