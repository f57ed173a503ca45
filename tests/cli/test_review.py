"""``dixie review``: what it prints and writes, and one clear line for everything that can't be reviewed."""

from pathlib import Path

import pandas as pd
import pytest

import dixie_arena
from tests.cli.helpers import Ran, record

BY = "ppo:zoo/third"


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("records")
    return record(folder, "--players", 2, "--rounds", 1, "--agents", "balanced,sane", "--seed", 3)[0]


@pytest.mark.filterwarnings("ignore:.*was not trained for this game")
def test_the_command_and_the_function(file: Path, tmp_path: Path) -> None:
    ran = Ran("review", file, "--by", BY, "--html", tmp_path / "page.html", "--out", tmp_path / "out")
    assert ran.code == 0, ran.err
    assert "seat 0 (balanced)" in ran.out and "others' choices (in points) lead to the end" in ran.out
    assert "wrote" in ran.out and "robabilities" in ran.out
    names = ("players.csv", "turns.csv", "mistakes.csv", "probabilities.csv")
    figures = [f"{name}.{kind}" for name in ("probabilities", "luck") for kind in ("svg", "pdf")]
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == sorted([*names, *figures])
    found = dixie_arena.review(file, by=BY, progress=False)
    assert found.to_html() == (tmp_path / "page.html").read_text(encoding="utf-8")
    written = pd.read_csv(tmp_path / "out" / "players.csv")
    assert written.luck.tolist() == pytest.approx(found.to_frame().luck.tolist())
    assert list(found.tables) == ["players", "turns", "mistakes", "probabilities"]
    assert found.path is None and len(found.sentences) == 3
    assert "<table>" in found._repr_html_()


def test_bad_input_gets_one_line(file: Path, tmp_path: Path) -> None:
    assert "there is no agent 'nobody'" in Ran("review", file, "--by", "nobody").error
    assert (
        "'balanced' can't review a game: it does not predict who wins"
        in Ran("review", file, "--by", "balanced").error
    )
    assert "does not predict who wins" in Ran("review", file, "--by", "mcts:20").error
    assert "missing.jsonl" in Ran("review", tmp_path / "missing.jsonl", "--by", BY).error
    part = tmp_path / "part.jsonl"
    part.write_text("".join(file.read_text().splitlines(keepends=True)[:9]))
    assert "cut off" in Ran("review", part, "--by", BY, "--html", tmp_path / "page.html").error
    assert not (tmp_path / "page.html").exists()
