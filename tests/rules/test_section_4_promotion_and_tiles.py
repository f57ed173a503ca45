"""Section 4: promotion (3), taking tiles (6-9), swapping them (16), and the extra slot (R10.5, R10.11)."""

import pytest

from dixie_env.engine import model
from dixie_env.engine.words import ONE_OFFS
from tests.table import Table, rule

EXTRA_SLOT = (8, 3, 10)  # seat 0 has the extra slot; abilities 1, 2 and 4 are on display
CLOSED_ROW_1 = {1: 2, 2: 2, 4: 2, 5: 2}
TAKE = {"double": "action:7", "peek": "action:8", "mercy": "action:9"}
each_one_off = pytest.mark.parametrize("name", ONE_OFFS)


def tiles(table: Table, seat: int) -> tuple[int, str | None, str | int | None]:
    """Food tile (0 if none), one-off tile, and what lies on the extra slot of a seat."""
    table.ready()
    one_off = int(table.state["one_off"][seat])
    return (
        int(table.state["food_tile"][seat]),
        ONE_OFFS[one_off - 1] if one_off else None,
        on_extra(table, seat),
    )


def on_extra(table: Table, seat: int | None) -> str | int | None:
    """What lies on the extra slot of a seat, or on the displayed one."""
    table.ready()
    tile = int(table.state["display_extra"] if seat is None else table.state["extra"][seat])
    return ONE_OFFS[tile - model.ON_EXTRA - 1] if tile > model.ON_EXTRA else tile or None


def stack(table: Table) -> list[int]:
    """The food tiles on the board, top first."""
    table.ready()
    return [int(tile) for tile in table.state["food_stack"][: table.state["food_left"]][::-1]]


def one_offs_on_board(table: Table) -> list[str]:
    table.ready()
    return [name for number, name in enumerate(ONE_OFFS, start=1) if table.state["one_off_on_board"][number]]


def display(table: Table) -> list[int]:
    table.ready()
    return [ability for ability in range(1, 11) if table.state["display"][ability]]


def swap_space_free_again(table: Table) -> Table:
    return table.discs_on({16: 0})


def without_food_stack() -> Table:
    """Seat 2 has fallen and the food stack is gone: never so in play, where tiles are more than slots."""
    table = Table(order=[2, 0, 1]).penalties(2, 55).choose("pass")
    table.state["food_stack"] = 0
    table.state["food_left"] = 0
    return table.touch()


# --- Action 3: promotion -----------------------------------------------------------------------------------


@rule("R4.3", "R10.22")
def test_two_discs_close_space_three_for_its_own_step() -> None:
    table = Table()
    table.choose("action:3")  # all pixies are in the mine: where from is not asked
    assert table.asked == (0, "promote_to")
    assert table.options == ["space:1", "space:2", "space:4", "space:5"]
    table.choose("space:4")
    assert table.pixies(0) == [4]
    assert table.seats("mine") == [4, 5, 5]
    assert table.asked == (1, "act")


@rule("R4.3", "R5.2", "R10.22")
def test_one_disc_leaves_space_three_open_for_its_own_step() -> None:
    table = Table().put(1, 3)
    table.choose("action:3")
    assert table.options == ["space:1", "space:2", "space:3", "space:4", "space:5"]
    table.choose("space:3")
    assert table.pixies(0) == [3]
    assert table.pixies(1) == []
    assert table.seats("mine") == [4, 5, 5]
    assert table.goods(0)["apple"] == 1


@rule("R4.3")
def test_action_three_is_one_step_of_any_pixie_that_has_a_target() -> None:
    table = Table().put(0, 1, 7, 10, 14)
    table.choose("action:3")
    assert table.asked == (0, "promote_from")
    assert table.options == ["mine", "space:1", "space:10", "space:7"]
    table.choose("space:7")
    assert table.asked == (0, "promote_to")
    assert table.options == ["space:11", "space:12"]
    table.choose("space:12")
    assert table.pixies(0) == [1, 10, 12, 14]
    assert table.asked == (1, "act")


