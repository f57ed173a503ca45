"""Section 10: rulings R10.16 to R10.30. (R10.21 is a remark.)"""

import pytest

from dixie_env.config import load_board
from dixie_env.engine import model
from tests.position import Position, rule

EDITIONS = ["de", "proto", "fr", "en", "pl"]
MERCY = 3
FREE_ROCKS, EXTRA_SLOT = 7, 8


def end(position: Position) -> Position:
    """The last round ends, and its penalties have been given before."""
    position.round(7).go_to(model.STEP_ROUND_END)
    assert position.phase == "over"
    return position


def rocks_of(position: Position, seat: int) -> list[int]:
    position.ready()
    return position.state["rocks"][seat].tolist()


# --- R10.16 ---------------------------------------------------------------------------------------------


@rule("R10.16", "R4.22")
@pytest.mark.parametrize("bag", [{"silver": 9}, {"rock": 9}, {"gold": 1}])
def test_the_owner_of_peek_is_asked_even_if_all_cubes_are_alike(bag: dict[str, int]) -> None:
    position = Position().one_off(0, "peek").bag(**bag).choose("action:15")
    assert position.asked == (0, "use_peek")
    assert position.options == ["no", "yes"]


@rule("R10.16", "R12.8")
def test_the_owner_of_peek_on_the_extra_slot_is_asked_too() -> None:
    position = (
        Position(abilities=(EXTRA_SLOT, 3, 10))
        .one_off(0, "peek", extra=True)
        .bag(silver=9)
        .choose("action:15")
    )
    assert position.asked == (0, "use_peek")


@rule("R10.16", "R3.12")
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("goods", [{}, {"gold": 1}])
def test_the_owner_of_double_is_asked_even_without_two_kinds(edition: str, goods: dict[str, int]) -> None:
    position = Position(edition=edition).poor().give(2, **goods).one_off(2, "double").offerings("apple")
    assert position.asked == (2, "announce_double")
    assert position.options == ["no", "yes"]


# --- R10.17 to R10.19 -----------------------------------------------------------------------------------


@rule("R10.17", "R11.4")
def test_the_final_scoring_sends_nobody_to_the_pit() -> None:
    position = Position().poor().give(0, apple=1, honey=1, silver=1, gold=1).rocks(0, 3, 3).penalties(0, 59)
    position.choose("action:2").penalties(1, 55).choose("pass")
    end(position)
    assert position.seats("in_play") == [1, 0, 1]
    assert position.seats("scores") == [-59 - 6 - 4 * 3, -60, 0]
    assert position.seats("ranks") == [2, 3, 1]


@rule("R10.18", "R10.7", "R12.7")
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(("ability", "left", "bread"), [(FREE_ROCKS, 0, 2), (2, 3, 0)])
def test_with_free_rocks_the_last_rocks_go_without_bread(
    edition: str, ability: int, left: int, bread: int
) -> None:
    position = Position(abilities=(ability, 3, 10), edition=edition).poor().give(0, bread=2).rocks(0, 3, 2)
    end(position)
    assert position.seats("rocks_left") == [left, 0, 0]
    assert position.goods(0)["bread"] == bread


@rule("R10.19", "R6.4", "R11.2")
@pytest.mark.parametrize(("rules", "score"), [(2, 10 - 3 - 1 - 3), (1, 10 - 3 - 1 - 6)])
def test_the_last_one_in_play_is_scored_as_usual(rules: int, score: int) -> None:
    position = (
        Position(2, edition="proto", rules=rules)
        .poor()
        .give(1, bread=2, silver=2)
        .rocks(1, 3)
        .rewards(1, 10)
        .penalties(1, 3)
    )
    position.penalties(0, 55).rewards(0, 40).choose("pass")
    assert position.phase == "over"
    assert position.game.round == 1
    assert position.goods(1)["bread"] == 0
    assert position.seats("rocks_left") == [0, 1]
    assert position.seats("scores") == [-60, score]
    assert position.seats("ranks") == [2, 1]


@rule("R10.19", "R6.4")
def test_the_game_ends_in_the_middle_of_a_pass_of_points() -> None:
    """Seat 2 would have got 5 points after the others."""
    position = Position().poor().penalties(0, 55).penalties(1, 55).offerings("apple")
    assert position.phase == "over"
    assert position.seats("penalties") == [60, 60, 0]
    assert position.seats("scores") == [-60, -60, 0]
    assert position.seats("ranks") == [3, 2, 1]


# --- R10.20 ---------------------------------------------------------------------------------------------


