"""The rules, compiled: one C struct for the state, small functions for the rules, classes that open them."""

from importlib import import_module

from dixie_env.engine import sources
from dixie_env.engine.errors import ChanceError, DixieError, IllegalChoice, StateError

_COMPILED = (
    *(
        "model",
        "events",
        "promotion",
        "options",
        "chance",
        "scoring",
        "points",
        "actions",
        "phases",
        "play",
        "telling",
    ),
    *("describe", "observe", "validate", "game", "batch", "debug_check"),
)
try:
    sources.check_build([import_module(f"{__name__}.{name}") for name in _COMPILED])
except ModuleNotFoundError as error:
    if error.name is None or not error.name.startswith(__name__):
        raise
    raise ImportError(f"{sources.MISSING_EXTENSION} ({error})") from error

from dixie_env.engine import model  # noqa: E402  (not before the build is checked)
from dixie_env.engine.batch import Batch  # noqa: E402
from dixie_env.engine.event_kinds import GameEvent  # noqa: E402
from dixie_env.engine.game import CompiledRules, Game  # noqa: E402
from dixie_env.engine.names import option_id, option_name  # noqa: E402

__all__ = [
    "Batch",
    "ChanceError",
    "CompiledRules",
    "DixieError",
    "Game",
    "GameEvent",
    "IllegalChoice",
    "StateError",
    "model",
    "option_id",
    "option_name",
]
