from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

SOURCE_HASH: str

class CompiledNet:
    def __init__(
        self,
        layers: Iterable[tuple[NDArray[np.float32], NDArray[np.float32]]],
        screened: bool = False,
        board: bool = False,
        layout: int = ...,
        winner: tuple[NDArray[np.float32], NDArray[np.float32]] | None = None,
        scores: tuple[NDArray[np.float32], NDArray[np.float32]] | None = None,
    ) -> None: ...
    @property
    def has_winner(self) -> bool: ...
    @property
    def has_scores(self) -> bool: ...
    def results(
        self, observations: NDArray[np.float32]
    ) -> tuple[NDArray[np.float32], NDArray[np.float32]]: ...
    def evaluate(
        self, observations: NDArray[np.float32]
    ) -> tuple[NDArray[np.float32], NDArray[np.float32]]: ...
    def draw(
        self,
        observations: NDArray[np.float32],
        masks: NDArray[np.uint8],
        keys: NDArray[np.uint64],
        temperature: float,
    ) -> NDArray[np.int64]: ...
