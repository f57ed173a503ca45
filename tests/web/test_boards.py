"""Boards with other tracks, at the web table and in the replay, in a real browser."""

from pathlib import Path

import pytest

from dixie_env import make_rules
from dixie_env.boards.files import write_board
from dixie_env.boards.sampler import draw
from dixie_env.config import load_board
from dixie_env.records import Recorder, read_events, read_header
from dixie_env.replay import collect, replay_page
from tests.web.browser import keep, open_browser, until
from tests.web.serving import serve

LENGTHS = (6, 9, 12)
NAMED = {6: "prior:wide:1:26", 9: "prior:wide:1:5", 12: "prior:wide:1:12"}
SEATS = ["ppo:zoo/second", "balanced", "mcts:10", "greedy", "random"]
SPACES = "document.querySelectorAll('[data-place=silver-track] rect.edge').length"
EACH_SPACE = """() => ['silver', 'gold'].map((metal) => {
  const track = document.querySelector(`[data-place=${metal}-track]`);
  return [...track.querySelectorAll('rect.edge')].slice(1) // behind the panel: the spaces
    .filter((space) => space.getBoundingClientRect().width > 10).length;
})"""
OVERFLOW = """() => {
  const track = document.querySelector('[data-place=silver-track]');
  const panel = track.querySelector('rect').getBoundingClientRect();
  return [...track.querySelectorAll('circle, text, rect')].map((e) => e.getBoundingClientRect())
    .filter((box) => box.left < panel.left - 1 || box.right > panel.right + 1
      || box.top < panel.top - 1 || box.bottom > panel.bottom + 1).length;
}"""


def board_file(folder: Path, length: int) -> Path:
    file = folder / f"board-{length}.yaml"
    write_board(draw("standard", 1, 0, length=length), file)
    return file


@pytest.mark.parametrize("length", LENGTHS)
def test_the_web_table_has_the_board_it_was_started_with(tmp_path: Path, length: int) -> None:
    with serve(board=str(board_file(tmp_path, length))) as site, open_browser() as context:
        links = site.open(["person", "sane", "greedy", "balanced", "random"], seed=4)
        page = context.new_page()
        page.goto(site.origin + links["seat 0"])
        until(page, f"{SPACES} === {length + 1}")  # the panel itself has an edge, too
        assert page.evaluate(OVERFLOW) == 0
        keep(page, f"table-length-{length}")


@pytest.mark.parametrize("length", LENGTHS)
def test_the_replay_of_other_boards(tmp_path: Path, length: int) -> None:
    recorder = Recorder(make_rules(5, board=board_file(tmp_path, length), rounds=3), 5, ["sane"] * 5)
    count = 0
    while not recorder.game.over:
        recorder.step(recorder.game.random_option(count))
        count += 1
    recorder.save(tmp_path / "game.jsonl")
    html = tmp_path / "game.html"
    events = collect(read_header(tmp_path / "game.jsonl"), read_events(tmp_path / "game.jsonl"))
    html.write_text(replay_page(events), encoding="utf-8")
    with open_browser() as context:
        page = context.new_page()
        page.goto(html.as_uri())
        page.keyboard.press("End")
        until(page, f"{SPACES} === {length + 1}")
        assert page.evaluate(OVERFLOW) == 0
        keep(page, f"replay-length-{length}")


@pytest.mark.parametrize("length", LENGTHS)
def test_agents_play_on_drawn_boards_to_the_end(length: int) -> None:
    """At the table and in its replay, each space of both tracks is there."""
    assert load_board(NAMED[length]).track_length == length
    with serve(None, "ppo:zoo/second", board=NAMED[length]) as site, open_browser() as context:
        page = context.new_page()
        page.goto(site.origin + site.open(SEATS, seed=4)["watch"])
        page.wait_for_selector("#end:not([hidden])", timeout=120_000)
        assert page.evaluate(EACH_SPACE) == [length, length] and page.evaluate(OVERFLOW) == 0
        assert not any("illegal" in line for line in page.locator("#log li").all_inner_texts())
        keep(page, f"table-length-{length}-over")
        with page.expect_navigation():
            page.click("#replay")
        page.wait_for_selector("#timeline .tick")
        for key, moment in (("End", "end"), ("Home", "start")):
            page.keyboard.press(key)
            assert page.evaluate(EACH_SPACE) == [length, length] and page.evaluate(OVERFLOW) == 0
            keep(page, f"table-length-{length}-replay-{moment}")
