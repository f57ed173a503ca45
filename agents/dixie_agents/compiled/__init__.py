"""The compiled agents: players, search and match loop in Cython on the engine's structs."""

from importlib import import_module
from pathlib import Path

from dixie_env.engine import sources

_COMPILED = (
    "simple",
    "evaluate",
    "offerings",
    "lookahead",
    "tree",
    "mcts",
    "network",
    "guided",
    "bots",
    "match",
)
try:
    sources.check_build(
        [import_module(f"{__name__}.{name}") for name in _COMPILED],
        Path(__file__).resolve().parent,
        sources.ENGINE,
    )
except ModuleNotFoundError as error:
    if error.name is None or not error.name.startswith(__name__):
        raise
    raise ImportError(f"{sources.MISSING_EXTENSION} ({error})") from error
