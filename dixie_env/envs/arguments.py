"""What every environment can be made with, checked in one place."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from dixie_env.config import Board, Edition, Source
from dixie_env.engine import CompiledRules, DixieError
from dixie_env.layout import Layout, make_layout
from dixie_env.rewards import Reward
from dixie_env.rules import ROUNDS, make_rules

if TYPE_CHECKING:
    from gymnasium.spaces import Box

OBSERVATIONS = ("tracked", "screened")
ILLEGAL = ("raise", "lose")
RENDER_MODES = ("ansi", "rgb_array", "human")


@dataclass(frozen=True)
class Arguments:
    """The arguments of an environment.

    Attributes:
        players: Number of players, 2 to 5.
        edition: Rulebook edition: `de`, `proto`, `fr`, `en`, `pl`, or a file of your own.
        board: Board: `standard`, or a file of your own.
        draft: How abilities are given: `choose`, `random`, or `fixed`.
        abilities: With `fixed`: the ability of player 0, 1, ...
        rounds: Number of rounds, 1 to 7.
        observation: `tracked` (what a player with a perfect memory knows) or `screened` (opponents' goods and
            rewards hidden).
        observe_board: Append the board's numbers and the edition's switches to the observation.
        reward: `win`, `rank`, `score`, or a `Reward` (with shaping).
        illegal: What an illegal action does: `raise` an error, or `lose` the game.
        render_mode: `ansi` (render returns text), `rgb_array` (a picture as an array), `human` (a window, or
            text where there can be none), or None.
    """

    players: int = 4
    edition: Source | Edition = "de"
    board: Source | Board = "standard"
    draft: str = "choose"
    abilities: Sequence[int] | None = None
    rounds: int = ROUNDS
    observation: str = "tracked"
    observe_board: bool = False
    reward: str | Reward = "win"
    illegal: str = "raise"
    render_mode: str | None = None

    def __post_init__(self) -> None:
        _check("observation", self.observation, OBSERVATIONS)
        _check("illegal", self.illegal, ILLEGAL)
        if not isinstance(self.observe_board, bool):
            raise DixieError(f"observe_board must be True or False, not {self.observe_board!r}")
        if self.render_mode is not None:
            _check("render_mode", self.render_mode, RENDER_MODES)
        Reward.of(self.reward)

    @cached_property
    def rules(self) -> CompiledRules:
        """The compiled rules."""
        return make_rules(
            self.players,
            self.edition,
            self.board,
            draft=self.draft,
            abilities=self.abilities,
            rounds=self.rounds,
        )

    @cached_property
    def layout(self) -> Layout:
        """What stands where in the observation."""
        return make_layout(board=self.observe_board)

    @property
    def screened(self) -> bool:
        """Are opponents' goods and rewards hidden?"""
        return self.observation == "screened"

    def vector_space(self) -> "Box":
        """Return the space of the observation vector."""
        from gymnasium.spaces import Box

        return Box(self.layout.low, self.layout.high, dtype=np.float32)


def _check(name: str, value: object, known: tuple[str, ...]) -> None:
    if value not in known:
        raise DixieError(f"{name} must be one of {', '.join(known)}, not {value!r}")
