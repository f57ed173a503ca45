"""Section 3.3: offerings."""

import pytest

from dixie_env.engine import model
from tests.position import Position, rule

EXTRA_SLOT = 8
FREE_PROMOTION = 5

RICH = {"apple": 3, "bread": 3, "honey": 3, "silver": 2, "gold": 1}

at_the_end = pytest.mark.parametrize("edition", ["de", "proto", "fr"])
at_once = pytest.mark.parametrize("edition", ["en", "pl"])


def position_of_silver(
    players: int = 3, order: list[int] | None = None, abilities: tuple[int, ...] | None = None
) -> Position:
    """Everybody owns 1 silver and nothing else."""
    position = Position(players, abilities, order)
    for seat in range(players):
        position.give(seat, silver=1)
    return position


def anger(position: Position) -> Position:
    """Everybody offers the silver where the queen demands apples."""
    return position.offerings("apple", *["good:silver"] * position.game.players)


# --- R3.10 --------------------------------------------------------------------------------------------------


@rule("R3.10")
def test_all_discs_go_back_and_all_spaces_are_free_again() -> None:
    position = Position(edition="fr").put(0, 2).discs(4, 2, 1)
    position.script(("draw", ["silver"] * 4), ("demand", "apple"))
    position.choose(
        "action:2", "action:16", "ability:1", "pass", "action:15", "pass", "action:18", "action:21"
    )
    assert position.phase == "offerings"
    assert position.seats("discs") == [4, 4, 4]
    assert position.state["discs_on"].tolist() == [0] * 22
    assert position.order("priority") == []
    for own_space in ("used_mine", "used_swap", "used_copy", "used_priority"):
        assert position.seats(own_space) == [0, 0, 0], own_space


@rule("R3.10", "R4.21")
@at_the_end
def test_the_user_of_priority_comes_first_when_the_action_phase_ends(edition: str) -> None:
    position = Position(order=[0, 1, 2], edition=edition).discs(1, 1, 1).script(("demand", "apple"))
    position.choose("action:17", "good:apple", "action:21")
    assert position.order("large") == [0, 1, 2]
    assert position.asked == (2, "act")
    position.choose("pass")
    assert position.order("large") == [1, 0, 2]
    assert position.order("small") == [0, 1, 2]
    assert position.asked == (1, "offer")
    assert position.order("priority") == []


@rule("R3.10", "R9.1")
@at_once
def test_the_user_of_priority_comes_first_at_once(edition: str) -> None:
    position = Position(order=[0, 1, 2], edition=edition).discs(1, 1, 1).script(("demand", "apple"))
    position.choose("action:17", "good:apple", "action:21")
    assert position.order("large") == [1, 0, 2]
    assert position.asked == (2, "act")
    position.choose("pass")
    assert position.order("large") == [1, 0, 2]
    assert position.asked == (1, "offer")


@rule("R3.10")
def test_the_others_keep_their_order_behind_the_user_of_priority() -> None:
    position = Position(5, order=[3, 1, 4, 0, 2]).discs(1, 1, 1, 1, 1).script(("demand", "apple"))
    position.choose("pass", "pass", "pass", "action:21", "pass")
    assert position.order("large") == [0, 3, 1, 4, 2]


# --- R3.11, R3.12 -------------------------------------------------------------------------------------------


@rule("R3.11")
@pytest.mark.parametrize(("demand", "number"), [("apple", 0), ("bread", 1), ("honey", 2)])
def test_the_demand_is_revealed_after_the_action_phase(demand: str, number: int) -> None:
    position = Position().discs(1, 0, 0).script(("demand", demand))
    assert position.state["demand"] == -1
    position.choose("pass")
    assert position.state["demand"] == number
    assert position.state["demanded"].tolist() == [int(food == number) for food in range(3)]
    position.give(0, **RICH)
    assert position.options == sorted([f"good:{demand}", "good:gold", "good:silver", "stop"])


