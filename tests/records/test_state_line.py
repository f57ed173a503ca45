"""The state line of a full record at the moments where its fields are easily wrong."""

import json
from typing import Any

import pytest

from dixie_env import Game, make_rules
from dixie_env.engine import model
from dixie_env.engine.words import GOODS
from dixie_env.records import describe_state
from tests.position import Position
from tests.records.games import Line, leaves, long_game, look_up, record

NOTHING = dict.fromkeys(GOODS, 0)


def state(position: Position) -> Line:
    return describe_state(position.ready())


def seat(position: Position, number: int) -> Line:
    line: Line = state(position)["seats"][number]
    return line


def goods(**amounts: int) -> dict[str, int]:
    return NOTHING | amounts


# --- the whole line -----------------------------------------------------------------------------------------


def start_of_seat(ability: int, honey: int) -> Line:
    return {
        "in_play": True,
        "goods": goods(apple=2, bread=2, honey=honey, silver=2, gold=2),
        "penalties": 0,
        "rewards": 0,
        "silver_track": 1,
        "gold_track": 1,
        "discs": 4,
        "mine": 5,
        "rocks": [0, 0],
        "spaces": [],
        "servants": 0,
        "ability": ability,
        "food_tile": None,
        "one_off": None,
        "extra": None,
        "used": [],
    }


def test_the_first_turn_of_a_game_of_three_has_exactly_this_line() -> None:
    assert state(Position(3, order=[1, 0, 2])) == {
        "type": "state",
        "round": 1,
        "phase": "actions",
        "large": [1, 0, 2],
        "small": [1, 0, 2],
        "supply": goods(apple=33, bread=33, honey=35, silver=23, gold=14),
        "bag": {"silver": 30, "gold": 10, "rock": 15},
        "rocks_in_hand": 0,
        "offering_track": goods(apple=1, bread=1, honey=1, silver=1),
        "removed": goods(rock=0),
        "markers": None,
        "food_stack": [2, 3, 4, 4],
        "one_offs": ["double", "mercy", "peek"],
        "display": [1, 4, 5],
        "display_extra": None,
        "tiles_left": {
            "offering": [3, 4, 5, 6, 7, 8, 9],
            "servant": [10, 9, 8, 7, 6, 5, 4],
            "ring": [8, 7, 6, 5, 4, 3, 2],
        },
        "demand": None,
        "servant_space": None,
        "discs_on": {},
        "priority": [],
        "dummy": None,
        "seats": [start_of_seat(2, 2), start_of_seat(3, 0), start_of_seat(10, 2)],
    }


def test_every_state_line_has_the_same_keys_and_only_values_of_json() -> None:
    states = [line for line in long_game() if line.get("type") == "state"]
    assert len({tuple(line) for line in states}) == 1
    assert len({tuple(one) for line in states for one in line["seats"]}) == 1
    for line in states:
        assert json.loads(json.dumps(line)) == line
        assert {type(look_up(line, path)) for path in leaves(line)} <= {int, str, bool, type(None)}
        assert [*line["supply"]] == [*line["offering_track"]] == [*line["seats"][0]["goods"]] == [*GOODS]


@pytest.mark.parametrize(
    ("players", "stack"), [(2, [2, 3, 4]), (4, [2, 3, 3, 4, 4]), (5, [2, 2, 3, 3, 4, 4])]
)
def test_a_line_has_as_many_seats_as_players_and_the_top_of_the_food_stack_first(
    players: int, stack: list[int]
) -> None:
    line = state(Position(players))
    assert len(line["seats"]) == players
    assert line["food_stack"] == stack


# --- the draft and the stealing phase -----------------------------------------------------------------------


