"""Where two boards differ."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from dixie_env.config import LENGTH, Board, Status

__all__ = ["Difference", "differences"]


class Difference(NamedTuple):
    """An entry in which two boards differ.

    Attributes:
        key: The key of the board, or ``track_length``.
        place: Which entry of a list, from 1, or the space of ``icons``; None for single numbers.
        first: The value in the first board, None where its list is shorter.
        second: The value in the second board.
        first_status: Where the first value comes from, None where there is none.
        second_status: The same for the second.
    """

    key: str
    place: int | None
    first: Any
    second: Any
    first_status: Status | None
    second_status: Status | None


def differences(first: Board, second: Board, *, statuses: bool = False) -> Iterator[Difference]:
    """Yield the entries in which two boards differ, in the order of the board.

    Args:
        first: A board.
        second: Another one.
        statuses: Also yield entries of equal value whose statuses differ.
    """
    for key in (LENGTH, *Board.model_fields):
        ours, theirs = _entries(first, key), _entries(second, key)
        for index in range(max(len(ours), len(theirs))):
            one = ours[index] if index < len(ours) else (None, None)
            other = theirs[index] if index < len(theirs) else (None, None)
            if one[0] != other[0] or (statuses and one[1] != other[1]):
                single = key == LENGTH or isinstance(getattr(first, key), int)
                place = None if single else index + 1
                yield Difference(key, place, one[0], other[0], one[1], other[1])


def _entries(board: Board, key: str) -> list[tuple[Any, Status]]:
    if key == LENGTH:
        return [(board.track_length, board.length_status)]
    value = getattr(board, key)
    if isinstance(value, Mapping):
        values: list[Any] = [dict(foods) for foods in value.values()]
    else:
        values = [value] if isinstance(value, int) else list(value)
    return list(zip(values, board.statuses(key), strict=True))
