"""Which part of a plan to hand out next, when workers can be lost or take too long.

- Every part is handed out once, in order, and there are never more than a few in flight for each worker.
- A part whose worker was lost is handed out again, up to a number of times.
- When all parts are handed out, those that take far longer than the others are handed out a second time, and
  the first answer counts: a worker that hangs, or a slow machine, does not hold up the end.
"""

from collections.abc import Sequence
from statistics import median

IN_FLIGHT = 2
"""Parts in flight for each worker: one that it plays, and one that it finds when it is done."""
MOST_TRIES = 5
"""How often a part is handed out again after its worker was lost."""
TOO_LONG = 3.0
"""How many times the usual duration (the median) is too long."""
SHORTEST = 20.0
"""A part that has taken less than so many seconds is never handed out a second time."""


class TooManyLosses(Exception):
    """A part was lost with its worker too often."""


class HandingOut:
    """Keeps the books of parts.

    Args:
        parts: The numbers of the parts.
        shortest: See `SHORTEST`.
    """

    def __init__(self, parts: Sequence[int], shortest: float = SHORTEST) -> None:
        self._shortest = shortest
        self._waiting = list(reversed(parts))
        self._flying: dict[int, tuple[int, float]] = {}
        """The parts that are being played and since when, by the number of their task."""
        self._tasks = 0
        self._durations: list[float] = []
        self._losses = dict.fromkeys(parts, 0)
        self._answered: set[int] = set()

    @property
    def done(self) -> bool:
        """Have all parts been answered?"""
        return len(self._answered) == len(self._losses)

    def next(self, workers: int, now: float) -> tuple[int, int] | None:
        """Return the number of a task and the part that it is to play, None if there is nothing to do now.

        Args:
            workers: How many workers there are.
            now: The time, in seconds.
        """
        if len(self._flying) >= IN_FLIGHT * max(workers, 1):
            return None
        part = self._waiting.pop() if self._waiting else self._slow(workers, now)
        if part is None:
            return None
        self._tasks += 1
        self._flying[self._tasks] = part, now
        return self._tasks, part

    def answer(self, task: int, now: float) -> tuple[int, list[int]]:
        """Note that a task is done.

        Returns:
            Its part, and the other tasks with this part, which nobody needs any more.
        """
        part, begun = self._flying.pop(task)
        self._durations.append(now - begun)
        self._answered.add(part)
        others = [other for other, (same, _) in self._flying.items() if same == part]
        for other in others:
            del self._flying[other]
        return part, others

    def lose(self, task: int) -> None:
        """Note that the worker of a task was lost.

        Raises:
            TooManyLosses: That has happened to this part too often.
        """
        part, _ = self._flying.pop(task)
        self._losses[part] += 1
        if self._losses[part] >= MOST_TRIES:
            raise TooManyLosses(f"part {part} was lost {self._losses[part]} times with its worker")
        if not any(other == part for other, _ in self._flying.values()):
            self._waiting.append(part)

    def _slow(self, workers: int, now: float) -> int | None:
        """Return a part that takes too long, if a worker is idle."""
        if not self._durations or len(self._flying) >= workers:
            return None
        limit = max(self._shortest, TOO_LONG * median(self._durations))
        flying = [part for part, _ in self._flying.values()]
        slow = [
            (begun, part)
            for part, begun in self._flying.values()
            if now - begun > limit and flying.count(part) == 1
        ]
        return min(slow)[1] if slow else None
