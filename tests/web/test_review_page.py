"""The page of a review in a real browser: to a blunder by keys, and trying again from there."""

import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from dixie_agents.registry import make_agent
from dixie_agents.reviewing.analysis import analyse
from dixie_agents.reviewing.page import SERVED, review_page
from dixie_agents.reviewing.results import Analysis
from dixie_agents.reviewing.walk import walk
from dixie_web.limits import Agents
from dixie_web.loading import continue_record, read_record
from tests.agents.test_reviewing import play
from tests.web.browser import keep, open_browser, until
from tests.web.test_replay_page import data_of

TURN = "document.querySelector('#list [aria-current]')"
MOST_BYTES = 5_000_000


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game with a blunder of seat 1: it passes at once in round 1."""
    planted: list[int] = []

    def once(game: Any, number: int) -> str | None:
        if not planted and game.seat == 1 and game.decision == "act" and "pass" in game.option_names():
            planted.append(number)
            return "pass"
        return None

    folder = tmp_path_factory.mktemp("review")
    return play(folder / "game.jsonl", 2, ["balanced", "balanced"], rounds=3, seed=6, instead=once)


@pytest.fixture(scope="module")
def found(record: Path) -> Analysis:
    return analyse(walk(record), make_agent("mcts:8:ppo:zoo/third"), draws=4)


@pytest.fixture(scope="module")
def page(record: Path, found: Analysis) -> Path:
    file = record.with_suffix(".html")
    file.write_text(review_page(record, found, calibration="As good as measured."), encoding="utf-8")
    return file


def test_the_page_is_small_and_needs_nothing_from_outside(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert len(text) < MOST_BYTES
    assert "default-src 'none'" in text and "connect-src" not in text
    assert not re.search(r'(src|href)="(?!#|data:,")', text)


def test_only_a_served_page_may_ask_its_server(record: Path, found: Analysis) -> None:
    assert SERVED in review_page(record, found, again="/api/records")


def test_what_the_page_shows_adds_up(page: Path) -> None:
    review = data_of(page)["review"]
    shares = review["shares"]
    for turn in review["turns"]:
        first, last = shares[turn["first"]], shares[turn["first"] + turn["count"]]
        for before, after, choice, luck in zip(first, last, turn["choice"], turn["luck"], strict=True):
            assert choice + luck == pytest.approx(after - before, abs=0.0003)


@pytest.mark.parametrize("size", [(1366, 768), (390, 844)])
@pytest.mark.parametrize("dark", [False, True])
def test_stepping_to_a_blunder_and_trying_again(
    page: Path, found: Analysis, tmp_path: Path, size: tuple[int, int], dark: bool
) -> None:
    marked = [turn for turn in found.turns if turn.mark]
    assert marked, "the planted blunder is not found"
    with open_browser(dark=dark) as context:
        view = context.new_page()
        view.set_viewport_size({"width": size[0], "height": size[1]})
        errors: list[str] = []
        view.on("pageerror", lambda error: errors.append(str(error)))
        view.goto(page.as_uri())
        until(view, "document.querySelectorAll('#list button').length")
        assert len(view.query_selector_all("#list button")) == len(found.turns)
        assert len(view.query_selector_all("#players tbody tr")) == 2
        assert len(view.query_selector_all("#chart .mark")) == len(marked)
        view.keyboard.press("n")
        first = marked[0] if marked[0].number else marked[1]
        assert (
            view.evaluate(f"[...document.querySelectorAll('#list button')].indexOf({TURN})") == first.number
        )
        told = view.inner_text("#told")
        assert "Best was:" in told and "because" in told
        assert first.mark in told.lower()
        view.keyboard.press("ArrowRight")
        view.keyboard.press("p")
        assert (
            view.evaluate(f"[...document.querySelectorAll('#list button')].indexOf({TURN})") == first.number
        )
        assert view.evaluate("document.documentElement.scrollWidth <= innerWidth"), "the page is cut"
        with view.expect_download() as download:
            view.click("#again")
        file = tmp_path / "again.jsonl"
        download.value.save_as(file)
        with view.expect_download() as download:
            view.click("#save-svg")
        drawing = tmp_path / "graph.svg"
        download.value.save_as(drawing)
        root = ElementTree.parse(drawing).getroot()
        assert root.tag.endswith("svg") and len(root.findall(".//{*}polyline")) == 4
        view.click("#chart")
        assert view.evaluate("step") > first.steps[0].moment.number
        keep(view, f"review-{size[0]}-{'dark' if dark else 'light'}")
        assert errors == []
    loaded = read_record(file.read_bytes())
    assert loaded.page is None and loaded.header["agents"][first.seat] == "person"
    table = continue_record(loaded, Agents().make)
    assert table.game.seat == first.seat
    assert table.game.option_names() == first.steps[0].moment.game.option_names()
