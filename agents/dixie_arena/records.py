"""Records of tournament games, which are played again move by move and compared with the results."""

import numpy as np
import pyarrow as pa

from dixie_agents.deciding import decide
from dixie_arena.config import ArenaError, Tournament
from dixie_arena.folder import RunFolder
from dixie_arena.guard import seat_agents
from dixie_arena.identity import Identities
from dixie_env.records import Recorder

RECORDS = "records"


def write_records(
    tournament: Tournament, identities: Identities, table: pa.Table, folder: RunFolder, count: int
) -> None:
    """Write records of games spread evenly over a tournament.

    The files are named after block, line-up and rotation: ``records/game-12-0-3.jsonl``.

    Raises:
        ArenaError: A game ended differently, because an agent does not depend on its input alone.
    """
    players = tournament.rules.players
    if not count:
        return
    scores = np.asarray(table.column("score").to_numpy()).reshape(-1, players)
    for game in np.unique(np.linspace(0, len(scores) - 1, count).astype(int)).tolist():
        number, lineup, rotation = (
            int(table.column(name)[game * players].as_py()) for name in ("block", "lineup", "rotation")
        )
        recorder = record_game(tournament, number, lineup, rotation, identities)
        found = recorder.game.state["scores"][:players]
        if found.tolist() != scores[game].tolist():
            raise ArenaError(
                f"the game of block {number}, line-up {lineup}, rotation {rotation} ends with "
                f"{found.tolist()} when it is played again, not with {scores[game].tolist()}: "
                "an agent is not repeatable"
            )
        folder.write(f"{RECORDS}/game-{number}-{lineup}-{rotation}.jsonl", recorder.text())


def record_game(
    tournament: Tournament, number: int, lineup: int, rotation: int, identities: Identities | None = None
) -> Recorder:
    """Play one game of a tournament and return its record."""
    schedule, rules = tournament.schedule, tournament.rules
    seed = int(schedule.seeds(number, number + 1)[0])
    seats = schedule.seatings(number, number + 1)[0, lineup, rotation].tolist()
    stream = schedule.stream(lineup, rotation)
    recorder = Recorder(rules, seed, [tournament.entrants[agent].label for agent in seats])
    game = recorder.game
    with seat_agents(tournament, identities) as agents:
        decisions = 0
        while (seat := game.seat) is not None:
            recorder.step(decide(agents[seats[seat]], game, decisions, stream=stream))
            decisions += 1
    return recorder
