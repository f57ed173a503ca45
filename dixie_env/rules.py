"""From a choice of players, edition, board and options to the record that the engine plays by."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from dixie_env.config import Board, Edition, Source, load_board, load_edition
from dixie_env.engine import CompiledRules, DixieError, IllegalChoice, option_id
from dixie_env.engine.model import ABILITY_COUNT, RULES_DTYPE
from dixie_env.engine.words import CASINO_FACES, DRAFTS, GOODS, ROWS, SWITCHES

MIN_PLAYERS, MAX_PLAYERS = 2, 5
ROUNDS = 7
MAX_BONUS = 100


class RulesError(DixieError):
    """A game that can't be set up like this; the message says why."""


@dataclass(frozen=True)
class Setup:
    """What a game was set up with, validated."""

    players: int
    edition: Edition
    board: Board
    draft: str
    abilities: tuple[int, ...] | None
    rounds: int
    forbidden: tuple[tuple[str, ...], ...] | None
    doctored: Mapping[str, Mapping[str, Any]] | None

    def header(self) -> dict[str, Any]:
        """Return the part of a record's header that says how to set the game up again."""
        header: dict[str, Any] = {
            "edition": self.edition.as_header(),
            "board": self.board.as_header(),
            "players": self.players,
            "draft": self.draft,
        }
        if self.rounds != ROUNDS:
            header["rounds"] = self.rounds
        if self.forbidden is not None:
            header["forbidden"] = [list(options) for options in self.forbidden]
        if self.doctored is not None:
            header["doctored"] = {key: dict(change) for key, change in self.doctored.items()}
        return header


