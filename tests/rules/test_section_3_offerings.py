"""Section 3.3: offerings."""

import pytest

from dixie_env.engine import model
from tests.table import Table, rule

EXTRA_SLOT = 8
FREE_PROMOTION = 5

RICH = {"apple": 3, "bread": 3, "honey": 3, "silver": 2, "gold": 1}

at_the_end = pytest.mark.parametrize("edition", ["de", "proto", "fr"])
at_once = pytest.mark.parametrize("edition", ["en", "pl"])


def table_of_silver(
    players: int = 3, order: list[int] | None = None, abilities: tuple[int, ...] | None = None
) -> Table:
    """Everybody owns 1 silver and nothing else."""
    table = Table(players, abilities, order)
    for seat in range(players):
        table.give(seat, silver=1)
    return table


def anger(table: Table) -> Table:
    """Everybody offers the silver where the queen demands apples."""
    return table.offerings("apple", *["good:silver"] * table.game.players)


# --- R3.10 --------------------------------------------------------------------------------------------------


@rule("R3.10")
def test_all_discs_go_back_and_all_spaces_are_free_again() -> None:
    table = Table(edition="fr").put(0, 2).discs(4, 2, 1)
    table.script(("draw", ["silver"] * 4), ("demand", "apple"))
    table.choose("action:2", "action:16", "ability:1", "pass", "action:15", "pass", "action:18", "action:21")
    assert table.phase == "offerings"
    assert table.seats("discs") == [4, 4, 4]
    assert table.state["discs_on"].tolist() == [0] * 22
    assert table.order("priority") == []
    for own_space in ("used_mine", "used_swap", "used_copy", "used_priority"):
        assert table.seats(own_space) == [0, 0, 0], own_space


@rule("R3.10", "R4.21")
@at_the_end
def test_the_user_of_priority_comes_first_when_the_action_phase_ends(edition: str) -> None:
    table = Table(order=[0, 1, 2], edition=edition).discs(1, 1, 1).script(("demand", "apple"))
    table.choose("action:17", "good:apple", "action:21")
    assert table.order("large") == [0, 1, 2]
    assert table.asked == (2, "act")
    table.choose("pass")
    assert table.order("large") == [1, 0, 2]
    assert table.order("small") == [0, 1, 2]
    assert table.asked == (1, "offer")
    assert table.order("priority") == []


@rule("R3.10", "R9.1")
@at_once
def test_the_user_of_priority_comes_first_at_once(edition: str) -> None:
    table = Table(order=[0, 1, 2], edition=edition).discs(1, 1, 1).script(("demand", "apple"))
    table.choose("action:17", "good:apple", "action:21")
    assert table.order("large") == [1, 0, 2]
    assert table.asked == (2, "act")
    table.choose("pass")
    assert table.order("large") == [1, 0, 2]
    assert table.asked == (1, "offer")


@rule("R3.10")
def test_the_others_keep_their_order_behind_the_user_of_priority() -> None:
    table = Table(5, order=[3, 1, 4, 0, 2]).discs(1, 1, 1, 1, 1).script(("demand", "apple"))
    table.choose("pass", "pass", "pass", "action:21", "pass")
    assert table.order("large") == [0, 3, 1, 4, 2]


# --- R3.11, R3.12 -------------------------------------------------------------------------------------------


@rule("R3.11")
@pytest.mark.parametrize(("demand", "number"), [("apple", 0), ("bread", 1), ("honey", 2)])
def test_the_demand_is_revealed_after_the_action_phase(demand: str, number: int) -> None:
    table = Table().discs(1, 0, 0).script(("demand", demand))
    assert table.state["demand"] == -1
    table.choose("pass")
    assert table.state["demand"] == number
    assert table.state["demanded"].tolist() == [int(food == number) for food in range(3)]
    table.give(0, **RICH)
    assert table.options == sorted([f"good:{demand}", "good:gold", "good:silver", "stop"])


