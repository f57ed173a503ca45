"""Section 2: setup."""

from collections import Counter
from itertools import count, permutations
from typing import Any

import pytest

from dixie_env import ChanceError, Game, make_rules
from dixie_env.config import load_board
from dixie_env.engine import option_id
from dixie_env.records.state_line import describe_state
from tests.position import Position, rule

ORDERS = {2: [1, 0], 3: [2, 0, 1], 4: [3, 1, 0, 2], 5: [2, 4, 0, 3, 1]}
SHOWN = [1, 3, 4, 6, 8, 9]
SETUP = [("order", [0, 1, 2]), ("abilities", [1, 2, 3, 4, 5, 6]), ("deal", [1, 2, 3])]

every_number_of_players = pytest.mark.parametrize("players", [2, 3, 4, 5])


def new_game(players: int) -> Game:
    """A game at the first decision of its draft."""
    return Game(make_rules(players), 0, [("order", list(ORDERS[players])), ("abilities", list(SHOWN))])


def line(players: int) -> dict[str, Any]:
    return describe_state(new_game(players))


def draft(game: Game, choice: str) -> None:
    assert game.seat is not None
    game.step(option_id(choice, game.seat, game.players))


# --- R2.1 ---------------------------------------------------------------------------------------------------


@rule("R2.1")
@every_number_of_players
def test_both_orders_are_the_random_order(players: int) -> None:
    assert line(players)["small"] == ORDERS[players]
    assert line(players)["large"] == ORDERS[players]


@rule("R2.1")
@pytest.mark.parametrize("order", [[0, 1], [0, 1, 1], [1, 2, 3], [0, 1, 2, 3]])
def test_every_seat_is_in_the_order_once(order: list[int]) -> None:
    with pytest.raises(ChanceError, match="order"):
        Game(make_rules(3), 0, [("order", order)])


@rule("R2.1")
def test_all_orders_are_equally_likely() -> None:
    games = 1200
    rules = make_rules(3)
    counts = Counter(tuple(Game(rules, seed).state["small"][:3].tolist()) for seed in range(games))
    assert set(counts) == set(permutations(range(3)))
    assert all(140 < count < 260 for count in counts.values()), counts  # 200 expected, 4.6 deviations


@rule("R2.1", "R6.1")
def test_the_first_in_the_large_order_is_the_favourite() -> None:
    position = Position(order=[2, 0, 1])
    for seat in range(3):
        position.put(seat, seat + 1).penalties(seat, 9)
    position.choose("pass")
    assert position.seats("penalties") == [9, 9, 14]
    assert position.pixies(2) == [3]  # the favourite need not demote
    position.choose("pass")
    assert position.seats("penalties") == [14, 9, 14]
    assert position.pixies(0) == []


# --- R2.2, R2.3 ---------------------------------------------------------------------------------------------


@rule("R2.2")
@every_number_of_players
def test_everyone_but_the_first_begins_with_honey(players: int) -> None:
    for number, seat in enumerate(line(players)["seats"]):
        honey = 0 if number == ORDERS[players][0] else 2
        assert seat["goods"] == {"apple": 2, "bread": 2, "honey": honey, "silver": 2, "gold": 2}


@rule("R2.3", "R1.2", "R1.4")
@pytest.mark.parametrize(("players", "pixies"), [(2, 5), (3, 5), (4, 4), (5, 3)])
def test_all_pixies_begin_in_the_mine(players: int, pixies: int) -> None:
    start = line(players)
    assert start["servant_space"] is None
    for seat in start["seats"]:
        assert (seat["mine"], seat["spaces"], seat["servants"], seat["rocks"]) == (pixies, [], 0, [0, 0])


# --- R2.4 ---------------------------------------------------------------------------------------------------

STACKS = [(2, [2, 3, 4]), (3, [2, 3, 4, 4]), (4, [2, 3, 3, 4, 4]), (5, [2, 2, 3, 3, 4, 4])]


@rule("R2.4")
@pytest.mark.parametrize(("players", "stack"), STACKS)
def test_food_tiles_lie_lowest_on_top(players: int, stack: list[int]) -> None:
    assert line(players)["food_stack"] == stack


@rule("R2.4", "R4.6")
@pytest.mark.parametrize(("players", "stack"), STACKS)
def test_food_tiles_are_taken_from_the_lowest(players: int, stack: list[int]) -> None:
    position = Position(players)
    for seat in range(players):
        position.choose("action:6")
        assert position.state["food_tile"][seat] == stack[seat]
        position.discs_on({6: 0})


# --- R2.5, R2.6 ---------------------------------------------------------------------------------------------


@rule("R2.5")
@every_number_of_players
def test_one_of_each_but_gold_lies_on_the_special_offering_track(players: int) -> None:
    assert line(players)["offering_track"] == {"apple": 1, "bread": 1, "honey": 1, "silver": 1, "gold": 0}


