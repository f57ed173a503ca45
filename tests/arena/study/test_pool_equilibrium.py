"""The weights of a pool's equilibrium."""

import pytest

from dixie_arena.studying.pool import Member, Pool
from dixie_arena.studying.pool_equilibrium import pool_equilibrium


def test_who_always_loses_has_no_weight_and_copies_share_theirs():
    agents = [("one", "greedy"), ("weak", "sane"), ("two", "greedy")]
    pool = Pool(name="p", status="draft", agents=[Member(label=label, name=name) for label, name in agents])
    seen: list[tuple[int, int]] = []
    found = pool_equilibrium(pool, boards=7, games=250, rounds=2, progress=lambda *step: seen.append(step))
    assert sum(found.values()) == pytest.approx(1)
    assert found["weak"] < 0.02
    assert found["one"] > 0.05 and found["two"] > 0.05
    assert seen[-1] == (7, 7)