@rule("R3.12")
@pytest.mark.parametrize("owner", [0, 1, 2])
@pytest.mark.parametrize(("edition", "demand"), [("de", -1), ("fr", -1), ("proto", 0), ("en", 0), ("pl", 0)])
def test_only_the_owner_of_double_may_announce_it_before_or_after_the_reveal(
    edition: str, demand: int, owner: int
) -> None:
    table = Table(edition=edition).one_off(owner, "double").offerings("apple")
    assert table.asked == (owner, "announce_double")
    assert table.options == ["no", "yes"]
    assert table.state["demand"] == demand
    table.choose("no")
    assert table.state["demand"] == 0
    assert table.asked == (0, "offer")


@rule("R3.12")
@pytest.mark.parametrize("extra", [False, True])
@pytest.mark.parametrize("edition", ["de", "en"])
def test_an_announced_double_goes_back_to_the_board_at_once(edition: str, extra: bool) -> None:
    table = Table(abilities=(2, EXTRA_SLOT, 10), edition=edition).one_off(1, "double", extra=extra)
    table.offerings("apple", "yes")
    assert table.asked == (0, "offer")
    assert table.state["one_off_on_board"][model.DOUBLE] == 1
    assert (table.state["one_off"][1], table.state["extra"][1]) == (0, 0)


@rule("R3.12")
def test_a_double_that_is_not_announced_is_kept() -> None:
    table = Table().one_off(1, "double").offerings("apple", "no")
    assert table.state["one_off_on_board"][model.DOUBLE] == 0
    assert table.state["one_off"][1] == model.DOUBLE


@rule("R3.12")
@pytest.mark.parametrize("tile", ["peek", "mercy"])
def test_other_one_off_tiles_are_not_announced(tile: str) -> None:
    assert Table().one_off(0, tile).offerings("apple").asked == (0, "offer")


# --- R3.13 --------------------------------------------------------------------------------------------------


@rule("R3.13", "R10.4")
@pytest.mark.parametrize("demand", ["apple", "bread", "honey"])
def test_an_offering_is_the_demanded_food_or_silver_or_gold(demand: str) -> None:
    table = Table().give(0, **RICH).offerings(demand)
    assert table.asked == (0, "offer")
    assert table.options == sorted([f"good:{demand}", "good:gold", "good:silver", "stop"])


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
    assert Table().give(0, **goods).offerings("apple").options == options


@rule("R3.13")
@pytest.mark.parametrize(("good", "owned"), [("apple", 3), ("silver", 5), ("gold", 2), ("silver", 12)])
def test_any_amount_of_what_is_owned_can_be_offered(good: str, owned: int) -> None:
    table = Table().give(0, **{good: owned}).offerings("apple", f"good:{good}")
    assert table.asked == (0, "amount")
    assert table.options == sorted(f"amount:{amount}" for amount in range(1, owned + 1))


@rule("R3.13", "R7.2", "R3.12")
@pytest.mark.parametrize(
    ("players", "double", "kinds"),
    [(2, "no", 2), (2, "yes", 3), (3, "no", 1), (3, "yes", 2), (5, "no", 1), (5, "yes", 2)],
)
def test_an_offering_has_a_limited_number_of_kinds(players: int, double: str, kinds: int) -> None:
    table = Table(players).give(0, **RICH | {"gold": 2}).one_off(0, "double").offerings("honey", double)
    left = ["good:gold", "good:honey", "good:silver"]
    for _ in range(kinds):
        assert table.asked == (0, "offer")
        assert table.options == [*left, "stop"]
        table.choose(left.pop(), "amount:2")  # a kind is offered once
    assert table.asked == (1, "offer")


@rule("R3.13", "R10.4")
def test_fewer_kinds_than_allowed_may_be_offered() -> None:
    table = Table(2).give(0, **RICH).offerings("honey", "good:silver", "amount:1", "stop")
    assert table.asked == (1, "offer")


@rule("R3.13")
def test_double_is_for_the_one_who_announced_it() -> None:
    table = Table().give(0, **RICH).give(1, **RICH).one_off(1, "double").offerings("apple", "yes")
    table.choose("good:gold")
    assert table.asked == (1, "offer")
    table.choose("good:gold")
    assert table.asked == (1, "offer")
    assert table.options == ["good:apple", "good:silver", "stop"]


