"""Section 3.5: penalties."""

import pytest

from tests.position import Position, rule

LIGHT_MINE = 10
SPACES = {0: [1, 6, 10, 13, 11], 1: [2, 7, 11, 14, 12], 2: [3, 8, 12, 5, 4]}
"""Where pixies that are to be no slaves stand; nobody steals what matters here."""


def position_with_slaves(
    *slaves: int, abilities: tuple[int, ...] = (1, 3, 9), order: list[int] | None = None
) -> Position:
    """Three players with this many slaves each, on the space below the top of each track."""
    position = Position(abilities=abilities, order=order)
    for seat, count in enumerate(slaves):
        position.put(
            seat, *[space for space in SPACES[seat] if position.state["spaces"][space] < 0][: 5 - count]
        )
        position.track(seat, silver=6, gold=6)
    return position


def punish(position: Position) -> Position:
    """Everybody offers an apple, nobody promotes: the penalty phase begins."""
    for seat in range(position.game.players):
        position.give(seat, apple=1)
    position.offerings("apple", *["good:apple"] * position.game.players)
    while position.asked[1] == "promote_from":
        position.choose("stop")
    return position


# --- R3.22 --------------------------------------------------------------------------------------------------


@rule("R3.22")
@pytest.mark.parametrize(("slaves", "points"), [(0, 0), (1, 1), (2, 2), (3, 2), (5, 2)])
def test_one_slave_costs_one_point_and_more_cost_two(slaves: int, points: int) -> None:
    position = punish(position_with_slaves(slaves, 3, 3))
    assert position.seats("penalties") == [points, 2, 2]
    assert position.ready().round == 2


@rule("R3.22", "R12.10")
@pytest.mark.parametrize(("slaves", "points"), [(0, 0), (1, 1), (2, 1), (5, 1)])
def test_a_light_mine_costs_one_point_at_most(slaves: int, points: int) -> None:
    position = punish(position_with_slaves(slaves, 3, 3, abilities=(LIGHT_MINE, 3, 9)))
    assert position.seats("penalties") == [points, 2, 2]


@rule("R3.22", "R3.16")
def test_slaves_cost_points_when_the_queen_was_angry_too() -> None:
    position = position_with_slaves(5, 5, 4)
    for seat in range(3):
        position.give(seat, gold=1)
    position.offerings("apple", *["good:gold"] * 3)
    assert position.seats("mine") == [5, 5, 5]
    assert position.seats("penalties") == [2, 2, 2]


@rule("R3.22", "R6.2")
@pytest.mark.parametrize(
    ("order", "first", "second"), [([0, 1, 2], 1, 2), ([0, 2, 1], 2, 1), ([2, 1, 0], 1, 0)]
)
def test_points_for_slaves_are_given_in_large_order(order: list[int], first: int, second: int) -> None:
    position = position_with_slaves(3, 3, 3, order=order)
    for seat in range(3):
        position.penalties(seat, 8)
    punish(position)
    assert position.phase == "penalties"
    assert position.asked == (first, "demote")
    assert position.seats("penalties")[first] == 10
    assert position.seats("penalties")[second] == 8
    position.choose(position.options[0])
    assert position.asked == (second, "demote")
    assert position.seats("penalties") == [10, 10, 10]


# --- R3.23 --------------------------------------------------------------------------------------------------


@rule("R3.23", "R8.2")
@pytest.mark.parametrize("track", ["silver", "gold"])
@pytest.mark.parametrize(
    ("space", "penalty", "reward"),
    [(1, 3, 0), (2, 3, 0), (3, 2, 0), (4, 2, 0), (5, 1, 0), (6, 0, 0), (7, 0, 1)],
)
def test_a_track_space_costs_its_points(track: str, space: int, penalty: int, reward: int) -> None:
    other = "gold" if track == "silver" else "silver"
    position = punish(position_with_slaves(0, 1, 1).track(0, **{track: space, other: 6}))
    assert position.seats("penalties") == [penalty, 1, 1]
    assert position.seats("rewards") == [reward, 0, 0]


@rule("R3.23")
@pytest.mark.parametrize(
    ("silver", "gold", "penalty", "reward"),
    [(1, 1, 6, 0), (1, 7, 3, 1), (7, 5, 1, 1), (7, 7, 0, 2), (6, 6, 0, 0)],
)
def test_both_tracks_count(silver: int, gold: int, penalty: int, reward: int) -> None:
    position = punish(position_with_slaves(1, 0, 1).track(1, silver=silver, gold=gold))
    assert position.seats("penalties") == [1, penalty, 1]
    assert position.seats("rewards") == [0, reward, 0]


@rule("R3.23", "R3.22", "R6.2")
def test_points_for_tracks_come_after_the_slaves_of_everybody() -> None:
    position = position_with_slaves(3, 3, 3).penalties(2, 8)
    for seat in range(3):
        position.track(seat, silver=1, gold=1)
    punish(position)
    assert position.asked == (2, "demote")
    assert position.seats("penalties") == [2, 2, 10]
    position.choose("space:3")
    assert position.seats("penalties") == [8, 8, 16]


@rule("R3.23", "R6.2")
@pytest.mark.parametrize(
    ("order", "first", "second"), [([0, 1, 2], 1, 2), ([0, 2, 1], 2, 1), ([2, 1, 0], 1, 0)]
)
def test_points_for_tracks_are_given_in_large_order(order: list[int], first: int, second: int) -> None:
    position = position_with_slaves(3, 3, 3, order=order)
    for seat in range(3):
        position.penalties(seat, 5).track(seat, silver=1, gold=3)
    punish(position)
    assert position.phase == "penalties"
    assert position.asked == (first, "demote")
    assert position.seats("penalties")[first] == 12  # 2 for slaves, 3 and 2 for the tracks
    assert position.seats("penalties")[second] == 7
    position.choose(position.options[0])
    assert position.asked == (second, "demote")
    assert position.seats("penalties") == [12, 12, 12]
