"""Which agents of a tournament differ: win shares of agents, and all pairs compared at once.

With five equal agents there are ten pairs, and ten separate 95 % intervals leave out 0 somewhere in 29 % of
tournaments. So statements about pairs use intervals that hold for all pairs together: as with Tukey's range,
their width follows from the distribution of the largest of all studentised differences, which are correlated;
here it is drawn with the covariance between blocks (a bootstrap with normal multipliers, and Student's t for
few blocks).
"""

from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from dixie_arena.bootstrap import CONFIDENCE, Bootstrap, Interval, blocks_needed
from dixie_arena.korn_graubard import Share, combine, measure_share
from dixie_arena.pairs import agent_wins
from dixie_arena.results import GameResults

DIFFERENCES = (0.01, 0.02, 0.05, 0.1)
"""The summary says how many games are needed to show these differences in win share."""
POWER = 0.8
DRAWS = 10_000
COMPETITORS = -1.0
"""The correlation of two agents' shares where it can't be estimated: what one wins the other does not."""
_SEED = 20_261_119
_FLAT = 1e-12


@dataclass(frozen=True)
class AgentShares:
    """The win shares of agents, for each seat: sums of weighted shares of games.

    An agent with two seats of four that wins every game has a win share of a half, no more. So for each
    number of seats the share of games that its copies win is measured, and weighted by how often it had so
    many seats. Games in which it had all seats are won for certain.

    Attributes:
        parts: For each agent the shares of games, with their weights.
        certain: For each agent what comes from games in which it had all seats.
    """

    parts: list[list[tuple[float, Share]]]
    certain: list[float]

    def intervals(self) -> list[Interval]:
        """Return the win share of each agent with its 95 % interval."""
        return [self._combined([(1.0, agent)], CONFIDENCE) for agent in range(len(self.parts))]

    def difference(self, one: int, other: int, confidence: float) -> Interval:
        """Return the difference between two agents with its interval."""
        return self._combined([(1.0, one), (-1.0, other)], confidence)

    def influence(self) -> NDArray[np.float64]:
        """Return, agents x groups of blocks, what each group adds to the error of an agent's share."""
        return np.array(
            [
                np.sum([weight * share.influence for weight, share in parts], axis=0)
                if parts
                else np.zeros(self._groups)
                for parts in self.parts
            ]
        )

    @property
    def _groups(self) -> int:
        return next((len(share.influence) for parts in self.parts for _, share in parts), 0)

    def _combined(self, agents: list[tuple[float, int]], confidence: float) -> Interval:
        terms = [(sign * weight, share) for sign, agent in agents for weight, share in self.parts[agent]]
        return combine(
            [share for _, share in terms],
            [weight for weight, _ in terms],
            constant=sum(sign * self.certain[agent] for sign, agent in agents),
            confidence=confidence,
            unknown=COMPETITORS if len(agents) > 1 else 0.0,
        )


def agent_shares(results: GameResults, bootstrap: Bootstrap) -> AgentShares:
    """Measure the win shares of all agents."""
    wins, copies = agent_wins(results)
    parts: list[list[tuple[float, Share]]] = []
    certain = []
    for agent in range(len(results.labels)):
        seats = max(int(copies[:, agent].sum()), 1)
        parts.append([])
        for number in range(1, results.players):
            played = copies[:, agent] == number
            if played.any():
                share = measure_share(bootstrap, wins[:, agent] * played, played)
                parts[-1].append((int(played.sum()) / seats, share))
        certain.append(int((copies[:, agent] == results.players).sum()) / seats)
    return AgentShares(parts, certain)


