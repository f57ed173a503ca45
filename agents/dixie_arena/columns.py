"""The results of games as columns: a row for each seat of each game."""

import io
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from numpy.typing import NDArray

from dixie_env.engine.words import ABILITIES, PENALTY_SOURCES, REWARD_SOURCES
from dixie_env.results import win_shares

ACTIONS = 21

COLUMNS: dict[str, str] = {
    "block": "number of the block in the schedule; games of a block share their seed",
    "lineup": "number of the line-up in the block",
    "rotation": "how many seats the line-up was rotated",
    "seed": "seed of the game",
    "seat": "seat, from 0",
    "turn": "place in the order of play when the game began, from 0",
    "agent": "label of the agent",
    "ability": "permanent ability at the end, or none",
    "score": "final score",
    "rank": "final rank, 1 is best; tied seats share the better one; with --strict after forfeits",
    "win_share": "1 for the winner, split among those who tie",
    "in_pit": "fell into the pit",
    "penalties": "penalty points at the end",
    "rewards": "reward points at the end",
    **{f"penalty_{source}": f"penalty points from {source}" for source in PENALTY_SOURCES},
    **{f"reward_{source}": f"reward points from {source}" for source in REWARD_SOURCES},
    "passes": "number of passes",
    **{f"action_{action}": f"how often the seat took action {action}" for action in range(1, ACTIONS + 1)},
    "decisions": "decisions made",
    "substitutions": "decisions that the arena made because the agent failed",
    "forfeit": "ranked last for that (--strict)",
    "rounds_played": "rounds of the game",
}
"""All columns of ``games.parquet`` with what they mean."""


def games_table(
    labels: Sequence[str],
    lineups: NDArray[np.integer],
    places: Mapping[str, NDArray[Any]],
    states: NDArray[np.void],
    turns: NDArray[np.integer],
    decisions: NDArray[np.integer],
    substitutions: NDArray[np.integer],
    strict: bool,
) -> pa.Table:
    """Return the rows of games, in the order of the games, then of the seats.

    Args:
        labels: Labels of the agents.
        lineups: Who sat where, games x players.
        places: ``block``, ``lineup``, ``rotation`` and ``seed`` of each game.
        states: The final record of each game.
        turns: Place in the first order of play, games x players.
        decisions: Decisions made, games x players.
        substitutions: Decisions that the arena made for an agent, games x players.
        strict: Whether seats with substitutions are ranked last.
    """
    games, players = lineups.shape
    ranks = states["ranks"][:, :players].astype(np.int64)
    forfeits = (substitutions > 0) & strict
    if forfeits.any():
        ranks = forfeited_ranks(ranks, forfeits)
    columns: dict[str, Any] = {name: np.repeat(values, players) for name, values in places.items()}
    columns["seat"] = np.tile(np.arange(players, dtype=np.int8), games)
    columns["turn"] = turns.ravel().astype(np.int8)
    columns["agent"] = _words(lineups.ravel(), labels)
    columns["ability"] = _words(states["ability"][:, :players].ravel(), ("none", *ABILITIES))
    columns["score"] = states["scores"][:, :players].ravel()
    columns["rank"] = ranks.ravel().astype(np.int8)
    columns["win_share"] = win_shares(ranks).ravel()
    columns["in_pit"] = states["fallen"][:, :players].ravel() > 0
    columns["penalties"] = states["penalties"][:, :players].ravel()
    columns["rewards"] = states["rewards"][:, :players].ravel()
    for number, source in enumerate(PENALTY_SOURCES):
        columns[f"penalty_{source}"] = states["penalties_by"][:, :players, number].ravel()
    for number, source in enumerate(REWARD_SOURCES):
        columns[f"reward_{source}"] = states["rewards_by"][:, :players, number].ravel()
    taken = states["actions_taken"][:, :players]
    columns["passes"] = taken[:, :, 0].ravel()
    for action in range(1, ACTIONS + 1):
        columns[f"action_{action}"] = taken[:, :, action].ravel()
    columns["decisions"] = decisions.ravel().astype(np.int32)
    columns["substitutions"] = substitutions.ravel().astype(np.int32)
    columns["forfeit"] = forfeits.ravel()
    columns["rounds_played"] = np.repeat(states["round"], players)
    return pa.table({name: columns[name] for name in COLUMNS})


def forfeited_ranks(ranks: NDArray[np.int64], forfeits: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Return ranks in which all forfeits share the last place and the others move up."""
    keys = np.where(forfeits, ranks.max() + 1, ranks)
    better: NDArray[np.int64] = (keys[:, None, :] < keys[:, :, None]).sum(axis=2)
    return better + 1


def to_bytes(table: pa.Table) -> bytes:
    """Return a table as the bytes of a Parquet file; the same table always gives the same bytes."""
    sink = io.BytesIO()
    pq.write_table(table, sink, compression="zstd")
    return sink.getvalue()


def from_bytes(data: bytes) -> pa.Table:
    """Read the bytes of a Parquet file."""
    return pq.read_table(io.BytesIO(data))


def _words(numbers: NDArray[np.integer], words: Sequence[str]) -> pa.DictionaryArray:
    return pa.DictionaryArray.from_arrays(pa.array(numbers.astype(np.int8)), pa.array(list(words)))
