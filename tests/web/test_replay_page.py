"""The replay page: complete, self-contained, and it steps to any decision in a real browser."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from dixie_env import make_rules
from dixie_env.drawing import board_parts, make_view
from dixie_env.records import Recorder, RecordError, read_events, read_header
from dixie_env.replay import collect, replay_page
from tests.web.browser import keep, open_browser


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game of 3 in which every fifth decision is explained."""
    recorder = Recorder(make_rules(3, rounds=3), 5, ["<b>ann</b>", "ben", "cleo & co"])
    count = 0
    while not recorder.game.over:
        names = recorder.game.option_names()
        analysis = (
            [[name, 10 * index, index / 7] for index, name in enumerate(names)] if count % 5 == 0 else None
        )
        recorder.step(recorder.game.random_option(count), analysis=analysis)
        count += 1
    path = tmp_path_factory.mktemp("replay") / "game.jsonl"
    recorder.save(path)
    return path


@pytest.fixture(scope="module")
def page(record: Path) -> Path:
    path = record.with_suffix(".html")
    path.write_text(replay_page(collect(read_header(record), read_events(record))), encoding="utf-8")
    return path


def data_of(page: Path) -> Any:
    text = page.read_text(encoding="utf-8")
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', text, re.DOTALL)
    assert found is not None
    return json.loads(found[1])


def test_the_page_needs_nothing_from_outside(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert "default-src 'none'" in text
    assert not re.search(r'(src|href)="(?!#|data:,")', text)
    assert "http" not in text.replace("http://www.w3.org/2000/svg", "").replace("http-equiv", "")
    assert "<b>ann</b>" not in text


def test_the_page_names_edition_board_and_seed(record: Path, page: Path, tmp_path: Path) -> None:
    assert data_of(page)["about"] == "edition de, board standard, seed 5"
    replay = collect(read_header(record), read_events(record))
    replay.header = {**replay.header, "edition": {}, "board": {}, "seed": None}
    custom = tmp_path / "custom.html"
    custom.write_text(replay_page(replay), encoding="utf-8")
    assert data_of(custom)["about"] == "custom edition, custom board, no seed"


def test_every_position_is_there_and_drawn_like_the_board(record: Path, page: Path) -> None:
    data = data_of(page)
    decisions = [event for event in read_events(record) if event.line["type"] == "decision"]
    positions = data["positions"]
    assert len(positions) == len(decisions) + 1
    games = [event.game.copy() for event in read_events(record) if event.line["type"] == "decision"]
    for position, after in zip(positions[1:], games, strict=True):
        parts = board_parts(make_view(after, names=data["names"]))
        for name, number in position["parts"].items():
            assert data["strings"][number] == parts[name]
    for position, event in zip(positions, decisions, strict=False):
        assert position["choice"] == event.line["choice"]
        assert position["choice"] in [name for name, _ in position["options"]]


def test_a_wrong_record_gives_no_page(record: Path, tmp_path: Path) -> None:
    broken = tmp_path / "broken.jsonl"
    broken.write_text("".join(record.read_text(encoding="utf-8").splitlines(True)[:-3]), encoding="utf-8")
    with pytest.raises(RecordError, match="cut off"):
        collect(read_header(broken), read_events(broken))


def test_the_page_steps_to_any_decision(page: Path) -> None:
    positions = data_of(page)["positions"]
    last = len(positions) - 1
    with open_browser() as browser:
        tab = browser.new_page()
        errors: list[str] = []
        tab.on("pageerror", lambda error: errors.append(str(error)))
        tab.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
        tab.goto(page.as_uri())
        assert "decision 0 of" in tab.inner_text("#where")
        assert "<b>ann</b>" in tab.inner_text("#legend")

        def shows(index: int) -> None:
            position = positions[index]
            rows = tab.locator("#options tbody tr")
            assert rows.count() == len(position["options"])
            if index < last:
                assert f"decision {index} of {last}" in tab.inner_text("#where")
                assert tab.locator("#options tr.chosen td").first.get_attribute("title") == position["choice"]
                assert tab.locator("#options th").count() == (3 if "analysis" in position else 1)
            else:
                assert tab.inner_text("#where") == "end of the game"
            assert tab.locator('#board [data-part="space-14"]').count() == 1
            assert tab.locator(".tick.now").count() == (1 if index < last else 0)

        for index in (0, 1, 5, last // 2, last - 1, last, 3):
            tab.fill("#number", str(index))
            tab.press("#number", "Enter")
            shows(index)
        tab.locator("h1").click()
        for key, index in (("ArrowRight", 4), ("ArrowLeft", 3), ("End", last), ("Home", 0)):
            tab.keyboard.press(key)
            shows(index)
        tab.keyboard.press("PageDown")
        tab.keyboard.press("PageDown")
        assert "round 2" in tab.inner_text("#where")
        keep(tab, "replay-round-2")
        tab.locator(".tick").nth(last // 3).click()
        shows(last // 3)
        tab.select_option("#speed", "150")
        tab.click("#play")
        while int(tab.input_value("#number")) < last // 3 + 2:
            tab.wait_for_timeout(50)
        tab.click("#play")
        assert tab.inner_text("#play") == "play"
        tab.goto(f"{page.as_uri()}#{last}")
        tab.reload()
        shows(last)
        assert errors == []
