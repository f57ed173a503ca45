"""Running a tournament from its description to the finished folder."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa

from dixie_agents.base import Agent
from dixie_agents.names import AgentError
from dixie_agents.trained_for import untrained
from dixie_arena.card import make_card
from dixie_arena.columns import to_bytes
from dixie_arena.config import ArenaError, Tournament
from dixie_arena.folder import CARD, GAMES, SUMMARY, TIMING, RunFolder
from dixie_arena.guard import seat_agents
from dixie_arena.identity import Identities, Identity, code_of
from dixie_arena.isolate import IsolatedAgent
from dixie_arena.outcome import Outcome
from dixie_arena.parts import check_workers, play_missing
from dixie_arena.records import write_records
from dixie_arena.summary import summarize

__all__ = ["Outcome", "fails", "identify_agents", "run_tournament"]


def run_tournament(
    tournament: Tournament,
    path: Path,
    *,
    resume: bool = False,
    workers: int = 1,
    backend: str = "local",
    records: int = 0,
    finished_too: bool = False,
    progress: Callable[[int, int], None] = lambda done, total: None,
    warn: Callable[[str], None] = lambda message: None,
) -> Outcome:
    """Play or resume a tournament and write its results.

    Args:
        tournament: What to play.
        path: Folder of the run.
        resume: Continue if the folder already has this tournament.
        workers: Number of processes. Results don't depend on it.
        backend: ``local`` or ``ray``.
        records: Number of games to record as well.
        finished_too: With ``resume``, also refuse a finished tournament if its agents were different.
        progress: Called with the number of finished games and of all games.
        warn: Called with warnings before the first game.

    Raises:
        ArenaError: The folder can't be used, or an argument is wrong.
        AgentError: There is no such agent.
    """
    check_workers(backend, workers)
    if not 0 <= records <= tournament.schedule.games:
        raise ArenaError(
            f"records must be from 0 to {tournament.schedule.games}, the number of games, not {records}"
        )
    folder = RunFolder(path, warn)
    identities = identify_agents(tournament, warn)
    _check_records(tournament, identities, records)
    code = code_of(tournament.entrants, identities)
    with folder.opened(tournament, code, resume=resume, finished_too=finished_too):
        if not folder.complete:
            play_missing(tournament, folder, workers, backend, identities, progress)
            _finish(tournament, folder, identities, records)
        return Outcome(folder.read_json(SUMMARY), folder.read_json(TIMING), folder.read_json(CARD), path)


def _check_records(tournament: Tournament, identities: Identities, records: int) -> None:
    """Refuse to record agents whose games can't be replayed, before anything is played."""
    for entrant in tournament.entrants:
        if records and not identities[entrant.name].repeatable:
            raise ArenaError(
                f"games are played again to record them, but {entrant.label} is not repeatable: leave "
                "records at 0, and record games of it with dixie record"
            )


def identify_agents(
    tournament: Tournament, warn: Callable[[str], None] = lambda message: None
) -> dict[str, Identity]:
    """Create all agents once and return their identities by name.

    A wrong name raises an error. A bot that fails only causes a warning.

    Raises:
        AgentError: There is no such agent.
    """
    identities = {}
    with seat_agents(tournament) as agents:
        for entrant, agent in zip(tournament.entrants, agents, strict=True):
            if fails(agent, warn):
                pass
            elif message := untrained(agent, tournament.setup):
                warn(message)
            identities[entrant.name] = Identity.of(agent)
    return identities


def fails(agent: Agent, warn: Callable[[str], None]) -> bool:
    """Return whether an agent is an external bot that can't be started, and warn if it is.

    Raises:
        AgentError: There is no such agent.
    """
    if not isinstance(agent, IsolatedAgent) or agent.failure is None:
        return False
    if isinstance(agent.failure, AgentError):
        raise agent.failure
    warn(f"{agent.name} fails: {agent.failure}; random legal moves will be played for it")
    return True


def _finish(tournament: Tournament, folder: RunFolder, identities: Identities, records: int) -> None:
    """Combine the parts. The card is written last: it marks the folder as complete."""
    chunks = folder.read_chunks(range(tournament.chunks))
    table = pa.concat_tables([chunk.table for chunk in chunks]).unify_dictionaries().combine_chunks()
    games = to_bytes(table)
    folder.write(GAMES, games)
    folder.write_json(TIMING, _total_timing(tournament, [chunk.timing for chunk in chunks]))
    folder.write_json(SUMMARY, summarize(tournament, table))
    write_records(tournament, identities, table, folder, records)
    files = {GAMES: games, **{name: folder.read(name) for name in (SUMMARY, TIMING)}}
    folder.write_json(CARD, make_card(tournament, identities, files))
    folder.remove_chunks()


def _total_timing(tournament: Tournament, parts: list[dict[str, Any]]) -> dict[str, Any]:
    """Add up the times and failures of the agents."""
    total = {}
    for entrant in tournament.entrants:
        own = [part[entrant.label] for part in parts]
        decisions = sum(part["decisions"] for part in own)
        seconds = sum(part["seconds"] for part in own)
        row: dict[str, Any] = {
            "decisions": decisions,
            "seconds": seconds,
            "decisions_per_second": decisions / seconds if seconds else None,
            "seconds_per_decision": seconds / decisions if decisions else None,
        }
        troubles: dict[str, int] = {}
        counts: dict[str, float] = {}
        for part in own:
            for kind, number in part.get("counts", {}).items():
                counts[kind] = counts.get(kind, 0) + number
            for kind, count in part.get("troubles", {}).items():
                troubles[kind] = troubles.get(kind, 0) + count
            row["trouble"] = part.get("trouble") or row.get("trouble")
        total[entrant.label] = {**row, "troubles": troubles, **({"counts": counts} if counts else {})}
    return total
