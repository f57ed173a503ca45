"""When it may be said that an ability is the strongest on average.

"X is the strongest on average, for this pool" needs X ahead of each other ability by more than t standard
errors. As all comparisons must hold, none is corrected for their number: of two abilities that are tied for
best one is named in 5 %, of three in 1.4 %. Beside it stand two harder questions: whether the statement
survives leaving out each agent, and whether it holds for players at large, of whom the pool is a sample.
"""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from dixie_arena.studying.cells import Cells, effective_number
from dixie_arena.studying.components import Components
from dixie_arena.studying.differences import Differences, compare

__all__ = ["Rule", "Verdict", "at_large", "leaving_out", "strongest"]


@dataclass(frozen=True)
class Rule:
    """What the statement needs.

    Attributes:
        quantile: The quantile of Student's t distribution that each comparison must exceed.
        fewest: The effective number of boards must be at least this.
        heaviest: No board may have more weight than this.
    """

    quantile: float = 0.975
    fewest: float = 50
    heaviest: float = 0.05


@dataclass(frozen=True)
class Verdict:
    """Whether an ability may be called the strongest.

    Attributes:
        leader: Number of the ability with the largest mean in the arrays, from 0.
        closest: Number of the ability that the leader is ahead of by the fewest standard errors.
        ratio: By how many.
        needed: How many it takes.
        named: Whether the leader is the strongest.
        why_not: What is missing if it is not, in words.
    """

    leader: int
    closest: int
    ratio: float
    needed: float
    named: bool
    why_not: tuple[str, ...]


def strongest(found: Differences, rule: Rule | None = None) -> Verdict:
    """Return whether an ability is the strongest on average, for this pool."""
    return _judge(found, found.degrees, rule or Rule())


def at_large(
    found: Differences, components: Components, pool: NDArray[np.float64], rule: Rule | None = None
) -> Verdict:
    """Return the same for players at large, of whom the agents of the pool are a sample.

    The variance of a difference between agents, over their number, comes on top of its error, and there are
    as many degrees of freedom as agents less one. With unequal weights their effective number counts.
    """
    number = effective_number(pool)
    if number < 1 + 1e-9:
        raise ValueError("a pool of one agent says nothing of players at large")
    variance = np.diag(components.players_covariance)
    between = variance[:, None] + variance[None, :] - 2 * components.players_covariance
    # The pool's own variance has the divisor of a whole population; of a sample it is larger.
    added = np.maximum(between, 0) / (1 - 1 / number) / number
    np.fill_diagonal(added, 0)
    return _judge(replace(found, errors=np.sqrt(found.errors**2 + added)), number - 1, rule or Rule())


def leaving_out(cells: Cells, rule: Rule | None = None) -> dict[int, Verdict]:
    """Return the verdict without each agent of the pool that has weight, by its number."""
    return {
        agent: strongest(compare(left.board_means, left.boards), rule)
        for agent in np.flatnonzero(cells.pool > 0).tolist()
        if cells.pool[agent] < 1
        for left in [cells.without_agent(agent)]
    }


def _judge(found: Differences, degrees: float, rule: Rule) -> Verdict:
    leader = int(np.argmax(found.means))
    ratios = np.where(np.arange(len(found.means)) == leader, np.inf, found.ratios[leader])
    closest = int(np.argmin(ratios))
    ratio, needed = float(ratios[closest]), float(stats.t.ppf(rule.quantile, degrees))
    why_not = []
    if not ratio > needed:
        why_not.append(
            f"its lead over the closest other one is {ratio:.2f} standard errors; "
            f"the rule asks for {needed:.2f}"
        )
    if found.number < rule.fewest:
        why_not.append(
            f"the effective number of boards is {found.number:.0f}; the rule asks for {rule.fewest:g}"
        )
    if found.heaviest > rule.heaviest:
        why_not.append(
            f"one board has {100 * found.heaviest:.1f} % of the weight; "
            f"at most {100 * rule.heaviest:.0f} % is allowed"
        )
    return Verdict(leader, closest, ratio, needed, not why_not, tuple(why_not))
