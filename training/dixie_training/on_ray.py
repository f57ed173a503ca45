"""A team of workers on Ray that play and learn together, on one machine or several.

Every worker is a learner with games of its own (`fast_ppo`, with or without exploiters, or `expert`). For
each minibatch they average their gradients (`dixie_training.team`), so all have the same weights. This process
lets them play and learn, and has the evaluation, the checkpoints and the learning curve.

After every update the state of all workers is fetched. If a worker is lost, the team ends, starts again in the
places that there are, and repeats the update from that state. The same happens, between two updates, when
there is room for more workers. One worker alone is bit for bit the same as without Ray.
"""

from collections.abc import Callable, Sequence
from itertools import count
from typing import Any, TypeVar

import numpy as np
import torch
from numpy.typing import NDArray

from dixie_env import DixieError
from dixie_training.checkpoint import inside
from dixie_training.identity import fingerprints, identify
from dixie_training.ray_start import start_ray
from dixie_training.schema import ExpertConfig, FastPPOConfig, Team
from dixie_training.team import TeamBroken
from dixie_training.team_state import Saved, TeamState

MOST_LOSSES = 5
"""After so many lost teams in a row, with no update in between, give up."""
LOOK_EVERY = 1.0
"""Seconds between two looks whether all places are still there."""

Found = TypeVar("Found")


class _PlaceLost(DixieError):
    """The machine of a worker is gone."""


