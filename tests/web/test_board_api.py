"""The request behind the page that enters a board: what a screen says, and nonsense by HTTP."""

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from dixie_env.boards.answers import AnswerError
from dixie_env.boards.files import board_text
from dixie_env.boards.progress import parse_progress, progress_text
from dixie_env.boards.questions import QUESTIONS
from dixie_env.boards.sampler import draw
from dixie_env.config import ConfigError, load_board
from dixie_web.entering import board_of, screen
from dixie_web.limits import MOST_BOARD_BYTES, MOST_BOXES
from tests.web.serving import Site, serve

END = len(QUESTIONS)
FRESH = progress_text(load_board("standard"), 0)


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    with serve() as running:
        yield running


def ask(site: Site, body: Any) -> httpx.Response:
    return site.post("/api/board", body if isinstance(body, bytes) else json.dumps(body).encode())


def values(shown: dict[str, Any]) -> list[str]:
    return [box["value"] for box in shown["boxes"]]


# --- screens -----------------------------------------------------------------------------------------------


def test_what_is_known_stands_in_its_box() -> None:
    shown = screen(None, 2)
    assert values(shown) == ["", "", "", "2", "", "", ""]
    assert [box["assumed"] for box in shown["boxes"]] == ["4", "3", "3", "", "2", "2", "1"]
    assert [box["label"] for box in shown["boxes"]][::6] == ["1, first", "7, highest"]
    assert [step["state"] for step in shown["steps"]][:4] == ["none", "none", "some", "some"]


@pytest.mark.parametrize("base", ["standard", "prior:wide:3:1", "prior:standard:5:2"])
def test_boxes_as_they_were_change_nothing(base: str) -> None:
    """Also assumed numbers that differ from the standard board."""
    file = board_text(load_board(base))
    board = board_of(file)
    for number in range(END):
        shown = screen(file, number)
        assert screen(file, number, values(shown))["number"] == number + 1
        assert board_of(screen(file, number, values(shown))["file"]) == board


def test_an_answer_and_taking_it_back() -> None:
    shown = screen(FRESH, 7, ["9", "", " 7 ", "", "?", "", ""])
    board = board_of(shown["file"])
    assert board.ring_tiles[0] == 9 and board.ring_tiles[2] == 7
    words = ("entered", "assumed", "entered", *["assumed"] * 4)
    assert board.statuses("ring_tiles") == words
    assert values(screen(shown["file"], 7)) == ["9", "", "7", "", "", "", ""]
    assert board_of(screen(shown["file"], 7, [""] * 7)["file"]) == load_board("standard")


def test_what_is_surprising_is_noted_with_the_next_question() -> None:
    shown = screen(FRESH, 2, ["", "", "", "3", "", "", ""])
    assert shown["number"] == 3 and shown["notes"][0].endswith("If you misread it, go back.")
    assert board_of(shown["file"]).silver_per_gold[3] == 3


def test_the_number_of_symbols() -> None:
    shown = screen(FRESH, 4, ["", "20", ""])
    assert len(board_of(shown["file"]).mine_symbols) == 3
    assert values(screen(shown["file"], 4)) == ["", "20", ""]
    with pytest.raises(AnswerError, match="at least one symbol"):
        screen(FRESH, 4, [])


def test_the_end_says_what_is_still_assumed() -> None:
    shown = screen(screen(FRESH, 0, ["9"])["file"], END)
    assert shown["words"].startswith("Your board has 1 number from you; ")
    assert shown["picture"].startswith("<svg ") and parse_progress(shown["file"], "x").asked == END
    assert 'data-place="lit"' not in shown["picture"]


def test_every_length_has_its_boxes() -> None:
    for length in (3, 6, 9, 12, 32):
        file = board_text(draw("wide", 1, 1, length=length))
        assert len(screen(file, 2)["boxes"]) == length
        assert len(screen(file, 1)["boxes"]) == length - 2


# --- by HTTP -----------------------------------------------------------------------------------------------


