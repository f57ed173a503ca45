from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from dixie_agents.compiled.network import CompiledNet
from dixie_agents.weights import Weights
from dixie_env import Game
from dixie_env.engine import CompiledRules

SOURCE_HASH: str
BEST: int
GUIDED: int
LOOKAHEAD: int
MCTS: int
RANDOM: int
SAMPLED: int
SANE: int

class CompiledBot:
    def __init__(
        self,
        kind: int,
        weights: Weights | None = None,
        samples: int = 1,
        search: Mapping[str, float] | None = None,
        net: CompiledNet | None = None,
        guide: Mapping[str, float] | None = None,
        temperature: float | None = None,
    ) -> None: ...
    def choose(self, game: Game, key: int) -> int: ...
    def check(self, rules: CompiledRules) -> None: ...
    def findings(self, game: Game, key: int) -> list[tuple[int, int, float, float]]: ...

def choose_from_mask(mask: NDArray[np.uint8], key: int) -> int: ...
def decision_key(stream: int, game_seed: int, seat: int, number: int) -> int: ...
def resampling_seed(key: int) -> int: ...
