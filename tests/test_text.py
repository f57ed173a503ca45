"""Choices, chance, the table and the result in words."""

import re

import pytest

from dixie_env import Game, make_rules
from dixie_env.engine.model import OPTION_COUNT
from dixie_env.engine.names import RELATIVE_NAMES
from dixie_env.text import (
    ACTION_NAMES,
    ability_name,
    count,
    describe_choice,
    describe_choices,
    describe_position,
    describe_result,
    listed,
)
from tests.position import Position


def test_words() -> None:
    assert [
        count(number, good) for number, good in ((1, "apple"), (2, "apple"), (2, "bread"), (3, "gold"))
    ] == [
        "1 apple",
        "2 apples",
        "2 breads",
        "3 gold",
    ]
    assert listed([]) == "nothing"
    assert listed(["a"]) == "a"
    assert listed(["a", "b", "c"]) == "a, b and c"
    assert ability_name(3) == "ring bonus (3)"
    assert ACTION_NAMES[13] == "ring"
    assert ACTION_NAMES[21] == "priority"
    assert len(set(ACTION_NAMES)) == 22


@pytest.mark.parametrize(
    ("kind", "choice", "words"),
    [
        ("draft", "ability:3", "takes the ability ring bonus (3)"),
        ("take_food", "good:honey", "takes 1 honey"),
        ("act", "action:1", "steals food (1)"),
        ("act", "action:13", "forges a ring (13)"),
        ("act", "action:21", "takes priority (21)"),
        ("act", "pass", "passes"),
        ("act", "free:1", "removes a rock from its second chained slave"),
        ("promote_from", "mine", "promotes a slave"),
        ("promote_from", "space:6", "promotes the pixie on 6"),
        ("promote_from", "stop", "makes no further step"),
        ("promote_from", "free:0", "removes a rock from its first chained slave"),
        ("promote_to", "space:10", "promotes a pixie to 10"),
        ("promote_to", "servant", "promotes a pixie to the servant space"),
        ("trade_give", "good:apple", "gives apple"),
        ("trade_get", "good:silver", "wants silver"),
        ("amount", "amount:3", "chooses the amount 3"),
        ("whip", "seat:1", "gives 1 whip to seat 1"),
        ("track", "good:gold", "climbs the gold track"),
        ("rob", "space:6", "robs the pixie on 6"),
        ("use_peek", "yes", "gives peek back and looks into the bag"),
        ("use_peek", "no", "keeps peek"),
        ("pick_cube", "cube:rock", "picks 1 rock from the bag"),
        ("place_rock", "rock:2.1", "puts 1 rock beside slaves of seat 2"),
        ("swap_own", "own:extra", "wants to swap the tile on its extra slot"),
        ("swap_with", "ability:4", "swaps a tile for the ability silver income (4) on display"),
        ("swap_with", "board:food", "swaps a tile for the food tile on top of the stack"),
        ("swap_with", "board:mercy", "swaps a tile for mercy on the board"),
        ("swap_with", "tile:2.main", "swaps a tile for the tile of seat 2"),
        ("swap_with", "tile:2.extra", "swaps a tile for the tile on the extra slot of seat 2"),
        ("odd_job", "good:apple", "takes 1 apple"),
        ("odd_job", "dump:gold", "removes 1 gold from the game"),
        ("dump_more", "dump:gold", "removes 1 gold from the game"),
        ("dump_more", "stop", "removes no more"),
        ("copy", "action:12", "copies: plays in the casino (12)"),
        ("add_offering", "good:bread", "adds 1 bread to the special offering"),
        ("announce_double", "yes", "announces double and gives the tile back"),
        ("announce_double", "no", "keeps double"),
        ("offer", "good:silver", "offers silver"),
        ("offer", "stop", "offers nothing"),
        ("demote", "space:6", "demotes the pixie on 6"),
        ("demote", "mercy", "gives mercy back instead of demoting a pixie"),
    ],
)
def test_choices_without_their_position(kind: str, choice: str, words: str) -> None:
    assert describe_choice(kind, choice) == words


