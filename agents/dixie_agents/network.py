"""The policy network in torch, for training. Playing does not need torch: see `dixie_agents.policy`."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from dixie_agents.policy import HEADS, OPTIONS, Weights
from dixie_env.engine.model import SEATS

ILLEGAL = -1e9
"""The logit of an illegal option: probability 0 and no gradient."""


class Network(nn.Module):
    """One shared trunk, a head for the options, a head for the value, and perhaps heads for the result.

    Args:
        observation_size: Numbers in an observation.
        hidden: Sizes of the trunk's layers.
        heads: Optional heads: `winner` and `scores`; see `dixie_agents.policy`.
    """

    def __init__(
        self, observation_size: int, hidden: Sequence[int] = (256, 256), heads: Sequence[str] = ()
    ) -> None:
        super().__init__()
        self.observation_size = observation_size
        self.hidden = tuple(hidden)
        sizes = [observation_size, *hidden]
        self.trunk = nn.ModuleList(_layer(inputs, outputs, 2**0.5) for inputs, outputs in pairwise(sizes))
        self.policy = _layer(sizes[-1], OPTIONS, 0.01)
        self.value = _layer(sizes[-1], 1, 1.0)
        self.winner = _layer(sizes[-1], SEATS, 0.01) if "winner" in heads else None
        self.scores = _layer(sizes[-1], SEATS, 0.1) if "scores" in heads else None

    def features(self, observations: Tensor) -> Tensor:
        """Return what the heads read: the output of the trunk."""
        trunk = observations
        for layer in self.trunk:
            trunk = torch.relu(layer(trunk))
        return trunk

    def heads(self, observations: Tensor) -> tuple[Tensor, Tensor]:
        """Return a logit for each option, legal or not, and values. Both are always 32-bit."""
        return self.choices(self.features(observations))

    def choices(self, features: Tensor) -> tuple[Tensor, Tensor]:
        """Return what `heads` does, from the features."""
        return self.policy(features).float(), self.value(features).float().squeeze(1)

    def results(self, features: Tensor) -> dict[str, Tensor]:
        """Return what the optional heads say, by their names, one column for each relative seat."""
        heads = {"winner": self.winner, "scores": self.scores}
        return {name: head(features).float() for name, head in heads.items() if head is not None}

    def forward(self, observations: Tensor, masks: Tensor) -> tuple[Tensor, Tensor]:
        """Return the log-probabilities of the options (about -1e9 for illegal ones) and values."""
        return self.log_choices(self.features(observations), masks)

    def log_choices(self, features: Tensor, masks: Tensor) -> tuple[Tensor, Tensor]:
        """Return what `forward` does, from the features."""
        logits, values = self.choices(features)
        return torch.log_softmax(logits.masked_fill(~masks, ILLEGAL), dim=1), values

    def arrays(self) -> dict[str, NDArray[np.float32]]:
        """Return a copy of the weights in the format of `dixie_agents.policy`."""
        return {name: value.detach().cpu().numpy().copy() for name, value in self.state_dict().items()}

    def load_arrays(self, weights: Weights) -> None:
        """Load weights.

        Weights without one of the optional heads leave it as it is. A head that the network lacks is ignored.
        """
        own, absent = self.state_dict(), {name for name in HEADS if getattr(self, name) is None}
        kept = {name: value for name, value in weights.items() if name.partition(".")[0] not in absent}
        missing = {name: value for name, value in own.items() if name.partition(".")[0] in HEADS}
        found = {name: torch.from_numpy(value.copy()) for name, value in kept.items()}
        self.load_state_dict({**missing, **found})


def draw(chances: Tensor, rng: torch.Generator | None = None) -> Tensor:
    """Draw an option from each row of log-probabilities; six times as fast as `torch.multinomial`."""
    sums = _exp(chances).cumsum(dim=1)
    # above 0 and at most the sum: an illegal option, whose e^-80 is lost in the sum, is never drawn
    drawn = torch.rand(len(chances), 1, generator=rng).to(chances.device)  # the same ones on every device
    target = (1 - drawn) * sums[:, -1:]
    return torch.searchsorted(sums, target).squeeze(1)


def _exp(chances: Tensor) -> Tensor:
    """`exp` of -1e9, for illegal options, takes a slow path; e^-80 is small enough."""
    return chances.clamp(min=-80).exp_()


class Choice(torch.autograd.Function):
    """Log-probability of the option chosen, and entropy, from logits and masks.

    Both gradients are written out. With probabilities p, their logarithms l and entropy H, the gradient of l
    for the chosen option is (1 for that option, else 0) - p, and that of H is -p (l + H). Applying the chain
    rule to separate operations would take three times as many passes over the matrix.
    """

    @staticmethod
    def forward(ctx: Any, logits: Tensor, masks: Tensor, options: Tensor) -> tuple[Tensor, Tensor]:
        """Return both, one number for each row."""
        chances = torch.log_softmax(logits.masked_fill(~masks, ILLEGAL), dim=1)
        shares = _exp(chances)
        entropy = -torch.linalg.vecdot(shares, chances)
        ctx.save_for_backward(chances, shares, entropy, options)
        return chances.gather(1, options[:, None]).squeeze(1), entropy

    @staticmethod
    def backward(ctx: Any, *gradients: Tensor) -> tuple[Tensor, None, None]:
        """Return the gradient of the logits."""
        chances, shares, entropy, options = ctx.saved_tensors
        of_chance, of_entropy = gradients
        gradient = chances * of_entropy[:, None]
        gradient += (of_chance + of_entropy * entropy)[:, None]
        gradient *= shares
        gradient.neg_()
        gradient.scatter_add_(1, options[:, None], of_chance[:, None])
        return gradient, None, None


def choice(logits: Tensor, masks: Tensor, options: Tensor) -> tuple[Tensor, Tensor]:
    """Return the log-probability of the option chosen in each row, and the entropy."""
    chosen: tuple[Tensor, Tensor] = Choice.apply(logits, masks, options)  # type: ignore[no-untyped-call]
    return chosen


def _layer(inputs: int, outputs: int, gain: float) -> nn.Linear:
    layer = nn.Linear(inputs, outputs)
    nn.init.orthogonal_(layer.weight, gain)
    nn.init.zeros_(layer.bias)
    return layer