@rule("R3.13")
def test_double_is_for_one_round() -> None:
    table = Table().one_off(0, "double")
    for seat in range(3):
        table.give(seat, silver=2)
    table.offerings("apple", "yes", *["good:silver", "amount:1"] * 3)
    assert table.ready().round == 2
    table.give(0, **RICH).offerings("bread", "good:gold")
    assert table.asked == (1, "offer")


@rule("R3.13")
def test_offerings_are_secret_until_all_have_chosen() -> None:
    tables = [Table(), Table(), Table()]
    choices = (["good:apple", "amount:2"], ["good:gold", "amount:1"], ["stop"])
    for table, choice in zip(tables, choices, strict=True):
        table.give(0, **RICH | {"gold": 2}).offerings("apple", *choice)
        assert table.asked == (1, "offer")
        assert table.goods(0) == RICH | {"gold": 2}
        assert table.seats("penalties") == [0, 0, 0]
    for seat in (1, 2):
        seen = {tuple(table.game.observe(seat).tolist()) for table in tables}
        assert len(seen) == 1
    assert len({table.game.known_hash() for table in tables}) == 1


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
        table = Table(2).give(0, **RICH | {"gold": 2}).offerings("apple", *choices)
        assert table.asked[0] == 0
        seen.add(tuple(table.game.observe(1).tolist()))
    assert len(seen) == 1


@rule("R3.13", "R3.14")
def test_offerings_are_shown_together() -> None:
    table = Table()
    for seat in range(3):
        table.give(seat, apple=2)
    table.offerings("apple", *["good:apple", "amount:1"] * 2, "good:apple")
    assert [table.goods(seat)["apple"] for seat in range(3)] == [2, 2, 2]
    table.choose("amount:1")
    assert [table.goods(seat)["apple"] for seat in range(3)] == [1, 1, 1]


# --- R3.14 --------------------------------------------------------------------------------------------------


@rule("R3.14", "R3.13")
def test_all_that_is_offered_goes_to_the_supply() -> None:
    table = Table().give(0, **RICH).give(1, silver=5).give(2, gold=3).offerings("apple")
    supply = table.state["supply"].tolist()
    table.choose("good:apple", "amount:2", "good:silver", "amount:4", "good:gold", "amount:3")
    assert table.phase == "rewards"
    assert table.goods(0) == RICH | {"apple": 1}
    assert table.goods(1)["silver"] == 1
    assert table.goods(2)["gold"] == 0
    assert table.state["supply"].tolist() == [
        supply[0] + 2,
        supply[1],
        supply[2],
        supply[3] + 4,
        supply[4] + 3,
    ]


@rule("R3.14")
def test_offering_nothing_costs_five_points_at_once() -> None:
    table = Table().give(0, apple=2).offerings("apple", "good:apple", "amount:1", "stop", "stop")
    assert table.phase == "rewards"
    assert table.seats("penalties") == [0, 5, 5]


@rule("R3.14", "R10.1")
def test_who_can_offer_nothing_is_not_asked_and_punished_all_the_same() -> None:
    table = Table().give(0, apple=2).give(1, bread=9).give(2, gold=1)
    table.offerings("apple", "good:apple", "amount:1")
    assert table.asked == (2, "offer")
    table.choose("good:gold")
    assert table.seats("penalties") == [0, 5, 0]


@rule("R3.14", "R10.10")
@pytest.mark.parametrize("choices", [["good:apple", "amount:1", "stop"], ["good:silver", "amount:1", "stop"]])
def test_one_empty_hand_of_two_costs_nothing(choices: list[str]) -> None:
    table = Table(2).give(0, **RICH).give(1, apple=2).offerings("apple", *choices, "good:apple", "amount:2")
    assert table.phase == "rewards"
    assert table.seats("penalties") == [0, 0]