@pytest.mark.parametrize(
    ("kind", "choices", "words"),
    [
        ("whip", ["seat:1", "seat:1"], "gives 2 whips to seat 1"),
        ("whip", ["seat:2", "seat:1", "seat:2"], "gives 1 whip to seat 1 and 2 to seat 2"),
        ("take_food", ["good:honey", "good:apple", "good:honey"], "takes 1 apple and 2 honey"),
        ("odd_job", ["dump:gold", "dump:apple", "stop"], "removes 1 apple and 1 gold from the game"),
        ("pick_cube", ["cube:gold", "cube:gold"], "picks 2 gold from the bag"),
        ("place_rock", ["rock:1.0", "rock:1.1"], "puts 2 rocks beside slaves of seat 1"),
    ],
)
def test_choices_that_belong_together(kind: str, choices: list[str], words: str) -> None:
    assert describe_choices(kind, choices) == words


@pytest.mark.parametrize(
    ("kind", "choice"),
    [
        ("dance", "action:1"),
        ("act", "action:22"),
        ("act", "action:0"),
        ("act", "stop"),
        ("draft", "ability:11"),
        ("demote", "mine"),
        ("demote", "space:15"),
        ("offer", "good:rock"),
        ("take_food", "good:rock"),
        ("use_peek", "maybe"),
        ("promote_to", "mine"),
        ("swap_own", "own:nothing"),
        ("odd_job", "stop"),
    ],
)
def test_what_is_no_choice(kind: str, choice: str) -> None:
    with pytest.raises(ValueError, match=kind):
        describe_choice(kind, choice)


def before(position: Position, *choices: str) -> Game:
    for choice in choices:
        position.choose(choice)
    return position.ready()


def test_amounts_with_their_position() -> None:
    game = before(Position().give(0, apple=5, bread=1), "action:4", "good:apple")
    assert describe_choice("trade_get", "good:silver", game) == "gives apple for silver"
    game = before(Position().give(0, apple=5, bread=1), "action:4", "good:apple", "good:silver")
    assert describe_choice("amount", "amount:2", game) == "gives 2 apples for 2 silver"
    game = before(Position().give(0, silver=12), "action:5")
    assert describe_choice("amount", "amount:2", game) == "buys 2 gold"


def test_pixies_with_their_position() -> None:
    game = before(Position(), "action:3")
    assert game.decision == "promote_to"
    assert describe_choice("promote_to", "space:4", game) == "promotes a slave to 4"
    game.state["spaces"][4] = 2
    assert describe_choice("promote_to", "space:4", game) == "promotes a slave to 4, displacing seat 2"
    assert describe_choice("rob", "space:4", game) == "robs the pixie on 4 of seat 2"


def test_every_option_of_random_games_has_words() -> None:
    kinds = set()
    for players in (2, 3, 5):
        for seed in range(12):
            game = Game(make_rules(players, ("de", "pl")[seed % 2]), seed)
            number = 0
            while not game.over:
                kinds.add(game.decision)
                for option in game.option_names():
                    words = describe_choice(str(game.decision), option, game)
                    assert re.fullmatch(r"[a-z][\w ,:()-]+", words), words
                game.step(game.random_option(number))
                number += 1
    assert len(kinds) >= 20
    assert len(RELATIVE_NAMES) == OPTION_COUNT


def test_a_position() -> None:
    game = Game(make_rules(3, draft="fixed", abilities=[3, 5, 8]), 7)
    text = describe_position(game)
    lines = text.split("\n")
    favourite = int(game.state["large"][0])
    assert lines[0] == f"Round 1 of 7, actions: seat {favourite} decides (act)"
    order = " ".join(str(seat) for seat in game.state["large"][:3])
    assert lines[1] == f"Order {order} (seat {favourite} is the favourite)"
    heads = lines[3].split()
    row = next(line for line in lines if line.startswith(f"  {favourite}*"))
    assert dict(zip(heads[1:], row.split()[1:], strict=True)) == {
        "score": "0",
        "+/-": "0/0",
        "apple": "2",
        "bread": "2",
        "honey": "0",
        "silver": "2",
        "gold": "2",
        "track": "1/1",
        "discs": "4",
        "mine": "5",
        "village": "-",
    }
    for words in (
        "      ring bonus (3)",
        "Supply   33 apples, 33 breads, 35 honey, 23 silver, 14 gold",
        "Bag      30 silver, 10 gold, 15 rocks",
        "Offering 1 apple, 1 bread, 1 honey, 1 silver on the special-offering track",
        "Tiles    offering 3 4 5 6 7 8 9; servant 10 9 8 7 6 5 4; ring 8 7 6 5 4 3 2",
        "Board    food tiles 2 3 4 4; one-off tiles double mercy peek",
    ):
        assert words in lines


