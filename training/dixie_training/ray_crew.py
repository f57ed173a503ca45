"""The workers of a team as actors of Ray, each in a place of its own.

A place is a placement group with one bundle. Those that find no room stay in Ray's queue. So a cluster that
can grow does so, and a machine that joins gets workers.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import ray
from ray import exceptions
from ray.util.placement_group import placement_group, placement_group_table, remove_placement_group
from ray.util.scheduling_strategies import PlacementGroupSchedulingStrategy

from dixie_env import DixieError
from dixie_training.team import TeamBroken
from dixie_training.team_learner import Lost
from dixie_training.team_worker import Worker

GRACE = 5.0
"""Seconds in which more places may be found after the first one."""
LOOK_EVERY = 0.2
CHECK_EVERY = 1.0
"""Seconds between two looks whether the places of all workers are still there."""
NAMES = {"num_cpus": "CPU", "num_gpus": "GPU", "memory": "memory"}
"""What Ray calls the resources of an actor in a placement group."""
LOST = (
    TeamBroken,
    exceptions.RayActorError,
    exceptions.WorkerCrashedError,
    exceptions.NodeDiedError,
    exceptions.ObjectLostError,
    exceptions.OutOfMemoryError,
    exceptions.ActorPlacementGroupRemoved,
)
"""What Ray raises when a worker is gone."""


class RayCrew:
    """Workers on Ray, which is connected to a cluster.

    Args:
        wanted: How many.
        resources: What each worker needs.
    """

    def __init__(self, wanted: int, resources: Mapping[str, float]) -> None:
        self.wanted = wanted
        self._resources = dict(resources)
        self._groups = [self._reserve() for _ in range(wanted)]
        self._workers: list[Any] = []
        self._taken: list[Any] = []
        """The places of the workers."""

    @property
    def size(self) -> int:
        """How many workers there are."""
        return len(self._workers)

    def room(self) -> int:
        """Return for how many workers there is room now, with those that there are."""
        return len(self._places())

    def gather(self, warn: Callable[[str], None]) -> None:
        """Start as many workers as there is room for, at least one."""
        if not self._groups:
            raise DixieError("the workers have been ended; start the run again")
        self._taken = self._wait(warn)
        self._workers = [self._start(place) for place in self._taken]

    def ask(self, method: str, arguments: Sequence[Sequence[Any]]) -> list[Any]:
        """Let the first workers do something, each with its own arguments.

        Raises:
            Lost: A worker is gone.
        """
        try:
            return self._ask(method, arguments)
        except LOST as error:
            cause = error.cause if isinstance(error, exceptions.RayTaskError) else error
            raise Lost(type(cause).__name__, str(cause)) from error

    def put(self, thing: Any) -> Any:
        """Return what stands for a thing among the arguments of several workers."""
        return ray.put(thing)

    def dismiss(self) -> None:
        """End the workers."""
        for worker in self._workers:
            ray.kill(worker)
        self._workers, self._taken = [], []

    def close(self) -> None:
        """End the workers and give their places back."""
        self.dismiss()
        for group in self._groups:
            remove_placement_group(group)
        self._groups = []

    def _ask(self, method: str, arguments: Sequence[Sequence[Any]]) -> list[Any]:
        asked = [
            getattr(worker, method).remote(*own)
            for worker, own in zip(self._workers, arguments, strict=False)
        ]
        waiting = asked
        while waiting:
            ready, waiting = ray.wait(waiting, num_returns=1, timeout=CHECK_EVERY)
            ray.get(ready)  # an error counts at once, not when all others are done
            if not ready and not set(map(id, self._taken)) <= set(map(id, self._places())):
                raise Lost("PlaceLost", "the place of a worker is gone")
        found: list[Any] = ray.get(asked)
        return found

    def _reserve(self) -> Any:
        """Ask for a place."""
        return placement_group(
            [{NAMES.get(name, name): amount for name, amount in self._resources.items() if amount}]
        )

    def _places(self) -> list[Any]:
        """Return the places that there are now. Ask for others instead of those that were lost.

        Ray would look for another place by itself, but without a pause between two attempts, which takes up a
        processor of the head (https://github.com/ray-project/ray/pull/65970).
        """
        table = placement_group_table()
        states = [table.get(group.id.hex(), {}).get("state") for group in self._groups]
        for place, state in enumerate(states):
            if state == "RESCHEDULING":
                remove_placement_group(self._groups[place])
                self._groups[place] = self._reserve()
        return [group for group, state in zip(self._groups, states, strict=True) if state == "CREATED"]

    def _wait(self, warn: Callable[[str], None]) -> list[Any]:
        """Wait until there is a place, and a little longer for the others. Return them."""
        begun, warned = time.monotonic(), False
        while not self._places():
            if not warned and time.monotonic() - begun >= GRACE:
                needs = ", ".join(f"{name}: {amount:g}" for name, amount in self._resources.items())
                warn(f"no machine of the cluster has room for a worker ({needs}); waiting for one")
                warned = True
            time.sleep(LOOK_EVERY)
        begun = time.monotonic()
        while True:
            places = self._places()
            if len(places) == self.wanted or (places and time.monotonic() - begun >= GRACE):
                return places
            time.sleep(LOOK_EVERY)

    def _start(self, place: Any) -> Any:
        """Start a worker in a place."""
        usual = {name: amount for name, amount in self._resources.items() if name in NAMES}
        own = {name: amount for name, amount in self._resources.items() if name not in NAMES}
        strategy = PlacementGroupSchedulingStrategy(place, placement_group_bundle_index=0)
        options = {"num_cpus": 0, **usual, "resources": own, "scheduling_strategy": strategy}
        make: Any = ray.remote(Worker)
        return make.options(max_restarts=0, **options).remote(ray.util.get_node_ip_address)
