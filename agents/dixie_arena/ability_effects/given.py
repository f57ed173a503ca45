"""What a study of abilities is given, from names, files and lists to its settings."""

from collections.abc import Sequence
from typing import Any

from dixie_arena.ability_effects.study import Study
from dixie_arena.config import ArenaError
from dixie_arena.given import names_of
from dixie_env.boards.files import board_data
from dixie_env.boards.names import check_board
from dixie_env.config import load_board, load_edition

__all__ = ["TWIN_SHARE", "choose_board", "choose_edition", "choose_players", "make_study"]

TWIN_SHARE = 4
"""By default a check with twin games has a quarter of the games."""


def make_study(
    agents: Sequence[str],
    *,
    players: str | int | Sequence[int],
    edition: Any,
    rules: int,
    board: Any,
    games: int,
    twins: int | None,
    **settings: Any,
) -> Study:
    """Return the settings of a study. Files are read now: the study must not depend on them later.

    Raises:
        ArenaError: A setting is wrong.
        ConfigError: There is no such edition or board.
    """
    editions = names_of(edition) if isinstance(edition, str | list | tuple) else [edition]
    return Study(
        agents=tuple(agents),
        players=choose_players(players),
        editions=tuple(choose_edition(one, rules) for one in editions),
        rules=rules,
        board=choose_board(board),
        games=games,
        twin_games=games // TWIN_SHARE if twins is None else twins,
        **settings,
    )


def choose_players(players: str | int | Sequence[Any]) -> tuple[int, ...]:
    """Return numbers of players, given as a number, a list, or text with commas.

    Raises:
        ArenaError: They are not numbers.
    """
    try:
        return tuple(int(number) for number in names_of(players))
    except (TypeError, ValueError):
        raise ArenaError(
            f"players must be numbers from 2 to 5, separated by commas or in a list, not {players!r}"
        ) from None


def choose_edition(edition: Any, rules: int) -> Any:
    """Return a shipped edition by name, and another as what is in its file."""
    return load_edition(edition, rules=rules).as_header(rules)


def choose_board(board: Any) -> Any:
    """Return a shipped board by name, and another as what is in its file, with statuses."""
    loaded = load_board(board)
    check_board(loaded, "evaluation")
    header = loaded.as_header()
    return header if isinstance(header, str) else board_data(loaded)
