"""The difference between two agents, from deals on which they were exchanged.

At each kind of table the *difference* is the win share of a seat of the first agent minus that of a seat of
the second. The whole difference is the mean over the kinds of tables; each counts the same.

Deals are independent, so they are the unit:

- **Interval**: the difference is a sum of weighted shares of games. Their intervals (Korn and Graubard's,
  with the design effect of deals) are combined (MOVER), with the correlation between deals. It never has zero
  width, even where one agent always wins.
- **P-value**: if the two agents played alike, exchanging them would change the sign of a deal's difference
  and nothing else. So the signs of all deals are flipped at random (all 2^deals ways if they are few), and p
  is how often the difference is as large as the one that was found. This needs no distribution.
- **Power**: the smallest difference that such a comparison finds in 80 % of cases, from its standard error.
"""

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from dixie_arena.bootstrap import CONFIDENCE, Bootstrap, Interval
from dixie_arena.comparison import POWER
from dixie_arena.exchange import FIRST, SECOND, Table, exchange_tables
from dixie_arena.korn_graubard import Share, combine, measure_share
from dixie_arena.pairs import agent_wins
from dixie_arena.results import GameResults

EXACT_GROUPS = 14
"""With as many deals or fewer, all ways to flip their signs are counted."""
FLIPS = 20_000
"""Otherwise this many are drawn."""
SAME_EVENT = 1.0
"""The correlation of shares where it can't be estimated, because one never varied. The widest interval."""
_SEED = 20_261_118
_TINY = 1e-12


@dataclass(frozen=True)
class KindOfTable:
    """What happened at one kind of table.

    Attributes:
        kind: Its number.
        first: Seats of the first agent, at tables where it sits.
        second: Seats of the second agent, at tables where it sits.
        company: Seats of others.
        games: Games played.
        share_first: Win share of a seat of the first agent.
        share_second: Win share of a seat of the second agent.
        difference: The first minus the second, with a 95 % interval.
        wide: The same with an interval that holds for all kinds together (Bonferroni).
    """

    kind: int
    first: int
    second: int
    company: int
    games: int
    share_first: Interval
    share_second: Interval
    difference: Interval
    wide: Interval


@dataclass(frozen=True)
class Estimate:
    """The difference between two agents.

    Attributes:
        difference: Win share of the first minus that of the second, with a 95 % interval.
        p_value: Of "the two play alike".
        detectable: The smallest difference that is found in 80 % of such comparisons.
        kinds: The same for each kind of table.
        deals: Number of deals.
        games: Number of games.
    """

    difference: Interval
    p_value: float
    detectable: float
    kinds: tuple[KindOfTable, ...]
    deals: int
    games: int


@dataclass(frozen=True)
class _Terms:
    """A difference as a sum of weighted shares. All weights are positive."""

    shares: tuple[Share, ...]
    weights: tuple[float, ...]
    constant: float

    def interval(self, confidence: float) -> Interval:
        return combine(
            self.shares,
            self.weights,
            constant=self.constant,
            confidence=confidence,
            unknown=SAME_EVENT,
        )


def estimate_difference(
    results: GameResults, lineups: NDArray[np.integer], *, company: bool = False
) -> Estimate:
    """Estimate the difference between the first two agents.

    Args:
        results: All games of a comparison.
        lineups: The number of each game's line-up in its block.
        company: Whether there are tables with others.
    """
    tables = exchange_tables(results.players, company=company)
    bootstrap = Bootstrap(results.blocks)
    wins, copies = agent_wins(results)
    kinds = np.array([table.kind for table in tables])[lineups]
    numbers = sorted({table.kind for table in tables})
    rows, terms = [], []
    by_game = np.zeros(results.games)
    for number in numbers:
        there = kinds == number
        played = [there & (copies[:, agent] > 0) for agent in (FIRST, SECOND)]
        seats = [int(copies[played[agent], agent].max()) for agent in (FIRST, SECOND)]
        for agent, sign in ((FIRST, 1), (SECOND, -1)):
            in_deal = played[agent].sum() / bootstrap.blocks
            by_game += sign * wins[:, agent] / seats[agent] / in_deal * played[agent]
        of_kind = _terms(bootstrap, wins, played, seats, alone=_only_two(tables, number, results.players))
        shares = [
            _scaled(_share(bootstrap, wins[:, agent], played[agent]), seats[agent])
            for agent in (FIRST, SECOND)
        ]
        terms.append(of_kind)
        rows.append(
            KindOfTable(
                number,
                seats[FIRST],
                seats[SECOND],
                results.players - int(copies[there][0, : SECOND + 1].sum()),
                int(there.sum()),
                shares[FIRST],
                shares[SECOND],
                of_kind.interval(CONFIDENCE),
                of_kind.interval(1 - (1 - CONFIDENCE) / len(numbers)),
            )
        )
    whole = _Terms(
        tuple(share for part in terms for share in part.shares),
        tuple(weight / len(terms) for part in terms for weight in part.weights),
        sum(part.constant for part in terms) / len(terms),
    ).interval(CONFIDENCE)
    reach = float(stats.norm.isf((1 - CONFIDENCE) / 2) + stats.norm.isf(1 - POWER))
    return Estimate(
        whole,
        flip_signs(np.asarray(np.bincount(bootstrap.group_of_game, by_game, bootstrap.groups), np.float64)),
        reach * whole.error if whole.error is not None else float("inf"),
        tuple(rows),
        bootstrap.blocks,
        results.games,
    )


