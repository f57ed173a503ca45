"""Section 11: when the game ends, what counts, and who wins."""

from typing import Any

import pytest

from dixie_env import Game, make_rules
from dixie_env.config import load_board
from dixie_env.engine import model
from dixie_env.engine.words import GOODS
from tests.position import Position, rule


def end(position: Position) -> Position:
    """The last round ends, and its penalties have been given before."""
    position.round(7).go_to(model.STEP_ROUND_END)
    assert position.phase == "over"
    assert position.asked == (None, None)
    assert position.options == []
    return position


def tiles(position: Position, offering: int, servants: int, ring: int) -> Position:
    """These tiles are taken; the servants are of all players in turn."""
    position.tiles_taken(offering=offering, ring=ring)
    for seat in range(3):
        position.servants(seat, len(range(seat, servants, 3)), first_round=seat + 1)
    return position


# --- the end --------------------------------------------------------------------------------------------


@rule("R11.1", "R1.5")
@pytest.mark.parametrize(
    ("offering", "servants", "ring", "over"),
    [
        (5, 5, 5, True),
        (7, 5, 6, True),
        (4, 5, 5, False),
        (5, 4, 5, False),
        (5, 5, 4, False),
        (7, 4, 7, False),
        (4, 5, 7, False),
    ],
)
def test_the_game_ends_when_all_fifteen_golden_tiles_are_taken(
    offering: int, servants: int, ring: int, over: bool
) -> None:
    position = tiles(Position().round(6), offering, servants, ring).penalty_phase(model.STEP_ROUND_END)
    assert (position.phase == "over") is over
    assert position.game.round == (6 if over else 7)


@rule("R11.1")
def test_the_round_of_the_last_golden_tile_is_played_to_its_end() -> None:
    position = tiles(Position().round(6), offering=5, servants=5, ring=4).poor().give(0, gold=4).put(1, 13)
    position.choose("action:13")
    assert position.seats("rewards") == [4, 0, 0]
    assert position.asked == (1, "act")
    position.choose("pass", "pass").give(1, honey=1).give(0, silver=1).script(("demand", "honey"))
    position.choose("pass")
    assert position.asked == (0, "offer")
    position.choose("good:silver", "good:honey", "space:13")
    assert position.phase == "over"
    assert position.game.round == 6
    assert position.seats("servants") == [2, 3, 1]
    # passes, the empty hand of seat 2, slaves (seat 2 has light_mine), tracks
    assert position.seats("penalties") == [5 + 2 + 2 + 3, 5 + 2 + 6, 5 + 5 + 1 + 6]


@rule("R11.1")
def test_the_seventh_round_is_the_last() -> None:
    position = Position().round(6).penalty_phase()
    assert position.asked == (0, "act")
    assert position.game.round == 7
    position.penalty_phase()
    assert position.phase == "over"
    assert position.game.round == 7


# --- the score ------------------------------------------------------------------------------------------


@rule("R11.2", "R11.3", "R10.7")
@pytest.mark.parametrize("edition", ["de", "proto"])
def test_the_score_is_rewards_less_penalties_rocks_and_majorities(edition: str) -> None:
    position = Position(edition=edition).poor().give(0, gold=1, silver=1).give(1, silver=2).rocks(0, 2, 1)
    end(position.rewards(0, 20).penalties(0, 7).rewards(1, 9).penalties(1, 4).penalties(2, 5))
    assert position.seats("rocks_left") == [3, 0, 0]
    assert position.seats("hoards") == [1, 1, 0]
    assert position.seats("scores") == [20 - 7 - 3 - 3, 9 - 4 - 3, -5]
    assert position.seats("rewards") == [20, 9, 0]
    assert position.seats("penalties") == [7, 4, 5]


@rule("R11.2", "R10.7")
@pytest.mark.parametrize(
    ("edition", "rules", "hoards", "scores"),
    [
        ("de", 2, [0, 1, 0], [-1, -3, 0]),
        ("proto", 2, [0, 1, 0], [-1, -3, 0]),
        ("proto", 1, [1, 0, 0], [-4, 0, 0]),
    ],
)
def test_bread_spent_on_rocks_is_no_hoard_where_rocks_come_first(
    edition: str, rules: int, hoards: list[int], scores: list[int]
) -> None:
    position = Position(edition=edition, rules=rules).poor().give(0, bread=4).give(1, bread=1).rocks(0, 3, 2)
    end(position)
    assert position.goods(0)["bread"] == 0
    assert position.seats("rocks_left") == [1, 0, 0]
    assert position.seats("hoards") == hoards
    assert position.seats("scores") == scores