@rule("R4.3", "R5.5")
def test_action_three_never_leads_to_the_servant_space() -> None:
    table = Table().put(0, 10, 11, 12, 13, 14)
    assert "action:3" not in table.options


@rule("R4.3", "R5.3")
def test_the_apple_of_a_displacement_is_due_in_action_three() -> None:
    table = Table().give(0, apple=1).put(0, 1).put(1, 6)
    apples = table.goods_in("supply")["apple"]
    table.choose("action:3", "space:1", "space:6")
    assert table.pixies(0) == [6]
    assert table.pixies(1) == [1]
    assert table.goods(0)["apple"] == 0
    assert table.goods_in("supply")["apple"] == apples + 1


@rule("R4.3", "R5.3", "R12.6")
@pytest.mark.parametrize(
    ("ability", "apples", "legal"),
    [(2, 0, False), (2, 1, True), (6, 0, True)],
    ids=["no apple", "an apple", "free_demotion"],
)
def test_a_step_that_cannot_be_paid_does_not_make_action_three_legal(
    ability: int, apples: int, legal: bool
) -> None:
    table = Table(abilities=(ability, 3, 10)).give(0, apple=apples).put(1, 3).discs_on(CLOSED_ROW_1)
    assert ("action:3" in table.options) is legal


@rule("R4.3", "R10.22", "R3.7")
def test_action_three_is_illegal_if_its_own_discs_close_the_only_target() -> None:
    table = Table().discs_on(CLOSED_ROW_1)
    assert "action:3" not in table.options
    assert "action:3" in table.discs_on({5: 1}).options


@rule("R4.3", "R5.6", "R4.22")
@pytest.mark.parametrize(("rocks", "legal"), [((1, 0), True), ((1, 1), False)])
def test_chained_slaves_do_not_make_action_three_legal(rocks: tuple[int, int], legal: bool) -> None:
    # two slaves; the pixies in rows 3 and 4 have nowhere to go
    table = Table().put(0, 13, 14, 12).rocks(0, *rocks)
    assert ("action:3" in table.options) is legal


# --- Action 6: food tiles ----------------------------------------------------------------------------------


@rule("R4.6", "R2.4")
def test_the_top_food_tile_is_taken() -> None:
    table = Table()
    assert stack(table) == [2, 3, 4, 4]
    table.choose("action:6")
    assert tiles(table, 0) == (2, None, None)
    assert stack(table) == [3, 4, 4]
    assert table.asked == (1, "act")


@rule("R4.6", "R1.6", "R3.7")
def test_a_food_tile_needs_a_free_slot() -> None:
    table = Table().one_off(0, "peek")
    assert "action:6" in table.options
    assert "action:6" not in table.food_tile(0).options


@rule("R4.6", "R10.5", "R12.8")
def test_a_second_food_tile_goes_onto_the_extra_slot() -> None:
    table = Table(abilities=EXTRA_SLOT).food_tile(0)
    table.choose("action:6")
    assert tiles(table, 0) == (2, None, 3)


@rule("R4.6", "R10.5")
def test_a_new_food_tile_goes_into_its_own_slot_first() -> None:
    table = Table(abilities=EXTRA_SLOT)
    table.choose("action:6")
    assert tiles(table, 0) == (2, None, None)


@rule("R4.6", "R12.8")
@pytest.mark.parametrize(("own_slot_full", "legal"), [(True, False), (False, True)])
def test_a_full_extra_slot_takes_no_food_tile(own_slot_full: bool, legal: bool) -> None:
    table = Table(abilities=EXTRA_SLOT).one_off(0, "mercy", extra=True)
    if own_slot_full:
        table.food_tile(0)
    assert ("action:6" in table.options) is legal
    assert "action:7" in table.options  # the own slot of one-off tiles is free


@rule("R4.6", "R3.7")
def test_a_food_tile_needs_a_stack() -> None:
    table = without_food_stack()
    assert table.asked == (0, "act")
    assert "action:6" not in table.options


# --- Actions 7-9: one-off tiles ----------------------------------------------------------------------------


