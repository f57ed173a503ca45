"""Section 8: the numbers of the board, standard and of one's own."""

from collections.abc import Callable
from typing import Any

import pytest

from dixie_env import ChanceError, Game, make_rules
from dixie_env.config import ConfigError, load_board
from dixie_env.engine import model
from dixie_env.engine.words import FOODS
from tests.position import Position, rule

SHORT_TRACK = {
    "track_penalties": [4, 0, 0],
    "track_rewards": [0, 0, 1],
    "silver_per_gold": [5, 2, 1],
    "gold_per_ring": [6, 3, 2],
}
PRICES = [(1, 4), (2, 3), (3, 3), (4, 2), (5, 2), (6, 2), (7, 1)]
STANDARD_ICONS = {
    1: (1, 0, 0), 2: (0, 1, 0), 3: (0, 0, 1), 4: (1, 0, 0), 5: (0, 1, 0),
    6: (1, 0, 1), 7: (0, 1, 1), 8: (1, 1, 0), 9: (0, 1, 1),
    10: (1, 1, 1), 11: (1, 1, 1), 12: (1, 1, 1),
    13: (2, 1, 1), 14: (1, 1, 2),
}  # fmt: skip


def board_with(**changes: Any) -> dict[str, Any]:
    """The values of the standard board, some of them changed."""
    return {**load_board("standard").as_object(), **changes}


def track_points(position: Position) -> tuple[int, int]:
    """Penalty and reward points that seat 0 gets in a penalty phase, less the 2 for its slaves."""
    position.penalty_phase()
    return position.seats("penalties")[0] - 2, position.seats("rewards")[0]


def stolen(position: Position) -> tuple[int, ...]:
    """The food that seat 0, who owned nothing, owns after the next stealing phase."""
    position.go_to(model.STEP_ROUND)
    position.state["round"] = 0
    return tuple(position.goods(0)[food] for food in FOODS)


# --- the pit ------------------------------------------------------------------------------------------


@rule("R8.1", "R6.3")
@pytest.mark.parametrize(("pit", "before"), [(20, 15), (60, 55), (80, 75), (1000, 995)])
def test_the_pit_is_where_the_board_has_it_and_scores_minus_its_number(pit: int, before: int) -> None:
    position = (
        Position(board=board_with(pit=pit, mine_symbols=[]))
        .rewards(0, 30)
        .penalties(0, before)
        .choose("pass")
    )
    assert position.seats("in_play") == [0, 1, 1]
    assert position.seats("penalties") == [pit, 0, 0]
    assert position.order() == [1, 2]
    position.round(7).penalty_phase(model.STEP_ROUND_END)
    assert position.phase == "over"
    assert position.seats("scores")[0] == -pit
    assert position.seats("ranks")[0] == 3


@rule("R8.1", "R6.3")
@pytest.mark.parametrize(("pit", "before", "after"), [(20, 14, 19), (60, 54, 59), (80, 55, 60)])
def test_nobody_falls_before_the_pit_of_the_board(pit: int, before: int, after: int) -> None:
    position = Position(board=board_with(pit=pit, mine_symbols=[])).penalties(0, before).choose("pass")
    assert position.seats("in_play") == [1, 1, 1]
    assert position.seats("penalties")[0] == after


@rule("R8.1", "R6.3")
def test_points_beyond_the_pit_of_the_board_are_not_marked() -> None:
    position = Position(board=board_with(pit=23, mine_symbols=[])).penalties(0, 22).choose("pass")
    assert position.seats("penalties") == [23, 0, 0]


# --- rounds and golden tiles --------------------------------------------------------------------------


@rule("R8.1", "R11.1")
@pytest.mark.parametrize("rounds", [1, 2, 3, 4, 5, 6, 7])
def test_the_game_ends_after_its_number_of_rounds(rounds: int) -> None:
    assert Position(rounds=rounds).round(rounds).penalty_phase(model.STEP_ROUND_END).phase == "over"


@rule("R8.1", "R11.1")
@pytest.mark.parametrize("rounds", [2, 3, 4, 5, 6, 7])
def test_the_game_does_not_end_before_its_number_of_rounds(rounds: int) -> None:
    position = Position(rounds=rounds).round(rounds - 1).penalty_phase(model.STEP_ROUND_END)
    assert position.asked == (0, "act")
    assert position.game.round == rounds