@rule("R3.12")
@pytest.mark.parametrize("owner", [0, 1, 2])
@pytest.mark.parametrize(("edition", "demand"), [("de", -1), ("fr", -1), ("proto", 0), ("en", 0), ("pl", 0)])
def test_only_the_owner_of_double_may_announce_it_before_or_after_the_reveal(
    edition: str, demand: int, owner: int
) -> None:
    position = Position(edition=edition).one_off(owner, "double").offerings("apple")
    assert position.asked == (owner, "announce_double")
    assert position.options == ["no", "yes"]
    assert position.state["demand"] == demand
    position.choose("no")
    assert position.state["demand"] == 0
    assert position.asked == (0, "offer")


@rule("R3.12")
@pytest.mark.parametrize("extra", [False, True])
@pytest.mark.parametrize("edition", ["de", "en"])
def test_an_announced_double_goes_back_to_the_board_at_once(edition: str, extra: bool) -> None:
    position = Position(abilities=(2, EXTRA_SLOT, 10), edition=edition).one_off(1, "double", extra=extra)
    position.offerings("apple", "yes")
    assert position.asked == (0, "offer")
    assert position.state["one_off_on_board"][model.DOUBLE] == 1
    assert (position.state["one_off"][1], position.state["extra"][1]) == (0, 0)


@rule("R3.12")
def test_a_double_that_is_not_announced_is_kept() -> None:
    position = Position().one_off(1, "double").offerings("apple", "no")
    assert position.state["one_off_on_board"][model.DOUBLE] == 0
    assert position.state["one_off"][1] == model.DOUBLE


@rule("R3.12")
@pytest.mark.parametrize("tile", ["peek", "mercy"])
def test_other_one_off_tiles_are_not_announced(tile: str) -> None:
    assert Position().one_off(0, tile).offerings("apple").asked == (0, "offer")


# --- R3.13 --------------------------------------------------------------------------------------------------


@rule("R3.13", "R10.4")
@pytest.mark.parametrize("demand", ["apple", "bread", "honey"])
def test_an_offering_is_the_demanded_food_or_silver_or_gold(demand: str) -> None:
    position = Position().give(0, **RICH).offerings(demand)
    assert position.asked == (0, "offer")
    assert position.options == sorted([f"good:{demand}", "good:gold", "good:silver", "stop"])


@rule("R3.13")
@pytest.mark.parametrize(
    ("goods", "options"),
    [
        ({"apple": 1}, ["good:apple", "stop"]),
        ({"silver": 1, "bread": 4}, ["good:silver", "stop"]),
        ({"gold": 1, "silver": 1}, ["good:gold", "good:silver", "stop"]),
    ],
)
def test_only_what_is_owned_can_be_offered(goods: dict[str, int], options: list[str]) -> None:
    assert Position().give(0, **goods).offerings("apple").options == options


@rule("R3.13")
@pytest.mark.parametrize(("good", "owned"), [("apple", 3), ("silver", 5), ("gold", 2), ("silver", 12)])
def test_any_amount_of_what_is_owned_can_be_offered(good: str, owned: int) -> None:
    position = Position().give(0, **{good: owned}).offerings("apple", f"good:{good}")
    assert position.asked == (0, "amount")
    assert position.options == sorted(f"amount:{amount}" for amount in range(1, owned + 1))


@rule("R3.13", "R7.2", "R3.12")
@pytest.mark.parametrize(
    ("players", "double", "kinds"),
    [(2, "no", 2), (2, "yes", 3), (3, "no", 1), (3, "yes", 2), (5, "no", 1), (5, "yes", 2)],
)
def test_an_offering_has_a_limited_number_of_kinds(players: int, double: str, kinds: int) -> None:
    position = Position(players).give(0, **RICH | {"gold": 2}).one_off(0, "double").offerings("honey", double)
    left = ["good:gold", "good:honey", "good:silver"]
    for _ in range(kinds):
        assert position.asked == (0, "offer")
        assert position.options == [*left, "stop"]
        position.choose(left.pop(), "amount:2")  # a kind is offered once
    assert position.asked == (1, "offer")


@rule("R3.13", "R10.4")
def test_fewer_kinds_than_allowed_may_be_offered() -> None:
    position = Position(2).give(0, **RICH).offerings("honey", "good:silver", "amount:1", "stop")
    assert position.asked == (1, "offer")