@rule("R10.20", "R3.2")
@pytest.mark.parametrize("edition", EDITIONS)
def test_the_food_of_a_food_tile_is_any_mix(edition: str) -> None:
    position = Position(edition=edition).poor().food_tile(1).food_tile(0).penalty_phase(model.STEP_ROUND_END)
    for food in ("honey", "apple", "honey"):
        assert position.asked == (0, "take_food")
        assert position.options == ["good:apple", "good:bread", "good:honey"]
        position.choose(f"good:{food}")
    assert position.asked == (1, "take_food")
    assert position.goods(0) == {"apple": 1, "bread": 0, "honey": 2, "silver": 0, "gold": 0}


@rule("R10.20", "R4.22")
@pytest.mark.parametrize("edition", EDITIONS)
def test_rocks_are_placed_with_opponents_first(edition: str) -> None:
    position = (
        Position(edition=edition)
        .put(0, 1, 2, 3, 4)
        .rocks(2, 2, 1)
        .script(("draw", ["rock"]))
        .choose("action:15")
    )
    assert position.asked == (0, "place_rock")
    assert position.options == ["rock:1.0", "rock:2.0", "rock:2.1"]


@rule("R10.20", "R3.8", "R3.4")
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_pass_ends_the_phase_of_the_player(edition: str) -> None:
    position = Position(edition=edition).choose("pass")
    assert position.seats("discs") == [0, 4, 4]
    assert position.seats("penalties") == [5, 0, 0]
    position.choose("action:2", "action:8")
    assert position.asked == (1, "act")


@rule("R10.20", "R10.30", "R3.20", "R3.21", "R7.3")
@pytest.mark.parametrize("edition", EDITIONS)
def test_the_servant_is_settled_before_the_dummy_moves(edition: str) -> None:
    position = (
        Position(2, abilities=(1, 3), edition=edition).poor().put(0, 13).put(model.DUMMY, 1).give(0, apple=1)
    )
    position.offerings("apple", "good:apple", "space:13")
    assert position.asked == (0, "promote_from")
    assert position.game.reason == "dummy"
    assert position.options == ["mine", "space:1"]
    assert position.seats("servants") == [1, 0]
    assert position.seats("rewards") == [10, 0]
    assert position.state["servant_space"] == -1
    position.choose("space:1")
    assert position.options == ["space:6", "space:7", "space:8", "space:9"]


# --- R10.22 to R10.24 -----------------------------------------------------------------------------------


@rule("R10.22", "R5.2")
def test_action_3_with_two_discs_closes_its_own_space() -> None:
    position = Position().choose("action:3")
    assert position.seats("discs")[0] == 2
    assert position.asked == (0, "promote_to")
    assert position.options == ["space:1", "space:2", "space:4", "space:5"]


@rule("R10.22", "R5.2", "R3.5")
def test_action_3_with_one_disc_leaves_its_own_space_open() -> None:
    position = Position().put(1, 3).choose("action:3")
    assert position.seats("discs")[0] == 3
    assert position.options == ["space:1", "space:2", "space:3", "space:4", "space:5"]
    position.choose("space:3")
    assert position.pixies(0) == [3]


@rule("R10.22", "R4.3", "R3.7")
def test_action_3_is_illegal_if_its_own_space_was_the_only_target() -> None:
    position = Position().poor().put(1, 1, 2).put(2, 4, 5)
    assert "action:3" not in position.options
    position.give(0, apple=1)
    assert "action:3" in position.options
    position.choose("action:3")
    assert position.options == ["space:1", "space:2", "space:4", "space:5"]


@rule("R10.22", "R4.3", "R5.3")
def test_action_3_with_one_disc_may_have_its_own_space_as_the_only_target() -> None:
    position = (
        Position().poor().give(0, apple=1).put(1, 3).discs_on({1: 2, 2: 2, 4: 2, 5: 2}).choose("action:3")
    )
    assert position.pixies(0) == [3]
    assert position.seats("mine") == [4, 5, 5]
    assert position.goods(0)["apple"] == 0


@rule("R10.22", "R4.24", "R12.9")
@pytest.mark.parametrize(("discs", "targets"), [(0, [1, 2, 3, 4, 5]), (2, [1, 2, 4, 5])])
def test_a_copy_of_action_3_closes_nothing_by_itself(discs: int, targets: list[int]) -> None:
    """Seat 0 has `copy_unused` and may copy action 3 without a disc on its space."""
    position = Position(abilities=(9, 3, 10)).discs_on({3: discs}).choose("action:18", "action:3")
    assert position.options == [f"space:{space}" for space in targets]