@rule("R11.2")
@pytest.mark.parametrize(
    ("edition", "rules", "hoards"), [("de", 2, [1, 1, 0]), ("proto", 2, [1, 1, 0]), ("proto", 1, [1, 0, 0])]
)
def test_bread_spent_on_rocks_can_end_in_a_tie_where_rocks_come_first(
    edition: str, rules: int, hoards: list[int]
) -> None:
    position = Position(edition=edition, rules=rules).poor().give(0, bread=5).give(1, bread=3).rocks(0, 2)
    assert end(position).seats("hoards") == hoards


@rule("R11.3")
@pytest.mark.parametrize("good", GOODS)
@pytest.mark.parametrize(
    ("owned", "hoards"),
    [
        ((3, 2, 1), [1, 0, 0]),
        ((1, 2, 1), [0, 1, 0]),
        ((2, 0, 2), [1, 0, 1]),
        ((1, 1, 1), [1, 1, 1]),
        ((0, 0, 1), [0, 0, 1]),
    ],
)
def test_whoever_owns_the_most_of_a_good_gets_three_points(
    good: str, owned: tuple[int, ...], hoards: list[int]
) -> None:
    position = Position().poor()
    for seat, amount in enumerate(owned):
        position.give(seat, **{good: amount})
    end(position)
    assert position.seats("hoards") == hoards
    assert position.seats("scores") == [-3 * count for count in hoards]


@rule("R11.3", "R11.2")
def test_each_good_has_a_majority_of_its_own() -> None:
    position = (
        Position()
        .give(0, apple=3, bread=3, honey=3, silver=3, gold=3)
        .give(1, apple=3, gold=4)
        .give(2, honey=2)
    )
    end(position)
    assert position.seats("hoards") == [4, 2, 0]
    assert position.seats("scores") == [-12, -6, 0]


@rule("R11.3", "R6.3")
def test_majorities_are_among_those_in_play() -> None:
    position = Position().poor().give(0, gold=5).give(1, gold=1).penalties(0, 55).choose("pass")
    end(position)
    assert position.seats("hoards") == [0, 1, 0]
    assert position.seats("scores") == [-60, -3, 0]


@rule("R11.2")
def test_goods_on_the_special_offering_track_belong_to_nobody() -> None:
    position = Position().poor().tiles_taken(offering=7)
    assert end(position).seats("hoards") == [0, 0, 0]


@rule("R11.1", "R11.2", "R11.3", "R11.4", "R10.2", "R10.7")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("seed", range(12))
def test_random_games_are_scored_by_the_book(players: int, seed: int) -> None:
    game = Game(make_rules(players, draft="random"), seed)
    count = 0
    while not game.over:
        game.step(game.random_option(count))
        count += 1
    state = game.state
    seats = [seat for seat in range(players) if state["in_play"][seat]]
    most = state["goods"].max(axis=0)
    assert game.round == 7 or len(seats) == 1 or min(state["tiles_taken"].tolist()) >= 5
    for seat in range(players):
        goods, rocks = state["goods"][seat], int(state["rocks"][seat].sum())
        majorities = sum(1 for owned, top in zip(goods, most, strict=True) if owned == top > 0)
        score = int(state["rewards"][seat]) - int(state["penalties"][seat]) - rocks - 3 * majorities
        assert state["scores"][seat] == (score if seat in seats else -60)
        assert rocks == 0 or goods[1] == 0
    for seat in seats:
        better = [other for other in seats if standing(state, other) > standing(state, seat)]
        assert state["ranks"][seat] == 1 + len(better)


def standing(state: Any, seat: int) -> tuple[int, int, int]:
    """What decides between seats in play; more is better."""
    return int(state["scores"][seat]), int(state["servants"][seat]), -int(state["first_servant"][seat])


# --- ranks ----------------------------------------------------------------------------------------------


def ranks(scores: list[int], servants: list[int], first: list[int]) -> list[int]:
    """The ranks of seats with these scores, loyal servants, and rounds of the first of them."""
    position = Position(len(scores)).poor().round(7)
    for seat, (score, count, round_) in enumerate(zip(scores, servants, first, strict=True)):
        position.rewards(seat, max(score, 0)).penalties(seat, max(-score, 0))
        position.servants(seat, count, first_round=round_)
    end(position)
    assert position.seats("scores") == scores
    return position.seats("ranks")


