"""A whole small study: played, killed, resumed, with several workers; and what it writes."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet as pq
import pytest

from dixie_arena.config import ArenaError
from dixie_arena.studying import runner
from dixie_arena.studying.board_numbers import NUMBERS
from dixie_arena.studying.boards import DrawnBoard
from dixie_arena.studying.report.page import write_report
from dixie_arena.studying.study_folder import plain
from dixie_env.boards.files import board_data
from dixie_env.config import load_board
from dixie_env.engine.words import ABILITIES
from tests.arena.study.small_study import ONLY_DEALT, make_study, play, results_of, write_study

KILLED = """
import os, signal, sys
from pathlib import Path
from dixie_arena.studying import runner
from dixie_arena.studying.plan_file import load_study
from dixie_arena.studying.results import run_study

runner.GAMES_IN_PART = 100
file, folder, stage, least = sys.argv[1:]

def progress(name, done, total):
    if name == stage and done >= int(least):
        os.kill(os.getpid(), signal.SIGKILL)

run_study(load_study(file), Path(folder), resume=True, progress=progress)
"""


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("study")


@pytest.fixture(scope="module")
def finished(files: Path) -> tuple[dict[str, Any], Path]:
    """The results of a study with everything, and its folder."""
    return play(make_study(files), files / "whole"), files / "whole"


def test_killed_at_any_point_it_ends_the_same(finished: tuple[dict[str, Any], Path], files: Path):
    folder = files / "killed"
    file = write_study(files)
    for stage, least in (("weigh-1", 300), ("held", 360)):
        ended = subprocess.run(
            [sys.executable, "-c", KILLED, str(file), str(folder), stage, str(least)], capture_output=True
        )
        assert ended.returncode == -9, ended.stderr.decode()
        assert not (folder / "results.json").exists()
    seen: list[tuple[str, int, int]] = []
    names = runner.stage_names(make_study(files))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(runner, "GAMES_IN_PART", 100)
        play(make_study(files), folder, resume=True, progress=lambda *step: seen.append(step))
    assert seen[0] == ("weigh-1", 420, 420)  # nothing is played twice
    played = dict.fromkeys(stage for stage, _, _ in seen)
    assert [stage for stage in played if "weigh-2" not in stage] == names
    assert results_of(folder) == results_of(finished[1])


def test_results_have_what_a_report_needs(finished: tuple[dict[str, Any], Path]):
    results, folder = finished
    assert results == json.loads((folder / "results.json").read_text())
    dealt = results["answers"]["dealt"]
    assert {row["ability"] for row in dealt["effects"]} == set(ABILITIES)
    assert sum(row["effect"] for row in dealt["effects"]) == pytest.approx(0, abs=1e-6)
    assert sum(row["probability_strongest"] for row in dealt["effects"]) == pytest.approx(1)
    assert len(dealt["pairs"]) == 45 and len(dealt["agents"]) == 20
    assert set(dealt["without_agent"]) == {"sane", "greedy"}
    for row in dealt["effects"]:
        assert row["of_fair_share"] == pytest.approx(4 * row["effect"], abs=1e-6)
        assert set(row["doubt"]["percent"]) == {"luck", "players", "board", "board_players"}
        assert row["low"] < row["effect"] < row["high"]
    assert dealt["verdict"]["named"] is False and results["primary"] is False
    statements = [one["key"] for one in results["evidence"]["statements"]]
    assert set(results["left_out"]) == {*statements, "no evidence"}
    assert set(results["weighing"]) == {"5 suffice", "5 are the limit"}
    assert results["weighing"]["5 are the limit"]["statements"] == ["pit_rare", "positive_rare", "track_end"]
    assert len(results["weighing"]["5 suffice"]["numbers"]) == len(NUMBERS)
    assert set(results["clones"]["agents"]) == {"sane", "greedy"}
    assert results["search"]["agent"] == "mcts:1"
    games = [(other["players"], other["edition"]) for other in results["others"]]
    assert games == [(3, "de"), (3, "fr"), (4, "fr")]
    for other in results["others"]:
        whole = {3: 90, 4: 60}[other["players"]]  # of the balanced design
        assert (other["boards"], other["games"]) == (3, 3 * whole)
        for row in other["effects"]:
            assert row["of_fair_share"] == pytest.approx(other["players"] * row["effect"], abs=1e-6)
    assert results["draft"]["gain"]["boards"] == 3
    assert len(results["draft"]["typical"]["line"]) == 4
    assert sum(results["draft"]["best_first_pick"].values()) == 210
    assert results["limit"]["reading"] == "5 are the limit"
    assert [len(step["numbers"]) for step in results["look_up"]] == [len(NUMBERS)] * len(results["look_up"])
    drafted = results["answers"]["drafted"]
    assert all(("win_share_of_holders" in row) != row["not_chosen"] for row in drafted["abilities"])
    assert all((row["held"] < 200) == row["not_chosen"] for row in drafted["abilities"])


def test_tables_are_there_for_other_tools(finished: tuple[dict[str, Any], Path]):
    results, folder = finished
    effects = pq.read_table(folder / "effects.parquet").to_pandas()
    assert set(effects["estimand"]) == {"dealt", "held", "dealt, 5 are the limit"}
    pool = effects[(effects["estimand"] == "dealt") & (effects["agent"] == "pool")]
    assert len(pool) == 60
    means = (pool["weight"] * pool["effect"]).groupby(pool["ability"]).sum()
    for row in results["answers"]["dealt"]["effects"]:
        assert means[row["ability"]] == pytest.approx(row["effect"], abs=1e-6)
    boards = pq.read_table(folder / "boards.parquet").to_pandas()
    first = boards[boards["reading"] == "5 suffice"]
    assert first["weight"].sum() == pytest.approx(1, abs=1e-6)
    assert first["answers"].sum() == results["weighing"]["5 suffice"]["answering"]
    assert len((folder / "effects.csv").read_text().splitlines()) == len(effects) + 1


def test_the_plausible_board_is_marked_and_can_be_played(finished: tuple[dict[str, Any], Path]):
    results, folder = finished
    file = folder / "plausible.yaml"
    assert file.read_text().startswith("# The most plausible board of the study tiny")
    assert load_board(str(file)).track_length == results["plausible"]["track_length"]


def test_a_finished_study_is_only_read_again(finished: tuple[dict[str, Any], Path], files: Path):
    results, folder = finished
    seen: list[object] = []
    assert play(make_study(files), folder, resume=True, progress=lambda *step: seen.append(step)) == results
    assert not seen


def test_a_folder_with_something_else_is_refused(finished: tuple[dict[str, Any], Path], files: Path):
    _, folder = finished
    with pytest.raises(ArenaError, match="already holds this study, finished: use --resume"):
        play(make_study(files), folder)
    with pytest.raises(ArenaError, match="holds another study: its study differs"):
        play(make_study(files, seed=6), folder, resume=True)
    (files / "junk").mkdir()
    (files / "junk" / "file").touch()
    with pytest.raises(ArenaError, match="is not empty and does not hold a study"):
        play(make_study(files), files / "junk")
    with pytest.raises(ArenaError, match="the backend must be one of local, ray"):
        play(make_study(files), files / "new", backend="cloud")


def test_without_evidence_the_posterior_is_the_prior_and_workers_change_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    study = make_study(tmp_path, **ONLY_DEALT)
    results = play(study, tmp_path / "out")
    monkeypatch.setattr(runner, "GAMES_IN_PART", 250)
    assert play(study, tmp_path / "two", workers=2) == results
    for name in ("results.json", "dealt/games.parquet", "effects.parquet"):
        assert (tmp_path / "two" / name).read_bytes() == (tmp_path / "out" / name).read_bytes()
    shares = results["weighing"]["5 suffice"]["track_length"]
    assert shares["posterior"] == shares["prior"]
    assert list(shares["prior"].values()) == pytest.approx([1 / 7] * 7)
    assert results["answers"]["dealt"]["boards"] == 6
    assert not (tmp_path / "out" / "weigh-1").exists()


def test_too_few_games_are_said(tmp_path: Path):
    pool = {
        "name": "many",
        "status": "draft",
        "agents": [{"label": f"sane{number}", "name": "sane"} for number in range(24)],
    }
    answer = {"boards": 2, "games": 60, "estimands": ["dealt"]}
    study = make_study(tmp_path, pool=pool, **ONLY_DEALT | {"answer": answer})
    with pytest.raises(ArenaError, match=r"60 games: agent \d+ held ability \d+ in no game"):
        play(study, tmp_path / "out")


def test_numbers_are_stored_as_json_can_write_them():
    data = {"a": np.float64(1 / 3), "b": [np.int64(2), float("nan"), -0.0], "c": np.array([True])}
    assert plain(data) == {"a": 0.33333333, "b": [2, None, 0.0], "c": [True]}
    assert str(plain(-0.0)) == "0.0"


def test_what_an_owner_entered_stays_on_every_board(tmp_path: Path):
    data = board_data(load_board("standard"))
    data["track_length"]["status"] = data["track_penalties"]["status"] = "entered"
    data["whip_die"] = {"value": [1, 1, 1, 1, 2, 3], "status": "entered"}
    (tmp_path / "mine.json").write_text(json.dumps(data))
    study = make_study(tmp_path, **ONLY_DEALT, board=str(tmp_path / "mine.json"))
    results = play(study, tmp_path / "out")
    write_report(tmp_path / "out")
    boards = pq.read_table(tmp_path / "out" / "boards.parquet").to_pandas()
    assert set(boards["track_length"]) == {7}
    runs = runner.Runner(study, tmp_path / "out", 1, "local", lambda *_: None)
    drawn = [runs.board(DrawnBoard(number, 7)) for number in range(14)]
    assert {board.track_penalties for board in drawn} == {load_board("standard").track_penalties}
    assert {board.whip_die for board in drawn} == {(1, 1, 1, 1, 2, 3)}
    assert len({board.silver_per_gold for board in drawn}) > 1
    assert results["weighing"]["5 suffice"]["track_length"]["prior"] == {"7": 1.0}
    assert load_board(tmp_path / "out" / "plausible.yaml").whip_die == (1, 1, 1, 1, 2, 3)
