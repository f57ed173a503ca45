"""Checks a run folder: recomputes whatever can be recomputed, and replays a sample of games."""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from dixie_agents.fingerprint import fingerprint_package
from dixie_agents.names import AgentError
from dixie_arena.card import FORMAT, VERSION
from dixie_arena.chunk import play_chunk
from dixie_arena.columns import COLUMNS, from_bytes
from dixie_arena.config import ArenaError, Tournament
from dixie_arena.folder import CARD, GAMES, SUMMARY, TIMING, TOURNAMENT, RunFolder
from dixie_arena.identity import Identities
from dixie_arena.run import identify_agents
from dixie_arena.summary import summarize
from dixie_env.checksums import CheckedFolder
from dixie_env.engine.model import SOURCE_HASH

TOLERANCE = 1e-5
"""The summary is rounded; on another machine the last digit may differ."""


class NotVerified(ArenaError):
    """A run folder failed a check. The message says why."""


@dataclass(frozen=True)
class Verified:
    """What was checked.

    Attributes:
        games: Games of the tournament. All of them match the schedule.
        replayed: Games that were replayed.
        skipped: Games among those that can't be compared, because a bot was too slow in them.
        what: What was checked for all games, in words.
    """

    games: int
    replayed: int
    skipped: int
    what: str = "checksums, schedule and summary"


