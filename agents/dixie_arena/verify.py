"""Is a run folder what it says? Whatever can be is computed anew, and a sample of games is played again."""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

from dixie_arena.card import FORMAT, VERSION, checksum
from dixie_arena.chunk import play_chunk
from dixie_arena.config import ArenaError, Tournament
from dixie_arena.folder import CARD, GAMES, SUMMARY, TIMING, TOURNAMENT, RunFolder
from dixie_arena.summary import summarize
from dixie_arena.table import COLUMNS, from_bytes
from dixie_env.engine.model import SOURCE_HASH

TOLERANCE = 1e-5
"""The summary is rounded; on another machine the last digit may differ."""


class NotVerified(ArenaError):
    """A run folder is not what it says; the message says why."""


@dataclass(frozen=True)
class Verified:
    """What was checked.

    Attributes:
        games: Games of the tournament, all of which are where the schedule puts them.
        replayed: Games that were played again.
        skipped: Games among those that can't come out the same, because a bot was late in them.
    """

    games: int
    replayed: int
    skipped: int


def verify_folder(
    path: Path,
    games: int = 64,
    seed: int | None = None,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> Verified:
    """Check the folder of a finished tournament.

    Args:
        path: The folder.
        games: At least so many games are played again, in whole parts of the tournament.
        seed: Which ones is drawn from this; None draws it anew each time.
        progress: Called with the number of games played again, and how many there will be.

    Raises:
        NotVerified: Something is not as it should be.
        ArenaError: This is not the folder of a finished tournament.
    """
    folder = RunFolder(path)
    tournament = folder.read_tournament()
    card = folder.read_json(CARD)
    _check_card(folder, tournament, card)
    table = _read_table(folder)
    _check_schedule(tournament, table)
    summary = folder.read_json(SUMMARY)
    if difference := _difference(summary, summarize(tournament, table)):
        raise NotVerified(f"{SUMMARY} does not follow from {GAMES}: {difference}")
    late = _late(folder.read_json(TIMING))
    replayed, skipped = 0, 0
    order = np.random.default_rng(seed).permutation(tournament.chunks).tolist()
    wanted = min(games, tournament.schedule.games)
    for index in order:
        if replayed >= wanted:
            break
        skipped += _replay(tournament, table, index, late)
        replayed += tournament.games_in_chunk(index)
        progress(min(replayed, wanted), wanted)
    return Verified(tournament.schedule.games, replayed, skipped)


def _check_card(folder: RunFolder, tournament: Tournament, card: Any) -> None:
    if not isinstance(card, dict) or card.get("format") != FORMAT or card.get("version") != VERSION:
        raise NotVerified(f"{CARD} is no result card of version {VERSION}")
    if (
        card.get("tournament") != tournament.as_object()
        or card.get("fingerprint") != tournament.fingerprint()
    ):
        raise NotVerified(f"{CARD} and {TOURNAMENT} tell of different tournaments")
    files = card.get("files")
    for name in (GAMES, SUMMARY, TIMING):
        try:
            content = (folder.path / name).read_bytes()
        except FileNotFoundError:
            raise NotVerified(f"{name} is missing") from None
        if not isinstance(files, dict) or files.get(name) != hashlib.sha256(content).hexdigest():
            raise NotVerified(f"{name} was changed after the tournament: its checksum is not that of {CARD}")
    if card.get("engine") != SOURCE_HASH:
        raise NotVerified(
            f"the games were played by another version of the rules (dixie {card.get('dixie')}, "
            f"commit {card.get('commit')}, engine {card.get('engine')}; here it is {SOURCE_HASH}): "
            "verify them with that one"
        )
    rows = card.get("agents")
    checksums = {row.get("label"): row.get("checksum") for row in rows} if isinstance(rows, list) else {}
    for entrant in tournament.entrants:
        if entrant.timed:
            raise NotVerified(f"{entrant.label} decides by the clock: its games can't be played again")
        if checksums.get(entrant.label, "") != checksum(entrant):
            raise NotVerified(
                f"the agent {entrant.label} ({entrant.name}) is not the one that played: "
                f"its checksum is {checksum(entrant)}, {CARD} has {checksums.get(entrant.label)}"
            )


def _read_table(folder: RunFolder) -> pa.Table:
    try:
        table = from_bytes((folder.path / GAMES).read_bytes())
    except ValueError as error:
        raise NotVerified(f"{GAMES} can't be read: {error}") from None
    if table.column_names != list(COLUMNS):
        raise NotVerified(f"{GAMES} has other columns than the results of a tournament")
    return table


def _check_schedule(tournament: Tournament, table: pa.Table) -> None:
    """Check who sat where in which game, for all games."""
    schedule = tournament.schedule
    if table.num_rows != schedule.games * schedule.players:
        raise NotVerified(f"{GAMES} has {table.num_rows} rows, not {schedule.games * schedule.players}")
    labels = np.array([entrant.label for entrant in tournament.entrants])
    in_round = schedule.games_in_round * schedule.players
    seats = schedule.tables(0, schedule.rounds).ravel()
    right = {
        "round": np.repeat(np.arange(schedule.rounds), in_round),
        "lineup": np.tile(np.repeat(np.arange(schedule.lineups), schedule.players**2), schedule.rounds),
        "rotation": np.tile(
            np.repeat(np.arange(schedule.players), schedule.players), schedule.rounds * schedule.lineups
        ),
        "seed": np.repeat(schedule.seeds(), in_round),
        "seat": np.tile(np.arange(schedule.players), schedule.games),
        "agent": labels[seats],
    }
    for name, values in right.items():
        found = np.array(table.column(name).to_pylist())
        if (found != values).any():
            row = int(np.flatnonzero(found != values)[0])
            raise NotVerified(
                f"{GAMES}, row {row}: {name} is {found[row]}, but {values[row]} by the schedule"
            )


def _late(timing: Any) -> bool:
    """Whether a bot was too late anywhere: what happened then can't be repeated."""
    return any(row.get("troubles", {}).get("timeouts") for row in timing.values())


def _replay(tournament: Tournament, table: pa.Table, index: int, late: bool) -> int:
    """Play a part again and compare; return how many games were not compared."""
    players = tournament.rules.players
    start = tournament.chunk(index).start * tournament.schedule.games_in_round * players
    again = play_chunk(tournament, index).table
    there = table.slice(start, again.num_rows)
    skipped = np.zeros(again.num_rows, np.bool_)
    if late:
        helped = there.column("substitutions").to_numpy().reshape(-1, players).any(axis=1)
        skipped = np.repeat(helped, players)
    for name in COLUMNS:
        found, right = np.array(there.column(name).to_pylist()), np.array(again.column(name).to_pylist())
        wrong = (found != right) & ~skipped
        if wrong.any():
            row = int(np.flatnonzero(wrong)[0])
            place = {key: there.column(key)[row].as_py() for key in ("round", "lineup", "rotation", "seat")}
            where = ", ".join(f"{key} {value}" for key, value in place.items())
            raise NotVerified(
                f"{GAMES}, row {start + row} ({where}): {name} is {found[row]}, "
                f"but {right[row]} when the game is played again"
            )
    return int(skipped.sum()) // players


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
