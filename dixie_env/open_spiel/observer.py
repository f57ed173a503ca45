"""What a seat observes, in OpenSpiel's forms: tensors with named parts, and strings."""

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
import pyspiel

from dixie_env.observation import ObservationSpec

if TYPE_CHECKING:
    from dixie_env.open_spiel.game import DixieState


class DixieObserver:
    """An observer as OpenSpiel's `python/observation.py` wants it.

    The tensor is the observation vector of docs/observation.md; `dict` has it under the name
    `observation`, and `layout` names its parts. With perfect recall (an information state) it is always the
    `tracked` one, and the string lists all that the seat has witnessed. Otherwise both follow the game's
    parameter `observation`.

    Args:
        wanted: Which observation. Only that of a single player, including public information, exists.
        params: Must be empty.
        spec: The observation of the game.
    """

    def __init__(
        self, wanted: pyspiel.IIGObservationType, params: dict[str, Any] | None, spec: ObservationSpec
    ) -> None:
        if params:
            raise ValueError(f"a Dixie observer has no parameters, but got {params}")
        if not wanted.public_info or wanted.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
            raise ValueError(
                "a Dixie observer shows what one player knows: use public_info=True and "
                "private_info=PrivateInfoType.SINGLE_PLAYER"
            )
        self.perfect_recall: bool = wanted.perfect_recall
        self._spec = replace(spec, mode="tracked") if self.perfect_recall else spec
        self.layout = self._spec.make_layout()
        self.tensor = np.zeros(len(self.layout), np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: "DixieState", player: int) -> None:
        """Write what the player knows into `tensor`."""
        # OpenSpiel asks for the tensor of an unnamed player to learn its shape
        self.tensor[:] = self._spec.observe(state.position.seen_by(max(player, 0)), max(player, 0))

    def string_from(self, state: "DixieState", player: int) -> str:
        """Return what the player knows in words."""
        if self.perfect_recall:
            return "\n".join((f"seat {player}", *state.position.known_to(player)))
        vector = self._spec.observe(state.position.seen_by(player), player)
        return f"seat {player}\n{self.layout.explain(vector)}"
