"""The errors that the engine raises."""


class DixieError(ValueError):
    """An argument was wrong; the message says what was wrong and what would be right."""


class IllegalChoice(DixieError):
    """The option is not legal, or the seat does not decide now. The game has not changed."""


class UnknownArgument(DixieError, TypeError):
    """There is no argument of this name; the message says which one may be meant."""


class ChanceError(DixieError):
    """A scripted chance outcome is missing, malformed or impossible. The game has not changed."""


class ObservationError(DixieError):
    """There is no such observation; the message says what would be right."""


class StateError(DixieError):
    """Bytes or fields are not a valid state of this game."""
