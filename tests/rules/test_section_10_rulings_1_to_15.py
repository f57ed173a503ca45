"""Section 10: rulings R10.1 to R10.15."""

from typing import Any

import pytest

from dixie_env.engine import model
from tests.position import Position, rule

EDITIONS = ["de", "proto", "fr", "en", "pl"]
DOUBLE, PEEK, MERCY = 1, 2, 3
EXTRA_SLOT = 8


def extra_position(**options: Any) -> Position:
    """Seat 0 has the ability `extra_slot`, on display are 1 and 4 and 5."""
    return Position(abilities=(EXTRA_SLOT, 3, 10), **options)


def tiles_of(position: Position, seat: int) -> tuple[int, ...]:
    """Food tile, one-off tile, and what lies on the extra slot (one-off tiles there: 11, 12, 13)."""
    return tuple(position.seats(field)[seat] for field in ("food_tile", "one_off", "extra"))


def end(position: Position) -> Position:
    """The last round ends, and its penalties have been given before."""
    position.round(7).go_to(model.STEP_ROUND_END)
    assert position.phase == "over"
    return position


# --- R10.1 ----------------------------------------------------------------------------------------------


@rule("R10.1")
def test_the_only_food_in_supply_is_taken_without_asking() -> None:
    position = Position().poor().supply(apple=0, honey=0).choose("action:1")
    assert position.asked == (1, "act")
    assert position.goods(0)["bread"] == 2


@rule("R10.1")
def test_the_only_active_pixie_is_demoted_without_asking() -> None:
    position = Position().put(1, 4).penalties(1, 9).script(("whip_die", 1)).choose("action:10", "seat:1")
    assert position.asked == (1, "act")
    assert position.pixies(1) == []
    assert position.seats("mine") == [5, 5, 5]


@rule("R10.1")
def test_the_only_amount_and_the_only_pixie_are_not_asked_for() -> None:
    position = Position().poor().give(0, silver=4).choose("action:5")
    assert position.asked == (1, "act")
    assert position.goods(0)["gold"] == 1
    position.put(0, 1).choose("action:14")
    assert position.asked == (2, "act")


@rule("R10.1", "R3.18")
def test_a_step_of_the_reward_phase_that_does_not_exist_is_not_asked_for() -> None:
    """Seat 0 has two chained slaves and a loyal servant: only `stop` is possible."""
    position = Position(5).poor().round(2).servants(0, 1).rocks(0, 1, 1).give(0, honey=2).give(1, honey=1)
    position.offerings("honey", "good:honey", "amount:2", "good:honey")
    assert position.asked == (1, "promote_from")


@rule("R10.1", "R3.4")
def test_an_action_is_asked_for_even_if_only_pass_is_left() -> None:
    position = Position().poor().bag().discs_on({16: 1, 17: 3}).choose("action:21").discs(0, 1)
    assert position.asked == (1, "act")
    assert position.options == ["pass"]
    assert position.seats("penalties") == [0, 0, 0]
    position.choose("pass")
    assert position.seats("penalties") == [0, 5, 0]


# --- R10.2 to R10.4 -------------------------------------------------------------------------------------


@rule("R10.2", "R11.3")
def test_goods_that_nobody_owns_have_no_majority() -> None:
    position = end(Position().poor())
    assert position.seats("hoards") == [0, 0, 0]
    assert position.seats("scores") == [0, 0, 0]


@rule("R10.2", "R11.3")
def test_one_of_a_good_is_enough_for_its_majority() -> None:
    assert end(Position().poor().give(2, honey=1)).seats("hoards") == [0, 0, 1]


@rule("R10.3")
@pytest.mark.parametrize("points", [20, 100, 127, 300])
def test_reward_points_have_no_limit(points: int) -> None:
    position = Position().poor().rewards(0, points).give(0, gold=1).track(0, gold=7).choose("action:13")
    assert position.seats("rewards") == [points + 8, 0, 0]
    position.poor().track(0, silver=7, gold=7).penalty_phase()
    assert position.seats("rewards") == [points + 10, 0, 0]


