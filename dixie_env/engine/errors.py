"""What can be wrong with what the engine is given."""


class DixieError(ValueError):
    """Something given to the game was wrong; the message says what, and what would be right."""


class IllegalChoice(DixieError):
    """An option that the decision does not have, or a seat that is not asked. The game is as it was."""


class ChanceError(DixieError):
    """A scripted outcome that is missing, malformed or impossible. The game is as it was."""


class StateError(DixieError):
    """Bytes or fields that are no state of this game."""
