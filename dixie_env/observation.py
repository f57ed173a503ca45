"""The kind of observation a seat gets: what it may know, with or without the board's numbers."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self, TypedDict

import numpy as np
from numpy.typing import NDArray

from dixie_env.engine import Game, ObservationError
from dixie_env.layout import LAYOUT_VERSION, Layout, make_layout

if TYPE_CHECKING:
    from gymnasium.spaces import Box

MODES = ("tracked", "screened")
_KEYS = ("mode", "board", "layout")


class Seen(TypedDict):
    """Which observation the engine writes."""

    screened: bool
    board: bool
    layout: int


@dataclass(frozen=True)
class ObservationSpec:
    """What an observation consists of.

    Attributes:
        mode: `tracked` (what a player with a perfect memory knows) or `screened` (opponents' goods and reward
            points hidden).
        board: Append the board's numbers and the edition's switches.
        layout: Version of the vector's layout, 1 or 2. Layout 2 adds the dummy's rocks and reward markers.
            With `board` it has room for 12 track spaces and 12 mine symbols.
    """

    mode: str = "tracked"
    board: bool = False
    layout: int = LAYOUT_VERSION

    def __post_init__(self) -> None:
        if self.mode not in MODES:
            raise ObservationError(f"observation must be one of {', '.join(MODES)}, not {self.mode!r}")
        if not isinstance(self.board, bool):
            raise ObservationError(f"observation.board must be true or false, not {self.board!r}")
        if type(self.layout) is not int or not 1 <= self.layout <= LAYOUT_VERSION:
            raise ObservationError(f"observation.layout must be 1 or {LAYOUT_VERSION}, not {self.layout!r}")

    @property
    def screened(self) -> bool:
        """Whether opponents' goods and reward points are hidden."""
        return self.mode == "screened"

    @property
    def arguments(self) -> Seen:
        """The arguments of the engine's functions that write observations."""
        return {"screened": self.screened, "board": self.board, "layout": self.layout}

    @property
    def size(self) -> int:
        """Length of the observation vector."""
        return len(self.make_layout())

    def make_layout(self) -> Layout:
        """Return the layout of the vector."""
        return make_layout(board=self.board, layout=self.layout)

    def space(self) -> "Box":
        """Return the Gymnasium space of the vector."""
        from gymnasium.spaces import Box

        layout = self.make_layout()
        return Box(layout.low, layout.high, dtype=np.float32)

    def observe(self, game: Game, seat: int | None = None) -> NDArray[np.float32]:
        """Return what a seat observes in a game; by default, the seat that decides."""
        return game.observe(seat, **self.arguments)

    def as_object(self) -> dict[str, Any]:
        """Return the spec as plain data, for JSON and YAML."""
        return {key: getattr(self, key) for key in _KEYS}

    @classmethod
    def from_object(cls, data: object) -> Self:
        """Make a spec from plain data, as returned by `as_object`; missing keys get their default.

        Raises:
            ObservationError: A key is unknown, or a value is wrong.
        """
        right = "an object such as {mode: tracked, board: false}"
        if not isinstance(data, Mapping):
            raise ObservationError(f"observation must be {right}, not {data!r}")
        if unknown := [key for key in data if key not in _KEYS]:
            raise ObservationError(f"observation.{unknown[0]}: unknown key; the keys are {', '.join(_KEYS)}")
        return cls(**data)
