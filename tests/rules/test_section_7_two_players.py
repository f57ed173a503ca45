"""Section 7: two players, and the dummy colour."""

import pytest

from dixie_env.engine import model
from tests.position import Position, rule

DUMMY = model.DUMMY


def end_of_rewards(position: Position, giver: int = 0, **goods: int) -> Position:
    """One seat offers 1 honey and makes no step with it; the other offers nothing."""
    position.give(giver, honey=1, **goods).give(1 - giver)
    return position.offerings("honey", "good:honey", "stop")


# --- R7.1: the third colour ---------------------------------------------------------------------------------


@rule("R7.1")
@pytest.mark.parametrize(("players", "pixies"), [(2, 5), (3, 0), (4, 0), (5, 0)])
def test_only_two_players_have_a_dummy(players: int, pixies: int) -> None:
    position = Position(players)
    assert position.state["mine"][DUMMY] == pixies
    assert position.pixies(DUMMY) == []


@rule("R7.1")
def test_the_dummy_has_no_turn() -> None:
    position = Position(2).choose("action:1", "good:bread")
    assert position.asked == (1, "act")
    position.choose("action:2")
    assert position.asked == (0, "act")
    assert position.order("large") == [0, 1]


@rule("R7.1", "R2.6")
def test_the_dummy_has_no_goods() -> None:
    position = Position(2)
    owned = position.state["goods"].sum(axis=0) + position.state["supply"] + position.state["offering_track"]
    assert owned.tolist() == [40, 40, 40, 30, 20]  # 30 silver and 10 gold are in the bag
    assert position.state["supply"].tolist() == [35, 35, 37, 25, 16]


@rule("R7.1")
def test_slaves_of_the_dummy_cost_nobody_points() -> None:
    position = Position(2).put(0, 1, 2, 3, 4, 5).put(1, 6, 7, 8, 9, 10).track(0, 6, 6).track(1, 6, 6)
    position.give(0).give(1, honey=1).offerings("honey", "good:honey", "stop")
    assert position.state["round"] == 2
    assert position.seats("penalties") == [5, 0]  # nothing offered; no slaves; the tracks are free


# --- R7.2: offerings ----------------------------------------------------------------------------------------


@rule("R7.2", "R3.13")
def test_two_players_offer_up_to_two_kinds() -> None:
    position = Position(2).give(0, honey=2, silver=1, gold=1).give(1, silver=1).offerings("honey")
    assert position.asked == (0, "offer")
    assert position.options == ["good:gold", "good:honey", "good:silver", "stop"]
    position.choose("good:honey", "amount:2")
    assert position.asked == (0, "offer")
    assert position.options == ["good:gold", "good:silver", "stop"]
    position.choose("good:gold")
    assert position.asked == (1, "offer")


@rule("R7.2", "R3.13")
def test_two_players_may_offer_one_kind_only() -> None:
    position = (
        Position(2).give(0, honey=1, silver=1).give(1, silver=1).offerings("honey", "good:silver", "stop")
    )
    assert position.asked == (1, "offer")


@rule("R7.2", "R3.13")
def test_three_players_offer_one_kind() -> None:
    position = Position(3).give(0, honey=1, silver=1).give(1, silver=1).offerings("honey", "good:silver")
    assert position.asked == (1, "offer")


@rule("R7.2", "R3.17")
def test_both_kinds_count() -> None:
    position = Position(2).give(0, honey=1, silver=1).give(1, silver=1, gold=1)
    position.offerings("honey", "good:honey", "good:silver", "good:gold", "good:silver")
    assert position.phase == "rewards"
    assert position.seats("track") == [[1, 0], [1, 2]]  # counted from 0: a tie for silver, gold alone
    assert position.asked == (0, "promote_from")


# --- R7.3: the dummy moves ----------------------------------------------------------------------------------


@rule("R7.3", "R3.21")
def test_the_favourite_must_move_a_dummy_pixie() -> None:
    position = end_of_rewards(Position(2).put(DUMMY, 1, 6))
    assert position.asked == (0, "promote_from")
    assert position.game.reason == "dummy"
    assert position.options == ["mine", "space:1", "space:6"]
    position.choose("space:6")
    assert position.asked == (0, "promote_to")
    assert position.options == ["space:10", "space:11", "space:12"]
    position.choose("space:11")
    assert position.pixies(DUMMY) == [1, 11]
    assert position.state["mine"][DUMMY] == 3
    assert (position.state["round"], position.phase) == (2, "actions")


@rule("R7.3")
def test_a_dummy_slave_steps_to_row_one() -> None:
    position = end_of_rewards(Position(2))
    assert position.asked == (0, "promote_to")  # all are in the mine
    assert position.options == ["space:1", "space:2", "space:3", "space:4", "space:5"]
    position.choose("space:4")
    assert position.pixies(DUMMY) == [4]
    assert position.state["mine"][DUMMY] == 4