@rule("R10.4", "R3.13")
@pytest.mark.parametrize("demand", ["apple", "bread", "honey"])
def test_another_food_than_the_demanded_one_is_never_an_option(demand: str) -> None:
    position = Position().give(0, apple=2, bread=2, honey=2, silver=2, gold=2).offerings(demand)
    assert position.asked == (0, "offer")
    assert position.options == sorted([f"good:{demand}", "good:gold", "good:silver", "stop"])


@rule("R10.4", "R3.14")
def test_who_owns_only_another_food_offers_nothing_and_keeps_it() -> None:
    position = Position().poor().give(0, bread=3).give(1, apple=1).offerings("apple")
    assert position.asked == (1, "offer")
    position.choose("good:apple")
    assert position.asked == (1, "promote_from")
    assert position.seats("penalties") == [5, 0, 5]
    assert position.goods(0)["bread"] == 3


@rule("R10.4", "R7.2")
@pytest.mark.parametrize(("second", "gold_left"), [("stop", 1), ("good:gold", 0)])
def test_an_offering_may_be_of_fewer_kinds_than_allowed(second: str, gold_left: int) -> None:
    position = (
        Position(2)
        .poor()
        .give(0, apple=1, silver=1, gold=1)
        .give(1, apple=1)
        .offerings("apple", "good:silver")
    )
    assert position.asked == (0, "offer")
    assert position.options == ["good:apple", "good:gold", "stop"]
    position.choose(second, "good:apple")
    assert position.asked == (1, "promote_from")
    assert position.seats("penalties") == [0, 0]
    assert position.goods(0) == {"apple": 1, "bread": 0, "honey": 0, "silver": 0, "gold": gold_left}


@rule("R10.4", "R3.13")
def test_a_doubled_offering_may_be_of_one_kind() -> None:
    position = Position().poor().give(0, silver=1, gold=1).give(1, apple=1).one_off(0, "double")
    position.offerings("apple", "yes", "good:silver")
    assert position.options == ["good:gold", "stop"]
    position.choose("stop", "good:apple")
    assert position.asked == (1, "promote_from")
    assert position.seats("penalties") == [0, 0, 5]
    assert position.state["track"][0].tolist() == [2, 0]
    assert position.goods(0)["gold"] == 1


# --- R10.5 ----------------------------------------------------------------------------------------------


@rule("R10.5", "R12.8", "R1.6")
def test_a_new_one_off_tile_goes_to_its_own_slot_first() -> None:
    position = extra_position().choose("action:7")
    assert tiles_of(position, 0) == (0, DOUBLE, 0)
    position.choose("action:2", "action:6", "action:9")
    assert tiles_of(position, 0) == (0, DOUBLE, model.ON_EXTRA + MERCY)


@rule("R10.5", "R12.8", "R1.6")
def test_a_new_food_tile_goes_to_its_own_slot_first() -> None:
    position = extra_position().choose("action:6")
    assert tiles_of(position, 0) == (2, 0, 0)
    position.choose("action:2", "action:8").discs_on({6: 0}).choose("action:6")
    assert tiles_of(position, 0) == (2, 0, 3)


@rule("R10.5", "R12.8")
@pytest.mark.parametrize("ability", [EXTRA_SLOT, 2])
def test_with_both_slots_full_no_tile_can_be_taken(ability: int) -> None:
    position = Position(abilities=(ability, 3, 10)).one_off(0, "double").food_tile(0)
    offered = {f"action:{action}" for action in (6, 8, 9)}
    assert offered & set(position.options) == (offered if ability == EXTRA_SLOT else set())
    if ability == EXTRA_SLOT:
        position.food_tile(0, extra=True)
        assert offered & set(position.options) == set()


