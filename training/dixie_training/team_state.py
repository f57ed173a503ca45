"""What the workers of a team share and what each has of its own, in what a learner saves.

Shared are the networks, their optimizers, and earlier versions of the learner. Each worker has games and
random numbers of its own, decisions that wait for the results of these games, and its own record of lost
duels. With moods, it has its own snapshots: each worker draws their moods itself, so that together they meet
more different ones.
"""

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from numpy.typing import NDArray

from dixie_training.checkpoint import inside

Arrays = dict[str, NDArray[Any]]
Counters = dict[str, Any]

OWN = ("games", "results", "rng")
"""The parts that each worker has of its own, and ``pool`` with moods."""
TEAM = "team"
"""The key of the counters with those of the other workers."""


class Saved(NamedTuple):
    """What one worker saves: all arrays for the first one, its own for the others."""

    arrays: Arrays
    counters: Counters


class TeamState(NamedTuple):
    """The state of a team between two updates.

    Attributes:
        workers: What the workers saved, by their numbers. Number 0 is there and comes first.
        free: The first number that nobody has had. Seeds depend on the number, so no two workers ever play
            the same games.
    """

    workers: dict[int, Saved]
    free: int

    def pack(self) -> tuple[Arrays, Counters]:
        """Return one checkpoint for all. That of a team that has always had one worker is its worker's."""
        (_, first), *others = self.workers.items()
        arrays, counters = dict(first.arrays), dict(first.counters)
        for number, saved in others:
            arrays |= {f"worker_{number}.{name}": array for name, array in saved.arrays.items()}
        if self.free > 1:
            own = {str(number): saved.counters for number, saved in others}
            counters[TEAM] = {"free": self.free, "workers": own}
        return arrays, counters

    @classmethod
    def unpack(cls, arrays: Arrays, counters: Counters) -> "TeamState":
        """Return the state that a checkpoint holds, of a team or of a learner without one."""
        team = counters.get(TEAM, {"free": 1, "workers": {}})
        rest = {name: value for name, value in counters.items() if name != TEAM}
        first = {name: array for name, array in arrays.items() if not re.match(r"worker_\d+\.", name)}
        workers = {0: Saved(first, rest)}
        for number, counted in team["workers"].items():
            workers[int(number)] = Saved(inside(arrays, f"worker_{number}."), counted)
        return cls(workers, team["free"])


def own_arrays(arrays: Mapping[str, NDArray[Any]], *, moods: bool) -> Arrays:
    """Return the arrays that a worker has of its own."""
    return {name: array for name, array in arrays.items() if _is_own(name, moods=moods)}


def joined(first: Saved, own: Saved, *, moods: bool) -> Saved:
    """Return what a worker continues from: its own arrays and what it shares with the first worker."""
    shared = {name: array for name, array in first.arrays.items() if not _is_own(name, moods=moods)}
    return Saved({**shared, **own.arrays}, own.counters)


def newcomer(first: Saved, fresh: Saved) -> Saved:
    """Return what a new worker begins with: its own games and random numbers, all else as the first worker.

    Args:
        first: What the first worker saved.
        fresh: What the new worker saved before it did anything.
    """
    own = own_arrays(fresh.arrays, moods=False)
    return joined(first, Saved(own, _reseeded(first.counters, fresh.counters)), moods=False)


def _reseeded(counters: Counters, fresh: Counters) -> Counters:
    """Return the counters with the random state of fresh ones, for exploiters too."""
    found: Counters = {}
    for name, value in counters.items():
        if name == "pool":
            found[name] = {**value, "rng": fresh[name]["rng"]}
        else:
            found[name] = _reseeded(value, fresh[name]) if isinstance(value, dict) else value
    return found


def _is_own(name: str, *, moods: bool) -> bool:
    part = re.sub(r"^exploiter_\d+\.", "", name).partition(".")[0]
    return part in OWN or (moods and part == "pool" and not name.startswith("exploiter_"))
