"""Version 2 of the benchmark: opponents that span the cycle, on several boards and editions.

``configs/arena/benchmark-v2.yaml`` has everything. While its status is ``draft`` it may change, and the line
to quote says so.
"""

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from dixie_agents.names import parse_name
from dixie_agents.registry import make_agent
from dixie_arena.benchmarking import (
    CHECK_BLOCKS,
    FORMAT,
    LABEL,
    agent_shares,
    cell_share,
    same_agent,
)
from dixie_arena.chunk import play_chunk
from dixie_arena.config import ArenaError, Entrant, Tournament
from dixie_arena.folder import CARD, TOURNAMENT, RunFolder
from dixie_arena.log_odds import LogOdds, score_tables
from dixie_arena.run import run_tournament
from dixie_arena.score import Score
from dixie_env import DixieError, Setup
from dixie_env.boards.names import check_seed
from dixie_env.boards.names import parse_name as parse_board
from dixie_env.config import PRIOR, ConfigError
from dixie_env.engine.model import SOURCE_HASH
from dixie_env.paths import configs_dir
from dixie_env.version import __version__, commit
from dixie_env.yaml_file import read_mapping

VERSION = 2
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

    def tournament(self, agent: str, number: int, *, isolate: bool, time_limit: float) -> Tournament:
        """Return the tournament at a table, by its number."""
        table = self.tables[number]
        blocks = -(-self.games // table.players)
        return Tournament(
            (Entrant(LABEL, agent), *(Entrant(f"against {name}", name) for name in self.names)),
            blocks * table.players * len(self.names),
            self.seed + number,
            "challenge",
            self.setup(table),
            isolate,
            time_limit,
            strict=True,
        )

    def check_opponents(self) -> str:
        """Return the checksum of games that the opponents play against each other."""
        total = hashlib.sha256()
        for table in self.tables:
            plan = Tournament(
                tuple(Entrant(name, name) for name in self.names),
                CHECK_BLOCKS,
                self.seed,
                "sampled",
                self.setup(table),
            )
            for part in range(plan.chunks):
                games = play_chunk(plan, part).table
                for name in ("seed", "score", "rank", "decisions"):
                    total.update(np.asarray(games.column(name).to_numpy(), np.int64).tobytes())
        return total.hexdigest()


def load_wide_benchmark(file: Path | None = None) -> WideBenchmark:
    """Return version 2 of the benchmark, from its file or from another one of the same form.

    Raises:
        ArenaError: The file is wrong; the message names the key.
    """
    file = file or configs_dir() / "arena" / f"benchmark-v{VERSION}.yaml"
    try:
        return _read(read_mapping(file))
    except (DixieError, ConfigError) as error:
        raise ArenaError(f"{file.name}: {error}") from error


def run_wide_benchmark(
    agent: str,
    path: Path,
    *,
    benchmark: WideBenchmark | None = None,
    resume: bool,
    workers: int,
    backend: str,
    isolate: bool,
    time_limit: float,
    progress: Callable[[int, int], None],
    warn: Callable[[str], None],
) -> Score:
    """Play or resume version 2: one folder for each table, and a card for all. See ``run_benchmark``.

    Raises:
        ArenaError: The opponents no longer play as in a frozen benchmark, or a folder can't be used.
    """
    if (path / TOURNAMENT).exists():
        raise ArenaError(f"{path} holds a tournament: choose another folder")
    benchmark = benchmark or load_wide_benchmark()
    agent = parse_name(agent).bare
    if benchmark.status == DRAFT:
        warn(f"version {benchmark.version} of the benchmark is a draft and may change: don't quote scores")
    checksum = benchmark.check_opponents()
    if benchmark.status == FROZEN and checksum != benchmark.opponents_checksum:
        raise ArenaError(
            f"the opponents no longer play as they did when benchmark {benchmark.title} was frozen: their "
            f"checksum is {checksum}, not {benchmark.opponents_checksum}; use the version of dixie that the "
            "scores you compare with come from"
        )
    plans = [
        benchmark.tournament(agent, number, isolate=isolate, time_limit=time_limit)
        for number in range(len(benchmark.tables))
    ]
    total = sum(plan.schedule.games for plan in plans)
    done = substitutions = 0
    known: dict[str, Any] = {}
    shares = []
    for number, plan in enumerate(plans):
        folder = path / f"table-{number + 1}"
        outcome = run_tournament(
            plan,
            folder,
            resume=resume,
            workers=workers,
            backend=backend,
            finished_too=True,
            progress=lambda games, _, before=done: progress(before + games, total),  # type: ignore[misc]
            # its opponents play games that they were not trained for: that is the point
            warn=lambda message: warn(message) if message.startswith(agent) else None,
        )
        known = same_agent(agent, known, outcome.card, folder)
        done += plan.schedule.games
        substitutions += outcome.summary["agents"][0]["substitutions"]
        shares.append(agent_shares(plan, folder))
    found = score_tables(shares)
    cells = [
        {
            "table": table.words,
            "players": table.players,
            "edition": table.edition,
            "board": table.board,
            "opponent": name,
            "games": table_shares[:, column].size,
            "win_share": cell_share(table_shares[:, column]),
        }
        for table, table_shares in zip(benchmark.tables, shares, strict=True)
        for column, name in enumerate(benchmark.names)
    ]
    for cell, estimate in zip(cells, found.cells, strict=True):
        cell["log_odds"] = estimate.as_object()
    card = {
        "format": FORMAT,
        "benchmark": benchmark.version,
        "status": benchmark.status,
        "agent": {"name": agent, **known},
        "score": found.mean.as_object(),
        "worst": _worst(found, cells),
        "games": total,
        "cells": cells,
        "substitutions": substitutions,
        "opponents": {group: list(names) for group, names in benchmark.opponents.items()},
        "opponents_checksum": checksum,
        "dixie": __version__,
        "commit": commit(),
        "engine": SOURCE_HASH,
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
    if data["version"] != VERSION:
        raise ArenaError(f"version must be {VERSION}, not {data['version']!r}")
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


def _check_keys(data: Any, keys: tuple[str, ...], where: str) -> None:
    if not isinstance(data, Mapping) or set(data) != set(keys):
        found = ", ".join(map(str, data)) if isinstance(data, Mapping) else repr(data)
        raise ArenaError(f"{where} must have the keys {', '.join(keys)}, not {found}")
