"""Section 1: what is on the table."""

from collections.abc import Iterator

import pytest

from dixie_env import ChanceError, Game, RulesError, make_rules
from dixie_env.engine.words import GOODS
from dixie_env.records.state_line import describe_state
from tests.position import Position, rule

ROWS = {1: [1, 2, 3, 4, 5], 2: [6, 7, 8, 9], 3: [10, 11, 12], 4: [13, 14]}
TOTALS = {"apple": 40, "bread": 40, "honey": 40, "silver": 60, "gold": 30}
PIXIES = {2: 5, 3: 5, 4: 4, 5: 3}

every_number_of_players = pytest.mark.parametrize("players", [2, 3, 4, 5])


def positions(players: int, seed: int) -> Iterator[Game]:
    """The same game at each of its decisions and at its end, played at random."""
    game = Game(make_rules(players), seed)
    counter = 0
    yield game
    while not game.over:
        game.step(game.random_option(counter))
        counter += 1
        yield game


def spaces(numbers: list[int]) -> list[str]:
    return sorted(f"space:{number}" for number in numbers)


def offer_an_apple(position: Position) -> Position:
    """Seat 0 alone gives the queen what she wants, and has one promotion step."""
    position.give(0, apple=2).give(1, gold=1).give(2, gold=1)
    return position.offerings("apple", "good:apple", "amount:1", "good:gold", "good:gold")


# --- R1.1 ---------------------------------------------------------------------------------------------------


@rule("R1.1")
def test_goods_have_one_order_with_the_foods_first() -> None:
    assert GOODS == ("apple", "bread", "honey", "silver", "gold")
    position = Position().food_tile(0).stealing()
    assert position.asked == (0, "take_food")
    assert position.options == ["good:apple", "good:bread", "good:honey"]


@rule("R1.1")
@pytest.mark.parametrize("seed", range(4))
@every_number_of_players
def test_no_good_is_ever_created_or_lost(players: int, seed: int) -> None:
    for game in positions(players, seed):
        line = describe_state(game)
        for good, total in TOTALS.items():
            places = [line["supply"], line["bag"], line["offering_track"], line["removed"]]
            places += [seat["goods"] for seat in line["seats"]]
            assert sum(place.get(good, 0) for place in places) == total, (good, game)
            assert min(place.get(good, 0) for place in places) >= 0, (good, game)


@rule("R1.1", "R2.6")
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(("players", "rocks"), [(2, 10), (3, 15), (4, 20), (5, 20)])
def test_no_rock_is_ever_created_or_lost(players: int, rocks: int, seed: int) -> None:
    for game in positions(players, seed):
        line = describe_state(game)
        chains = sum(sum(seat["rocks"]) for seat in line["seats"])
        assert line["bag"]["rock"] + line["removed"]["rock"] + line["rocks_in_hand"] + chains == rocks, game


# --- R1.2 ---------------------------------------------------------------------------------------------------


@rule("R1.2")
@pytest.mark.parametrize("players", [-1, 0, 1, 6])
def test_there_are_two_to_five_players(players: int) -> None:
    with pytest.raises(RulesError, match="players"):
        make_rules(players)


@rule("R1.2")
@every_number_of_players
def test_every_seat_has_discs_pixies_and_a_place_on_each_track(players: int) -> None:
    seats = describe_state(Game(make_rules(players), 1))["seats"]
    assert len(seats) == players
    for seat in seats:
        assert (seat["discs"], seat["mine"]) == (4, PIXIES[players])
        assert (seat["penalties"], seat["rewards"]) == (0, 0)
        assert (seat["silver_track"], seat["gold_track"]) == (1, 1)


@rule("R1.2")
def test_the_two_tracks_of_a_seat_are_independent() -> None:
    position = Position().give(0, silver=1, gold=1)
    position.choose("action:11", "good:gold")
    assert position.state["track"][0].tolist() == [0, 1]
    assert position.state["track"][1].tolist() == [0, 0]


# --- R1.3 ---------------------------------------------------------------------------------------------------


