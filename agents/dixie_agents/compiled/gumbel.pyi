import numpy as np
from numpy.typing import NDArray

from dixie_agents.compiled.network import CompiledNet
from dixie_env import Game
from dixie_env.engine import CompiledRules

SOURCE_HASH: str
CUTS: dict[str, int]

class GumbelSearch:
    def __init__(
        self,
        net: CompiledNet,
        *,
        paid: int,
        shaping: float,
        simulations: int,
        considered: int,
        value_scale: float,
        maxvisit_init: float,
        cut: str,
        sure: float,
    ) -> None: ...
    def check(self, rules: CompiledRules) -> None: ...
    def findings(
        self, game: Game, key: int
    ) -> tuple[int, float, list[tuple[int, int, float | None, float, float]]]: ...
    def values(self, game: Game, option: int, key: int, count: int) -> NDArray[np.float64]: ...