def test_a_page_and_a_request(site: Site) -> None:
    page = httpx.get(f"{site.origin}/board")
    assert (
        f'data-steps="{END}"' in page.text and "default-src 'none'" in page.headers["Content-Security-Policy"]
    )
    for name in ("enter.js", "enter.css"):
        assert httpx.get(f"{site.origin}/static/{name}").status_code == 200
    assert httpx.get(f"{site.origin}/static/enter.html").status_code == 404
    first = ask(site, {}).json()
    assert first["number"] == 0 and first["notes"][0].startswith("Put the real game on the table.")
    second = ask(site, {"file": first["file"], "number": 0, "boxes": ["9"]}).json()
    assert second["number"] == 1 and len(second["boxes"]) == 7


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (b"", "JSON"),
        (b"\xff\xfe", "JSON"),
        (b"[]", "object"),
        ({"file": 3}, "file"),
        ({"file": "standard"}, "This is not the file of a board: found 'standard'"),
        ({"file": "/etc/passwd"}, "This is not the file of a board"),
        ({"file": "my-board.yaml"}, "This is not the file of a board"),
        ({"file": "prior:standard:1:1"}, "This is not the file of a board"),
        ({"file": ""}, "found nothing"),
        ({"file": "pit: ["}, "line 1"),
        ({"file": "\0"}, "This is not the file of a board"),
        ({"file": "\ud800"}, ""),
        ({"file": "a: &a [1]\nb: *a"}, "aliases"),
        ({"file": "[" * 3000}, "nested too deeply"),
        ({"file": "!!python/object/apply:os.system [ls]"}, "This is not the file of a board"),
        ({"file": FRESH.replace("pit: {value: 60", "pit: {value: 10")}, "This is not the file of a board"),
        ({"number": -1}, "number"),
        ({"number": END + 1}, "number"),
        ({"number": "1"}, "number"),
        ({"number": 0, "boxes": "9"}, "boxes"),
        ({"number": 0, "boxes": [9]}, "boxes"),
        ({"number": 0, "boxes": ["9"] * (MOST_BOXES + 1)}, "boxes"),
        ({"number": 0, "boxes": ["9" * 61]}, "boxes"),
        ({"number": 0, "boxes": ["9", "9"]}, "You typed 2 things."),
        ({"number": 0, "boxes": ["\u0661"]}, "is not a whole number"),
        ({"number": 0, "boxes": ["9\n<script>"]}, "You typed 2 things."),
        ({"number": 1, "boxes": ["1"]}, "You typed 1 entry, but there are 5 spaces"),
        ({"number": 9, "boxes": ["food"] * 5 + ["rock"]}, "is not on this die"),
        ({"number": 11, "boxes": ["ab", "a", "", ""]}, "needs 2 letters"),
        ({"number": 11, "boxes": ["ab", "xy", "", ""]}, "is not food"),
        ({"path": "board.yaml"}, "path"),
    ],
)
def test_nonsense_gets_one_clear_line(site: Site, body: Any, words: str) -> None:
    answer = ask(site, body)
    assert answer.status_code == 400, answer.text
    error = answer.json()["error"]
    assert words in error and "\n" not in error and len(error) < 400 and "Traceback" not in error


def test_too_much_is_refused(site: Site) -> None:
    assert ask(site, {"file": "#" * MOST_BOARD_BYTES}).status_code == 413
    table = {"seats": ["sane", "sane"], "board": "#" * MOST_BOARD_BYTES}
    assert site.post("/api/tables", json.dumps(table).encode()).status_code == 413


def test_random_nonsense(site: Site) -> None:
    """Whatever is written into the boxes: the next question, or one line."""
    luck = random.Random(5)
    words = [
        "",
        "?",
        "1",
        "9",
        "9!",
        "!",
        "-3",
        "\u22123",
        "1e9",
        "abh",
        "a",
        "food",
        "g",
        "+",
        "a+b",
        "\t",
        "\0",
        "\u202e",
    ]
    for _ in range(400):
        number = luck.randrange(END)
        boxes = [luck.choice(words) for _ in range(luck.choice([0, 1, 2, 3, 4, 5, 6, 7, 33]))]
        answer = ask(site, {"file": FRESH, "number": number, "boxes": boxes, "force": luck.random() < 0.5})
        if answer.status_code == 200:
            assert answer.json()["number"] == number + 1
            board_of(answer.json()["file"])
        else:
            assert answer.status_code == 400 and "\n" not in answer.json()["error"], boxes


def test_tables_on_a_board(site: Site, tmp_path: Path) -> None:
    board = draw("wide", 1, 1, length=12)
    links = site.open(["sane", "sane"], rounds=1, board=board_text(board))
    table = site.house.tables[links["watch"].rpartition("/")[2]].table
    assert table.recorder.lines[0]["board"] == board.as_object()
    file = tmp_path / "board.yaml"
    file.write_text(board_text(board), encoding="utf-8")
    for wrong in (str(file), "standard", "prior:standard:1:1", "pit: 3"):
        body = json.dumps({"seats": ["sane", "sane"], "board": wrong}).encode()
        answer = site.post("/api/tables", body)
        assert answer.status_code == 400 and "not the file of a board" in answer.json()["error"], wrong
    with pytest.raises(ConfigError, match="not the file of a board"):
        board_of(str(file))


def test_such_a_table_outlives_the_server(tmp_path: Path) -> None:
    board = draw("wide", 1, 1, length=9)
    with serve(tmp_path) as first:
        name = first.open(["person", "sane"], board=board_text(board))["watch"].rpartition("/")[2]
    with serve(tmp_path) as second:
        header = second.house.tables[name].table.recorder.lines[0]
        assert header["board"] == board.as_object()