@rule("R1.3", "R5.1")
@pytest.mark.parametrize(
    ("source", "target_row"), [("mine", 1), ("space:5", 2), ("space:9", 3), ("space:12", 4)]
)
def test_the_village_is_a_pyramid_of_four_rows(source: str, target_row: int) -> None:
    position = offer_an_apple(Position().put(0, 5, 9, 12))
    occupied = {5, 9, 12}
    position.choose(source)
    assert position.asked == (0, "promote_to")
    assert position.options == spaces([space for space in ROWS[target_row] if space not in occupied])


@rule("R1.3")
@pytest.mark.parametrize("space", ROWS[4])
def test_the_servant_space_stands_above_row_four(space: int) -> None:
    position = offer_an_apple(Position().put(0, space))
    position.choose(f"space:{space}")
    assert position.pixies(0) == []
    assert position.seats("servants") == [1, 0, 0]


@rule("R1.3", "R5.5")
def test_there_is_one_servant_space() -> None:
    position = Position().put(0, 13, 14).give(0, apple=2).give(1, gold=1).give(2, gold=1)
    position.offerings("apple", "good:apple", "amount:2", "good:gold", "good:gold")
    position.choose("space:13")
    assert position.state["servant_space"] == 0
    assert position.options == ["mine", "stop"]


@rule("R1.3", "R3.2")
@pytest.mark.parametrize(("row", "space"), [(row, space) for row in ROWS for space in ROWS[row]])
def test_a_space_in_row_r_shows_r_food_icons(row: int, space: int) -> None:
    position = Position().give(0).put(0, space).stealing()
    goods = position.goods(0)
    assert goods["apple"] + goods["bread"] + goods["honey"] == row
    assert goods["silver"] + goods["gold"] == 0


@rule("R1.3")
@pytest.mark.parametrize("space", [space for row in ROWS.values() for space in row])
def test_each_double_space_has_two_spots_for_discs_and_one_of_them_for_a_hand(space: int) -> None:
    plenty = {"apple": 3, "bread": 3, "honey": 3, "silver": 6, "gold": 6}
    with_hand = Position().give(0, **plenty).put(1, space)
    without = Position().give(0, **plenty).put(1, 13 if space == 14 else 14)
    assert f"action:{space}" in without.options
    assert f"action:{space}" not in without.discs(1).options
    assert f"action:{space}" in with_hand.discs(1).options


@rule("R1.3", "R5.3")
def test_one_pixie_stands_on_a_hand_spot() -> None:
    position = offer_an_apple(Position().put(1, 1))
    position.choose("mine", "space:1")
    assert position.pixies(0) == [1]
    assert position.pixies(1) == []
    assert position.seats("mine") == [4, 5, 5]


# --- R1.4 ---------------------------------------------------------------------------------------------------


@rule("R1.4", "R1.2")
@pytest.mark.parametrize("seed", range(4))
@every_number_of_players
def test_a_pixie_is_always_in_one_of_four_places(players: int, seed: int) -> None:
    for game in positions(players, seed):
        line = describe_state(game)
        for number, seat in enumerate(line["seats"]):
            pixies = seat["mine"] + len(seat["spaces"]) + (line["servant_space"] == number) + seat["servants"]
            if seat["in_play"]:
                assert pixies == PIXIES[players], game
            else:
                assert pixies == seat["servants"], game


@rule("R1.4")
@pytest.mark.parametrize("seed", range(4))
@every_number_of_players
def test_a_loyal_servant_never_comes_back(players: int, seed: int) -> None:
    servants = [0] * players
    for game in positions(players, seed):
        now = game.state["servants"][:players].tolist()
        assert all(new >= old for new, old in zip(now, servants, strict=True)), game
        servants = now


@rule("R1.4", "R3.22")
def test_only_pixies_in_the_mine_are_slaves() -> None:
    position = Position(rounds=2).round(2).servants(0, 1).put(0, 1, 2, 3).track(0, silver=6, gold=6)
    offer_an_apple(position).choose("stop")
    assert position.seats("mine")[0] == 1
    assert position.seats("penalties")[0] == 1


# --- R1.5 ---------------------------------------------------------------------------------------------------


@rule("R1.5")
def test_the_board_begins_with_all_its_tiles() -> None:
    line = describe_state(Game(make_rules(5), 3))
    assert line["one_offs"] == ["double", "mercy", "peek"]
    assert line["tiles_left"] == {
        "offering": [3, 4, 5, 6, 7, 8, 9],
        "servant": [10, 9, 8, 7, 6, 5, 4],
        "ring": [8, 7, 6, 5, 4, 3, 2],
    }


