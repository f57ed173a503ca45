"""Section 10: rulings R10.1 to R10.15."""

from typing import Any

import pytest

from dixie_env.engine import model
from tests.table import Table, rule

EDITIONS = ["de", "proto", "fr", "en", "pl"]
DOUBLE, PEEK, MERCY = 1, 2, 3
EXTRA_SLOT = 8


def extra_table(**options: Any) -> Table:
    """Seat 0 has the ability `extra_slot`, on display are 1 and 4 and 5."""
    return Table(abilities=(EXTRA_SLOT, 3, 10), **options)


def tiles_of(table: Table, seat: int) -> tuple[int, ...]:
    """Food tile, one-off tile, and what lies on the extra slot (one-off tiles there: 11, 12, 13)."""
    return tuple(table.seats(field)[seat] for field in ("food_tile", "one_off", "extra"))


def end(table: Table) -> Table:
    """The last round ends, and its penalties have been given before."""
    table.round(7).go_to(model.STEP_ROUND_END)
    assert table.phase == "over"
    return table


# --- R10.1 ----------------------------------------------------------------------------------------------


@rule("R10.1")
def test_the_only_food_in_supply_is_taken_without_asking() -> None:
    table = Table().poor().supply(apple=0, honey=0).choose("action:1")
    assert table.asked == (1, "act")
    assert table.goods(0)["bread"] == 2


@rule("R10.1")
def test_the_only_active_pixie_is_demoted_without_asking() -> None:
    table = Table().put(1, 4).penalties(1, 9).script(("whip_die", 1)).choose("action:10", "seat:1")
    assert table.asked == (1, "act")
    assert table.pixies(1) == []
    assert table.seats("mine") == [5, 5, 5]


@rule("R10.1")
def test_the_only_amount_and_the_only_pixie_are_not_asked_for() -> None:
    table = Table().poor().give(0, silver=4).choose("action:5")
    assert table.asked == (1, "act")
    assert table.goods(0)["gold"] == 1
    table.put(0, 1).choose("action:14")
    assert table.asked == (2, "act")


@rule("R10.1", "R3.18")
def test_a_step_of_the_reward_phase_that_does_not_exist_is_not_asked_for() -> None:
    """Seat 0 has two chained slaves and a loyal servant: only `stop` is possible."""
    table = Table(5).poor().round(2).servants(0, 1).rocks(0, 1, 1).give(0, honey=2).give(1, honey=1)
    table.offerings("honey", "good:honey", "amount:2", "good:honey")
    assert table.asked == (1, "promote_from")


@rule("R10.1", "R3.4")
def test_an_action_is_asked_for_even_if_only_pass_is_left() -> None:
    table = Table().poor().bag().discs_on({16: 1, 17: 3}).choose("action:21").discs(0, 1)
    assert table.asked == (1, "act")
    assert table.options == ["pass"]
    assert table.seats("penalties") == [0, 0, 0]
    table.choose("pass")
    assert table.seats("penalties") == [0, 5, 0]


# --- R10.2 to R10.4 -------------------------------------------------------------------------------------


@rule("R10.2", "R11.3")
def test_goods_that_nobody_owns_have_no_majority() -> None:
    table = end(Table().poor())
    assert table.seats("hoards") == [0, 0, 0]
    assert table.seats("scores") == [0, 0, 0]


@rule("R10.2", "R11.3")
def test_one_of_a_good_is_enough_for_its_majority() -> None:
    assert end(Table().poor().give(2, honey=1)).seats("hoards") == [0, 0, 1]


@rule("R10.3")
@pytest.mark.parametrize("points", [20, 100, 127, 300])
def test_reward_points_have_no_limit(points: int) -> None:
    table = Table().poor().rewards(0, points).give(0, gold=1).track(0, gold=7).choose("action:13")
    assert table.seats("rewards") == [points + 8, 0, 0]
    table.poor().track(0, silver=7, gold=7).penalty_phase()
    assert table.seats("rewards") == [points + 10, 0, 0]


@rule("R10.4", "R3.13")
@pytest.mark.parametrize("demand", ["apple", "bread", "honey"])
def test_another_food_than_the_demanded_one_is_never_an_option(demand: str) -> None:
    table = Table().give(0, apple=2, bread=2, honey=2, silver=2, gold=2).offerings(demand)
    assert table.asked == (0, "offer")
    assert table.options == sorted([f"good:{demand}", "good:gold", "good:silver", "stop"])