@rule("R11.4")
@pytest.mark.parametrize(
    ("scores", "servants", "first", "expected"),
    [
        ([5, 9, 1], [0, 0, 0], [0, 0, 0], [2, 1, 3]),
        ([-5, -9, -1], [0, 0, 0], [0, 0, 0], [2, 3, 1]),
        ([5, 9, 1], [3, 0, 3], [1, 0, 2], [2, 1, 3]),
        ([4, 4, 4], [0, 2, 1], [0, 3, 2], [3, 1, 2]),
        ([4, 4, 9], [1, 2, 0], [1, 6, 0], [3, 2, 1]),
        ([4, 4, 1], [2, 2, 0], [4, 3, 0], [2, 1, 3]),
        ([4, 4, 4], [1, 1, 1], [6, 1, 3], [3, 1, 2]),
        ([4, 4, 1], [0, 0, 3], [0, 0, 2], [1, 1, 3]),
        ([1, 4, 4], [0, 0, 0], [0, 0, 0], [3, 1, 1]),
        ([4, 2, 2], [0, 0, 0], [0, 0, 0], [1, 2, 2]),
        ([0, 0, 0], [0, 0, 0], [0, 0, 0], [1, 1, 1]),
        ([3, 3, 3, 3], [1, 0, 1, 0], [5, 0, 2, 0], [2, 3, 1, 3]),
    ],
)
def test_score_then_servants_then_the_first_servant_then_shared(
    scores: list[int], servants: list[int], first: list[int], expected: list[int]
) -> None:
    assert ranks(scores, servants, first) == expected


@rule("R11.4")
def test_the_first_servant_counts_and_not_the_latest() -> None:
    """Seat 0 has a servant in rounds 1 and 4, seat 1 in rounds 2 and 3."""
    position = Position()
    for demand, seat in [("apple", 0), ("bread", 1), ("honey", 1), ("apple", 0)]:
        position.poor().give(seat, **{demand: 1}).put(seat, 13)
        position.offerings(demand, f"good:{demand}", "space:13")
    end(position.poor().rewards(0, 10).rewards(1, 10).penalties(0, 10).penalties(1, 10))
    assert position.seats("servants") == [2, 2, 0]
    assert position.seats("scores")[:2] == [0, 0]
    assert position.seats("ranks") == [1, 2, 3]


@rule("R11.4", "R6.3")
@pytest.mark.parametrize(("first", "second"), [(1, 2), (2, 1)])
def test_the_later_one_to_fall_ranks_above_the_earlier(first: int, second: int) -> None:
    position = Position(4, order=[first, second, 0, 3]).poor().rewards(first, 50)
    position.penalties(first, 55).penalties(second, 55).choose("pass", "pass")
    end(position.penalties(0, 58))
    expected = {first: (-60, 4), second: (-60, 3), 0: (-58, 2), 3: (0, 1)}
    found = zip(position.seats("scores"), position.seats("ranks"), strict=True)
    assert dict(enumerate(found)) == expected


@rule("R11.4", "R6.3", "R6.2")
def test_who_falls_in_the_same_pass_later_ranks_higher() -> None:
    position = (
        Position(4, order=[2, 0, 3, 1]).poor().penalties(0, 59).penalties(1, 59).penalties(2, 59).round(7)
    )
    position.penalty_phase()
    assert position.seats("ranks") == [3, 2, 4, 1]


@rule("R11.4", "R6.3")
def test_servants_are_no_help_in_the_pit() -> None:
    position = Position(4).poor().round(5).servants(1, 3).penalties(1, 59).penalties(2, 59).penalty_phase()
    assert position.seats("in_play") == [1, 0, 0, 1]
    end(position)
    assert position.seats("ranks")[1:3] == [4, 3]
    assert position.seats("servants") == [0, 3, 0, 0]


@rule("R11.4", "R8.1")
def test_the_pit_ranks_last_on_any_board() -> None:
    board = {**load_board("standard").as_object(), "pit": 4, "mine_symbols": []}
    position = Position(board=board).poor().rocks(1, 3, 3).choose("pass").round(7).go_to(model.STEP_ROUND_END)
    assert position.seats("scores") == [-4, -6, 0]
    assert position.seats("ranks") == [3, 2, 1]