@rule("R10.22", "R3.18")
def test_space_3_is_open_in_the_reward_phase() -> None:
    position = (
        Position()
        .choose("action:3", "space:1")
        .poor()
        .give(0, apple=1)
        .offerings("apple", "good:apple", "mine")
    )
    assert position.options == ["space:2", "space:3", "space:4", "space:5"]


@rule("R10.23", "R3.13", "R3.21", "R7.3")
def test_two_players_left_of_three_are_no_two_player_game() -> None:
    position = (
        Position(abilities=(1, 3, 10))
        .poor()
        .penalties(2, 59)
        .script(("whip_die", 1))
        .choose("action:10", "seat:2")
    )
    position.give(0, apple=1, silver=1, gold=1).give(1, apple=1, silver=1, gold=1).offerings(
        "apple", "good:silver"
    )
    assert position.asked == (1, "offer")
    position.choose("good:apple")
    assert position.asked == (1, "promote_from")
    assert position.goods(0) == {"apple": 1, "bread": 0, "honey": 0, "silver": 0, "gold": 1}
    position.choose("stop")
    assert position.game.round == 2
    assert position.asked == (0, "act")


@rule("R10.23", "R3.13")
def test_double_means_two_kinds_for_two_players_left_of_three() -> None:
    position = (
        Position()
        .poor()
        .one_off(0, "double")
        .penalties(2, 59)
        .script(("whip_die", 1))
        .choose("action:10", "seat:2")
    )
    position.give(0, apple=1, silver=1, gold=1).give(1, apple=1).offerings(
        "apple", "yes", "good:silver", "good:gold"
    )
    assert position.asked == (1, "offer")


@rule("R10.24", "R3.10", "R6.3")
def test_a_fallen_user_of_action_21_does_not_move_to_the_front() -> None:
    position = Position().choose("action:2", "action:21").penalties(1, 59).script(("whip_die", 1))
    position.choose("action:10", "seat:1")
    assert position.order() == [0, 2]
    position.offerings("apple")
    assert position.order() == [0, 2]
    assert position.asked == (0, "offer")


@rule("R10.24", "R9.3", "R6.3")
@pytest.mark.parametrize(("falls", "order"), [(1, [2, 0, 3]), (2, [1, 0, 3])])
def test_with_one_space_each_the_others_still_move_to_the_front(falls: int, order: list[int]) -> None:
    position = Position(4, edition="fr").choose("action:2", "action:21", "action:21").penalties(falls, 59)
    position.script(("whip_die", 1)).choose("action:10", f"seat:{falls}").offerings("apple")
    assert position.order() == order
    assert position.asked == (order[0], "offer")


@rule("R10.24", "R9.1", "R6.3")
def test_at_once_the_place_in_front_falls_to_the_next() -> None:
    position = Position(edition="en").choose("action:2", "action:21").penalties(1, 59).script(("whip_die", 1))
    assert position.order() == [1, 0, 2]
    position.choose("action:10", "seat:1")
    assert position.order() == [0, 2]
    assert position.asked == (0, "act")


# --- R10.25 ---------------------------------------------------------------------------------------------


def many_symbols(points: int, *spaces: int) -> Position:
    """Seat 1, with pixies on these spaces, is about to choose; mine symbols are at 2, 4 and 6."""
    board = {**load_board("standard").as_object(), "mine_symbols": [2, 4, 6]}
    return Position(board=board).choose("pass").put(1, *spaces).penalties(1, points)


@rule("R10.25", "R6.1")
@pytest.mark.parametrize(("before", "symbols"), [(0, 2), (1, 3), (2, 2), (4, 1), (6, 0)])
def test_one_demotion_for_each_mine_symbol(before: int, symbols: int) -> None:
    position = many_symbols(before, 1, 2, 4, 5, 6).choose("pass")
    for left in range(symbols, 0, -1):
        assert position.asked == (1, "demote")
        assert position.seats("penalties") == [5, before + 5, 0]
        assert len(position.options) == 5 - (symbols - left)
        position.choose(position.options[0])
    assert position.asked == (2, "act")
    assert position.seats("mine")[1] == symbols


@rule("R10.25", "R6.1")
def test_each_mercy_covers_one_mine_symbol() -> None:
    position = many_symbols(1, 1, 2, 4, 5, 6).one_off(1, "mercy").choose("pass")
    assert position.options == ["mercy", "space:1", "space:2", "space:4", "space:5", "space:6"]
    position.choose("mercy")
    assert position.options == ["space:1", "space:2", "space:4", "space:5", "space:6"]
    position.choose("space:1")
    assert position.options == ["space:2", "space:4", "space:5", "space:6"]
    position.choose("space:2")
    assert position.asked == (2, "act")
    assert position.state["one_off_on_board"].tolist() == [0, 1, 1, 1]


