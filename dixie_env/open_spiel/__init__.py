"""Dixie Queen for OpenSpiel: importing this package registers the game `dixie` with pyspiel.

    import dixie_env.open_spiel
    import pyspiel

    game = pyspiel.load_game("dixie(players=3,rounds=2)")

Parameters, nodes, tensors and utilities are described in docs/openspiel.md.
"""

import pyspiel

from dixie_env.open_spiel.game import DEFAULTS, GAME_TYPE, SHORT_NAME, DixieGame, DixieState

__all__ = ["DEFAULTS", "SHORT_NAME", "DixieGame", "DixieState"]

if SHORT_NAME not in pyspiel.registered_names():
    pyspiel.register_game(GAME_TYPE, DixieGame)
