"""A board as a file: every number with its status, in an order and a shape that people can read and edit."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from dixie_env.config import LENGTH, Board, ConfigError

__all__ = ["board_data", "board_text", "write_board"]

_COMMENTS = {
    LENGTH: "How many spaces each track has: the length of the next four lists.",
    "track_penalties": "Penalty points of the track spaces, from the first to the highest.",
    "track_rewards": "Reward points of the track spaces.",
    "silver_per_gold": "Silver to pay for 1 gold (action 5), by space of the silver track.",
    "gold_per_ring": "Gold to pay for a ring (action 13), by space of the gold track.",
    "mine_symbols": "Penalty points at which a pixie is demoted to the mine.",
    "pit": "Penalty points at which a player is out.",
    "offering_tiles": "Reward tiles, in the order in which they are taken.",
    "golden": "How many tiles of each row are golden.",
    "whip_die": "Faces of the two dice.",
    "icons": "Food icons of the 14 double action spaces.",
}


def board_data(board: Board) -> dict[str, dict[str, Any]]:
    """Return what a file says: each key with ``value`` and ``status``, and the track length."""
    data: dict[str, dict[str, Any]] = {LENGTH: {"value": board.track_length, "status": board.length_status}}
    for key, value in board.as_object().items():
        status: Any = board.status[key]
        if isinstance(status, tuple):
            status = dict(zip(value, status, strict=True)) if isinstance(value, Mapping) else list(status)
        data[key] = {"value": value, "status": status}
    return data


def board_text(board: Board, about: str = "") -> str:
    """Return a board as the text of a YAML file; ``load_board`` reads the same board and statuses from it.

    Args:
        board: The board.
        about: A comment for the top of the file; by default the board's name, if it has one.
    """
    about = about or (f"Board {board.name}." if board.name else "A board.")
    lines = [f"# {line}".rstrip() for line in about.splitlines()]
    lines.append("# Status of a number: known (a rulebook says so), review (one review says so), entered (an")
    lines.append("# owner of the game looked it up), assumed (nobody has).")
    for key, entry in board_data(board).items():
        if key in _COMMENTS:
            lines += ["", f"# {_COMMENTS[key]}"]
        if key == "icons":
            lines += [f"{key}:", f"  status: {_flow(entry['status'])}", "  value:"]
            lines += [f'    "{space}": {_flow(foods)}' for space, foods in entry["value"].items()]
        else:
            lines.append(f"{key}: {{value: {_flow(entry['value'])}, status: {_flow(entry['status'])}}}")
    return "\n".join(lines) + "\n"


def write_board(board: Board, file: Path, about: str = "", *, replace: bool = False) -> None:
    """Write a board as a file, YAML or JSON by its ending.

    Raises:
        ConfigError: The file exists and is not to be replaced, or has another ending.
    """
    if file.suffix.lower() not in (".yaml", ".yml", ".json"):
        raise ConfigError(str(file), "the file of a board must end in .yaml, .yml or .json")
    if file.exists() and not replace:
        raise ConfigError(str(file), "this file exists; give another name, or remove it first")
    from dixie_env.records import write_whole

    if file.suffix.lower() == ".json":
        write_whole(file, json.dumps(board_data(board), indent=1) + "\n")
    else:
        write_whole(file, board_text(board, about))


def _flow(value: Any) -> str:
    """Return a value on one line, as YAML writes it: words and numbers only, so nothing needs a quote."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_key(key)}: {_flow(entry)}" for key, entry in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_flow, value)) + "]"
    return str(value)


def _key(key: str) -> str:
    return f'"{key}"' if key.isdigit() else key
