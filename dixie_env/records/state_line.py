"""A state in the form of a full record (decisions.md, section 4)."""

from typing import Any

import numpy as np

from dixie_env.config import NEWEST_RULES
from dixie_env.engine import CompiledRules, Game
from dixie_env.engine.model import (
    ACTION_COPY,
    ACTION_MINE,
    ACTION_PRIORITY,
    ACTION_SWAP_TILES,
    DUMMY,
    ON_EXTRA,
)
from dixie_env.engine.words import CUBES, FOODS, GOODS, ONE_OFFS, PHASES, ROWS


def describe_state(game: Game, rules: int = NEWEST_RULES) -> dict[str, Any]:
    """Return the ``state`` line of a record for a game's current position.

    Args:
        game: The game.
        rules: The key ``rules`` of the record's header; 1 leaves out what the line did not have then.
    """
    line = _describe(game)
    if rules == 1:
        del line["markers"]
        if line["dummy"] is not None:
            del line["dummy"]["rocks"]
    return line


def _describe(game: Game) -> dict[str, Any]:
    state, rules = game.state, game.rules
    players = game.players
    return {
        "type": "state",
        "round": int(state["round"]),
        "phase": PHASES[state["phase"]],
        "large": _seats(state["large"]),
        "small": _seats(state["small"]),
        "supply": _counts(GOODS, state["supply"]),
        "bag": _counts(CUBES, state["bag"]),
        "rocks_in_hand": int(state["rocks_in_hand"]),
        "offering_track": _counts(GOODS, state["offering_track"]),
        "removed": _counts((*GOODS, "rock"), state["removed"]),
        "markers": _markers(rules, state),
        "food_stack": [int(value) for value in state["food_stack"][: state["food_left"]][::-1]],
        "one_offs": sorted(
            name for name, there in zip(ONE_OFFS, state["one_off_on_board"][1:], strict=True) if there
        ),
        "display": np.flatnonzero(state["display"]).tolist(),
        "display_extra": _extra(state["display_extra"]),
        "tiles_left": _tiles_left(rules, state),
        "demand": FOODS[state["demand"]] if state["demand"] >= 0 else None,
        "servant_space": int(state["servant_space"]) if state["servant_space"] >= 0 else None,
        "discs_on": {str(space): int(discs) for space, discs in enumerate(state["discs_on"]) if discs},
        "priority": _seats(state["priority"]),
        "dummy": {**_pixies(state, DUMMY), "rocks": state["rocks"][DUMMY].tolist()} if players == 2 else None,
        "seats": [_describe_seat(state, seat) for seat in range(players)],
    }


def describe_result(game: Game) -> dict[str, Any]:
    """Return the ``result`` line of a record for a game that is over."""
    state = game.state
    line: dict[str, Any] = {"type": "result"}
    for key, field in (
        ("scores", "scores"),
        ("ranks", "ranks"),
        ("penalties", "penalties"),
        ("rewards", "rewards"),
        ("rocks", "rocks_left"),
        ("hoards", "hoards"),
    ):
        line[key] = state[field][: game.players].tolist()
    line["rounds"] = int(state["round"])
    return line


def _describe_seat(state: np.void, seat: int) -> dict[str, Any]:
    used = {
        ACTION_MINE: state["used_mine"][seat],
        ACTION_SWAP_TILES: state["used_swap"][seat],
        ACTION_COPY: state["used_copy"][seat],
        ACTION_PRIORITY: state["used_priority"][seat],
    }
    return {
        "in_play": bool(state["in_play"][seat]),
        "goods": _counts(GOODS, state["goods"][seat]),
        "penalties": int(state["penalties"][seat]),
        "rewards": int(state["rewards"][seat]),
        "silver_track": int(state["track"][seat, 0]) + 1,
        "gold_track": int(state["track"][seat, 1]) + 1,
        "discs": int(state["discs"][seat]),
        **_pixies(state, seat),
        "rocks": state["rocks"][seat].tolist(),
        "servants": int(state["servants"][seat]),
        "ability": int(state["ability"][seat]) or None,
        "food_tile": int(state["food_tile"][seat]) or None,
        "one_off": ONE_OFFS[state["one_off"][seat] - 1] if state["one_off"][seat] else None,
        "extra": _extra(state["extra"][seat]),
        "used": [action for action, flag in used.items() if flag],
    }


def _pixies(state: np.void, colour: int) -> dict[str, Any]:
    return {"mine": int(state["mine"][colour]), "spaces": np.flatnonzero(state["spaces"] == colour).tolist()}


def _markers(rules: CompiledRules, state: np.void) -> dict[str, int] | None:
    """R10.3: what is left of each kind, or None if there is no limit."""
    if rules.config.edition.markers == "unlimited":
        return None
    return _counts(("1", "2"), state["markers"])


def _seats(order: np.ndarray) -> list[int]:
    return [int(seat) for seat in order if seat >= 0]


def _counts(words: tuple[str, ...], counts: np.ndarray) -> dict[str, int]:
    return dict(zip(words, counts.tolist(), strict=True))


def _extra(tile: int) -> int | str | None:
    if tile > ON_EXTRA:
        return ONE_OFFS[tile - ON_EXTRA - 1]
    return int(tile) or None


def _tiles_left(rules: CompiledRules, state: np.void) -> dict[str, list[int]]:
    rows = rules.array["tiles"][0]
    return {name: rows[row, state["tiles_taken"][row] :].tolist() for row, name in enumerate(ROWS)}
