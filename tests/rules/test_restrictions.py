"""Options that a seat may never take (`forbidden`), and abilities changed on purpose (`doctored`)."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from dixie_env import Game, RulesError, make_rules
from dixie_env.engine import model, option_id
from dixie_env.engine.words import DECISIONS
from tests.position import Position, rule

FOODS = ("good:apple", "good:bread", "good:honey")
ACTIONS = tuple(f"action:{action}" for action in range(1, model.ACTION_END))


def position_with(*bans: str, seat: int = 0, players: int = 4, **options: Any) -> Position:
    """A position where one seat may not take these options."""
    forbidden = [list(bans) if other == seat else [] for other in range(players)]
    return Position(players, forbidden=forbidden, **options)


def promoting(position: Position, steps: int) -> Position:
    """Seat 0 has offered honey for this many steps; it also owns bread and silver, the others own nothing."""
    position.give(0, honey=steps, bread=1, silver=1)
    for seat in range(1, position.game.players):
        position.give(seat)
    return position.offerings("honey", "good:honey", *([f"amount:{steps}"] if steps > 1 else []))


# --- at every decision kind ---------------------------------------------------------------------------------

Change = Callable[[Position], Position]

POSITIONS: dict[str, Change] = {
    "take_food": lambda position: position.choose("action:1"),
    "act": lambda position: position.rocks(0, 2, 1),
    "promote_from": lambda position: promoting(position.put(0, 1, 6).rocks(0, 1), steps=1),
    "promote_to": lambda position: position.put(0, 1, 6).choose("action:3", "space:1"),
    "trade_give": lambda position: position.give(0, apple=1, bread=1, honey=1).choose("action:4"),
    "trade_get": lambda position: position.give(0, apple=1, bread=1).choose("action:4", "good:apple"),
    "amount": lambda position: position.give(0, silver=6).track(0, silver=4).choose("action:5"),
    "whip": lambda position: position.script(("whip_die", 3)).choose("action:10"),
    "rob": lambda position: position.put(1, 6).put(2, 7, 8).choose("action:14"),
    "pick_cube": lambda position: position.one_off(0, "peek").choose("action:15", "yes"),
    "place_rock": lambda position: position.script(("draw", ["rock"] * 4)).choose("action:15"),
    "swap_own": lambda position: position.food_tile(0).one_off(0, "peek").choose("action:16"),
    "swap_with": lambda position: position.choose("action:16"),
    "odd_job": lambda position: position.give(0, apple=1, bread=1, honey=1).choose("action:17"),
    "dump_more": lambda position: position.give(0, apple=1, bread=1, honey=1, gold=1).choose(
        "action:17", "dump:apple"
    ),
    "copy": lambda position: position.discs_on({1: 2, 2: 2, 12: 2}).choose("action:18"),
    "add_offering": lambda position: position.give(0, apple=2, bread=2, honey=2, silver=2).choose(
        "action:19"
    ),
    "offer": lambda position: position.give(0, honey=2, silver=1, gold=1).offerings("honey"),
}

BANS = [
    ("take_food", "good:bread"),
    ("act", "action:10"),
    ("act", "action:12"),
    ("act", "action:15"),
    ("act", "action:21"),
    ("act", "free:0"),
    ("act", "free:1"),
    ("act", "pass"),
    ("promote_from", "free:0"),
    ("promote_from", "mine"),
    ("promote_from", "space:1"),
    ("promote_from", "stop"),
    ("promote_to", "space:8"),
    ("trade_give", "good:bread"),
    ("trade_get", "good:silver"),
    ("amount", "amount:2"),
    ("whip", "seat:2"),
    ("rob", "space:7"),
    ("pick_cube", "cube:rock"),
    ("place_rock", "rock:2.0"),
    ("swap_own", "own:food"),
    ("swap_with", "ability:1"),
    ("swap_with", "tile:2.main"),
    ("odd_job", "good:bread"),
    ("odd_job", "dump:bread"),
    ("dump_more", "dump:bread"),
    ("copy", "action:12"),
    ("add_offering", "good:silver"),
    ("offer", "good:gold"),
    ("offer", "stop"),
]


@pytest.mark.parametrize(("kind", "ban"), BANS)
def test_a_forbidden_option_is_not_offered_and_all_others_are(kind: str, ban: str) -> None:
    free = POSITIONS[kind](position_with())
    assert free.asked == (0, kind)
    assert ban in free.options
    bound = POSITIONS[kind](position_with(ban))
    assert bound.asked == (0, kind)
    assert bound.options == [option for option in free.options if option != ban]


@pytest.mark.parametrize("ban", ["mercy", "space:6"])
def test_a_forbidden_option_is_not_offered_at_a_demotion(ban: str) -> None:
    position = (
        position_with(ban, order=[1, 0, 2, 3])
        .choose("action:21")
        .put(0, 1, 6)
        .one_off(0, "mercy")
        .penalties(0, 8)
    )
    position.choose("pass")
    assert position.asked == (0, "demote")
    assert position.options == [option for option in ("mercy", "space:1", "space:6") if option != ban]


def drafting(*bans: Sequence[str], **options: Any) -> Game:
    """Three seats draft; seat 2 is first to take one of 1, 2, 3, 4, 5, 6."""
    rules = make_rules(3, draft="choose", forbidden=bans or None, **options)
    return Game(rules, 0, [("order", [0, 1, 2]), ("abilities", [1, 2, 3, 4, 5, 6])])


def take_ability(game: Game, ability: int) -> None:
    game.step(option_id(f"ability:{ability}", game.seat or 0, game.players))


def test_a_forbidden_ability_is_not_offered_in_the_draft() -> None:
    game = drafting([], ["ability:5"], ["ability:1", "ability:3"])
    assert (game.seat, game.decision) == (2, "draft")
    assert game.option_names() == ["ability:2", "ability:4", "ability:5", "ability:6"]
    take_ability(game, 6)
    assert (game.seat, game.option_names()) == (1, ["ability:1", "ability:2", "ability:3", "ability:4"])


def test_every_kind_of_decision_is_looked_at() -> None:
    elsewhere = {
        "draft",
        "demote",
        "track",
        "use_peek",
        "announce_double",
    }  # the last three have two options only
    assert set(DECISIONS[1:]) == POSITIONS.keys() | elsewhere
    assert {kind for kind, _ in BANS} == POSITIONS.keys()


# --- for one seat -------------------------------------------------------------------------------------------


def test_a_ban_binds_its_own_seat_only() -> None:
    position = position_with("action:12", seat=1)
    assert "action:12" in position.options
    position.choose("action:2")
    assert position.asked == (1, "act")
    assert "action:12" not in position.options
    position.choose("action:1", "good:bread")
    assert position.asked == (2, "act")
    assert "action:12" in position.options


def test_seats_in_a_ban_are_those_of_the_records() -> None:
    position = position_with("seat:0", seat=1, order=[1, 0, 2, 3]).script(("whip_die", 3)).choose("action:10")
    assert position.asked == (1, "whip")
    assert position.options == ["seat:2", "seat:3"]


# --- one option left ----------------------------------------------------------------------------------------


@rule("R10.1")
@pytest.mark.parametrize(("ban", "track"), [("good:silver", [0, 1]), ("good:gold", [1, 0])])
def test_of_two_tracks_the_one_that_is_not_forbidden_is_taken_silently(ban: str, track: list[int]) -> None:
    position = position_with(ban).give(0, silver=1, gold=1).choose("action:11")
    assert position.asked == (1, "act")
    assert position.seats("track")[0] == track


@rule("R10.1")
@pytest.mark.parametrize(
    ("ban", "asked", "tile"), [("yes", (1, "act"), model.PEEK), ("no", (0, "pick_cube"), 0)]
)
def test_a_forbidden_answer_to_peek_is_no_question(ban: str, asked: tuple[int, str], tile: int) -> None:
    position = position_with(ban).one_off(0, "peek").script(("draw", ["silver"] * 4)).choose("action:15")
    assert position.asked == asked
    assert position.seats("one_off")[0] == tile


@rule("R10.1")
@pytest.mark.parametrize(("ban", "announced", "tile"), [("yes", 0, model.DOUBLE), ("no", 1, 0)])
def test_a_forbidden_answer_to_double_is_no_question(ban: str, announced: int, tile: int) -> None:
    position = position_with(ban).one_off(0, "double").give(0, honey=1, silver=1).offerings("honey")
    assert position.asked == (0, "offer")
    assert position.seats("announced")[0] == announced
    assert position.seats("one_off")[0] == tile


@rule("R10.1")
def test_the_choice_of_an_action_is_asked_even_if_only_pass_is_left() -> None:
    position = position_with(*ACTIONS)
    assert position.asked == (0, "act")
    assert position.options == ["pass"]


# --- looking ahead ------------------------------------------------------------------------------------------


@rule("R4.24")
def test_a_forbidden_action_cannot_be_copied() -> None:
    position = position_with("action:13").give(0, gold=8).discs_on({2: 2, 12: 2, 13: 2}).choose("action:18")
    assert position.asked == (0, "copy")
    assert position.options == ["action:12", "action:2"]


@rule("R4.18")
def test_copying_is_not_offered_if_only_a_forbidden_action_could_be_copied() -> None:
    for bans, offered in [((), True), (("action:13",), False)]:
        position = position_with(*bans).give(0, gold=8).discs_on({13: 2})
        assert ("action:18" in position.options) == offered


@rule("R4.24", "R12.9")
def test_a_forbidden_action_cannot_be_copied_with_copy_unused_either() -> None:
    position = position_with("action:12", "action:2", abilities=(9, 2, 3, 10)).choose("action:18")
    assert position.asked == (0, "copy")
    assert "action:1" in position.options
    assert not {"action:12", "action:2"} & set(position.options)


def test_forbidden_copying_does_not_forbid_the_actions_themselves() -> None:
    position = position_with("action:18").discs_on({2: 2})
    assert "action:18" not in position.options
    assert "action:12" in position.options


@rule("R5.5")
@pytest.mark.parametrize("bans", [(), ("servant",)])
def test_with_the_servant_space_forbidden_a_pixie_in_row_four_is_no_source(bans: tuple[str, ...]) -> None:
    position = promoting(position_with(*bans).put(0, 1, 13), steps=1)
    assert position.asked == (0, "promote_from")
    assert position.options == ["mine", "space:1", *([] if bans else ["space:13"]), "stop"]


@rule("R12.5")
def test_the_servant_space_is_forbidden_for_the_free_step_too() -> None:
    position = (
        position_with("servant", players=3, abilities=(5, 2, 3)).put(0, 13).give(0).give(1, honey=1).give(2)
    )
    position.offerings("honey", "good:honey", "stop")
    assert position.asked == (0, "promote_from")
    assert position.options == ["mine", "stop"]


def test_a_pixie_with_forbidden_targets_only_is_no_source() -> None:
    position = (
        position_with("space:6", "space:7", "space:8", "space:9").put(0, 1, 2).put(1, 10).choose("action:3")
    )
    assert position.asked == (0, "promote_to")  # from the mine, the only source
    assert position.options == ["space:4", "space:5"]


@pytest.mark.parametrize("bans", [("mine",), ("space:1", "space:2", "space:3", "space:4", "space:5")])
def test_promotion_is_not_offered_if_every_step_is_forbidden(bans: tuple[str, ...]) -> None:
    assert "action:3" in position_with().options
    assert "action:3" not in position_with(*bans).options


def test_swapping_is_not_offered_if_every_swap_is_forbidden() -> None:
    assert "action:16" in position_with().options
    assert "action:16" not in position_with("own:ability").options


# --- nothing left -------------------------------------------------------------------------------------------


def test_a_seat_that_may_do_nothing_may_do_everything() -> None:
    position = position_with("pass", *ACTIONS)
    assert position.options == position_with().options
    assert "pass" in position.options


@pytest.mark.parametrize(
    ("kind", "bans"),
    [
        ("take_food", FOODS),
        ("whip", ("seat:1", "seat:2", "seat:3")),
        ("place_rock", ("rock:1.0", "rock:2.0", "rock:3.0")),
        ("amount", ("amount:1", "amount:2", "amount:3")),
        ("rob", ("space:6", "space:7", "space:8")),
    ],
)
def test_a_ban_on_all_options_is_lifted(kind: str, bans: tuple[str, ...]) -> None:
    position = POSITIONS[kind](position_with(*bans))
    assert position.asked == (0, kind)
    assert position.options == sorted(bans)


def test_a_ban_on_all_pixies_does_not_save_them_from_demotion() -> None:
    position = (
        position_with("space:1", "space:6", order=[1, 0, 2, 3])
        .choose("action:21")
        .put(0, 1, 6)
        .penalties(0, 8)
    )
    position.choose("pass")
    assert position.asked == (0, "demote")
    assert position.options == ["space:1", "space:6"]


def test_a_ban_on_every_ability_on_display_is_lifted_in_the_draft() -> None:
    game = drafting([], [], [f"ability:{ability}" for ability in range(1, 7)])
    assert game.seat == 2
    assert game.option_names() == [f"ability:{ability}" for ability in range(1, 7)]


@rule("R3.14")
def test_who_may_not_stop_but_owns_nothing_offers_nothing() -> None:
    position = (
        position_with("stop", players=3).give(0).give(1, honey=1).give(2).offerings("honey", "good:honey")
    )
    assert position.asked == (1, "promote_from")
    assert position.seats("penalties") == [5, 0, 5]


@rule("R3.18")
def test_who_may_not_stop_makes_every_step_that_is_possible() -> None:
    position = promoting(position_with("stop"), steps=2).choose("space:1")  # from the mine, the only source
    assert position.options == ["mine", "space:1"]
    position.choose("space:1", "space:6")
    assert (position.state["round"], position.phase) == (2, "actions")


def test_a_ban_is_lifted_for_one_decision_only() -> None:
    position = position_with("good:apple", players=3).give(0).supply(bread=0, honey=0).choose("action:1")
    assert position.goods(0)["apple"] == 2
    position.supply(bread=2, honey=2).choose("action:2", "action:21", "action:17")
    assert position.asked == (0, "odd_job")
    assert "good:apple" not in position.options


@rule("R7.3")
@pytest.mark.parametrize("bans", [("mine",), ("space:1", "space:2", "space:3", "space:4", "space:5")])
def test_the_favourite_must_move_the_dummy_even_if_every_step_is_forbidden(bans: tuple[str, ...]) -> None:
    position = (
        position_with(*bans, players=2, order=[0, 1])
        .give(0)
        .give(1, honey=1)
        .offerings("honey", "good:honey", "stop")
    )
    assert position.asked == (0, "promote_to")
    assert position.options == ["space:1", "space:2", "space:3", "space:4", "space:5"]


# --- what can be forbidden ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "forbidden",
    [
        [[], []],
        [[], [], [], []],
        ["pass", [], []],
        [["action:22"], [], []],
        [["action:0"], [], []],
        [["Pass"], [], []],
        [["seat:0"], [], []],
        [["seat:3"], [], []],
        [[7], [], []],
    ],
)
def test_what_is_no_option_cannot_be_forbidden(forbidden: Any) -> None:
    with pytest.raises(RulesError, match="forbidden"):
        make_rules(3, forbidden=forbidden)


# --- doctored -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("ability", range(1, 11))
@pytest.mark.parametrize("bonus", [7, -7])
def test_a_bonus_is_for_the_first_owner_of_the_ability(ability: int, bonus: int) -> None:
    others = [other for other in range(1, 11) if other != ability][:2]
    abilities = (others[0], ability, others[1])
    assert Position(abilities=abilities).seats("rewards") == [0, 0, 0]
    assert Position(abilities=abilities, doctored={str(ability): {"bonus": bonus}}).seats("rewards") == [
        0,
        bonus,
        0,
    ]


@pytest.mark.parametrize(
    ("seats", "rewards"), [([1], [0, 7, 0]), ([0, 2], [0, 0, 0]), ([2, 1], [0, 7, 0]), ([], [0, 0, 0])]
)
def test_a_bonus_can_be_for_some_seats_only(seats: list[int], rewards: list[int]) -> None:
    doctored = {"2": {"bonus": 7, "seats": seats}}
    assert Position(abilities=(1, 2, 3), doctored=doctored).seats("rewards") == rewards


def test_a_bonus_of_an_ability_that_nobody_has_is_for_nobody() -> None:
    assert Position(abilities=(1, 2, 3), doctored={"9": {"bonus": 7}}).seats("rewards") == [0, 0, 0]


def test_a_bonus_comes_with_the_choice_in_the_draft() -> None:
    game = drafting(doctored={"3": {"bonus": 10}, "5": {"bonus": 4}})
    for ability, rewards in [(3, [0, 0, 10]), (1, [0, 0, 10]), (5, [4, 0, 10])]:
        take_ability(game, ability)
        assert game.state["rewards"][:3].tolist() == rewards


def test_a_bonus_does_not_travel_with_the_tile() -> None:
    position = Position(abilities=(1, 2, 3), doctored={"2": {"bonus": 10}, "4": {"bonus": 5}})
    position.choose("action:16", "tile:1.main")
    assert position.seats("ability") == [2, 1, 3]
    assert position.seats("rewards") == [0, 10, 0]
    assert "action:16" not in position.options
    position.discs_on({16: 0}).choose("action:16", "ability:4")
    assert position.seats("ability") == [2, 4, 3]
    assert position.seats("rewards") == [0, 10, 0]


def test_a_bonus_counts_in_the_score() -> None:
    position = (
        Position(2, abilities=(1, 2), doctored={"2": {"bonus": 10}}).give(1).penalties(0, 55).choose("pass")
    )
    assert position.seats("scores") == [-60, 10]


@rule("R12.3")
def test_an_ability_can_be_switched_off_and_still_have_a_bonus() -> None:
    position = (
        Position(abilities=(3, 2, 10), doctored={"3": {"off": True, "bonus": 1}})
        .give(0, gold=4)
        .choose("action:13")
    )
    assert position.seats("rewards") == [9, 0, 0]  # 1, and 8 for the tile


@rule("R12.1")
def test_an_ability_that_is_not_switched_off_works_beside_one_that_is() -> None:
    position = Position(abilities=(1, 2, 10), doctored={"2": {"off": True}, "1": {"off": False}}).give(
        0, silver=3
    )
    assert "action:5" in position.options


@pytest.mark.parametrize(
    "doctored",
    [
        {"0": {"off": True}},
        {"11": {"off": True}},
        {3: {"off": True}},
        {"ring_bonus": {"off": True}},
        {"3": True},
        {"3": {"on": True}},
        {"3": {"off": 1}},
        {"3": {"bonus": 1.5}},
        {"3": {"bonus": True}},
        {"3": {"bonus": 1, "seats": 0}},
        {"3": {"bonus": 1, "seats": "01"}},
        {"3": {"bonus": 1, "seats": [3]}},
        {"3": {"bonus": 1, "seats": [-1]}},
        {"3": {"bonus": 1, "seats": [True]}},
        {"3": {"bonus": 1, "seats": [0, 0]}},
        ["3"],
    ],
)
def test_what_is_no_change_of_an_ability_cannot_be_doctored(doctored: Any) -> None:
    with pytest.raises(RulesError, match="doctored"):
        make_rules(3, doctored=doctored)