@rule("R10.25", "R6.1")
def test_mercy_is_offered_at_each_mine_symbol_until_it_is_used() -> None:
    position = many_symbols(0, 1, 2, 4).one_off(1, "mercy").choose("pass", "space:2")
    assert position.options == ["mercy", "space:1", "space:4"]
    position.choose("mercy")
    assert position.asked == (2, "act")
    assert position.pixies(1) == [1, 4]


@rule("R10.25", "R6.1")
def test_without_active_pixies_the_other_mine_symbols_have_no_effect() -> None:
    position = many_symbols(1, 1).one_off(1, "mercy").choose("pass")
    assert position.options == ["mercy", "space:1"]
    position.choose("space:1")
    assert position.asked == (2, "act")
    assert position.state["one_off"][1] == MERCY


# --- R10.26 ---------------------------------------------------------------------------------------------


def angry(position: Position) -> Position:
    """Nobody offers anything: 5 points for each, and an angry queen. The tracks cost nothing afterwards."""
    for seat in range(3):
        position.track(seat, silver=6, gold=6)
    return position.poor().offerings("apple")


@rule("R10.26", "R3.16")
def test_the_angry_queen_skips_a_seat_without_active_pixies_and_its_mercy() -> None:
    position = angry(Position().put(1, 1, 2).one_off(2, "mercy"))
    assert position.asked == (1, "demote")
    assert position.options == ["space:1", "space:2"]
    position.choose("space:2")
    assert position.pixies(1) == [1]
    assert position.seats("one_off") == [0, 0, MERCY]


@rule("R10.26", "R3.16")
def test_only_one_seat_demotes_before_an_angry_queen() -> None:
    position = angry(Position().put(0, 4).put(1, 1, 2).put(2, 5, 6))
    assert position.asked == (2, "demote")
    position.choose("space:6")
    assert position.asked == (0, "act")
    assert [position.pixies(seat) for seat in range(3)] == [[4], [1, 2], [5]]


@rule("R10.26", "R3.16")
def test_mercy_passes_the_angry_queen_on_toward_the_front() -> None:
    position = angry(Position().put(1, 1, 2).put(2, 5).one_off(2, "mercy"))
    assert position.asked == (2, "demote")
    assert position.options == ["mercy", "space:5"]
    position.choose("mercy")
    assert position.asked == (1, "demote")
    assert position.options == ["space:1", "space:2"]


@rule("R10.26", "R3.16")
@pytest.mark.parametrize("mercy", [True, False])
def test_nobody_demotes_if_nobody_is_left_to_ask(mercy: bool) -> None:
    """The favourite is never asked; the only other one with pixies has `mercy`, or there is none."""
    position = Position().put(0, 1, 2)
    if mercy:
        position.put(1, 5).one_off(1, "mercy")
    angry(position)
    if mercy:
        assert position.asked == (1, "demote")
        position.choose("mercy")
    assert position.asked == (0, "act")
    assert position.game.round == 2
    assert position.pixies(0) == [1, 2]
    assert position.pixies(1) == ([5] if mercy else [])


@rule("R10.26", "R3.16", "R6.2")
def test_who_became_the_favourite_by_a_fall_is_not_asked_by_the_angry_queen() -> None:
    position = angry(Position().put(1, 1, 2).penalties(0, 55))
    assert position.asked == (1, "act")
    assert position.seats("in_play") == [0, 1, 1]
    assert position.pixies(1) == [1, 2]


# --- R10.27 ---------------------------------------------------------------------------------------------


@rule("R10.27", "R3.22")
def test_slaves_are_counted_before_the_points_for_them() -> None:
    """One slave costs 1 point; the demotion that follows from it makes two slaves and costs nothing more."""
    position = Position().poor().put(1, 1, 2, 4, 5).penalties(1, 9).track(1, silver=6, gold=6).penalty_phase()
    assert position.asked == (1, "demote")
    position.choose("space:1")
    assert position.seats("mine")[1] == 2
    assert position.seats("penalties")[1] == 10


@rule("R10.27", "R3.23", "R6.2")
def test_the_reward_point_of_a_track_comes_before_the_penalty_points() -> None:
    """Seat 1 has its reward point when it is asked; seat 2 gets its own only after that."""
    position = Position(abilities=(1, 3, 6)).poor().put(1, 1, 2).penalties(1, 6)
    for seat in range(3):
        position.track(seat, silver=7, gold=1)
    position.penalty_phase()
    assert position.asked == (1, "demote")
    assert position.seats("rewards") == [1, 1, 0]
    assert position.seats("penalties") == [5, 11, 2]
    position.choose("space:1")
    assert position.seats("rewards") == [1, 1, 1]
    assert position.seats("penalties") == [5, 11, 5]


