"""Boards drawn from a prior. The same name, seed and number give the same board, for ever.

What a book states is fixed, and so is what an owner of the game has entered; the rest is drawn, each field
from a stream of its own (`dixie_env.boards.stream`). One number u rounds a whole row, floor(c + u): that
keeps the order of the row, and its mean. What the counters of a field stand for:

| field | counters |
| --- | --- |
| `track_length` | 0: which |
| `track_penalties` | 0: rounding, 1: scale |
| `silver_per_gold`, `gold_per_ring` | 0: rounding, 1: scale, 2: where the price falls to 1 |
| `mine_symbols` | 0: rounding, 1: how many, 10 + j: how far the j-th is off |
| the three rows of tiles | 0: rounding, 1: level, 2: slope |
| `whip_die`, `casino_die` | i: the i-th face that is drawn |
| `icons` | s: what space s shows |
"""

import os
from collections.abc import Callable, Mapping, Sequence
from math import floor
from typing import Any

from dixie_env.boards.fixed import Entry, Fixed, fixed_by_books, fixed_entries, keep_order
from dixie_env.boards.prior import TILE_ROWS, Prior, load_prior, prior_names
from dixie_env.boards.stream import Stream
from dixie_env.config import FOODS, PRIOR, ROW_OF_SPACE, TRACKS, Board, ConfigError, Status

__all__ = ["MOST", "board_name", "draw", "stretch"]

MOST = 2**63 - 1
"""The highest seed, and the highest number of a board."""
FACES = 6
ROUNDING, SCALE, SLOPE, FALL, COUNT, SHIFTS = 0, 1, 2, 2, 1, 10


def board_name(prior: str, seed: int, number: int) -> str:
    """Return the name of a drawn board: ``prior:standard:7:3``."""
    return f"{PRIOR}{prior}:{seed}:{number}"


def draw(
    prior: str | os.PathLike[str] | Prior,
    seed: int,
    number: int,
    *,
    board: Board | None = None,
    length: int | None = None,
) -> Board:
    """Return a board of a prior.

    Args:
        prior: ``"standard"``, ``"wide"``, a file, or a `Prior`.
        seed: The seed, from 0. Training takes those below 1,000,000, evaluation the others.
        number: The number of the board among those of the seed, from 0.
        board: An owner's board: its entries with the status ``known`` or ``entered`` stay, so the prior
            becomes narrower. A drawn entry between two that stay moves to the nearest value that keeps the
            order of the row.
        length: Hold the number of track spaces at this value.

    Returns:
        The board. Drawn numbers have the status ``assumed``. It has the name ``prior:NAME:SEED:NUMBER`` if
        that name alone gives it: a shipped prior, nothing entered, no length held.

    Raises:
        ConfigError: There is no such prior; seed, number or length are out of range.
    """
    prior = load_prior(prior)
    _check("seed", seed, 0, MOST)
    _check("number", number, 0, MOST)
    books = fixed_by_books(prior)
    given = fixed_entries(board) if board is not None else None
    if given is not None and not given.says_more_than(books):
        given = None
    drawn = _Draw(prior, seed, number, books.with_more(given) if given is not None else books, length)
    found = drawn.board(given is not None and given.length is not None)
    shipped = prior.name in prior_names() and prior == load_prior(prior.name)
    if shipped and given is None and length is None:
        found._name = board_name(prior.name, seed, number)
    return found


def stretch(row: Sequence[float], places: int) -> list[float]:
    """Return a row at another number of places, in straight lines; a single place is its middle."""
    if places < 1:
        return []
    steps = [place * (len(row) - 1) / (places - 1) for place in range(places)] if places > 1 else []
    found = []
    for step in steps or [(len(row) - 1) / 2]:
        low = min(int(step), len(row) - 2)
        found.append(row[low] + (row[low + 1] - row[low]) * (step - low))
    return found


def _check(name: str, value: object, low: int, high: int) -> None:
    if type(value) is not int or not low <= value <= high:
        raise ConfigError("prior", f"{name} must be a whole number from {low} to {high}, not {value!r}")