@rule("R4.7", "R4.8", "R4.9")
@each_one_off
def test_each_one_off_tile_has_its_own_action(name: str) -> None:
    table = Table()
    table.choose(TAKE[name])
    assert tiles(table, 0) == (0, name, None)
    assert one_offs_on_board(table) == [other for other in ONE_OFFS if other != name]
    assert table.asked == (1, "act")


@rule("R4.7", "R4.8", "R4.9", "R3.7")
@each_one_off
def test_a_one_off_tile_must_lie_on_the_board(name: str) -> None:
    table = Table().one_off(1, name)
    offered = [action for action in TAKE.values() if action in table.options]
    assert offered == [action for other, action in TAKE.items() if other != name]


@rule("R4.7", "R4.8", "R4.9", "R1.6", "R3.7")
@each_one_off
def test_a_one_off_tile_needs_a_free_slot(name: str) -> None:
    table = Table().one_off(0, name).food_tile(1)
    assert not set(TAKE.values()) & set(table.options)


@rule("R4.7", "R4.8", "R4.9", "R10.5", "R12.8")
@each_one_off
def test_a_second_one_off_tile_goes_onto_the_extra_slot(name: str) -> None:
    first = "mercy" if name == "peek" else "peek"
    table = Table(abilities=EXTRA_SLOT)
    table.choose(TAKE[first])
    assert tiles(table, 0) == (0, first, None)  # its own slot first
    table = Table(abilities=EXTRA_SLOT).one_off(0, first)
    table.choose(TAKE[name])
    assert tiles(table, 0) == (0, first, name)


@rule("R4.7", "R4.8", "R4.9", "R12.8")
def test_a_food_tile_fills_the_extra_slot_for_one_off_tiles() -> None:
    table = Table(abilities=EXTRA_SLOT).food_tile(0, extra=True)
    assert "action:7" in table.options
    table.one_off(0, "peek")
    assert not set(TAKE.values()) & set(table.options)
    assert "action:6" in table.options


# --- Action 16: the options --------------------------------------------------------------------------------


@rule("R4.16", "R4.23", "R10.1")
def test_without_other_tiles_the_ability_is_swapped() -> None:
    table = Table()
    table.choose("action:16")
    assert table.asked == (0, "swap_with")
    assert table.options == ["ability:1", "ability:4", "ability:5", "tile:1.main", "tile:2.main"]


@rule("R4.23", "R7.1")
def test_the_dummy_has_no_tiles() -> None:
    table = Table(2)
    table.choose("action:16")
    assert table.options == ["ability:1", "ability:4", "ability:5", "ability:6", "tile:1.main"]


@rule("R4.16", "R4.23")
def test_every_own_tile_can_be_swapped() -> None:
    table = Table(abilities=EXTRA_SLOT).food_tile(0).one_off(0, "peek").one_off(0, "mercy", extra=True)
    table.choose("action:16")
    assert table.asked == (0, "swap_own")
    assert table.options == ["own:ability", "own:extra", "own:food", "own:one_off"]


@rule("R4.16", "R4.23")
def test_the_tiles_of_others_give_no_own_tile_to_swap() -> None:
    table = Table(abilities=(2, 8, 10)).food_tile(0).one_off(1, "peek").one_off(1, "mercy", extra=True)
    table.choose("action:16")
    assert table.options == ["own:ability", "own:food"]


@rule("R4.23", "R4.16")
def test_a_food_tile_has_the_stack_and_the_food_tiles_of_opponents_as_partners() -> None:
    table = Table(abilities=(2, 8, 10)).food_tile(0).food_tile(1).food_tile(1, extra=True).one_off(2, "peek")
    table.choose("action:16", "own:food")
    assert table.asked == (0, "swap_with")
    assert table.options == ["board:food", "tile:1.extra", "tile:1.main"]


@rule("R4.23", "R4.16")
def test_a_one_off_tile_has_one_off_tiles_as_partners() -> None:
    table = Table(abilities=(2, 8, 10)).one_off(0, "double").one_off(1, "mercy", extra=True).food_tile(2)
    table.choose("action:16", "own:one_off")
    assert table.options == ["board:peek", "tile:1.extra"]


