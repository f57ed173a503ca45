"""What the rulebooks say of the board, to compare a file with (rules page, section 8)."""

from collections.abc import Iterator

from dixie_env.boards.fixed import fixed_by_books
from dixie_env.boards.prior import load_prior
from dixie_env.config import Board

__all__ = ["against_the_books"]

_WHERE = {
    "track_penalties": "the penalty",
    "track_rewards": "the reward",
    "silver_per_gold": "the price of gold",
    "gold_per_ring": "the price of a ring",
}


def against_the_books(board: Board) -> Iterator[str]:
    """Yield a sentence for each number that differs from what a rulebook states.

    Such a board is valid, and may even be right: a printed board wins over a book.
    """
    books = fixed_by_books(load_prior("standard"))
    for key in books.entries:
        value = getattr(board, key)
        row = (value,) if isinstance(value, int) else value
        for place, entry in sorted(books.at(key, len(row)).items()):
            if row[place] != entry.value:
                where = f"{_WHERE[key]} on space {place + 1}" if key in _WHERE else key
                yield f"{where} is {row[place]}; the rulebooks say {entry.value}"
