"""How the functions of the arena show their progress, and pass on warnings."""

import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

__all__ = ["Progress", "Show", "ShowStage", "show_progress", "show_stages", "warn_user"]

Show = Callable[[int, int], None]
"""Called with the number of finished games and of all games."""
Progress = bool | Show
"""True for a bar on a terminal (and nothing elsewhere), False for nothing, or a function to call."""
ShowStage = Callable[[str, int, int, str], None]
"""Called with the name of a stage, its finished games, all its games, and a note."""


@contextmanager
def show_progress(progress: Progress) -> Iterator[Show]:
    """Return a function that shows progress."""
    if callable(progress):
        yield progress
    elif not progress:
        yield lambda done, total: None
    else:
        from dixie_env.cli.output import progress_bar

        with progress_bar(rate="games") as bar:
            task = bar.add_task("playing", total=None)
            yield lambda done, total: bar.update(task, completed=done, total=total)


@contextmanager
def show_stages(progress: bool | ShowStage) -> Iterator[ShowStage]:
    """Return a function that shows the progress of several stages, each with its own bar while it lasts."""
    if callable(progress):
        yield progress
    elif not progress:
        yield lambda name, done, total, note: None
    else:
        from dixie_env.cli.output import progress_bar

        tasks: dict[str, Any] = {}
        with progress_bar(rate="games") as bar:

            def show(name: str, done: int, total: int, note: str) -> None:
                if name not in tasks:
                    for task in bar.tasks:
                        bar.update(task.id, visible=not task.finished)
                    tasks[name] = bar.add_task(name, total=total or None)
                words = f"{name} ({note})" if note else name
                bar.update(tasks[name], completed=done, total=total or None, description=words)

            yield show


def warn_user(message: str) -> None:
    """Issue a Python warning."""
    warnings.warn(message, stacklevel=3)