@rule("R7.3")
def test_the_favourite_moves_it_whoever_made_the_offering() -> None:
    position = end_of_rewards(Position(2, order=[1, 0]).put(DUMMY, 1))
    assert position.asked == (1, "promote_from")
    assert position.game.reason == "dummy"


@rule("R7.3", "R3.10")
def test_the_favourite_is_the_one_who_took_priority() -> None:
    position = Position(2).choose("action:1", "good:bread", "action:21").put(DUMMY, 1)
    position = end_of_rewards(position)
    assert position.order() == [1, 0]
    assert position.asked == (1, "promote_from")
    assert position.game.reason == "dummy"


@rule("R7.3")
def test_the_dummy_displaces_nobody() -> None:
    position = end_of_rewards(Position(2).put(DUMMY, 1, 6).put(0, 2, 7).put(1, 3, 8), apple=5).choose("mine")
    assert position.options == ["space:4", "space:5"]


@rule("R7.3")
def test_a_dummy_pixie_with_no_free_spot_above_it_is_not_offered() -> None:
    position = end_of_rewards(Position(2).put(DUMMY, 1, 10).put(0, 6, 7, 13).put(1, 8, 9, 14), apple=5)
    assert position.asked == (0, "promote_to")
    assert position.options == ["space:2", "space:3", "space:4", "space:5"]


@rule("R7.3")
def test_the_dummy_never_goes_to_the_servant_space() -> None:
    position = end_of_rewards(Position(2).put(DUMMY, 1, 13, 14))
    assert position.options == ["mine", "space:1"]


@rule("R7.3")
def test_the_dummy_stays_if_it_can_make_no_step() -> None:
    position = end_of_rewards(Position(2).put(DUMMY, 10, 11, 12, 13, 14))
    assert (position.state["round"], position.phase) == (2, "actions")
    assert position.pixies(DUMMY) == [10, 11, 12, 13, 14]


@rule("R7.3", "R10.1")
def test_the_only_step_of_the_dummy_is_made_without_asking() -> None:
    position = end_of_rewards(
        Position(2).put(DUMMY, 10, 11, 12, 13).put(0, 14, 1, 2).put(1, 3, 4).track(1, 6, 6)
    )
    assert (position.state["round"], position.phase) == (2, "actions")
    assert position.pixies(DUMMY) == [5, 10, 11, 12, 13]


@rule("R7.3")
def test_without_a_reward_phase_the_dummy_does_not_move() -> None:
    position = Position(2).put(DUMMY, 1).give(0, silver=1).give(1, silver=1)
    position.offerings("honey", "good:silver", "good:silver")
    assert (position.state["round"], position.phase) == (2, "actions")
    assert position.pixies(DUMMY) == [1]


@rule("R7.3", "R3.20", "R10.30")
def test_the_dummy_moves_after_the_loyal_servant_is_settled() -> None:
    position = Position(2).put(0, 13).give(0, honey=1).give(1).put(DUMMY, 10)
    position.offerings("honey", "good:honey", "space:13")
    assert position.game.reason == "dummy"
    assert position.seats("servants") == [1, 0]
    assert position.state["servant_space"] == -1


# --- R7.4: dummy pixies on the board ------------------------------------------------------------------------


@rule("R7.4", "R3.5")
@pytest.mark.parametrize(("spaces", "discs"), [((2,), 3), ((), 2)])
def test_a_dummy_pixie_helps_on_its_space(spaces: tuple[int, ...], discs: int) -> None:
    position = Position(2).put(DUMMY, *spaces).choose("action:2")
    assert position.seats("discs") == [discs, 4]


@rule("R7.4", "R5.3")
def test_a_displaced_dummy_pixie_swaps_places() -> None:
    position = Position(2).give(0, apple=1).put(0, 2).put(DUMMY, 7).choose("action:3", "space:2", "space:7")
    assert (position.pixies(0), position.pixies(DUMMY)) == ([7], [2])
    assert position.state["mine"][DUMMY] == 4
    assert position.goods(0)["apple"] == 0


@rule("R7.4", "R5.3")
def test_a_slave_sends_a_dummy_pixie_back_to_the_mine_of_the_dummy() -> None:
    position = Position(2).give(0, apple=1).put(DUMMY, 1).choose("action:3", "space:1")
    assert (position.pixies(0), position.pixies(DUMMY)) == ([1], [])
    assert position.state["mine"][DUMMY] == 5
    assert position.seats("mine") == [4, 5]
    assert position.goods(0)["apple"] == 0


@rule("R7.4", "R5.3")
def test_displacing_a_dummy_pixie_takes_an_apple() -> None:
    position = Position(2).give(0).put(0, 2).put(DUMMY, 7).choose("action:3", "space:2")
    assert position.options == ["space:6", "space:8", "space:9"]


