"""Boards with other tracks, at the web table and in the replay, in a real browser."""

from pathlib import Path

import pytest

from dixie_env import make_rules
from dixie_env.boards.files import write_board
from dixie_env.boards.sampler import draw
from dixie_env.records import Recorder, read_events, read_header
from dixie_env.replay import collect, replay_page
from tests.web.browser import keep, open_browser, until
from tests.web.serving import serve

LENGTHS = (6, 9, 12)
SPACES = "document.querySelectorAll('[data-place=silver-track] rect.edge').length"
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
