"""Section 9: the switches, each in both positions, and in the five shipped editions."""

from typing import Any

import pytest

from dixie_env.config import load_edition
from dixie_env.engine import model
from tests.position import Position, rule

SWITCHES = {
    "priority_moves": {"de": "end", "proto": "end", "fr": "end", "en": "at_once", "pl": "at_once"},
    "double_announced": {"de": "before", "proto": "after", "fr": "before", "en": "after", "pl": "after"},
    "dump_count": {
        "de": "exactly_3",
        "proto": "up_to_3",
        "fr": "exactly_3",
        "en": "up_to_3",
        "pl": "up_to_3",
    },
    "scoring": {"de": "rocks", "proto": "rocks", "fr": "rocks", "en": "rocks", "pl": "rocks"},
    "spaces_16": {"de": "shared", "proto": "shared", "fr": "one_each", "en": "shared", "pl": "shared"},
    "spaces_21": {"de": "shared", "proto": "shared", "fr": "one_each", "en": "shared", "pl": "shared"},
    "markers": {
        "de": "unlimited",
        "proto": "unlimited",
        "fr": "unlimited",
        "en": "unlimited",
        "pl": "limited",
    },
    "dummy_rocks": {
        "de": "forbidden",
        "proto": "allowed",
        "fr": "allowed",
        "en": "allowed",
        "pl": "allowed",
    },
}
FIRST = {
    **SWITCHES,
    "scoring": {**SWITCHES["scoring"], "proto": "hoards"},
    "markers": dict.fromkeys(SWITCHES["markers"], "unlimited"),
    "dummy_rocks": dict.fromkeys(SWITCHES["dummy_rocks"], "forbidden"),
}
"""The same in the first edition of the rules page."""
OTHER = {
    "end": "at_once",
    "before": "after",
    "exactly_3": "up_to_3",
    "rocks": "hoards",
    "shared": "one_each",
    "unlimited": "limited",
    "forbidden": "allowed",
}
OTHER |= {value: key for key, value in OTHER.items()}


def edition_with(base: str = "de", **changes: str) -> dict[str, Any]:
    """The switches of an edition, some of them changed."""
    return {**load_edition(base).as_object(), **changes}


def positions(switch: str) -> pytest.MarkDecorator:
    """The five editions, each as shipped and with this one switch turned, and the value it then has."""
    cases = []
    for edition, value in SWITCHES[switch].items():
        turned = edition_with(edition, **{switch: OTHER[value]})
        cases += [pytest.param(edition, value, id=f"{edition}-{value}")]
        cases += [pytest.param(turned, OTHER[value], id=f"{edition}-turned-{OTHER[value]}")]
    return pytest.mark.parametrize(("edition", "value"), cases)


@rule("R3.10", "R3.12", "R4.17", "R11.2", "R3.6", "R10.3", "R7.4")
@pytest.mark.parametrize(("rules", "table"), [(1, FIRST), (2, SWITCHES)])
@pytest.mark.parametrize("edition", ["de", "proto", "fr", "en", "pl"])
def test_the_shipped_editions_have_their_switches(edition: str, rules: int, table: dict[str, Any]) -> None:
    expected = {switch: values[edition] for switch, values in table.items()}
    assert load_edition(edition, rules=rules).as_object() == expected


@rule("R10.3")
@positions("markers")
def test_markers_run_out_or_not(edition: Any, value: str) -> None:
    position = Position(edition=edition).poor().track(0, silver=7, gold=7)
    if value == "limited":
        position.markers(1, 5, holder=1)
    before = position.seats("rewards")[0]
    position.penalty_phase()
    assert position.seats("rewards")[0] - before == (1 if value == "limited" else 2)


@rule("R7.4")
@positions("dummy_rocks")
def test_rocks_beside_the_slaves_of_the_dummy_or_not(edition: Any, value: str) -> None:
    position = Position(2, edition=edition).script(("draw", ["rock"] * 5)).rocks(1, 1)
    position.choose("action:15")
    opponent = ["rock:1.0", "rock:1.1"]
    assert position.options == (opponent if value == "forbidden" else [*opponent, "rock:dummy.0"])


@rule("R3.10")
def test_the_default_edition_is_the_german_one() -> None:
    assert Position().game.rules == Position(edition="de").game.rules


# --- priority_moves -------------------------------------------------------------------------------------


@rule("R3.10", "R9.1", "R4.21")
@positions("priority_moves")
def test_the_user_of_action_21_moves_to_the_front(edition: Any, value: str) -> None:
    position = Position(4, edition=edition).choose("action:2", "action:21")
    assert position.seats("discs")[1] == 0
    assert position.order() == ([0, 1, 2, 3] if value == "end" else [1, 0, 2, 3])
    position.offerings("apple")
    assert position.asked[0] == 1
    assert position.order() == [1, 0, 2, 3]
    assert position.order("small") == [0, 1, 2, 3]
    position.go_to(model.STEP_ROUND_END)
    assert position.asked == (0, "act")
    assert position.order() == [0, 1, 2, 3]


