"""A critic that is told who the opponents are. It serves training only and is not part of a policy.

The policy does not know who sits opposite, but the value of a position depends on it: against itself the
learner wins a fair share, against a weak bot nearly always. A value that knows the opponents leaves less
noise in the advantages. This is sound because a baseline may know anything but the choice itself.
"""

from collections.abc import Mapping

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from dixie_env.engine.model import SEATS


def opponents_seen(
    lineups: NDArray[np.int32], seats: NDArray[np.int8], players: NDArray[np.int64], members: int
) -> NDArray[np.int64]:
    """Return which member of the pool sits in each relative seat, as indices of the critic's table.

    Relative seat r with member m has the index ``r * members + m``. An absent seat, and the seat itself, have
    the last index, ``5 * members``, which stands for nobody.

    Args:
        lineups: The member in each seat, games x 5; -1 for an absent seat.
        seats: The seat that decides in each game.
        players: The number of players of each game.
        members: How many members the pool has, with the learner.
    """
    relative = np.arange(SEATS)
    turned = (seats[:, None].astype(np.int64) + relative) % players[:, None]
    who = np.take_along_axis(lineups, turned, axis=1).astype(np.int64)
    there = (relative > 0) & (relative < players[:, None])
    return np.where(there, relative * members + who, SEATS * members)


class Critic(nn.Module):
    """How much more or less than its value a position is worth to the learner, against these opponents.

    Each pair of a relative seat and a member of the pool has a vector (so the input is a one-hot code of the
    member in each seat). They are added to a layer over the features of the learner's network. The critic
    starts with 0 everywhere, so a warm start keeps its worth, and it does not change those features: what it
    knows never reaches the policy.

    Args:
        features: Numbers in the features of the network.
        members: How many members the pool has, with the learner.
        width: Size of the layer.
    """

    def __init__(self, features: int, members: int, width: int = 128) -> None:
        super().__init__()
        self.layer = nn.Linear(features, width)
        self.seats = nn.EmbeddingBag(SEATS * members + 1, width, mode="sum", padding_idx=SEATS * members)
        self.value = nn.Linear(width, 1)
        nn.init.orthogonal_(self.layer.weight, 2**0.5)
        nn.init.zeros_(self.layer.bias)
        nn.init.zeros_(self.seats.weight)
        nn.init.zeros_(self.value.weight)
        nn.init.zeros_(self.value.bias)

    def forward(self, features: Tensor, opponents: Tensor) -> Tensor:
        """Return what to add to the value; the opponents are indices from `opponents_seen`."""
        hidden = torch.relu(self.layer(features.detach()) + self.seats(opponents))
        more: Tensor = self.value(hidden).float().squeeze(1)
        return more

    def arrays(self) -> dict[str, NDArray[np.float32]]:
        """Return a copy of the weights."""
        return {name: value.detach().cpu().numpy().copy() for name, value in self.state_dict().items()}

    def load_arrays(self, weights: Mapping[str, NDArray[np.float32]]) -> None:
        """Load weights."""
        self.load_state_dict({name: torch.from_numpy(value.copy()) for name, value in weights.items()})