@rule("R8.1", "R11.1")
def test_a_game_has_seven_rounds_unless_told_otherwise() -> None:
    position = Position().round(6).penalty_phase(model.STEP_ROUND_END)
    assert position.asked == (0, "act")
    position.penalty_phase(model.STEP_ROUND_END)
    assert position.phase == "over"


@rule("R8.1")
@pytest.mark.parametrize("rounds", [0, 8])
def test_a_game_has_one_to_seven_rounds(rounds: int) -> None:
    with pytest.raises(ValueError, match="rounds"):
        make_rules(3, rounds=rounds)


@rule("R8.1", "R11.1")
@pytest.mark.parametrize(
    ("golden", "offering", "ring", "servants", "over"),
    [
        (2, 2, 2, 2, True),
        (2, 1, 2, 2, False),
        (2, 2, 1, 2, False),
        (2, 2, 2, 1, False),
        (3, 2, 2, 2, False),
        (3, 5, 5, 2, False),
        (6, 5, 5, 5, False),
    ],
)
def test_the_board_says_how_many_tiles_of_each_row_are_golden(
    golden: int, offering: int, ring: int, servants: int, over: bool
) -> None:
    position = Position(board=board_with(golden=golden)).round(6).tiles_taken(offering=offering, ring=ring)
    position.servants(0, servants).penalty_phase(model.STEP_ROUND_END)
    assert (position.phase == "over") is over


# --- the tracks ---------------------------------------------------------------------------------------


@rule("R8.2", "R3.23")
@pytest.mark.parametrize(
    ("space", "points"),
    [(1, (3, 0)), (2, (3, 0)), (3, (2, 0)), (4, (2, 0)), (5, (1, 0)), (6, (0, 0)), (7, (0, 1))],
)
@pytest.mark.parametrize("metal", ["silver", "gold"])
def test_the_spaces_of_the_standard_tracks_cost_points(
    metal: str, space: int, points: tuple[int, int]
) -> None:
    position = Position().poor().track(0, **{"silver": 6, "gold": 6, metal: space})
    assert track_points(position) == points


@rule("R8.1", "R3.23")
@pytest.mark.parametrize(
    ("silver", "gold", "points"),
    [(1, 1, (8, 0)), (1, 2, (4, 0)), (2, 2, (0, 0)), (3, 1, (4, 1)), (3, 3, (0, 2))],
)
def test_a_track_of_three_spaces_costs_what_its_lists_say(
    silver: int, gold: int, points: tuple[int, int]
) -> None:
    position = Position(board=board_with(**SHORT_TRACK)).poor().track(0, silver=silver, gold=gold)
    assert track_points(position) == points


@rule("R8.1", "R3.23")
def test_rewards_of_lower_spaces_are_those_of_the_list() -> None:
    board = board_with(track_penalties=[5, 7, 1, 0, 0], track_rewards=[4, 0, 2, 0, 1],
                       silver_per_gold=[1] * 5, gold_per_ring=[1] * 5)  # fmt: skip
    assert track_points(Position(board=board).poor().track(0, silver=1, gold=2)) == (12, 4)
    assert track_points(Position(board=board).poor().track(0, silver=5, gold=3)) == (1, 3)


@rule("R8.1", "R3.23")
def test_a_board_may_have_long_tracks_and_high_points() -> None:
    board = board_with(track_penalties=[60] * 30 + [0, 0], track_rewards=[0] * 30 + [60, 1], pit=1000,
                       silver_per_gold=[50] * 31 + [7], gold_per_ring=[20] * 31 + [9])  # fmt: skip
    assert track_points(Position(board=board).poor().track(0, silver=1, gold=30)) == (120, 0)
    assert track_points(Position(board=board).poor().track(0, silver=31, gold=31)) == (0, 120)
    position = Position(board=board).poor().bag().track(0, silver=31, gold=32).give(0, silver=50, gold=9)
    assert position.choose("action:5").goods(0) == {
        "apple": 0,
        "bread": 0,
        "honey": 0,
        "silver": 0,
        "gold": 10,
    }
    assert position.choose("action:2", "action:8", "action:13").goods(0)["gold"] == 1


