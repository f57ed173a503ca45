"""Two stages of boards: many are weighed, and a sample of them answers.

Boards to weigh have their track length from a proposal that favours lengths which the evidence does; their
weight is prior / proposal x evidence. Of these boards a sample is drawn, each with the inclusion probability
pi = min(1, c w), by systematic sampling. In the sample a board has the weight w / pi, normalised. (To draw
without replacement and weight with w again would not be the posterior.)
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dixie_arena.studying.cells import normalised

__all__ = [
    "BoardSample",
    "allocate_lengths",
    "board_weights",
    "draw_sample",
    "inclusion_probabilities",
    "propose_lengths",
    "systematic_sample",
]

LEAST_SHARE = 0.05
"""What a proposal gives each length at least."""
_STREAM = 20_261_207


@dataclass(frozen=True)
class BoardSample:
    """The boards that answer.

    Attributes:
        boards: Their numbers among the boards that were weighed, ascending.
        inclusion: The probability with which each of them is in the sample.
        weights: Their weights; they add up to 1.
    """

    boards: NDArray[np.int64]
    inclusion: NDArray[np.float64]
    weights: NDArray[np.float64]


def propose_lengths(prior: ArrayLike, evidence: ArrayLike, least: float = LEAST_SHARE) -> NDArray[np.float64]:
    """Return the proposal over lengths with the largest effective number of boards.

    Args:
        prior: The prior probability of each length.
        evidence: For each length the mean squared evidence weight of its boards in a pilot. The best
            proposal is proportional to the prior times the root of this.
        least: What each length gets at least.
    """
    shares = normalised(prior) * np.sqrt(np.asarray(evidence, np.float64))
    if least * len(shares) > 1:
        raise ValueError(
            f"{len(shares)} lengths can't have {least:.0%} each; at most {1 / len(shares):.1%} is possible"
        )
    if not shares.sum() > 0:
        raise ValueError("the pilot must have a board with weight")
    low = np.zeros(len(shares), np.bool_)
    while True:  # lengths below the least share get it; the others divide the rest
        rest = 1 - least * low.sum()
        free = np.where(low, 0.0, shares)
        proposal = (
            np.where(low, least, rest * free / free.sum()) if free.sum() > 0 else np.full(len(low), least)
        )
        if not (below := proposal < least - 1e-12).any():
            return np.asarray(proposal / proposal.sum())
        low |= below


def allocate_lengths(proposal: ArrayLike, boards: int) -> NDArray[np.int64]:
    """Return for each board the number of its length in the proposal.

    The first boards of any number have nearly the shares of the proposal, so that more can be added later.
    """
    shares = normalised(proposal)
    given = np.zeros(len(shares))
    lengths = np.zeros(boards, np.int64)
    for board in range(boards):
        lengths[board] = int(np.argmax((board + 1) * shares - given))
        given[lengths[board]] += 1
    return lengths


def board_weights(
    prior: ArrayLike, lengths: NDArray[np.int64], log_evidence: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return the weights of weighed boards: prior / proposal x evidence, normalised.

    Args:
        prior: The prior probability of each length.
        lengths: For each board the number of its length. The proposal is how often each was given.
        log_evidence: Log weight of each board by the evidence.
    """
    shares = normalised(prior)
    counts = np.bincount(lengths, minlength=len(shares))
    if missing := np.flatnonzero((counts == 0) & (shares > 0)).tolist():
        raise ValueError(f"no board has the length number {missing[0]}, but the prior has it; draw some")
    return normalised((shares / np.maximum(counts, 1))[lengths] * np.exp(log_evidence - log_evidence.max()))


def inclusion_probabilities(weights: ArrayLike, count: int) -> NDArray[np.float64]:
    """Return min(1, c w) for each board, with c such that they add up to ``count``.

    Raises:
        ValueError: Fewer boards than that have weight.
    """
    shares = normalised(weights)
    if not 1 <= count <= (shares > 0).sum():
        raise ValueError(
            f"can't draw {count} boards: {(shares > 0).sum()} have weight; weigh more or draw fewer"
        )
    certain = np.zeros(len(shares), np.bool_)
    while True:
        rest = np.where(certain, 0.0, shares)
        left = count - int(certain.sum())
        found = np.where(certain, 1.0, left * rest / rest.sum() if rest.sum() > 0 else 0.0)
        if not (above := (found >= 1) & ~certain).any():
            return np.asarray(found)
        certain |= above


def systematic_sample(inclusion: NDArray[np.float64], start: float) -> NDArray[np.int64]:
    """Return the numbers of a systematic sample: exactly as many as the probabilities add up to.

    Args:
        inclusion: Inclusion probabilities that add up to a whole number. Neighbours are spread over the
            sample: in order of track length, each length has nearly its share.
        start: A uniform random number from 0 to 1; the only chance in it.
    """
    count = round(float(inclusion.sum()))
    if abs(count - inclusion.sum()) > 1e-6 or (inclusion < 0).any() or (inclusion > 1 + 1e-9).any():
        raise ValueError("inclusion probabilities must be from 0 to 1 and add up to a whole number")
    ends = np.cumsum(inclusion)
    ends = np.where(ends >= ends[-1], count, ends * count / ends[-1])  # rounding must not lose the last one
    # A point of the grid exactly at an end belongs to the next board that can be drawn.
    return np.asarray(np.searchsorted(ends, (start % 1) + np.arange(count), side="right"), np.int64)


def draw_sample(weights: ArrayLike, count: int, seed: int, order: ArrayLike | None = None) -> BoardSample:
    """Draw the boards that answer.

    Args:
        weights: The weight of each board that was weighed.
        count: How many to draw.
        seed: Where the random start comes from.
        order: Boards are sorted by these keys first, say by track length.
    """
    inclusion = inclusion_probabilities(weights, count)
    keys = np.zeros(len(inclusion)) if order is None else np.asarray(order)
    ranked = np.argsort(keys, kind="stable")
    start = float(np.random.default_rng([seed, _STREAM]).random())
    boards = np.sort(ranked[systematic_sample(inclusion[ranked], start)])
    shares = normalised(weights)
    return BoardSample(boards, inclusion[boards], normalised(shares[boards] / inclusion[boards]))