@rule("R10.5", "R10.11", "R4.23")
def test_a_tile_on_the_extra_slot_goes_with_the_ability_to_an_opponent() -> None:
    position = extra_position().one_off(0, "peek", extra=True).one_off(0, "mercy").one_off(1, "double")
    position.choose("action:16", "own:ability", "tile:1.main")
    assert position.seats("ability") == [3, EXTRA_SLOT, 10]
    assert tiles_of(position, 0) == (0, MERCY, 0)
    assert tiles_of(position, 1) == (0, DOUBLE, model.ON_EXTRA + PEEK)


@rule("R10.5", "R10.11", "R4.23")
def test_a_tile_on_the_extra_slot_goes_with_the_ability_to_the_display_and_from_there() -> None:
    position = extra_position(edition="fr").food_tile(0, extra=True)
    position.choose("action:16", "own:ability", "ability:4")
    assert tiles_of(position, 0) == (0, 0, 0)
    assert int(position.state["display_extra"]) == 2
    position.choose("action:16", f"ability:{EXTRA_SLOT}")
    assert position.seats("ability") == [4, EXTRA_SLOT, 10]
    assert tiles_of(position, 1) == (0, 0, 2)
    assert int(position.state["display_extra"]) == 0


# --- R10.6, R10.7 ---------------------------------------------------------------------------------------


@rule("R10.6", "R3.20")
def test_the_seventh_loyal_servant_still_gets_a_tile() -> None:
    position = Position(abilities=(1, 3, 10)).poor().round(7).servants(0, 3).servants(1, 3, first_round=2)
    position.put(0, 13).give(0, apple=1).offerings("apple", "good:apple", "space:13")
    assert position.phase == "over"
    assert position.seats("servants") == [4, 3, 0]
    assert position.seats("rewards") == [4, 0, 0]


@rule("R10.6", "R5.5", "R3.20")
def test_one_loyal_servant_a_round() -> None:
    position = (
        Position(abilities=(1, 3, 10)).poor().put(0, 13, 14).give(0, apple=2).offerings("apple", "good:apple")
    )
    position.choose("amount:2", "space:13")
    assert position.options == ["mine", "stop"]
    position.choose("stop")
    assert position.seats("servants") == [1, 0, 0]
    assert position.seats("rewards") == [10, 0, 0]


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
    position = Position(edition=edition).poor().give(0, bread=bread).rocks(0, *rocks)
    removed = int(position.state["removed"][model.ROCK])
    end(position)
    assert position.seats("rocks_left") == [left, 0, 0]
    assert position.goods(0)["bread"] == bread_left
    assert position.state["removed"][model.ROCK] == removed + sum(rocks) - left


@rule("R10.7")
def test_every_player_removes_rocks_at_the_end() -> None:
    position = Position().poor().give(1, bread=1).give(2, bread=2).rocks(0, 1).rocks(1, 1).rocks(2, 1, 1)
    assert end(position).seats("rocks_left") == [1, 0, 0]


# --- R10.8, R10.9 ---------------------------------------------------------------------------------------


@rule("R10.8", "R4.23")
def test_three_may_be_swapped_for_three() -> None:
    """With four players the stack is 2, 3, 3, 4, 4."""
    position = Position(4).food_tile(1).food_tile(0).choose("action:16", "own:food")
    assert position.options == ["board:food", "tile:1.main"]
    position.choose("board:food")
    assert position.seats("food_tile") == [3, 2, 0, 0]
    assert position.state["food_stack"][:4].tolist() == [4, 4, 3, 0]
    assert position.asked == (1, "act")


@rule("R10.8", "R4.14")
def test_who_owns_nothing_of_the_food_shown_may_be_robbed() -> None:
    position = Position().poor().put(1, 1, 14).give(1, silver=2, honey=1).choose("action:14")
    assert position.options == ["space:1", "space:14"]
    position.choose("space:1")
    assert position.asked == (1, "act")
    assert sum(position.goods(0).values()) == 0
    assert position.goods(1) == {"apple": 0, "bread": 0, "honey": 1, "silver": 2, "gold": 0}


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
    position = Position().poor().give(0, **goods).put(1, 1, 2).put(2, 3, 4, 5).put(0, 6, 10).rocks(0, 1)
    before = position.state["supply"].copy()
    position.choose(*choices)
    assert (position.state["supply"] - before).tolist() == to_supply
    assert position.state["removed"][:5].tolist() == [0, 0, 0, 0, 0]


