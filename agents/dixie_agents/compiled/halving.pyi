from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

SOURCE_HASH: str
LARGEST: int

class Halving:
    def __init__(
        self,
        priors: Sequence[float] | NDArray[np.float64],
        worth: float,
        key: int,
        *,
        simulations: int,
        considered: int,
        value_scale: float,
        maxvisit_init: float,
    ) -> None: ...
    @property
    def next(self) -> int | None: ...
    def add(self, value: float) -> None: ...
    @property
    def chosen(self) -> int: ...
    @property
    def visits(self) -> list[int]: ...
    @property
    def value(self) -> float: ...
    @property
    def target(self) -> NDArray[np.float64]: ...

def check_halved(simulations: int, considered: int) -> None: ...