@rule("R3.13")
def test_double_is_for_the_one_who_announced_it() -> None:
    position = Position().give(0, **RICH).give(1, **RICH).one_off(1, "double").offerings("apple", "yes")
    position.choose("good:gold")
    assert position.asked == (1, "offer")
    position.choose("good:gold")
    assert position.asked == (1, "offer")
    assert position.options == ["good:apple", "good:silver", "stop"]


@rule("R3.13")
def test_double_is_for_one_round() -> None:
    position = Position().one_off(0, "double")
    for seat in range(3):
        position.give(seat, silver=2)
    position.offerings("apple", "yes", *["good:silver", "amount:1"] * 3)
    assert position.ready().round == 2
    position.give(0, **RICH).offerings("bread", "good:gold")
    assert position.asked == (1, "offer")


@rule("R3.13")
def test_offerings_are_secret_until_all_have_chosen() -> None:
    tables = [Position(), Position(), Position()]
    choices = (["good:apple", "amount:2"], ["good:gold", "amount:1"], ["stop"])
    for position, choice in zip(tables, choices, strict=True):
        position.give(0, **RICH | {"gold": 2}).offerings("apple", *choice)
        assert position.asked == (1, "offer")
        assert position.goods(0) == RICH | {"gold": 2}
        assert position.seats("penalties") == [0, 0, 0]
    for seat in (1, 2):
        seen = {tuple(position.game.observe(seat).tolist()) for position in tables}
        assert len(seen) == 1
    assert len({position.game.known_hash() for position in tables}) == 1


@rule("R3.13")
def test_an_offering_under_way_is_secret_too() -> None:
    begun: tuple[list[str], ...] = (
        ["good:apple"],
        ["good:apple", "amount:2"],
        ["good:gold", "amount:1"],
        ["good:gold"],
        [],
    )
    seen = set()
    for choices in begun:
        position = Position(2).give(0, **RICH | {"gold": 2}).offerings("apple", *choices)
        assert position.asked[0] == 0
        seen.add(tuple(position.game.observe(1).tolist()))
    assert len(seen) == 1


@rule("R3.13", "R3.14")
def test_offerings_are_shown_together() -> None:
    position = Position()
    for seat in range(3):
        position.give(seat, apple=2)
    position.offerings("apple", *["good:apple", "amount:1"] * 2, "good:apple")
    assert [position.goods(seat)["apple"] for seat in range(3)] == [2, 2, 2]
    position.choose("amount:1")
    assert [position.goods(seat)["apple"] for seat in range(3)] == [1, 1, 1]


# --- R3.14 --------------------------------------------------------------------------------------------------


@rule("R3.14", "R3.13")
def test_all_that_is_offered_goes_to_the_supply() -> None:
    position = Position().give(0, **RICH).give(1, silver=5).give(2, gold=3).offerings("apple")
    supply = position.state["supply"].tolist()
    position.choose("good:apple", "amount:2", "good:silver", "amount:4", "good:gold", "amount:3")
    assert position.phase == "rewards"
    assert position.goods(0) == RICH | {"apple": 1}
    assert position.goods(1)["silver"] == 1
    assert position.goods(2)["gold"] == 0
    assert position.state["supply"].tolist() == [
        supply[0] + 2,
        supply[1],
        supply[2],
        supply[3] + 4,
        supply[4] + 3,
    ]


@rule("R3.14")
def test_offering_nothing_costs_five_points_at_once() -> None:
    position = Position().give(0, apple=2).offerings("apple", "good:apple", "amount:1", "stop", "stop")
    assert position.phase == "rewards"
    assert position.seats("penalties") == [0, 5, 5]


@rule("R3.14", "R10.1")
def test_who_can_offer_nothing_is_not_asked_and_punished_all_the_same() -> None:
    position = Position().give(0, apple=2).give(1, bread=9).give(2, gold=1)
    position.offerings("apple", "good:apple", "amount:1")
    assert position.asked == (2, "offer")
    position.choose("good:gold")
    assert position.seats("penalties") == [0, 5, 0]


@rule("R3.14", "R10.10")
@pytest.mark.parametrize("choices", [["good:apple", "amount:1", "stop"], ["good:silver", "amount:1", "stop"]])
def test_one_empty_hand_of_two_costs_nothing(choices: list[str]) -> None:
    position = (
        Position(2).give(0, **RICH).give(1, apple=2).offerings("apple", *choices, "good:apple", "amount:2")
    )
    assert position.phase == "rewards"
    assert position.seats("penalties") == [0, 0]