def flip_signs(differences: NDArray[np.float64]) -> float:
    """Return the p-value of "exchanging the two changes nothing" by flipping the signs of differences."""
    found = abs(differences.sum()) - _TINY * max(1.0, float(np.abs(differences).sum()))
    count = len(differences)
    if count <= EXACT_GROUPS:
        numbers = np.arange(2**count)[:, None] >> np.arange(count)
        return float((np.abs((1.0 - 2.0 * (numbers & 1)) @ differences) >= found).mean())
    random = np.random.default_rng(_SEED)
    as_large = 0
    for low, high in pairwise(range(0, FLIPS + 1, FLIPS // 10)):
        signs = 1.0 - 2.0 * random.integers(0, 2, (high - low, count), np.int8)
        as_large += int((np.abs(signs @ differences) >= found).sum())
    return (as_large + 1) / (FLIPS + 1)


def expected_detectable(players: int, deals: int, *, company: bool) -> float:
    """Return the difference that a comparison is likely to find in 80 % of cases, before it is played.

    It is exact for equal agents whose games are all independent. Common deals make it smaller, and so does a
    large difference.
    """
    tables = exchange_tables(players, company=company)
    variances: dict[int, float] = {}
    for table in tables:
        games = players * sum(other.kind == table.kind for other in tables)
        first, second = max(table.first, 1), max(table.second, 1)
        if table.first + table.second == players:
            chance = first / players
            variances[table.kind] = (1 / first + 1 / second) ** 2 * chance * (1 - chance) / games
        elif table.first + table.second == 1:  # each in half of the games
            variances[table.kind] = 2 * (1 / players) * (1 - 1 / players) / (games / 2)
        else:
            variances[table.kind] = (2 / players) / games
    error = float(np.sqrt(sum(variances.values()) / deals)) / len(variances)
    return error * float(stats.norm.isf((1 - CONFIDENCE) / 2) + stats.norm.isf(1 - POWER))


def _only_two(tables: tuple[Table, ...], kind: int, players: int) -> bool:
    return any(table.kind == kind and table.first + table.second == players for table in tables)


def _terms(
    bootstrap: Bootstrap,
    wins: NDArray[np.float64],
    played: list[NDArray[np.bool_]],
    seats: list[int],
    *,
    alone: bool,
) -> _Terms:
    """Return the difference of a kind of table as shares of games.

    Where only the two play, what one wins the other does not. Elsewhere the second share is that of games
    which the second agent does not win, so that both have a positive weight.
    """
    first = _share(bootstrap, wins[:, FIRST], played[FIRST])
    one, other = 1 / seats[FIRST], 1 / seats[SECOND]
    if alone:
        return _Terms((first,), (one + other,), -other)
    lost = _share(bootstrap, 1 - wins[:, SECOND], played[SECOND])
    return _Terms((first, lost), (one, other), -other)


def _share(bootstrap: Bootstrap, wins: NDArray[np.float64], played: NDArray[np.bool_]) -> Share:
    """Measure the share of wins in the games that an agent played."""
    return measure_share(bootstrap, wins * played, played.astype(np.float64))


def _scaled(share: Share, seats: int) -> Interval:
    """Return the win share of one of several seats."""
    whole = share.interval()
    low, high = (None if end is None else end / seats for end in (whole.low, whole.high))
    return Interval(whole.value / seats, low, high, None if whole.error is None else whole.error / seats)
