"""Random games for the tests of the environments: cases, positions, and choices from masks."""

from collections.abc import Callable, Iterator
from functools import cache
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dixie_env import Game, make_rules
from dixie_env.config import edition_names, load_board
from dixie_env.engine import CompiledRules
from tests.properties.play import FOOLISH, play

EDITIONS = edition_names()
PLAYERS = (2, 3, 4, 5)

LONG_BOARD: dict[str, Any] = {
    **load_board("standard").as_object(),
    "track_penalties": [5, 5, 4, 4, 3, 3, 2, 2, 1, 0, 0],
    "track_rewards": [0] * 10 + [1],
    "silver_per_gold": [6, 5, 4, 4, 3, 3, 2, 2, 2, 1, 1],
    "gold_per_ring": [5, 5, 4, 4, 3, 3, 2, 2, 1, 1, 1],
    "mine_symbols": [5, 8, 11, 30, 31, 32, 70, 99],
    "pit": 120,
    "whip_die": [1, 7],
    "casino_die": ["food", "gold"],
}
"""A board of one's own: longer tracks, a deeper pit, three mine symbols at once."""

SHALLOW_BOARD: dict[str, Any] = {**load_board("standard").as_object(), "pit": 23, "mine_symbols": [4, 5, 9]}
"""A board on which players soon fall."""


@cache
def rules_of(players: int, edition: str = "de", board: str = "standard") -> CompiledRules:
    """Rules of a game, made once."""
    boards: dict[str, Any] = {"standard": "standard", "long": LONG_BOARD, "shallow": SHALLOW_BOARD}
    return make_rules(players, edition, boards[board])


def all_rules() -> Iterator[CompiledRules]:
    """All editions and numbers of players on the standard board, and some on other boards."""
    for players in PLAYERS:
        for edition in EDITIONS:
            yield rules_of(players, edition)
        yield rules_of(players, EDITIONS[players % 5], "long")
        yield rules_of(players, EDITIONS[(players + 2) % 5], "shallow")


def positions(rules: CompiledRules, seeds: range, sense: float = 0.97) -> Iterator[Game]:
    """Every decision of some games. The game moves on with the iteration: copy it to keep it."""
    for seed in seeds:
        game = Game(rules, seed)
        for _ in play(game, Random(seed), sense):
            yield game


def pick(mask: NDArray[Any], random: Random, sense: float = 0.97) -> int:
    """A random legal option; mostly none that passes, stops or dumps, so that games last."""
    options = np.flatnonzero(mask).tolist()
    sensible = [option for option in options if option not in FOOLISH]
    return int(random.choice(sensible if sensible and random.random() < sense else options))


def find(
    wanted: Callable[[Game], bool], rules: CompiledRules | None = None, seeds: range = range(500)
) -> Game:
    """The first position of random games that fits."""
    for game in positions(rules or rules_of(3), seeds):
        if wanted(game):
            return game.copy()
    raise AssertionError("no such position was found")


def same(one: Any, other: Any) -> bool:
    """Are two observations, infos, rewards or the like equal, down to their arrays?"""
    if isinstance(one, dict):
        return (
            isinstance(other, dict)
            and list(one) == list(other)
            and all(same(one[key], other[key]) for key in one)
        )
    if isinstance(one, tuple | list):
        return type(one) is type(other) and len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, np.ndarray):
        return isinstance(other, np.ndarray) and one.dtype == other.dtype and np.array_equal(one, other)
    return type(one) is type(other) and bool(one == other)


def with_other_offers(game: Game) -> Game:
    """A copy of a game of 5 in which the other seats have other secret offerings."""
    other = game.copy()
    for seat in range(5):
        if seat != game.seat:
            other.state["offer"][seat] = [seat, 1, 2, 3 + seat, 4]
            other.state["offered"][seat] ^= 1
    return other