@rule("R8.2", "R4.5")
@pytest.mark.parametrize(("space", "price"), PRICES)
def test_gold_has_its_price_on_each_space_of_the_standard_silver_track(space: int, price: int) -> None:
    position = Position().poor().track(0, silver=space, gold=5).give(0, silver=2 * price).choose("action:5")
    assert position.options == ["amount:1", "amount:2"]
    position.choose("amount:2")
    assert (position.goods(0)["silver"], position.goods(0)["gold"]) == (0, 2)
    position = Position().poor().track(0, silver=space, gold=5).give(0, silver=price - 1)
    assert "action:5" not in position.options


@rule("R8.2", "R4.13")
@pytest.mark.parametrize(("space", "price"), PRICES)
def test_a_ring_has_its_price_on_each_space_of_the_standard_gold_track(space: int, price: int) -> None:
    position = Position().poor().track(0, silver=5, gold=space).give(0, gold=price)
    position.choose("action:13")
    assert position.goods(0)["gold"] == 0
    assert position.seats("rewards") == [8, 0, 0]
    position = Position().poor().track(0, silver=5, gold=space).give(0, gold=price - 1)
    assert "action:13" not in position.options


@rule("R8.1", "R4.5", "R4.13")
@pytest.mark.parametrize(("space", "silver", "gold"), [(1, 5, 6), (2, 2, 3), (3, 1, 2)])
def test_prices_of_a_short_track_are_those_of_its_lists(space: int, silver: int, gold: int) -> None:
    def position(**goods: int) -> Position:
        board = board_with(**SHORT_TRACK)
        return Position(board=board).poor().track(0, silver=space, gold=space).give(0, **goods)

    assert position(silver=2 * silver).choose("action:5", "amount:2").goods(0)["silver"] == 0
    assert "action:5" not in position(silver=silver - 1).options
    assert position(gold=gold).choose("action:13").goods(0)["gold"] == 0
    assert "action:13" not in position(gold=gold - 1).options


@rule("R8.1", "R4.11")
def test_the_last_space_of_a_short_track_is_its_top() -> None:
    position = (
        Position(board=board_with(**SHORT_TRACK)).poor().give(0, silver=1, gold=1).track(0, silver=2, gold=3)
    )
    position.choose("action:11")  # silver is the only track below its top: not asked
    assert position.goods(0) == {"apple": 0, "bread": 0, "honey": 0, "silver": 0, "gold": 1}
    assert position.state["track"][0].tolist() == [2, 2]
    position = (
        Position(board=board_with(**SHORT_TRACK)).poor().give(0, silver=1, gold=1).track(0, silver=3, gold=3)
    )
    assert "action:11" not in position.options


@rule("R8.1", "R3.17")
@pytest.mark.parametrize(("start", "end"), [(1, 3), (2, 3), (3, 3)])
def test_an_offering_leads_no_higher_than_the_last_space_of_the_board(start: int, end: int) -> None:
    position = (
        Position(board=board_with(**SHORT_TRACK))
        .poor()
        .give(0, silver=1)
        .give(1, honey=1)
        .track(0, silver=start)
    )
    position.offerings("honey", "good:silver", "good:honey")
    assert position.asked == (1, "promote_from")
    assert position.state["track"][0].tolist() == [end - 1, 0]


@rule("R8.1", "R8.2")
@pytest.mark.parametrize("board", ["standard", board_with(**SHORT_TRACK)])
def test_all_start_on_the_first_space_of_both_tracks(board: Any) -> None:
    assert Position(board=board).state["track"][:3].tolist() == [[0, 0]] * 3


@rule("R8.1")
@pytest.mark.parametrize(
    "changes",
    [
        {key: values[1:] for key, values in SHORT_TRACK.items()},
        {**SHORT_TRACK, "gold_per_ring": [6, 3, 2, 1]},
        {**SHORT_TRACK, "track_penalties": [4, 1, 0]},
        {**SHORT_TRACK, "track_rewards": [0, 0, 0]},
        {**SHORT_TRACK, "track_rewards": [0, 0, 2]},
    ],
    ids=[
        "two spaces",
        "another length",
        "second-highest costs",
        "top without a point",
        "top with two points",
    ],
)
def test_track_lists_that_no_board_has_are_refused(changes: dict[str, Any]) -> None:
    with pytest.raises(ConfigError, match="track"):
        make_rules(3, board=board_with(**changes))


