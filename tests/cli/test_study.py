"""`dixie study`."""

import json
from pathlib import Path

from tests.arena.study.small_study import ONLY_DEALT, write_study
from tests.cli.helpers import Ran


def test_it_prints_the_answer_and_resumes(tmp_path: Path) -> None:
    file, folder = write_study(tmp_path, **ONLY_DEALT), tmp_path / "out"
    ran = Ran("study", file, "--out", folder)
    assert ran.code == 0
    assert ran.err.splitlines()[0] == "dealt (1 of 1): 720 games; 720 of about 720 games are done"
    assert all(line.startswith("estimating: ") for line in ran.err.splitlines()[1:])
    for words in (
        "dealt, 4 players, edition de: effect on win probability, in points",
        "This is a small study",
        "Dealt (4 players, edition de; secondary): no ability is named the strongest.",
        "The doubt about this margin: luck",
        "Dealt: no number of the board stands out",
        "All estimands: exploitability not measured: sane and greedy.",
        "Everything is in",
    ):
        assert words in ran.out, words
    report = folder / "report.html"
    assert "report.html" in ran.out and report.read_text().startswith("<!DOCTYPE html>")
    report.unlink()
    again = Ran("study", file, "--out", folder)
    assert again.code == 2 and "use --resume" in again.error
    told = Ran("study", file, "--out", folder, "--resume", "--json")
    assert json.loads(told.out) == json.loads((folder / "results.json").read_text())
    assert report.exists()


def test_a_wrong_file_is_one_line(tmp_path: Path) -> None:
    ran = Ran("study", write_study(tmp_path, players=7), "--out", tmp_path / "out")
    assert ran.code == 2 and "players: Input should be less than or equal to 5" in ran.error
    assert not (tmp_path / "out").exists()
