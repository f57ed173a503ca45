"""The compiled agents: bots, search and match loop in Cython on the engine's structs."""

from importlib import import_module
from pathlib import Path

from dixie_env.engine import sources

_HERE = Path(__file__).resolve().parent
try:
    sources.check_build(
        [import_module(f"{__name__}.{name}") for name in sources.compiled_modules(_HERE)],
        _HERE,
        sources.ENGINE,
    )
except ModuleNotFoundError as error:
    if error.name is None or not error.name.startswith(__name__):
        raise
    raise ImportError(f"{sources.MISSING_EXTENSION} ({error})") from error
