"""``dixie board``: show, check, diff, sample and weigh."""

import json
from pathlib import Path

import pytest

from dixie_env.boards.entering import enter, enter_length
from dixie_env.boards.files import write_board
from dixie_env.boards.sampler import draw
from dixie_env.config import load_board
from tests.cli.helpers import Ran, record


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """The file of an owner who has looked at some of it."""
    board = enter(enter_length(load_board("standard"), 9), "ring_tiles", {0: 9, 1: 7})
    file = tmp_path / "mine.yaml"
    write_board(board, file)
    return file


def test_the_group_and_its_commands() -> None:
    text = Ran("board", "--help").out
    for name in ("show", "check", "new", "diff", "sample", "weigh"):
        assert name in text
    assert "board" in Ran("--help").out
    ran = Ran("board", "shwo", "standard")
    assert ran.code == 2 and "No such command 'shwo'" in ran.error


def test_show(mine: Path) -> None:
    ran = Ran("board", "show", mine)
    assert ran.code == 0
    assert "tracks              9 spaces!" in ran.out.splitlines()
    assert "  rings                9!   7!   6?   5?   4?   3?   2?" in ran.out.splitlines()
    assert "3 entered! (an owner looked it up)" in ran.out
    assert not any(line != line.rstrip() for line in ran.out.splitlines())


def test_pictures(mine: Path, tmp_path: Path) -> None:
    svg, png = tmp_path / "a" / "board.svg", tmp_path / "a" / "board.png"
    assert Ran("board", "show", mine, "--out", svg, "--theme", "auto").out == f"wrote {svg}\n"
    text = svg.read_text(encoding="utf-8")
    assert "Board mine.yaml" in text and 'class="is-entered"' in text
    assert Ran("board", "show", "prior:standard:7:3", "--out", png, "--width", 300).code == 0
    assert png.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--out", "x.jpg"), "--out must end in .svg or .png, not '.jpg'"),
        (("--out", "x.png", "--theme", "auto"), "--theme must be one of light, dark for .png, not 'auto'"),
        (("--out", "x.png", "--width", 5), "--width must be from 100 to 4000, not 5"),
    ],
)
def test_wrong_arguments_of_pictures(arguments: tuple[object, ...], words: str) -> None:
    ran = Ran("board", "show", "standard", *arguments)
    assert (ran.code, ran.error) == (2, words)


def test_check(mine: Path, tmp_path: Path) -> None:
    ran = Ran("board", "check", mine, "standard")
    assert ran.code == 0
    assert ran.out.splitlines() == [
        f"ok {mine}: 9 track spaces; 8 known, 3 entered, 80 assumed",
        "ok standard: 7 track spaces; 8 known, 75 assumed",
    ]
    odd = tmp_path / "odd.yaml"
    write_board(enter(load_board("standard"), "golden", 4), odd)
    assert "note: golden is 4; the rulebooks say 5" in Ran("board", "check", odd).out.splitlines()


def test_check_refuses_in_a_line_for_each_problem(mine: Path, tmp_path: Path) -> None:
    text = mine.read_text(encoding="utf-8")
    bad = tmp_path / "bad.yaml"
    bad.write_text(text.replace("pit: {value: 60", "pit: {value: -1"), encoding="utf-8")
    ran = Ran("board", "check", bad, mine)
    assert ran.code == 2
    assert ran.error == f"{bad}: pit: found -1; it must be a whole number from 1 to 1000"
    assert ran.out.startswith(f"ok {mine}")
    bad.write_text(text.replace("track_length: {value: 9", "track_length: {value: 8"), encoding="utf-8")
    assert "track_length: found 8, but it must be 9" in Ran("board", "check", bad).error


@pytest.mark.parametrize("command", ["show", "check"])
@pytest.mark.parametrize("name", ["standrad", "none.yaml", "prior:standard:7"])
def test_boards_that_are_none(command: str, name: str) -> None:
    ran = Ran("board", command, name)
    assert ran.code == 2 and name in ran.error


def test_diff(mine: Path) -> None:
    lines = Ran("board", "diff", "standard", mine).out.splitlines()
    assert [part.strip() for part in lines[0].split("  ") if part] == [
        "track_length",
        "7 (assumed)",
        "9 (entered)",
    ]
    assert any(line.startswith("ring_tiles, entry 1 ") and "8 (assumed)" in line for line in lines)
    assert any(line.startswith("track_penalties, entry 9 ") and "nothing" in line for line in lines)
    assert not any("ring_tiles, entry 2" in line for line in lines)
    assert any(
        "ring_tiles, entry 2" in line
        for line in Ran("board", "diff", "standard", mine, "--statuses").out.splitlines()
    )
    assert Ran("board", "diff", "standard", "standard").out == "the boards are the same\n"
    assert any(
        "apple" in line for line in Ran("board", "diff", "standard", "prior:wide:0:0").out.splitlines()
    )


