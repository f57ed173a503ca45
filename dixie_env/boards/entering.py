"""Entering what is printed on a real board, one number at a time.

A board is valid at every step: numbers that nobody has entered yet give way to those that somebody has. ::

    board = enter_length(load_board("standard"), 9)
    board = enter(board, "ring_tiles", {0: 9, 1: 7})      # the first two tiles
    board = enter(board, "pit", 60)
    write_board(board, Path("my-board.yaml"))
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from dixie_env.boards.files import board_data
from dixie_env.boards.fixed import fixed_by_books, fixed_entries, keep_order
from dixie_env.boards.prior import load_prior
from dixie_env.boards.sampler import stretch
from dixie_env.config import LENGTH, Board, ConfigError, load_board

__all__ = ["enter", "enter_length", "reopen"]

_RISES = {"mine_symbols": True, "offering_tiles": True, "servant_tiles": False, "ring_tiles": False}
"""Rows that must be in order (R8.2)."""


def enter(
    board: Board, key: str, value: int | Sequence[Any] | Mapping[int, Any] | Mapping[str, Any]
) -> Board:
    """Return a board with what an owner read off the real one; what is entered has the status ``entered``.

    Args:
        board: The board so far.
        key: One of its keys, such as ``ring_tiles``.
        value: All of the value; or some entries of a list, by place from 0; or some spaces of ``icons``, by
            their numbers. Entries of a row that nobody has entered move to the nearest value in order.

    Raises:
        ConfigError: There is no such key or place, or the value can't be on a board.
    """
    if key not in Board.model_fields:
        keys = ", ".join(Board.model_fields)
        raise ConfigError("entry", f"there is no key {key!r} on a board; the keys are {keys}")
    data = board_data(board)
    words = list(board.statuses(key))
    if isinstance(value, Mapping):
        old = data[key]["value"]
        places = {str(space): index for index, space in enumerate(old)} if key == "icons" else None
        if isinstance(old, int):
            raise ConfigError("entry", f"{key} is a single number, not a row with places")
        for place, entry in value.items():
            index = places.get(str(place)) if places is not None else place
            if type(index) is not int or not 0 <= index < len(words):
                raise ConfigError("entry", f"{key} has no place {place!r}")
            old[str(place) if places is not None else index] = entry
            words[index] = "entered"
        status: Any = dict(zip(old, words, strict=True)) if key == "icons" else words
        data[key] = {"value": old, "status": status}
    else:
        data[key] = {"value": value if isinstance(value, int) else list(value), "status": "entered"}
    _give_way(data, key)
    return Board._parse(data, "entry", file=True)


def enter_length(board: Board, length: int) -> Board:
    """Return a board with tracks of another length, which has the status ``entered``.

    What is known or entered stays, counted as the books count; other entries get a sensible value.

    Raises:
        ConfigError: A track can't have this length, or has no room for what was entered.
    """
    if type(length) is not int or not 3 <= length <= 32:
        raise ConfigError("entry", f"{LENGTH} must be a whole number from 3 to 32, not {length!r}")
    prior = load_prior("standard")
    given = fixed_entries(board)
    fixed = fixed_by_books(prior).with_more(given)
    if not type(fixed)(None, fixed.entries, fixed.sizes).allows_length(length):
        raise ConfigError("entry", f"{LENGTH} {length} leaves no room for what was entered on the tracks")
    above = [prior.prices.fourth] * max(0, length - 5) + [1] * (length > 4)
    prices = [*(round(prior.prices.fourth + more) for more in prior.prices.more), prior.prices.fourth, *above]
    rows: dict[str, list[int]] = {
        "track_penalties": [*map(round, stretch(prior.track_penalties.row, length - 2)), 0, 0],
        "track_rewards": [0] * (length - 1) + [1],
        "silver_per_gold": prices[:length],
        "gold_per_ring": prices[:length],
    }
    data = board_data(board)
    for key, row in rows.items():
        stays = fixed.at(key, length)
        data[key] = {
            "value": [stays[place].value if place in stays else value for place, value in enumerate(row)],
            "status": [stays[place].status if place in stays else "assumed" for place in range(length)],
        }
    data[LENGTH] = {"value": length, "status": "entered"}
    return Board._parse(data, "entry", file=True)


def reopen(board: Board, key: str, places: Collection[int] | None = None) -> Board:
    """Return a board on which entries of an owner are open again.

    They get the value and the status that the board ``standard`` has there, on tracks of this length; so do
    assumed entries of the same row if it must be in order, because they may have given way. All others stay.

    Args:
        board: The board so far.
        key: One of its keys, or ``track_length``: then only its status changes.
        places: Which entries, counted from 0, also for ``icons``; all of them by default.

    Raises:
        ConfigError: There is no such key.
    """
    data = board_data(board)
    if key not in data:
        raise ConfigError("entry", f"there is no key {key!r} on a board; the keys are {', '.join(data)}")
    if key == LENGTH:
        if board.length_status == "entered":
            data[key]["status"] = "assumed"
        return Board._parse(data, "entry", file=True)
    usual = load_board("standard")
    if usual.track_length != board.track_length:
        usual = enter_length(usual, board.track_length)
    words, usual_words = list(board.statuses(key)), usual.statuses(key)
    value, usual_value = data[key]["value"], usual.as_object()[key]
    like_usual = len(words) == len(usual_words)  # else there are more mine symbols, or faces of a die
    opened = {
        place for place, word in enumerate(words) if word == "entered" and (places is None or place in places)
    }
    if opened and key in _RISES:
        opened |= {place for place, word in enumerate(words) if word == "assumed"}  # they may have given way
    for place in opened:
        words[place] = usual_words[place] if like_usual else "assumed"
        if isinstance(value, int):
            value = usual_value
        elif like_usual:
            at = list(value)[place] if isinstance(value, Mapping) else place
            value[at] = usual_value[at]
    if isinstance(value, int):
        data[key] = {"value": value, "status": words[0]}
    else:
        data[key] = {
            "value": value,
            "status": dict(zip(value, words, strict=True)) if key == "icons" else words,
        }
    _give_way(data, key)
    return Board._parse(data, "entry", file=True)


def _give_way(data: dict[str, dict[str, Any]], key: str) -> None:
    """Move what nobody has entered, where the rows of a board must be in order."""
    rows = [key] if key in _RISES else ["mine_symbols"] if key == "pit" else []
    for row in rows:
        values, status = data[row]["value"], data[row]["status"]
        pit = data["pit"]["value"]
        if not all(type(value) is int for value in [*values, pit]):
            continue  # nonsense, which is refused in a moment
        words = [status] * len(values) if isinstance(status, str) else status
        stays = {place: values[place] for place, word in enumerate(words) if word != "assumed"}
        mine = row == "mine_symbols"
        data[row]["value"] = keep_order(
            values, stays, rises=_RISES[row], strictly=mine, below=pit if mine else None
        )
