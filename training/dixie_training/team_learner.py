"""A team of workers that play and learn together, on one machine or several.

Every worker is a learner with games of its own (`fast_ppo`, with or without exploiters, or `expert`). For
each minibatch they average their gradients (`dixie_training.team`), so all have the same weights. This
process lets them play and learn, and has the evaluation, the checkpoints and the learning curve.

After every update the state of all workers is fetched. If a worker is lost, the team ends, starts again in
the places that there are, and repeats the update from that state. The same happens, between two updates,
when there is room for more workers. One worker alone is bit for bit the same as a learner in this process.
"""

from collections.abc import Callable, Sequence
from itertools import count
from typing import Any, Protocol, TypeVar

import numpy as np
import torch
from numpy.typing import NDArray

from dixie_env import DixieError
from dixie_training.checkpoint import inside
from dixie_training.identity import fingerprints, identify
from dixie_training.schema import ExpertConfig, FastPPOConfig
from dixie_training.team_state import Saved, TeamState

MOST_LOSSES = 5
"""After so many lost teams in a row, with nothing done in between, give up."""

Found = TypeVar("Found")


class Lost(DixieError):
    """A worker is gone.

    Args:
        kind: How that was noticed, in a word.
        reason: In a sentence.
    """

    def __init__(self, kind: str, reason: str) -> None:
        super().__init__(kind, reason)
        self.kind, self.reason = kind, reason.strip().partition("\n")[0]


class Crew(Protocol):
    """Starts, asks and ends workers; `dixie_training.ray_crew` has one for Ray."""

    wanted: int
    """The most workers."""

    @property
    def size(self) -> int:
        """How many workers there are."""

    def room(self) -> int:
        """Return for how many workers there is room now, with those that there are."""

    def gather(self, warn: Callable[[str], None]) -> None:
        """Start as many workers as there is room for, at least one."""

    def ask(self, method: str, arguments: Sequence[Sequence[Any]]) -> list[Any]:
        """Let the first workers do something, each with its own arguments.

        Raises:
            Lost: A worker is gone.
        """

    def put(self, thing: Any) -> Any:
        """Return what stands for a thing among the arguments of several workers."""

    def dismiss(self) -> None:
        """End the workers."""

    def close(self) -> None:
        """End the workers and give their places back."""


class TeamLearner:
    """The learner.

    Args:
        config: The configuration.
        crew: The workers.
        warn: Told when workers are lost or join.

    Raises:
        DixieError: Workers have other agents than this process, or other devices than each other.
    """

    def __init__(self, config: FastPPOConfig | ExpertConfig, crew: Crew, warn: Callable[[str], None]) -> None:
        self.config, self._crew, self._warn = config, crew, warn
        self._fingerprints = fingerprints(identify(config))
        self._state: TeamState | None = None
        """The state of all workers after the last update."""
        self._numbers: list[int] = []
        self._played: dict[str, float] | None = None
        """Metrics of the rollout that is not learned from yet."""
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
        return self._crew.size

    def weights(self) -> dict[str, NDArray[np.float32]]:
        """Return the weights in the format of a policy file."""
        return inside(self._first.arrays, "network.")

    def set_weights(self, weights: dict[str, NDArray[np.float32]]) -> None:
        """Load weights."""
        self._keep(self._surely(lambda: self._ask("set_weights", weights)))

    def rollout(self) -> dict[str, float]:
        """Play. If there is room for more workers, they join first."""
        if self._crew.room() > self._crew.size:
            self._crew.dismiss()
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
        return watched if self._crew.wanted == 1 else {**watched, "workers": len(found)}

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
        self._crew.close()

    # --- the team ---------------------------------------------------------------------------------------

    def _surely(self, work: Callable[[], Found], reason: str = "") -> Found:
        """Do something with a team. If a worker is lost, do it again with those that there are then."""
        for losses in count(1):
            try:
                if not self._crew.size:
                    self._gather(reason)
                return work()
            except Lost as error:
                self._crew.dismiss()
                if losses == MOST_LOSSES:
                    raise DixieError(
                        f"workers were lost {losses} times in a row (out of memory?), the last time by "
                        f"{error.kind}: {error.reason}; use --resume to continue"
                    ) from error
                reason = f"a worker was lost ({error.kind})"
            except BaseException:
                self._crew.close()
                raise
        raise AssertionError

    def _gather(self, reason: str) -> None:
        """Start a team in the places that there are, and let it continue."""
        crew = self._crew
        crew.gather(self._warn)
        seen = self._ask("look_around", self.config, torch.get_num_threads())
        self._check(seen)
        if crew.size > 1:
            (address,) = crew.ask("open_store", [(crew.size,)])
            device, _ = seen[0]
            crew.ask("join", [(address, rank, crew.size, device) for rank in range(crew.size)])
        self._deal()
        team = f"{crew.size} of {crew.wanted} workers"
        if reason:
            where = f"from update {self.updates}" if self.updates else "from the beginning"
            self._warn(f"{reason}: {team} go on {where}")
        elif crew.size < crew.wanted:
            self._warn(f"so far there is room for {team}; the others join when there is more")

    def _deal(self) -> None:
        """Give the state to the workers, as many as there are. New ones begin new games."""
        self._played = None
        state, size = self._state, self._crew.size
        known = [0] if state is None else list(state.workers)[:size]
        free = 1 if state is None else state.free
        self._numbers = [*known, *range(free, free + size - len(known))]
        self._crew.ask("begin", [(self.config, number) for number in self._numbers])
        if state is None:
            (first,) = self._crew.ask("save", [()])
            workers = {0: first}
        else:
            workers = state.workers
        shared = self._crew.put(workers[0])
        own = [workers.get(number) for number in self._numbers]
        own = [shared if number == 0 else saved for number, saved in zip(self._numbers, own, strict=True)]
        self._crew.ask("load", [(shared, saved) for saved in own])
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
                        f"{name} is another agent on a machine of the cluster than here; give all machines "
                        "the same files"
                    )

    def _play(self) -> dict[str, float]:
        self._played = _averages(self._ask("rollout"))
        return self._played

    def _keep(self, saved: Sequence[Saved]) -> None:
        free = 1 if self._state is None else self._state.free
        workers = dict(zip(self._numbers, saved, strict=True))
        self._state = TeamState(workers, max(free, 1 + max(self._numbers)))

    def _ask(self, method: str, *arguments: Any) -> list[Any]:
        """Let all workers do the same."""
        return self._crew.ask(method, [arguments] * self._crew.size)

    @property
    def _first(self) -> Saved:
        assert self._state is not None
        return self._state.workers[0]


def _averages(found: Sequence[dict[str, float]]) -> dict[str, float]:
    """Return the mean of each metric over the workers that have it."""
    names = {name: None for watched in found for name in watched}
    return {name: float(np.mean([watched[name] for watched in found if name in watched])) for name in names}
