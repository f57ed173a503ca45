"""The policy network in torch, for learning. Playing does not need it: see `agents.policy`."""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from agents.policy import OPTIONS, Weights

ILLEGAL = -1e9
"""Stands for the logit of an illegal option: probability 0, and no gradient."""


class Network(nn.Module):
    """One shared trunk, a head for the options and a head for the value."""

    def __init__(self, observation_size: int, hidden: Sequence[int] = (256, 256)) -> None:
        super().__init__()
        self.observation_size = observation_size
        self.hidden = tuple(hidden)
        sizes = [observation_size, *hidden]
        self.trunk = nn.ModuleList(_layer(inputs, outputs, 2**0.5) for inputs, outputs in pairwise(sizes))
        self.policy = _layer(sizes[-1], OPTIONS, 0.01)
        self.value = _layer(sizes[-1], 1, 1.0)

    def forward(self, observations: Tensor, masks: Tensor) -> tuple[Tensor, Tensor]:
        """Return log-probabilities of the options, those of illegal ones about -1e9, and values."""
        trunk = observations
        for layer in self.trunk:
            trunk = torch.relu(layer(trunk))
        logits = (
            self.policy(trunk).float().masked_fill(~masks, ILLEGAL)
        )  # float: it may have come in bfloat16
        return torch.log_softmax(logits, dim=1), self.value(trunk).float().squeeze(1)

    def arrays(self) -> dict[str, NDArray[np.float32]]:
        """Return a copy of the weights as `agents.policy` wants them."""
        return {name: value.detach().cpu().numpy().copy() for name, value in self.state_dict().items()}

    def load_arrays(self, weights: Weights) -> None:
        """Take over weights."""
        self.load_state_dict({name: torch.from_numpy(value.copy()) for name, value in weights.items()})


def _layer(inputs: int, outputs: int, gain: float) -> nn.Linear:
    layer = nn.Linear(inputs, outputs)
    nn.init.orthogonal_(layer.weight, gain)
    nn.init.zeros_(layer.bias)
    return layer
