"""Section 5: promotion steps."""

import pytest

from tests.position import Position, rule


def reward_phase(position: Position, steps: int, **goods: int) -> Position:
    """Seat 0 has offered honey for this many steps and still owns these goods; the others offered nothing."""
    position.give(0, honey=steps, **goods)
    for seat in range(1, position.game.players):
        position.give(seat)
    position.offerings("honey", "good:honey", *([f"amount:{steps}"] if steps > 1 else []))
    assert position.phase == "rewards"
    return position


def spaces(*numbers: int) -> list[str]:
    return sorted(f"space:{number}" for number in numbers)


# --- R5.1: one row up ---------------------------------------------------------------------------------------


@rule("R5.1", "R5.2")
@pytest.mark.parametrize(
    ("source", "targets"),
    [
        ("mine", spaces(2, 3, 4, 5)),
        ("space:1", spaces(7, 8, 9)),
        ("space:6", spaces(11, 12)),
        ("space:10", spaces(13, 14)),
    ],
)
def test_a_step_leads_to_the_next_row_and_nowhere_else(source: str, targets: list[str]) -> None:
    position = reward_phase(Position().put(0, 1, 6, 10), steps=2)
    assert position.asked == (0, "promote_from")
    assert position.options == ["mine", "space:1", "space:10", "space:6", "stop"]
    position.choose(source)
    assert position.asked == (0, "promote_to")
    assert position.options == targets


@rule("R5.1")
@pytest.mark.parametrize(
    ("source", "target", "pixies", "slaves"),
    [
        ("mine", "space:5", [1, 5, 6, 10], 1),
        ("space:1", "space:9", [6, 9, 10], 2),
        ("space:6", "space:12", [1, 10, 12], 2),
        ("space:10", "space:14", [1, 6, 14], 2),
    ],
)
def test_the_pixie_leaves_where_it_was(source: str, target: str, pixies: list[int], slaves: int) -> None:
    position = reward_phase(Position().put(0, 1, 6, 10), steps=2).choose(source, target)
    assert position.pixies(0) == pixies
    assert position.seats("mine")[0] == slaves


@rule("R5.1", "R5.5")
def test_from_row_four_a_pixie_steps_to_the_servant_space() -> None:
    position = reward_phase(Position().put(0, 13), steps=2).choose("space:13")
    assert position.state["servant_space"] == 0
    assert position.pixies(0) == []
    assert position.seats("mine")[0] == 4
    assert position.asked == (0, "promote_from")


@rule("R5.1")
def test_one_pixie_can_climb_row_by_row_to_the_servant_space() -> None:
    position = reward_phase(Position(), steps=6)
    for source, target in [("mine", 4), ("space:4", 8), ("space:8", 11), ("space:11", 13)]:
        position.choose(source, f"space:{target}")
        assert position.pixies(0) == [target]
    position.choose("space:13")
    assert position.state["servant_space"] == 0
    assert position.options == ["mine", "stop"]


# --- R5.2: which spots can be entered -----------------------------------------------------------------------


@rule("R5.2")
def test_two_discs_close_a_space_and_one_does_not() -> None:
    position = Position().put(0, 1).discs_on({6: 2, 7: 1}).choose("action:3", "space:1")
    assert position.options == spaces(7, 8, 9)


@rule("R5.2", "R5.3")
def test_two_discs_protect_a_pixie_and_one_does_not() -> None:
    position = (
        Position()
        .give(0, apple=1)
        .put(0, 1)
        .put(1, 6, 7)
        .discs_on({6: 2, 7: 1})
        .choose("action:3", "space:1")
    )
    assert position.options == spaces(7, 8, 9)


@rule("R5.2")
def test_a_pixie_whose_targets_are_all_closed_is_not_offered() -> None:
    position = Position().put(0, 1, 6).discs_on({10: 2, 11: 2, 12: 2}).choose("action:3")
    assert position.options == ["mine", "space:1"]


@rule("R5.2")
def test_in_the_reward_phase_the_discs_are_gone() -> None:
    position = reward_phase(Position().put(0, 1).discs_on({6: 2, 7: 2}), steps=2).choose("space:1")
    assert position.options == spaces(6, 7, 8, 9)


# --- R5.3: displacing ---------------------------------------------------------------------------------------


@rule("R5.3")
def test_displacing_costs_an_apple_and_the_two_swap_places() -> None:
    position = reward_phase(Position().put(0, 2).put(1, 7), steps=2, apple=3)
    supply = int(position.state["supply"][0])
    position.choose("space:2", "space:7")
    assert (position.pixies(0), position.pixies(1)) == ([7], [2])
    assert position.seats("mine") == [4, 4, 5]
    assert position.goods(0)["apple"] == 2
    assert position.state["supply"][0] == supply + 1


@rule("R5.3")
def test_a_free_spot_costs_nothing() -> None:
    position = reward_phase(Position().put(0, 2), steps=2, apple=3).choose("space:2", "space:7")
    assert position.goods(0)["apple"] == 3


