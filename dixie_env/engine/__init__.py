"""The compiled rules: one C struct for the state, small functions for the rules, classes to use them."""

from importlib import import_module

from dixie_env.engine import sources
from dixie_env.engine.errors import ChanceError, DixieError, IllegalChoice, ObservationError, StateError

try:
    sources.check_build([import_module(f"{__name__}.{name}") for name in sources.compiled_modules()])
except ModuleNotFoundError as error:
    if error.name is None or not error.name.startswith(__name__):
        raise
    raise ImportError(f"{sources.MISSING_EXTENSION} ({error})") from error

# only after the build is checked
from dixie_env.engine import model
from dixie_env.engine.batch import Batch
from dixie_env.engine.event_kinds import GameEvent
from dixie_env.engine.game import CompiledRules, Game
from dixie_env.engine.names import option_id, option_name

__all__ = [
    "Batch",
    "ChanceError",
    "CompiledRules",
    "DixieError",
    "Game",
    "GameEvent",
    "IllegalChoice",
    "ObservationError",
    "StateError",
    "model",
    "option_id",
    "option_name",
]
