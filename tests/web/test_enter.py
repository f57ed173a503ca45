"""Entering a real board in a real browser: to the end, with reloads, mistakes, and a phone."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from dixie_env.boards.progress import parse_progress, read_progress
from dixie_env.boards.questions import QUESTIONS
from dixie_env.config import load_board
from tests.web.browser import keep, open_browser, until
from tests.web.serving import Site, serve
from tests.web.test_browser import CONTRAST, UNLABELLED

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page

END = len(QUESTIONS)
ROWS = {
    "track_penalties": [5, 4, 4, 3, 2, 1, 1],
    "silver_per_gold": [5, 4, 3, 2, 2, 2, 2, 1, 1],
    "gold_per_ring": [6, 4, 3, 2, 2, 1, 1, 1, 1],
    "mine_symbols": [8, 19, 33],
    "offering_tiles": [1, 2, 3, 4, 5, 6, 7],
    "servant_tiles": [9, 8, 7, 6, 5, 4, 3],
    "ring_tiles": [9, 9, 7, 5, 5, 4, 1],
    "whip_die": [1, 1, 1, 2, 2, 3],
}
CASINO = ["food", "food", "food", "silver", "silver", "gold"]
FOODS = ["a b h h a", "ab bh ah bb", "abh aab bbb", "abhh hhhh"]
WIDE = "document.documentElement.scrollWidth > innerWidth"


def at(page: "Page", number: int) -> None:
    until(page, f"now && now.number === {number} && !busy")


def kept(page: "Page") -> str:
    return str(page.evaluate("localStorage.getItem('dixie-board')"))


def tap(page: "Page", place: int, word: str) -> None:
    page.click(f'#boxes .space >> nth={place} >> .choices button[title="{word}"]')


def fill(page: "Page", number: int) -> None:
    """Fill in a question as somebody does who has the game."""
    question = QUESTIONS[number]
    if question.kind == "length":
        page.fill("#boxes input", "9")
    elif question.kind == "results":
        for place, word in enumerate(CASINO):
            tap(page, place, word)
    elif question.kind == "foods":
        words = {"a": "apple", "b": "bread", "h": "honey"}
        for place, letters in enumerate(FOODS[question.row - 1].split()):
            for letter in letters:
                tap(page, place, words[letter])
    else:
        row = ROWS[question.key]
        while page.locator("#boxes input").count() > len(row):
            page.click("#fewer")
        for place, value in enumerate(row):
            page.fill(f"#boxes input >> nth={place}", str(value))


def begin(context: "BrowserContext", site: Site, width: int = 1400, height: int = 900) -> "Page":
    page = context.new_page()
    page.set_viewport_size({"width": width, "height": height})
    page.goto(site.origin)
    page.click("#enter")
    page.wait_for_url("**/board*")
    at(page, 0)
    return page


@pytest.mark.parametrize(("name", "width", "height"), [("desktop", 1400, 900), ("phone", 375, 740)])
def test_a_whole_board(tmp_path: Path, name: str, width: int, height: int) -> None:
    with serve() as site, open_browser() as context:
        page = begin(context, site, width, height)
        errors: list[str] = []
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
        for number in range(END):
            at(page, number)
            fill(page, number)
            assert page.locator('.picture [data-place="lit"]').count() == 2  # whole, and for narrow pages
            assert page.locator("#where").is_visible() == (width < 900)
            assert not page.evaluate(WIDE), number
            assert page.evaluate(CONTRAST) == [] and page.evaluate(UNLABELLED) == []
            keep(page, f"enter-{name}-{number + 1:02}")
            page.click("#next")
        at(page, END)
        assert "from you" in page.inner_text("#words") and not page.evaluate(WIDE)
        assert page.evaluate(CONTRAST) == [] and page.evaluate(UNLABELLED) == []
        keep(page, f"enter-{name}-end")
        with page.expect_download() as saving:
            page.click("#save")
        file = tmp_path / saving.value.suggested_filename
        saving.value.save_as(file)
        board = load_board(file)
        assert file.name == "my-board.yaml" and board.track_length == 9
        for key, row in ROWS.items():
            assert list(getattr(board, key))[: len(row)] == row, key
        assert list(board.casino_die) == CASINO
        assert dict(board.icons["14"]) == {"honey": 4} and dict(board.icons["6"]) == {"apple": 1, "bread": 1}
        assert read_progress(file) == (board, END, False)  # `dixie board new` knows that all was asked
        for key in ("whip_die", "casino_die", "icons", "ring_tiles"):
            assert set(board.statuses(key)) == {"entered"}
        assert board.statuses("silver_per_gold")[3] == "known"  # a rulebook and the owner agree
        with page.expect_download() as saving:
            page.click("#save-picture")
        saving.value.save_as(tmp_path / "my-board.svg")
        assert (tmp_path / "my-board.svg").read_text(encoding="utf-8").startswith("<svg ")
        page.click("#play")
        page.wait_for_url("**/table/*")
        until(page, "document.querySelectorAll('[data-place=silver-track] rect.edge').length === 10")
        (opened,) = site.house.tables.values()
        assert opened.table.recorder.lines[0]["board"] == board.as_object()
        assert errors == []


def test_it_goes_on_after_a_reload_and_a_restart() -> None:
    with open_browser() as context:
        with serve() as site:
            port = site.port
            page = begin(context, site)
            assert kept(page) == "None"  # nothing was entered
            page.fill("#boxes input", "10")
            page.click("#next")
            at(page, 1)
            page.fill("#boxes input >> nth=0", "5, 4 ? 3")  # a whole row, or a part of it
            values = "[...document.querySelectorAll('#boxes input')].map((box) => box.value).join()"
            assert page.evaluate(values) == "5,4,?,3,,,,"
            page.reload()
            at(page, 1)
            assert page.evaluate(values) == "5,4,?,3,,,,"  # not even sent
            page.click("#next")
            at(page, 2)
            page.close()
            page = context.new_page()
            page.goto(f"{site.origin}/board")
            at(page, 2)
            assert "Welcome back" in page.inner_text("#notes")
            before = kept(page)
        page.click("#next")
        until(page, "document.getElementById('error').textContent.includes('does not answer')")
        assert kept(page) == before
        with serve(port=port):
            page.click("#next")
            at(page, 3)
            board, asked, _ = parse_progress(kept(page), "x")
            assert asked == 3 and board.track_length == 10 and board.track_penalties[:2] == (5, 4)
            assert board.statuses("track_penalties")[:4] == ("entered", "entered", "assumed", "entered")


def test_back_and_forward_and_jumps() -> None:
    with serve() as site, open_browser() as context:
        page = begin(context, site)
        for number in range(3):
            page.click("#next")  # all left open
            at(page, number + 1)
        page.click("#back")
        at(page, 2)
        page.go_back()
        at(page, 3)
        page.go_back()
        at(page, 2)
        page.go_forward()
        at(page, 3)
        page.click('#steps a[href="#9"]')
        at(page, 8)
        page.fill("#boxes input >> nth=0", "2")
        page.click('#steps a[href="#end"]')
        at(page, END)
        assert "question 9 without" in page.inner_text("#notes")
        page.click('#steps a[href="#9"]')
        at(page, 8)
        assert page.input_value("#boxes input >> nth=0") == "2"
        page.click("#next")
        at(page, 9)
        page.click('#steps a[href="#end"]')
        at(page, END)
        assert "without" not in page.inner_text("#notes")
        board = parse_progress(kept(page), "x").board
        assert board.statuses("whip_die").count("entered") == 1 and board.length_status == "assumed"
        page.goto(f"{site.origin}/board#99")  # there is no such question: where it stopped
        page.reload()
        at(page, END)


def test_mistakes_are_said_in_one_line() -> None:
    with serve() as site, open_browser() as context:
        page = begin(context, site)

        def refused(words: str, *values: str) -> None:
            for place, value in enumerate(values):
                page.fill(f"#boxes input >> nth={place}", value)
            number = page.evaluate("now.number")
            page.click("#next")
            until(page, f"document.getElementById('error').textContent.includes({words!r})")
            assert "\n" not in page.inner_text("#error").strip() and page.evaluate("now.number") == number

        refused("is not a whole number", "<b>many</b>")
        refused("can't be right here", "99")
        keep(page, "enter-mistake")
        fill(page, 0)
        page.click("#next")
        at(page, 1)
        assert page.inner_text("#error") == ""
        fill(page, 1)
        page.click("#next")
        at(page, 2)
        page.click("#next")
        page.click('#steps a[href="#6"]')
        at(page, 5)
        refused("never fall along the row", "5", "3")
        page.click('#steps a[href="#1"]')
        at(page, 0)
        page.fill("#boxes input", "4")
        page.click("#next")
        until(page, "!document.getElementById('force').hidden")
        assert page.inner_text("#error") == "4 spaces have no room for what you entered on the tracks."
        keep(page, "enter-no-room")
        page.click("#forced")
        at(page, 1)
        board = parse_progress(kept(page), "x").board
        assert board.track_length == 4 and "entered" not in board.statuses("track_penalties")
        assert "we expected 6 to 12" in page.inner_text("#notes")


def test_files_are_taken_and_given_up(tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    bad = tmp_path / "bad.yaml"
    bad.write_text("pit: [", encoding="utf-8")
    with serve() as site, open_browser() as context:
        page = begin(context, site)
        page.on("dialog", lambda dialog: dialog.accept())
        page.fill("#boxes input", "8")
        page.click("#next")
        at(page, 1)
        file.write_text(kept(page), encoding="utf-8")
        page.click("summary")
        with page.expect_navigation():
            page.click("#again")
        until(page, "now && now.number === 0")
        assert page.input_value("#boxes input") == "" and kept(page) == "None"
        page.click("summary")
        page.set_input_files("#file", bad)
        until(page, "document.getElementById('file-error').textContent.startsWith('This is not the file')")
        page.set_input_files("#file", file)
        at(page, 1)
        assert kept(page) == file.read_text(encoding="utf-8")
        page.evaluate("localStorage.setItem('dixie-board', 'rubbish')")
        page.reload()
        until(page, "document.getElementById('words').textContent.includes('not the file of a board')")
        with page.expect_navigation():
            page.click("#again")
        at(page, 0)


def test_the_start_page_offers_the_own_board() -> None:
    with serve() as site, open_browser() as context:
        page = begin(context, site)
        page.fill("#boxes input", "11")
        page.click("#next")
        at(page, 1)
        page.goto(site.origin)
        page.wait_for_selector("#seat-2")
        assert page.inner_text("#enter") == "Go on with your board"
        page.select_option("#board", "own")
        page.click("#open")
        page.wait_for_url("**/table/*")
        (opened,) = site.house.tables.values()
        header: Any = opened.table.recorder.lines[0]["board"]
        assert len(header["track_penalties"]) == 11
