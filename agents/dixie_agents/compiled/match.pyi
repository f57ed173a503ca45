from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dixie_agents.compiled.bots import CompiledBot
from dixie_agents.compiled.gumbel import GumbelSearch
from dixie_env import Game
from dixie_env.engine import CompiledRules

SOURCE_HASH: str
MOST_PLAYERS: int

class MatchLoop:
    states: NDArray[np.void]
    decisions: NDArray[np.int64]
    waiting: NDArray[np.int32]
    def __init__(
        self,
        rules: CompiledRules | Sequence[CompiledRules],
        bots: list[CompiledBot | None],
        lineups: NDArray[np.integer],
        seeds: NDArray[np.uint64],
        stream: int,
        deals: NDArray[np.int8] | None = None,
        index: ArrayLike | None = None,
    ) -> None: ...
    @property
    def rules(self) -> CompiledRules: ...
    @property
    def records(self) -> tuple[CompiledRules, ...]: ...
    @property
    def rules_index(self) -> NDArray[np.int32]: ...
    @property
    def players(self) -> NDArray[np.int8]: ...
    def rules_of(self, row: int) -> CompiledRules: ...
    def rules_field(self, name: str) -> NDArray[Any]: ...
    def set_rules(self, row: int, rules: CompiledRules) -> None: ...
    def begin(
        self, rows: NDArray[np.int64], seeds: NDArray[np.uint64], lineups: NDArray[np.int32]
    ) -> None: ...
    def save(self) -> dict[str, NDArray[Any]]: ...
    def load(
        self, saved: Mapping[str, NDArray[Any]], rules: CompiledRules | Sequence[CompiledRules] | None = None
    ) -> None: ...
    def run(self, low: int, high: int, seconds: NDArray[np.float64]) -> None: ...
    def ask(
        self, rows: NDArray[np.int64], *, screened: bool = False, board: bool = False, layout: int = ...
    ) -> tuple[NDArray[np.float32], NDArray[np.uint8], NDArray[np.uint64]]: ...
    def look(
        self,
        seats: NDArray[np.int64],
        observations: NDArray[np.float32],
        masks: NDArray[np.uint8],
        *,
        screened: bool = False,
        board: bool = False,
        layout: int = ...,
    ) -> None: ...
    def known_game(self, row: int) -> Game: ...
    def advice(self, bot: CompiledBot, low: int, high: int, options: NDArray[np.int64]) -> None: ...
    def improve(
        self,
        search: GumbelSearch,
        low: int,
        high: int,
        wanted: NDArray[np.uint8],
        targets: NDArray[np.float32],
        options: NDArray[np.int64],
    ) -> None: ...
    def first_illegal(self, rows: NDArray[np.int64], options: NDArray[np.int64]) -> int: ...
    def take(self, rows: NDArray[np.int64], options: NDArray[np.int64]) -> None: ...

def observe_states(
    rules: CompiledRules | Sequence[CompiledRules],
    states: NDArray[np.void],
    seats: NDArray[np.int64],
    *,
    screened: bool = False,
    board: bool = False,
    layout: int = ...,
    index: ArrayLike | None = None,
) -> NDArray[np.float32]: ...