@rule("R10.27", "R6.3", "R3.23")
def test_who_falls_for_a_track_loses_the_reward_point_of_the_other() -> None:
    position = Position().poor().penalties(1, 55).rewards(1, 8).track(1, silver=7, gold=1).penalty_phase()
    assert position.seats("in_play") == [1, 0, 1]
    assert position.seats("rewards") == [0, 0, 0]


@rule("R10.27", "R6.4", "R3.23")
@pytest.mark.parametrize(("falls", "rewards"), [(0, [0, 0]), (1, [2, 0])])
def test_a_game_that_ends_in_the_track_pass_gives_no_more_reward_points(
    falls: int, rewards: list[int]
) -> None:
    position = Position(2).poor().penalties(falls, 55).track(1 - falls, silver=7, gold=7).penalty_phase()
    assert position.phase == "over"
    assert position.seats("rewards") == rewards


# --- R10.28 ---------------------------------------------------------------------------------------------


@rule("R10.28", "R4.22")
def test_room_for_rocks_is_judged_rock_by_rock() -> None:
    """The opponents have room for one rock, the player for another, and the third leaves the game."""
    position = Position().put(0, 1, 2).put(2, 3, 4, 5, 6, 7).rocks(1, 3, 2).rocks(0, 3, 2)
    position.script(("draw", ["rock", "rock", "rock"])).choose("action:15")
    assert position.asked == (1, "act")
    assert rocks_of(position, 1) == [3, 3]
    assert rocks_of(position, 0) == [3, 3]
    assert position.state["removed"][model.ROCK] == 1


@rule("R10.28", "R4.22")
def test_own_slaves_are_offered_as_soon_as_the_opponents_have_no_room() -> None:
    position = Position().put(0, 1, 2).put(2, 3, 4, 5, 6, 7).rocks(1, 2, 2).rocks(0, 2, 1)
    position.script(("draw", ["rock", "rock", "rock"])).choose("action:15")
    assert position.asked == (0, "place_rock")
    assert position.options == ["rock:0.0", "rock:0.1"]
    assert rocks_of(position, 1) == [3, 3]
    position.choose("rock:0.1")
    assert rocks_of(position, 0) == [2, 2]


@rule("R10.28", "R3.2", "R12.8")
def test_the_units_of_two_food_tiles_are_added() -> None:
    position = Position(abilities=(EXTRA_SLOT, 3, 10)).poor().food_tile(0).food_tile(0, extra=True)
    position.penalty_phase(model.STEP_ROUND_END)
    for _ in range(2 + 3):
        assert position.asked == (0, "take_food")
        position.choose("good:bread")
    assert position.asked == (0, "act")
    assert position.goods(0)["bread"] == 5


# --- R10.29, R10.30 -------------------------------------------------------------------------------------


@rule("R10.29", "R10.7")
@pytest.mark.parametrize(
    ("rocks", "bread", "left"),
    [
        ((3, 2), 1, [2, 2]),
        ((3, 2), 2, [2, 1]),
        ((3, 3), 2, [2, 2]),
        ((3, 1), 2, [1, 1]),
        ((3, 0), 2, [1, 0]),
        ((1, 1), 1, [1, 0]),
    ],
)
@pytest.mark.parametrize("edition", EDITIONS)
def test_too_little_bread_takes_from_the_larger_number_first(
    edition: str, rocks: tuple[int, int], bread: int, left: list[int]
) -> None:
    position = end(Position(edition=edition).poor().give(0, bread=bread).rocks(0, *rocks))
    assert rocks_of(position, 0) == left
    assert position.seats("rocks_left") == [sum(left), 0, 0]


@rule("R10.30", "R3.8")
def test_the_discs_of_a_pass_are_gone_before_its_points_are_settled() -> None:
    position = Position().choose("pass").put(1, 1, 2).penalties(1, 9).choose("pass")
    assert position.asked == (1, "demote")
    assert position.seats("discs") == [0, 0, 4]
    assert position.seats("penalties") == [5, 14, 0]


@rule("R10.30", "R6.3")
def test_who_falls_by_a_pass_that_ends_the_game_has_no_discs() -> None:
    position = Position(2).penalties(0, 55).choose("pass")
    assert position.phase == "over"
    assert position.seats("discs") == [0, 4]
