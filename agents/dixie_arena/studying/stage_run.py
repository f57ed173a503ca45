"""Playing a stage in its folder: in parts, here or on Ray, resumed where it stopped."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa

from dixie_arena.columns import to_bytes
from dixie_arena.folder import CARD, GAMES, TIMING, RunFolder
from dixie_arena.identity import Identities, code_of
from dixie_arena.parts import play_missing
from dixie_arena.progress import warn_user
from dixie_arena.studying.stage import Stage

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
    warn: Callable[[str], None] = warn_user,
) -> tuple[pa.Table, dict[str, Any]]:
    """Play a stage, or what is missing of it; return its games and how long they took.

    Args:
        stage: What to play.
        path: The folder of the stage. If it has this stage, it is continued.
        workers: Number of processes. Results don't depend on it.
        backend: ``local`` or ``ray``.
        identities: The identities of the agents.
        progress: Called with the number of finished games and of all games.
        warn: Told which damaged parts are played again.

    Raises:
        ArenaError: The folder holds something else, or was begun with other agents or rules.
    """
    folder = RunFolder(path, warn)
    code = code_of(stage.entrants, identities)
    with folder.opened(stage, code, resume=True, finished_too=True):
        if not folder.complete:
            play_missing(stage, folder, workers, backend, identities, progress)
            _finish(stage, folder, code)
        progress(stage.games, stage.games)
        return folder.read_games(), folder.read_json(TIMING)


def _finish(stage: Stage, folder: RunFolder, code: dict[str, Any]) -> None:
    """Combine the parts. The card is written last: it marks the folder as complete."""
    chunks = folder.read_chunks(range(stage.chunks))
    folder.write(GAMES, to_bytes(pa.concat_tables([chunk.table for chunk in chunks]).combine_chunks()))
    seconds = sum(chunk.timing["seconds"] for chunk in chunks)
    folder.write_json(TIMING, {"games": stage.games, "seconds": round(seconds, 3)})
    folder.write_json(
        CARD, {"format": "dixie-study-stage", "stage": stage.name, "games": stage.games, **code}
    )
    folder.remove_chunks()