@rule("R10.9", "R4.20")
def test_honey_for_the_play_order_goes_to_the_supply() -> None:
    position = Position(order=[2, 1, 0]).poor().choose("pass", "pass").give(0, honey=2)
    before = int(position.state["supply"][2])
    position.choose("action:20", "amount:2")
    assert position.order("small") == [0, 2, 1]
    assert position.state["supply"][2] == before + 2


@rule("R10.9", "R3.9")
def test_rocks_may_be_removed_when_an_action_is_chosen() -> None:
    position = Position().give(0, bread=3).rocks(0, 2, 1)
    assert [option for option in position.options if option.startswith("free")] == ["free:0", "free:1"]
    position.choose("free:1")
    assert position.asked == (0, "act")
    assert position.state["rocks"][0].tolist() == [2, 0]
    assert position.goods(0)["bread"] == 2


@rule("R10.9", "R3.9")
def test_rocks_may_be_removed_when_a_step_of_the_reward_phase_is_chosen() -> None:
    position = Position().poor().give(0, bread=2).rocks(0, 2, 1).offerings("bread", "good:bread", "amount:1")
    assert position.asked == (0, "promote_from")
    assert position.options == ["free:0", "free:1", "mine", "stop"]


@rule("R10.9", "R3.9")
def test_rocks_may_not_be_removed_at_other_moments() -> None:
    """All of these are decisions of a seat with bread and rocks."""

    def position() -> Position:
        return Position().poor().give(0, bread=9, silver=2).give(1, bread=9).rocks(0, 2, 1).rocks(1, 2, 1)

    assert position().choose("action:3").options == ["space:1", "space:2", "space:4", "space:5"]
    assert position().choose("action:1").options == ["good:apple", "good:bread", "good:honey"]
    assert position().offerings("bread").options == ["good:bread", "good:silver", "stop"]
    asked = position().put(1, 1, 2).penalties(1, 9).script(("whip_die", 1)).choose("action:10", "seat:1")
    assert asked.options == ["space:1", "space:2"]
    stealing = position().food_tile(0).penalty_phase(model.STEP_ROUND_END)
    assert stealing.options == ["good:apple", "good:bread", "good:honey"]


@rule("R10.9")
def test_action_3_never_offers_to_remove_rocks() -> None:
    position = Position().poor().give(0, bread=9).rocks(0, 2, 1).put(0, 1).choose("action:3")
    assert position.asked == (0, "promote_from")
    assert position.options == ["mine", "space:1"]


# --- R10.10 ---------------------------------------------------------------------------------------------


@rule("R10.10", "R3.14", "R3.16")
@pytest.mark.parametrize("edition", EDITIONS)
def test_the_angry_queen_gives_no_five_points_more(edition: str) -> None:
    position = (
        Position(edition=edition).poor().give(0, silver=1).put(2, 1, 2).offerings("apple", "good:silver")
    )
    assert position.asked == (2, "demote")
    assert position.seats("penalties") == [0, 5, 5]
    position.choose("space:1")
    assert position.seats("penalties")[1:] == [5 + 2 + 6, 5 + 1 + 6]


@rule("R10.10", "R7.2")
@pytest.mark.parametrize("edition", EDITIONS)
def test_one_empty_hand_of_two_costs_nothing(edition: str) -> None:
    position = Position(2, edition=edition).poor().give(0, silver=1, gold=1).give(1, apple=1)
    position.offerings("apple", "good:silver", "stop", "good:apple")
    assert position.asked == (1, "promote_from")
    assert position.seats("penalties") == [0, 0]


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
    position = extra_position().one_off(0, "peek", extra=True).one_off(1, "mercy").choose("action:16", own)
    assert position.options == ["board:double", "tile:1.main"]
    position.choose(other)
    assert tiles_of(position, 0) == first
    assert tiles_of(position, 1) == second


