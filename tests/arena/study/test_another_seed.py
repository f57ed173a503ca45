"""The same study with other seeds, for games and for boards, agrees with the first within its intervals."""

from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from dixie_env.engine.words import ABILITIES
from tests.arena.study.small_study import ONLY_DEALT, POOL, WEIGH, make_study, play

BALANCED = POOL | {
    "agents": [{"label": "balanced", "name": "balanced"}, {"label": "greedy", "name": "greedy"}],
}
ANSWER = {"boards": 20, "games": 240, "estimands": ["dealt"]}
UNWEIGHED: dict[str, Any] = {"rounds": 3, "weigh": WEIGH | {"boards": 40, "most_boards": 40}}
WEIGHED: dict[str, Any] = {
    "pool": BALANCED,
    "rounds": 7,
    "evidence": "standard",
    "weigh": {
        "boards": 140,
        "most_boards": 420,
        "games": 12,
        "more": 12,
        "most": 24,
        "proposal": {6: 0.05, 7: 0.05, 8: 0.15, 9: 0.25, 10: 0.25, 11: 0.15, 12: 0.1},
    },
}
"""With boards that are weighed by the evidence, and fewer of them where it leaves too few."""


@pytest.mark.parametrize(
    ("times", "changes"),
    [(2, UNWEIGHED), pytest.param(10, WEIGHED, marks=pytest.mark.long)],
)
def test_other_seeds_agree_within_the_intervals(tmp_path: Path, times: int, changes: dict[str, Any]):
    answers = []
    for number in range(times):
        settings = ONLY_DEALT | {"answer": ANSWER} | changes
        settings |= {"seed": 100 + number, "board_seed": 1_000_100 + number}
        results = play(make_study(tmp_path / f"files-{number}", **settings), tmp_path / f"out-{number}")
        answers.append(results["answers"]["dealt"])
    rows = [{row["ability"]: row for row in answer["effects"]} for answer in answers]
    apart, order = [], []
    for one, other in combinations(rows, 2):
        for name in ABILITIES:
            a, b = one[name], other[name]
            reach = np.hypot(a["high"] - a["effect"], b["high"] - b["effect"])
            apart.append(abs(a["effect"] - b["effect"]) / reach)
        first, second = ([row[name]["effect"] for name in ABILITIES] for row in (one, other))
        order.append(np.corrcoef(first, second)[0, 1])
    print(f"{np.mean(np.array(apart) <= 1):.3f} of {len(apart)} within; correlation {np.mean(order):.2f}")
    assert min(apart) > 0  # they are other games
    assert np.mean(order) > 0.6  # and say something
    assert max(apart) < 1.5 if times == 2 else np.mean(np.array(apart) <= 1) >= 0.9
    for one, other in combinations(answers, 2):  # what is sure with one seed is not denied with another
        surely = {(row["one"], row["other"]) for row in one["pairs"] if row["different"]}
        assert not surely & {(row["other"], row["one"]) for row in other["pairs"] if row["different"]}
