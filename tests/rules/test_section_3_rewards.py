"""Section 3.4: rewards."""

import pytest

from dixie_env.engine import model
from tests.position import Position, rule

SERVANT_BONUS = 2
FREE_PROMOTION = 5

ROW_1 = ["space:1", "space:2", "space:3", "space:4", "space:5"]


def feed(position: Position, *apples: int) -> Position:
    """Each seat in large order offers this many apples, as demanded, and keeps one; with 0, a gold."""
    choices = []
    for seat, count in zip(position.order("large"), apples, strict=True):
        position.give(seat, **({"apple": count + 1} if count else {"gold": 1}))
        choices += ["good:apple", f"amount:{count}"] if count else ["good:gold"]
    return position.offerings("apple", *choices)


# --- R3.17 --------------------------------------------------------------------------------------------------


@rule("R3.17")
@pytest.mark.parametrize(("metal", "track"), [("silver", 0), ("gold", 1)])
@pytest.mark.parametrize(
    ("offers", "steps"),
    [
        ((1, 0, 0), [2, 0, 0]),  # alone
        ((0, 0, 3), [0, 0, 2]),
        ((2, 1, 0), [2, 1, 0]),
        ((1, 2, 3), [1, 1, 2]),
        ((2, 2, 0), [1, 1, 0]),  # a tie for most
        ((1, 3, 3), [1, 1, 1]),
        ((1, 1, 3), [1, 1, 2]),  # a tie for less
        ((2, 2, 2), [1, 1, 1]),
    ],
)
def test_metal_moves_up_its_track_and_the_most_alone_moves_one_more(
    metal: str, track: int, offers: tuple[int, ...], steps: list[int]
) -> None:
    position = Position(4)
    choices = []
    for seat, offer in enumerate(offers):
        position.give(seat, **{metal: 4})
        choices += [f"good:{metal}", f"amount:{offer}"] if offer else ["stop"]
    position.give(3, apple=1).offerings("apple", *choices, "good:apple")
    assert position.asked == (3, "promote_from")  # tracks come first
    assert position.state["track"][:4, track].tolist() == [*steps, 0]
    assert position.state["track"][:4, 1 - track].tolist() == [0, 0, 0, 0]


@rule("R3.17", "R3.13")
def test_both_tracks_are_settled_when_both_metals_are_offered() -> None:
    position = Position(2).give(0, silver=3, gold=1).give(1, apple=2, gold=3)
    position.offerings(
        "apple", "good:silver", "amount:3", "good:gold", "good:apple", "amount:1", "good:gold", "amount:2"
    )
    assert position.asked == (1, "promote_from")
    assert position.state["track"][:2].tolist() == [[2, 1], [0, 2]]


@rule("R3.17")
@pytest.mark.parametrize(("start", "end"), [(4, 6), (5, 7), (6, 7), (7, 7)])
@pytest.mark.parametrize(("metal", "track"), [("silver", 0), ("gold", 1)])
def test_the_top_space_of_a_track_is_the_end(metal: str, track: int, start: int, end: int) -> None:
    position = Position(2).track(0, **{metal: start}).give(0, **{metal: 1}).give(1, apple=1)
    position.offerings("apple", f"good:{metal}", "good:apple")
    assert position.phase == "rewards"
    assert position.state["track"][0, track] + 1 == end


# --- R3.18 --------------------------------------------------------------------------------------------------


@rule("R3.18")
@pytest.mark.parametrize("steps", [1, 2, 3, 4])
def test_a_player_may_make_as_many_steps_as_units_offered(steps: int) -> None:
    position = feed(Position(), steps, 0, 0)
    for step in range(steps):
        assert position.asked == (0, "promote_from")
        assert position.options == ["mine", *ROW_1[:step], "stop"]
        position.choose("mine", f"space:{step + 1}")
    assert position.pixies(0) == list(range(1, steps + 1))
    assert position.asked == (0, "act")
    assert position.ready().round == 2


@rule("R3.18")
def test_one_pixie_may_make_several_steps() -> None:
    position = feed(Position(), 4, 0, 0).choose(
        "mine", "space:1", "space:1", "space:9", "space:9", "space:10", "space:10"
    )
    assert position.asked == (0, "promote_to")
    position.choose("space:14")
    assert position.pixies(0) == [14]


@rule("R3.18")
@pytest.mark.parametrize("order", [[0, 1, 2], [2, 0, 1]])
def test_players_promote_in_large_order_and_one_makes_all_steps_before_the_next(order: list[int]) -> None:
    position = feed(Position(order=order), 2, 1, 2)
    steps = []
    while position.phase == "rewards":
        steps.append(position.asked[0])
        position.choose("mine")
        position.choose(position.options[0])
    first, second, third = order
    assert steps == [first, first, second, third, third]