def test_in_the_draft_the_round_is_0_abilities_are_null_and_goods_are_dealt() -> None:
    game = Game(make_rules(3), 0, [("order", [2, 0, 1]), ("abilities", [1, 2, 3, 4, 5, 6])])
    game.step(model.OPTION_ABILITY + 3)
    line = describe_state(game)
    assert (line["round"], line["phase"]) == (0, "draft")
    assert [one["ability"] for one in line["seats"]] == [None, 4, None]
    assert line["display"] == [1, 2, 3, 5, 6]
    assert [one["goods"]["honey"] for one in line["seats"]] == [2, 2, 0]
    assert all(one["discs"] == 4 for one in line["seats"])


def test_the_last_pick_of_the_draft_leads_to_round_1() -> None:
    lines = record(rounds=1, full=True).lines
    rounds = [(line["round"], line["phase"]) for line in lines if line.get("type") == "state"][:3]
    assert rounds == [(0, "draft"), (0, "draft"), (1, "actions")]


def test_the_phase_is_stealing_while_food_of_a_tile_is_chosen() -> None:
    position = Position().food_tile(1).stealing()
    assert position.asked == (1, "take_food")
    assert state(position)["phase"] == "stealing"
    assert seat(position, 1)["food_tile"] == 2


def test_the_large_order_follows_the_small_one_only_in_the_next_round() -> None:
    position = Position().give(1, honey=3).choose("action:2", "action:20")
    assert (state(position)["large"], state(position)["small"]) == ([0, 1, 2], [1, 0, 2])
    position.stealing()
    assert (state(position)["large"], state(position)["small"]) == ([1, 0, 2], [1, 0, 2])


# --- discs --------------------------------------------------------------------------------------------------


def busy_position(**options: Any) -> Position:
    """Seat 0 has used 15, 16 and 21, seat 1 a double space and 17, seat 2 has passed."""
    position = Position(3, **options).script(("draw", ["silver"] * 5))
    position.choose("action:15", "action:2", "pass", "action:16", "ability:4")
    return position.choose("action:17", "good:bread", "action:21")


def test_discs_stand_on_shared_spaces_and_own_ones_are_used() -> None:
    line = state(busy_position())
    assert line["discs_on"] == {"2": 2, "16": 1, "17": 1, "21": 2}
    assert [one["used"] for one in line["seats"]] == [[15], [], []]
    assert [one["discs"] for one in line["seats"]] == [0, 1, 0]
    assert line["priority"] == [0]
    assert line["large"] == [0, 1, 2]


def test_with_one_each_the_spaces_16_and_21_are_used_and_have_discs() -> None:
    line = state(busy_position(edition="fr"))
    assert line["discs_on"] == {"2": 2, "16": 1, "17": 1, "21": 2}
    assert [one["used"] for one in line["seats"]] == [[15, 16, 21], [], []]


def test_priority_lists_who_used_action_21_in_the_order_of_use() -> None:
    position = Position(3, edition="fr").choose("action:2", "action:21", "action:21")
    assert state(position)["priority"] == [1, 2]
    assert state(position)["discs_on"] == {"2": 2, "21": 8}


def test_a_copy_is_used_and_leaves_no_disc_on_a_space() -> None:
    position = Position().choose("action:2", "action:18")  # only action 2 can be copied: it is not asked
    assert state(position)["discs_on"] == {"2": 2}
    assert seat(position, 1)["used"] == [18]
    assert seat(position, 1)["penalties"] == 1


@pytest.mark.parametrize("edition", ["de", "fr"])
def test_discs_used_and_priority_are_cleared_when_the_offerings_begin(edition: str) -> None:
    position = busy_position(edition=edition).script(("demand", "apple")).choose("pass")
    line = state(position)
    assert line["phase"] == "offerings"
    assert line["discs_on"] == {}
    assert line["priority"] == []
    assert all(one["used"] == [] and one["discs"] == 4 for one in line["seats"])


# --- offerings ----------------------------------------------------------------------------------------------


