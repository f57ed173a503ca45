"""Random variants of a board: assumed numbers are redrawn, known ones stay."""

from collections.abc import Callable
from typing import Any

import numpy as np

from dixie_env.config import FOODS, ROW_OF_SPACE, Board, Status

MOST_TILE_SHIFT = 2
MOST_PRICE = 5


def draw_board(base: Board, random: np.random.Generator) -> Board:
    """Return a board whose assumed numbers are drawn around those of another board.

    Tile rows move up or down and become flatter or steeper, track penalties become lighter or heavier, prices
    and the two dice are drawn from everything that fits what is known, mine symbols move closer together or
    further apart, and the icons show other food. Orders, lengths and everything with the status ``known``
    stay as they are.
    """
    return base.model_copy(
        update={
            "offering_tiles": _tiles(base.offering_tiles, random, rising=True),
            "servant_tiles": _tiles(base.servant_tiles, random, rising=False),
            "ring_tiles": _tiles(base.ring_tiles, random, rising=False),
            "track_penalties": _penalties(base, random),
            "silver_per_gold": _prices(base, "silver_per_gold", random),
            "gold_per_ring": _prices(base, "gold_per_ring", random),
            "mine_symbols": _symbols(base, random),
            "whip_die": _die(list(base.whip_die), random),
            "casino_die": _die(list(base.casino_die), random),
            "icons": _icons(random),
        }
    )


KNOBS: dict[str, Callable[[Board], float]] = {
    "offering tiles (mean)": lambda board: float(np.mean(board.offering_tiles)),
    "servant tiles (mean)": lambda board: float(np.mean(board.servant_tiles)),
    "ring tiles (mean)": lambda board: float(np.mean(board.ring_tiles)),
    "track penalties (mean)": lambda board: float(np.mean(board.track_penalties)),
    "silver per gold (mean)": lambda board: float(np.mean(board.silver_per_gold)),
    "gold per ring (mean)": lambda board: float(np.mean(board.gold_per_ring)),
    "mine symbols (number)": lambda board: float(len(board.mine_symbols)),
    "whip die (mean)": lambda board: float(np.mean(board.whip_die)),
    "casino die (share of gold)": lambda board: board.casino_die.count("gold") / len(board.casino_die),
    "icons (share of apple)": lambda board: _food_share(board, "apple"),
    "icons (share of honey)": lambda board: _food_share(board, "honey"),
}
"""The assumptions about a board, each as one number."""


def _tiles(row: tuple[int, ...], random: np.random.Generator, *, rising: bool) -> list[int]:
    """Return a row moved by up to 2 points and tilted by up to half its slope."""
    places = np.arange(len(row)) - (len(row) - 1) / 2
    shift = random.integers(-MOST_TILE_SHIFT, MOST_TILE_SHIFT + 1)
    tilted = np.mean(row) + shift + places * np.polyfit(places, row, 1)[0] * random.uniform(0.5, 1.5)
    tiles = np.sort(np.maximum(np.rint(tilted), 0).astype(int))
    return [int(tile) for tile in (tiles if rising else tiles[::-1])]


def _penalties(base: Board, random: np.random.Generator) -> list[int]:
    """Return track penalties made lighter or heavier, never rising toward the top."""
    factor = random.uniform(0.5, 1.75)
    drawn = [
        value if status == "known" else int(np.rint(value * factor))
        for value, status in _with_status(base, "track_penalties")
    ]
    return [int(value) for value in np.minimum.accumulate(drawn)]


def _prices(base: Board, key: str, random: np.random.Generator) -> list[int]:
    """Return prices that never rise toward the top and include the known ones."""
    entries = list(_with_status(base, key))
    known = [place for place, (_, status) in enumerate(entries) if status == "known"]
    prices: list[int] = []
    for place, (value, status) in enumerate(entries):
        if status == "known":
            prices.append(value)
            continue
        low = max((entries[other][0] for other in known if other > place), default=1)
        high = min(prices[-1] if prices else MOST_PRICE, value + 1)
        prices.append(int(random.integers(low, max(low, high) + 1)))
    return prices


def _symbols(base: Board, random: np.random.Generator) -> list[int]:
    """Return evenly spaced mine symbols, closer together or further apart."""
    if not base.mine_symbols:
        return []
    distance = max(2, round(base.mine_symbols[0] * random.uniform(0.7, 1.5)))
    return list(range(distance, base.pit, distance))


def _die(faces: list[Any], random: np.random.Generator) -> list[Any]:
    """Return a die with the same results, each at least once, and drawn frequencies."""
    results = list(dict.fromkeys(faces))
    more = random.integers(0, len(results), len(faces) - len(results))
    return results + [results[place] for place in more]


def _icons(random: np.random.Generator) -> dict[str, dict[str, int]]:
    """Return random icons. The number of icons on a space is known; which food is common varies."""
    shares = random.dirichlet([3.0] * len(FOODS))
    icons = {}
    for space, row in enumerate(ROW_OF_SPACE, start=1):
        counts = random.multinomial(row, shares)
        icons[str(space)] = {food: int(count) for food, count in zip(FOODS, counts, strict=True) if count}
    return icons


def _food_share(board: Board, food: str) -> float:
    shown = sum(foods.get(food, 0) for foods in board.icons.values())
    return shown / sum(sum(foods.values()) for foods in board.icons.values())


def _with_status(base: Board, key: str) -> list[tuple[int, Status]]:
    values = getattr(base, key)
    status = base.status[key]
    words = status if isinstance(status, tuple) else (status,) * len(values)
    return list(zip(values, words, strict=True))