@rule("R3.18", "R3.10")
def test_the_user_of_priority_promotes_first() -> None:
    position = Position().discs(1, 1, 1).script(("demand", "apple"))
    for seat in range(3):
        position.give(seat, apple=2)
    position.choose("pass", "pass", "action:21", *["good:apple", "amount:1"] * 3)
    assert position.asked == (2, "promote_from")
    position.choose("stop")
    assert position.asked == (0, "promote_from")


@rule("R3.18")
def test_steps_not_made_are_lost() -> None:
    position = feed(Position(), 3, 2, 0).choose("mine", "space:1", "stop")
    assert position.asked == (1, "promote_from")
    position.choose("stop")
    assert position.pixies(0) == [1]
    assert position.asked == (0, "act")
    assert position.ready().round == 2


@rule("R3.18")
@pytest.mark.parametrize("good", ["silver", "gold"])
def test_metal_brings_no_promotion(good: str) -> None:
    position = Position().give(0, **{good: 3}).give(1, apple=1).give(2, **{good: 1})
    position.offerings("apple", f"good:{good}", "amount:3", "good:apple", f"good:{good}")
    assert position.asked == (1, "promote_from")
    position.choose("stop")
    assert position.asked == (0, "act")


@rule("R3.18", "R3.14", "R6.3")
def test_the_reward_phase_goes_on_without_a_favourite_who_fell() -> None:
    position = Position().penalties(0, 55).give(1, apple=1).give(2, apple=1)
    position.offerings("apple", "stop", "good:apple", "good:apple")
    assert position.asked == (1, "promote_from")
    position.choose("stop")
    assert position.asked == (2, "promote_from")


@rule("R3.18", "R10.1")
def test_who_can_make_no_step_is_not_asked() -> None:
    position = Position(5).put(0, 1, 2, 3).put(1, 4, 5, 6).put(2, 7, 8, 9)  # row 1 and 2 are full
    for seat in range(5):
        position.give(seat, gold=1)
    position.give(4, apple=1)  # offered, and so it can't pay for a swap
    position.offerings("apple", *["good:gold"] * 4, "good:apple")
    assert position.ready().round == 2
    assert position.seats("mine") == [0, 0, 0, 3, 3]


# --- R3.19 --------------------------------------------------------------------------------------------------


@rule("R3.19", "R12.5")
@pytest.mark.parametrize("owner", [0, 1, 2])
def test_free_promotion_is_one_more_step_after_all_others(owner: int) -> None:
    abilities = tuple(FREE_PROMOTION if seat == owner else (2, 3, 10)[seat] for seat in range(3))
    position = feed(Position(abilities=abilities), 1, 1, 1)
    for space, seat in enumerate((0, 1, 2, owner), start=1):
        assert position.asked == (seat, "promote_from")
        position.choose("mine", f"space:{space}")
    assert position.asked == (0, "act")
    assert [position.pixies(seat) for seat in range(3)] == [
        [seat + 1, 4] if seat == owner else [seat + 1] for seat in range(3)
    ]


@rule("R3.19")
@pytest.mark.parametrize("choice", ["stop", "good:silver"])
def test_free_promotion_does_not_depend_on_the_offering(choice: str) -> None:
    position = Position(abilities=(2, 3, FREE_PROMOTION)).give(0, apple=1).give(1, silver=1).give(2, silver=1)
    position.track(2, silver=6, gold=6)  # no mine symbol is reached
    position.offerings("apple", "good:apple", "good:silver", choice, "stop")
    assert position.asked == (2, "promote_from")
    assert position.options == ["mine", "stop"]
    position.choose("mine", "space:1")
    assert position.pixies(2) == [1]
    assert position.asked == (0, "act")


@rule("R3.19")
def test_free_promotion_may_be_left_out() -> None:
    position = feed(Position(abilities=(2, FREE_PROMOTION, 10)), 1, 0, 0).choose("stop")
    assert position.asked == (1, "promote_from")
    position.choose("stop")
    assert position.seats("mine") == [5, 5, 5]
    assert position.asked == (0, "act")


@rule("R3.19")
def test_steps_given_up_do_not_cost_the_free_one() -> None:
    position = feed(Position(abilities=(FREE_PROMOTION, 3, 10)), 3, 0, 0).choose("mine", "space:1", "stop")
    assert position.asked == (0, "promote_from")
    position.choose("mine", "space:2")
    assert position.asked == (0, "act")
    assert position.pixies(0) == [1, 2]


# --- R3.20 --------------------------------------------------------------------------------------------------


