"""The same tournament on a Ray of this machine, with a worker that is killed."""

from pathlib import Path

import pytest

from dixie_arena.ability_effects.runs import identify_agents
from dixie_arena.studying.stage_run import run_stage
from tests.arena.helpers import HOSTILE, play, results_of, small
from tests.arena.study.test_stage import AGENTS, make_stage

ray = pytest.importorskip("ray", reason='Ray is not installed: pip install "dixie-env[ray]"')


def test_ray_gives_the_same_results_and_survives_a_lost_worker(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    marker = tmp_path / "marker"
    monkeypatch.setenv("DIXIE_TEST_MARKER", str(marker))
    monkeypatch.delenv("RAY_ADDRESS", raising=False)
    plan = small(f"bot={HOSTILE}:KillsWorkerOnce,sane", isolate=False, chunk_games=6)
    assert plan.chunks > 2
    play(plan, tmp_path / "ray", workers=2, backend="ray")
    assert marker.exists()
    assert not ray.is_initialized()
    play(plan, tmp_path / "local")
    assert results_of(tmp_path / "ray") == results_of(tmp_path / "local")


def test_a_stage_of_a_study_is_the_same_on_ray(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("RAY_ADDRESS", raising=False)
    stage = make_stage(120, part_games=100)
    identities = identify_agents([name for _, name in AGENTS])
    tables = [
        run_stage(stage, tmp_path / backend, backend=backend, workers=2, identities=identities)[0]
        for backend in ("ray", "local")
    ]
    assert stage.chunks == 2 and tables[0].equals(tables[1])
