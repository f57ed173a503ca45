"""The rules, compiled: one C struct for the state, small functions for the rules, and the classes that open them to Python."""

from dixie_env.engine import sources
from dixie_env.engine.errors import ChanceError, DixieError, IllegalChoice, StateError

try:
    from dixie_env.engine import (
        actions,
        batch,
        chance,
        debug_check,
        game,
        model,
        observe,
        options,
        phases,
        play,
        points,
        promotion,
        scoring,
        validate,
    )
except ImportError as error:
    if "dixie_env" in str(error) or "circular" in str(error):
        raise ImportError(f"{sources.MISSING_EXTENSION} ({error})") from error
    raise

sources.check_build(
    [
        actions,
        batch,
        chance,
        debug_check,
        game,
        model,
        observe,
        options,
        phases,
        play,
        points,
        promotion,
        scoring,
        validate,
    ]
)

from dixie_env.engine.batch import Batch
from dixie_env.engine.game import CompiledRules, Game
from dixie_env.engine.names import option_id, option_name

__all__ = [
    "Batch",
    "ChanceError",
    "CompiledRules",
    "DixieError",
    "Game",
    "IllegalChoice",
    "StateError",
    "model",
    "option_id",
    "option_name",
]
