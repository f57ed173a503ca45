"""`tracked` shows all that a seat may know and that matters: from a vector the state can be built again."""

from random import Random

import numpy as np
import pytest

from dixie_env import Game
from dixie_env.engine import model
from dixie_env.engine.model import STATE_DTYPE
from dixie_env.engine.words import DECISIONS, REASONS
from tests.api.playing import EDITIONS, PLAYERS, positions, rules_of
from tests.api.rebuild import COMPARED, FIELDS, LAYOUT, complete, rebuild, without_the_unknowable
from tests.properties.play import choose

CASES = [
    *((players, edition, "standard") for players in PLAYERS for edition in EDITIONS),
    *((players, EDITIONS[players % 5], board) for players in PLAYERS for board in ("long", "shallow")),
]


def test_every_field_of_a_state_is_classified() -> None:
    """A new field fails here until somebody has thought about who may know it, and has shown it."""
    assert list(FIELDS) == list(STATE_DTYPE.names or ())
    for kind, blocks in FIELDS.values():
        if kind == "shown":
            for name in blocks.replace(", with", ",").split(", "):
                assert name in LAYOUT or f"own.{name}" in LAYOUT, name


@pytest.mark.parametrize(("players", "edition", "board"), CASES)
def test_the_state_can_be_built_again_from_the_observation(players: int, edition: str, board: str) -> None:
    """So two states that differ in anything a seat may know never give it the same observation."""
    rules = rules_of(players, edition, board)
    for number, game in enumerate(positions(rules, range(2), 0.95)):
        if number % 2:
            continue
        seat = game.seat
        assert seat is not None
        rebuilt = rebuild(rules, game.observe(), seat)
        known = without_the_unknowable(game, seat)
        for name in COMPARED:
            assert np.array_equal(rebuilt[name], known[name]), (name, game, rebuilt[name], known[name])


def test_all_kinds_of_decisions_and_reasons_are_built_again() -> None:
    """The rare ones too: look for them in many games, and check each a few times."""
    seen: dict[tuple[str | None, str | None], int] = {}
    for index in range(200):
        rules = rules_of(2 + index % 4, EDITIONS[index // 4 % 5], ("standard", "shallow")[index // 20 % 2])
        for game in positions(rules, range(1000 + index, 1001 + index), (0.6, 0.97, 1)[index % 3]):
            kind = (game.decision, game.reason)
            seen[kind] = seen.get(kind, 0) + 1
            if seen[kind] <= 25:
                assert game.seat is not None
                rebuilt = rebuild(rules, game.observe(), game.seat)
                known = without_the_unknowable(game, game.seat)
                for name in COMPARED:
                    assert np.array_equal(rebuilt[name], known[name]), (name, game)
    assert {decision for decision, _ in seen} == set(DECISIONS[1:])
    assert {reason for _, reason in seen} == set(REASONS[1:])


@pytest.mark.parametrize("players", PLAYERS)
def test_a_game_built_again_plays_on_like_the_true_one(players: int) -> None:
    """Nothing that was left out of the comparison matters: options and outcomes stay the same for long."""
    random = Random(players)
    tried = 0
    for number, game in enumerate(positions(rules_of(players, EDITIONS[players - 1]), range(20, 26))):
        if number % 23:
            continue
        assert game.seat is not None
        other = complete(game, rebuild(game.rules, game.observe(), game.seat))
        other.validate()
        one = game.copy()
        assert other.options() == one.options()
        for _ in range(40):
            if one.over:
                break
            option = choose(one, random, 0.95)
            one.step(option)
            other.step(option)
            assert (other.seat, other.options()) == (one.seat, one.options())
        assert other.state["scores"].tolist() == one.state["scores"].tolist()
        tried += 1
    assert tried > 40


PUBLIC = [name for name, (kind, _) in FIELDS.items() if kind == "shown" and name != "players"]
ONLY_AT = {
    "source": ("promote_to",),
    "turn": ("act", "whip", "place_rock"),
    "due_source": ("demote",),
    "rocks_in_hand": ("place_rock",),
}


def changes(game: Game, name: str) -> list[Game]:
    """Copies of a game in which one number of a field is different, wherever that makes any sense."""
    found = []
    array = np.atleast_1d(game.state[name])
    for place in np.ndindex(array.shape):
        if not matters(game, name, place):
            continue
        other = game.copy()
        if array.shape == (1,) and game.state[name].shape == ():
            other.state[name] = changed(name, int(game.state[name]))
        else:
            other.state[name][place] = changed(name, int(array[place]))
        found.append(other)
    return found


def changed(name: str, value: int) -> int:
    """Another value that the field may have."""
    if name in ("large", "small", "turn_order", "priority", "spaces", "servant_space"):
        return -1 if value >= 0 else 0
    if name == "due_source":
        return (value + 1) % 6
    if name in ("demand", "good", "wanted", "own"):
        return value - 1 if value >= 0 else 0
    if name in ("extra", "display_extra"):
        return 2 if value != 2 else 3
    return value + 1 if value <= 0 else value - 1


def matters(game: Game, name: str, place: tuple[int, ...]) -> bool:
    """Is this a number that the game reads?"""
    state, seats = game.state, game.players
    first = place[0] if place else 0
    if name in ONLY_AT and game.decision not in ONLY_AT[name]:
        return False
    if name == "due_source" and game.reason != "mine_symbol":
        return False
    if name in ("large", "small", "turn_order", "priority"):
        return bool(state[name][first] >= 0)
    if name == "food_stack":
        return first < state["food_left"]
    if name in ("spaces", "discs_on", "display", "one_off_on_board"):
        return first > 0
    if name == "turn":
        return game.phase == "actions"
    if name in ("mine", "rocks"):
        return first < seats or (first == model.DUMMY and seats == 2)
    if name in ("supply", "bag", "removed", "offering_track", "demanded", "tiles_taken", "markers"):
        return True
    return game.state[name].ndim == 0 or first < seats


@pytest.mark.parametrize("name", PUBLIC)
def test_a_change_of_anything_public_changes_the_observation(name: str) -> None:
    tried = 0
    for number, game in enumerate(positions(rules_of(2 + len(name) % 4), range(40, 46), 0.9)):
        if number % 5 and name not in ONLY_AT:
            continue
        before = game.observe()
        for other in changes(game, name):
            tried += 1
            assert (other.observe(game.seat) != before).any(), (game, name)
    assert tried > 5