@rule("R10.4", "R3.14")
def test_who_owns_only_another_food_offers_nothing_and_keeps_it() -> None:
    table = Table().poor().give(0, bread=3).give(1, apple=1).offerings("apple")
    assert table.asked == (1, "offer")
    table.choose("good:apple")
    assert table.asked == (1, "promote_from")
    assert table.seats("penalties") == [5, 0, 5]
    assert table.goods(0)["bread"] == 3


@rule("R10.4", "R7.2")
@pytest.mark.parametrize(("second", "gold_left"), [("stop", 1), ("good:gold", 0)])
def test_an_offering_may_be_of_fewer_kinds_than_allowed(second: str, gold_left: int) -> None:
    table = (
        Table(2).poor().give(0, apple=1, silver=1, gold=1).give(1, apple=1).offerings("apple", "good:silver")
    )
    assert table.asked == (0, "offer")
    assert table.options == ["good:apple", "good:gold", "stop"]
    table.choose(second, "good:apple")
    assert table.asked == (1, "promote_from")
    assert table.seats("penalties") == [0, 0]
    assert table.goods(0) == {"apple": 1, "bread": 0, "honey": 0, "silver": 0, "gold": gold_left}


@rule("R10.4", "R3.13")
def test_a_doubled_offering_may_be_of_one_kind() -> None:
    table = Table().poor().give(0, silver=1, gold=1).give(1, apple=1).one_off(0, "double")
    table.offerings("apple", "yes", "good:silver")
    assert table.options == ["good:gold", "stop"]
    table.choose("stop", "good:apple")
    assert table.asked == (1, "promote_from")
    assert table.seats("penalties") == [0, 0, 5]
    assert table.state["track"][0].tolist() == [2, 0]
    assert table.goods(0)["gold"] == 1


# --- R10.5 ----------------------------------------------------------------------------------------------


@rule("R10.5", "R12.8", "R1.6")
def test_a_new_one_off_tile_goes_to_its_own_slot_first() -> None:
    table = extra_table().choose("action:7")
    assert tiles_of(table, 0) == (0, DOUBLE, 0)
    table.choose("action:2", "action:6", "action:9")
    assert tiles_of(table, 0) == (0, DOUBLE, model.ON_EXTRA + MERCY)


@rule("R10.5", "R12.8", "R1.6")
def test_a_new_food_tile_goes_to_its_own_slot_first() -> None:
    table = extra_table().choose("action:6")
    assert tiles_of(table, 0) == (2, 0, 0)
    table.choose("action:2", "action:8").discs_on({6: 0}).choose("action:6")
    assert tiles_of(table, 0) == (2, 0, 3)


@rule("R10.5", "R12.8")
@pytest.mark.parametrize("ability", [EXTRA_SLOT, 2])
def test_with_both_slots_full_no_tile_can_be_taken(ability: int) -> None:
    table = Table(abilities=(ability, 3, 10)).one_off(0, "double").food_tile(0)
    offered = {f"action:{action}" for action in (6, 8, 9)}
    assert offered & set(table.options) == (offered if ability == EXTRA_SLOT else set())
    if ability == EXTRA_SLOT:
        table.food_tile(0, extra=True)
        assert offered & set(table.options) == set()


@rule("R10.5", "R10.11", "R4.23")
def test_a_tile_on_the_extra_slot_goes_with_the_ability_to_an_opponent() -> None:
    table = extra_table().one_off(0, "peek", extra=True).one_off(0, "mercy").one_off(1, "double")
    table.choose("action:16", "own:ability", "tile:1.main")
    assert table.seats("ability") == [3, EXTRA_SLOT, 10]
    assert tiles_of(table, 0) == (0, MERCY, 0)
    assert tiles_of(table, 1) == (0, DOUBLE, model.ON_EXTRA + PEEK)


