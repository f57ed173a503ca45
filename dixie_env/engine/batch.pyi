from collections.abc import Mapping, Sequence
from typing import Any, Self, SupportsIndex

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dixie_env.engine.game import CompiledRules, Game

SOURCE_HASH: str

class Batch:
    size: int
    threads: int
    restart: bool
    states: NDArray[Any]
    players: NDArray[np.int8]
    masks: NDArray[np.uint8]
    observations: NDArray[np.float32]
    seats: NDArray[np.int8]
    done: NDArray[np.uint8]
    scores: NDArray[np.int16]
    ranks: NDArray[np.int8]
    seeds: NDArray[np.uint64]
    finished: NDArray[np.int64]
    decisions: NDArray[np.int64]
    lengths: NDArray[np.int64]
    screened: bool
    layout: int
    board: bool
    buffers: int
    def __init__(
        self,
        rules: CompiledRules | Sequence[CompiledRules],
        size: int,
        seed: SupportsIndex = 0,
        threads: int = 1,
        observations: bool = True,
        restart: bool = True,
        screened: bool = False,
        board: bool = False,
        buffers: int = 1,
        index: ArrayLike | None = None,
        layout: int = ...,
    ) -> None: ...
    @property
    def rules(self) -> CompiledRules: ...
    @property
    def records(self) -> tuple[CompiledRules, ...]: ...
    @property
    def rules_index(self) -> NDArray[np.int32]: ...
    def rules_of(self, row: int) -> CompiledRules: ...
    def rules_field(self, name: str) -> NDArray[Any]: ...
    def set_rules(self, row: int, rules: CompiledRules) -> None: ...
    def reset(self, seed: SupportsIndex) -> None: ...
    def step(self, actions: ArrayLike) -> None: ...
    def advance(self, index: int, option: int) -> None: ...
    def random_options(self, seed: SupportsIndex = 0) -> NDArray[np.int64]: ...
    def play_random(self, steps: int, seed: SupportsIndex = 0) -> None: ...
    def game(self, index: int) -> Game: ...
    def save(self) -> dict[str, NDArray[Any]]: ...
    def load(
        self, saved: Mapping[str, NDArray[Any]], rules: CompiledRules | Sequence[CompiledRules] | None = None
    ) -> None: ...
    def __enter__(self) -> Self: ...
    def __exit__(self, *error: object) -> None: ...
