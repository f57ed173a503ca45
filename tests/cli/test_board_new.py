"""``dixie board new``, as an owner of the game uses it: in a terminal."""

import os
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from dixie_env.boards.files import write_board
from dixie_env.boards.progress import read_progress
from dixie_env.boards.questions import QUESTIONS
from dixie_env.boards.show import status_counts
from dixie_env.config import Board, load_board
from dixie_env.paths import configs_dir
from tests.cli.helpers import Ran
from tests.cli.terminal import Terminal

ANSWERS = (
    "9",
    "8 7 6 5 4 3 2",
    "6 5 4 2 2 2 2 1 1",
    "5, 4, 3, 2, 2, 2, 2, 2, 1",
    "9 19 29 ? 49",
    "2 3 5 7 9 11 13",
    "12 10 8 6 4 2 1",
    "9 7 6 5 4 3 2",
    "1 1 1 2 2 3",
    "f f f silver s gold",
    "h b a h b",
    "ab bh aa bb",
    "abh ? aab",
    "aabb apple+bread+honey+honey",
)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "my-board.yaml"


def is_the_whole_board(board: Board) -> None:
    assert board.track_length == 9 and board.length_status == "entered"
    assert board.track_penalties == (8, 7, 6, 5, 4, 3, 2, 0, 0)
    assert board.statuses("track_penalties") == ("entered",) * 7 + ("known",) * 2
    assert board.silver_per_gold == (6, 5, 4, 2, 2, 2, 2, 1, 1)
    assert board.gold_per_ring == (5, 4, 3, 2, 2, 2, 2, 2, 1)
    assert board.statuses("gold_per_ring") == ("entered",) * 3 + ("known",) + ("entered",) * 5
    assert board.mine_symbols == (9, 19, 29, 40, 49)
    assert board.statuses("mine_symbols") == ("entered",) * 3 + ("assumed", "entered")
    assert board.offering_tiles == (2, 3, 5, 7, 9, 11, 13)
    assert board.servant_tiles == (12, 10, 8, 6, 4, 2, 1)
    assert board.ring_tiles == (9, 7, 6, 5, 4, 3, 2)
    assert board.whip_die == (1, 1, 1, 2, 2, 3)
    assert board.casino_die == ("food", "food", "food", "silver", "silver", "gold")
    assert [board.icons[str(space)] for space in (1, 6, 8, 12, 13, 14)] == [
        {"honey": 1},
        {"apple": 1, "bread": 1},
        {"apple": 2},
        {"apple": 2, "bread": 1},
        {"apple": 2, "bread": 2},
        {"apple": 1, "bread": 1, "honey": 2},
    ]
    words = board.statuses("icons")
    assert words[10] == "assumed" and {*words[:10], *words[11:]} == {"entered"}


def test_a_whole_board(file: Path) -> None:
    with Terminal("board", "new", file) as terminal:
        for number, (question, typed) in enumerate(zip(QUESTIONS, ANSWERS, strict=True), start=1):
            seen = terminal.wait_for(f" {number} of 14")
            assert question.title in seen
            assert (read_progress(file).asked == number - 1) if number > 1 else not file.exists()
            seen = terminal.wait_for("\n> ")
            assert max(map(len, seen.splitlines())) <= 80
            assert "┌" in seen or "──▶" in seen or "◀ this row" in seen
            terminal.type(typed + "\n")
        last = terminal.end()
        assert terminal.code == 0
    board = load_board(file)
    is_the_whole_board(board)
    said = " ".join(last.split())
    counts = status_counts(board)
    assert f"{counts['entered']} numbers from you; {counts['assumed']} are still assumed" in said
    assert "dixie play --board" in said and "Compare" in said
    picture = file.with_suffix(".svg").read_text(encoding="utf-8")
    assert "Board my-board.yaml" in picture and 'class="is-entered"' in picture
    assert sorted(path.name for path in file.parent.iterdir()) == ["my-board.svg", "my-board.yaml"]
    assert Ran("board", "check", file).code == 0