@rule("R10.11", "R4.23")
def test_a_swap_with_an_opponents_extra_slot_lays_the_tile_there() -> None:
    position = Position(abilities=(3, EXTRA_SLOT, 10)).food_tile(0).food_tile(1, extra=True)
    position.choose("action:16", "own:food")
    assert position.options == ["board:food", "tile:1.extra"]
    position.choose("tile:1.extra")
    assert tiles_of(position, 0) == (3, 0, 0)
    assert tiles_of(position, 1) == (0, 0, 2)


@rule("R10.11")
def test_nothing_moves_from_the_extra_slot_to_the_main_one() -> None:
    position = Position(abilities=(3, EXTRA_SLOT, 10)).one_off(1, "mercy").one_off(1, "peek", extra=True)
    position.put(1, 1, 2).penalties(1, 9).script(("whip_die", 1)).choose("action:10", "seat:1", "mercy")
    assert tiles_of(position, 1) == (0, 0, model.ON_EXTRA + PEEK)
    position.choose("action:7")
    assert tiles_of(position, 1) == (0, DOUBLE, model.ON_EXTRA + PEEK)


@rule("R10.11")
def test_a_tile_on_a_displayed_extra_slot_is_not_on_the_board() -> None:
    position = extra_position(edition="fr").one_off(0, "peek", extra=True).one_off(1, "mercy")
    position.choose("action:16", "own:ability", "ability:4")
    assert int(position.state["display_extra"]) == model.ON_EXTRA + PEEK
    assert position.asked == (1, "act")
    position.choose("action:16", "own:one_off")  # board:double is the only partner: not asked
    assert tiles_of(position, 1) == (0, DOUBLE, 0)
    assert position.asked == (2, "act")
    offered = [option for option in position.options if option in ("action:7", "action:8", "action:9")]
    assert offered == ["action:9"]


@rule("R10.11")
def test_a_food_tile_on_a_displayed_extra_slot_is_not_on_the_stack() -> None:
    position = extra_position().food_tile(0, extra=True).choose("action:16", "own:ability", "ability:4")
    position.choose("action:6")
    assert tiles_of(position, 1) == (3, 0, 0)
    assert int(position.state["display_extra"]) == 2


# --- R10.12 ---------------------------------------------------------------------------------------------


@rule("R10.12", "R6.3", "R3.5")
def test_the_discs_of_a_fallen_player_stay_placed() -> None:
    position = Position().choose("action:2", "action:21").penalties(0, 59).script(("whip_die", 1))
    position.choose("action:10", "seat:0")
    assert position.seats("in_play") == [0, 1, 1]
    assert position.asked == (2, "act")
    assert position.state["discs_on"][[2, 10, 21]].tolist() == [2, 2, 4]
    assert not {"action:2", "action:10", "action:21"} & set(position.options)


@rule("R10.12", "R4.24", "R6.3")
def test_the_copying_of_a_fallen_player_counts_and_its_action_stops() -> None:
    position = Position().poor().discs_on({2: 2}).penalties(0, 59).choose("action:18")
    assert position.seats("in_play") == [0, 1, 1]
    assert position.asked == (1, "act")
    position.choose("action:18")
    assert position.seats("penalties") == [60, 2, 0]
    assert position.goods(1)["silver"] == 2
    position.choose("action:18")
    assert position.seats("penalties") == [60, 2, 2]


@rule("R10.12", "R4.10", "R6.2")
@pytest.mark.parametrize("victim", [1, 2])
def test_whips_go_on_for_the_other_victims(victim: int) -> None:
    position = Position(4).penalties(victim, 59).script(("whip_die", 3))
    position.choose("action:10", "seat:1", "seat:2", "seat:3")
    expected = [0, 1, 1, 1]
    expected[victim] = 60
    assert position.seats("penalties") == expected


