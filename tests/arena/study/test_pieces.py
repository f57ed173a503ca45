"""A study in pieces: stopped, killed at any point, and gone on with, it ends in the same bytes."""

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from dixie_arena.config import ArenaError
from dixie_arena.studying import runner
from dixie_arena.studying.outlook import Outlook, expected_games
from dixie_arena.studying.plan_file import load_study
from dixie_arena.studying.runner import StudyStopped, stage_names
from dixie_env.paths import configs_dir
from tests.arena.study.small_study import ONLY_DEALT, make_study, play, results_of, write_study
from tests.cli.helpers import Ran

KILLED = """
import os, signal, sys
from pathlib import Path
from dixie_arena.studying import runner
from dixie_arena.studying.plan_file import load_study
from dixie_arena.studying.results import run_study

runner.GAMES_IN_PART = 100
file, folder, when = sys.argv[1], Path(sys.argv[2]), int(sys.argv[3])
rename = Path.replace
written = 0

def replace(path, target):
    # Every file of a study gets its name here: a kill comes before or after.
    global written
    written += 1
    if written == abs(when) and when < 0:
        os.kill(os.getpid(), signal.SIGKILL)
    found = rename(path, target)
    if written == when:
        os.kill(os.getpid(), signal.SIGKILL)
    return found

Path.replace = replace
run_study(load_study(file), folder, resume=True)
"""
"""Kills itself when it has written so many files; just before the last of them if the number is negative."""
WITHOUT_SEARCH: dict[str, Any] = {"search": None, "others": None}


@pytest.mark.parametrize(
    ("changes", "steps"),
    [
        (ONLY_DEALT, (1, -2, 9)),
        pytest.param(WITHOUT_SEARCH, (1, -2, 3, -4, 5, 7, -9, 12), marks=pytest.mark.long),
    ],
)
def test_killed_at_any_file_it_ends_the_same(tmp_path: Path, changes: dict[str, Any], steps: tuple[int, ...]):
    file = write_study(tmp_path, **changes)
    kills = 0
    while True:
        when = steps[kills % len(steps)]
        ended = subprocess.run(
            [sys.executable, "-c", KILLED, str(file), str(tmp_path / "killed"), str(when)],
            capture_output=True,
        )
        if ended.returncode == 0:
            break
        assert ended.returncode == -9, ended.stderr.decode()
        assert not (tmp_path / "killed" / "results.json").exists() or when > 0
        kills += 1
    print(f"killed {kills} times")
    assert kills >= len(steps)
    play(load_study(file), tmp_path / "whole")
    assert results_of(tmp_path / "killed") == results_of(tmp_path / "whole")


def test_stopped_and_gone_on_with_it_ends_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    study = make_study(tmp_path, **ONLY_DEALT)
    play(study, tmp_path / "whole")
    clock = iter(range(10_000))
    monkeypatch.setattr(runner, "monotonic", lambda: 20.0 * next(clock))
    monkeypatch.setattr(runner, "GAMES_IN_PART", 100)
    stops = kept = 0
    seen: list[tuple[str, int, int]] = []
    while True:
        seen.clear()
        try:
            play(
                study,
                tmp_path / "pieces",
                resume=stops > 0,
                stop_after=1,
                progress=lambda *step: seen.append(step),
            )
            break
        except StudyStopped:
            stops += 1
            played = [done for _, done, _ in seen]
            assert played[0] == kept  # nothing that was played is lost
            kept = played[-1]
    assert stops >= 2
    assert results_of(tmp_path / "pieces") == results_of(tmp_path / "whole")


def test_the_command_stops_and_goes_on(tmp_path: Path):
    file, out = write_study(tmp_path, **ONLY_DEALT), tmp_path / "out"
    stopped = Ran("study", file, "--out", out, "--stop-after", 1e-6)
    assert stopped.code == 3 and not stopped.out
    assert stopped.err == (
        f"stopped after 1e-06 minutes: finished parts are kept in {out}; "
        "add --resume to the command to continue\n"
    )
    assert not (out / "results.json").exists()
    ended = Ran("study", file, "--out", out, "--resume", "--stop-after", 60)
    assert ended.code == 0
    lines = ended.err.splitlines()
    assert lines[0] == "dealt (1 of 1): 720 games; 720 of about 720 games are done"
    assert lines[-1] == "estimating: report and figures"
    wrong = Ran("study", file, "--out", out, "--stop-after", 0)
    assert (wrong.code, wrong.err) == (2, "error: --stop-after must be a number of minutes above 0, not 0\n")
    with pytest.raises(ArenaError, match="stop_after must be a number of minutes above 0, not -1"):
        play(load_study(file), out, resume=True, stop_after=-1)


def test_what_is_left_is_known_from_the_start(tmp_path: Path):
    study = make_study(tmp_path)
    seen: dict[str, int] = {}
    play(study, tmp_path / "out", progress=lambda stage, done, total: seen.update({stage: total}))
    expected = expected_games(study)
    assert list(expected) == stage_names(study)
    unsure = {name for name in expected if name.endswith("-more")} | {"left-out"}  # some boards answer anyway
    assert {name: expected[name] for name in seen if name in expected and name not in unsure} == {
        name: games for name, games in seen.items() if name in expected and name not in unsure
    }
    outlook = Outlook(study)
    for name, games in seen.items():
        done, total = outlook.update(name, games, games)
    assert done == total == sum(seen.values())
    assert outlook.place("dealt") == "3 of 17" and outlook.place("weigh-2") == ""


def test_the_committed_study_has_about_as_many_games_as_its_file_says():
    study = load_study("study-4p")
    millions = sum(expected_games(study).values()) / 1e6
    said = re.search(r"about (\d\.\d) million games", (configs_dir() / "study/study-4p.yaml").read_text())
    assert said is not None and float(said[1]) == round(millions, 1)