@rule("R10.5", "R10.11", "R4.23")
def test_a_tile_on_the_extra_slot_goes_with_the_ability_to_the_display_and_from_there() -> None:
    table = extra_table(edition="fr").food_tile(0, extra=True)
    table.choose("action:16", "own:ability", "ability:4")
    assert tiles_of(table, 0) == (0, 0, 0)
    assert int(table.state["display_extra"]) == 2
    table.choose("action:16", f"ability:{EXTRA_SLOT}")
    assert table.seats("ability") == [4, EXTRA_SLOT, 10]
    assert tiles_of(table, 1) == (0, 0, 2)
    assert int(table.state["display_extra"]) == 0


# --- R10.6, R10.7 ---------------------------------------------------------------------------------------


@rule("R10.6", "R3.20")
def test_the_seventh_loyal_servant_still_gets_a_tile() -> None:
    table = Table(abilities=(1, 3, 10)).poor().round(7).servants(0, 3).servants(1, 3, first_round=2)
    table.put(0, 13).give(0, apple=1).offerings("apple", "good:apple", "space:13")
    assert table.phase == "over"
    assert table.seats("servants") == [4, 3, 0]
    assert table.seats("rewards") == [4, 0, 0]


@rule("R10.6", "R5.5", "R3.20")
def test_one_loyal_servant_a_round() -> None:
    table = (
        Table(abilities=(1, 3, 10)).poor().put(0, 13, 14).give(0, apple=2).offerings("apple", "good:apple")
    )
    table.choose("amount:2", "space:13")
    assert table.options == ["mine", "stop"]
    table.choose("stop")
    assert table.seats("servants") == [1, 0, 0]
    assert table.seats("rewards") == [10, 0, 0]


@rule("R10.7", "R11.2")
@pytest.mark.parametrize(
    ("bread", "rocks", "left", "bread_left"),
    [
        (0, (2, 1), 3, 0),
        (1, (2, 1), 2, 0),
        (3, (2, 1), 0, 0),
        (5, (2, 1), 0, 2),
        (2, (3, 3), 4, 0),
        (2, (0, 0), 0, 2),
    ],
)
@pytest.mark.parametrize("edition", EDITIONS)
def test_at_the_end_bread_removes_as_many_rocks_as_it_can(
    edition: str, bread: int, rocks: tuple[int, int], left: int, bread_left: int
) -> None:
    table = Table(edition=edition).poor().give(0, bread=bread).rocks(0, *rocks)
    removed = int(table.state["removed"][model.ROCK])
    end(table)
    assert table.seats("rocks_left") == [left, 0, 0]
    assert table.goods(0)["bread"] == bread_left
    assert table.state["removed"][model.ROCK] == removed + sum(rocks) - left


@rule("R10.7")
def test_every_player_removes_rocks_at_the_end() -> None:
    table = Table().poor().give(1, bread=1).give(2, bread=2).rocks(0, 1).rocks(1, 1).rocks(2, 1, 1)
    assert end(table).seats("rocks_left") == [1, 0, 0]


# --- R10.8, R10.9 ---------------------------------------------------------------------------------------


@rule("R10.8", "R4.23")
def test_three_may_be_swapped_for_three() -> None:
    """With four players the stack is 2, 3, 3, 4, 4."""
    table = Table(4).food_tile(1).food_tile(0).choose("action:16", "own:food")
    assert table.options == ["board:food", "tile:1.main"]
    table.choose("board:food")
    assert table.seats("food_tile") == [3, 2, 0, 0]
    assert table.state["food_stack"][:4].tolist() == [4, 4, 3, 0]
    assert table.asked == (1, "act")


@rule("R10.8", "R4.14")
def test_who_owns_nothing_of_the_food_shown_may_be_robbed() -> None:
    table = Table().poor().put(1, 1, 14).give(1, silver=2, honey=1).choose("action:14")
    assert table.options == ["space:1", "space:14"]
    table.choose("space:1")
    assert table.asked == (1, "act")
    assert sum(table.goods(0).values()) == 0
    assert table.goods(1) == {"apple": 0, "bread": 0, "honey": 1, "silver": 2, "gold": 0}


