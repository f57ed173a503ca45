"""Experiments in folders: interrupted, resumed, with several workers, and stopped by precision."""

from pathlib import Path
from typing import Any

import pytest

from dixie_agents.registry import AgentError
from dixie_arena.ability_effects.estimate import estimate_dealt
from dixie_arena.ability_effects.experiment import Cell, Experiment
from dixie_arena.ability_effects.runs import run_experiment
from dixie_arena.ability_effects.sample import read_sample
from dixie_arena.config import ArenaError
from dixie_arena.folder import GAMES
from tests.arena.abilities_helpers import setup


def small(games: int = 600, **options: Any) -> Experiment:
    cells = (Cell("dealt", "sane", setup(), games), Cell("dealt", "random", setup(3), games // 2))
    return Experiment("small", cells, 4, **options)


def interrupt(after: int):
    def progress(done: int, total: int, note: str) -> None:
        if done >= after:
            raise KeyboardInterrupt

    return progress


@pytest.mark.parametrize("options", [{}, {"until_se": 0.05}])
def test_resumed_runs_end_with_the_same_bytes(tmp_path: Path, options):
    experiment = small(**options)
    run_experiment(experiment, tmp_path / "whole")
    for moment in (150, 400):
        with pytest.raises(KeyboardInterrupt):
            run_experiment(experiment, tmp_path / "broken", resume=True, progress=interrupt(moment))
    run_experiment(experiment, tmp_path / "broken", resume=True)
    assert (tmp_path / "broken" / GAMES).read_bytes() == (tmp_path / "whole" / GAMES).read_bytes()


def test_workers_do_not_change_results(tmp_path: Path):
    run_experiment(small(), tmp_path / "one")
    run_experiment(small(), tmp_path / "two", workers=2)
    assert (tmp_path / "one" / GAMES).read_bytes() == (tmp_path / "two" / GAMES).read_bytes()


def test_ray_plays_the_same_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delenv("RAY_ADDRESS", raising=False)
    run_experiment(small(200), tmp_path / "here")
    run_experiment(small(200), tmp_path / "ray", backend="ray")
    assert (tmp_path / "here" / GAMES).read_bytes() == (tmp_path / "ray" / GAMES).read_bytes()


def test_a_cell_stops_when_it_is_precise_enough(tmp_path: Path):
    experiment = Experiment("small", (Cell("dealt", "sane", setup(), 20_000),), 4, until_se=0.03)
    notes = []
    table, card = run_experiment(experiment, tmp_path, progress=lambda done, total, note: notes.append(note))
    effects = estimate_dealt(read_sample(table, 0, 4), "win_share")["win_share"]
    assert effects.worst_error <= 0.03
    assert effects.games == card["cells"][0]["games"] < 5000
    assert any("largest standard error" in note for note in notes)


def test_a_cell_stops_when_its_minutes_are_spent(tmp_path: Path):
    experiment = Experiment("small", (Cell("dealt", "sane", setup(), 20_000),), 4, minutes=1e-6)
    table, _ = run_experiment(experiment, tmp_path)
    assert table.num_rows < 20_000


def test_a_folder_holds_one_experiment(tmp_path: Path):
    run_experiment(small(), tmp_path)
    with pytest.raises(ArenaError, match="--resume"):
        run_experiment(small(), tmp_path)
    with pytest.raises(ArenaError, match="cells is"):
        run_experiment(small(700), tmp_path, resume=True)
    assert run_experiment(small(), tmp_path, resume=True)[0].num_rows == 600 * 4 + 360 * 3


def test_wrong_arguments_are_refused_before_a_folder_is_made(tmp_path: Path):
    with pytest.raises(ArenaError, match="the backend must be one of local, ray"):
        run_experiment(small(), tmp_path / "a", backend="cloud")
    with pytest.raises(ArenaError, match="workers must be from 1"):
        run_experiment(small(), tmp_path / "a", workers=0)
    with pytest.raises(AgentError, match="no agent"):
        run_experiment(Experiment("x", (Cell("dealt", "nobody", setup(), 10),)), tmp_path / "a")
    assert not (tmp_path / "a").exists()
