"""Tree search on top of a trained policy: its priors say what to try, its values how a try turned out.

The tree has the decisions of the searching seat only; all other seats play the policy, with luck. Open loop:
a node stands for a sequence of own choices, and every iteration draws anew what the seat can't know. An
iteration walks down by PUCT, adds one node, and takes the value there, or the result where the game is over.

The games of a batch are searched together, so that each pass of the network serves them all.
"""

from dataclasses import dataclass, field
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from agents.base import Agent, Decisions
from agents.policy import Policy
from dixie_env import Game
from dixie_env.rewards import Reward, rewards_of

EXPLORATION = 1.0
"""How much an option's prior counts against its value so far."""
SURE = 0.98
"""An option with this prior is taken without a search."""
DEEPEST = 16
"""Own choices on one path through the tree."""


class _Node:
    """A sequence of own choices: what was tried after it, and how that went."""

    def __init__(self, priors: NDArray[np.float64], value: float) -> None:
        self.priors = priors
        self.value = value
        self.visits = np.zeros(len(priors), np.int64)
        self.sums = np.zeros(len(priors))
        self.children: dict[int, _Node] = {}

    def select(self, legal: NDArray[np.bool_]) -> int:
        total = int(self.visits.sum())
        means = np.where(self.visits > 0, self.sums / np.maximum(self.visits, 1), self.value)
        scores = means + EXPLORATION * self.priors * sqrt(total + 1) / (1 + self.visits)
        return int(np.where(legal, scores, -np.inf).argmax())


@dataclass
class _Walk:
    """One iteration of one search, under way."""

    root: _Node
    seat: int
    game: Game
    luck: np.random.Generator
    node: _Node | None
    path: list[tuple[_Node, int]] = field(default_factory=list)


class GuidedSearch(Agent):
    """Searches with a policy.

    Args:
        name: As results call it.
        policy: The network.
        reward: What its values are about.
        iterations: Of the search, for each decision.
    """

    searches = True

    def __init__(self, name: str, policy: Policy, reward: Reward, iterations: int) -> None:
        self.name = name
        self.policy = policy
        self.reward = reward
        self.iterations = iterations

    def act(self, decisions: Decisions) -> NDArray[np.int64]:
        """Choose for each game."""
        if decisions.games is None:
            raise ValueError(f"the agent {self.name!r} looks ahead: it needs the games of its decisions")
        priors, values = self._evaluate(decisions.observations, decisions.masks)
        answers = priors.argmax(axis=1)
        searched = np.flatnonzero(priors.max(axis=1) < SURE).tolist()
        roots = {row: _Node(priors[row], self._worth(values[row], decisions.games[row])) for row in searched}
        luck = {row: np.random.Generator(np.random.PCG64(int(decisions.keys[row]))) for row in searched}
        for _ in range(self.iterations):
            walks = []
            for row in searched:
                game = decisions.games[row]
                assert game.seat is not None, "the game is over: no decision is asked"
                drawn = game.resample(game.seat, int(luck[row].integers(1 << 62)))
                walks.append(_Walk(roots[row], game.seat, drawn, luck[row], roots[row]))
            while walks:
                walks = self._advance(walks)
        for row, root in roots.items():
            best = root.visits.max()
            answers[row] = int(np.where(root.visits == best, root.priors, -1).argmax())
        return np.asarray(answers, np.int64)

    def _advance(self, walks: list[_Walk]) -> list[_Walk]:
        """Make one decision in every walk; return those that go on."""
        going, asked = [], []
        for walk in walks:
            game = walk.game
            if game.over:
                self._back(walk, float(rewards_of(game.state, self.reward)[walk.seat]))
            elif game.seat == walk.seat and walk.node is not None and len(walk.path) < DEEPEST:
                option = walk.node.select(game.mask().view(np.bool_))
                walk.path.append((walk.node, option))
                walk.node = walk.node.children.get(option)
                game.step(option)
                going.append(walk)
            else:
                asked.append(walk)
        if not asked:
            return going
        observations = np.stack([walk.game.observe() for walk in asked])
        masks = np.stack([walk.game.mask() for walk in asked]).view(np.uint8)
        priors, values = self._evaluate(observations, masks)
        for walk, prior, value in zip(asked, priors, values, strict=True):
            if walk.game.seat == walk.seat:
                worth = self._worth(value, walk.game)
                node, option = walk.path[-1]
                node.children.setdefault(option, _Node(prior, worth))
                self._back(walk, worth)
            else:
                walk.game.step(int((prior / walk.luck.exponential(size=prior.shape)).argmax()))
                going.append(walk)
        return going

    def _back(self, walk: _Walk, worth: float) -> None:
        for node, option in walk.path:
            node.visits[option] += 1
            node.sums[option] += worth

    def _worth(self, value: float, game: Game) -> float:
        """Return what the end will pay: values of a shaped reward lack what shaping has paid already."""
        if not self.reward.shaping:
            return float(value)
        pit = int(game.rules.array["pit"][0])
        return float(value + self.reward.potential(np.atleast_1d(game.state), pit)[0, game.seat])

    def _evaluate(
        self, observations: NDArray[np.float32], masks: NDArray[np.uint8]
    ) -> tuple[NDArray[np.float64], NDArray[np.float32]]:
        """Return probabilities of the options, and values."""
        numbers, values = self.policy.evaluate(observations)
        numbers = np.where(masks.astype(np.bool_), numbers, -np.inf).astype(np.float64)
        chances = np.exp(numbers - numbers.max(axis=1, keepdims=True))
        return chances / chances.sum(axis=1, keepdims=True), values