@rule("R7.4", "R4.14")
def test_dummy_pixies_cannot_be_robbed() -> None:
    position = Position(2).put(DUMMY, 1, 14)
    assert "action:14" not in position.options
    position.put(1, 6, 7).choose("action:14")
    assert position.asked == (0, "rob")
    assert position.options == ["space:6", "space:7"]


@rule("R7.4", "R4.22")
def test_dummy_slaves_cannot_be_chained() -> None:
    position = Position(2).put(1, 1, 2, 3, 4, 5).put(0, 6, 7, 8, 9).bag(rock=10).script(("draw", ["rock"]))
    assert position.state["mine"][DUMMY] == 5
    position.choose("action:15")
    assert position.asked == (1, "act")
    assert position.seats("rocks") == [[1, 0], [0, 0]]


@rule("R7.4", "R3.16")
def test_the_angry_queen_does_not_demote_dummy_pixies() -> None:
    position = Position(2).put(DUMMY, 1, 6).put(0, 2).give(0, silver=1).give(1, silver=1)
    position.offerings("honey", "good:silver", "good:silver")
    assert (position.state["round"], position.phase) == (2, "actions")
    assert (position.pixies(0), position.pixies(DUMMY)) == ([2], [1, 6])


# --- R7.4: rocks beside the dummy's slaves ------------------------------------------------------------------


def drawn(rocks: int, edition: str = "pl") -> Position:
    """Seat 0 is about to draw so many rocks and nothing else."""
    slaves = max(1, rocks)
    position = Position(2, edition=edition).script(("draw", ["rock"] * rocks))
    return position.put(0, *range(1, 6 - slaves))


@rule("R7.4", "R4.22", "R10.20")
def test_rocks_may_be_placed_beside_slaves_of_the_dummy() -> None:
    position = drawn(3).choose("action:15")
    assert position.options == ["rock:1.0", "rock:dummy.0"]
    position.choose("rock:dummy.0")
    assert position.options == ["rock:1.0", "rock:dummy.0", "rock:dummy.1"]
    position.choose("rock:dummy.1", "rock:dummy.0")
    assert position.state["rocks"][DUMMY].tolist() == [2, 1]


@rule("R7.4", "R4.22")
def test_two_slaves_of_the_dummy_take_three_rocks_each_and_then_own_slaves_are_in_question() -> None:
    position = drawn(2).rocks(DUMMY, 3, 2).rocks(1, 3).put(1, 6, 7, 8, 9).choose("action:15")
    assert position.state["rocks"][DUMMY].tolist() == [3, 3]  # the only place, so nobody was asked
    assert position.state["rocks"][0].tolist() == [1, 0]


@rule("R7.4")
def test_one_slave_of_the_dummy_takes_three_rocks_at_most() -> None:
    position = drawn(1).put(DUMMY, 6, 7, 8, 9).rocks(DUMMY, 3).choose("action:15")
    assert position.state["rocks"][1].tolist() == [1, 0]


@rule("R7.4", "R4.22")
def test_with_forbidden_the_dummy_is_no_place_for_rocks() -> None:
    position = drawn(1, "de").rocks(1, 3, 3).choose("action:15")
    assert position.state["rocks"][DUMMY].tolist() == [0, 0]
    assert position.state["rocks"][0].tolist() == [1, 0]


@rule("R7.4", "R3.9")
def test_nobody_removes_rocks_of_the_dummy() -> None:
    position = Position(2, (7, 3), edition="pl").rocks(DUMMY, 2, 1).touch()
    assert not [option for option in position.options if option.startswith("free")]


@rule("R7.4", "R7.3", "R5.6")
def test_a_chained_slave_of_the_dummy_cant_be_moved_up_but_the_others_can() -> None:
    position = end_of_rewards(Position(2, edition="pl").put(DUMMY, 6, 7, 8).rocks(DUMMY, 1))
    assert position.asked == (0, "promote_from")
    assert "mine" in position.options
    position = end_of_rewards(Position(2, edition="pl").put(DUMMY, 6, 7, 8).rocks(DUMMY, 2, 1))
    assert "mine" not in position.options


@rule("R7.4", "R10.7", "R11.2", "R1.1")
def test_rocks_of_the_dummy_cost_nobody_a_point_and_stay() -> None:
    position = Position(2, edition="pl").poor().give(0, bread=3).rocks(DUMMY, 3, 2).round(7)
    assert position.penalty_phase(model.STEP_ROUND_END).phase == "over"
    assert position.seats("rocks_left") == [0, 0]
    assert position.goods(0)["bread"] == 3
    assert position.state["rocks"][DUMMY].tolist() == [3, 2]


@rule("R7.4", "R5.3")
def test_a_pixie_of_the_dummy_displaced_from_row_1_joins_its_chained_slaves() -> None:
    position = Position(2, edition="pl").put(DUMMY, 1).rocks(DUMMY, 1).give(0, apple=1)
    position.choose("action:3", "space:1")
    assert position.state["mine"][DUMMY] == 5
    assert position.state["rocks"][DUMMY].tolist() == [1, 0]
