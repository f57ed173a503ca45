"""Playing the parts of a plan that its folder does not have yet, here or on Ray."""

from collections.abc import Callable
from contextlib import closing

from dixie_arena import local, on_ray
from dixie_arena.config import ArenaError
from dixie_arena.folder import RunFolder
from dixie_arena.identity import Identities
from dixie_arena.plan import Plan

BACKENDS = ("local", "ray")
MOST_WORKERS = 1024


def check_workers(backend: str, workers: int) -> None:
    """Raise an `ArenaError` unless games can be played so."""
    if backend not in BACKENDS:
        raise ArenaError(f"the backend must be one of {', '.join(BACKENDS)}, not {backend!r}")
    if not 1 <= workers <= MOST_WORKERS:
        raise ArenaError(f"the number of workers must be from 1 to {MOST_WORKERS}, not {workers}")


def play_missing(
    plan: Plan,
    folder: RunFolder,
    workers: int,
    backend: str,
    identities: Identities,
    progress: Callable[[int, int], None],
) -> None:
    """Play what is missing, and store each part as it comes.

    Args:
        plan: What to play.
        folder: Where parts are and go, open for this plan.
        workers: Number of processes.
        backend: ``local`` or ``ray``.
        identities: The identities of the agents.
        progress: Called with the number of finished games and of all games.
    """
    play = local.play_parts if backend == "local" else on_ray.play_parts
    done = folder.check_parts(plan)
    total = sum(map(plan.games_in_chunk, range(plan.chunks)))
    games = sum(map(plan.games_in_chunk, done))
    progress(games, total)
    left = [index for index in range(plan.chunks) if index not in done]
    if not left:
        return
    with closing(play(plan, left, workers, identities)) as parts:
        for index, data in parts:
            folder.write_chunk(index, data)
            games += plan.games_in_chunk(index)
            progress(games, total)
