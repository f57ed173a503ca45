"""Playing the parts of a tournament or another plan on a Ray cluster, or on a local Ray."""

import logging
import os
import sys
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from dixie_arena.config import ArenaError
from dixie_arena.identity import Identities
from dixie_arena.local import play_part
from dixie_arena.plan import Plan
from dixie_env.extras import install_hint

MOST_TRIES = 5
"""How often a part is played again after its worker was lost."""
OBJECT_STORE_BYTES = 80 * 1024 * 1024


def play_parts(
    plan: Plan, parts: Sequence[int], workers: int, identities: Identities
) -> Generator[tuple[int, bytes], None, None]:
    """Play parts as tasks of Ray, and yield each with its number, in any order.

    Connects to the cluster that ``RAY_ADDRESS`` names. Without it, starts a local Ray with ``workers``
    processors and stops it afterwards. If a worker is lost, only its part is played again.

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
        processors = ray.cluster_resources().get("CPU", workers)  # type: ignore[no-untyped-call]
        most = max(2, int(2 * processors))
        waiting = list(reversed(parts))
        tries = dict.fromkeys(parts, 0)
        running: dict[object, int] = {}
        while waiting or running:
            while waiting and len(running) < most:
                part = waiting.pop()
                running[play.remote(type(plan), description, part, dict(identities))] = part
            (ready,), _ = ray.wait(list(running), num_returns=1)
            part = running.pop(ready)
            try:
                data = ray.get(ready)
            except lost as error:
                tries[part] += 1
                if tries[part] >= MOST_TRIES:
                    raise ArenaError(
                        f"part {part} was lost {tries[part]} times with its worker: {type(error).__name__}; "
                        "finished parts are kept; use --resume to continue"
                    ) from error
                waiting.append(part)
            else:
                yield part, data


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