@rule("R3.14", "R6.1", "R6.2")
def test_the_points_for_nothing_come_before_the_rewards_and_in_large_order() -> None:
    position = (
        Position(order=[0, 2, 1]).give(0, apple=1).put(1, 1, 2).put(2, 3, 4).penalties(1, 8).penalties(2, 5)
    )
    position.offerings("apple", "good:apple", "stop", "stop")
    assert position.asked == (2, "demote")
    assert position.options == ["space:3", "space:4"]
    assert position.seats("penalties") == [0, 8, 10]
    position.choose("space:3")
    assert position.asked == (1, "demote")
    assert position.seats("penalties") == [0, 13, 10]
    position.choose("space:1")
    assert position.asked == (0, "promote_from")


@rule("R3.14", "R3.16", "R10.10")
@pytest.mark.parametrize("edition", ["de", "proto"])
def test_an_angry_queen_does_not_punish_an_empty_hand_twice(edition: str) -> None:
    position = Position(edition=edition).put(2, 1, 2).offerings("apple", "stop", "stop", "stop")
    assert position.asked == (2, "demote")
    assert position.seats("penalties") == [5, 5, 5]


# --- R3.15 --------------------------------------------------------------------------------------------------


@rule("R3.15")
@pytest.mark.parametrize("giver", [0, 1, 2])
def test_one_offering_of_the_demanded_food_is_enough_for_the_reward_phase(giver: int) -> None:
    position = position_of_silver().put(2, 1, 2).give(giver, bread=1)
    choices = ["good:bread" if seat == giver else "good:silver" for seat in range(3)]
    position.offerings("bread", *choices)
    assert position.phase == "rewards"
    assert position.asked == (giver, "promote_from")
    assert position.pixies(2) == [1, 2]


@rule("R3.15")
def test_the_demanded_food_as_second_kind_counts() -> None:
    position = Position(2).give(0, silver=1, honey=1).give(1, silver=1)
    position.offerings("honey", "good:silver", "good:honey", "good:silver")
    assert position.phase == "rewards"


# --- R3.16 --------------------------------------------------------------------------------------------------


@rule("R3.16", "R3.15")
@pytest.mark.parametrize("order", [[0, 1, 2], [1, 2, 0], [2, 0, 1]])
def test_the_angry_queen_demotes_a_pixie_of_the_last_player(order: list[int]) -> None:
    position = position_of_silver(order=order)
    for seat in range(3):
        position.put(seat, seat + 1, seat + 10)
    anger(position)
    last = order[-1]
    assert position.phase == "offerings"
    assert position.asked == (last, "demote")
    assert position.options == sorted([f"space:{last + 1}", f"space:{last + 10}"])
    position.choose(f"space:{last + 10}")
    assert position.pixies(last) == [last + 1]
    assert position.seats("mine")[last] == 4
    assert [position.pixies(seat) for seat in order[:-1]] == [[seat + 1, seat + 10] for seat in order[:-1]]
    assert position.ready().round == 2


@rule("R3.16", "R10.26")
def test_players_without_an_active_pixie_are_passed_over_toward_the_front() -> None:
    position = position_of_silver(4).put(0, 1).put(1, 2, 3).put(2, 4, 5).one_off(3, "mercy")
    anger(position)
    assert position.asked == (2, "demote")
    position.choose("space:4")
    assert [position.pixies(seat) for seat in range(4)] == [[1], [2, 3], [5], []]
    assert position.state["one_off"][3] == model.MERCY


@rule("R3.16", "R10.1")
def test_an_only_pixie_is_demoted_without_asking() -> None:
    position = anger(position_of_silver().put(1, 2).put(2, 14))
    assert (position.pixies(1), position.pixies(2)) == ([2], [])
    assert position.seats("mine") == [5, 4, 5]
    assert position.ready().round == 2