@rule("R4.23")
def test_a_one_off_tile_in_the_main_slot_of_an_opponent_is_a_partner() -> None:
    table = Table(abilities=(2, 8, 10)).one_off(0, "double").one_off(2, "peek").food_tile(1, extra=True)
    table.choose("action:16", "own:one_off")
    assert table.options == ["board:mercy", "tile:2.main"]


@rule("R4.23", "R10.11")
def test_the_own_tiles_are_no_partners_of_each_other() -> None:
    table = (
        Table(abilities=EXTRA_SLOT).one_off(0, "double").one_off(0, "peek", extra=True).one_off(1, "mercy")
    )
    table.choose("action:16", "own:one_off")  # the only partner is that of seat 1: swapped without asking
    assert tiles(table, 0) == (0, "mercy", "peek")
    assert tiles(table, 1) == (0, "double", None)


@rule("R4.23")
@pytest.mark.parametrize("food_on_extra", [True, False])
def test_the_tile_on_the_extra_slot_has_partners_of_its_own_type(food_on_extra: bool) -> None:
    table = Table(abilities=EXTRA_SLOT)
    if food_on_extra:
        table.food_tile(0, extra=True)
    else:
        table.one_off(0, "double", extra=True)
    table.food_tile(2).one_off(1, "mercy")
    table.choose("action:16", "own:extra")
    assert table.options == (
        ["board:food", "tile:2.main"] if food_on_extra else ["board:peek", "tile:1.main"]
    )


@rule("R4.23", "R6.3")
def test_a_fallen_opponent_has_no_tiles_to_swap() -> None:
    table = Table(4, order=[3, 0, 1, 2]).one_off(3, "peek").penalties(3, 55).choose("pass")
    table.choose("action:16")
    assert table.asked == (0, "swap_with")
    assert table.options == ["ability:1", "ability:4", "tile:1.main", "tile:2.main"]


@rule("R4.23", "R4.16")
def test_a_food_tile_without_a_partner_cannot_be_swapped() -> None:
    table = without_food_stack()
    table.state["food_tile"][0] = 2
    table.touch()
    table.choose("action:16")  # nothing but the ability
    assert table.asked == (0, "swap_with")
    assert table.options == ["ability:1", "ability:4", "ability:5", "tile:1.main"]


# --- Action 16: the swaps ----------------------------------------------------------------------------------


@rule("R4.23", "R4.16")
def test_the_own_food_tile_goes_on_top_of_the_stack() -> None:
    table = Table().food_tile(0).food_tile(1)
    assert stack(table) == [4, 4]
    table.choose("action:16", "own:food", "board:food")
    assert tiles(table, 0) == (4, None, None)
    assert stack(table) == [2, 4]
    assert table.asked == (1, "act")


@rule("R4.23", "R10.8")
def test_a_swap_that_changes_nothing_is_legal() -> None:
    table = Table().food_tile(1).food_tile(2).food_tile(0)
    assert stack(table) == [4]
    table.choose("action:16", "own:food", "board:food")
    assert tiles(table, 0) == (4, None, None)
    assert stack(table) == [4]
    assert table.state["discs_on"][16] == 1


@rule("R4.23")
def test_a_one_off_tile_returns_to_its_own_space_and_another_comes() -> None:
    table = Table().one_off(0, "peek")
    table.choose("action:16", "own:one_off")
    assert table.options == ["board:double", "board:mercy"]
    table.choose("board:double")
    assert tiles(table, 0) == (0, "double", None)
    assert one_offs_on_board(table) == ["peek", "mercy"]


@rule("R4.23")
def test_the_own_ability_takes_the_place_of_one_on_display() -> None:
    table = Table()
    assert display(table) == [1, 4, 5]
    table.choose("action:16", "ability:4")
    assert table.seats("ability") == [4, 3, 10]
    assert display(table) == [1, 2, 5]


@rule("R4.23")
def test_an_opponent_cannot_refuse_a_swap_of_abilities() -> None:
    table = Table()
    table.choose("action:16", "tile:2.main")
    assert table.seats("ability") == [10, 3, 2]
    assert display(table) == [1, 4, 5]
    assert table.asked == (1, "act")


