"""Measures how well a policy plays: games against hand-written bots, on fixed seeds."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from types import MappingProxyType
from typing import Any
from warnings import catch_warnings, simplefilter

import numpy as np

from dixie_agents.base import Agent
from dixie_agents.match import play_matches
from dixie_agents.trained_for import UntrainedGame
from dixie_arena.identity import Identity, load_agent
from dixie_env import Setup, compile_rules
from dixie_env.engine import CompiledRules
from dixie_env.family import EVALUATION_SEED, DrawnFrom, Family
from dixie_env.shares import exact_interval

FIRST_SEED = 900_000_000
"""Far from the seeds of training."""
FAMILY = "family:"
"""Before the name of a rung: the evaluation over a family of games."""
FAMILY_GAMES = 20
"""Different games (board, edition, draft) in the evaluation of a family."""


@dataclass(frozen=True)
class WinShare:
    """The win share of one copy of an agent against identical opponents.

    Attributes:
        rung: Name of the opponents.
        players: Number of players in a game.
        games: How many games were played.
        share: The win share; two that tie have half a win each.
        score: The agent's mean final score.
    """

    rung: str
    players: int
    games: int
    share: float
    score: float

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval: the exact one, since every game has its own seed."""
        return exact_interval(self.share, self.games)

    @property
    def margin(self) -> float:
        """Half the width of the 95 % interval. It is never 0, but the interval need not be symmetric."""
        low, high = self.interval
        return (high - low) / 2

    def as_object(self) -> dict[str, Any]:
        """Return it as plain data, rounded."""
        low, high = self.interval
        data = {**asdict(self), "margin": self.margin, "low": low, "high": high}
        return {key: round(value, 4) if isinstance(value, float) else value for key, value in data.items()}

    def __str__(self) -> str:
        low, high = self.interval
        return (
            f"{self.players} players, against {self.rung}: {self.share:.1%} [{100 * low:.1f}, "
            f"{100 * high:.1f}] (fair: {1 / self.players:.1%})"
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
    rules: Sequence[CompiledRules] = (),
    identities: Mapping[str, Identity] = MappingProxyType({}),
) -> WinShare:
    """Play one copy of an agent against identical opponents, in each seat equally often.

    With ``coalition`` one opponent plays against copies of the agent instead, and share and score are those
    of all copies together. With ``rules`` the games are spread over several boards or editions, with as many
    players as the setup. With ``identities`` opponents must be those (``AnotherAgent``).
    """
    players = setup.players
    rows, seats = np.arange(games), np.arange(games) % players
    lineups = np.full((games, players), 0 if coalition else 1)
    lineups[rows, seats] = 1 if coalition else 0
    seeds = np.arange(seed, seed + games)
    index = None if not rules else rows // players % len(rules)
    played, agents = rules or [compile_rules(setup)], [agent, load_agent(rung, identities.get(rung))]
    results = play_matches(played, agents, lineups, seeds, threads=threads, index=index)
    own = lineups == 0
    shares = np.where(own, results.win_shares, 0).sum(axis=1)
    return WinShare(rung, players, games, float(shares.mean()), float(results.scores[own].mean()))


def evaluate(
    agent: Agent,
    rungs: Sequence[str],
    setups: Sequence[Setup],
    games: int,
    **more: Any,
) -> list[WinShare]:
    """Return the win shares against each rung for each number of players; the rest as for `win_share`."""
    return [win_share(agent, rung, setup, games, **more) for setup in setups for rung in rungs]


def family_rules(family: Family, setup: Setup, count: int = FAMILY_GAMES) -> list[CompiledRules]:
    """Return fixed games of a family for evaluation, always the same ones.

    Editions and drafts take turns, and so do boards; drawn boards have seeds of evaluation, which no training
    has seen.
    """
    drafts = [choice.value for choice in family.drafts]
    editions = [choice.value for choice in family.editions]
    boards = [choice.value for choice in family.boards]
    found = []
    for number in range(count):
        board = boards[number % len(boards)]
        if isinstance(board, DrawnFrom):
            board = board.draw(EVALUATION_SEED, number)
        edition = editions[number // len(boards) % len(editions)]
        draft = drafts[number // len(boards) // len(editions) % len(drafts)]
        found.append(compile_rules(setup.replace(edition=edition, board=board, draft=draft)))
    return found


def evaluate_family(agent: Agent, rung: str, family: Family, games: int, **more: Any) -> list[WinShare]:
    """Return the win shares over fixed games of a family, for each number of players.

    Their rung is called ``family:RUNG``. A family with a single game has none. The rest is as for
    `win_share`.
    """
    if family.is_single:
        return []
    found = []
    with catch_warnings():
        simplefilter("ignore", UntrainedGame)  # the opponents may have been trained for less
        for setup in family:
            rules = family_rules(family, setup)
            share = win_share(agent, rung, setup, games, rules=rules, **more)
            found.append(replace(share, rung=f"{FAMILY}{rung}"))
    return found
