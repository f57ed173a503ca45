"""Trained policies as agents. The network is compiled, so playing does not need torch.

The network has a shared trunk of fully connected layers with ReLU, a head with a logit for each option, and
a head for the value. Two more heads are optional: `winner` has a logit for each relative seat to win,
`scores` its final score, divided by 60. Illegal options are never chosen: their logits are ignored. A policy
gets the observation that it was trained with (`Policy.observation`), wherever it plays.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from dixie_agents.base import Decisions
from dixie_agents.bots import CompiledAgent
from dixie_agents.compiled.bots import BEST, SAMPLED, CompiledBot
from dixie_agents.compiled.network import CompiledNet
from dixie_agents.fingerprint import digest
from dixie_env import DixieError, ObservationSpec
from dixie_env.engine.model import OPTION_COUNT, SEATS

OPTIONS = OPTION_COUNT
USUAL = ObservationSpec()
HIGHEST_TEMPERATURE = 100.0
TEMPERATURES = (
    f"the temperature must be a number from 0 (the best option) to {HIGHEST_TEMPERATURE:.0f}; "
    "1 plays the policy's probabilities"
)
Weights = Mapping[str, NDArray[np.float32]]


HEADS = ("winner", "scores")
"""The optional heads of a network: who wins, and the final scores, by relative seat."""


def weight_shapes(
    observation_size: int, hidden: Sequence[int], heads: Sequence[str] = ()
) -> dict[str, tuple[int, ...]]:
    """Return the name and shape of every array of a network, as in a file of weights."""
    sizes = [observation_size, *hidden]
    shapes: dict[str, tuple[int, ...]] = {}
    for layer, (inputs, outputs) in enumerate(pairwise(sizes)):
        shapes[f"trunk.{layer}.weight"] = (outputs, inputs)
        shapes[f"trunk.{layer}.bias"] = (outputs,)
    for head, outputs in (("policy", OPTIONS), ("value", 1), *((head, SEATS) for head in heads)):
        shapes[f"{head}.weight"] = (outputs, sizes[-1])
        shapes[f"{head}.bias"] = (outputs,)
    return shapes


def heads_of(weights: Iterable[str]) -> tuple[str, ...]:
    """Return which optional heads these weights have, from the names of the arrays."""
    names = set(weights)
    return tuple(head for head in HEADS if f"{head}.weight" in names)


class Policy:
    """A network for playing, not for training.

    Args:
        weights: Arrays with the names and shapes of `weight_shapes`.
        observation: The observation it was trained with.
        fingerprint: The checksum of its card. Weights without a card get one computed from them.
    """

    def __init__(self, weights: Weights, observation: ObservationSpec = USUAL, fingerprint: str = "") -> None:
        layers = sum(name.startswith("trunk.") for name in weights) // 2
        names = [*(f"trunk.{layer}" for layer in range(layers)), "policy", "value"]
        layer_arrays = [(weights[f"{name}.weight"].T, weights[f"{name}.bias"]) for name in names]
        more = {head: (weights[f"{head}.weight"].T, weights[f"{head}.bias"]) for head in heads_of(weights)}
        self.net = CompiledNet(layer_arrays, **observation.arguments, **more)
        self.observation = observation
        self._fingerprint = fingerprint
        self._weights = weights

    @property
    def fingerprint(self) -> str:
        """What identifies the policy."""
        if not self._fingerprint:
            arrays = sorted(self._weights.items())
            parts = (part for name, array in arrays for part in (name, array.tobytes()))
            self._fingerprint = digest(repr(self.observation), *parts)
        return self._fingerprint

    def evaluate(self, observations: NDArray[np.float32]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Return the logits of the options (before masking) and the value, for each observation."""
        return self.net.evaluate(observations)

    def win_shares(
        self, observations: NDArray[np.float32], players: int | NDArray[np.integer]
    ) -> NDArray[np.float64]:
        """Return how likely each seat is to win, one row for each observation; ties count as shares.

        Columns are relative seats: 0 is the seat that observes. Absent seats have 0.

        Args:
            observations: What the seats observe.
            players: The number of players, one for all or one for each observation.

        Raises:
            DixieError: The policy has no head that predicts who wins.
        """
        if not self.net.has_winner:
            raise DixieError("this policy does not predict who wins: it was trained without winner_coef")
        logits = self.net.results(observations)[0].astype(np.float64)
        present = np.arange(SEATS) < np.broadcast_to(players, len(logits))[:, None]
        logits = np.where(present, logits, -np.inf)
        shares = np.exp(logits - logits.max(axis=1, keepdims=True))
        return np.asarray(shares / shares.sum(axis=1, keepdims=True))

    def best(self, observations: NDArray[np.float32], masks: NDArray[np.uint8]) -> NDArray[np.int64]:
        """Return the legal option with the largest logit, for each observation."""
        numbers, _ = self.evaluate(observations)
        return np.asarray(np.where(masks.astype(np.bool_), numbers, -np.inf).argmax(axis=1), np.int64)


def check_temperature(temperature: float) -> float:
    """Return a temperature, or raise an error that says which ones there are.

    Raises:
        ValueError: It is not a number from 0 to 100.
    """
    if not 0 <= temperature <= HIGHEST_TEMPERATURE:
        raise ValueError(f"{TEMPERATURES}; found {temperature}")
    return float(temperature)


class PolicyAgent(CompiledAgent):
    """Plays a policy.

    Args:
        name: The name that results use.
        policy: The network.
        temperature: How much it mixes. At 0 it always chooses the option with the largest logit and ignores
            the keys. Above 0 it draws an option with the key of the decision, with probabilities
            proportional to those of the policy to the power of 1 / temperature.
        usual_temperature: The temperature of the policy's card.
    """

    searches = False

    def __init__(
        self, name: str, policy: Policy, temperature: float = 0.0, usual_temperature: float = 0.0
    ) -> None:
        self.temperature = check_temperature(temperature)
        mixes = self.temperature > 0
        bot = CompiledBot(SAMPLED if mixes else BEST, net=policy.net, temperature=self.temperature)
        super().__init__(name, bot)
        self.policy = policy
        self.observation = policy.observation
        self._is_usual = self.temperature == usual_temperature

    def fingerprint(self) -> str:
        """Return the checksum of the policy's card, which covers card and weights.

        A temperature other than the card's makes another agent, with another fingerprint.
        """
        own = self.policy.fingerprint
        return own if self._is_usual else digest("temperature", repr(self.temperature), own)

    def act(self, decisions: Decisions) -> NDArray[np.int64]:
        """Choose for each observation."""
        if self.temperature == 0:
            return self.policy.best(decisions.observations, decisions.masks)
        masks = decisions.masks.astype(np.uint8, copy=False)
        return self.policy.net.draw(decisions.observations, masks, decisions.keys, self.temperature)
