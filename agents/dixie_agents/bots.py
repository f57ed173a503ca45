"""The compiled players as agents."""

import math
import pickle

import numpy as np
from numpy.typing import NDArray

from dixie_agents.base import Agent, Decisions
from dixie_agents.compiled.bots import MCTS, CompiledBot, choose_from_mask
from dixie_agents.fingerprint import fingerprint_built_in
from dixie_agents.weights import BALANCED
from dixie_env import Game
from dixie_env.engine import option_name


class CompiledAgent(Agent):
    """A player written in Cython. A match of such players runs without Python; alone it is like any agent.

    Whatever game it is handed, it looks only at a copy in which everything its seat can't know is drawn anew
    from the key of the decision.
    """

    searches = True

    def __init__(self, name: str, bot: CompiledBot) -> None:
        self.name = name
        self.bot = bot

    def fingerprint(self) -> str:
        """Return what identifies it: its name, and the code and numbers that it is made of."""
        return self._fingerprint or fingerprint_built_in(self.name, repr(pickle.dumps(self.bot, protocol=4)))

    def act(self, decisions: Decisions) -> NDArray[np.int64]:
        """Choose for each game."""
        if decisions.games is None:
            raise ValueError(f"the agent {self.name!r} looks ahead: it needs the games of its decisions")
        pairs = zip(decisions.games, decisions.keys.tolist(), strict=True)
        return np.array([self.bot.choose(game, key) for game, key in pairs], np.int64)


class RandomAgent(CompiledAgent):
    """Uniform over the options, so a mask is all it needs."""

    searches = False

    def act(self, decisions: Decisions) -> NDArray[np.int64]:
        """Choose for each mask."""
        pairs = zip(np.ascontiguousarray(decisions.masks), decisions.keys.tolist(), strict=True)
        return np.array([choose_from_mask(mask, key) for mask, key in pairs], np.int64)


EXPLORATION = 0.6
"""How much an option's prior counts against its value so far."""
TEMPERATURE = 1.5
"""Points between two options, by the lookahead, of which one's prior is e times the other's."""
SHORTEST, LONGEST = 32, 256
"""Decisions that a playout makes below the tree: a round of four players, or the rest of most games."""
COST = 2.2e-6
"""Roughly the seconds that a decision of a playout takes."""


def horizon_of(iterations: int, seconds: float) -> int:
    """Return how long playouts are: the more of them, the longer, for both matter.

    With few, the noise of a long playout would hide what the first choices are worth; with many, it averages
    out, and what is seen of the game to come counts. Four times the iterations have playouts twice as long.
    """
    if iterations == 0:
        iterations = int((seconds / COST / SHORTEST * math.sqrt(10)) ** (2 / 3))
    return min(max(round(SHORTEST * math.sqrt(iterations / 10)), SHORTEST), LONGEST)


def search_settings(iterations: int, seconds: float, exploration: float) -> dict[str, float]:
    """Return what a compiled search is told."""
    if (iterations > 0) == (seconds > 0):
        raise ValueError(f"a search has iterations or seconds, not {iterations} and {seconds}")
    return {
        "iterations": iterations,
        "seconds": seconds,
        "exploration": exploration,
        "temperature": TEMPERATURE,
        "horizon": horizon_of(iterations, seconds),
    }


class ExplainingAgent(CompiledAgent):
    """A player that searches, and can say what it found."""

    def explain(self, game: Game, key: int) -> list[tuple[str, int, float]]:
        """Search a decision, and return name, visits and value of each option, the most visited first.

        The first is the option that ``act`` chooses with the same key. A value is the mean share of the win
        for the seat that decides. Options that are plainly foolish are not searched and not listed.
        """
        assert game.seat is not None, "the game is over: no decision is asked"
        seat, players = game.seat, game.players
        found = self.bot.findings(game, key)
        return [(option_name(option, seat, players), visits, value) for option, visits, value, _ in found]


class SearchAgent(ExplainingAgent):
    """Monte Carlo tree search, with the evaluation of ``balanced``.

    Args:
        name: As results call it.
        iterations: Of the search, for each decision; 0 for as many as the time allows.
        seconds: For each decision, if iterations are 0. Such an agent is not ``repeatable``.
    """

    def __init__(self, name: str, iterations: int, seconds: float = 0.0) -> None:
        settings = search_settings(iterations, seconds, EXPLORATION)
        super().__init__(name, CompiledBot(MCTS, BALANCED, 1, settings))
        self.repeatable = iterations > 0