def verify_folder(
    path: Path,
    games: int = 64,
    seed: int | None = None,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> Verified:
    """Check the folder of a finished tournament.

    Args:
        path: The folder.
        games: Minimum number of games to replay. Whole parts of the tournament are replayed.
        seed: Seed that selects the games; None for a random one.
        progress: Called with the number of games replayed and to replay.

    Raises:
        NotVerified: A check failed.
        ArenaError: This is not the folder of a finished tournament.
    """
    folder = RunFolder(path)
    if not (path / TOURNAMENT).exists():
        raise ArenaError(f"{path} is not the folder of a tournament: it has no {TOURNAMENT}")
    if folder.complete:
        check_sums(path)
    card = folder.read_json(CARD)
    _check_card(folder, card)
    tournament = folder.read_tournament()
    if (
        card.get("tournament") != tournament.as_object()
        or card.get("fingerprint") != tournament.fingerprint()
    ):
        raise NotVerified(f"{CARD} and {TOURNAMENT} describe different tournaments")
    _check_code(card)
    identities = _check_agents(tournament, card.get("agents"))
    table = _read_table(folder)
    _check_schedule(tournament, table)
    summary = folder.read_json(SUMMARY)
    _check_intervals(summary, card)
    right = summarize(tournament, table)
    if isinstance(summary, dict) and "population" not in summary:  # written before it existed
        del right["population"]
    if difference := _difference(summary, right):
        raise NotVerified(f"{SUMMARY} does not follow from {GAMES}: {difference}")
    late = _late(folder.read_json(TIMING))
    replayed, skipped = 0, 0
    order = np.random.default_rng(seed).permutation(tournament.chunks).tolist()
    wanted = min(games, tournament.schedule.games)
    for index in order:
        if replayed >= wanted:
            break
        skipped += _replay(tournament, identities, table, index, late)
        replayed += tournament.games_in_chunk(index)
        progress(min(replayed, wanted), wanted)
    return Verified(tournament.schedule.games, replayed, skipped)


def _check_card(folder: RunFolder, card: Any) -> None:
    """Check the files against the card."""
    if not isinstance(card, dict) or card.get("format") != FORMAT or card.get("version") not in (1, VERSION):
        raise NotVerified(f"{CARD} is not a result card of version {VERSION}")
    files = card.get("files")
    for name in (GAMES, SUMMARY, TIMING):
        try:
            content = (folder.path / name).read_bytes()
        except FileNotFoundError:
            raise NotVerified(f"{name} is missing") from None
        if not isinstance(files, dict) or files.get(name) != hashlib.sha256(content).hexdigest():
            raise NotVerified(
                f"{name} was changed after the tournament: its checksum differs from the one in {CARD}"
            )
    if card.get("version") == 1:
        raise NotVerified(
            f"{CARD} is of version 1, from an older dixie (version {card.get('dixie')}, commit "
            f"{card.get('commit')}). Its checksums match the files. But it does not identify the agents, so "
            "games can't be replayed, and schedule and summary are not checked: verify it with that version, "
            "or play the tournament again"
        )


def _check_intervals(summary: Any, card: dict[str, Any]) -> None:
    """Refuse a summary from before intervals held at the edge and for all pairs: it can't be the same."""
    rows = summary.get("differences") if isinstance(summary, dict) else None
    if isinstance(rows, list) and any("low_all" not in row.get("win_share", {}) for row in rows):
        raise NotVerified(
            f"{SUMMARY} is from an older dixie (version {card.get('dixie')}, commit {card.get('commit')}), "
            "which computed intervals in another way. Its checksum matches; verify it with that version, or "
            "play the tournament again"
        )


def check_sums(path: Path) -> None:
    """Check every file against ``SHA256SUMS``. A folder of an earlier version has none.

    Raises:
        NotVerified: A file is missing or was changed.
    """
    folder = CheckedFolder(path)
    if folder.has_sums and (problem := next(folder.problems(), None)):
        raise NotVerified(problem)


def _check_code(card: dict[str, Any]) -> None:
    for key, what, here in (
        ("engine", "the rules", SOURCE_HASH),
        ("package", "dixie_agents", fingerprint_package()),
    ):
        if card.get(key) != here:
            raise NotVerified(
                f"the games were played by another version of {what} (dixie {card.get('dixie')}, "
                f"commit {card.get('commit')}, {key} {card.get(key)}; here it is {here}): "
                "verify them with that version"
            )


def _check_agents(tournament: Tournament, rows: Any) -> Identities:
    played = {row.get("label"): row for row in rows} if isinstance(rows, list) else {}
    try:
        identities = identify_agents(tournament)
    except AgentError as error:
        raise NotVerified(f"an agent that played is not available here: {error}") from None
    for entrant in tournament.entrants:
        row, found = played.get(entrant.label, {}), identities[entrant.name]
        if row.get("fingerprint") != found.fingerprint:
            raise NotVerified(
                f"the agent {entrant.label} ({entrant.name}) is not the one that played: "
                f"its fingerprint is {found.fingerprint}, {CARD} has {row.get('fingerprint')}"
            )
        if not found.repeatable or row.get("repeatable") is not True:
            raise NotVerified(
                f"{entrant.label} ({entrant.name}) is not repeatable, because it decides by the clock "
                "or uses other random numbers: its games can't be replayed"
            )
    return identities


def _read_table(folder: RunFolder) -> pa.Table:
    try:
        table = from_bytes((folder.path / GAMES).read_bytes())
    except ValueError as error:
        raise NotVerified(f"{GAMES} can't be read: {error}") from None
    if table.column_names != list(COLUMNS):
        raise NotVerified(f"{GAMES} does not have the columns of tournament results")
    return table


def _check_schedule(tournament: Tournament, table: pa.Table) -> None:
    """Check who sat where in which game, for all games."""
    schedule = tournament.schedule
    if table.num_rows != schedule.games * schedule.players:
        raise NotVerified(f"{GAMES} has {table.num_rows} rows, not {schedule.games * schedule.players}")
    labels = np.array([entrant.label for entrant in tournament.entrants])
    in_block = schedule.games_in_block * schedule.players
    seats = schedule.seatings(0, schedule.blocks).ravel()
    right = {
        "block": np.repeat(np.arange(schedule.blocks), in_block),
        "lineup": np.tile(np.repeat(np.arange(schedule.lineups), schedule.players**2), schedule.blocks),
        "rotation": np.tile(
            np.repeat(np.arange(schedule.players), schedule.players), schedule.blocks * schedule.lineups
        ),
        "seed": np.repeat(schedule.seeds(), in_block),
        "seat": np.tile(np.arange(schedule.players), schedule.games),
        "agent": labels[seats],
    }
    for name, values in right.items():
        found = np.array(table.column(name).to_pylist())
        if (found != values).any():
            row = int(np.flatnonzero(found != values)[0])
            raise NotVerified(
                f"{GAMES}, row {row}: {name} is {found[row]}, but {values[row]} in the schedule"
            )


def _late(timing: Any) -> bool:
    """Whether a bot was ever too slow. Such games can't be repeated."""
    return any(row.get("troubles", {}).get("timeouts") for row in timing.values())


def _replay(tournament: Tournament, identities: Identities, table: pa.Table, index: int, late: bool) -> int:
    """Replay a part and compare. Return how many games were not compared."""
    players = tournament.rules.players
    start = tournament.chunk(index).start * tournament.schedule.games_in_block * players
    again = play_chunk(tournament, index, identities).table
    there = table.slice(start, again.num_rows)
    skipped = np.zeros(again.num_rows, np.bool_)
    if late:
        helped = there.column("substitutions").to_numpy().reshape(-1, players).any(axis=1)
        skipped = np.repeat(helped, players)
    compare_games(there, again, start, ("block", "lineup", "rotation", "seat"), skipped)
    return int(skipped.sum()) // players


def compare_games(
    there: pa.Table,
    again: pa.Table,
    start: int,
    places: Sequence[str],
    skipped: NDArray[np.bool_] | None = None,
) -> None:
    """Compare stored games with the same games, replayed.

    Args:
        there: The stored rows.
        again: The rows when the games are replayed.
        start: Number of the first row in the file.
        places: Columns that say which game it is.
        skipped: Rows that can't be compared.

    Raises:
        NotVerified: They differ.
    """
    if there.num_rows != again.num_rows:
        raise NotVerified(f"{GAMES} has {there.num_rows} rows from row {start}, not {again.num_rows}")
    for name in again.column_names:
        found, right = np.array(there.column(name).to_pylist()), np.array(again.column(name).to_pylist())
        wrong = found != right
        if skipped is not None:
            wrong &= ~skipped
        if wrong.any():
            row = int(np.flatnonzero(wrong)[0])
            where = ", ".join(f"{key} {there.column(key)[row].as_py()}" for key in places)
            raise NotVerified(
                f"{GAMES}, row {start + row} ({where}): {name} is {found[row]}, "
                f"but {right[row]} when the game is replayed"
            )


def _difference(found: Any, right: Any, path: str = "") -> str | None:
    """Return the first place where two summaries differ, in words."""
    if isinstance(right, float | int) and isinstance(found, float | int):
        if abs(found - right) <= TOLERANCE * max(1.0, abs(right)):
            return None
    elif isinstance(right, dict) and isinstance(found, dict) and list(right) == list(found):
        keys = (_difference(found[key], right[key], f"{path}{key}.") for key in right)
        return next((text for text in keys if text), None)
    elif isinstance(right, list) and isinstance(found, list) and len(right) == len(found):
        items = (
            _difference(*pair, f"{path}{key}.") for key, pair in enumerate(zip(found, right, strict=True))
        )
        return next((text for text in items if text), None)
    elif found == right:
        return None
    return f"{path.rstrip('.') or 'it'} is {str(found)[:60]}, not {str(right)[:60]}"