@rule("R2.6")
@pytest.mark.parametrize(("players", "rocks"), [(2, 10), (3, 15), (4, 20), (5, 20)])
def test_the_bag_has_five_rocks_a_player_and_twenty_at_most(players: int, rocks: int) -> None:
    assert line(players)["bag"] == {"silver": 30, "gold": 10, "rock": rocks}


@rule("R2.6", "R2.2", "R2.5", "R1.1")
@pytest.mark.parametrize(
    ("players", "supply"),
    [
        (2, [35, 35, 37, 25, 16]),
        (3, [33, 33, 35, 23, 14]),
        (4, [31, 31, 33, 21, 12]),
        (5, [29, 29, 31, 19, 10]),
    ],
)
def test_the_rest_is_the_supply(players: int, supply: list[int]) -> None:
    assert list(line(players)["supply"].items()) == list(
        zip(["apple", "bread", "honey", "silver", "gold"], supply, strict=True)
    )
    assert set(line(players)["removed"].values()) == {0}


# --- R2.7 ---------------------------------------------------------------------------------------------------


def demanded(seed: int) -> tuple[int, ...]:
    """How often the three foods were demanded in seven rounds played at random, the rarest first."""
    bottomless = load_board("standard").model_copy(update={"pit": 1000, "golden": 7})
    game = Game(make_rules(2, board=bottomless), seed)
    for counter in count():
        if game.over:
            break
        game.step(game.random_option(counter))
    assert game.round == 7
    return tuple(sorted(game.state["demanded"].tolist()))


@rule("R2.7")
def test_two_of_the_nine_round_tiles_are_left_out() -> None:
    patterns = Counter(demanded(seed) for seed in range(400))
    assert set(patterns) == {(1, 3, 3), (2, 2, 3)}
    # 9 of the 36 pairs that can be left out are of one food: 100 expected, 4 deviations.
    assert 65 < patterns[1, 3, 3] < 135, patterns


@rule("R2.7", "R3.11")
def test_every_food_is_as_likely_to_be_demanded_first() -> None:
    firsts: Counter[int] = Counter()
    for seed in range(600):
        game = Position().game
        game.chance = None
        game.state["seed"] = seed
        while game.state["demand"] < 0:
            game.step(option_id("pass", game.seat or 0, game.players))
        firsts[int(game.state["demand"])] += 1
    assert all(150 < firsts[food] < 250 for food in range(3)), firsts  # 200 expected, 4.3 deviations


@rule("R2.7")
def test_nobody_sees_the_round_tiles() -> None:
    games = [Game(make_rules(3, draft="fixed", abilities=(1, 2, 3)), seed, [*SETUP]) for seed in (1, 2)]
    for seat in range(3):
        one, other = (game.observe(seat).tolist() for game in games)
        assert one == other
    assert games[0].known_hash() == games[1].known_hash()


# --- R2.8 ---------------------------------------------------------------------------------------------------


@rule("R2.8")
@every_number_of_players
def test_abilities_are_drafted_from_the_last_player_to_the_first(players: int) -> None:
    game = new_game(players)
    left = list(SHOWN)
    for seat in reversed(ORDERS[players]):
        assert (game.phase, game.seat, game.decision) == ("draft", seat, "draft")
        assert game.option_names() == [f"ability:{ability}" for ability in left]
        draft(game, f"ability:{left.pop(1)}")
        assert describe_state(game)["display"] == left
    assert (game.phase, game.seat, game.decision) == ("actions", ORDERS[players][0], "act")
    assert len(left) == 6 - players


@rule("R2.8")
def test_each_player_keeps_the_ability_chosen() -> None:
    game = new_game(3)
    for ability in (9, 1, 6):
        draft(game, f"ability:{ability}")
    assert [seat["ability"] for seat in describe_state(game)["seats"]] == [1, 9, 6]
    assert describe_state(game)["display"] == [3, 4, 8]


@rule("R2.8")
@pytest.mark.parametrize(
    "shown", [[1, 2, 3, 4, 5], [1, 2, 3, 4, 5, 6, 7], [1, 1, 2, 3, 4, 5], [0, 1, 2, 3, 4, 5]]
)
def test_six_different_abilities_are_on_display(shown: list[int]) -> None:
    with pytest.raises(ChanceError, match="abilities"):
        Game(make_rules(3), 0, [("order", [0, 1, 2]), ("abilities", shown)])


@rule("R2.8", "R1.5")
def test_every_ability_is_as_likely_to_be_on_display() -> None:
    rules = make_rules(2)
    displays = [describe_state(Game(rules, seed))["display"] for seed in range(1000)]
    assert all(len(display) == 6 for display in displays)
    counts = Counter(ability for display in displays for ability in display)
    # 600 expected, 4.5 deviations
    assert all(530 < counts[ability] < 670 for ability in range(1, 11)), counts