@rule("R10.9")
@pytest.mark.parametrize(
    ("goods", "choices", "to_supply"),
    [
        ({"silver": 4}, ["action:5"], [0, 0, 0, 4, -1]),
        ({"silver": 1}, ["action:11"], [0, 0, 0, 1, 0]),
        ({"gold": 4}, ["action:13"], [0, 0, 0, 0, 4]),
        ({"apple": 1}, ["action:3", "mine", "space:1"], [1, 0, 0, 0, 0]),
        ({"apple": 2, "bread": 1, "honey": 1, "silver": 1}, ["action:19"], [1, 1, 1, 1, 0]),
        ({"bread": 1}, ["free:0"], [0, 1, 0, 0, 0]),
    ],
)
def test_what_is_paid_goes_to_the_supply(
    goods: dict[str, int], choices: list[str], to_supply: list[int]
) -> None:
    table = Table().poor().give(0, **goods).put(1, 1, 2).put(2, 3, 4, 5).put(0, 6, 10).rocks(0, 1)
    before = table.state["supply"].copy()
    table.choose(*choices)
    assert (table.state["supply"] - before).tolist() == to_supply
    assert table.state["removed"][:5].tolist() == [0, 0, 0, 0, 0]


@rule("R10.9", "R4.20")
def test_honey_for_the_play_order_goes_to_the_supply() -> None:
    table = Table(order=[2, 1, 0]).poor().choose("pass", "pass").give(0, honey=2)
    before = int(table.state["supply"][2])
    table.choose("action:20", "amount:2")
    assert table.order("small") == [0, 2, 1]
    assert table.state["supply"][2] == before + 2


@rule("R10.9", "R3.9")
def test_rocks_may_be_removed_when_an_action_is_chosen() -> None:
    table = Table().give(0, bread=3).rocks(0, 2, 1)
    assert [option for option in table.options if option.startswith("free")] == ["free:0", "free:1"]
    table.choose("free:1")
    assert table.asked == (0, "act")
    assert table.state["rocks"][0].tolist() == [2, 0]
    assert table.goods(0)["bread"] == 2


@rule("R10.9", "R3.9")
def test_rocks_may_be_removed_when_a_step_of_the_reward_phase_is_chosen() -> None:
    table = Table().poor().give(0, bread=2).rocks(0, 2, 1).offerings("bread", "good:bread", "amount:1")
    assert table.asked == (0, "promote_from")
    assert table.options == ["free:0", "free:1", "mine", "stop"]


@rule("R10.9", "R3.9")
def test_rocks_may_not_be_removed_at_other_moments() -> None:
    """All of these are decisions of a seat with bread and rocks."""

    def table() -> Table:
        return Table().poor().give(0, bread=9, silver=2).give(1, bread=9).rocks(0, 2, 1).rocks(1, 2, 1)

    assert table().choose("action:3").options == ["space:1", "space:2", "space:4", "space:5"]
    assert table().choose("action:1").options == ["good:apple", "good:bread", "good:honey"]
    assert table().offerings("bread").options == ["good:bread", "good:silver", "stop"]
    asked = table().put(1, 1, 2).penalties(1, 9).script(("whip_die", 1)).choose("action:10", "seat:1")
    assert asked.options == ["space:1", "space:2"]
    stealing = table().food_tile(0).penalty_phase(model.STEP_ROUND_END)
    assert stealing.options == ["good:apple", "good:bread", "good:honey"]


@rule("R10.9")
def test_action_3_never_offers_to_remove_rocks() -> None:
    table = Table().poor().give(0, bread=9).rocks(0, 2, 1).put(0, 1).choose("action:3")
    assert table.asked == (0, "promote_from")
    assert table.options == ["mine", "space:1"]


# --- R10.10 ---------------------------------------------------------------------------------------------


@rule("R10.10", "R3.14", "R3.16")
@pytest.mark.parametrize("edition", EDITIONS)
def test_the_angry_queen_gives_no_five_points_more(edition: str) -> None:
    table = Table(edition=edition).poor().give(0, silver=1).put(2, 1, 2).offerings("apple", "good:silver")
    assert table.asked == (2, "demote")
    assert table.seats("penalties") == [0, 5, 5]
    table.choose("space:1")
    assert table.seats("penalties")[1:] == [5 + 2 + 6, 5 + 1 + 6]


