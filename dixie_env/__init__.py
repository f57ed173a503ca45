"""Dixie: the board game Dixie Queen as a reinforcement-learning environment."""

from dixie_env.engine import Batch, ChanceError, DixieError, Game, GameEvent, IllegalChoice, StateError
from dixie_env.engine.game import set_drawing
from dixie_env.infos import DECISIONS, PHASES, decision_name, phase_name
from dixie_env.observation import ObservationSpec
from dixie_env.primer import rules_primer
from dixie_env.registration import register
from dixie_env.rules import compile_rules, make_rules
from dixie_env.setup import RulesError, Setup
from dixie_env.text_view import TextOption, observe_text, text_options
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
    "TextOption",
    "__version__",
    "compile_rules",
    "decision_name",
    "make_rules",
    "observe_text",
    "phase_name",
    "rules_primer",
    "text_options",
]


def _draw(game: Game) -> str:
    from dixie_env.drawing import draw_board

    return draw_board(game)


set_drawing(_draw)
register()