@rule("R10.12", "R3.4")
@pytest.mark.parametrize(("seat", "following"), [(0, 3), (3, 1), (1, 2), (2, 0)])
def test_the_turn_of_a_fallen_player_goes_to_whoever_followed(seat: int, following: int) -> None:
    order = [0, 3, 1, 2]
    position = Position(4, order=order).choose(*["pass"] * order.index(seat)).discs(4, 4, 4, 4)
    position.penalties(seat, 55).choose("pass")
    assert position.seats("in_play")[seat] == 0
    assert position.asked == (following, "act")


@rule("R10.12", "R4.10")
def test_the_turn_of_a_fallen_victim_is_skipped() -> None:
    position = Position(4).penalties(1, 59).script(("whip_die", 1)).choose("action:10", "seat:1")
    assert position.asked == (2, "act")
    position.choose("action:2")
    assert position.asked == (3, "act")


# --- R10.13 to R10.15 -----------------------------------------------------------------------------------


@rule("R10.13", "R6.1")
def test_the_favourite_is_not_asked_at_a_mine_symbol_and_keeps_mercy() -> None:
    position = Position().put(0, 1, 2).one_off(0, "mercy").penalties(0, 9).choose("pass")
    assert position.asked == (1, "act")
    assert position.seats("penalties") == [14, 0, 0]
    assert position.pixies(0) == [1, 2]
    assert tiles_of(position, 0) == (0, MERCY, 0)


@rule("R10.13", "R6.1")
def test_a_favourite_with_one_pixie_keeps_it() -> None:
    position = Position().put(0, 3).penalties(0, 9).choose("pass")
    assert position.pixies(0) == [3]


@rule("R10.13", "R6.1", "R3.22", "R3.23")
@pytest.mark.parametrize("before", [9, 4])
def test_the_favourite_keeps_all_pixies_in_the_penalty_phase(before: int) -> None:
    """The mine symbol is reached for slaves (2 points) or for tracks (6 points)."""
    position = Position().poor().put(0, 3, 4).one_off(0, "mercy").penalties(0, before).penalty_phase()
    assert position.asked == (0, "act")
    assert position.seats("penalties")[0] == before + 8
    assert position.pixies(0) == [3, 4]
    assert tiles_of(position, 0) == (0, MERCY, 0)


@rule("R10.14", "R4.24")
def test_what_was_legal_before_the_points_of_a_copy_may_be_gone_after_them() -> None:
    """The only step leads from space 1 to row 2. The points demote that pixie, and row 1 is closed to it."""
    position = Position(5).poor().choose("pass").rocks(1, 1, 1).put(1, 1).penalties(1, 9)
    position.supply(apple=0, bread=0, honey=0, silver=0).discs_on(dict.fromkeys(range(1, 6), 2))
    assert "action:18" in position.options
    position.choose("action:18")
    assert position.seats("penalties")[1] == 10
    assert position.pixies(1) == []
    assert position.asked == (2, "act")
    assert position.seats("discs") == [0, 3, 4, 4, 4]


@rule("R10.14", "R4.24", "R3.7")
def test_what_the_points_of_a_copy_would_make_legal_does_not_count_before_them() -> None:
    """No step is legal, but one from the mine would be if the pixie of space 1 were demoted."""
    position = Position(5).poor().choose("pass").rocks(1, 1, 1).put(1, 1).penalties(1, 9)
    position.put(2, 6, 7).put(3, 8, 9).discs_on({3: 2})
    assert "action:18" not in position.options
    position.rocks(1, 1)
    assert "action:18" in position.options