def test_an_offering_leaves_its_owner_only_when_all_are_shown() -> None:
    position = Position().give(0, apple=3).give(1, silver=2).give(2, gold=1).put(1, 3)
    position.offerings("apple")
    before = state(position)
    position.choose("good:apple")
    assert state(position) == before
    position.choose("amount:2")
    assert state(position) == before
    position.choose("good:silver", "amount:1")
    assert state(position) == before
    position.choose("good:gold")  # amount:1 is not asked: all are shown
    line = state(position)
    assert [one["goods"] for one in line["seats"]] == [goods(apple=1), goods(silver=1), goods()]
    assert line["supply"]["apple"] == before["supply"]["apple"] + 2
    assert line["phase"] == "rewards"


def test_the_demand_stands_from_its_reveal_to_the_end_of_the_round() -> None:
    position = Position().poor().give(0, honey=1).track(0, 6, 6)
    assert state(position)["demand"] is None
    position.offerings("honey")
    assert (state(position)["phase"], state(position)["demand"]) == ("offerings", "honey")
    position.choose("good:honey")
    assert (state(position)["phase"], state(position)["demand"]) == ("rewards", "honey")
    position.choose("stop")
    assert (state(position)["round"], state(position)["demand"]) == (2, None)


@pytest.mark.parametrize(("edition", "demand"), [("de", None), ("en", "bread")])
def test_whether_the_demand_is_known_at_announce_double_depends_on_the_edition(
    edition: str, demand: str | None
) -> None:
    position = (
        Position(edition=edition).one_off(1, "double").go_to(model.STEP_OFFERINGS).script(("demand", "bread"))
    )
    assert position.asked == (1, "announce_double")
    assert (state(position)["phase"], state(position)["demand"]) == ("offerings", demand)
    assert seat(position, 1)["one_off"] == "double"
    position.choose("yes")
    assert (seat(position, 1)["one_off"], state(position)["demand"]) == (None, "bread")
    assert "double" in state(position)["one_offs"]


def test_the_phase_is_offerings_while_the_angry_queen_asks_for_a_pixie() -> None:
    position = Position().poor().give(0, gold=1).put(2, 3, 4).offerings("honey", "good:gold")
    assert position.asked == (2, "demote")
    line = state(position)
    assert (line["phase"], line["demand"]) == ("offerings", "honey")
    assert [one["penalties"] for one in line["seats"]] == [0, 5, 5]


def test_the_phase_is_penalties_at_a_mine_symbol_there() -> None:
    position = Position().put(1, 3, 4).track(1, 5, 5).penalties(1, 8).penalty_phase()
    assert position.asked == (1, "demote")
    assert (state(position)["phase"], state(position)["round"]) == ("penalties", 1)


# --- pixies, rocks and the dummy ----------------------------------------------------------------------------


def test_spaces_are_ascending_and_the_mine_counts_the_rest() -> None:
    position = Position().put(1, 12, 3, 7)
    assert (seat(position, 1)["spaces"], seat(position, 1)["mine"]) == ([3, 7, 12], 2)


def test_a_pixie_on_the_servant_space_belongs_to_a_seat_until_it_is_a_servant() -> None:
    position = Position().poor().give(1, apple=3).put(1, 13, 14).offerings("apple", "good:apple", "amount:2")
    position.choose("space:13")  # row 4 leads to the servant space: promote_to is not asked
    assert (state(position)["servant_space"], seat(position, 1)["spaces"], seat(position, 1)["servants"]) == (
        1,
        [14],
        0,
    )
    position.choose("stop")
    assert (state(position)["servant_space"], seat(position, 1)["servants"]) == (None, 1)
    assert state(position)["tiles_left"]["servant"] == [9, 8, 7, 6, 5, 4]
    assert seat(position, 1)["rewards"] == 10


