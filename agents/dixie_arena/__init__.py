"""Agents against agents: results you can trust, from Python as from the command line.

Each function does what the command of its name does, with the same words, and returns its results as an
object with ``tables``, ``figures``, ``paths`` and ``sentences`` (`dixie_arena.findings.Findings`):

| function | question |
| --- | --- |
| `tournament` | who is better, among several agents |
| `compare` | is one agent better than another |
| `benchmark` | one score to quote |
| `exploit` | how much does somebody win who has studied an agent (needs the extra ``train``) |
| `calibrate` | are a policy's predictions right |
| `abilities` | which permanent ability is strongest |
| `contrast` | does that depend on players, edition, board or agents |
| `study` | which ability is strongest, over players and boards |
| `review` | where was a recorded game won and lost |
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from dixie_env.extras import install_hint

if TYPE_CHECKING:
    from dixie_arena.api.abilities import abilities
    from dixie_arena.api.benchmark import benchmark
    from dixie_arena.api.calibrate import calibrate
    from dixie_arena.api.contrast import contrast
    from dixie_arena.api.review import review
    from dixie_arena.api.study import study
    from dixie_arena.api.tournament import tournament
    from dixie_arena.comparing.run import compare

__all__ = [
    "abilities",
    "benchmark",
    "calibrate",
    "compare",
    "contrast",
    "review",
    "study",
    "tournament",
]

_MODULES = {name: f"dixie_arena.api.{name}" for name in __all__} | {"compare": "dixie_arena.comparing.run"}
_ABOVE = ("exploit",)
"""Functions of packages that build on this one. They register themselves (`dixie_env.plugins`)."""


def __getattr__(name: str) -> Any:
    """Import a function when it is first used: they need the packages of the extra ``arena``."""
    if name in _MODULES:
        try:
            found = getattr(import_module(_MODULES[name]), name)
        except ModuleNotFoundError as error:
            raise ImportError(
                f"dixie_arena.{name} needs {error.name}: {install_hint('arena')}", name=error.name
            ) from error
    elif name in _ABOVE:
        found = _find_above(name)
    else:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__, *_ABOVE})


def _find_above(name: str) -> Any:
    from dixie_env.plugins import FUNCTIONS, find_plugins

    entry = find_plugins(FUNCTIONS).get(name)
    if entry is None:
        raise AttributeError(
            f"dixie_arena.{name} comes with dixie_training, which is not installed, or not completely: "
            f"install Dixie again, with the extras 'train' and 'arena': {install_hint('train', 'arena')}"
        )
    return entry.load()