@rule("R10.14", "R4.24")
def test_what_can_be_copied_is_asked_after_the_points() -> None:
    """Robbing is legal all the time; the step from space 1 is gone with its pixie."""
    position = Position(5).poor().choose("pass").rocks(1, 1, 1).put(1, 1).put(2, 2).penalties(1, 9)
    position.supply(apple=0, bread=0, honey=0, silver=0).discs_on(
        {**dict.fromkeys(range(1, 6), 2), 10: 2, 14: 2}
    )
    position.choose("action:18")
    assert position.asked == (1, "copy")
    assert position.options == ["action:10", "action:14"]


@rule("R10.14", "R4.24", "R6.1")
def test_the_demotion_of_a_copy_comes_before_its_choice() -> None:
    position = (
        Position().choose("pass").put(1, 1, 2).penalties(1, 9).discs_on({2: 2, 8: 2}).choose("action:18")
    )
    assert position.asked == (1, "demote")
    position.choose("space:2")
    assert position.asked == (1, "copy")
    assert position.options == ["action:2", "action:8"]


@rule("R10.15", "R3.22", "R6.3")
@pytest.mark.parametrize("falls", [0, 1, 2])
def test_a_fall_in_the_slave_pass_skips_nobody(falls: int) -> None:
    position = Position(4, abilities=(2, 3, 6, 9)).poor().penalties(falls, 58).track(falls, silver=6, gold=6)
    for seat in range(4):
        position.track(seat, silver=6, gold=6)
    position.penalty_phase()
    expected = [2, 2, 2, 2]
    expected[falls] = 60
    assert position.seats("penalties") == expected


@rule("R10.15", "R3.23", "R6.3")
@pytest.mark.parametrize("falls", [0, 1, 2])
def test_a_fall_in_the_track_pass_skips_nobody(falls: int) -> None:
    position = Position(4, abilities=(2, 3, 6, 9)).poor().penalties(falls, 57).penalty_phase()
    expected = [8, 8, 8, 8]
    expected[falls] = 60
    assert position.seats("penalties") == expected


@rule("R10.15", "R3.14", "R6.3")
def test_a_fall_in_the_pass_of_empty_hands_skips_nobody() -> None:
    position = Position(4).poor().give(3, apple=1).penalties(0, 55).offerings("apple", "good:apple")
    assert position.asked == (3, "promote_from")
    assert position.seats("penalties") == [60, 5, 5, 0]
    assert position.order() == [1, 2, 3]


@rule("R10.15", "R6.3", "R3.23")
def test_who_fell_for_slaves_gets_nothing_for_tracks() -> None:
    position = Position().poor().penalties(1, 59).track(1, silver=7, gold=7).rewards(1, 4).penalty_phase()
    assert position.seats("in_play") == [1, 0, 1]
    assert position.seats("rewards") == [0, 0, 0]
    assert position.seats("penalties") == [8, 60, 7]


@rule("R10.15", "R6.2", "R4.10")
def test_points_are_given_in_large_order_and_settled_one_by_one() -> None:
    position = (
        Position(4, order=[0, 3, 1, 2])
        .put(1, 1, 2)
        .put(3, 4, 5)
        .penalties(1, 9)
        .penalties(3, 9)
        .penalties(2, 9)
    )
    position.script(("whip_die", 3)).choose("action:10", "seat:1", "seat:2", "seat:3")
    assert position.asked == (3, "demote")
    assert position.seats("penalties") == [0, 9, 9, 10]
    position.choose("space:4")
    assert position.asked == (1, "demote")
    assert position.seats("penalties") == [0, 10, 9, 10]
    position.choose("space:1")
    assert position.seats("penalties") == [0, 10, 10, 10]


@rule("R10.15", "R6.2", "R10.13")
def test_the_next_in_order_is_the_favourite_as_soon_as_the_first_has_fallen() -> None:
    position = Position(abilities=(2, 3, 6)).poor().penalties(0, 58).penalties(1, 9).penalties(2, 9)
    position.put(1, 1, 2).put(2, 4, 5).penalty_phase()
    assert position.asked == (2, "demote")
    assert position.seats("penalties") == [60, 11, 11]
    assert position.pixies(1) == [1, 2]