def test_rocks_drawn_wait_in_hand_until_they_are_placed() -> None:
    position = Position().script(("draw", ["rock", "rock", "silver", "gold", "silver"])).choose("action:15")
    line = state(position)
    assert line["rocks_in_hand"] == 2
    assert line["bag"] == {"silver": 28, "gold": 9, "rock": 13}
    assert line["seats"][0]["goods"] == goods(apple=2, bread=2, silver=4, gold=3)
    position.choose("rock:1.0")
    assert (state(position)["rocks_in_hand"], seat(position, 1)["rocks"]) == (1, [1, 0])
    position.choose("rock:1.1")
    assert (state(position)["rocks_in_hand"], seat(position, 1)["rocks"]) == (0, [1, 1])


def test_what_leaves_the_game_is_counted_as_removed() -> None:
    position = Position().rocks(0, 3, 1).choose("free:0", "action:17", "dump:gold", "dump:apple", "dump:gold")
    assert state(position)["removed"] == goods(apple=1, gold=2, rock=1)
    assert seat(position, 0)["rocks"] == [2, 1]
    assert seat(position, 0)["goods"] == goods(apple=1, bread=1, silver=2)


def test_the_dummy_is_there_with_two_players_only() -> None:
    assert state(Position(2))["dummy"] == {"mine": 5, "spaces": [], "rocks": [0, 0]}
    assert all(state(Position(players))["dummy"] is None for players in (3, 4, 5))


def test_the_phase_is_rewards_while_the_dummy_moves() -> None:
    position = (
        Position(2).poor().give(0, honey=1).put(model.DUMMY, 5, 2).offerings("honey", "good:honey", "stop")
    )
    assert position.asked == (0, "promote_from")
    assert state(position)["phase"] == "rewards"
    position.choose("space:5", "space:7")
    assert state(position)["dummy"] == {"mine": 3, "spaces": [2, 7], "rocks": [0, 0]}
    assert state(position)["round"] == 2


# --- tiles and tracks ---------------------------------------------------------------------------------------


def test_tracks_count_from_1() -> None:
    position = Position().give(0, gold=1).choose("action:11")
    assert (seat(position, 0)["silver_track"], seat(position, 0)["gold_track"]) == (1, 2)


def test_tiles_leave_their_rows_from_the_left() -> None:
    position = Position().give(0, gold=4).tiles_taken(offering=2, ring=1).choose("action:13")
    assert state(position)["tiles_left"]["ring"] == [6, 5, 4, 3, 2]
    assert state(position)["tiles_left"]["offering"] == [5, 6, 7, 8, 9]
    assert seat(position, 0)["rewards"] == 7


def test_the_extra_slot_holds_a_food_value_or_the_name_of_a_one_off() -> None:
    position = Position(3, abilities=(8, 3, 10)).food_tile(0).food_tile(0, extra=True)
    assert (seat(position, 0)["food_tile"], seat(position, 0)["extra"]) == (2, 3)
    assert state(position)["food_stack"] == [4, 4]
    position = Position(3, abilities=(8, 3, 10)).one_off(0, "mercy").one_off(0, "peek", extra=True)
    assert (seat(position, 0)["one_off"], seat(position, 0)["extra"]) == ("mercy", "peek")
    assert state(position)["one_offs"] == ["double"]


@pytest.mark.parametrize("tile", [2, "double"])
def test_a_tile_on_a_displayed_extra_slot_is_display_extra(tile: int | str) -> None:
    position = Position(3, abilities=(8, 3, 10))
    if isinstance(tile, int):
        position.food_tile(0, extra=True)
    else:
        position.one_off(0, tile, extra=True)
    position.choose("action:16", "own:ability", "ability:4")
    line = state(position)
    assert line["display_extra"] == tile
    assert line["display"] == [1, 2, 8]
    assert (line["seats"][0]["ability"], line["seats"][0]["extra"]) == (4, None)
    assert line["seats"][0]["food_tile"] is None


# --- the pit and the end ------------------------------------------------------------------------------------


