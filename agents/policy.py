"""Trained policies as agents: a forward pass in numpy, so that playing needs no torch.

The network is one shared trunk of fully connected layers with ReLU, a head with a number for each of the 157
options, and a head with one number for the value. An illegal option can't be chosen: its number is ignored.
"""

from collections.abc import Mapping, Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from agents.base import Agent, Decisions

OPTIONS = 157
ROWS = 64
"""Decisions are computed in blocks of exactly this many rows: matrix products of another shape may round
differently, and a choice must not depend on how decisions are put together into batches."""

Weights = Mapping[str, NDArray[np.float32]]


def weight_shapes(observation_size: int, hidden: Sequence[int]) -> dict[str, tuple[int, ...]]:
    """Return the name and shape of every array of a network, as a file of weights has them."""
    sizes = [observation_size, *hidden]
    shapes: dict[str, tuple[int, ...]] = {}
    for layer, (inputs, outputs) in enumerate(pairwise(sizes)):
        shapes[f"trunk.{layer}.weight"] = (outputs, inputs)
        shapes[f"trunk.{layer}.bias"] = (outputs,)
    for head, outputs in (("policy", OPTIONS), ("value", 1)):
        shapes[f"{head}.weight"] = (outputs, sizes[-1])
        shapes[f"{head}.bias"] = (outputs,)
    return shapes


class Policy:
    """A network that is played, not trained.

    Args:
        weights: Arrays with the names and shapes of `weight_shapes`.
    """

    def __init__(self, weights: Weights) -> None:
        layers = sum(name.startswith("trunk.") for name in weights) // 2
        names = [*(f"trunk.{layer}" for layer in range(layers)), "policy", "value"]
        self._weights = [np.ascontiguousarray(weights[f"{name}.weight"].T) for name in names]
        self._biases = [np.asarray(weights[f"{name}.bias"]) for name in names]
        self.observation_size = self._weights[0].shape[0]

    @property
    def layers(self) -> list[tuple[NDArray[np.float32], NDArray[np.float32]]]:
        """Weights (inputs x outputs) and biases: the trunk from below, then the heads: options, value."""
        return list(zip(self._weights, self._biases, strict=True))

    def evaluate(self, observations: NDArray[np.float32]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Return a number for each option (before masking) and the value, for each observation."""
        count = len(observations)
        numbers = np.empty((count, OPTIONS), np.float32)
        values = np.empty(count, np.float32)
        block = np.zeros((ROWS, self.observation_size), np.float32)
        for low in range(0, count, ROWS):
            high = min(low + ROWS, count)
            block[: high - low] = observations[low:high]
            trunk = block
            for weight, bias in zip(self._weights[:-2], self._biases[:-2], strict=True):
                trunk = np.maximum(trunk @ weight + bias, 0)
            numbers[low:high] = (trunk @ self._weights[-2] + self._biases[-2])[: high - low]
            values[low:high] = (trunk @ self._weights[-1] + self._biases[-1])[: high - low, 0]
        return numbers, values

    def best(self, observations: NDArray[np.float32], masks: NDArray[np.uint8]) -> NDArray[np.int64]:
        """Return the legal option with the largest number, for each observation."""
        numbers, _ = self.evaluate(observations)
        return np.asarray(np.where(masks.astype(np.bool_), numbers, -np.inf).argmax(axis=1), np.int64)


class PolicyAgent(Agent):
    """Plays a policy: always the option that it finds best, so the luck of decisions is not used."""

    def __init__(self, name: str, policy: Policy) -> None:
        self.name = name
        self.policy = policy

    def act(self, decisions: Decisions) -> NDArray[np.int64]:
        """Choose for each observation."""
        return self.policy.best(decisions.observations, decisions.masks)