@rule("R4.23")
def test_food_tiles_are_swapped_with_an_opponent() -> None:
    table = Table().food_tile(0).food_tile(2)
    table.choose("action:16", "own:food", "tile:2.main")
    assert tiles(table, 0) == (3, None, None)
    assert tiles(table, 2) == (2, None, None)
    assert stack(table) == [4, 4]
    assert table.asked == (1, "act")


@rule("R4.23")
def test_one_off_tiles_are_swapped_with_an_opponent() -> None:
    table = Table().one_off(0, "mercy").one_off(1, "peek")
    table.choose("action:16", "own:one_off", "tile:1.main")
    assert tiles(table, 0) == (0, "peek", None)
    assert tiles(table, 1) == (0, "mercy", None)
    assert one_offs_on_board(table) == ["double"]


@rule("R4.23", "R12.1")
def test_a_swapped_ability_works_for_its_new_owner() -> None:
    table = Table(abilities=(2, 1, 10)).give(0, silver=3).give(1, silver=3)
    assert "action:5" not in table.options
    table.choose("action:16", "tile:1.main")
    assert "action:5" not in table.options
    table.choose("action:17", "good:apple", "action:17", "good:apple")
    assert table.asked == (0, "act")
    assert "action:5" in table.options


# --- The extra slot ----------------------------------------------------------------------------------------


@rule("R10.11", "R4.23")
def test_a_tile_swapped_from_the_extra_slot_is_replaced_there() -> None:
    table = Table(abilities=EXTRA_SLOT).one_off(0, "double", extra=True)
    table.choose("action:16", "own:extra", "board:mercy")
    assert tiles(table, 0) == (0, None, "mercy")  # though the own slot is free
    assert one_offs_on_board(table) == ["double", "peek"]


@rule("R10.11", "R4.23")
def test_a_food_tile_swapped_from_the_extra_slot_goes_on_top_of_the_stack() -> None:
    table = Table(abilities=EXTRA_SLOT).food_tile(1).food_tile(0, extra=True)
    table.choose("action:16", "own:extra", "board:food")
    assert tiles(table, 0) == (0, None, 4)
    assert stack(table) == [3, 4]


@rule("R10.11", "R4.23")
def test_the_tile_on_the_extra_slot_takes_the_own_slot_of_an_opponents_tile() -> None:
    table = Table(abilities=EXTRA_SLOT).food_tile(0).food_tile(0, extra=True).food_tile(2)
    table.choose("action:16", "own:extra", "tile:2.main")
    assert tiles(table, 0) == (2, None, 4)
    assert tiles(table, 2) == (3, None, None)


@rule("R10.11", "R4.23")
def test_an_own_tile_takes_the_extra_slot_of_an_opponents_tile() -> None:
    table = (
        Table(abilities=(2, 8, 10)).one_off(0, "double").one_off(1, "mercy").one_off(1, "peek", extra=True)
    )
    table.choose("action:16", "own:one_off", "tile:1.extra")
    assert tiles(table, 0) == (0, "peek", None)
    assert tiles(table, 1) == (0, "mercy", "double")


@rule("R10.11", "R4.23")
def test_an_own_food_tile_takes_the_extra_slot_of_an_opponents_food_tile() -> None:
    table = Table(abilities=(2, 8, 10)).food_tile(0).food_tile(1).food_tile(1, extra=True)
    table.choose("action:16", "own:food", "tile:1.extra")
    assert tiles(table, 0) == (4, None, None)
    assert tiles(table, 1) == (3, None, 2)


@rule("R10.11")
def test_nothing_moves_by_itself_from_the_extra_slot_to_the_own_one() -> None:
    table = Table(abilities=EXTRA_SLOT).one_off(0, "double", extra=True).one_off(0, "peek")
    table.put(0, 1, 2, 4, 5).bag(silver=5)
    table.choose("action:15", "yes")  # `peek` goes back
    assert tiles(table, 0) == (0, None, "double")