def make_rules(
    players: int = 4,
    edition: Source | Edition = "de",
    board: Source | Board = "standard",
    *,
    draft: str = "choose",
    abilities: Sequence[int] | None = None,
    rounds: int = ROUNDS,
    forbidden: Sequence[Sequence[str]] | None = None,
    doctored: Mapping[str, Mapping[str, Any]] | None = None,
) -> CompiledRules:
    """Return the rules for a game, checked and compiled.

    Args:
        players: 2 to 5.
        edition: A shipped name (``de``, ``proto``, ``fr``, ``en``, ``pl``), a file of your own, or a mapping.
        board: ``standard``, a file of your own, or a mapping.
        draft: ``choose`` (R2.8), ``random`` (dealt by chance), or ``fixed`` (dealt as ``abilities`` says).
        abilities: With ``fixed``: the ability of seat 0, 1, ..., all different.
        rounds: 1 to 7; fewer than 7 make shorter games, for curricula.
        forbidden: For each seat the options it may never take, as records write them (``action:13``).
            A ban holds wherever the seat has anything else to choose.
        doctored: Changed rules, for tests of statistics only: ``{"3": {"bonus": 10}, "5": {"off": True}}``
            gives 10 reward points with ability 3 at setup, and makes ability 5 do nothing.

    Raises:
        RulesError: Something is out of range.
        ConfigError: Edition or board are not valid.
    """
    _check_whole("players", players, MIN_PLAYERS, MAX_PLAYERS)
    _check_whole("rounds", rounds, 1, ROUNDS)
    setup = Setup(
        players=players,
        edition=load_edition(edition),
        board=load_board(board),
        draft=draft,
        abilities=_check_draft(players, draft, abilities),
        rounds=rounds,
        forbidden=_check_forbidden(players, forbidden),
        doctored=_check_doctored(doctored),
    )
    array = np.zeros(1, RULES_DTYPE)
    record = array[0]
    record["players"] = players
    record["rounds"] = rounds
    record["draft"] = DRAFTS.index(draft)
    record["fixed"][:players] = setup.abilities or 0
    _write_edition(record, setup.edition)
    _write_board(record, setup.board)
    for seat, options in enumerate(setup.forbidden or ()):
        for name in options:
            option = _option(name, seat, players)
            record["forbidden"][seat, option // 64] |= np.uint64(1 << option % 64)
    for key, change in (setup.doctored or {}).items():
        record["ability_bonus"][int(key)] = change.get("bonus", 0)
        record["ability_off"][int(key)] = change.get("off", False)
    return CompiledRules(array, setup)


def _write_edition(record: np.void, edition: Edition) -> None:
    switches = edition.switches()
    record["switches"] = [switches[name] for name in SWITCHES]


def _write_board(record: np.void, board: Board) -> None:
    record["pit"] = board.pit
    record["golden"] = board.golden
    record["track_length"] = len(board.track_penalties)
    for key in ("track_penalties", "track_rewards", "silver_per_gold", "gold_per_ring"):
        record[key][: len(board.track_penalties)] = getattr(board, key)
    record["mine_symbol_count"] = len(board.mine_symbols)
    record["mine_symbols"][: len(board.mine_symbols)] = board.mine_symbols
    for row, name in enumerate(ROWS):
        record["tiles"][row] = getattr(board, f"{name}_tiles")
    record["whip_faces"] = len(board.whip_die)
    record["whip_die"][: len(board.whip_die)] = board.whip_die
    record["casino_faces"] = len(board.casino_die)
    record["casino_die"][: len(board.casino_die)] = [CASINO_FACES.index(face) for face in board.casino_die]
    for space, foods in board.icons.items():
        for food, count in foods.items():
            record["icons"][int(space), GOODS.index(food)] = count


def _check_whole(name: str, value: object, low: int, high: int) -> None:
    if type(value) is not int or not low <= value <= high:
        raise RulesError(f"{name} must be a whole number from {low} to {high}, not {value!r}")


def _check_draft(players: int, draft: str, abilities: Sequence[int] | None) -> tuple[int, ...] | None:
    if draft not in DRAFTS:
        raise RulesError(f"draft must be one of {', '.join(DRAFTS)}, not {draft!r}")
    if draft != "fixed":
        if abilities is not None:
            raise RulesError(f"abilities are given for draft 'fixed' only, not for {draft!r}")
        return None
    if abilities is None or len(abilities) != players:
        raise RulesError(f"draft 'fixed' needs abilities for {players} seats, not {abilities!r}")
    for ability in abilities:
        _check_whole("an ability", ability, 1, ABILITY_COUNT)
    if len(set(abilities)) != players:
        raise RulesError(f"abilities must all be different, not {list(abilities)}")
    return tuple(abilities)


def _option(name: str, seat: int, players: int) -> int:
    try:
        return option_id(name, seat, players)
    except (IllegalChoice, TypeError) as error:
        raise RulesError(f"forbidden: {error}") from None


def _check_forbidden(
    players: int, forbidden: Sequence[Sequence[str]] | None
) -> tuple[tuple[str, ...], ...] | None:
    if forbidden is None:
        return None
    if (
        isinstance(forbidden, str)
        or len(forbidden) != players
        or any(isinstance(names, str) for names in forbidden)
    ):
        raise RulesError(
            f"forbidden must be {players} lists of options, one for each seat, not {forbidden!r}"
        )
    for seat, names in enumerate(forbidden):
        for name in names:
            _option(name, seat, players)
    return tuple(tuple(names) for names in forbidden)


def _check_doctored(
    doctored: Mapping[str, Mapping[str, Any]] | None,
) -> Mapping[str, Mapping[str, Any]] | None:
    if doctored is None:
        return None
    right = """doctored must look like {"3": {"bonus": 10, "off": true}}"""
    if not isinstance(doctored, Mapping):
        raise RulesError(f"{right}, not {doctored!r}")
    keys = [str(ability) for ability in range(1, ABILITY_COUNT + 1)]
    for key, change in doctored.items():
        if key not in keys:
            raise RulesError(f"{right}: there is no ability {key!r}")
        if not isinstance(change, Mapping) or set(change) - {"bonus", "off"}:
            raise RulesError(f"{right}: ability {key} has {change!r}")
        _check_whole(f"doctored: the bonus of ability {key}", change.get("bonus", 0), -MAX_BONUS, MAX_BONUS)
        if type(change.get("off", False)) is not bool:
            raise RulesError(f"{right}: 'off' of ability {key} is {change['off']!r}")
    return {key: dict(change) for key, change in doctored.items()}
