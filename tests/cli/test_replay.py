"""`dixie replay`: the text of a game, and of one that is refused on the way."""

import io
from pathlib import Path

import pytest
from rich.console import Console

from dixie_env.cli.output import show_line, show_text
from dixie_env.narrator import narrate
from dixie_env.records import check_record, read_events, read_header
from tests.cli.helpers import Ran, lines_of, record, write_lines


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    (file,) = record(tmp_path_factory.mktemp("game"), "--players", 3, "--edition", "fr", "--seed", 7)
    return file


def test_the_text_of_a_game(game: Path) -> None:
    ran = Ran("replay", game)
    assert ran.code == 0
    assert ran.err == ""
    lines = ran.out.splitlines()
    assert lines[0] == "Dixie Queen, 3 players, edition fr, board standard, seed 7"
    result = check_record(game)
    rounds = [line for line in lines if line.startswith("Round ")]
    assert [line.split(" -")[0] for line in rounds] == [
        f"Round {n} of 7" for n in range(1, result["rounds"] + 1)
    ]
    for heading in ("Setup", "Draft", "Actions", "Offerings", "Rewards", "Penalties", "Result"):
        assert heading in lines
    (score,) = [line for line in lines if line.startswith("  score  ")]
    assert [int(number) for number in score.split()[1:]] == result["scores"]
    assert lines[-1] == "The record is valid: every line was verified."
    assert "\x1b" not in ran.out


def test_plain_and_full_records_tell_the_same(game: Path, tmp_path: Path) -> None:
    (full,) = record(tmp_path, "--players", 3, "--edition", "fr", "--seed", 7, "--full")
    assert Ran("replay", full).out == Ran("replay", game).out


@pytest.mark.parametrize("place", [1, 2, 10, 50, -1])
def test_a_refused_record_is_told_up_to_the_error(game: Path, tmp_path: Path, place: int) -> None:
    lines = lines_of(game)
    place %= len(lines)
    lines[place] = {"type": "nonsense"}
    write_lines(tmp_path / "bad.jsonl", lines)
    ran = Ran("replay", tmp_path / "bad.jsonl")
    assert ran.code == 1
    assert ran.error.startswith(f"{tmp_path / 'bad.jsonl'}, line {place + 1}: ")
    whole = Ran("replay", game).out.splitlines()
    told = ran.out.splitlines()
    assert told[0] == whole[0]
    # The last thing that was told may lack what would have been said in the same breath.
    assert told[:-1] == whole[: len(told) - 1]
    assert "verified" not in ran.out
    assert ("Result" in told) is False
    if place == len(lines) - 1:
        assert told == whole[: len(told)]
        assert whole[len(told) :][:2] == ["", "Result"]


def test_a_header_that_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "bad.jsonl"
    file.write_text('{"format": "chess"}\n')
    ran = Ran("replay", file)
    assert ran.code == 1
    assert ran.out == ""
    assert ran.error.startswith(f"{file}, line 1: ")


def test_no_file(tmp_path: Path) -> None:
    ran = Ran("replay", tmp_path / "none.jsonl")
    assert ran.code == 2
    assert ran.error == f"{tmp_path / 'none.jsonl'}: No such file or directory"
    ran = Ran("replay", tmp_path)
    assert ran.code == 2
    assert ran.error == f"{tmp_path}: Is a directory"


def terminal(width: int) -> tuple[Console, io.StringIO]:
    screen = io.StringIO()
    console = Console(
        file=screen, width=width, force_terminal=True, color_system="standard", highlight=False, _environ={}
    )
    return console, screen


@pytest.mark.parametrize("width", [80, 120])
def test_on_a_terminal_lines_fit_and_have_colours(game: Path, width: int) -> None:
    console, screen = terminal(width)
    for line in narrate(read_header(game), read_events(game)):
        show_line(console, line)
    shown = screen.getvalue()
    assert "\x1b[" in shown
    plain, plain_screen = Console(file=io.StringIO(), width=width), io.StringIO()
    plain = Console(file=plain_screen, width=width, force_terminal=True, color_system=None, highlight=False)
    for line in narrate(read_header(game), read_events(game)):
        show_line(plain, line)
    assert max(map(len, plain_screen.getvalue().splitlines())) <= width


def test_long_lines_hang_below_their_seat() -> None:
    console, screen = terminal(40)
    show_text(console, "  seat 1  gives 2 whips to seat 0 and 1 to seat 2")
    first, second = screen.getvalue().splitlines()
    assert "seat 1" in first
    assert second.startswith(" " * 10)