# --- mine symbols -------------------------------------------------------------------------------------


@rule("R8.2", "R6.1")
@pytest.mark.parametrize("symbol", [10, 20, 30, 40, 50])
def test_mine_symbols_of_the_standard_board(symbol: int) -> None:
    def after_passing_from(points: int) -> Position:
        return Position().choose("pass").put(1, 1, 2).penalties(1, points).choose("pass")

    assert after_passing_from(symbol - 6).asked == (2, "act")
    for points in (symbol - 5, symbol - 1):
        position = after_passing_from(points)
        assert position.asked == (1, "demote")
        assert position.options == ["space:1", "space:2"]
    assert after_passing_from(symbol).asked == (2, "act")


@rule("R8.1", "R6.1")
@pytest.mark.parametrize(
    ("before", "demotes"), [(1, False), (2, True), (6, True), (7, False), (27, False), (28, True)]
)
def test_mine_symbols_are_where_the_board_has_them(before: int, demotes: bool) -> None:
    position = Position(board=board_with(mine_symbols=[7, 33])).choose("pass")
    position.put(1, 1, 2).penalties(1, before).choose("pass")
    assert position.asked == ((1, "demote") if demotes else (2, "act"))


# --- tiles --------------------------------------------------------------------------------------------


def take_offering_tile(position: Position, taken: int) -> Position:
    position.tiles_taken(offering=taken)
    return position.give(0, apple=2 + taken, bread=1, honey=1, silver=1).choose("action:19")


def take_ring_tile(position: Position, taken: int) -> Position:
    return position.tiles_taken(ring=taken).give(0, gold=1).track(0, gold=7).choose("action:13")


def take_servant_tile(position: Position, taken: int) -> Position:
    position.servants(1, min(taken, 4)).servants(2, max(taken - 4, 0), first_round=5).put(0, 13).give(
        0, apple=1
    )
    return position.offerings("apple", "good:apple", "space:13")


TAKERS: dict[str, Callable[[Position, int], Position]] = {
    "offering_tiles": take_offering_tile,
    "servant_tiles": take_servant_tile,
    "ring_tiles": take_ring_tile,
}


@rule("R8.1", "R4.13", "R4.19", "R3.20")
@pytest.mark.parametrize("taken", range(7))
@pytest.mark.parametrize(
    ("row", "tiles"),
    [
        ("offering_tiles", [1, 1, 2, 20, 21, 50, 100]),
        ("servant_tiles", [100, 50, 21, 20, 2, 1, 0]),
        ("ring_tiles", [99, 51, 22, 20, 3, 1, 0]),
    ],
)
def test_reward_tiles_have_the_points_of_the_board(row: str, tiles: list[int], taken: int) -> None:
    position = Position(board=board_with(**{row: tiles}), abilities=(1, 6, 8)).poor().round(7)
    TAKERS[row](position, taken)
    assert position.seats("rewards") == [tiles[taken], 0, 0]


@rule("R8.2", "R4.13", "R4.19", "R3.20")
@pytest.mark.parametrize("taken", range(7))
@pytest.mark.parametrize(
    ("row", "tiles"),
    [
        ("offering_tiles", [3, 4, 5, 6, 7, 8, 9]),
        ("servant_tiles", [10, 9, 8, 7, 6, 5, 4]),
        ("ring_tiles", [8, 7, 6, 5, 4, 3, 2]),
    ],
)
def test_reward_tiles_of_the_standard_board(row: str, tiles: list[int], taken: int) -> None:
    position = Position(abilities=(1, 6, 8)).poor().round(7)
    TAKERS[row](position, taken)
    assert position.seats("rewards") == [tiles[taken], 0, 0]


# --- icons --------------------------------------------------------------------------------------------


@rule("R8.2", "R3.2", "R1.3")
@pytest.mark.parametrize("space", range(1, 15))
def test_icons_of_the_standard_board_bring_their_food(space: int) -> None:
    assert stolen(Position().poor().put(0, space)) == STANDARD_ICONS[space]


