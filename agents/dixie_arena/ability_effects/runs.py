"""Running an experiment in a folder, look by look, until all games are played or a cell is precise enough."""

from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import closing
from pathlib import Path
from typing import Any

import pyarrow as pa

from dixie_arena import local, on_ray
from dixie_arena.ability_effects.estimate import estimate_dealt
from dixie_arena.ability_effects.experiment import Experiment
from dixie_arena.ability_effects.sample import read_sample
from dixie_arena.chunk import Chunk
from dixie_arena.columns import to_bytes
from dixie_arena.folder import CARD, GAMES, TIMING, RunFolder
from dixie_arena.guard import Guests, seat_agent
from dixie_arena.identity import Identities, Identity, code_of
from dixie_arena.parts import check_workers
from dixie_arena.progress import warn_user
from dixie_arena.run import fails
from dixie_env.version import __version__, commit

GROWTH = 1.25
"""From one look to the next a cell grows by this factor (or by one part)."""


def run_experiment(
    experiment: Experiment,
    path: Path,
    *,
    resume: bool = False,
    workers: int = 1,
    backend: str = "local",
    identities: Identities | None = None,
    progress: Callable[[int, int, str], None] = lambda done, total, note: None,
    warn: Callable[[str], None] = warn_user,
) -> tuple[pa.Table, dict[str, Any]]:
    """Play or resume an experiment; return its games and its card.

    The looks at which a cell may stop depend only on the experiment, so the same games are played however
    often it is interrupted and with any number of workers. (A limit in minutes depends on the machine, of
    course; the games played under it are kept.)

    Args:
        experiment: What to play.
        path: Folder of the run.
        resume: Continue if the folder already has this experiment.
        workers: Number of processes.
        backend: ``local`` or ``ray``.
        identities: Identities of the agents, if they are known already.
        progress: Called with the number of finished games, of all games, and a note from the last look.
        warn: Told which damaged parts are played again.

    Raises:
        ArenaError: The folder can't be used, or an argument is wrong.
        AgentError: There is no such agent.
    """
    check_workers(backend, workers)
    known = identities or identify_agents([cell.agent for cell in experiment.cells], experiment.guests)
    folder = RunFolder(path, warn)
    code = code_of(experiment.entrants, known)
    with folder.opened(experiment, code, resume=resume, finished_too=True):
        if not folder.complete:
            _play(experiment, folder, workers, backend, known, progress)
        return folder.read_games(), folder.read_json(CARD)


def identify_agents(
    names: Iterable[str],
    guests: Guests | None = None,
    warn: Callable[[str], None] = lambda message: None,
) -> dict[str, Identity]:
    """Create each agent once and return their identities by name.

    A wrong name raises an error. An external bot that fails only causes a warning.

    Raises:
        AgentError: There is no such agent.
    """
    identities = {}
    for name in dict.fromkeys(names):
        with seat_agent(name, guests or Guests()) as agent:
            fails(agent, warn)
            identities[name] = Identity.of(agent)
    return identities


def _play(
    experiment: Experiment,
    folder: RunFolder,
    workers: int,
    backend: str,
    identities: Identities,
    progress: Callable[[int, int, str], None],
) -> None:
    """Play look by look, then combine the parts. The card, written last, marks the folder complete."""
    play = local.play_parts if backend == "local" else on_ray.play_parts
    stops = bool(experiment.until_se or experiment.minutes)
    played = [0] * len(experiment.cells)
    open_cells = list(range(len(experiment.cells)))
    done = folder.check_parts(experiment)
    games = sum(experiment.games_in_chunk(index) for index in done)
    note = ""
    progress(games, experiment.games, note)
    while open_cells:
        wanted: list[int] = []
        for cell in open_cells:
            parts = experiment.cells[cell].parts
            until = min(parts, max(played[cell] + 1, int(played[cell] * GROWTH))) if stops else parts
            wanted += experiment.indices(cell, played[cell], until)
            played[cell] = until
        missing = [index for index in wanted if index not in done]
        with closing(play(experiment, missing, workers, identities)) as finished:
            for index, data in finished:
                folder.write_chunk(index, data)
                done.add(index)
                games += experiment.games_in_chunk(index)
                progress(games, experiment.games, note)
        still = []
        for cell in open_cells:
            if played[cell] == experiment.cells[cell].parts:
                continue
            enough, note = _look(experiment, folder, cell, played[cell])
            progress(games, experiment.games, note)
            if not enough:
                still.append(cell)
        open_cells = still
    _finish(experiment, folder, identities, played)


def _look(experiment: Experiment, folder: RunFolder, cell: int, played: int) -> tuple[bool, str]:
    """Return whether a cell has played enough, and how precise it is."""
    chunks = _read(experiment, folder, cell, played)
    minutes = sum(chunk.timing["seconds"] for chunk in chunks) / 60
    note = f"{minutes:.1f} minutes"
    enough = bool(experiment.minutes) and minutes >= experiment.minutes
    if experiment.until_se:
        table = pa.concat_tables([chunk.table for chunk in chunks])
        sample = read_sample(table, cell, experiment.cells[cell].players)
        error = estimate_dealt(sample, "win_share")["win_share"].worst_error
        note = f"largest standard error {error:.4f}, target {experiment.until_se:g}"
        enough = enough or error <= experiment.until_se
    return enough, note


def _read(experiment: Experiment, folder: RunFolder, cell: int, played: int) -> list[Chunk]:
    return folder.read_chunks(experiment.indices(cell, 0, played))


def _finish(experiment: Experiment, folder: RunFolder, identities: Identities, played: list[int]) -> None:
    cells = [_read(experiment, folder, cell, parts) for cell, parts in enumerate(played)]
    table = pa.concat_tables([chunk.table for chunks in cells for chunk in chunks]).combine_chunks()
    folder.write(GAMES, to_bytes(table))
    seconds = [round(sum(chunk.timing["seconds"] for chunk in chunks), 3) for chunks in cells]
    folder.write_json(TIMING, {"seconds": seconds})
    folder.write_json(
        CARD,
        {
            "format": "dixie-experiment-card",
            "dixie": __version__,
            "commit": commit(),
            **code_of(experiment.entrants, identities),
            "experiment": experiment.as_object(),
            "cells": [
                {
                    "games": sum(chunk.timing["games"] for chunk in chunks),
                    **_troubles(chunks),
                }
                for chunks in cells
            ],
        },
    )
    folder.remove_chunks()


def _troubles(chunks: list[Chunk]) -> dict[str, Any]:
    """Return how many decisions were made for an external bot, by reason, and the last reason; {} if none."""
    counts: Counter[str] = Counter()
    last = None
    for chunk in chunks:
        counts.update(chunk.timing.get("troubles", {}))
        last = chunk.timing.get("trouble") or last
    return {"troubles": dict(counts), "trouble": last} if counts else {}
