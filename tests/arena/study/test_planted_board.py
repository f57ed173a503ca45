"""The evidence really changes the weights: a board that is planted as the truth is recovered.

Boards of the prior are played once. 50 times one of them is the truth: its own summaries, plus an error of
the size of the tolerance, are what people said. The others are weighed by that.
"""

import numpy as np
import pytest
from scipy import stats

from dixie_agents.bots import CompiledAgent
from dixie_agents.registry import make_agent
from dixie_arena.studying.boards import child_seed, drawn_boards, make_board
from dixie_arena.studying.cells import effective_number
from dixie_arena.studying.evidence_weight import EvidenceWeights
from dixie_arena.studying.posterior import smallest_set
from dixie_arena.studying.stage import Cell, WeighStage
from dixie_arena.studying.weighing import Weighed, read_weighings
from dixie_env.boards.evidence import load_evidence
from dixie_env.boards.prior import load_prior
from dixie_env.boards.sampler import stretch

PRIOR, EVIDENCE = load_prior("standard"), load_evidence()
LEVELS = tuple(PRIOR.track_length)
BOARD_SEED = 1_000_017
TIMES = 50
KEYS = tuple(one.key for one in EVIDENCE.statements)
GROUPS = tuple(one.group or f"only {one.key}" for one in EVIDENCE.statements)
TOLERANCE = np.array([one.tolerance for one in EVIDENCE.statements])


def penalty_scale(penalties: tuple[int, ...]) -> float:
    """How high the penalties of a board are, against the middle of the prior."""
    return sum(penalties) / sum(stretch(PRIOR.track_penalties.row, len(penalties) - 2))


def central(values: np.ndarray, weights: np.ndarray) -> tuple[float, float]:
    """The central 90 % of a weighted distribution."""
    order = np.argsort(values)
    ends = np.cumsum(weights[order])
    low, high = (np.searchsorted(ends, share * ends[-1]) for share in (0.05, 0.95))
    return float(values[order][low]), float(values[order][high])


@pytest.mark.parametrize(
    ("boards", "games", "names"),
    [
        (77, 12, ("greedy", "sane")),
        pytest.param(1000, 40, ("greedy", "balanced"), marks=pytest.mark.long),
    ],
)
def test_a_planted_board_is_recovered(boards: int, games: int, names: tuple[str, ...]):
    drawn = drawn_boards(PRIOR, [1 / 7] * 7, boards)
    cells = tuple(Cell(board, child_seed(3, "planted", board.number), games) for board in drawn)
    pool = tuple((name, name) for name in names)
    stage = WeighStage("weigh", pool, "standard", BOARD_SEED, "de", 7, cells, (3, 4, 5), "choose")
    agents = [agent for name in names if isinstance(agent := make_agent(name), CompiledAgent)]
    tables = [stage.play_cell(number, agents) for number in range(boards)]
    fits = [one.fits for one in read_weighings(tables, EVIDENCE, len(names), boards)]
    value = np.array([[fit.value for fit in row] for row in fits])
    unsure = TOLERANCE**2 + np.array([[fit.luck + fit.spread for fit in row] for row in fits])
    scale = np.array(
        [penalty_scale(make_board("standard", BOARD_SEED, one).track_penalties) for one in drawn]
    )
    lengths = np.array([board.length for board in drawn])

    random = np.random.default_rng(1)
    held_scale = held_length = 0
    numbers, shares = [], []
    for truth in random.choice(boards, TIMES, replace=False).tolist():
        target = value[truth] + TOLERANCE * random.standard_normal(len(KEYS))
        log = -0.5 * (value - target) ** 2 / unsure
        weighed = Weighed(drawn, LEVELS, EvidenceWeights(KEYS, GROUPS, log), np.ones(boards, np.bool_))
        weights = np.where(np.arange(boards) == truth, 0, weighed.weights)
        low, high = central(scale, weights)
        held_scale += low <= scale[truth] <= high
        by_length = np.array([weights[lengths == level].sum() for level in LEVELS])
        by_length /= by_length.sum()
        held_length += lengths[truth] in [LEVELS[place] for place in smallest_set(by_length, 0.9)]
        shares.append(by_length[LEVELS.index(int(lengths[truth]))])
        numbers.append(effective_number(weights))
    effective, share = np.mean(numbers), np.mean(shares)
    print(f"scale {held_scale}, length {held_length} of {TIMES}; {effective:.0f} boards, {share:.2f}")
    assert stats.binom.ppf(0.01, TIMES, 0.75) <= held_scale
    assert held_length >= stats.binom.ppf(0.01, TIMES, 0.80)
    assert effective < 0.7 * boards  # the evidence says something ...
    assert share > 1.3 / len(LEVELS)  # ... and it is true
    if boards >= 1000:
        assert held_scale <= stats.binom.ppf(0.99, TIMES, 0.98)
