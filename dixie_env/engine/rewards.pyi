import numpy as np
from numpy.typing import NDArray

SOURCE_HASH: str
PAID_RANK: int
PAID_SCORE: int
PAID_WIN: int
REWARD_SCALE: int

def final_rewards(
    ranks: NDArray[np.integer], scores: NDArray[np.integer], paid: int
) -> NDArray[np.float32]: ...
