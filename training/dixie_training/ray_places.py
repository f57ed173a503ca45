"""Places for the workers of a team on a Ray cluster.

Each worker needs a place of its own: a placement group with one bundle. Those that find no room stay in
Ray's queue. So a cluster that can grow does so, a machine that joins gets workers, and the places on a
machine that is lost are given out again elsewhere.
"""

import time
from collections.abc import Callable, Mapping
from typing import Any

import ray
from ray.util.placement_group import placement_group, placement_group_table, remove_placement_group
from ray.util.scheduling_strategies import PlacementGroupSchedulingStrategy

GRACE = 5.0
"""Seconds in which more places may be found after the first one."""
LOOK_EVERY = 0.2
NAMES = {"num_cpus": "CPU", "num_gpus": "GPU", "memory": "memory"}
"""What Ray calls the resources of an actor in a placement group."""


class Places:
    """Places for workers.

    Args:
        wanted: How many.
        resources: What each worker needs.
    """

    def __init__(self, wanted: int, resources: Mapping[str, float]) -> None:
        self.wanted = wanted
        self._resources = dict(resources)
        bundle = {NAMES.get(name, name): amount for name, amount in resources.items() if amount}
        self._groups = [placement_group([bundle]) for _ in range(wanted)]

    def found(self) -> list[Any]:
        """Return the places that there are now."""
        table = placement_group_table()
        return [group for group in self._groups if table.get(group.id.hex(), {}).get("state") == "CREATED"]

    def wait(self, warn: Callable[[str], None]) -> list[Any]:
        """Wait until there is a place, and a little longer for the others. Return them."""
        begun, first, warned = time.monotonic(), None, False
        while True:
            places, now = self.found(), time.monotonic()
            if places and first is None:
                first = now
            if len(places) == self.wanted or (places and first is not None and now - first >= GRACE):
                return places
            if not places:
                first = None
                if not warned and now - begun >= GRACE:
                    needs = ", ".join(f"{name}: {amount:g}" for name, amount in self._resources.items())
                    warn(f"no machine of the cluster has room for a worker ({needs}); waiting for one")
                    warned = True
            time.sleep(LOOK_EVERY)

    def start(self, kind: type, place: Any) -> Any:
        """Start a worker in a place."""
        own = {name: amount for name, amount in self._resources.items() if name not in NAMES}
        usual = {name: amount for name, amount in self._resources.items() if name in NAMES}
        options: dict[str, Any] = {"num_cpus": 0, **usual, "resources": own}
        strategy = PlacementGroupSchedulingStrategy(place, placement_group_bundle_index=0)
        make: Any = ray.remote(kind)
        return make.options(**options, max_restarts=0, scheduling_strategy=strategy).remote()

    def close(self) -> None:
        """Give the places back."""
        for group in self._groups:
            remove_placement_group(group)
        self._groups = []