@rule("R1.5")
@pytest.mark.parametrize(("taken", "points"), list(enumerate([3, 4, 5, 6, 7, 8, 9])))
def test_offering_tiles_ascend(taken: int, points: int) -> None:
    position = Position().tiles_taken(offering=taken).give(0, apple=1 + taken, bread=1, honey=1, silver=2)
    position.choose("action:19")
    assert position.seats("rewards") == [points, 0, 0]


@rule("R1.5")
@pytest.mark.parametrize(("taken", "points"), list(enumerate([8, 7, 6, 5, 4, 3, 2])))
def test_ring_tiles_descend(taken: int, points: int) -> None:
    position = Position().tiles_taken(ring=taken).give(0, gold=4)
    position.choose("action:13")
    assert position.seats("rewards") == [points, 0, 0]


@rule("R1.5")
def test_a_row_has_seven_tiles() -> None:
    position = (
        Position().tiles_taken(offering=7, ring=7).give(0, apple=12, bread=3, honey=3, silver=3, gold=4)
    )
    assert "action:13" not in position.options
    assert "action:19" not in position.options


@rule("R1.5", "R11.1")
@pytest.mark.parametrize(
    ("offering", "servants", "ring", "over"),
    [(5, 5, 5, True), (4, 5, 5, False), (5, 4, 5, False), (5, 5, 4, False), (7, 4, 7, False)],
)
def test_the_first_five_of_each_row_are_golden(offering: int, servants: int, ring: int, over: bool) -> None:
    position = Position().round(6).tiles_taken(offering=offering, ring=ring)
    position.servants(1, 2).servants(2, servants - 2)
    offer_an_apple(position).choose("stop")
    assert position.ready().over == over


@rule("R1.5", "R10.3")
def test_reward_markers_never_run_out() -> None:
    position = Position().rewards(0, 150).track(0, silver=7, gold=7)
    offer_an_apple(position).choose("stop")
    assert position.seats("rewards")[0] == 152


@rule("R1.5", "R2.7")
@pytest.mark.parametrize("food", [0, 1, 2])
def test_there_are_three_round_tiles_of_each_food(food: int) -> None:
    position = Position().round(4)
    position.state["demanded"][:] = [3 if index == food else 0 for index in range(3)]
    with pytest.raises(ChanceError, match="demand"):
        position.offerings(GOODS[food])


@rule("R1.5")
def test_there_are_ten_abilities() -> None:
    seen = {ability for seed in range(50) for ability in describe_state(Game(make_rules(2), seed))["display"]}
    assert seen == set(range(1, 11))


# --- R1.6 ---------------------------------------------------------------------------------------------------

TILE_ACTIONS = ["action:6", "action:7", "action:8", "action:9"]


def tile_actions(position: Position) -> list[str]:
    return [name for name in TILE_ACTIONS if name in position.options]


@rule("R1.6", "R4.6", "R4.7", "R4.8", "R4.9")
def test_a_screen_has_one_slot_for_a_food_tile_and_one_for_a_one_off_tile() -> None:
    assert tile_actions(Position()) == TILE_ACTIONS
    assert tile_actions(Position().food_tile(0)) == ["action:7", "action:8", "action:9"]
    assert tile_actions(Position().one_off(0, "peek")) == ["action:6"]
    assert tile_actions(Position().one_off(0, "peek").food_tile(0)) == []


@rule("R1.6")
def test_the_slots_of_another_screen_do_not_matter() -> None:
    assert tile_actions(Position().one_off(1, "peek").food_tile(2)) == ["action:6", "action:7", "action:9"]


@rule("R1.6", "R2.8")
@pytest.mark.parametrize("seed", range(3))
def test_a_screen_holds_one_ability_tile(seed: int) -> None:
    for game in positions(3, seed):
        line = describe_state(game)
        if line["phase"] not in ("draft", "over") and all(seat["in_play"] for seat in line["seats"]):
            abilities = [seat["ability"] for seat in line["seats"]]
            assert None not in abilities
            assert len({*abilities, *line["display"]}) == 6
