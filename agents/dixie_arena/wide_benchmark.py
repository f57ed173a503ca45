"""Version 2 of the benchmark: opponents that span the cycle, on several boards and editions.

``configs/arena/benchmark-v2.yaml`` has everything. While its status is ``draft`` it may change, and the line
to quote says so.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from dixie_agents.names import parse_name
from dixie_agents.registry import make_agent
from dixie_arena.benchmark_games import (
    Running,
    card_frame,
    cell_share,
    challenge,
    check_folder,
    check_same,
    games_checksum,
    play_tables,
)
from dixie_arena.config import ArenaError
from dixie_arena.folder import CARD, RunFolder
from dixie_arena.log_odds import LogOdds, score_tables
from dixie_arena.score import Score
from dixie_env import DixieError, Setup
from dixie_env.boards.names import check_seed
from dixie_env.boards.names import parse_name as parse_board
from dixie_env.config import PRIOR, ConfigError
from dixie_env.paths import configs_dir
from dixie_env.yaml_file import read_mapping

WIDE = 2
DRAFT, FROZEN = "draft", "frozen"
GROUPS = ("bots", "policies", "exploiters")
"""Kinds of opponents. A frozen version has at least one of each."""
KEYS = ("version", "status", "seed", "games", "draft", "rounds", "opponents", "tables", "opponents_checksum")
TABLE_KEYS = ("players", "edition", "board")


@dataclass(frozen=True)
class Table:
    """One kind of game of the benchmark."""

    players: int
    edition: str
    board: str

    @property
    def words(self) -> str:
        """What results call it."""
        return f"{self.players} players, {self.edition}, {self.board}"


@dataclass(frozen=True)
class WideBenchmark:
    """What is played; see ``configs/arena/benchmark-v2.yaml``."""

    version: int
    status: str
    seed: int
    games: int
    draft: str
    rounds: int
    opponents: Mapping[str, tuple[str, ...]]
    tables: tuple[Table, ...]
    opponents_checksum: str | None

    @property
    def names(self) -> tuple[str, ...]:
        """All opponents."""
        return tuple(name for group in GROUPS for name in self.opponents[group])

    @property
    def title(self) -> str:
        """The version, with a word if it is a draft."""
        return f"v{self.version}" + (" draft" if self.status == DRAFT else "")

    def setup(self, table: Table) -> Setup:
        """Return the game at a table."""
        return Setup(table.players, table.edition, table.board, self.draft, rounds=self.rounds)

    def check_opponents(self) -> str:
        """Return the checksum of games that the opponents play against each other."""
        return games_checksum(self.names, self.seed, map(self.setup, self.tables))


def load_wide_benchmark(file: Path | None = None) -> WideBenchmark:
    """Return version 2 of the benchmark, from its file or from another one of the same form.

    Raises:
        ArenaError: The file is wrong; the message names the key.
    """
    file = file or configs_dir() / "arena" / f"benchmark-v{WIDE}.yaml"
    try:
        return _read(read_mapping(file))
    except (DixieError, ConfigError) as error:
        raise ArenaError(f"{file.name}: {error}") from error


def run_wide_benchmark(
    agent: str, path: Path, running: Running, benchmark: WideBenchmark | None = None
) -> Score:
    """Play or resume version 2: one folder for each table, and a card for all. See ``run_benchmark``.

    Raises:
        ArenaError: The opponents no longer play as in a frozen benchmark, or a folder can't be used.
    """
    check_folder(path)
    benchmark = benchmark or load_wide_benchmark()
    agent = parse_name(agent).bare
    if benchmark.status == DRAFT:
        running.warn(
            f"version {benchmark.version} of the benchmark is a draft and may change: don't quote scores"
        )
    checksum = benchmark.check_opponents()
    if benchmark.opponents_checksum is not None:
        check_same(benchmark.title, checksum, benchmark.opponents_checksum)
    plans = {
        path / f"table-{number + 1}": challenge(
            agent,
            benchmark.names,
            benchmark.games,
            benchmark.seed + number,
            benchmark.setup(table),
            running,
        )
        for number, table in enumerate(benchmark.tables)
    }
    # its opponents play games that they were not trained for: that is the point
    own = replace(running, warn=lambda text: running.warn(text) if text.startswith(agent) else None)
    played = play_tables(agent, plans, own)
    itself = [name == agent for _ in benchmark.tables for name in benchmark.names]
    found = score_tables(played.shares, itself)
    cells = [
        {
            "table": table.words,
            "players": table.players,
            "edition": table.edition,
            "board": table.board,
            "opponent": name,
            "games": shares[:, column].size,
            "win_share": cell_share(shares[:, column]),
        }
        for table, shares in zip(benchmark.tables, played.shares, strict=True)
        for column, name in enumerate(benchmark.names)
    ]
    for cell, estimate in zip(cells, found.cells, strict=True):
        cell["log_odds"] = estimate.as_object()
    card = {
        **card_frame(benchmark.version, agent, checksum, played),
        "status": benchmark.status,
        "score": found.mean.as_object(),
        "worst": _worst(found, cells),
        "cells": cells,
        "opponents": {group: list(names) for group, names in benchmark.opponents.items()},
    }
    RunFolder(path).write_json(CARD, card)
    return Score(_line(card), card, path)


def _worst(found: LogOdds, cells: list[dict[str, Any]]) -> dict[str, Any]:
    cell = cells[found.worst_cell]
    return {**found.worst.as_object(), "opponent": cell["opponent"], "table": cell["table"]}


def _line(card: dict[str, Any]) -> str:
    worst = card["worst"]
    draft = " draft" if card["status"] == DRAFT else ""
    helped = f", {card['substitutions']} moves substituted" if card["substitutions"] else ""
    return (
        f"Dixie benchmark v{card['benchmark']}{draft}: {card['agent']['name']} scores "
        f"{_signed(card['score'])} log-odds, worst {_signed(worst)} against {worst['opponent']} "
        f"({worst['table']}; {card['games']} games{helped}; dixie {card['dixie']}, "
        f"engine {card['engine'][:8]}, opponents {card['opponents_checksum'][:8]})"
    )


def _signed(estimate: Mapping[str, Any]) -> str:
    value, low, high = (estimate[key] for key in ("value", "low", "high"))
    return f"{value:+.2f} [{low:+.2f}, {high:+.2f}]"


# --- reading the file --------------------------------------------------------------------------------------


def _read(data: Mapping[str, Any]) -> WideBenchmark:
    _check_keys(data, KEYS, "the file")
    if data["version"] != WIDE:
        raise ArenaError(f"version must be {WIDE}, not {data['version']!r}")
    if data["status"] not in (DRAFT, FROZEN):
        raise ArenaError(f"status must be {DRAFT} or {FROZEN}, not {data['status']!r}")
    for key in ("seed", "games"):
        if type(data[key]) is not int or data[key] < 1:
            raise ArenaError(f"{key} must be a whole number above 0, not {data[key]!r}")
    if not isinstance(data["tables"], list) or not data["tables"]:
        raise ArenaError(f"tables must be a list of games, not {data['tables']!r}")
    tables = []
    for number, row in enumerate(data["tables"]):
        _check_keys(row, TABLE_KEYS, f"tables.{number}")
        if str(row["board"]).startswith(PRIOR):
            check_seed(parse_board(row["board"]).seed, "evaluation")
        tables.append(Table(**row))
    _check_keys(data["opponents"], GROUPS, "opponents")
    for group, names in data["opponents"].items():
        if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
            raise ArenaError(f"opponents.{group} must be a list of names, not {names!r}")
    opponents = {group: tuple(data["opponents"][group]) for group in GROUPS}
    found = WideBenchmark(**{**data, "opponents": opponents, "tables": tuple(tables)})
    _check_opponents(found)
    for table in found.tables:
        found.setup(table)
    return found


def _check_opponents(benchmark: WideBenchmark) -> None:
    for group, names in benchmark.opponents.items():
        for name in names:
            if benchmark.names.count(name) > 1:
                raise ArenaError(f"opponents.{group}: {name} is there twice")
            try:
                make_agent(name)
            except DixieError as error:
                raise ArenaError(f"opponents.{group}: {error}") from error
    missing = [group for group in GROUPS if not benchmark.opponents[group]]
    if benchmark.status == FROZEN and missing:
        raise ArenaError(f"opponents.{missing[0]}: none; only a draft may leave them out")
    if (benchmark.status == FROZEN) != isinstance(benchmark.opponents_checksum, str):
        raise ArenaError("opponents_checksum must be there in a frozen version, and null in a draft")


def _check_keys(data: Any, keys: tuple[str, ...], where: str) -> None:
    if not isinstance(data, Mapping) or set(data) != set(keys):
        found = ", ".join(map(str, data)) if isinstance(data, Mapping) else repr(data)
        raise ArenaError(f"{where} must have the keys {', '.join(keys)}, not {found}")
