"""People at the web table, in a real browser: clicks, keys, a reload, and what one page does not know."""

import json
import random
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pytest

from tests.web.browser import keep, open_browser, until
from tests.web.serving import Site, serve

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

CONTRAST = """() => {
  const parse = (text) => (text.match(/[\\d.]+/g) || []).map(Number);
  const light = ([r, g, b]) => [r, g, b].map((c) => c / 255)
    .map((c) => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
    .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
  const ground = (element) => {
    for (let e = element; e; e = e.parentElement) {
      const colour = parse(getComputedStyle(e).backgroundColor);
      if (colour.length === 3 || colour[3] > 0) return colour;
    }
    return [255, 255, 255];
  };
  const bad = [];
  for (const element of document.querySelectorAll('h1, h1 a, h2, p, a, li, label, button, select, legend')) {
    if (!element.textContent.trim() || !element.getClientRects().length) continue;
    const [one, other] = [light(parse(getComputedStyle(element).color)), light(ground(element))];
    const ratio = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
    if (ratio < 4.5) bad.push(`${element.tagName} ${element.textContent.slice(0, 20)} ${ratio.toFixed(2)}`);
  }
  return bad;
}"""
UNLABELLED = """() => [...document.querySelectorAll('button, select, input, a, [role=button]')]
  .filter((e) => !(e.getAttribute('aria-label') || e.textContent.trim() || (e.labels && e.labels.length)))
  .map((e) => e.outerHTML.slice(0, 80))"""


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    with serve() as running:
        yield running


@contextmanager
def tab_of(context: Any) -> Iterator["Page"]:
    """A page whose errors fail the test."""
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
    yield page
    assert errors == []


def wait_for_turn(page: "Page") -> bool:
    """Wait until this page may choose; False when the game is over."""
    page.wait_for_selector("#options button, #end:not([hidden])", timeout=60_000)
    return page.locator("#end").is_hidden()


def ask_of(page: "Page") -> Any:
    return json.loads(page.evaluate("JSON.stringify(ask)"))


def click_board_or_list(page: "Page", luck: random.Random) -> str:
    """Make one choice as a person with a mouse does: on the board where the option has a place there."""
    ask = ask_of(page)
    sensible = [option for option in ask["options"] if option["option"] != "pass"] or ask["options"]
    option = luck.choice(sensible)
    same = [other for other in ask["options"] if other["place"] == option["place"]]
    if option["place"] and len(same) == 1:
        place: Locator = page.locator(f'#board [data-place="{option["place"]}"]')
        box = place.locator("rect").first
        box.click(force=True, position={"x": 6, "y": 6})
        how = "board"
    else:
        page.click(f'#options button[data-option="{option["option"]}"]')
        how = "list"
    until(page, f"!ask || ask.turn > {ask['turn']} || view.over")
    return how


def test_a_whole_game_is_played_by_clicks(site: Site) -> None:
    """A person against two bots, from the lobby to the final scores, with reloads on the way."""
    luck = random.Random(3)
    with open_browser() as context, tab_of(context) as page:
        page.goto(site.origin)
        page.wait_for_selector("#seat-2")
        page.select_option("#seat-1", "sane")
        page.select_option("#seat-2", "sane")
        page.select_option("#pace", "at once")
        page.fill("#seed", "5")
        assert page.evaluate(CONTRAST) == [] and page.evaluate(UNLABELLED) == []
        keep(page, "lobby")
        page.click("#open")
        page.wait_for_url("**/table/*")
        clicks = {"board": 0, "list": 0}
        choices = 0
        while wait_for_turn(page):
            if choices in (10, 40):
                before = ask_of(page)
                page.reload()
                wait_for_turn(page)
                assert ask_of(page) == before
            if choices in (1, 25, 60):
                keep(page, f"table-{choices}")
                assert page.evaluate(CONTRAST) == [] and page.evaluate(UNLABELLED) == []
            clicks[click_board_or_list(page, luck)] += 1
            choices += 1
        assert clicks["board"] > 20 and clicks["list"] > 5
        assert page.inner_text("#asked") == "The game is over"
        assert "final scores" in page.inner_html('#board [data-part="queen"]')
        keep(page, "table-over")
        with page.expect_navigation():
            page.click("#replay")
        page.wait_for_selector("#timeline .tick")
        keep(page, "table-replay")


