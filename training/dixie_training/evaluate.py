"""Measures how well a policy plays: games against hand-written bots, on fixed seeds."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from math import sqrt
from typing import Any

import numpy as np

from dixie_agents.base import Agent
from dixie_agents.match import play_matches
from dixie_agents.registry import make_agent
from dixie_env import Setup, compile_rules

FIRST_SEED = 900_000_000
"""Far from the seeds of training."""
CONFIDENCE = 1.96


@dataclass(frozen=True)
class WinShare:
    """The win share of one copy of an agent against identical opponents.

    Attributes:
        rung: Name of the opponents.
        players: Number of players in a game.
        games: How many games were played.
        share: The win share; two that tie have half a win each.
        margin: Half the width of the 95 % interval.
        score: The agent's mean final score.
    """

    rung: str
    players: int
    games: int
    share: float
    margin: float
    score: float

    def as_object(self) -> dict[str, Any]:
        """Return it as plain data, rounded."""
        return {
            key: round(value, 4) if isinstance(value, float) else value for key, value in asdict(self).items()
        }

    def __str__(self) -> str:
        return (
            f"{self.players} players, against {self.rung}: {self.share:.1%} ± {self.margin:.1%} "
            f"(fair: {1 / self.players:.1%})"
        )


def win_share(
    agent: Agent,
    rung: str,
    setup: Setup,
    games: int,
    *,
    seed: int = FIRST_SEED,
    coalition: bool = False,
    threads: int = 1,
) -> WinShare:
    """Play one copy of an agent against identical opponents, in each seat equally often.

    With ``coalition`` one opponent plays against copies of the agent instead, and share and score are those
    of all copies together.
    """
    players = setup.players
    rows, seats = np.arange(games), np.arange(games) % players
    lineups = np.full((games, players), 0 if coalition else 1)
    lineups[rows, seats] = 1 if coalition else 0
    seeds = np.arange(seed, seed + games)
    rules, agents = compile_rules(setup), [agent, make_agent(rung)]
    results = play_matches(rules, agents, lineups, seeds, threads=threads)
    own = lineups == 0
    shares = np.where(own, results.win_shares, 0).sum(axis=1)
    margin = CONFIDENCE * float(shares.std()) / sqrt(games)
    return WinShare(rung, players, games, float(shares.mean()), margin, float(results.scores[own].mean()))


def evaluate(
    agent: Agent,
    rungs: Sequence[str],
    setups: Sequence[Setup],
    games: int,
    *,
    coalition: bool = False,
    threads: int = 1,
) -> list[WinShare]:
    """Return the win shares against each rung for each number of players."""
    return [
        win_share(agent, rung, setup, games, coalition=coalition, threads=threads)
        for setup in setups
        for rung in rungs
    ]