def test_killed_in_the_middle_and_continued(file: Path) -> None:
    with Terminal("board", "new", file) as terminal:
        for number in range(1, 7):
            terminal.answer(number, ANSWERS[number - 1])
        terminal.wait_for(" 7 of 14")
        terminal.wait_for("\n> ")
        terminal.type("12 10 8")  # not entered yet
        terminal.process.kill()
        assert terminal.code == -9
    kept = read_progress(file)
    assert kept.asked == 6 and kept.board.offering_tiles == (2, 3, 5, 7, 9, 11, 13)
    with Terminal("board", "new", file) as terminal:
        assert "Welcome back" in terminal.answer(7, ANSWERS[6])
        for number in range(8, 15):
            terminal.answer(number, ANSWERS[number - 1])
        terminal.end()
        assert terminal.code == 0
    is_the_whole_board(load_board(file))


@pytest.mark.parametrize(
    ("stop", "code"),
    [
        (Terminal.interrupt, 130),
        (partial(Terminal.type, text="\x04"), 0),
        (partial(Terminal.type, text="q\n"), 0),
    ],
    ids=["ctrl-c", "ctrl-d", "q"],
)
def test_stopped_and_continued(file: Path, stop: Callable[[Terminal], None], code: int) -> None:
    with Terminal("board", "new", file) as terminal:
        terminal.answer(1, "9")
        terminal.wait_for("\n> ")
        stop(terminal)
        said = " ".join(terminal.end().split())
        assert terminal.code == code
        assert "the same command goes on from here" in said and "Traceback" not in said
    assert read_progress(file)[1:] == (1, False) and load_board(file).track_length == 9
    assert not file.with_suffix(".svg").exists()
    with Terminal("board", "new", file) as terminal:
        terminal.answer(2, "q")
        terminal.end()


def test_stopped_before_anything_is_entered(file: Path) -> None:
    with Terminal("board", "new", file) as terminal:
        terminal.answer(1, "q")
        assert "no file was written" in " ".join(terminal.end().split())
        assert terminal.code == 0
    assert not list(file.parent.iterdir())


def test_nonsense_gets_a_line_and_the_question_again(file: Path) -> None:
    with Terminal("board", "new", file) as terminal:
        said = terminal.answer(1, "many", "2", "7 7", "b", "9")
        assert '"many" is not a whole number. Type one number from 3 to 32.' in said
        assert "2 can't be right here. Type one number from 3 to 32." in said
        assert "You typed 2 things." in said
        assert "This is the first question" in said
        said = " ".join(terminal.answer(2, "1 2 3", "0 0 1 2 3 4 5 6 7", "ü\x07", "7 6 5 4 3 2 1").split())
        assert "You typed 3 entries, but there are 7 spaces to fill in." in said
        assert "You may have begun at the top." in said
        assert "is not a whole number" in said
        assert read_progress(file).asked in (1, 2)
        terminal.answer(3, "q")
        terminal.end()
    board = load_board(file)
    assert board.track_length == 9 and board.track_penalties == (7, 6, 5, 4, 3, 2, 1, 0, 0)


def test_going_back(file: Path) -> None:
    with Terminal("board", "new", file) as terminal:
        terminal.answer(1, "9")
        terminal.answer(2, "7 6 5 4 3 2 1")
        terminal.answer(3, "b")
        seen = terminal.answer(2, "b")
        assert "7!" in seen and "1!" in seen  # what was entered is there
        terminal.answer(1, "8", "8!")  # no room for 7 penalties on 8 spaces
        seen = terminal.answer(2, "6 6 6 6 6 6")
        assert "7!" not in seen
        terminal.answer(3, "B")
        terminal.answer(2, "Q")
        terminal.end()
    progress = read_progress(file)
    assert progress.asked == 1  # it goes on where it stopped
    assert progress.board.track_penalties == (6, 6, 6, 6, 6, 6, 0, 0)