def test_sample(mine: Path, tmp_path: Path) -> None:
    out = tmp_path / "drawn.yaml"
    assert Ran("board", "sample", "standard", 7, 3, "--out", out).code == 0
    assert load_board(out) == load_board("prior:standard:7:3")
    assert out.read_text(encoding="utf-8").startswith("# Drawn as prior:standard:7:3.\n")
    again = Ran("board", "sample", "standard", 7, 3, "--out", out)
    assert again.code == 2 and "this file exists" in again.error
    narrow = tmp_path / "narrow.json"
    assert Ran("board", "sample", "wide", 7, 3, "--given", mine, "--out", narrow).code == 0
    board = load_board(narrow)
    assert board == draw("wide", 7, 3, board=load_board(mine))
    assert board.ring_tiles[:2] == (9, 7) and board.length_status == "entered"
    ran = Ran("board", "sample", "narrow", 7, 3, "--out", tmp_path / "x.yaml")
    assert ran.code == 2 and "available: standard, wide" in ran.error
    assert Ran("board", "sample", "standard", -1, 3, "--out", tmp_path / "x.yaml").code == 2


def test_a_game_on_a_drawn_board_is_recorded_with_all_its_numbers(tmp_path: Path) -> None:
    (file,) = record(
        tmp_path, "--board", "prior:standard:7:3", "--rounds", 1, "--agents", "sane", "--seed", 1
    )
    header = json.loads(file.read_text(encoding="utf-8").splitlines()[0])
    assert header["board"] == load_board("prior:standard:7:3").as_object()
    assert Ran("check", file).code == 0


LOW, HIGH = "prior:standard:7:3", "prior:standard:1000000:3"


@pytest.mark.parametrize(
    ("board", "right", "command"),
    [
        (LOW, "evaluation are drawn with seeds 1,000,000 or more", ("board", "weigh")),
        (LOW, "evaluation are", ("tournament", "--agents", "sane,random", "--out", "run", "--board")),
        (LOW, "evaluation are", ("abilities", "--agents", "sane", "--out", "run", "--board")),
        (HIGH, "training are drawn with seeds below 1,000,000", ("dataset", "data", "--board")),
    ],
)
def test_drawn_boards_are_for_training_or_evaluation(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, board: str, right: str, command: tuple[str, ...]
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = Ran(*command, board)
    assert ran.code == 2 and ran.error.startswith(f"board '{board}': boards for {right}")
    assert list(tmp_path.iterdir()) == []


WEIGH = ("board", "weigh", "standard", "--agents", "sane,greedy", "--games", 20)


def test_weigh() -> None:
    ran = Ran(*WEIGH)
    assert ran.code == 0 and ran.out.startswith("standard: log weight -")
    for key in ("pit_rare", "positive_rare", "track_end", "ones_suffice", "ones_used", "twos_suffice"):
        assert key in ran.out
    assert "60 games of sane, greedy" in ran.out


def test_weigh_as_json() -> None:
    found = json.loads(Ran(*WEIGH, "prior:standard:1000000:0", "--json").out)
    assert [row["board"] for row in found["boards"]] == ["standard", "prior:standard:1000000:0"]
    assert (found["agents"], found["games"], found["evidence"]) == (["sane", "greedy"], 20, "standard")
    (row, other) = found["boards"]
    assert row["games"] == 60 and row["log_weight"] <= 0 and row != {**other, "board": "standard"}
    assert [one["key"] for one in row["statements"]][:2] == ["pit_rare", "positive_rare"]
    assert Ran(*WEIGH, "prior:standard:1000000:0", "--json").out == json.dumps(found) + "\n"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--games", 9), "--games must be 10 or more, not 9"),
        (("--threads", 0), "--threads must be 1 or more, not 0"),
        (("--evidence", "hearsay"), "available: standard"),
        (("--agents", "nobody"), "there is no agent 'nobody'"),
        (("nothing",), "there is no board of this name"),
    ],
)
def test_wrong_arguments_of_weigh(arguments: tuple[object, ...], words: str) -> None:
    ran = Ran("board", "weigh", "standard", *arguments)
    assert ran.code == 2 and words in ran.error