@rule("R8.1", "R3.2")
@pytest.mark.parametrize(
    ("space", "icons", "food"),
    [
        (1, {"honey": 1}, (0, 0, 1)),
        (6, {"bread": 2}, (0, 2, 0)),
        (12, {"apple": 2, "honey": 1}, (2, 0, 1)),
        (14, {"apple": 4}, (4, 0, 0)),
    ],
)
def test_icons_of_the_board_are_stolen_and_robbed(
    space: int, icons: dict[str, int], food: tuple[int, ...]
) -> None:
    board = board_with(icons={**load_board("standard").icons, str(space): icons})
    assert stolen(Position(board=board).poor().put(0, space)) == food
    position = (
        Position(board=board).poor().give(1, apple=5, bread=5, honey=5).put(1, space).choose("action:14")
    )
    assert tuple(position.goods(0)[name] for name in FOODS) == food
    assert tuple(5 - position.goods(1)[name] for name in FOODS) == food


# --- dice ---------------------------------------------------------------------------------------------


@rule("R8.2", "R4.10")
@pytest.mark.parametrize("face", [1, 2, 3])
def test_the_standard_whip_die_has_its_faces(face: int) -> None:
    position = Position().script(("whip_die", face)).choose("action:10", *["seat:2"] * face)
    assert position.seats("penalties") == [0, 0, face]
    assert position.asked == (1, "act")


@rule("R8.1", "R8.2", "R4.10")
@pytest.mark.parametrize(
    ("die", "face"), [([1, 1, 2, 2, 3, 3], 4), ([1, 1, 2, 2, 3, 3], 0), ([2, 5], 3), ([2, 5], 1)]
)
def test_the_whip_die_has_no_other_faces(die: list[int], face: int) -> None:
    position = Position(board=board_with(whip_die=die)).script(("whip_die", face))
    with pytest.raises(ChanceError):
        position.choose("action:10")


@rule("R8.1", "R4.10")
@pytest.mark.parametrize("face", [2, 20])
def test_whips_of_the_board_have_its_points(face: int) -> None:
    board = board_with(whip_die=[2, 20])
    position = Position(board=board).script(("whip_die", face)).choose("action:10", *["seat:1"] * face)
    assert position.seats("penalties") == [0, face, 0]


@rule("R8.2", "R4.12")
@pytest.mark.parametrize(
    ("face", "goods"), [("food", (1, 1, 1, 0, 0)), ("silver", (0, 0, 0, 2, 0)), ("gold", (0, 0, 0, 0, 1))]
)
def test_the_standard_casino_die_has_its_faces(face: str, goods: tuple[int, ...]) -> None:
    position = Position().poor().script(("casino_die", face)).choose("action:12")
    assert tuple(position.goods(0).values()) == goods


@rule("R8.1", "R4.12")
def test_the_casino_die_of_the_board_has_no_other_faces() -> None:
    position = Position(board=board_with(casino_die=["gold", "silver"])).script(("casino_die", "food"))
    with pytest.raises(ChanceError):
        position.choose("action:12")


def rolls(action: int, count: int = 600, **board: Any) -> list[int]:
    """How often the seeds of many games roll what: points of the whips, or goods won in the casino."""
    rules = make_rules(2, board=board_with(**board), draft="fixed", abilities=(2, 3))
    found = []
    for seed in range(count):
        game = Game(rules, seed)
        before = game.state["goods"].sum(axis=0)
        game.step(action - 1)
        found.append(int(game.state["penalties"].sum() or (game.state["goods"].sum(axis=0) - before).sum()))
    return found


@rule("R8.2")
@pytest.mark.parametrize("action", [10, 12])
def test_the_three_results_of_the_standard_dice_are_equally_likely(action: int) -> None:
    results = rolls(action)
    assert set(results) == {1, 2, 3}
    assert all(160 < results.count(result) < 240 for result in (1, 2, 3))


@rule("R8.1")
def test_faces_that_the_board_has_more_often_are_rolled_more_often() -> None:
    whips = rolls(10, whip_die=[4, 4, 4, 1])
    assert set(whips) == {1, 4}
    assert 410 < whips.count(4) < 490
    casino = rolls(12, casino_die=["gold", "food", "food", "food"])
    assert set(casino) == {1, 3}
    assert 410 < casino.count(3) < 490
