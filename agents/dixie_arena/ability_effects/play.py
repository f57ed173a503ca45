"""Playing replicates of a cell: a table with a row for each seat of each game."""

from time import perf_counter
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from dixie_agents.assisted import AssistedAgent
from dixie_agents.base import Agent
from dixie_agents.deciding import decide
from dixie_agents.match import play_matches
from dixie_arena.ability_effects.designs import DESIGNS, Games
from dixie_arena.ability_effects.drafter import Drafter
from dixie_arena.ability_effects.experiment import Cell
from dixie_arena.chunk import Chunk
from dixie_arena.guard import Guests, seat_agent
from dixie_arena.identity import Identities
from dixie_env import Game
from dixie_env.engine.words import PENALTY_SOURCES, REWARD_SOURCES
from dixie_env.results import mid_ranks, win_shares

COLUMNS: dict[str, str] = {
    "cell": "number of the cell of the experiment",
    "replicate": "number of the replicate of the design",
    "game": "number of the game in the replicate",
    "seed": "seed of the game",
    "seat": "seat, from 0",
    "turn": "place in the order of play when the game began, from 0",
    "ability": "ability dealt or chosen before the game, 1 to 10",
    "kept": "whether the seat still has it at the end",
    "focal": "whether this is a focal seat of the design",
    "score": "final score",
    "rank": "final rank, 1 is best; tied seats share the mean of their places",
    "win_share": "1 for the winner, split among those who tie",
    "in_pit": "fell into the pit",
    **{f"penalty_{source}": f"penalty points from {source}" for source in PENALTY_SOURCES},
    **{f"reward_{source}": f"reward points from {source}" for source in REWARD_SOURCES},
    "rocks": "rocks left at the end, 1 point each",
    "majorities": "majorities at the end, 3 points each",
    "display": "abilities on display before the draft, one bit each (bit 1 is ability 1)",
}
"""All columns of ``games.parquet`` with what they mean."""


def play_replicates(
    cell: Cell,
    number: int,
    replicates: range,
    seed: int,
    identities: Identities | None = None,
    guests: Guests | None = None,
) -> Chunk:
    """Play replicates of a cell. The result depends on the arguments alone.

    An external bot is guarded as in a tournament: where it fails to decide, a legal move is drawn for it, and
    the timing of the chunk counts this under ``troubles``.

    Raises:
        AnotherAgent: The agent's fingerprint differs from ``identities``.
    """
    start = perf_counter()
    games = [DESIGNS[cell.design](cell.players, seed, replicate) for replicate in replicates]
    together = Games(
        np.concatenate([part.seeds for part in games]),
        None
        if games[0].deals is None
        else np.concatenate([part.deals for part in games if part.deals is not None]),
        np.concatenate([part.focal for part in games]),
    )
    lineups = (together.focal & bool(cell.values)).astype(np.int64)
    expected = identities[cell.agent] if identities else None
    with seat_agent(cell.agent, guests or Guests(), expected) as agent:
        agents = [agent, Drafter(agent, cell.values)] if cell.values else [agent]
        states = _play(cell, agents, lineups, together)
        troubles = agent.take_troubles() if isinstance(agent, AssistedAgent) else {}
        turns, abilities, displays = _look_at_setups(cell, agents, lineups, together)
    places: dict[str, NDArray[Any]] = {
        "cell": np.full(len(states), number, np.int16),
        "replicate": np.repeat(np.array(replicates, np.int32), cell.games_in_replicate),
        "game": np.tile(np.arange(cell.games_in_replicate, dtype=np.int16), len(replicates)),
        "seed": together.seeds,
        "display": displays,
    }
    table = _make_table(cell.players, places, states, turns, abilities, together.focal)
    return Chunk(table, {"seconds": perf_counter() - start, "games": len(states), **troubles})


def _play(cell: Cell, agents: list[Agent], lineups: NDArray[np.int64], games: Games) -> NDArray[np.void]:
    """Return the final states. With a ban the rules depend on the banned seat."""
    if not cell.ban:
        return play_matches(cell.rules[0], agents, lineups, games.seeds, deals=games.deals).states
    states: NDArray[np.void] | None = None
    seats = games.focal.argmax(axis=1)
    for seat in range(cell.players):
        rows = np.flatnonzero(seats == seat)
        found = play_matches(cell.rules[seat], agents, lineups[rows], games.seeds[rows]).states
        if states is None:
            states = np.zeros(len(lineups), found.dtype)
        states[rows] = found
    assert states is not None
    return states


def _look_at_setups(
    cell: Cell, agents: list[Agent], lineups: NDArray[np.int64], games: Games
) -> tuple[NDArray[np.int8], NDArray[np.int8], NDArray[np.int16]]:
    """Return order of play, abilities and display of each game before its first round.

    Abilities may change hands later, so chosen abilities are found by repeating the draft.
    """
    turns = np.zeros(lineups.shape, np.int8)
    abilities = np.zeros(lineups.shape, np.int8) if games.deals is None else games.deals
    displays = np.zeros(len(lineups), np.int16)
    for row, seed in enumerate(games.seeds.tolist()):
        game = Game(cell.rules[int(games.focal[row].argmax())], seed)
        turns[row] = np.argsort(game.state["large"][: cell.players])
        if games.deals is None:
            displays[row] = sum(1 << ability for ability in range(1, 11) if game.state["display"][ability])
            abilities[row] = _draft(game, agents, lineups[row])
    return turns, abilities, displays


def _draft(game: Game, agents: list[Agent], lineup: NDArray[np.int64]) -> NDArray[np.int8]:
    """Repeat the draft of a match and return who took what."""
    made = 0
    while game.decision == "draft":
        assert game.seat is not None
        game.step(decide(agents[lineup[game.seat]], game, made))
        made += 1
    return np.asarray(game.state["ability"][: len(lineup)])


def _make_table(
    players: int,
    places: dict[str, NDArray[Any]],
    states: NDArray[np.void],
    turns: NDArray[np.int8],
    abilities: NDArray[np.int8],
    focal: NDArray[np.bool_],
) -> pa.Table:
    ranks = states["ranks"][:, :players].astype(np.int64)
    columns: dict[str, NDArray[Any]] = {name: np.repeat(values, players) for name, values in places.items()}
    columns["seat"] = np.tile(np.arange(players, dtype=np.int8), len(states))
    columns["turn"] = turns.ravel()
    columns["ability"] = abilities.ravel()
    columns["kept"] = (states["ability"][:, :players] == abilities).ravel()
    columns["focal"] = focal.ravel()
    columns["score"] = states["scores"][:, :players].ravel()
    columns["rank"] = mid_ranks(ranks).astype(np.float32).ravel()
    columns["win_share"] = win_shares(ranks).ravel()
    columns["in_pit"] = states["fallen"][:, :players].ravel() > 0
    for number, source in enumerate(PENALTY_SOURCES):
        columns[f"penalty_{source}"] = states["penalties_by"][:, :players, number].ravel()
    for number, source in enumerate(REWARD_SOURCES):
        columns[f"reward_{source}"] = states["rewards_by"][:, :players, number].ravel()
    columns["rocks"] = states["rocks_left"][:, :players].ravel()
    columns["majorities"] = states["hoards"][:, :players].ravel()
    return pa.table({name: columns[name] for name in COLUMNS})
