"""The arguments of every environment, checked in one place."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from difflib import get_close_matches
from functools import cached_property
from typing import TYPE_CHECKING, Any, Self

from dixie_env.config import Board, Edition, Source
from dixie_env.engine import CompiledRules, DixieError
from dixie_env.engine.errors import UnknownArgument
from dixie_env.layout import LAYOUT_VERSION, Layout
from dixie_env.observation import ObservationSpec
from dixie_env.rewards import Reward
from dixie_env.rules import compile_rules
from dixie_env.setup import ROUNDS, Setup

if TYPE_CHECKING:
    from gymnasium.spaces import Box, Dict

ILLEGAL = ("raise", "lose")
MASKS = ("observation", "info")
RENDER_MODES = ("ansi", "rgb_array", "human")
_OF_THE_GAME = (
    "players",
    "edition",
    "board",
    "draft",
    "abilities",
    "rounds",
    "observation",
    "observe_board",
    "layout",
)


@dataclass(frozen=True)
class Arguments:
    """The arguments of an environment.

    Attributes:
        players: Number of players, 2 to 5.
        edition: Rulebook edition: `de`, `proto`, `fr`, `en`, `pl`, or the path of a file.
        board: Board: `standard`, `prior:NAME:SEED:NUMBER` (drawn), or the path of a file.
        draft: How players get abilities: `choose`, `random`, or `fixed`.
        abilities: With `fixed`: the ability of player 0, 1, ...
        rounds: Number of rounds, 1 to 7.
        observation: `tracked` (what a player with a perfect memory knows) or `screened` (opponents' goods and
            rewards hidden).
        observe_board: Append the board's numbers and the edition's switches to the observation.
        layout: Version of the observation's layout: 2, or 1 for policies that were trained with it.
        setup: All of the above as one `Setup`, or as its plain data, instead of separate arguments.
        reward: `win`, `rank`, `score`, or a `Reward` (with shaping).
        illegal: What an illegal action does: `raise` an error, or `lose` the game.
        mask: Where the action mask is: `observation` (a dictionary with the vector and the mask), or `info`
            (the observation is the vector alone). The Gymnasium environments have `info` by default.
        render_mode: `ansi` (render returns text), `rgb_array` (a picture as an array), `human` (a window, or
            text without a display), or None.
    """

    players: int = 4
    edition: Source | Edition = "de"
    board: Source | Board = "standard"
    draft: str = "choose"
    abilities: Sequence[int] | None = None
    rounds: int = ROUNDS
    observation: str = "tracked"
    observe_board: bool = False
    layout: int = LAYOUT_VERSION
    setup: Setup | Mapping[str, Any] | None = None
    reward: str | Reward = "win"
    illegal: str = "raise"
    mask: str = "observation"
    render_mode: str | None = None

    def __post_init__(self) -> None:
        if not isinstance(self.observe_board, bool):
            raise DixieError(f"observe_board must be True or False, not {self.observe_board!r}")
        _check("illegal", self.illegal, ILLEGAL)
        _check("mask", self.mask, MASKS)
        if self.render_mode is not None:
            _check("render_mode", self.render_mode, RENDER_MODES)
        Reward.of(self.reward)
        if self.setup is not None:
            given = [
                item.name
                for item in fields(self)
                if item.name in _OF_THE_GAME and getattr(self, item.name) != item.default
            ]
            if given:
                raise DixieError(f"give setup or {', '.join(given)}, not both: setup already has them")

    @classmethod
    def named(cls, arguments: Mapping[str, Any], *own: str) -> Self:
        """Return the arguments that an environment was made with.

        Args:
            arguments: What was given, by name.
            own: Other arguments of the environment, which may be meant by an unknown name.

        Raises:
            UnknownArgument: There is no argument of this name.
        """
        known = [*own, *(item.name for item in fields(cls))]
        for name in arguments:
            if name not in known:
                close = get_close_matches(name, known, 1)
                right = f"did you mean {close[0]!r}?" if close else f"the arguments are {', '.join(known)}"
                raise UnknownArgument(f"unknown argument {name!r}; {right}")
        return cls(**arguments)

    @cached_property
    def game(self) -> Setup:
        """The game to play, from `setup` or from the separate arguments."""
        if isinstance(self.setup, Setup):
            return self.setup
        if self.setup is not None:
            return Setup.from_object(self.setup)
        return Setup(
            self.players,
            self.edition,
            self.board,
            self.draft,
            self.abilities,
            self.rounds,
            observation=ObservationSpec(self.observation, self.observe_board, self.layout),
        )

    @cached_property
    def rules(self) -> CompiledRules:
        """The compiled rules."""
        return compile_rules(self.game)

    @cached_property
    def vector_layout(self) -> Layout:
        """The layout of the observation vector."""
        return self.game.observation.make_layout()

    @cached_property
    def screened(self) -> bool:
        """Are opponents' goods and rewards hidden?"""
        return self.game.observation.screened

    @cached_property
    def with_board(self) -> bool:
        """Are the board's numbers part of the observation?"""
        return self.game.observation.board

    @cached_property
    def mask_in_info(self) -> bool:
        """Is the action mask in the info, not in the observation?"""
        return self.mask == "info"

    def observation_space(self, options: int) -> "Box | Dict":
        """Return the space of observations; `options` is the length of a mask that is part of them."""
        from gymnasium.spaces import Dict, MultiBinary

        vector = self.vector_space()
        if self.mask_in_info:
            return vector
        return Dict({"observation": vector, "action_mask": MultiBinary(options)})

    def vector_space(self) -> "Box":
        """Return the space of the observation vector."""
        return self.game.observation.space()


def _check(name: str, value: object, known: tuple[str, ...]) -> None:
    if value not in known:
        raise DixieError(f"{name} must be one of {', '.join(known)}, not {value!r}")