def test_what_a_seat_has_is_in_the_position() -> None:
    game = Game(make_rules(2, draft="fixed", abilities=[8, 5]), 1)
    state = game.state
    state["spaces"][[3, 13]] = 0
    state["spaces"][5] = 5
    state["mine"][0], state["mine"][5] = 3, 4
    state["rocks"][0] = [2, 1]
    state["food_tile"][0], state["one_off"][0], state["extra"][0] = 3, 3, 12
    state["servants"][0] = 2
    state["penalties"][0], state["rewards"][0] = 21, 8
    state["demand"] = 1
    state["servant_space"] = 1
    state["discs_on"][[1, 16]] = [2, 1]
    text = describe_position(game)
    flat = " ".join(text.split())
    for words in (
        "extra slot (8), food tile 3, mercy, peek on the extra slot, 2 loyal servants, rocks 2+1",
        " -13 8/21 ",
        " 4 3 3 13 extra slot",
        "the queen demands bread",
        "seat 1 on the servant space",
        "Discs 2 on 1, 1 on 16",
    ):
        assert words in flat
    (dummy,) = [line for line in text.split("\n") if line.startswith("dummy")]
    assert dummy.split() == ["dummy", "4", "5"]


def test_positions_of_random_games_fit_into_80_columns() -> None:
    for players in (2, 3, 4, 5):
        for seed in range(5):
            game = Game(make_rules(players), seed)
            number = 0
            while not game.over:
                if number % 10 == 0:
                    assert max(map(len, describe_position(game).split("\n"))) <= 80
                game.step(game.random_option(number))
                number += 1
            assert describe_position(game).startswith(f"After round {game.round}: the game is over")
            assert max(map(len, describe_position(game).split("\n"))) <= 80


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_results_add_up(players: int) -> None:
    pits = explained = 0
    for seed in range(20):
        game = Game(make_rules(players), seed)
        with pytest.raises(ValueError, match="not over"):
            describe_result(game)
        number = 0
        while not game.over:
            game.step(game.random_option(number))
            number += 1
        text = describe_result(game)
        assert max(map(len, text.split("\n"))) <= 80
        position: dict[str, list[int]] = {}
        table, _, why = text.partition("\n\n")[2].partition("\n\n")
        scores, alive = game.state["scores"][:players], game.state["in_play"][:players] == 1
        surprising = alive.any() and not alive.all() and scores[alive].min() < scores[~alive].max()
        assert bool(why) == surprising == ("behind lower scores" in why)
        explained += surprising
        for line in table.split("\n")[1:]:
            match = re.fullmatch(r"(.{20})(.+)", line)
            assert match, line
            if match[1].strip() != "in the pit":
                position[match[1].rstrip()] = [int(number) for number in match[2].split()]
        assert position["score"] == game.state["scores"][:players].tolist()
        assert position["rank"] == game.state["ranks"][:players].tolist()
        rewards = [
            row for label, row in position.items() if label.startswith("  ") and label.strip() in REWARDS
        ]
        penalties = [
            row for label, row in position.items() if label.startswith("  ") and label.strip() not in REWARDS
        ]
        for seat in range(players):
            assert sum(row[seat] for row in rewards) == position["reward points"][seat]
            assert sum(row[seat] for row in penalties) == position["penalty points"][seat]
            if game.state["in_play"][seat]:
                score = position["reward points"][seat] - position["penalty points"][seat]
                score -= position["rocks left (-1)"][seat] + 3 * position["most of a good (-3)"][seat]
                assert score == position["score"][seat]
            else:
                pits += 1
        winner = position["rank"].index(1)
        assert f"seat {winner}" in text.split("\n")[0]
    assert pits


REWARDS = (
    "offering tiles",
    "servant tiles",
    "ring tiles",
    "servant bonus",
    "ring bonus",
    "top of tracks",
    "changed rules",
)