def test_everything_left_open(file: Path) -> None:
    with Terminal("board", "new", file) as terminal:
        for number in range(1, 15):
            terminal.answer(number, "")
        assert "0 numbers from you; 75 are still assumed" in " ".join(terminal.end().split())
        assert terminal.code == 0
    board, standard = load_board(file), load_board("standard")
    assert board == standard
    assert {key: board.statuses(key) for key in Board.model_fields} == {
        key: standard.statuses(key) for key in Board.model_fields
    }
    assert file.with_suffix(".svg").exists()
    with Terminal("board", "new", file) as terminal:  # once more, to correct something
        assert "Enter keeps what is there" in " ".join(terminal.answer(1, "8").split())
        terminal.answer(2, "q")
        terminal.end()
    assert load_board(file).track_length == 8


def test_what_is_surprising_is_kept_and_pointed_out(file: Path) -> None:
    with Terminal("board", "new", file) as terminal:
        terminal.answer(1, "")
        terminal.answer(2, "")
        terminal.answer(3, "4 3 3 3 2 2 1")
        said = " ".join(terminal.answer(4, "q").split())
        assert "The price of gold on space 4 is 3; the rulebooks say 2." in said
        terminal.end()
    assert load_board(file).silver_per_gold == (4, 3, 3, 3, 2, 2, 1)


# --- without a terminal ------------------------------------------------------------------------------------


def piped(file: Path, typed: bytes, **environment: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "dixie_env.cli", "board", "new", str(file)],
        input=typed,
        capture_output=True,
        env={**os.environ, **environment},
        timeout=60,
        check=False,
    )


def test_the_end_of_the_input_keeps_what_was_entered(file: Path) -> None:
    ran = piped(file, b"9\n\xff\xfe\n7 6 5 4 3 2 1\n4 4")  # the last line is whole without its end
    assert ran.returncode == 0 and ran.stderr == b""
    assert b"You typed 2 entries" in ran.stdout and b"goes on from here" in ran.stdout
    assert read_progress(file).asked == 2 and load_board(file).track_penalties[0] == 7


def test_a_terminal_of_letters_only(file: Path) -> None:
    ran = piped(file, b"", PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert b"+----+" in ran.stdout and b"\\u" not in ran.stdout


@pytest.mark.parametrize("text", ["", "hello", "pit: 60\n", "[1, 2]", "\x00"])
def test_what_is_not_a_board_is_refused_and_stays(file: Path, text: str) -> None:
    file.write_text(text, encoding="utf-8")
    ran = Ran("board", "new", file)
    assert ran.code == 2 and str(file) in ran.err and ran.out == ""
    assert file.read_text(encoding="utf-8") == text


def test_wrong_names(tmp_path: Path, file: Path) -> None:
    assert "must end in .yaml or .yml" in Ran("board", "new", tmp_path / "board.json").error
    assert "must end in .yaml or .yml" in Ran("board", "new", "standard").error
    assert "comes with Dixie" in Ran("board", "new", configs_dir() / "boards" / "standard.yaml").error
    assert "--picture must end in .svg or .png" in Ran("board", "new", file, "--picture", "x.jpg").error
    photo = file.with_suffix(".svg")
    photo.write_text("<svg>a photo</svg>", encoding="utf-8")
    assert "choose another name with --picture" in Ran("board", "new", file).error
    assert photo.read_text(encoding="utf-8") == "<svg>a photo</svg>" and not file.exists()


def test_a_board_made_in_another_way_begins_with_the_first_question(file: Path) -> None:
    board = load_board("prior:standard:7:3")
    write_board(board, file)
    assert read_progress(file)[1:] == (0, False)
    assert piped(file, b"\n").returncode == 0
    assert load_board(file) == board and read_progress(file).asked == 1