@rule("R10.10", "R7.2")
@pytest.mark.parametrize("edition", EDITIONS)
def test_one_empty_hand_of_two_costs_nothing(edition: str) -> None:
    table = Table(2, edition=edition).poor().give(0, silver=1, gold=1).give(1, apple=1)
    table.offerings("apple", "good:silver", "stop", "good:apple")
    assert table.asked == (1, "promote_from")
    assert table.seats("penalties") == [0, 0]


# --- R10.11 ---------------------------------------------------------------------------------------------


@rule("R10.11", "R4.23")
@pytest.mark.parametrize(
    ("own", "other", "first", "second"),
    [
        ("own:extra", "tile:1.main", (0, 0, model.ON_EXTRA + MERCY), (0, PEEK, 0)),
        ("own:extra", "board:double", (0, 0, model.ON_EXTRA + DOUBLE), (0, MERCY, 0)),
    ],
)
def test_a_swapped_tile_takes_the_exact_slot_of_the_other(
    own: str, other: str, first: tuple[int, ...], second: tuple[int, ...]
) -> None:
    """The own slot is empty, and stays empty."""
    table = extra_table().one_off(0, "peek", extra=True).one_off(1, "mercy").choose("action:16", own)
    assert table.options == ["board:double", "tile:1.main"]
    table.choose(other)
    assert tiles_of(table, 0) == first
    assert tiles_of(table, 1) == second


@rule("R10.11", "R4.23")
def test_a_swap_with_an_opponents_extra_slot_lays_the_tile_there() -> None:
    table = Table(abilities=(3, EXTRA_SLOT, 10)).food_tile(0).food_tile(1, extra=True)
    table.choose("action:16", "own:food")
    assert table.options == ["board:food", "tile:1.extra"]
    table.choose("tile:1.extra")
    assert tiles_of(table, 0) == (3, 0, 0)
    assert tiles_of(table, 1) == (0, 0, 2)


@rule("R10.11")
def test_nothing_moves_from_the_extra_slot_to_the_main_one() -> None:
    table = Table(abilities=(3, EXTRA_SLOT, 10)).one_off(1, "mercy").one_off(1, "peek", extra=True)
    table.put(1, 1, 2).penalties(1, 9).script(("whip_die", 1)).choose("action:10", "seat:1", "mercy")
    assert tiles_of(table, 1) == (0, 0, model.ON_EXTRA + PEEK)
    table.choose("action:7")
    assert tiles_of(table, 1) == (0, DOUBLE, model.ON_EXTRA + PEEK)


@rule("R10.11")
def test_a_tile_on_a_displayed_extra_slot_is_not_on_the_board() -> None:
    table = extra_table(edition="fr").one_off(0, "peek", extra=True).one_off(1, "mercy")
    table.choose("action:16", "own:ability", "ability:4")
    assert int(table.state["display_extra"]) == model.ON_EXTRA + PEEK
    assert table.asked == (1, "act")
    table.choose("action:16", "own:one_off")  # board:double is the only partner: not asked
    assert tiles_of(table, 1) == (0, DOUBLE, 0)
    assert table.asked == (2, "act")
    offered = [option for option in table.options if option in ("action:7", "action:8", "action:9")]
    assert offered == ["action:9"]


@rule("R10.11")
def test_a_food_tile_on_a_displayed_extra_slot_is_not_on_the_stack() -> None:
    table = extra_table().food_tile(0, extra=True).choose("action:16", "own:ability", "ability:4")
    table.choose("action:6")
    assert tiles_of(table, 1) == (3, 0, 0)
    assert int(table.state["display_extra"]) == 2


# --- R10.12 ---------------------------------------------------------------------------------------------


@rule("R10.12", "R6.3", "R3.5")
def test_the_discs_of_a_fallen_player_stay_placed() -> None:
    table = Table().choose("action:2", "action:21").penalties(0, 59).script(("whip_die", 1))
    table.choose("action:10", "seat:0")
    assert table.seats("in_play") == [0, 1, 1]
    assert table.asked == (2, "act")
    assert table.state["discs_on"][[2, 10, 21]].tolist() == [2, 2, 4]
    assert not {"action:2", "action:10", "action:21"} & set(table.options)


