"""`dixie draw` and `dixie replay --html`."""

import errno
import os
from pathlib import Path

import pytest

from tests.cli.helpers import Ran, lines_of, record


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return record(tmp_path_factory.mktemp("games"), "--players", 3, "--rounds", 2, "--agents", "sane")[0]


def test_a_position_is_drawn(game: Path, tmp_path: Path) -> None:
    decisions = sum(line.get("type") == "decision" for line in lines_of(game))
    pictures = {}
    for at in (0, 12, decisions):
        out = tmp_path / f"{at}.svg"
        assert Ran("draw", game, "--out", out, "--at", at).code == 0
        pictures[at] = out.read_text(encoding="utf-8")
    assert "Before round 1" in pictures[0] and "final scores" in pictures[decisions]
    assert Ran("draw", game, "--out", tmp_path / "end.svg").code == 0
    assert (tmp_path / "end.svg").read_text(encoding="utf-8") == pictures[decisions]
    out = tmp_path / "seat.svg"
    assert Ran("draw", game, "--out", out, "--at", 12, "--viewer", 1, "--theme", "dark").code == 0
    assert "goods behind the screen" in out.read_text(encoding="utf-8")


def test_pixels_and_animations_are_written(game: Path, tmp_path: Path) -> None:
    pytest.importorskip("resvg_py", reason="needs the extra draw")
    assert Ran("draw", game, "--out", tmp_path / "new" / "b.png", "--at", 9, "--width", 300).code == 0
    assert (tmp_path / "new" / "b.png").read_bytes().startswith(b"\x89PNG")
    assert Ran("draw", game, "--out", tmp_path / "b.gif", "--every", 30, "--width", 200).code == 0
    assert (tmp_path / "b.gif").read_bytes().startswith(b"GIF89a")


@pytest.mark.parametrize("ending", ["svg", "png", "gif"])
def test_a_full_disk_leaves_no_cut_picture(
    game: Path, tmp_path: Path, ending: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("resvg_py", reason="needs the extra draw")

    def fail(handle: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", fail)
    ran = Ran("draw", game, "--out", tmp_path / f"board.{ending}", "--width", 200, "--every", 30)
    assert (ran.code, ran.error) == (2, "No space left on device")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--out", "b.jpg"], ".svg, .png, .gif"),
        (["--out", "b.svg", "--at", "-1"], "--at must be from 0 to"),
        (["--out", "b.svg", "--at", "9999"], "--at must be from 0 to"),
        (["--out", "b.svg", "--theme", "pink"], "light, dark, auto"),
        (["--out", "b.png", "--theme", "auto"], "light, dark for .png"),
        (["--out", "b.gif", "--every", "0"], "--every must be 1 or more"),
        (["--out", "b.svg", "--viewer", "3"], "viewer must be a seat from 0 to 2"),
    ],
)
def test_wrong_arguments_are_explained(game: Path, arguments: list[str], words: str) -> None:
    ran = Ran("draw", game, *arguments)
    assert ran.code == 2
    assert words in ran.error


def test_a_replay_page_is_written(game: Path, tmp_path: Path) -> None:
    out = tmp_path / "game.html"
    assert Ran("replay", game, "--html", out).code == 0
    assert out.read_text(encoding="utf-8").startswith("<!doctype html>")


def test_explained_records_are_the_same_games(tmp_path: Path) -> None:
    """What the search thought stands beside its decisions, and changes none of them."""
    arguments = ("--players", 2, "--rounds", 1, "--agents", "mcts:20,sane", "--seed", 3)
    plain = lines_of(record(tmp_path / "plain", *arguments)[0])
    told = lines_of(record(tmp_path / "told", *arguments, "--explain")[0])
    decisions = [line for line in told if line.get("type") == "decision"]
    explained = [line for line in decisions if "analysis" in line]
    assert {line["seat"] for line in explained} == {0}
    for line in explained:
        assert line["analysis"][0][0] == line["choice"]
        del line["analysis"]
    assert told == plain
    out = tmp_path / "game.html"
    assert Ran("replay", tmp_path / "told" / "game-3.jsonl", "--html", out).code == 0
    assert '"analysis":' in out.read_text(encoding="utf-8")