@rule("R10.5", "R12.8", "R4.23")
@pytest.mark.parametrize("food_on_extra", [True, False])
def test_the_tile_on_the_extra_slot_goes_to_the_opponent_with_the_ability(food_on_extra: bool) -> None:
    table = Table(abilities=EXTRA_SLOT).food_tile(0).one_off(0, "peek")
    if food_on_extra:
        table.food_tile(0, extra=True)
    else:
        table.one_off(0, "mercy", extra=True)
    table.choose("action:16", "own:ability", "tile:1.main")
    assert table.seats("ability") == [3, 8, 10]
    assert tiles(table, 0) == (2, "peek", None)
    assert tiles(table, 1) == (0, None, 3 if food_on_extra else "mercy")


@rule("R10.5", "R10.11", "R12.8", "R4.23")
def test_the_tile_on_the_extra_slot_comes_to_the_one_who_takes_the_ability_from_an_opponent() -> None:
    table = Table(abilities=(2, 8, 10)).one_off(1, "mercy", extra=True)
    table.choose("action:16", "tile:1.main")
    assert table.seats("ability") == [8, 2, 10]
    assert tiles(table, 0) == (0, None, "mercy")
    assert tiles(table, 1) == (0, None, None)


@rule("R10.5", "R10.11", "R12.8", "R4.23")
@pytest.mark.parametrize("food_on_extra", [True, False])
def test_the_tile_on_the_extra_slot_lies_on_display_with_the_ability(food_on_extra: bool) -> None:
    tile = 3 if food_on_extra else "mercy"
    table = Table(abilities=EXTRA_SLOT).food_tile(1)
    if food_on_extra:
        table.food_tile(0, extra=True)
    else:
        table.one_off(0, "mercy", extra=True)
    table.choose("action:16", "own:ability", "ability:1")
    assert display(table) == [2, 4, 8]
    assert on_extra(table, None) == tile
    assert tiles(table, 0) == (0, None, None)
    swap_space_free_again(table).choose("action:16", "own:ability")
    assert table.options == ["ability:2", "ability:4", "ability:8", "tile:0.main", "tile:2.main"]
    table.choose("ability:8")
    assert table.seats("ability") == [1, 8, 10]
    assert display(table) == [2, 3, 4]
    assert on_extra(table, None) is None
    assert tiles(table, 1) == (2, None, tile)


@rule("R10.11", "R4.23")
def test_a_food_tile_on_the_displayed_extra_slot_is_not_on_the_board() -> None:
    table = Table(abilities=EXTRA_SLOT).food_tile(0, extra=True).food_tile(1).food_tile(2)
    table.choose("action:16", "own:ability", "ability:1")
    swap_space_free_again(table).choose("action:16", "own:food")
    assert table.options == ["board:food", "tile:2.main"]
    table.choose("board:food")
    assert tiles(table, 1) == (4, None, None)
    assert stack(table) == [3]
    assert on_extra(table, None) == 2


@rule("R10.11", "R4.23", "R4.9")
def test_a_one_off_tile_on_the_displayed_extra_slot_is_not_on_the_board() -> None:
    table = Table(abilities=EXTRA_SLOT).one_off(0, "mercy", extra=True)
    table.choose("action:16", "own:ability", "ability:1")
    assert [action for action in TAKE.values() if action in table.options] == ["action:7", "action:8"]
    table.one_off(1, "peek")
    swap_space_free_again(table).choose("action:16", "own:one_off")  # `double` is the only partner
    assert tiles(table, 1) == (0, "double", None)
    assert on_extra(table, None) == "mercy"


@rule("R12.8", "R10.5", "R4.23")
def test_a_new_owner_of_the_extra_slot_can_fill_it_and_the_old_one_no_more() -> None:
    table = Table(abilities=EXTRA_SLOT).one_off(0, "peek").one_off(1, "mercy")
    assert "action:7" in table.options
    table.choose("action:16", "own:ability", "tile:1.main")
    assert table.asked == (1, "act")
    table.choose("action:7")
    assert tiles(table, 1) == (0, "mercy", "double")
    table.choose("pass")
    table.state["one_off_on_board"][1], table.state["extra"][1] = 1, 0  # `double` is back, and its space free
    table.discs_on({7: 0})
    assert table.asked == (0, "act")
    assert "action:7" not in table.options
    assert "action:6" in table.options
