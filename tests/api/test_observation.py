"""What stands in a vector, block by block, against the state of the game."""

from typing import Any

import numpy as np
import pytest

from dixie_env import Game
from dixie_env.engine import model
from dixie_env.engine.words import ABILITIES, DECISIONS, FOODS, GOODS, ONE_OFFS, PHASES, REASONS
from dixie_env.layout import make_layout
from tests.api.playing import PLAYERS, positions, rules_of
from tests.api.rebuild import SEATS, Reader

LAYOUT = make_layout()


def named(vector: Any, block: str) -> str | None:
    """The entry that is set in a one-hot block."""
    names = [name for name in LAYOUT.names[LAYOUT[block]] if vector[LAYOUT[name]] == 1]
    assert len(names) <= 1
    assert np.count_nonzero(vector[LAYOUT[block]]) == len(names)
    return names[0].removeprefix(f"{block}.") if names else None


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("board", ["standard", "long"])
def test_the_table_of_any_position(players: int, board: str) -> None:
    """By name, from every seat's point of view; written apart from the engine and from `rebuild`."""
    for number, game in enumerate(positions(rules_of(players, "fr", board), range(1))):
        viewer = number % players
        check_board(game, game.observe(viewer), viewer)
        for distance in range(players):
            check_seat(game, game.observe(viewer), SEATS[distance], (viewer + distance) % players)


def check_board(game: Game, vector: Any, viewer: int) -> None:
    state, see = game.state, Reader(vector)
    asked = viewer == game.seat
    assert named(vector, "decision") == (DECISIONS[state["decision"]] if asked else None)
    assert named(vector, "reason") == (REASONS[state["reason"]] if asked else None)
    assert named(vector, "phase") == PHASES[state["phase"]] == game.phase
    assert named(vector, "players") == str(game.players)
    assert see.number("round") == game.round
    assert see.number("rounds_left") == 7 - game.round
    assert named(vector, "demand") == (FOODS[state["demand"]] if state["demand"] >= 0 else None)
    for name in ("demanded", "supply", "bag", "removed", "offering_track", "tiles_taken"):
        assert see.numbers(name) == state[name].tolist()
    who = [*SEATS[: game.players], *[""] * (5 - game.players), "dummy"]
    for space in range(1, 15):
        owner = int(state["spaces"][space])
        shown = vector[LAYOUT["spaces"]][6 * (space - 1) : 6 * space].tolist()
        if owner < 0:
            assert not any(shown)
        else:
            place = 5 if owner == model.DUMMY else (owner - viewer) % game.players
            assert shown.index(1) == place
            assert sum(shown) == 1
            assert vector[LAYOUT[f"spaces.space_{space}.{who[place]}"]] == 1
    servant = int(state["servant_space"])
    assert named(vector, "servant_space") == (
        who[(servant - viewer) % game.players] if servant >= 0 else None
    )
    assert see.number("dummy_mine") == state["mine"][model.DUMMY]
    assert see.numbers("discs_on") == state["discs_on"][1:].tolist()
    top_first = state["food_stack"][: state["food_left"]][::-1].tolist()
    assert see.numbers("food_stack") == top_first + [0] * (6 - len(top_first))
    for name, there in zip(ONE_OFFS, state["one_off_on_board"][1:], strict=True):
        assert vector[LAYOUT[f"one_offs_on_board.{name}"]] == there
    for name, there in zip(ABILITIES, state["display"][1:], strict=True):
        assert vector[LAYOUT[f"display.{name}"]] == there
    assert named(vector, "display_extra") == tile(int(state["display_extra"]))
    if game.phase == "actions":
        turn = int(state["turn_order"][state["turn"]])
        assert named(vector, "turn") == SEATS[(turn - viewer) % game.players]
    else:
        assert named(vector, "turn") is None


def tile(extra: int) -> str | None:
    if extra == 0:
        return None
    return f"food_{extra}" if extra < model.ON_EXTRA else ONE_OFFS[extra - model.ON_EXTRA - 1]


def check_seat(game: Game, vector: Any, who: str, seat: int) -> None:
    state, see, board = game.state, Reader(vector), game.rules.config.board
    assert see.number(f"{who}.penalties", 1 / board.pit) == state["penalties"][seat]
    assert see.number(f"{who}.rewards", 1 / 30) == state["rewards"][seat]
    length = len(board.track_penalties)
    assert see.numbers(f"{who}.tracks", 1 / (length - 1)) == state["track"][seat].tolist()
    for index, good in enumerate(GOODS):
        assert np.rint(vector[LAYOUT[f"{who}.goods.{good}"]] * 10) == state["goods"][seat, index]
    for name in ("in_play", "fallen", "discs", "mine", "servants", "first_servant", "food_tile", "due"):
        assert see.number(f"{who}.{name}") == state[name][seat]
    assert see.number(f"{who}.announced") == state["announced"][seat]
    assert see.numbers(f"{who}.rocks") == state["rocks"][seat].tolist()
    ability, one_off = int(state["ability"][seat]), int(state["one_off"][seat])
    assert named(vector, f"{who}.ability") == (ABILITIES[ability - 1] if ability else None)
    assert named(vector, f"{who}.one_off") == (ONE_OFFS[one_off - 1] if one_off else None)
    assert named(vector, f"{who}.extra") == tile(int(state["extra"][seat]))
    used = [state[f"used_{name}"][seat] for name in ("mine", "copy", "swap", "priority")]
    assert see.numbers(f"{who}.used") == used
    for block, field in (
        ("large_order", "large"),
        ("small_order", "small"),
        ("turn_order", "turn_order"),
        ("priority", "priority"),
    ):
        order = state[field].tolist()
        assert see.number(f"{who}.{block}") == (order.index(seat) + 1 if seat in order else 0)


def test_the_whole_state_is_in_absolute_seats_and_names_the_decider() -> None:
    layout = make_layout(state=True)
    for game in positions(rules_of(4), range(2)):
        whole = game.observe_all()
        assert game.seat is not None
        assert whole[layout["decider"]].tolist() == [float(seat == game.seat) for seat in range(5)]
        for seat in range(4):
            see = Reader(whole, layout)
            assert see.numbers(f"{SEATS[seat]}.goods") == game.state["goods"][seat].tolist()
        if game.reason == "offering" and game.state["demand"] >= 0:
            demand = int(game.state["demand"])
            for seat in range(4):
                offer = game.state["offer"][seat]
                assert see.numbers(f"{SEATS[seat]}.offer") == [offer[demand], offer[3], offer[4]]


def test_the_end_of_a_game_can_be_looked_at() -> None:
    for players in PLAYERS:
        game = Game(rules_of(players), 5)
        counter = 0
        while not game.over:
            game.step(game.random_option(counter))
            counter += 1
        for seat in range(players):
            vector = game.observe(seat)
            assert named(vector, "phase") == "over"
            assert named(vector, "decision") is None
            assert not vector[: LAYOUT["pending"].stop].any()


def test_tiles_on_extra_slots() -> None:
    game = Game(rules_of(3), 1)
    for value, name in ((0, None), (2, "food_2"), (3, "food_3"), (4, "food_4")):
        game.state["display_extra"] = value
        assert named(game.observe(), "display_extra") == name
    for number, name in enumerate(ONE_OFFS, 1):
        game.state["display_extra"] = game.state["extra"][0] = model.ON_EXTRA + number
        assert named(game.observe(), "display_extra") == name
        assert named(game.observe(0), "own.extra") == name
