"""Shows a training run: a progress bar in a terminal, lines elsewhere, and a line for each evaluation."""

import sys
import time
from collections.abc import Callable
from typing import Any, TextIO

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from dixie_training.evaluate import WinShare

BETWEEN = 10.0
"""Seconds between two lines of progress if there is no terminal."""


class Watch:
    """Shows updates, decisions learned per second, time left, and the win share against each rung.

    Args:
        label: Begins every line; for commands with several runs.
        stream: Where to write; standard error by default.
        clock: Returns seconds.
    """

    def __init__(
        self, label: str = "", stream: TextIO | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._label = f"{label}: " if label else ""
        self._clock = clock
        self._console = Console(file=stream or sys.stderr, highlight=False)
        self._progress = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeRemainingColumn(),
            TextColumn("{task.fields[note]}"),
            console=self._console,
            disable=not self._console.is_terminal,
        )
        self._tasks: dict[str, Any] = {}
        self._begun: dict[str, tuple[float, int]] = {}
        self._last_line = -BETWEEN
        self._speed = 0.0

    def __enter__(self) -> "Watch":
        self._progress.start()
        return self

    def __exit__(self, *error: object) -> None:
        self._progress.stop()

    def cloned(self, decisions: int, total: int, watched: dict[str, float]) -> None:
        """Show the progress of the warm start."""
        self._show("cloning", min(decisions, total), total, f"agreement {watched['agreement']:.1%}")

    def updated(self, update: int, total: int, watched: dict[str, float]) -> None:
        """Show the progress of the run."""
        rate = watched["decisions_per_second"]
        self._speed = rate if not self._speed else 0.9 * self._speed + 0.1 * rate
        note = f"{self._speed:,.0f} decisions per second, entropy {watched['entropy']:.2f}"
        if "win_share" in watched:
            note += f", win share {watched['win_share']:.1%}"
        if "intruder_share" in watched:
            note += f", intruders {watched['intruder_share']:.1%}"
        self._show("training", update, total, note)

    def evaluated(self, shares: list[WinShare], best: bool) -> None:
        """Write a line for an evaluation."""
        parts = [f"{s.rung} ({s.players}p) {s.share:.1%}" for s in shares]
        self._print(f"win share against {', '.join(parts)}{'  best so far' if best else ''}")

    def _show(self, name: str, done: int, total: int, note: str) -> None:
        if not self._console.is_terminal:
            self._line(name, done, total, note)
            return
        if name not in self._tasks:
            self._tasks[name] = self._progress.add_task(f"{self._label}{name}", total=total, note="")
        self._progress.update(self._tasks[name], completed=done, note=note)

    def _line(self, name: str, done: int, total: int, note: str) -> None:
        """Write a line at the first step, the last, and now and then in between."""
        now = self._clock()
        first = name not in self._begun
        if first:
            self._begun[name] = (now, done)
        if not first and done < total and now - self._last_line < BETWEEN:
            return
        self._last_line = now
        start, before = self._begun[name]
        left = (
            f", {clock_time((now - start) / (done - before) * (total - done))} left" if done > before else ""
        )
        self._print(f"{name} {done:,} of {total:,} ({done / total:.0%}){left}, {note}")

    def _print(self, text: str) -> None:
        # soft_wrap: a line of a log file stays one line
        self._console.print(f"{self._label}{text}", markup=False, soft_wrap=True)


class Unwatched:
    """Shows nothing."""

    def __enter__(self) -> "Unwatched":
        return self

    def __exit__(self, *error: object) -> None:
        pass

    def cloned(self, decisions: int, total: int, watched: dict[str, float]) -> None:
        """Show nothing."""

    def updated(self, update: int, total: int, watched: dict[str, float]) -> None:
        """Show nothing."""

    def evaluated(self, shares: list[WinShare], best: bool) -> None:
        """Show nothing."""


def clock_time(seconds: float) -> str:
    """Return a duration as 4:05 or 1:04:05."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
