"""Dixie: the board game Dixie Queen as a reinforcement-learning environment."""

from dixie_env.engine import Batch, ChanceError, DixieError, Game, GameEvent, IllegalChoice, StateError
from dixie_env.engine.game import set_drawing
from dixie_env.infos import DECISIONS, PHASES, decision_name, phase_name
from dixie_env.observation import ObservationSpec
from dixie_env.registration import register
from dixie_env.rules import compile_rules, make_rules
from dixie_env.setup import RulesError, Setup
from dixie_env.version import __version__

__all__ = [
    "DECISIONS",
    "PHASES",
    "Batch",
    "ChanceError",
    "DixieError",
    "Game",
    "GameEvent",
    "IllegalChoice",
    "ObservationSpec",
    "RulesError",
    "Setup",
    "StateError",
    "__version__",
    "compile_rules",
    "decision_name",
    "make_rules",
    "phase_name",
]


def _draw(game: Game) -> str:
    from dixie_env.drawing import draw_board

    return draw_board(game)


set_drawing(_draw)
register()
