"""The compiled bots as agents."""

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
    """A bot written in Cython. Matches of compiled bots run without Python.

    It never looks at the true game, only at a copy in which everything that its seat can't know is resampled
    with the key of the decision.
    """

    searches = True

    def __init__(self, name: str, bot: CompiledBot) -> None:
        self.name = name
        self.bot = bot

    def fingerprint(self) -> str:
        """Return what identifies the bot: its name, code and weights."""
        return self._fingerprint or fingerprint_built_in(self.name, repr(pickle.dumps(self.bot, protocol=4)))

    def act(self, decisions: Decisions) -> NDArray[np.int64]:
        """Choose for each game."""
        if decisions.games is None:
            raise ValueError(f"the agent {self.name!r} looks ahead and needs the games of its decisions")
        pairs = zip(decisions.games, decisions.keys.tolist(), strict=True)
        return np.array([self.bot.choose(game, key) for game, key in pairs], np.int64)


class RandomAgent(CompiledAgent):
    """Chooses uniformly among the legal options. It needs only the mask."""

    searches = False

    def act(self, decisions: Decisions) -> NDArray[np.int64]:
        """Choose for each mask."""
        pairs = zip(np.ascontiguousarray(decisions.masks), decisions.keys.tolist(), strict=True)
        return np.array([choose_from_mask(mask, key) for mask, key in pairs], np.int64)


EXPLORATION = 0.6
"""Weight of an option's prior relative to its value so far."""
TEMPERATURE = 1.5
"""Difference in lookahead points that makes one option's prior e times another's."""
SHORTEST, LONGEST = 32, 256
"""Decisions in a playout below the tree: a round of four players, or the rest of most games."""
COST = 2.2e-6
"""Approximate seconds for one decision of a playout."""


def horizon_of(iterations: int, seconds: float) -> int:
    """Return the length of a playout. More iterations get longer playouts.

    With few iterations, the noise of long playouts would hide the value of the first choices. With many, the
    noise averages out, and looking further ahead helps. Four times the iterations double the length.
    """
    if iterations == 0:
        iterations = int((seconds / COST / SHORTEST * math.sqrt(10)) ** (2 / 3))
    return min(max(round(SHORTEST * math.sqrt(iterations / 10)), SHORTEST), LONGEST)


def search_settings(iterations: int, seconds: float, exploration: float) -> dict[str, float]:
    """Return the settings of a compiled search."""
    if (iterations > 0) == (seconds > 0):
        raise ValueError(f"a search needs iterations or seconds, not {iterations} and {seconds}")
    return {
        "iterations": iterations,
        "seconds": seconds,
        "exploration": exploration,
        "temperature": TEMPERATURE,
        "horizon": horizon_of(iterations, seconds),
    }


class ExplainingAgent(CompiledAgent):
    """A bot that searches and can report what it found."""

    def explain(self, game: Game, key: int) -> list[tuple[str, int, float]]:
        """Search a decision and return the name, visits and value of each option, most visited first.

        ``act`` chooses the first one when it gets the same key, unless it has a temperature. A value is the
        mean win share of the seat that decides. Clearly bad options are neither searched nor listed.
        """
        assert game.seat is not None, "the game is over: there is nothing to decide"
        seat, players = game.seat, game.players
        found = self.bot.findings(game, key)
        return [(option_name(option, seat, players), visits, value) for option, visits, value, _ in found]


class SearchAgent(ExplainingAgent):
    """Monte Carlo tree search, with the evaluation of ``balanced``.

    Args:
        name: The name that results use.
        iterations: Search iterations per decision; 0 for as many as the time allows.
        seconds: Seconds per decision if ``iterations`` is 0. Such an agent is not ``repeatable``.
    """

    def __init__(self, name: str, iterations: int, seconds: float = 0.0) -> None:
        settings = search_settings(iterations, seconds, EXPLORATION)
        super().__init__(name, CompiledBot(MCTS, BALANCED, 1, settings))
        self.repeatable = iterations > 0