def compare_agents(results: GameResults, bootstrap: Bootstrap, wins: AgentShares) -> dict[str, Any]:
    """Return all paired differences, in the order of the agents, and the games needed to show them.

    Each estimate has its 95 % interval, ``low`` and ``high``, and the one that holds for all pairs together,
    ``low_all`` and ``high_all``.
    """
    pairs = list(combinations(range(len(results.labels)), 2))
    if not pairs:
        return {"differences": [], "games_needed": []}
    games_in_block = results.games // bootstrap.blocks
    rows: list[dict[str, Any]] = [
        {"one": results.labels[one], "other": results.labels[other]} for one, other in pairs
    ]
    critical, found = compare_wins(wins, bootstrap)
    errors = []
    for row, (single, together) in zip(rows, found, strict=True):
        row["win_share"] = _both(single, together)
        needed = blocks_needed(single.value, single.error or np.inf, bootstrap.blocks, POWER, critical)
        row["more_games"] = None if needed is None else max(0, needed - bootstrap.blocks) * games_in_block
        errors.append(single.error or 0.0)
    for name, values in (("mean_rank", results.mid_ranks), ("mean_score", results.scores)):
        for row, estimate in zip(rows, _mean_differences(values, results, bootstrap, pairs), strict=True):
            row[name] = estimate
    if bootstrap.groups < 2:
        return {"differences": rows, "games_needed": []}
    needs = [blocks_needed(size, max(errors), bootstrap.blocks, POWER, critical) for size in DIFFERENCES]
    return {
        "differences": rows,
        "games_needed": [
            {"difference": size, "games": None if blocks is None else blocks * games_in_block}
            for size, blocks in zip(DIFFERENCES, needs, strict=True)
        ],
    }


def compare_wins(wins: AgentShares, bootstrap: Bootstrap) -> tuple[float, list[tuple[Interval, Interval]]]:
    """Compare the win shares of all pairs of agents.

    Returns:
        How many standard errors an interval reaches that holds for all pairs together; and for each pair, in
        the order of `itertools.combinations`, its difference with its own 95 % interval and with that one.
    """
    critical, confidence = _for_all(wins.influence(), bootstrap)
    pairs = combinations(range(len(wins.parts)), 2)
    return critical, [
        (wins.difference(one, other, CONFIDENCE), wins.difference(one, other, confidence))
        for one, other in pairs
    ]


def largest_difference(influence: NDArray[np.float64], degrees: int) -> float:
    """Return the 95 % point of the largest of all studentised differences between agents.

    Args:
        influence: Agents x groups of blocks: what each group adds to the error of an agent's mean.
        degrees: Degrees of freedom of the standard errors.
    """
    one, other = np.array(list(combinations(range(len(influence)), 2))).T
    covariance = influence @ influence.T
    variance = np.diag(covariance)
    sizes = np.sqrt(np.maximum(variance[one] + variance[other] - 2 * covariance[one, other], 0))
    varies = sizes > _FLAT
    if varies.sum() < 2:
        return float(stats.t.ppf((1 + CONFIDENCE) / 2, degrees))
    values, vectors = np.linalg.eigh(covariance)
    random = np.random.default_rng(_SEED)
    noise = random.standard_normal((DRAWS, len(values))) @ (vectors * np.sqrt(np.maximum(values, 0))).T
    draws = np.abs((noise[:, one] - noise[:, other])[:, varies] / sizes[varies]).max(axis=1)
    draws /= np.sqrt(random.chisquare(degrees, DRAWS) / degrees)
    return float(np.quantile(draws, CONFIDENCE))


def _for_all(influence: NDArray[np.float64], bootstrap: Bootstrap) -> tuple[float, float]:
    """Return how many standard errors an interval reaches that holds for all pairs, and its confidence."""
    degrees = max(bootstrap.groups - 1, 1)
    critical = largest_difference(influence, degrees)
    return critical, float(1 - 2 * stats.t.sf(critical, degrees))


def _mean_differences(
    values: NDArray[np.float64], results: GameResults, bootstrap: Bootstrap, pairs: list[tuple[int, int]]
) -> list[dict[str, float | None]]:
    count = len(results.labels)
    sums = bootstrap.sums(values, results.agents, count)
    counts = bootstrap.sums(np.ones_like(values), results.agents, count)
    means, resampled = bootstrap.ratios(sums, counts)
    influence = ((sums - means * counts) / counts.sum(axis=0)).T
    critical, _ = _for_all(influence, bootstrap)
    rows = []
    for one, other in pairs:
        single = bootstrap.interval(means[one] - means[other], resampled[:, one] - resampled[:, other])
        together = single
        if len(pairs) > 1 and single.error is not None:
            reach = critical * single.error
            together = Interval(single.value, single.value - reach, single.value + reach, single.error)
        rows.append(_both(single, together))
    return rows


def _both(single: Interval, together: Interval) -> dict[str, float | None]:
    wide = together.as_object()
    return {**single.as_object(), "low_all": wide["low"], "high_all": wide["high"]}