@rule("R10.12", "R4.24", "R6.3")
def test_the_copying_of_a_fallen_player_counts_and_its_action_stops() -> None:
    table = Table().poor().discs_on({2: 2}).penalties(0, 59).choose("action:18")
    assert table.seats("in_play") == [0, 1, 1]
    assert table.asked == (1, "act")
    table.choose("action:18")
    assert table.seats("penalties") == [60, 2, 0]
    assert table.goods(1)["silver"] == 2
    table.choose("action:18")
    assert table.seats("penalties") == [60, 2, 2]


@rule("R10.12", "R4.10", "R6.2")
@pytest.mark.parametrize("victim", [1, 2])
def test_whips_go_on_for_the_other_victims(victim: int) -> None:
    table = Table(4).penalties(victim, 59).script(("whip_die", 3))
    table.choose("action:10", "seat:1", "seat:2", "seat:3")
    expected = [0, 1, 1, 1]
    expected[victim] = 60
    assert table.seats("penalties") == expected


@rule("R10.12", "R3.4")
@pytest.mark.parametrize(("seat", "following"), [(0, 3), (3, 1), (1, 2), (2, 0)])
def test_the_turn_of_a_fallen_player_goes_to_whoever_followed(seat: int, following: int) -> None:
    order = [0, 3, 1, 2]
    table = Table(4, order=order).choose(*["pass"] * order.index(seat)).discs(4, 4, 4, 4)
    table.penalties(seat, 55).choose("pass")
    assert table.seats("in_play")[seat] == 0
    assert table.asked == (following, "act")


@rule("R10.12", "R4.10")
def test_the_turn_of_a_fallen_victim_is_skipped() -> None:
    table = Table(4).penalties(1, 59).script(("whip_die", 1)).choose("action:10", "seat:1")
    assert table.asked == (2, "act")
    table.choose("action:2")
    assert table.asked == (3, "act")


# --- R10.13 to R10.15 -----------------------------------------------------------------------------------


@rule("R10.13", "R6.1")
def test_the_favourite_is_not_asked_at_a_mine_symbol_and_keeps_mercy() -> None:
    table = Table().put(0, 1, 2).one_off(0, "mercy").penalties(0, 9).choose("pass")
    assert table.asked == (1, "act")
    assert table.seats("penalties") == [14, 0, 0]
    assert table.pixies(0) == [1, 2]
    assert tiles_of(table, 0) == (0, MERCY, 0)


@rule("R10.13", "R6.1")
def test_a_favourite_with_one_pixie_keeps_it() -> None:
    table = Table().put(0, 3).penalties(0, 9).choose("pass")
    assert table.pixies(0) == [3]


@rule("R10.13", "R6.1", "R3.22", "R3.23")
@pytest.mark.parametrize("before", [9, 4])
def test_the_favourite_keeps_all_pixies_in_the_penalty_phase(before: int) -> None:
    """The mine symbol is reached for slaves (2 points) or for tracks (6 points)."""
    table = Table().poor().put(0, 3, 4).one_off(0, "mercy").penalties(0, before).penalty_phase()
    assert table.asked == (0, "act")
    assert table.seats("penalties")[0] == before + 8
    assert table.pixies(0) == [3, 4]
    assert tiles_of(table, 0) == (0, MERCY, 0)


@rule("R10.14", "R4.24")
def test_what_was_legal_before_the_points_of_a_copy_may_be_gone_after_them() -> None:
    """The only step leads from space 1 to row 2. The points demote that pixie, and row 1 is closed to it."""
    table = Table(5).poor().choose("pass").rocks(1, 1, 1).put(1, 1).penalties(1, 9)
    table.supply(apple=0, bread=0, honey=0, silver=0).discs_on(dict.fromkeys(range(1, 6), 2))
    assert "action:18" in table.options
    table.choose("action:18")
    assert table.seats("penalties")[1] == 10
    assert table.pixies(1) == []
    assert table.asked == (2, "act")
    assert table.seats("discs") == [0, 3, 4, 4, 4]


@rule("R10.14", "R4.24", "R3.7")
def test_what_the_points_of_a_copy_would_make_legal_does_not_count_before_them() -> None:
    """No step is legal, but one from the mine would be if the pixie of space 1 were demoted."""
    table = Table(5).poor().choose("pass").rocks(1, 1, 1).put(1, 1).penalties(1, 9)
    table.put(2, 6, 7).put(3, 8, 9).discs_on({3: 2})
    assert "action:18" not in table.options
    table.rocks(1, 1)
    assert "action:18" in table.options


