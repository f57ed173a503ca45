"""Which entries of a board stay when the others are drawn: what the books state, and what an owner entered.

Places are counted as the books count (rules page, section 8): the last two penalties and rewards from the top
of a track, prices and everything that an owner entered from the bottom. So an entry keeps its meaning on a
track of another length.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from dixie_env.boards.prior import Prior
from dixie_env.config import TRACKS, Board, Status

__all__ = ["STAYS", "Entry", "Fixed", "fixed_by_books", "fixed_entries", "keep_order"]

STAYS: tuple[Status, ...] = ("known", "entered")
"""The statuses of entries that stay. What one review says is a hint, and is drawn."""
TOP = 2
"""How many spaces the books count from the top of a track."""
FOURTH = 3
"""The place of the price that the books state."""


@dataclass(frozen=True)
class Entry:
    """A number that stays, and where it comes from."""

    value: Any
    status: Status


@dataclass(frozen=True)
class Fixed:
    """All entries of a board that stay.

    Attributes:
        length: The number of track spaces, if it stays.
        entries: By key: the entries that stay, by place. Negative places are counted from the end. The places
            of ``icons`` are the spaces 1 to 14; single numbers have the place 0.
        sizes: By key: how many entries the board itself has.
    """

    length: Entry | None = None
    entries: Mapping[str, Mapping[int, Entry]] = field(default_factory=dict)
    sizes: Mapping[str, int] = field(default_factory=dict)

    def at(self, key: str, size: int) -> dict[int, Entry]:
        """Return the entries of a row of some length by place; what an owner entered wins over the books."""
        placed = [
            (place if place >= 0 else size + place, entry)
            for place, entry in self.entries.get(key, {}).items()
            if -size <= place < size
        ]
        return dict(sorted(placed, key=lambda item: item[1].status == "entered"))

    def one(self, key: str) -> Entry | None:
        """Return a single number that stays, or None."""
        return self.entries.get(key, {}).get(0)

    def with_more(self, other: "Fixed") -> "Fixed":
        """Return both together; the other one wins."""
        keys = [*self.entries, *(key for key in other.entries if key not in self.entries)]
        return Fixed(
            other.length or self.length,
            {key: {**self.entries.get(key, {}), **other.entries.get(key, {})} for key in keys},
            {**self.sizes, **other.sizes},
        )

    def says_more_than(self, other: "Fixed") -> bool:
        """Whether something stays here that does not stay there, or not with this value."""
        if self.length is not None and self.length != other.length:
            return True
        return any(
            other.entries.get(key, {}).get(place) != entry
            for key, row in self.entries.items()
            for place, entry in row.items()
        )

    def allows_length(self, length: int) -> bool:
        """Whether tracks of this length have room for all entries, and for what the books say of the top."""
        if self.length is not None:
            return bool(length == self.length.value)
        for key in TRACKS:
            for place, entry in self.entries.get(key, {}).items():
                if place < 0 or (place == FOURTH and entry.status == "known"):
                    continue  # counted from the top; and a track of 3 spaces just has no 4th price
                # R8.1: above a penalty there are two spaces without any; the highest space gives 1 point
                room = length - TOP if key == "track_penalties" and entry.value else length
                if place >= room or (key == "track_rewards" and place == length - 1 and entry.value != 1):
                    return False
        return True


def fixed_by_books(prior: Prior) -> Fixed:
    """Return what the books state, the same on every board of a prior."""
    fourth = {FOURTH: Entry(prior.prices.fourth, "known")}
    return Fixed(
        entries={
            "track_penalties": {-2: Entry(0, "known"), -1: Entry(0, "known")},
            "track_rewards": {-2: Entry(0, "known"), -1: Entry(1, "known")},
            "silver_per_gold": fourth,
            "gold_per_ring": fourth,
            "pit": {0: Entry(prior.pit, "known")},
            "golden": {0: Entry(prior.golden, "known")},
        }
    )


def fixed_entries(board: Board) -> Fixed:
    """Return the entries of a board with the status ``known`` or ``entered``."""
    entries: dict[str, dict[int, Entry]] = {}
    sizes: dict[str, int] = {}
    for key in type(board).model_fields:
        value = getattr(board, key)
        sizes[key] = 1 if isinstance(value, int) else len(value)
        numbered: list[tuple[int, Any]]
        if isinstance(value, Mapping):
            numbered = [(int(space), dict(foods)) for space, foods in value.items()]
        else:
            numbered = list(enumerate([value] if isinstance(value, int) else value))
        for (place, number), status in zip(numbered, board.statuses(key), strict=True):
            if status not in STAYS:
                continue
            from_top = status == "known" and key in TRACKS[:2] and place >= sizes[key] - TOP
            entries.setdefault(key, {})[place - sizes[key] if from_top else place] = Entry(number, status)
    status = board.length_status
    return Fixed(Entry(board.track_length, status) if status in STAYS else None, entries, sizes)


def keep_order(
    row: list[int], fixed: Mapping[int, int], *, rises: bool, strictly: bool = False, below: int | None = None
) -> list[int]:
    """Return a row with fixed entries in it; drawn ones move to the nearest value that keeps the order.

    Fixed entries that are out of order themselves stay, and then nothing moves.

    Args:
        row: The drawn row, in order.
        fixed: The entries that stay, by place.
        rises: Whether the row never descends; else it never ascends.
        strictly: Whether neighbours must differ (in a row that rises).
        below: What all entries must be below (in a row that rises strictly).
    """
    sign, step = (1 if rises else -1), int(strictly)
    stays = {place: sign * value for place, value in sorted(fixed.items())}
    places = list(stays)
    if any(stays[b] - stays[a] < step * (b - a) for a, b in pairwise(places)):
        return [fixed.get(place, value) for place, value in enumerate(row)]
    if below is not None:
        stays[len(row)] = sign * below
    kept = []
    for place, value in enumerate(row):
        if place not in fixed:
            drawn = sign * value
            before = [other for other in stays if other < place]
            after = [other for other in stays if other > place]
            if before:
                drawn = max(drawn, stays[before[-1]] + step * (place - before[-1]))
            if after:
                drawn = min(drawn, stays[after[0]] - step * (after[0] - place))
            value = sign * drawn
        kept.append(fixed.get(place, value))
    return kept