def test_an_offering_is_not_in_the_other_page_before_it_is_shown(site: Site) -> None:
    links = site.open(["person", "person", "sane"], seed=21)
    luck = random.Random(2)
    with open_browser() as context, tab_of(context) as one, tab_of(context) as two:
        for page, seat in ((one, "seat 0"), (two, "seat 1")):
            page.goto(site.origin + links[seat])
        table = site.house.tables[links["watch"].rpartition("/")[2]].table
        while not table.choosing():
            for page in (one, two):
                if page.locator("#options button").count() and not table.choosing():
                    click_board_or_list(page, luck)
            one.wait_for_timeout(20)
        one.wait_for_selector("#options button")
        two.wait_for_selector("#options button")
        hidden = two.content()
        one.click('#options button[data-option^="good:"] >> nth=0')
        one.wait_for_timeout(200)
        if one.locator("#options button").count():
            assert two.content() == hidden  # half an offering is nobody's business
            one.click("#options button >> nth=-1")
        until(one, "ask === null")
        until(two, "view.waiting.length === 1")
        keep(one, "offering-own")
        keep(two, "offering-other")
        queen = two.inner_html('#board [data-part="queen"]').partition("offerings")[2]
        assert "dx-" not in queen and "chosen, hidden" in queen
        assert "offers" not in two.inner_text("#log").rpartition("The queen demands")[2]
        assert "dx-" in one.inner_html('#board [data-part="queen"]').partition("offerings")[2]


def test_keys_alone_can_play(site: Site) -> None:
    links = site.open(["person", "sane"], seed=4, rounds=1, pace="at once")
    with open_browser(dark=True) as context, tab_of(context) as page:
        page.goto(site.origin + links["seat 0"])
        count = 0
        while wait_for_turn(page):
            turn = ask_of(page)["turn"]
            for _ in range(60):
                if page.evaluate("document.activeElement.closest('#options') !== null"):
                    break
                page.keyboard.press("Tab")
            if count % 2:
                page.keyboard.press("ArrowDown")
            page.keyboard.press("Enter")
            until(page, f"!ask || ask.turn > {turn} || view.over")
            count += 1
            if count == 4:
                keep(page, "table-dark")
                assert page.evaluate(CONTRAST) == []
        assert count > 4

        again = site.open(["person", "sane"], seed=4, rounds=1, pace="at once")
        page.goto(site.origin + again["seat 0"])
        wait_for_turn(page)
        turn = ask_of(page)["turn"]
        page.locator("#board .open").first.focus()
        page.keyboard.press("Enter")
        until(page, f"!ask || ask.turn > {turn}")


def test_hints_and_watching(site: Site) -> None:
    links = site.open(["person", "sane", "sane"], seed=9)
    with open_browser() as context, tab_of(context) as page, tab_of(context) as watcher:
        page.goto(site.origin + links["seat 0"])
        wait_for_turn(page)
        page.select_option("#agent", "sane")
        page.click("#hint")
        page.wait_for_selector("#options button.advised")
        assert page.inner_text("#advised").startswith("sane: ")
        watcher.goto(site.origin + links["watch"])
        watcher.wait_for_selector('#board [data-part="head"]')
        assert watcher.inner_text("#status").startswith("You are watching.")
        assert watcher.locator("#options button").count() == 0


def test_a_refused_choice_is_said_and_another_can_be_made(site: Site) -> None:
    links = site.open(["person", "sane"], seed=14)
    with open_browser() as context, tab_of(context) as page:
        page.goto(site.origin + links["seat 0"])
        wait_for_turn(page)
        turn = ask_of(page)["turn"]
        page.evaluate("choose('action:99')")
        until(page, "document.getElementById('error').textContent !== ''")
        page.click("#options button >> nth=0")
        until(page, f"!ask || ask.turn > {turn}")
        until(page, "document.getElementById('error').textContent === ''")


def test_bots_are_watched_to_the_end(site: Site) -> None:
    links = site.open(["sane", "sane", "sane", "sane"], seed=2, rounds=2, pace="quick", closed=True)
    opened = site.house.tables[links["watch"].rpartition("/")[2]]
    with open_browser() as context, tab_of(context) as page:
        page.goto(site.origin + links["watch"])
        page.wait_for_selector('#board [data-part="head"]')
        page.wait_for_selector("#log li >> nth=12")
        assert "goods behind the screen" in page.inner_html("#board")
        keep(page, "watching")
        opened.pace = 0.0
        page.wait_for_selector("#end:not([hidden])")
        assert "final scores" in page.inner_html('#board [data-part="queen"]')
        keep(page, "watching-over")


def test_a_lost_server_is_found_again(tmp_path: Any) -> None:
    with open_browser() as context, tab_of_quiet(context) as page:
        with serve(tmp_path) as first:
            links = first.open(["person", "sane"], seed=6)
            page.goto(first.origin + links["seat 0"])
            wait_for_turn(page)
            site_ask = ask_of(page)
        until(page, "document.getElementById('status').textContent.includes('lost')")
        with serve(tmp_path) as second:
            page.goto(second.origin + links["seat 0"])
            wait_for_turn(page)
            assert ask_of(page)["options"] == site_ask["options"]


@contextmanager
def tab_of_quiet(context: Any) -> Iterator["Page"]:
    """A page that may complain about lost connections."""
    yield context.new_page()