@rule("R9.1", "R3.4")
@positions("priority_moves")
@pytest.mark.parametrize(("seat", "turns"), [(0, [1, 2, 1, 2]), (1, [2, 0, 2, 0]), (2, [0, 1, 0, 1])])
def test_the_turn_goes_on_behind_the_user_of_action_21(
    edition: Any, value: str, seat: int, turns: list[int]
) -> None:
    position = Position(edition=edition).poor().discs(*[2 + (other < seat) for other in range(3)])
    for _ in range(seat):
        position.choose("action:17", "good:apple")
    position.choose("action:21").discs_on({17: 0})
    asked = []
    while position.phase == "actions":
        asked.append(position.asked[0])
        position.discs_on({17: 0}).script(("demand", "apple")).choose("action:17", "good:apple")
    assert asked == turns


@rule("R9.1", "R6.1", "R10.13")
@positions("priority_moves")
def test_the_favourite_of_the_rest_of_the_action_phase(edition: Any, value: str) -> None:
    position = Position(edition=edition).choose("action:2", "action:21")
    position.put(0, 1, 2).put(1, 4, 5).penalties(0, 9).penalties(1, 9).script(("whip_die", 2))
    position.choose("action:10", "seat:0", "seat:1")
    assert position.asked == ((1, "demote") if value == "end" else (0, "demote"))
    assert position.options == (["space:4", "space:5"] if value == "end" else ["space:1", "space:2"])
    position.choose(position.options[0])
    assert position.asked == (0, "act")
    assert position.seats("penalties") == [10, 10, 0]


@rule("R9.1", "R6.2", "R4.10")
def test_points_follow_the_large_order_of_the_moment() -> None:
    """Both fall; the first of them in the large order ranks below the other."""
    for edition, ranks in (("de", [4, 3]), ("en", [3, 4])):
        position = Position(4, edition=edition).choose("action:2", "action:21")
        position.penalties(0, 59).penalties(1, 59).script(("whip_die", 2))
        position.choose("action:10", "seat:0", "seat:1").round(7).go_to(model.STEP_ROUND_END)
        assert position.phase == "over"
        assert position.seats("ranks")[:2] == ranks


@rule("R9.1", "R9.3")
def test_at_once_with_one_space_each_the_last_user_is_in_front() -> None:
    edition = edition_with(priority_moves="at_once", spaces_21="one_each")
    position = Position(edition=edition).choose("action:2", "action:21")
    assert position.order() == [1, 0, 2]
    position.choose("action:21")
    assert position.order() == [2, 1, 0]
    assert position.asked == (0, "act")
    position.offerings("apple")
    assert position.order() == [2, 1, 0]


# --- double_announced -----------------------------------------------------------------------------------


@rule("R3.12")
@positions("double_announced")
def test_double_is_announced_before_or_after_the_reveal(edition: Any, value: str) -> None:
    position = Position(edition=edition).one_off(1, "double")
    position.offerings("bread")
    assert position.asked == (1, "announce_double")
    assert position.options == ["no", "yes"]
    assert position.state["demand"] == (-1 if value == "before" else 1)
    assert position.game.chance == ([("demand", "bread")] if value == "before" else [])
    position.choose("yes")
    assert position.state["demand"] == 1
    assert position.state["one_off"][1] == 0
    assert position.asked == (0, "offer")


@rule("R3.12", "R3.13")
@pytest.mark.parametrize("edition", ["de", "en"])
@pytest.mark.parametrize(("answer", "kinds"), [("yes", 2), ("no", 1)])
def test_an_announced_double_allows_two_kinds(edition: str, answer: str, kinds: int) -> None:
    position = Position(edition=edition).poor().give(1, bread=1, silver=1, gold=1).one_off(1, "double")
    position.offerings("bread", answer)
    assert position.asked == (1, "offer")
    position.choose("good:silver")
    if kinds == 2:
        assert position.asked == (1, "offer")
        assert position.options == ["good:bread", "good:gold", "stop"]
        position.choose("good:gold")
    assert position.goods(1) == {"apple": 0, "bread": 1, "honey": 0, "silver": 0, "gold": 2 - kinds}


# --- dump_count -----------------------------------------------------------------------------------------


@rule("R4.17", "R9.2")
@positions("dump_count")
def test_dumping_three_goods_or_up_to_three(edition: Any, value: str) -> None:
    position = Position(edition=edition).give(0, bread=2, silver=1, gold=1).choose("action:17")
    assert position.asked == (0, "odd_job")
    assert position.options == [
        "dump:bread",
        "dump:gold",
        "dump:silver",
        "good:apple",
        "good:bread",
        "good:honey",
    ]
    position.choose("dump:gold")
    stop = [] if value == "exactly_3" else ["stop"]
    assert position.asked == (0, "dump_more")
    assert position.options == ["dump:bread", "dump:silver", *stop]
    position.choose("dump:bread")
    assert position.options == ["dump:bread", "dump:silver", *stop]
    position.choose("dump:silver")
    assert position.asked == (1, "act")
    assert position.goods(0) == {"apple": 0, "bread": 1, "honey": 0, "silver": 0, "gold": 0}
    assert position.state["removed"].tolist() == [0, 1, 0, 1, 1, 0]