@rule("R3.14", "R6.1", "R6.2")
def test_the_points_for_nothing_come_before_the_rewards_and_in_large_order() -> None:
    table = Table(order=[0, 2, 1]).give(0, apple=1).put(1, 1, 2).put(2, 3, 4).penalties(1, 8).penalties(2, 5)
    table.offerings("apple", "good:apple", "stop", "stop")
    assert table.asked == (2, "demote")
    assert table.options == ["space:3", "space:4"]
    assert table.seats("penalties") == [0, 8, 10]
    table.choose("space:3")
    assert table.asked == (1, "demote")
    assert table.seats("penalties") == [0, 13, 10]
    table.choose("space:1")
    assert table.asked == (0, "promote_from")


@rule("R3.14", "R3.16", "R10.10")
@pytest.mark.parametrize("edition", ["de", "proto"])
def test_an_angry_queen_does_not_punish_an_empty_hand_twice(edition: str) -> None:
    table = Table(edition=edition).put(2, 1, 2).offerings("apple", "stop", "stop", "stop")
    assert table.asked == (2, "demote")
    assert table.seats("penalties") == [5, 5, 5]


# --- R3.15 --------------------------------------------------------------------------------------------------


@rule("R3.15")
@pytest.mark.parametrize("giver", [0, 1, 2])
def test_one_offering_of_the_demanded_food_is_enough_for_the_reward_phase(giver: int) -> None:
    table = table_of_silver().put(2, 1, 2).give(giver, bread=1)
    choices = ["good:bread" if seat == giver else "good:silver" for seat in range(3)]
    table.offerings("bread", *choices)
    assert table.phase == "rewards"
    assert table.asked == (giver, "promote_from")
    assert table.pixies(2) == [1, 2]


@rule("R3.15")
def test_the_demanded_food_as_second_kind_counts() -> None:
    table = Table(2).give(0, silver=1, honey=1).give(1, silver=1)
    table.offerings("honey", "good:silver", "good:honey", "good:silver")
    assert table.phase == "rewards"


# --- R3.16 --------------------------------------------------------------------------------------------------


@rule("R3.16", "R3.15")
@pytest.mark.parametrize("order", [[0, 1, 2], [1, 2, 0], [2, 0, 1]])
def test_the_angry_queen_demotes_a_pixie_of_the_last_player(order: list[int]) -> None:
    table = table_of_silver(order=order)
    for seat in range(3):
        table.put(seat, seat + 1, seat + 10)
    anger(table)
    last = order[-1]
    assert table.phase == "offerings"
    assert table.asked == (last, "demote")
    assert table.options == sorted([f"space:{last + 1}", f"space:{last + 10}"])
    table.choose(f"space:{last + 10}")
    assert table.pixies(last) == [last + 1]
    assert table.seats("mine")[last] == 4
    assert [table.pixies(seat) for seat in order[:-1]] == [[seat + 1, seat + 10] for seat in order[:-1]]
    assert table.ready().round == 2


@rule("R3.16", "R10.26")
def test_players_without_an_active_pixie_are_passed_over_toward_the_front() -> None:
    table = table_of_silver(4).put(0, 1).put(1, 2, 3).put(2, 4, 5).one_off(3, "mercy")
    anger(table)
    assert table.asked == (2, "demote")
    table.choose("space:4")
    assert [table.pixies(seat) for seat in range(4)] == [[1], [2, 3], [5], []]
    assert table.state["one_off"][3] == model.MERCY


@rule("R3.16", "R10.1")
def test_an_only_pixie_is_demoted_without_asking() -> None:
    table = anger(table_of_silver().put(1, 2).put(2, 14))
    assert (table.pixies(1), table.pixies(2)) == ([2], [])
    assert table.seats("mine") == [5, 4, 5]
    assert table.ready().round == 2


