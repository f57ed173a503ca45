"""Playing one part of a tournament. The result depends only on the tournament and the part."""

import json
from dataclasses import dataclass
from typing import Any
from warnings import catch_warnings, simplefilter

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from dixie_agents.assisted import AssistedAgent
from dixie_agents.base import Agent
from dixie_agents.match import decision_key, play_matches
from dixie_agents.trained_for import UntrainedGame
from dixie_arena.columns import games_table
from dixie_arena.config import Tournament
from dixie_arena.guard import seat_agents
from dixie_arena.identity import Identities
from dixie_env import Game

_TIMING = b"dixie_timing"


@dataclass(frozen=True)
class Chunk:
    """A part of the results.

    Attributes:
        table: A row for each seat of each game, block by block.
        timing: Decisions, seconds and failures of each agent. Differs from run to run.
    """

    table: pa.Table
    timing: dict[str, Any]

    def to_bytes(self) -> bytes:
        """Return it as an Arrow file; the timing is in its metadata."""
        table = self.table.replace_schema_metadata({_TIMING: json.dumps(self.timing).encode()})
        sink = pa.BufferOutputStream()
        with pa.ipc.new_file(sink, table.schema) as writer:
            writer.write_table(table)
        return bytes(sink.getvalue())

    @staticmethod
    def from_bytes(data: bytes) -> "Chunk":
        """Read a part from its bytes.

        Raises:
            ValueError: The file is incomplete, or is not a part of a tournament.
        """
        table = pa.ipc.open_file(data).read_all()
        timing = (table.schema.metadata or {}).get(_TIMING)
        if timing is None:
            raise ValueError("this is not a part of a tournament")
        return Chunk(table.replace_schema_metadata(None), json.loads(timing))


def play_chunk(
    tournament: Tournament, index: int, identities: Identities | None = None, *, threads: int = 1
) -> Chunk:
    """Play the games of one part.

    With ``identities`` it refuses an agent whose fingerprint differs from the one there (``AnotherAgent``).

    All games with the same line-up and rotation in their blocks are played together, with the same random
    stream (see `Schedule.stream`).
    """
    schedule, rules = tournament.schedule, tournament.rules
    blocks = tournament.chunk(index)
    seeds = schedule.seeds(blocks.start, blocks.stop)
    seatings = schedule.seatings(blocks.start, blocks.stop)
    shape = seatings.shape[:3]
    games = int(np.prod(shape))
    numbers = np.arange(games).reshape(shape)
    states: NDArray[Any] | None = None
    decisions = np.zeros((games, rules.players), np.int64)
    substitutions = np.zeros((games, rules.players), np.int64)
    made = np.zeros(len(tournament.entrants), np.int64)
    seconds = np.zeros(len(tournament.entrants))
    with seat_agents(tournament, identities) as agents:
        for lineup in range(shape[1]):
            for rotation in range(shape[2]):
                stream = schedule.stream(lineup, rotation)
                seats = seatings[:, lineup, rotation]
                with catch_warnings():
                    simplefilter("ignore", UntrainedGame)  # said once, before the first game
                    results = play_matches(rules, agents, seats, seeds, stream=stream, threads=threads)
                rows = numbers[:, lineup, rotation]
                if states is None:
                    states = np.zeros(games, results.states.dtype)
                states[rows] = results.states
                decisions[rows] = results.decisions[:, : rules.players]
                made += results.agent_decisions
                seconds += results.agent_seconds
                for number, agent in enumerate(agents):
                    if isinstance(agent, AssistedAgent):
                        helped = agent.take_substituted()
                        substitutions[rows] += _count(helped, number, seats, seeds, stream, decisions[rows])
        notes = [_notes(agent) for agent in agents]
    assert states is not None
    places: dict[str, NDArray[Any]] = {
        "block": np.repeat(np.array(blocks, np.int32), shape[1] * shape[2]),
        "lineup": np.tile(np.repeat(np.arange(shape[1], dtype=np.int32), shape[2]), shape[0]),
        "rotation": np.tile(np.arange(shape[2], dtype=np.int8), shape[0] * shape[1]),
        "seed": np.repeat(seeds, shape[1] * shape[2]),
    }
    turns = np.stack([_first_turns(Game(rules, int(seed))) for seed in seeds])
    table = games_table(
        [entrant.label for entrant in tournament.entrants],
        seatings.reshape(games, rules.players),
        places,
        states,
        np.repeat(turns, shape[1] * shape[2], axis=0),
        decisions,
        substitutions,
        tournament.strict,
    )
    timing = {
        entrant.label: {"decisions": int(made[number]), "seconds": float(seconds[number]), **notes[number]}
        for number, entrant in enumerate(tournament.entrants)
    }
    return Chunk(table, timing)


def _notes(agent: Agent) -> dict[str, Any]:
    """Return the failures of an agent and what it has counted in this part."""
    if not isinstance(agent, AssistedAgent):
        return {}
    counts = agent.take_counts()
    return {**agent.take_troubles(), **({"counts": counts} if counts else {})}


def _first_turns(game: Game) -> NDArray[np.int64]:
    """Return each seat's place in the order of play at the beginning (R2.1)."""
    order = game.state["large"][: game.players]
    return np.argsort(order)


def _count(
    keys: set[int],
    agent: int,
    lineups: NDArray[np.int64],
    seeds: NDArray[np.uint64],
    stream: int,
    decisions: NDArray[np.int64],
) -> NDArray[np.int64]:
    """Return how many decisions were made for an agent, games x players, from the keys of those decisions."""
    counts = np.zeros(lineups.shape, np.int64)
    if keys:
        for row, seat in zip(*np.nonzero(lineups == agent), strict=True):
            seed = int(seeds[row])
            counts[row, seat] = sum(
                decision_key(stream, seed, int(seat), number) in keys
                for number in range(int(decisions[row].sum()))
            )
    return counts