@rule("R4.17", "R9.2")
@positions("dump_count")
@pytest.mark.parametrize("goods", [1, 2])
def test_fewer_than_three_goods_can_be_dumped_only_up_to_three(edition: Any, value: str, goods: int) -> None:
    position = Position(edition=edition).give(0, gold=goods).choose("action:17")
    food = ["good:apple", "good:bread", "good:honey"]
    assert position.options == (food if value == "exactly_3" else ["dump:gold", *food])


@rule("R4.17", "R9.2", "R3.7")
@positions("dump_count")
@pytest.mark.parametrize("goods", [0, 1, 2, 3])
def test_without_food_in_supply_action_17_needs_goods_to_dump(edition: Any, value: str, goods: int) -> None:
    position = Position(edition=edition).give(0, gold=goods).supply(apple=0, bread=0, honey=0)
    least = 3 if value == "exactly_3" else 1
    assert ("action:17" in position.options) is (goods >= least)


@rule("R4.17")
@pytest.mark.parametrize("dumped", [1, 2])
def test_dumping_up_to_three_may_stop_early(dumped: int) -> None:
    position = Position(edition="en").give(0, silver=3, bread=1).choose("action:17")
    position.choose(*["dump:silver"] * dumped, "stop")
    assert position.asked == (1, "act")
    assert position.goods(0)["silver"] == 3 - dumped


@rule("R4.17", "R10.1")
def test_the_last_good_of_a_dump_up_to_three_ends_it() -> None:
    position = Position(edition="pl").give(0, silver=1).choose("action:17", "dump:silver")
    assert position.asked == (1, "act")


# --- scoring --------------------------------------------------------------------------------------------


@rule("R11.2", "R11.3", "R10.7")
@positions("scoring")
def test_rocks_or_hoards_first(edition: Any, value: str) -> None:
    """Seat 0 pays 2 of its 3 breads for rocks; seat 1 has 2 breads."""
    position = Position(edition=edition).poor().give(0, bread=3).give(1, bread=2).rocks(0, 1, 1).round(7)
    position.go_to(model.STEP_ROUND_END)
    assert position.seats("hoards") == ([0, 1, 0] if value == "rocks" else [1, 0, 0])
    assert position.seats("scores") == ([0, -3, 0] if value == "rocks" else [-3, 0, 0])
    assert position.goods(0)["bread"] == 1
    assert position.state["rocks"][0].tolist() == [0, 0]


# --- spaces_16, spaces_21 -------------------------------------------------------------------------------


@rule("R3.6")
@positions("spaces_16")
def test_action_16_has_one_space_or_one_each(edition: Any, value: str) -> None:
    position = Position(edition=edition).choose("action:16", "tile:1.main")
    assert position.seats("discs") == [3, 4, 4]
    assert position.asked == (1, "act")
    assert ("action:16" in position.options) is (value == "one_each")
    position.choose("action:2")
    assert ("action:16" in position.options) is (value == "one_each")
    position.choose("action:1", "good:apple")
    assert position.asked == (0, "act")
    assert "action:16" not in position.options


@rule("R3.6", "R3.10")
@positions("spaces_16")
def test_space_16_is_free_again_in_the_next_round(edition: Any, value: str) -> None:
    position = Position(edition=edition).choose("action:16", "tile:1.main").poor().offerings("apple")
    assert position.asked == (0, "act")
    assert position.game.round == 2
    assert "action:16" in position.options


@rule("R3.6", "R4.21")
@positions("spaces_21")
def test_action_21_has_one_space_or_one_each(edition: Any, value: str) -> None:
    position = Position(edition=edition).discs(3).choose("action:21")
    assert position.seats("discs") == [0, 4, 4]
    assert position.order("priority") == [0]
    assert position.asked == (1, "act")
    assert ("action:21" in position.options) is (value == "one_each")
    position.choose("action:2")
    assert ("action:21" in position.options) is (value == "one_each")


@rule("R9.3", "R3.10")
@pytest.mark.parametrize(
    ("choices", "order"),
    [
        (["action:21", "action:21", "action:2", "action:8"], [1, 0, 2, 3]),
        (["action:2", "action:21", "action:8", "action:21"], [3, 1, 0, 2]),
        (["action:2", "action:21", "action:8", "action:17", "good:apple", "action:21"], [0, 1, 2, 3]),
        (["action:21", "action:21", "action:21", "action:21"], [3, 2, 1, 0]),
    ],
)
def test_the_last_user_of_action_21_ends_up_first(choices: list[str], order: list[int]) -> None:
    position = Position(4, edition="fr").script(("demand", "apple")).choose(*choices)
    if position.phase == "actions":
        assert position.order() == [0, 1, 2, 3]
        position.offerings("apple")
    assert position.asked == (order[0], "offer")
    assert position.order() == order