@rule("R3.16")
@pytest.mark.parametrize("extra", [False, True])
def test_mercy_is_given_back_and_the_next_toward_the_front_is_asked(extra: bool) -> None:
    table = table_of_silver(4, abilities=(2, 3, 10, EXTRA_SLOT)).one_off(3, "mercy", extra=extra)
    anger(table.put(0, 1).put(1, 2, 3).put(2, 4, 5).put(3, 6))
    assert table.asked == (3, "demote")
    assert table.options == ["mercy", "space:6"]
    table.choose("mercy")
    assert table.pixies(3) == [6]
    assert (table.state["one_off"][3], table.state["extra"][3]) == (0, 0)
    assert table.state["one_off_on_board"][model.MERCY] == 1
    assert table.asked == (2, "demote")
    assert table.options == ["space:4", "space:5"]
    table.choose("space:5")
    assert table.pixies(1) == [2, 3]
    assert table.ready().round == 2


@rule("R3.16")
def test_who_has_mercy_may_demote_and_keep_it() -> None:
    table = anger(table_of_silver().put(1, 2).put(2, 4).one_off(2, "mercy")).choose("space:4")
    assert (table.pixies(1), table.pixies(2)) == ([2], [])
    assert table.state["one_off"][2] == model.MERCY


@rule("R3.16", "R10.26")
@pytest.mark.parametrize("mercy", [False, True])
def test_the_favourite_is_never_asked(mercy: bool) -> None:
    table = table_of_silver().put(0, 1, 2)
    if mercy:
        table.put(2, 4).one_off(2, "mercy")
    anger(table)
    if mercy:
        table.choose("mercy")
    assert table.pixies(0) == [1, 2]
    assert table.ready().round == 2


@rule("R3.16", "R3.10", "R4.21")
def test_the_user_of_priority_is_the_favourite_of_the_angry_queen() -> None:
    table = table_of_silver().put(0, 1, 2).put(1, 3, 4).put(2, 5, 6).discs(1, 1, 1)
    table.script(("demand", "apple"))
    table.choose("pass", "pass", "action:21", *["good:silver"] * 3)
    assert table.order("large") == [2, 0, 1]
    assert table.asked == (1, "demote")


@rule("R3.16", "R3.14", "R6.3")
@pytest.mark.parametrize(("falls", "asked"), [(0, 3), (1, 3), (3, 2)])
def test_who_falls_for_an_empty_hand_is_not_asked(falls: int, asked: int) -> None:
    table = table_of_silver(4).penalties(falls, 55)
    for seat in range(4):
        table.put(seat, seat + 1, seat + 6)
    table.offerings("apple", *["stop" if seat == falls else "good:silver" for seat in range(4)])
    assert table.asked == (asked, "demote")
    assert table.options == [f"space:{asked + 1}", f"space:{asked + 6}"]


@rule("R3.16", "R6.3")
def test_the_new_favourite_is_not_asked_when_the_old_one_has_fallen() -> None:
    table = table_of_silver().penalties(0, 55).put(1, 1, 2)
    table.offerings("apple", "stop", "good:silver", "good:silver")
    assert table.order("large") == [1, 2]
    assert table.pixies(1) == [1, 2]
    assert table.ready().round == 2


@rule("R3.16", "R3.17", "R3.19", "R12.5")
def test_the_reward_phase_is_skipped_when_the_queen_is_angry() -> None:
    table = Table(abilities=(FREE_PROMOTION, 3, 10)).give(0, silver=2).give(1, silver=1).give(2, gold=1)
    table.offerings("apple", "good:silver", "amount:2", "good:silver", "good:gold")
    assert table.ready().round == 2
    assert table.state["track"][:3].tolist() == [[0, 0]] * 3
    assert table.seats("mine") == [5, 5, 5]


@rule("R3.16", "R3.21", "R7.3")
def test_no_dummy_moves_when_the_queen_is_angry() -> None:
    table = anger(table_of_silver(2).put(model.DUMMY, 1))
    assert table.ready().round == 2
    assert table.pixies(model.DUMMY) == [1]


@rule("R3.16", "R7.1")
def test_dummy_pixies_are_not_demoted_by_the_angry_queen() -> None:
    table = anger(table_of_silver(2).put(model.DUMMY, 1, 2).put(1, 3))
    assert table.pixies(1) == []
    assert table.pixies(model.DUMMY) == [1, 2]
