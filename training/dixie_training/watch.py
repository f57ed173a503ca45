"""Shows a training run: a progress bar in a terminal, and a line for each evaluation."""

import sys
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from dixie_training.evaluate import WinShare


class Watch:
    """Shows updates, decisions learned per second, time left, and the win share against each rung."""

    def __init__(self) -> None:
        self._console = Console(file=sys.stderr, highlight=False)
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
        self._show("training", update, total, note)

    def evaluated(self, shares: list[WinShare], best: bool) -> None:
        """Write a line for an evaluation."""
        parts = [f"{s.rung} ({s.players}p) {s.share:.1%}" for s in shares]
        self._console.print(f"win share against {', '.join(parts)}{'  best so far' if best else ''}")

    def _show(self, name: str, done: int, total: int, note: str) -> None:
        if name not in self._tasks:
            self._tasks[name] = self._progress.add_task(name, total=total, note="")
        self._progress.update(self._tasks[name], completed=done, note=note)
