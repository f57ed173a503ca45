"""One flipped bit in any file of a run: the same result as without it, or a refusal that names a file."""

import json
import shutil
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from dixie_arena import local
from dixie_arena.ability_effects.report import to_json
from dixie_arena.ability_effects.runs import run_experiment
from dixie_arena.ability_effects.study import Study, run_study
from dixie_arena.api.abilities import abilities
from dixie_arena.config import Tournament
from dixie_arena.folder import RunFolder
from dixie_arena.identity import code_of
from dixie_arena.run import identify_agents
from dixie_arena.verify import NotVerified
from dixie_arena.verify_studies import verify
from dixie_env import DixieError
from tests.arena.helpers import play, results_of, small
from tests.arena.study.small_study import ONLY_DEALT, make_study
from tests.folders.flipping import damage, flip, stored_files

FEW, MANY = 30, pytest.param(400, marks=pytest.mark.long)
TIMES = pytest.mark.parametrize("times", [FEW, MANY])
PLAN = small("sane,random", 24, chunk_games=3)
STUDY = Study(("sane",), (3,), games=400, rounds=1)


def quietly(message: str) -> None:
    """Hear of damaged parts."""


def begin(plan: Tournament, path: Path, parts: int) -> None:
    """Play some parts of a tournament, as if it was killed then."""
    run = RunFolder(path)
    identities = identify_agents(plan)
    with run.opened(plan, code_of(plan.entrants, identities), resume=False):
        for index, data in local.play_parts(plan, range(parts), 1, identities):
            run.write_chunk(index, data)


@TIMES
def test_a_tournament_that_was_stopped(tmp_path: Path, times: int) -> None:
    play(PLAN, tmp_path / "whole")
    begin(PLAN, tmp_path / "stopped", 3)

    def resume(copy: Path) -> tuple[bytes, bytes]:
        play(PLAN, copy, resume=True, warn=quietly)
        return results_of(copy)

    found = damage(tmp_path / "stopped", times, tmp_path, resume, results_of(tmp_path / "whole"))
    assert min(found.values()) > 0, found


def test_a_damaged_part_is_named_set_aside_and_played_again(tmp_path: Path) -> None:
    play(PLAN, tmp_path / "whole")
    begin(PLAN, tmp_path / "run", 3)
    flip(tmp_path / "run" / "chunks" / "000001.arrow", 5000)
    said: list[str] = []
    play(PLAN, tmp_path / "run", resume=True, warn=said.append)
    file = tmp_path / "run" / "chunks" / "000001.arrow"
    assert said == [f"{file} is damaged: it is 000001.damaged now, and its games are played again"]
    assert results_of(tmp_path / "run") == results_of(tmp_path / "whole")


@TIMES
def test_a_finished_tournament(tmp_path: Path, times: int) -> None:
    outcome = play(PLAN, tmp_path / "run", records=2)

    def resume(copy: Path) -> Any:
        again = play(PLAN, copy, resume=True, warn=quietly)
        return again.summary, again.timing, again.card, again.tables["games"].to_csv()

    right = outcome.summary, outcome.timing, outcome.card, outcome.tables["games"].to_csv()
    damage(tmp_path / "run", times, tmp_path, resume, right)


@TIMES
def test_verify_notices_every_changed_bit_of_a_tournament(tmp_path: Path, times: int) -> None:
    play(PLAN, tmp_path / "run", records=2)
    assert verify(tmp_path / "run", 3).games == 24
    assert never_verified(tmp_path / "run", tmp_path, times) == times


def never_verified(run: Path, beside: Path, times: int) -> int:
    """Flip bits and count how often `verify` refuses."""

    def check(copy: Path) -> None:
        with pytest.raises(DixieError) as caught:
            verify(copy, 1)
        raise caught.value

    return damage(run, times, beside, check, "verified")["refused"]


@TIMES
def test_a_study_of_abilities_that_was_stopped(tmp_path: Path, times: int) -> None:
    experiment = STUDY.dealt()
    run_experiment(experiment, tmp_path / "whole")

    class Killed(Exception):
        pass

    def kill(done: int, total: int, note: str) -> None:
        if done >= total // 2:
            raise Killed

    with suppress(Killed):
        run_experiment(experiment, tmp_path / "stopped", progress=kill)

    def resume(copy: Path) -> bytes:
        run_experiment(experiment, copy, resume=True, warn=quietly)
        return (copy / "games.parquet").read_bytes()

    damage(tmp_path / "stopped", times, tmp_path, resume, (tmp_path / "whole" / "games.parquet").read_bytes())


@pytest.fixture(scope="module")
def studied(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A finished study of abilities, with its report."""
    folder = tmp_path_factory.mktemp("abilities") / "run"
    abilities("sane", players=3, games=200, twins=40, rounds=1, out=folder, progress=False)
    return folder


@pytest.mark.parametrize("times", [6, pytest.param(60, marks=pytest.mark.long)])
def test_a_finished_study_of_abilities(tmp_path: Path, studied: Path, times: int) -> None:
    study = Study(("sane",), (3,), games=200, twin_games=40, rounds=1)
    right = json.loads((studied / "summary.json").read_text())

    def resume(copy: Path) -> Any:
        return json.loads(to_json(run_study(study, copy, resume=True, warn=quietly).summary))

    names = [name for name in stored_files(studied) if "/" in name]  # the others are written again
    damage(studied, times, tmp_path, resume, right, names=names)


def test_a_study_of_abilities_is_verified(tmp_path: Path, studied: Path) -> None:
    found = verify(studied, 10)
    assert found.replayed >= 20 and found.what == "checksums, agents and results"
    assert never_verified(studied, tmp_path, FEW) == FEW


def forge(folder: Path, name: str, change: Callable[[Any], None]) -> None:
    """Change a JSON file, and its checksum with it."""
    files = RunFolder(folder)
    data = files.read_json(name)
    change(data)
    files.write_json(name, data)


def test_a_forged_study_of_abilities_is_noticed(tmp_path: Path, studied: Path) -> None:
    copy = Path(shutil.copytree(studied, tmp_path / "copy"))
    forge(copy, "summary.json", lambda data: data["cells"][0].update(worst_se=0.1))
    with pytest.raises(NotVerified, match=r"summary\.json does not follow from the games: cells is another"):
        verify(copy, 1)


@pytest.mark.long
def test_a_study(tmp_path: Path) -> None:
    """The whole study: resumed with a flipped bit, and verified."""
    from dixie_arena.studying.results import run_study as run

    study = make_study(tmp_path, **ONLY_DEALT)
    right = run(study, tmp_path / "run")
    found = verify(tmp_path / "run", 10)
    assert found.replayed > 0
    damage(tmp_path / "run", 60, tmp_path, lambda copy: run(study, copy, resume=True), right)
    assert never_verified(tmp_path / "run", tmp_path, 60) == 60
