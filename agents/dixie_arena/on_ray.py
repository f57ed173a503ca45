"""Playing the parts of a tournament or another plan on a Ray cluster, or on a local Ray."""

import logging
import os
import sys
import time
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from dixie_arena.config import ArenaError
from dixie_arena.handing_out import SHORTEST, HandingOut, TooManyLosses
from dixie_arena.identity import Identities
from dixie_arena.local import play_part
from dixie_arena.plan import Plan
from dixie_env.extras import install_hint

LOOK_EVERY = 2.0
"""Seconds between two looks for parts that take too long, and for machines that have joined."""
OBJECT_STORE_BYTES = 80 * 1024 * 1024


def play_parts(
    plan: Plan, parts: Sequence[int], workers: int, identities: Identities
) -> Generator[tuple[int, bytes], None, None]:
    """Play parts as tasks of Ray, and yield each with its number, in any order.

    Connects to the cluster that ``RAY_ADDRESS`` names. Without it, starts a local Ray with ``workers``
    processors and stops it afterwards. If a worker is lost, only its part is played again; what happens to
    slow ones is in `dixie_arena.handing_out`.

    Raises:
        ArenaError: Ray is not installed, or a part was lost too often.
        AnotherAgent: A worker loaded an agent whose fingerprint differs from ``identities``.
    """
    try:
        import ray
    except ImportError:
        raise ArenaError(f"the backend ray needs Ray: {install_hint('ray')}") from None
    with _connected(workers):
        lost = (
            ray.exceptions.WorkerCrashedError,
            ray.exceptions.NodeDiedError,
            ray.exceptions.ObjectLostError,
            ray.exceptions.OutOfMemoryError,
        )
        play = ray.remote(num_cpus=1, max_retries=0)(play_part)
        description = ray.put(plan.as_object())
        books = HandingOut(parts, SHORTEST)
        running: dict[Any, int] = {}  # the task of each result
        try:
            while not books.done:
                processors = int(ray.cluster_resources().get("CPU", workers))  # type: ignore[no-untyped-call]
                while (given := books.next(processors, time.monotonic())) is not None:
                    task, part = given
                    running[play.remote(type(plan), description, part, dict(identities))] = task
                ready, _ = ray.wait(list(running), num_returns=1, timeout=LOOK_EVERY)
                for result in ready:
                    task = running.pop(result)
                    try:
                        data = ray.get(result)
                    except lost as error:
                        _lose(books, task, error)
                        continue
                    part, others = books.answer(task, time.monotonic())
                    for other in [other for other, task in running.items() if task in others]:
                        del running[other]
                        ray.cancel(other, force=True)
                    yield part, data
        finally:
            for result in running:
                ray.cancel(result, force=True)


def _lose(books: HandingOut, task: int, error: Exception) -> None:
    try:
        books.lose(task)
    except TooManyLosses as losses:
        raise ArenaError(
            f"{losses}: {type(error).__name__}; finished parts are kept; use --resume to continue"
        ) from error


@contextmanager
def _connected(workers: int) -> Iterator[None]:
    """Use the running Ray, or start one and stop it afterwards."""
    import ray

    if ray.is_initialized():
        yield
        return
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    paths = os.pathsep.join(str(Path.cwd()) if path == "" else path for path in sys.path)
    if "RAY_ADDRESS" in os.environ:
        ray.init(log_to_driver=False, logging_level=logging.ERROR)
    else:
        ray.init(
            address="local",
            num_cpus=workers,
            include_dashboard=False,
            object_store_memory=OBJECT_STORE_BYTES,
            log_to_driver=False,
            logging_level=logging.ERROR,
            runtime_env={"env_vars": {"PYTHONPATH": paths}},
        )
    try:
        yield
    finally:
        ray.shutdown()
