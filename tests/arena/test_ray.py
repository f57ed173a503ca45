"""The same tournament on a Ray of this machine, with a worker that is killed; and the same study."""

from pathlib import Path

import pytest

from dixie_arena import on_ray
from dixie_arena.studying import runner
from tests.arena.helpers import HOSTILE, play, results_of, small
from tests.arena.study.small_study import ONLY_DEALT, make_study
from tests.arena.study.small_study import play as play_study
from tests.arena.study.small_study import results_of as results_of_study

ray = pytest.importorskip("ray", reason="Ray is not installed: make .venv/.stamp-ray")


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


def test_a_part_whose_worker_hangs_is_played_by_another_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    marker = tmp_path / "marker"
    monkeypatch.setenv("DIXIE_TEST_MARKER", str(marker))
    monkeypatch.delenv("RAY_ADDRESS", raising=False)
    monkeypatch.setattr(on_ray, "SHORTEST", 1.0)
    plan = small(f"bot={HOSTILE}:HangsOnce,sane", isolate=False, chunk_games=6)
    play(plan, tmp_path / "ray", workers=2, backend="ray")
    assert marker.exists()
    play(plan, tmp_path / "local")
    assert results_of(tmp_path / "ray") == results_of(tmp_path / "local")


def test_a_study_has_the_same_numbers_on_ray(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("RAY_ADDRESS", raising=False)
    monkeypatch.setattr(runner, "GAMES_IN_PART", 250)
    study = make_study(tmp_path, **ONLY_DEALT)
    for backend in ("ray", "local"):
        play_study(study, tmp_path / backend, backend=backend, workers=2)
    assert results_of_study(tmp_path / "ray") == results_of_study(tmp_path / "local")
