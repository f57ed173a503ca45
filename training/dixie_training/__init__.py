"""Trains policies: games, opponents, learners, checkpoints.

From Python as from the command line: `train` does what ``dixie train`` does, `exploit` what
``dixie exploit`` does. Both need the extra ``train``.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dixie_training.api.exploit import exploit
    from dixie_training.api.train import train

__all__ = ["exploit", "train"]


def __getattr__(name: str) -> Any:
    """Import a function when it is first used: torch takes seconds."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = globals()[name] = getattr(import_module(f"dixie_training.api.{name}"), name)
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
