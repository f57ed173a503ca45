"""The groups of commands in ``dixie --help``."""

from collections.abc import Callable
from typing import Any, TypeVar

PLAY = "Play and watch"
COMPARE = "Compare agents"
LEARN = "Train"
CHECK = "Check and measure"
PLUGINS = "Other packages"
PANELS = (PLAY, COMPARE, LEARN, CHECK, PLUGINS)

Command = TypeVar("Command", bound=Callable[..., Any])
_PANEL = "dixie_panel"


def panel(name: str) -> Callable[[Command], Command]:
    """Put a command into a group."""

    def mark(command: Command) -> Command:
        setattr(command, _PANEL, name)
        return command

    return mark


def panel_of(command: Callable[..., Any]) -> str:
    """Return the group of a command; `PLUGINS` if it names none."""
    name = getattr(command, _PANEL, PLUGINS)
    return name if name in PANELS else PLUGINS
