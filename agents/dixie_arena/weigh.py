"""How well a board fits the evidence: play games on it, and compare them with what people said.

Every seat of every game draws its agent from the pool, independently of the others. A **summary** (say, the
share of games that use more than 5 markers worth 1) is the mean of its values with 3, 4 and 5 players. Its
**excess** is what is above the bound of the statement, and

    log weight = - 1/2 * sum over statements of  excess^2 / (tolerance^2 + luck + players)

where ``luck`` is the variance of the summary's estimate and ``players`` its variance between the agents of
the pool: how far it moves with who sits at the table. For that, the value of a game is fitted by least
squares to the share of its seats that each agent holds; ``players`` is the variance of the coefficients, one
for each agent, less what luck alone adds to it. (Tables of one agent alone are another matter: what agents
do to each other is not additive.) Statements of one group count as one, the one with the smallest log weight.

Markers are counted from the final states, in games where their number is no limit: the bonus of
`servant_bonus` and `ring_bonus` is one marker worth 2, and each point of a track space one worth 1.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from dixie_agents.base import Agent
from dixie_agents.match import Results, play_matches
from dixie_env import make_rules
from dixie_env.boards.evidence import SUMMARIES, Evidence, Statement, Summary
from dixie_env.config import Board
from dixie_env.engine.words import REWARD_SOURCES

__all__ = ["Fit", "Games", "Weighing", "play_board", "summarize", "weigh"]

CONFIDENCE = 0.95
MARKERS = 5
TOP_SCORE = 20
TWO = 2
FEWEST = 10
"""Games for each number of players; with fewer, nothing can be said of luck."""


@dataclass(frozen=True)
class Games:
    """What was counted in the games of one number of players.

    Attributes:
        players: Number of players.
        lineups: Games x players: which agent sat where.
        values: For each summary a value for each game: the share of its seats, or 0 or 1.
    """

    players: int
    lineups: NDArray[np.int32]
    values: Mapping[Summary, NDArray[np.float64]]


@dataclass(frozen=True)
class Fit:
    """How well a board fits one statement.

    Attributes:
        statement: The statement.
        value: The summary.
        low: Lower end of its 95 % interval (Korn and Graubard).
        high: Upper end.
        by_players: The summary with each number of players.
        excess: How far it is from what was said.
        luck: Variance of the summary's estimate.
        spread: Variance of the summary between the agents.
        log_weight: The statement's own log weight.
        counts: Whether it is in the sum: another one of its group may be worse.
    """

    statement: Statement
    value: float
    low: float
    high: float
    by_players: Mapping[int, float]
    excess: float
    luck: float
    spread: float
    log_weight: float
    counts: bool

    def as_object(self) -> dict[str, Any]:
        """Return it for JSON."""
        return {
            "key": self.statement.key,
            "value": self.value,
            "interval": [self.low, self.high],
            "by_players": {str(players): value for players, value in self.by_players.items()},
            "excess": self.excess,
            "tolerance": self.statement.tolerance,
            "luck": self.luck,
            "players": self.spread,
            "log_weight": self.log_weight,
            "counts": self.counts,
        }


@dataclass(frozen=True)
class Weighing:
    """How well a board fits all statements."""

    fits: tuple[Fit, ...]
    games: int

    @property
    def log_weight(self) -> float:
        """The sum over statements, each group counted once."""
        return float(sum(fit.log_weight for fit in self.fits if fit.counts))

    def as_object(self) -> dict[str, Any]:
        """Return it for JSON."""
        return {
            "games": self.games,
            "log_weight": self.log_weight,
            "statements": [fit.as_object() for fit in self.fits],
        }


def play_board(
    board: Board,
    agents: Sequence[Agent],
    evidence: Evidence,
    games: int,
    seed: int,
    *,
    threads: int = 1,
    progress: Callable[[int], None] = lambda done: None,
) -> list[Games]:
    """Play games of mixed tables on a board.

    Args:
        board: The board.
        agents: The pool.
        evidence: Says with which numbers of players, edition and draft.
        games: How many for each number of players.
        seed: The games have the seeds from this one on; line-ups are drawn with it.
        threads: How many threads share the work of compiled agents.
        progress: Told how many games are done.
    """
    if games < FEWEST:
        raise ValueError(f"weighing needs {FEWEST} games or more for each number of players, not {games}")
    played = []
    for players in evidence.players:
        rules = make_rules(players, evidence.edition, board, draft=evidence.draft)
        lineups = np.random.default_rng([seed, players]).integers(len(agents), size=(games, players))
        results = play_matches(rules, agents, lineups, np.arange(seed, seed + games), threads=threads)
        played.append(Games(players, results.lineups, summarize(results)))
        progress(games)
    return played


def summarize(results: Results) -> dict[Summary, NDArray[np.float64]]:
    """Return the value of every summary in every game."""
    states, players = results.states, results.lineups.shape[1]
    points = states["rewards_by"][:, :players].sum(axis=1)  # by source; those of fallen players, too
    ones = points[:, REWARD_SOURCES.index("track_top")]
    bonuses = [REWARD_SOURCES.index(name) for name in ("servant_bonus", "ring_bonus")]
    twos = points[:, bonuses].sum(axis=1) // TWO
    fallen = states["fallen"][:, :players] > 0
    values: dict[Summary, NDArray[Any]] = {
        "seats_in_pit": fallen.mean(axis=1),
        "seats_above_zero": (results.scores > 0).mean(axis=1),
        "winner_above_20": results.scores.max(axis=1) > TOP_SCORE,
        "more_than_5_ones": ones > MARKERS,
        "no_ones": ones == 0,
        "more_than_5_twos": twos > MARKERS,
    }
    return {name: np.asarray(values[name], np.float64) for name in SUMMARIES}


def weigh(played: Sequence[Games], evidence: Evidence, agents: int) -> Weighing:
    """Return how well the games fit the evidence.

    Args:
        played: From `play_board`.
        evidence: The statements.
        agents: How many agents are in the pool.
    """
    own = {statement.key: _fit(statement, played, agents) for statement in evidence.statements}
    worst = {min(group, key=lambda one: own[one.key].log_weight).key for group in evidence.groups()}
    fits = tuple(_counted(fit, key in worst) for key, fit in own.items())
    return Weighing(fits, sum(len(games.lineups) for games in played))


def _counted(fit: Fit, counts: bool) -> Fit:
    return fit if counts else Fit(**{**vars(fit), "counts": False})


def _fit(statement: Statement, played: Sequence[Games], agents: int) -> Fit:
    values = [games.values[statement.summary] for games in played]
    by_players = {games.players: float(one.mean()) for games, one in zip(played, values, strict=True)}
    value = float(np.mean(list(by_players.values())))
    luck = sum(float(one.var(ddof=1)) / len(one) for one in values) / len(values) ** 2
    spread = _between_agents(played, values, agents)
    low, high = korn_graubard(value, luck, sum(map(len, values)))
    excess = statement.excess(value)
    log_weight = -0.5 * excess**2 / (statement.tolerance**2 + luck + spread)
    return Fit(statement, value, low, high, by_players, excess, luck, spread, log_weight, True)


def _between_agents(played: Sequence[Games], values: Sequence[NDArray[np.float64]], agents: int) -> float:
    """Return how much a summary varies with who plays: the variance of the agents' coefficients."""
    if agents == 1:
        return 0.0
    effects = np.zeros(agents)
    covariance = np.zeros((agents, agents))
    for games, value in zip(played, values, strict=True):
        held = np.stack([(games.lineups == agent).mean(axis=1) for agent in range(agents)], axis=1)
        inverse = np.linalg.pinv(held.T @ held)
        found = inverse @ held.T @ value
        residual = value - held @ found
        free = max(1, len(value) - agents)
        effects += found / len(played)
        covariance += inverse * float(residual @ residual) / free / len(played) ** 2
    centre = np.eye(agents) - 1 / agents
    return max(0.0, float(effects @ centre @ effects - np.trace(centre @ covariance)) / agents)


def korn_graubard(value: float, variance: float, games: int) -> tuple[float, float]:
    """Return the 95 % interval of a share whose estimate has some variance (Korn and Graubard 1998).

    It is the exact binomial interval for as many independent games as would give that variance. Where all
    games agree, that is their number.
    """
    independent = value * (1 - value) / variance if variance > 0 and 0 < value < 1 else float(games)
    hits, tail = value * independent, (1 - CONFIDENCE) / 2
    low = stats.beta.ppf(tail, hits, independent - hits + 1) if hits > 0 else 0.0
    high = stats.beta.ppf(1 - tail, hits + 1, independent - hits) if hits < independent else 1.0
    return float(low), float(high)