@rule("R10.14", "R4.24")
def test_what_can_be_copied_is_asked_after_the_points() -> None:
    """Robbing is legal all the time; the step from space 1 is gone with its pixie."""
    table = Table(5).poor().choose("pass").rocks(1, 1, 1).put(1, 1).put(2, 2).penalties(1, 9)
    table.supply(apple=0, bread=0, honey=0, silver=0).discs_on(
        {**dict.fromkeys(range(1, 6), 2), 10: 2, 14: 2}
    )
    table.choose("action:18")
    assert table.asked == (1, "copy")
    assert table.options == ["action:10", "action:14"]


@rule("R10.14", "R4.24", "R6.1")
def test_the_demotion_of_a_copy_comes_before_its_choice() -> None:
    table = Table().choose("pass").put(1, 1, 2).penalties(1, 9).discs_on({2: 2, 8: 2}).choose("action:18")
    assert table.asked == (1, "demote")
    table.choose("space:2")
    assert table.asked == (1, "copy")
    assert table.options == ["action:2", "action:8"]


@rule("R10.15", "R3.22", "R6.3")
@pytest.mark.parametrize("falls", [0, 1, 2])
def test_a_fall_in_the_slave_pass_skips_nobody(falls: int) -> None:
    table = Table(4, abilities=(2, 3, 6, 9)).poor().penalties(falls, 58).track(falls, silver=6, gold=6)
    for seat in range(4):
        table.track(seat, silver=6, gold=6)
    table.penalty_phase()
    expected = [2, 2, 2, 2]
    expected[falls] = 60
    assert table.seats("penalties") == expected


@rule("R10.15", "R3.23", "R6.3")
@pytest.mark.parametrize("falls", [0, 1, 2])
def test_a_fall_in_the_track_pass_skips_nobody(falls: int) -> None:
    table = Table(4, abilities=(2, 3, 6, 9)).poor().penalties(falls, 57).penalty_phase()
    expected = [8, 8, 8, 8]
    expected[falls] = 60
    assert table.seats("penalties") == expected


@rule("R10.15", "R3.14", "R6.3")
def test_a_fall_in_the_pass_of_empty_hands_skips_nobody() -> None:
    table = Table(4).poor().give(3, apple=1).penalties(0, 55).offerings("apple", "good:apple")
    assert table.asked == (3, "promote_from")
    assert table.seats("penalties") == [60, 5, 5, 0]
    assert table.order() == [1, 2, 3]


@rule("R10.15", "R6.3", "R3.23")
def test_who_fell_for_slaves_gets_nothing_for_tracks() -> None:
    table = Table().poor().penalties(1, 59).track(1, silver=7, gold=7).rewards(1, 4).penalty_phase()
    assert table.seats("in_play") == [1, 0, 1]
    assert table.seats("rewards") == [0, 0, 0]
    assert table.seats("penalties") == [8, 60, 7]


@rule("R10.15", "R6.2", "R4.10")
def test_points_are_given_in_large_order_and_settled_one_by_one() -> None:
    table = (
        Table(4, order=[0, 3, 1, 2]).put(1, 1, 2).put(3, 4, 5).penalties(1, 9).penalties(3, 9).penalties(2, 9)
    )
    table.script(("whip_die", 3)).choose("action:10", "seat:1", "seat:2", "seat:3")
    assert table.asked == (3, "demote")
    assert table.seats("penalties") == [0, 9, 9, 10]
    table.choose("space:4")
    assert table.asked == (1, "demote")
    assert table.seats("penalties") == [0, 10, 9, 10]
    table.choose("space:1")
    assert table.seats("penalties") == [0, 10, 10, 10]


@rule("R10.15", "R6.2", "R10.13")
def test_the_next_in_order_is_the_favourite_as_soon_as_the_first_has_fallen() -> None:
    table = Table(abilities=(2, 3, 6)).poor().penalties(0, 58).penalties(1, 9).penalties(2, 9)
    table.put(1, 1, 2).put(2, 4, 5).penalty_phase()
    assert table.asked == (2, "demote")
    assert table.seats("penalties") == [60, 11, 11]
    assert table.pixies(1) == [1, 2]