def test_a_fallen_seat_has_nothing_but_its_points_tracks_and_servants() -> None:
    position = Position().round(2).servants(0, 1).track(0, 3, 4).rewards(0, 9).put(0, 3, 9).rocks(0, 1)
    position.food_tile(0).one_off(0, "mercy").penalties(0, 57).choose("pass")
    assert seat(position, 0) == {
        "in_play": False,
        "goods": NOTHING,
        "penalties": 60,
        "rewards": 0,
        "silver_track": 3,
        "gold_track": 4,
        "discs": 0,
        "mine": 0,
        "rocks": [0, 0],
        "spaces": [],
        "servants": 1,
        "ability": None,
        "food_tile": None,
        "one_off": None,
        "extra": None,
        "used": [],
    }
    line = state(position)
    assert (line["large"], line["small"]) == ([1, 2], [1, 2])
    assert line["food_stack"] == [2, 3, 4, 4]
    assert line["one_offs"] == ["double", "mercy", "peek"]
    assert line["removed"]["rock"] == 1
    assert 2 not in line["display"]


def test_a_fallen_seat_stays_in_used_and_priority_until_the_offerings() -> None:
    position = Position().penalties(0, 59).script(("draw", ["silver"] * 5), ("whip_die", 1))
    position.choose("action:15", "action:17", "good:apple", "pass", "action:21", "action:10", "seat:0")
    line = state(position)
    fallen = line["seats"][0]
    assert (fallen["in_play"], fallen["discs"], fallen["used"]) == (False, 0, [15])
    assert line["priority"] == [0]
    assert line["discs_on"] == {"10": 2, "17": 1, "21": 3}
    line = state(position.script(("demand", "bread")).choose("pass"))
    assert (line["phase"], line["priority"], line["seats"][0]["used"]) == ("offerings", [], [])
    assert line["large"] == [1, 2]
    assert [one["discs"] for one in line["seats"]] == [0, 4, 4]


def test_a_game_that_ends_among_the_actions_keeps_discs_used_and_priority() -> None:
    position = Position(2).round(3).script(("draw", ["silver"] * 5), ("whip_die", 1)).penalties(0, 59)
    position.choose("action:15", "action:17", "good:apple", "action:21", "action:10")
    line = state(position)
    assert (line["phase"], line["round"], line["demand"]) == ("over", 3, None)
    assert line["discs_on"] == {"10": 2, "17": 1, "21": 3}
    assert line["priority"] == [0]
    assert [one["used"] for one in line["seats"]] == [[15], []]
    assert [one["discs"] for one in line["seats"]] == [0, 1]


def test_when_the_game_is_over_rocks_are_paid_for_and_the_demand_is_gone() -> None:
    position = Position(rounds=2).round(2).give(0, bread=2).rocks(0, 3, 1)
    position.penalty_phase(model.STEP_ROUND_END)
    line = state(position)
    assert (line["phase"], line["round"], line["demand"]) == ("over", 2, None)
    assert line["seats"][0]["rocks"] == [1, 1]
    assert line["seats"][0]["goods"]["bread"] == 0
    assert line["removed"]["rock"] == 2


def test_the_last_state_of_a_record_is_over_and_agrees_with_the_result() -> None:
    for players, seed in ((2, 3), (3, 1), (5, 2)):
        *_, line, result = record(players, seed, full=True).lines
        assert line["phase"] == "over"
        assert line["round"] == result["rounds"]
        assert [one["penalties"] for one in line["seats"]] == result["penalties"]
        assert [one["rewards"] for one in line["seats"]] == result["rewards"]
        assert [sum(one["rocks"]) for one in line["seats"]] == result["rocks"]


def test_what_the_first_edition_of_the_rules_page_did_not_have_is_left_out_with_rules_1() -> None:
    position = Position(2, edition="pl")
    old, new = describe_state(position.game, 1), describe_state(position.game)
    assert old["dummy"] == {"mine": 5, "spaces": []}
    assert "markers" not in old
    assert list(new)[list(new).index("removed") + 1] == "markers"
    assert new["markers"] == {"1": 5, "2": 5}
