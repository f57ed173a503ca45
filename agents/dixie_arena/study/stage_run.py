"""Playing a stage in its folder: in parts, here or on Ray, resumed where it stopped."""

from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pyarrow as pa

from dixie_arena import local, on_ray
from dixie_arena.columns import from_bytes, to_bytes
from dixie_arena.config import ArenaError
from dixie_arena.folder import CARD, GAMES, TIMING, RunFolder
from dixie_arena.identity import Identities, code_of
from dixie_arena.study.stage import Stage

__all__ = ["Progress", "run_stage"]

Progress = Callable[[int, int], None]


def run_stage(
    stage: Stage,
    path: Path,
    *,
    workers: int = 1,
    backend: str = "local",
    identities: Identities,
    progress: Progress = lambda done, total: None,
) -> tuple[pa.Table, dict[str, Any]]:
    """Play a stage, or what is missing of it; return its games and how long they took.

    Args:
        stage: What to play.
        path: The folder of the stage. If it has this stage, it is continued.
        workers: Number of processes. Results don't depend on it.
        backend: ``local`` or ``ray``.
        identities: The identities of the agents.
        progress: Called with the number of finished games and of all games.

    Raises:
        ArenaError: The folder holds something else, or was begun with other agents or rules.
    """
    folder = RunFolder(path)
    code = code_of(stage.entrants, identities)
    with folder.opened(stage, code, resume=True, finished_too=True):
        if not folder.complete:
            _play(stage, folder, workers, backend, identities, progress)
            _finish(stage, folder, code)
        progress(stage.games, stage.games)
        return from_bytes((path / GAMES).read_bytes()), folder.read_json(TIMING)


def _play(
    stage: Stage, folder: RunFolder, workers: int, backend: str, identities: Identities, progress: Progress
) -> None:
    play = local.play_parts if backend == "local" else on_ray.play_parts
    done = folder.done(stage)
    games = sum(stage.games_in_chunk(index) for index in done)
    progress(games, stage.games)
    left = [index for index in range(stage.chunks) if index not in done]
    if not left:
        return
    with closing(play(stage, left, workers, identities)) as parts:
        for index, data in parts:
            folder.write_chunk(index, data)
            games += stage.games_in_chunk(index)
            progress(games, stage.games)


def _finish(stage: Stage, folder: RunFolder, code: dict[str, Any]) -> None:
    """Combine the parts. The card is written last: it marks the folder as complete."""
    chunks = []
    for index in range(stage.chunks):
        chunk = folder.read_chunk(index)
        if chunk is None:
            raise ArenaError(f"part {index} of {folder.path} is missing: use --resume to play it again")
        chunks.append(chunk)
    folder.write(GAMES, to_bytes(pa.concat_tables([chunk.table for chunk in chunks]).combine_chunks()))
    seconds = sum(chunk.timing["seconds"] for chunk in chunks)
    folder.write_json(TIMING, {"games": stage.games, "seconds": round(seconds, 3)})
    folder.write_json(
        CARD, {"format": "dixie-study-stage", "stage": stage.name, "games": stage.games, **code}
    )
    folder.remove_chunks()