class _Draw:
    """One board on its way from random numbers to values."""

    def __init__(self, prior: Prior, seed: int, number: int, fixed: Fixed, length: int | None) -> None:
        self.prior, self.fixed = prior, fixed
        self._at = (prior.name, seed, number)
        self.length = self._length(length)

    def stream(self, field: str) -> Stream:
        return Stream(*self._at, field)

    def board(self, length_stays: bool) -> Board:
        """Put all fields together, each entry with its status."""
        rows: dict[str, list[Any]] = {
            "track_penalties": self._penalties(),
            "track_rewards": self._placed("track_rewards", [0] * (self.length - 1) + [1]),
            "silver_per_gold": self._prices("silver_per_gold"),
            "gold_per_ring": self._prices("gold_per_ring"),
            "mine_symbols": self._symbols(),
            "whip_die": self._die("whip_die", self.prior.whip_die),
            "casino_die": self._die("casino_die", self.prior.casino_die),
            **{key: self._tiles(key) for key in TILE_ROWS},
        }
        data: dict[str, Any] = {
            key: {"value": row, "status": self._status(key, range(len(row)))} for key, row in rows.items()
        }
        for key in ("pit", "golden"):
            entry = self._one(key)
            data[key] = {"value": entry.value, "status": entry.status}
        spaces = range(1, len(ROW_OF_SPACE) + 1)
        status: Any = self._status("icons", spaces)
        if not isinstance(status, str):
            status = dict(zip(map(str, spaces), status, strict=True))
        data["icons"] = {"value": self._icons(), "status": status}
        if length_stays and self.fixed.length is not None:
            data["track_length"] = {"value": self.length, "status": self.fixed.length.status}
        in_order = {key: data[key] for key in Board.model_fields}
        return Board._parse({**data, **in_order}, f"board of prior {self.prior.name!r}", file=True)

    # --- what stays -----------------------------------------------------------------------------------------

    def _one(self, key: str) -> Entry:
        entry = self.fixed.one(key)
        assert entry is not None  # the books state it
        return entry

    def _status(self, key: str, places: range) -> Status | list[Status]:
        stays = self.fixed.at(key, len(places)) if key != "icons" else self.fixed.entries.get(key, {})
        words: list[Status] = [stays[place].status if place in stays else "assumed" for place in places]
        return words[0] if len(set(words)) == 1 else words

    def _stays(self, key: str, size: int) -> dict[int, Any]:
        return {place: entry.value for place, entry in self.fixed.at(key, size).items()}

    def _placed(self, key: str, row: list[int]) -> list[int]:
        stays = self._stays(key, len(row))
        return [stays.get(place, value) for place, value in enumerate(row)]

    # --- tracks ---------------------------------------------------------------------------------------------

    def _length(self, held: int | None) -> int:
        if held is not None:
            _check("length", held, 3, 32)
            if not self.fixed.allows_length(held):
                raise ConfigError("prior", f"length {held} does not fit the entries of the board that stay")
            return held
        if self.fixed.length is not None:
            return int(self.fixed.length.value)
        levels = [length for length in self.prior.track_length if self.fixed.allows_length(length)]
        if not levels:  # entries further up than any track of the prior: the board's own tracks have them
            return self.fixed.sizes[TRACKS[0]]
        return self.stream("track_length").one_of(0, levels)

    def _penalties(self) -> list[int]:
        key, part = "track_penalties", self.prior.track_penalties
        stream = self.stream(key)
        scale = stream.between(SCALE, 1 - part.spread, 1 + part.spread)
        drawn = [floor(c * scale + stream.unit(ROUNDING)) for c in stretch(part.row, self.length - 2)]
        return keep_order([*drawn, 0, 0], self._stays(key, self.length), rises=False)

    def _prices(self, key: str) -> list[int]:
        part, stream = self.prior.prices, self.stream(key)
        scale = stream.between(SCALE, 1 - part.spread, 1 + part.spread)
        low = [floor(part.fourth + more * scale + stream.unit(ROUNDING)) for more in part.more]
        above = max(0, self.length - 4)
        falls = stretch(part.falls, above) if above != 1 else [part.falls[-1]]
        high = [1 if stream.unit(FALL) < share else part.fourth for share in falls]
        row = [*low, part.fourth, *high][: self.length]
        return keep_order(row, self._stays(key, self.length), rises=False)

    # --- mine, tiles ----------------------------------------------------------------------------------------

    def _symbols(self) -> list[int]:
        key, part, stream = "mine_symbols", self.prior.mine_symbols, self.stream("mine_symbols")
        pit: int = self._one("pit").value
        stays = self._stays(key, self.fixed.sizes.get(key, 0))
        highest = max(stays, default=-1)
        need, last = highest + 1, stays.get(highest, 0)
        counts = [count for count in part.count if count >= need and last + count - need < pit]
        if stays and len(stays) == self.fixed.sizes[key]:
            counts = [need]  # all of them stay
        count = stream.one_of(COUNT, counts) if counts else self.fixed.sizes[key]
        row = []
        for j in range(1, count + 1):
            off = stream.between(SHIFTS + j, -part.shift, part.shift)
            row.append(floor((j + off) * pit / (count + 1) + stream.unit(ROUNDING)))
        return keep_order(row, stays, rises=True, strictly=True, below=pit)

    def _tiles(self, key: str) -> list[int]:
        middle: list[float] = getattr(self.prior.tiles, key)
        stream, spread = self.stream(key), self.prior.tiles.spread
        mean = sum(middle) / len(middle)
        level = stream.between(SCALE, 1 - spread, 1 + spread)
        slope = stream.between(SLOPE, 1 - spread, 1 + spread)
        row = [
            max(1, floor(level * (mean + (value - mean) * slope) + stream.unit(ROUNDING))) for value in middle
        ]
        return keep_order(row, self._stays(key, len(row)), rises=middle[0] < middle[-1])

    # --- dice, icons ----------------------------------------------------------------------------------------

    def _die(self, key: str, results: Sequence[Any]) -> list[Any]:
        """Return the faces: those that stay, each result that they lack, and the rest drawn."""
        stays = self._stays(key, self.fixed.sizes.get(key, 0))
        faces = self.fixed.sizes[key] if stays else max(FACES, len(results))
        stream = self.stream(key)
        missing = [result for result in results if result not in stays.values()]
        free = faces - len(stays)
        if len(missing) > free:
            more = [stream.one_of(place, missing) for place in range(free)]
        else:
            more = missing + [stream.one_of(place, results) for place in range(free - len(missing))]
        more.sort(key=results.index)
        rest = iter(more)
        return [stays[place] if place in stays else next(rest) for place in range(faces)]

    def _icons(self) -> dict[str, dict[str, int]]:
        stream = self.stream("icons")
        stays = {place: entry.value for place, entry in self.fixed.entries.get("icons", {}).items()}
        left = {food: self.prior.icons.get(food, 0) for food in FOODS}  # type: ignore[call-overload]
        for space, foods in stays.items():
            if ROW_OF_SPACE[space - 1] == 1:
                left = {food: max(0, count - foods.get(food, 0)) for food, count in left.items()}
        icons: dict[str, dict[str, int]] = {}
        for space, row in enumerate(ROW_OF_SPACE, start=1):
            if space in stays:
                icons[str(space)] = stays[space]
                continue
            icons[str(space)] = _SHOWN[row](stream, space, left)
            if row == 1:
                left = {food: count - icons[str(space)].get(food, 0) for food, count in left.items()}
        return icons


def _row_1(stream: Stream, space: int, left: Mapping[str, int]) -> dict[str, int]:
    """One of those that are left: drawn one after the other, this is a shuffle."""
    return {stream.one_of(space, [food for food in FOODS for _ in range(left[food])]): 1}


def _row_2(stream: Stream, space: int, left: Mapping[str, int]) -> dict[str, int]:
    """Two different foods: all but one."""
    absent = stream.one_of(space, FOODS)
    return {food: 1 for food in FOODS if food != absent}


def _row_3(stream: Stream, space: int, left: Mapping[str, int]) -> dict[str, int]:
    return dict.fromkeys(FOODS, 1)


def _row_4(stream: Stream, space: int, left: Mapping[str, int]) -> dict[str, int]:
    twice = stream.one_of(space, FOODS)
    return {food: 1 + (food == twice) for food in FOODS}


_SHOWN: dict[int, Callable[[Stream, int, Mapping[str, int]], dict[str, int]]] = {
    1: _row_1,
    2: _row_2,
    3: _row_3,
    4: _row_4,
}