@rule("R5.3", "R4.3")
def test_action_three_displaces_for_an_apple_as_well() -> None:
    position = Position().give(0, apple=1).put(0, 2).put(1, 7).choose("action:3", "space:2", "space:7")
    assert (position.pixies(0), position.pixies(1)) == ([7], [2])
    assert position.goods(0)["apple"] == 0


@rule("R5.3")
def test_a_slave_sends_the_other_pixie_to_its_own_mine() -> None:
    position = reward_phase(Position().put(1, 3), steps=2, apple=1).choose("mine", "space:3")
    assert (position.pixies(0), position.pixies(1)) == ([3], [])
    assert position.seats("mine") == [4, 5, 5]
    assert position.goods(0)["apple"] == 0


@rule("R5.2", "R5.3")
def test_without_an_apple_only_free_spots_can_be_entered() -> None:
    position = reward_phase(Position().put(0, 2).put(1, 6, 8), steps=2).choose("space:2")
    assert position.options == spaces(7, 9)


@rule("R5.3")
def test_one_apple_pays_for_one_displacement_only() -> None:
    position = reward_phase(Position().put(0, 1, 2).put(1, 6, 7, 8, 9), steps=3, apple=1)
    position.choose("space:1", "space:8")
    assert position.options == ["mine", "space:8", "stop"]


# --- R5.4: who can't be displaced ---------------------------------------------------------------------------


@rule("R5.4")
def test_an_own_pixie_cannot_be_displaced() -> None:
    position = reward_phase(Position().put(0, 2, 6, 8), steps=2, apple=5).choose("space:2")
    assert position.options == spaces(7, 9)


@rule("R5.4")
def test_mercy_is_no_help_against_displacement() -> None:
    position = reward_phase(Position().one_off(1, "mercy").put(1, 3), steps=2, apple=1).choose(
        "mine", "space:3"
    )
    assert position.pixies(1) == []
    assert position.seats("one_off") == [0, 3, 0]
    assert position.asked == (0, "promote_from")


@rule("R5.4", "R5.5")
def test_a_pixie_on_the_servant_space_cannot_be_displaced() -> None:
    position = (
        Position(order=[1, 0, 2]).put(1, 13).put(0, 14).give(0, apple=5, honey=1).give(1, honey=1).give(2)
    )
    position.offerings("honey", "good:honey", "good:honey", "space:13")
    assert position.state["servant_space"] == 1
    assert position.asked == (0, "promote_from")
    assert position.options == ["mine", "stop"]


# --- R5.5: the servant space --------------------------------------------------------------------------------


@rule("R5.5")
def test_the_servant_space_takes_one_pixie_a_round() -> None:
    position = reward_phase(Position().put(0, 13, 14), steps=2)
    assert position.options == ["mine", "space:13", "space:14", "stop"]
    position.choose("space:14")
    assert position.options == ["mine", "stop"]


@rule("R5.5")
def test_the_servant_space_is_free_again_in_the_next_round() -> None:
    position = reward_phase(Position().put(0, 13, 14), steps=1).choose("space:13")
    assert position.state["round"] == 2
    assert position.state["servant_space"] == -1
    reward_phase(position, steps=1)
    assert position.options == ["mine", "space:14", "stop"]


@rule("R5.5", "R4.3")
def test_the_servant_space_is_closed_in_the_action_phase() -> None:
    position = Position().put(0, 1, 13).choose("action:3")
    assert position.asked == (0, "promote_from")
    assert position.options == ["mine", "space:1"]


@rule("R5.5", "R5.6", "R4.3")
def test_a_chained_slave_and_pixies_in_row_four_make_no_promotion() -> None:
    position = Position(players=5).put(0, 13, 14)
    assert "action:3" in position.options
    assert "action:3" not in position.rocks(0, 1).options


# --- R5.6: chains -------------------------------------------------------------------------------------------


@rule("R5.6")
@pytest.mark.parametrize(
    ("slaves", "rocks", "can_leave"),
    [
        (1, (0, 0), True),
        (1, (1, 0), False),
        (1, (3, 0), False),
        (2, (3, 0), True),
        (2, (1, 1), False),
        (3, (3, 3), True),
        (0, (0, 0), False),
    ],
)
def test_a_slave_leaves_the_mine_only_unchained(slaves: int, rocks: tuple[int, int], can_leave: bool) -> None:
    position = reward_phase(Position().put(0, *range(1, 6 - slaves)).rocks(0, *rocks), steps=2)
    assert ("mine" in position.options) == can_leave


@rule("R5.6")
def test_the_unchained_slave_leaves_and_the_rocks_stay() -> None:
    position = reward_phase(Position().rocks(0, 2, 1).put(0, 1, 2), steps=2).choose("mine", "space:3")
    assert position.seats("rocks")[0] == [2, 1]
    assert position.seats("mine")[0] == 2
    assert position.options == ["space:1", "space:2", "space:3", "stop"]


@rule("R5.6")
def test_rocks_do_not_hold_active_pixies() -> None:
    position = reward_phase(Position().rocks(0, 3, 3).put(0, 1, 6, 13), steps=2)
    assert position.options == ["space:1", "space:13", "space:6", "stop"]