class RayTeam:
    """The learner.

    Args:
        config: The configuration, with the key `ray`.
        warn: Told when workers are lost or join.

    Raises:
        MissingExtra: Ray is not installed.
        DixieError: Workers have other agents than this process, or other devices than each other.
    """

    def __init__(self, config: FastPPOConfig | ExpertConfig, warn: Callable[[str], None]) -> None:
        rule = config.ray
        assert isinstance(rule, Team)
        start_ray(rule.address)
        from dixie_training.ray_places import Places

        self.config, self._warn = config, warn
        self._fingerprints = fingerprints(identify(config))
        self._state: TeamState | None = None
        """The state of all workers after the last update."""
        self._crew: list[Any] = []
        self._seats: list[Any] = []
        """The workers, and their places."""
        self._numbers: list[int] = []
        self._played: dict[str, float] | None = None
        """Metrics of the rollout that is not learned from yet."""
        self._places = Places(rule.workers, rule.resources)
        self._surely(lambda: None)

    # --- what a run asks --------------------------------------------------------------------------------

    @property
    def updates(self) -> int:
        """How many updates are done."""
        return int(self._first.counters["updates"])

    @property
    def decisions(self) -> int:
        """How many decisions were learned from, by all workers."""
        return int(self._first.counters["decisions"])

    @property
    def workers(self) -> int:
        """How many workers there are now."""
        return len(self._crew)

    def weights(self) -> dict[str, NDArray[np.float32]]:
        """Return the weights in the format of a policy file."""
        return inside(self._first.arrays, "network.")

    def set_weights(self, weights: dict[str, NDArray[np.float32]]) -> None:
        """Load weights."""
        self._keep(self._surely(lambda: self._ask("set_weights", weights)))

    def rollout(self) -> dict[str, float]:
        """Play. If there is room for more workers, they join first."""
        if len(self._places.found()) > len(self._crew):
            self._dismiss()
            self._surely(lambda: None, "there is room for more workers")
        return self._surely(self._play)

    def learn(self) -> dict[str, float]:
        """Learn from what was played, and return metrics, also those of playing."""

        def learn() -> tuple[dict[str, float], list[tuple[dict[str, float], Saved]]]:
            played = self._play() if self._played is None else self._played
            return played, self._ask("learn")

        played, found = self._surely(learn)
        self._played = None
        self._keep([saved for _, saved in found])
        watched = {**played, **_averages([learned for learned, _ in found])}
        return watched if self._places.wanted == 1 else {**watched, "workers": len(found)}

    def save(self) -> tuple[dict[str, NDArray[Any]], dict[str, Any]]:
        """Return everything needed to continue."""
        assert self._state is not None
        return self._state.pack()

    def load(self, arrays: dict[str, NDArray[Any]], counters: dict[str, Any]) -> None:
        """Continue from what `save` returned, with as many workers as there are now."""
        self._state = TeamState.unpack(arrays, counters)
        self._surely(self._deal)

    def close(self) -> None:
        """End the workers."""
        self._dismiss()
        self._places.close()

    # --- the team ---------------------------------------------------------------------------------------

    def _surely(self, work: Callable[[], Found], reason: str = "") -> Found:
        """Do something with a team. If a worker is lost, do it again with those that there are then."""
        from ray import exceptions

        lost = (
            TeamBroken,
            _PlaceLost,
            exceptions.RayActorError,
            exceptions.WorkerCrashedError,
            exceptions.NodeDiedError,
            exceptions.ObjectLostError,
            exceptions.OutOfMemoryError,
            exceptions.ActorPlacementGroupRemoved,
        )
        for losses in count(1):
            try:
                if not self._crew:
                    self._gather(reason)
                return work()
            except lost as error:
                self._dismiss()
                if losses == MOST_LOSSES:
                    raise DixieError(
                        f"workers were lost {losses} times without an update in between (out of memory?); the "
                        f"last time: {_first_line(error)}; use --resume to continue"
                    ) from error
                reason = f"a worker was lost ({type(error).__name__})"
            except BaseException:
                self._dismiss()
                raise
        raise AssertionError

    def _gather(self, reason: str) -> None:
        """Start a team in the places that there are, and let it continue."""
        from dixie_training.ray_worker import Worker

        self._seats = self._places.wait(self._warn)
        self._crew = [self._places.start(Worker, place) for place in self._seats]
        size = len(self._crew)
        seen = self._ask("look_around", self.config, torch.get_num_threads())
        self._check(seen)
        if size > 1:
            (address,) = self._ask("open_store", size, only=self._crew[:1])
            device, _ = seen[0]
            self._ask_each("join", [(address, rank, size, device) for rank in range(size)])
        self._deal()
        if reason or size < self._places.wanted:
            team = f"{size} of {self._places.wanted} workers"
            where = f"from update {self.updates}" if self.updates else "from the beginning"
            self._warn(f"{reason}; {team} go on {where}" if reason else f"there is room for {team} so far")

    def _deal(self) -> None:
        """Give the state to the workers, as many as there are. New ones begin new games."""
        import ray

        self._played = None
        state, size = self._state, len(self._crew)
        known = [] if state is None else list(state.workers)[:size]
        free = 0 if state is None else state.free
        self._numbers = [*known, *range(free, free + size - len(known))]
        self._ask_each("begin", [(self.config, number) for number in self._numbers])
        if state is None:
            (first,) = self._ask("save", only=self._crew[:1])
            known = [0]
        else:
            first = state.workers[0]
        shared = ray.put(first)
        given = []
        for number in self._numbers:
            own = None if number not in known else first if state is None else state.workers[number]
            given.append((shared, own))
        self._ask_each("load", given)
        if state is None:
            self._keep(self._ask("save"))

    def _check(self, seen: Sequence[tuple[str, dict[str, str]]]) -> None:
        """Make sure that all workers know the same agents and compute on the same kind of device."""
        devices = sorted({device for device, _ in seen})
        if len(devices) > 1:
            raise DixieError(
                f"device: some workers compute on {devices[0]} and others on {devices[1]}; write device: "
                f"{devices[0]}, or say in ray.resources what each needs, such as num_gpus: 1"
            )
        for _, found in seen:
            for name, fingerprint in self._fingerprints.items():
                if found.get(name) != fingerprint:
                    raise DixieError(
                        f"{name} is another one on a machine of the cluster than here; give all machines the same "
                        "files"
                    )

    def _play(self) -> dict[str, float]:
        self._played = _averages(self._ask("rollout"))
        return self._played

    def _keep(self, saved: Sequence[Saved]) -> None:
        free = 0 if self._state is None else self._state.free
        workers = dict(zip(self._numbers, saved, strict=True))
        self._state = TeamState(workers, max(free, 1 + max(self._numbers)))

    def _ask(self, method: str, *arguments: Any, only: Sequence[Any] | None = None) -> list[Any]:
        """Let all workers, or only some, do something. Return what they return."""
        crew = self._crew if only is None else only
        return self._ask_each(method, [arguments] * len(crew))

    def _ask_each(self, method: str, arguments: Sequence[Sequence[Any]]) -> list[Any]:
        """Let the first workers do something, each with its own arguments."""
        import ray

        asked = [
            getattr(worker, method).remote(*own)
            for worker, own in zip(self._crew, arguments, strict=False)
        ]
        waiting = asked
        while waiting:
            ready, waiting = ray.wait(waiting, num_returns=1, timeout=LOOK_EVERY)
            ray.get(ready)  # an error counts at once, not when all others are done
            if not ready and not {id(place) for place in self._seats} <= set(map(id, self._places.found())):
                raise _PlaceLost("a machine with a worker is gone")
        found: list[Any] = ray.get(asked)
        return found

    def _dismiss(self) -> None:
        import ray

        for worker in self._crew:
            ray.kill(worker)
        self._crew, self._seats = [], []

    @property
    def _first(self) -> Saved:
        assert self._state is not None
        return self._state.workers[0]


def _averages(found: Sequence[dict[str, float]]) -> dict[str, float]:
    """Return the mean of each metric over the workers that have it."""
    names = {name: None for watched in found for name in watched}
    return {name: float(np.mean([watched[name] for watched in found if name in watched])) for name in names}


def _first_line(error: BaseException) -> str:
    return str(error).partition("\n")[0]