@rule("R3.16")
@pytest.mark.parametrize("extra", [False, True])
def test_mercy_is_given_back_and_the_next_toward_the_front_is_asked(extra: bool) -> None:
    position = position_of_silver(4, abilities=(2, 3, 10, EXTRA_SLOT)).one_off(3, "mercy", extra=extra)
    anger(position.put(0, 1).put(1, 2, 3).put(2, 4, 5).put(3, 6))
    assert position.asked == (3, "demote")
    assert position.options == ["mercy", "space:6"]
    position.choose("mercy")
    assert position.pixies(3) == [6]
    assert (position.state["one_off"][3], position.state["extra"][3]) == (0, 0)
    assert position.state["one_off_on_board"][model.MERCY] == 1
    assert position.asked == (2, "demote")
    assert position.options == ["space:4", "space:5"]
    position.choose("space:5")
    assert position.pixies(1) == [2, 3]
    assert position.ready().round == 2


@rule("R3.16")
def test_who_has_mercy_may_demote_and_keep_it() -> None:
    position = anger(position_of_silver().put(1, 2).put(2, 4).one_off(2, "mercy")).choose("space:4")
    assert (position.pixies(1), position.pixies(2)) == ([2], [])
    assert position.state["one_off"][2] == model.MERCY


@rule("R3.16", "R10.26")
@pytest.mark.parametrize("mercy", [False, True])
def test_the_favourite_is_never_asked(mercy: bool) -> None:
    position = position_of_silver().put(0, 1, 2)
    if mercy:
        position.put(2, 4).one_off(2, "mercy")
    anger(position)
    if mercy:
        position.choose("mercy")
    assert position.pixies(0) == [1, 2]
    assert position.ready().round == 2


@rule("R3.16", "R3.10", "R4.21")
def test_the_user_of_priority_is_the_favourite_of_the_angry_queen() -> None:
    position = position_of_silver().put(0, 1, 2).put(1, 3, 4).put(2, 5, 6).discs(1, 1, 1)
    position.script(("demand", "apple"))
    position.choose("pass", "pass", "action:21", *["good:silver"] * 3)
    assert position.order("large") == [2, 0, 1]
    assert position.asked == (1, "demote")


@rule("R3.16", "R3.14", "R6.3")
@pytest.mark.parametrize(("falls", "asked"), [(0, 3), (1, 3), (3, 2)])
def test_who_falls_for_an_empty_hand_is_not_asked(falls: int, asked: int) -> None:
    position = position_of_silver(4).penalties(falls, 55)
    for seat in range(4):
        position.put(seat, seat + 1, seat + 6)
    position.offerings("apple", *["stop" if seat == falls else "good:silver" for seat in range(4)])
    assert position.asked == (asked, "demote")
    assert position.options == [f"space:{asked + 1}", f"space:{asked + 6}"]


@rule("R3.16", "R6.3")
def test_the_new_favourite_is_not_asked_when_the_old_one_has_fallen() -> None:
    position = position_of_silver().penalties(0, 55).put(1, 1, 2)
    position.offerings("apple", "stop", "good:silver", "good:silver")
    assert position.order("large") == [1, 2]
    assert position.pixies(1) == [1, 2]
    assert position.ready().round == 2


@rule("R3.16", "R3.17", "R3.19", "R12.5")
def test_the_reward_phase_is_skipped_when_the_queen_is_angry() -> None:
    position = Position(abilities=(FREE_PROMOTION, 3, 10)).give(0, silver=2).give(1, silver=1).give(2, gold=1)
    position.offerings("apple", "good:silver", "amount:2", "good:silver", "good:gold")
    assert position.ready().round == 2
    assert position.state["track"][:3].tolist() == [[0, 0]] * 3
    assert position.seats("mine") == [5, 5, 5]


@rule("R3.16", "R3.21", "R7.3")
def test_no_dummy_moves_when_the_queen_is_angry() -> None:
    position = anger(position_of_silver(2).put(model.DUMMY, 1))
    assert position.ready().round == 2
    assert position.pixies(model.DUMMY) == [1]


@rule("R3.16", "R7.1")
def test_dummy_pixies_are_not_demoted_by_the_angry_queen() -> None:
    position = anger(position_of_silver(2).put(model.DUMMY, 1, 2).put(1, 3))
    assert position.pixies(1) == []
    assert position.pixies(model.DUMMY) == [1, 2]
