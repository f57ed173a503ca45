"""Boards as files, their statuses, and where two boards differ."""

import json

import pytest

from dixie_env.boards.books import against_the_books
from dixie_env.boards.compare import differences
from dixie_env.boards.files import board_data, board_text, write_board
from dixie_env.boards.show import board_lines, legend, status_counts
from dixie_env.config import Board, ConfigError, load_board


def mixed() -> Board:
    data = board_data(load_board("prior:standard:7:3"))
    data["track_length"]["status"] = "entered"
    data["pit"]["status"] = "review"
    data["ring_tiles"]["status"] = ["entered"] * 3 + ["review"] + ["assumed"] * 3
    data["icons"]["status"] = {str(space): "entered" if space < 6 else "assumed" for space in range(1, 15)}
    return load_board(data)


@pytest.mark.parametrize("name", ["mine.yaml", "mine.yml", "mine.json"])
def test_a_file_keeps_numbers_and_statuses(tmp_path, name):
    for board in (mixed(), load_board("standard"), load_board("prior:wide:0:0")):
        file = tmp_path / name
        write_board(board, file, replace=True)
        again = load_board(file)
        assert again == board and again.status == board.status
        assert again.length_status == board.length_status and again.name is None


def test_a_file_is_not_overwritten(tmp_path):
    file = tmp_path / "mine.yaml"
    write_board(load_board("standard"), file)
    with pytest.raises(ConfigError, match=r"mine.yaml: this file exists"):
        write_board(mixed(), file)
    with pytest.raises(ConfigError, match=r"must end in .yaml, .yml or .json"):
        write_board(mixed(), tmp_path / "mine.txt")


def test_a_file_says_what_it_is():
    assert board_text(load_board("prior:wide:0:0")).startswith("# Board prior:wide:0:0.\n# Status")
    assert board_text(mixed(), "Two\nlines").startswith("# Two\n# lines\n# Status")


# --- track_length ------------------------------------------------------------------------------------------


@pytest.mark.rule("R8.1")
def test_the_length_of_a_file_must_be_that_of_the_lists(tmp_path):
    file = tmp_path / "mine.json"
    data = board_data(load_board("standard"))
    for length, status in (({"value": 7, "status": "entered"}, "entered"), (7, "assumed")):
        file.write_text(json.dumps({**data, "track_length": length}), encoding="utf-8")
        board = load_board(file)
        assert board.length_status == status and board.track_length == 7
        assert "track_length" not in board.as_object()
    for wrong in ({"value": 9, "status": "entered"}, 8, 7.0, True, [7]):
        file.write_text(json.dumps({**data, "track_length": wrong}), encoding="utf-8")
        with pytest.raises(ConfigError, match=r"track_length: found .* it must be 7, the number of entries"):
            load_board(file)
    file.write_text(json.dumps({**data, "track_length": {"value": 7, "status": ["known"]}}), encoding="utf-8")
    with pytest.raises(ConfigError, match=r"track_length: found the status \['known'\]"):
        load_board(file)


def test_records_have_no_plain_track_length():
    with pytest.raises(ConfigError, match="'track_length': unknown key"):
        load_board({**load_board("standard").as_object(), "track_length": 7}, label="header")


# --- status ------------------------------------------------------------------------------------------------


@pytest.mark.rule("R8.2")
def test_statuses_of_entries():
    board = mixed()
    assert board.status["ring_tiles"] == ("entered",) * 3 + ("review",) + ("assumed",) * 3
    assert board.statuses("pit") == ("review",) and board.statuses("servant_tiles") == ("assumed",) * 7
    assert board.statuses("icons") == ("entered",) * 5 + ("assumed",) * 9
    counts = status_counts(board)
    assert (counts["entered"], counts["review"]) == (1 + 3 + 5, 2)
    entries = [len(board.statuses(key)) for key in Board.model_fields]
    assert sum(counts.values()) == 1 + sum(entries)


@pytest.mark.parametrize(
    "status",
    [
        {},
        {"1": "known"},
        {str(space): "sure" for space in range(1, 15)},
        {str(space): "known" for space in range(2, 16)},
        ["known"] * 14,
    ],
)
def test_wrong_statuses_of_icons(status):
    data = board_data(load_board("standard"))
    data["icons"]["status"] = status
    with pytest.raises(ConfigError, match=r"icons: found the status .* or a mapping of each space to one of"):
        load_board(data)


@pytest.mark.rule("R8.2")
def test_numbers_against_the_books():
    assert list(against_the_books(load_board("standard"))) == []
    assert list(against_the_books(load_board("prior:wide:3:4"))) == []
    odd = load_board("standard").model_copy(
        update={
            "gold_per_ring": [4, 3, 3, 5, 2, 2, 1],
            "track_penalties": [3, 3, 2, 2, 1, 0, 4],
            "golden": 4,
        }
    )
    assert list(against_the_books(odd)) == [
        "the penalty on space 7 is 4; the rulebooks say 0",
        "the price of a ring on space 4 is 5; the rulebooks say 2",
        "golden is 4; the rulebooks say 5",
    ]


# --- compare and show --------------------------------------------------------------------------------------


def test_differences():
    standard = load_board("standard")
    assert list(differences(standard, standard)) == []
    changed = standard.model_copy(update={"pit": 50, "mine_symbols": [10, 25]})
    found = {(one.key, one.place): one for one in differences(standard, changed)}
    assert found["pit", None][2:] == (60, 50, "known", "assumed")
    assert found["mine_symbols", 2][2:4] == (20, 25)
    assert found["mine_symbols", 5][2:] == (50, None, "assumed", None)
    assert len(found) == 5
    more = {(one.key, one.place) for one in differences(standard, changed, statuses=True)}
    assert ("golden", None) in more and ("silver_per_gold", 4) in more and len(more) > 5
    longer = draw_longer = load_board("prior:standard:0:0")
    first = next(differences(standard, draw_longer))
    assert first[:4] == ("track_length", None, 7, longer.track_length)
    icons = [one for one in differences(standard, longer) if one.key == "icons"]
    assert icons and isinstance(icons[0].first, dict)


def text_of(board: Board) -> str:
    return "\n".join("".join(piece.text for piece in line).rstrip() for line in board_lines(board))


def test_text_marks_what_is_not_known():
    text = text_of(load_board("standard"))
    assert "  silver for 1 gold    4?   3?   3?   2    2?   2?   1?" in text.splitlines()
    assert "  penalty each round   3?   3?   2?   2?   1?   0    0" in text.splitlines()
    assert " 8 apple, bread?" in text
    shown = text_of(mixed())
    assert "10 spaces!" in shown and "60~" in shown
    words = "".join(piece.text for piece in legend(mixed()))
    assert "2 review~ (one review says so), 9 entered! (an owner looked it up)" in words


@pytest.mark.parametrize("length", [3, 6, 9, 12])
def test_text_fits_a_terminal(length):
    from dixie_env.boards.sampler import draw

    for number in range(5):
        lines = text_of(draw("wide", 1, number, length=length)).splitlines()
        assert max(map(len, lines)) <= 80
