"""Where the order of the abilities changes: between agents, numbers of players, or editions."""

from collections.abc import Mapping
from itertools import combinations
from typing import Any

from scipy import stats

from dixie_arena.ability_effects.designs import COUNT
from dixie_arena.ability_effects.effects import Effects
from dixie_env.engine.words import ABILITIES

SIGNIFICANT = 0.05


def compare_orders(cells: Mapping[str, Effects]) -> list[dict[str, Any]]:
    """Compare all pairs of cells.

    A pair of abilities is *reversed* if one is significantly stronger in the first cell and the other is
    significantly stronger in the second. Both tests use Holm's correction over the 45 pairs of a cell.

    Returns:
        For each pair of cells: Kendall's tau of the ten effects, and the reversed pairs of abilities.
    """
    tests = {label: effects.pairs() for label, effects in cells.items()}
    rows = []
    for one, other in combinations(cells, 2):
        (first, first_p), (second, second_p) = tests[one], tests[other]
        reversals = [
            {"stronger_in_first": ABILITIES[a], "stronger_in_second": ABILITIES[b]}
            for a in range(COUNT)
            for b in range(COUNT)
            if first[a, b] > 0 > second[a, b] and first_p[a, b] < SIGNIFICANT and second_p[a, b] < SIGNIFICANT
        ]
        tau = stats.kendalltau(cells[one].values, cells[other].values).statistic
        rows.append({"first": one, "second": other, "kendall_tau": float(tau), "reversed": reversals})
    return rows
