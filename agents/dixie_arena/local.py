"""Playing the parts of a tournament or another plan on this machine, in one process or several."""

import os
from collections.abc import Generator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from typing import Any

from dixie_arena.config import ArenaError
from dixie_arena.identity import Identities
from dixie_arena.plan import Plan
from dixie_arena.processes import ignore_interrupts

MOST_LOSSES = 5
"""After this many lost workers in a row, with no part finished in between, give up."""


def play_parts(
    plan: Plan, parts: Sequence[int], workers: int, identities: Identities
) -> Generator[tuple[int, bytes], None, None]:
    """Play parts, and yield each with its number, in any order.

    If a worker dies, only its unfinished parts are lost, and they are played again.

    Raises:
        ArenaError: Workers keep dying.
        AnotherAgent: A worker loaded an agent whose fingerprint differs from ``identities``.
    """
    if workers == 1 or len(parts) == 1:
        for part in parts:
            yield part, plan.play_part(part, identities)
        return
    left = set(parts)
    losses = 0
    while left:
        try:
            for part, data in _play_in_pool(plan, sorted(left), workers, identities):
                left.discard(part)
                losses = 0
                yield part, data
        except BrokenProcessPool:
            losses += 1
            if losses >= MOST_LOSSES:
                raise ArenaError(
                    f"worker processes ended {losses} times before finishing a part (out of memory?); "
                    "finished parts are kept; use --resume to continue"
                ) from None


def play_part(kind: type[Plan], description: dict[str, Any], part: int, identities: Identities) -> bytes:
    """Play one part. The plan comes from another process as plain data."""
    return kind.from_object(description).play_part(part, identities)


def _play_in_pool(
    plan: Plan, parts: Sequence[int], workers: int, identities: Identities
) -> Generator[tuple[int, bytes], None, None]:
    description = plan.as_object()
    count = min(workers, len(parts))
    pool = ProcessPoolExecutor(
        count, mp_context=get_context("spawn"), initializer=ignore_interrupts, initargs=(os.getpid(),)
    )
    try:
        futures: dict[Future[bytes], int] = {
            pool.submit(play_part, type(plan), description, part, identities): part for part in parts
        }
        for future in as_completed(futures):
            yield futures.pop(future), future.result()
    except BaseException:
        for process in list((pool._processes or {}).values()):
            process.kill()
        raise
    finally:
        pool.shutdown(wait=True, cancel_futures=True)
