"""Dixie: the board game Dixie Queen as an environment for reinforcement learning."""

from dixie_env.engine import Batch, ChanceError, DixieError, Game, IllegalChoice, StateError
from dixie_env.registration import register
from dixie_env.rules import RulesError, Setup, make_rules

__version__ = "0.1.0"

__all__ = [
    "Batch",
    "ChanceError",
    "DixieError",
    "Game",
    "IllegalChoice",
    "RulesError",
    "Setup",
    "StateError",
    "__version__",
    "make_rules",
]

register()