@rule("R3.20", "R1.5")
@pytest.mark.parametrize(("taken", "points"), list(enumerate([10, 9, 8, 7, 6, 5, 4])))
def test_a_loyal_servant_takes_the_leftmost_servant_tile(taken: int, points: int) -> None:
    position = Position(abilities=(1, 3, 10)).round(1 + taken).put(0, 13)
    position.servants(1, min(taken, 3)).servants(2, taken - min(taken, 3))
    feed(position, 1, 0, 0).choose("space:13")
    assert position.seats("rewards") == [points, 0, 0]
    assert position.seats("servants")[0] == 1
    assert position.state["servant_space"] == -1
    assert position.state["tiles_taken"].tolist() == [0, taken + 1, 0]
    assert position.seats("mine")[0] == 4
    assert position.pixies(0) == []


@rule("R3.20", "R12.2")
def test_the_servant_bonus_is_two_points_more() -> None:
    position = feed(Position(abilities=(SERVANT_BONUS, 3, 10)).put(0, 13), 1, 0, 0).choose("space:13")
    assert position.seats("rewards") == [12, 0, 0]


@rule("R3.20", "R12.2")
def test_the_servant_bonus_is_for_the_own_servant_only() -> None:
    position = feed(Position(abilities=(1, SERVANT_BONUS, 10)).put(0, 13), 1, 0, 0).choose("space:13")
    assert position.seats("rewards") == [10, 0, 0]


@rule("R3.20", "R3.19", "R5.5")
def test_the_servant_space_is_settled_after_all_promotions() -> None:
    position = feed(Position(abilities=(1, 3, FREE_PROMOTION)).put(0, 13).put(1, 14).put(2, 1), 1, 1, 0)
    position.choose("space:13")
    assert position.asked == (1, "promote_from")
    assert position.options == ["mine", "stop"]  # the servant space is taken
    position.choose("stop")
    assert position.asked == (2, "promote_from")
    assert position.state["servant_space"] == 0
    assert position.seats("rewards") == [0, 0, 0]
    position.choose("stop")
    assert position.state["servant_space"] == -1
    assert position.seats("rewards") == [10, 0, 0]


@rule("R3.20", "R3.19", "R12.5")
def test_the_free_promotion_may_reach_the_servant_space() -> None:
    position = feed(Position(abilities=(1, 3, FREE_PROMOTION)).put(2, 14), 1, 0, 0).choose("stop", "space:14")
    assert position.seats("servants") == [0, 0, 1]
    assert position.seats("rewards") == [0, 0, 10]


@rule("R3.20")
def test_without_a_pixie_on_the_servant_space_no_tile_is_taken() -> None:
    position = feed(Position().put(0, 13), 1, 0, 0).choose("stop")
    assert position.seats("rewards") == [0, 0, 0]
    assert position.state["tiles_taken"].tolist() == [0, 0, 0]
    assert position.pixies(0) == [13]


# --- R3.21 --------------------------------------------------------------------------------------------------


def two_players(order: list[int] | None = None, giver: int = 0) -> Position:
    """The giver offers an apple and keeps none, the other one offers a gold."""
    position = Position(2, abilities=(1, 3), order=order).give(giver, apple=1).give(1 - giver, gold=1)
    position.put(model.DUMMY, 1)
    return position


@rule("R3.21", "R7.3")
@pytest.mark.parametrize(("order", "giver"), [([0, 1], 0), ([0, 1], 1), ([1, 0], 0), ([1, 0], 1)])
def test_the_favourite_moves_a_dummy_pixie_one_step(order: list[int], giver: int) -> None:
    position = two_players(order, giver)
    offers = ["good:apple" if seat == giver else "good:gold" for seat in order]
    position.offerings("apple", *offers, "stop")
    assert position.phase == "rewards"
    assert position.asked == (order[0], "promote_from")
    assert position.options == ["mine", "space:1"]  # it must move
    position.choose("space:1")
    assert position.asked == (order[0], "promote_to")
    assert position.options == ["space:6", "space:7", "space:8", "space:9"]
    position.choose("space:7")
    assert position.pixies(model.DUMMY) == [7]
    assert position.ready().round == 2


@rule("R3.21", "R3.10")
def test_the_user_of_priority_moves_the_dummy() -> None:
    position = two_players().discs(1, 1).script(("demand", "apple"))
    position.choose("pass", "action:21", "good:gold", "good:apple", "stop")
    assert position.asked == (1, "promote_from")
    assert position.options == ["mine", "space:1"]


@rule("R3.21", "R3.20", "R10.30")
def test_the_dummy_moves_after_the_servant_is_settled() -> None:
    position = two_players().put(0, 13).offerings("apple", "good:apple", "good:gold", "space:13")
    assert position.asked == (0, "promote_from")
    assert position.options == ["mine", "space:1"]
    assert position.seats("servants") == [1, 0]
    assert position.seats("rewards") == [10, 0]


@rule("R3.21")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_with_more_players_no_dummy_moves(players: int) -> None:
    position = feed(Position(players), 1, *[0] * (players - 1)).choose("stop")
    assert position.asked == (0, "act")
    assert position.ready().round == 2
    assert position.pixies(model.DUMMY) == []
