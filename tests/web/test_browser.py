"""People at the web table, in a real browser: clicks, keys, a reload, and what one page does not know."""

import json
import random
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pytest

from tests.web.browser import keep, open_browser, open_browsers, until
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
    if option["sure"]:
        page.click("#sure-yes")
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
        assert "won" in page.inner_text("#asked") or "share" in page.inner_text("#asked")
        assert page.locator(".sheet tr.total td").count() == 3
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
    """A whole game of three players without a mouse; costly choices are confirmed with the keys, too."""
    links = site.open(["person", "sane", "sane"], seed=4, pace="at once")
    with open_browser(dark=True) as context, tab_of(context) as page:
        page.goto(site.origin + links["seat 0"])
        count = confirmed = 0
        while wait_for_turn(page):
            turn = ask_of(page)["turn"]
            for _ in range(60):
                if page.evaluate("document.activeElement.closest('#options') !== null"):
                    break
                page.keyboard.press("Tab")
            for _ in range(count % 3):
                page.keyboard.press("ArrowDown")
            page.keyboard.press("Enter")
            if page.evaluate("document.getElementById('sure').open"):
                page.keyboard.press("Shift+Tab")
                page.keyboard.press("Enter")
                confirmed += 1
            until(page, f"!ask || ask.turn > {turn} || view.over")
            count += 1
            if count == 4:
                keep(page, "table-dark")
                assert page.evaluate(CONTRAST) == []
        assert count > 20
        keep(page, "table-over-dark")

        again = site.open(["person", "sane"], seed=4, rounds=1, pace="at once")
        page.goto(site.origin + again["seat 0"])
        wait_for_turn(page)
        turn = ask_of(page)["turn"]
        page.locator("#board .open").first.focus()
        page.keyboard.press("Enter")
        until(page, f"!ask || ask.turn > {turn}")


def test_two_browsers_see_that_offerings_begin(site: Site) -> None:
    """The last action of one person shows in the other browser, without a reload."""
    links = site.open(["person", "person"], seed=4)
    table = site.house.tables[links["watch"].rpartition("/")[2]].table
    luck = random.Random(2)
    with open_browsers(2) as (first, second), tab_of(first) as one, tab_of(second) as two:
        pages = (one, two)
        for page, link in zip(pages, ("seat 0", "seat 1"), strict=True):
            page.goto(site.origin + links[link])
        while not table.choosing():
            seat = table.game.seat
            assert seat is not None
            until(pages[seat], f"ask && ask.turn === {table.turns[seat]}")
            click_board_or_list(pages[seat], luck)
        for page in pages:
            until(page, "view.phase === 'offerings' && ask !== null")
            assert "secret offering" in page.inner_text("#asked") or "double" in page.inner_text("#asked")
        keep(one, "two-browsers")


SIZES = """() => {
  const small = [...document.querySelectorAll('#board text')].filter((text) => text.textContent.trim()
    && parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a < 9).map((text) => text.innerHTML);
  const options = document.getElementById('options');
  const hidden = [...options.children].filter((button) => {
    const box = button.getBoundingClientRect();
    return box.bottom > innerHeight || box.right > innerWidth || box.top < 0;
  }).length;
  return { small, hidden, scrolls: options.scrollHeight > options.clientHeight + 1,
    wide: document.documentElement.scrollWidth > innerWidth };
}"""


@pytest.mark.parametrize("players", [2, 5])
def test_everything_can_be_read_and_seen_on_a_small_laptop(site: Site, players: int) -> None:
    links = site.open(["person"] + ["sane"] * (players - 1), seed=7)
    luck = random.Random(4)
    most = 0
    with open_browser() as context, tab_of(context) as page:
        page.set_viewport_size({"width": 1366, "height": 768})
        page.goto(site.origin + links["seat 0"])
        for _ in range(25):
            assert wait_for_turn(page)
            found = page.evaluate(SIZES)
            assert found == {"small": [], "hidden": 0, "scrolls": False, "wide": False}, ask_of(page)["kind"]
            number = len(ask_of(page)["options"])
            if number > most:
                most = number
                keep(page, f"laptop-{players}")
            click_board_or_list(page, luck)
    assert most >= 12


def test_a_phone_has_tabs(site: Site) -> None:
    links = site.open(["person", "sane", "sane"], seed=7, rounds=1)
    luck = random.Random(4)
    with open_browser() as context, tab_of(context) as page:
        page.set_viewport_size({"width": 390, "height": 844})
        page.goto(site.origin + links["seat 0"])
        assert wait_for_turn(page)
        for tab in ("options", "village", "board", "screen", "log"):
            page.click(f'.tabs button[data-tab="{tab}"]')
            assert page.locator("#board").is_visible() == (tab in ("village", "board", "screen"))
            assert page.locator("#options").is_visible() == (tab != "log")
            assert page.locator("#log").is_visible() == (tab in ("options", "log"))
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
            assert page.evaluate(CONTRAST) == []
            keep(page, f"phone-{tab}")
        page.click('.tabs button[data-tab="options"]')
        while wait_for_turn(page):
            ask = ask_of(page)
            option = luck.choice(
                [option for option in ask["options"] if not option["sure"]] or ask["options"]
            )
            page.click(f'#options button[data-option="{option["option"]}"]')
            if option["sure"]:
                page.click("#sure-yes")
            until(page, f"!ask || ask.turn > {ask['turn']} || view.over")
        assert page.locator(".sheet").is_visible()
        keep(page, "phone-over")


SLOWLY = """() => {
  window.flown = 0;
  new MutationObserver((changes) => {
    for (const change of changes) window.flown += change.addedNodes.length;
    for (const flight of document.getAnimations()) flight.playbackRate = 0.001;
  }).observe(document.getElementById('flying'), { childList: true });
}"""
"""Counts pieces that begin to move, and lets them move so slowly that a test can look at them."""


def test_pieces_move_and_can_be_skipped(site: Site) -> None:
    links = site.open(["person", "sane", "sane"], seed=9, draft="random")
    with open_browser(still=False) as context, tab_of(context) as page:
        page.goto(site.origin + links["seat 0"])
        assert wait_for_turn(page)
        ask = ask_of(page)
        option = next(option for option in ask["options"] if option["moves"] and not option["sure"])
        button = page.locator(f'#options button[data-option="{option["option"]}"]')
        button.hover()
        assert page.locator("#flying .preview").count() == len(option["moves"])  # before, to see what it does
        page.evaluate(SLOWLY)
        button.click()
        page.wait_for_selector("#skip:not([hidden])")
        until(page, "window.flown > 0 && document.querySelector('#flying .flying:not(.preview)') !== null")
        assert page.evaluate("ask.turn") == ask["turn"]  # the board changes when the pieces have arrived
        keep(page, "motion")
        page.keyboard.press("Escape")
        until(page, f"(!ask || ask.turn > {ask['turn']}) && document.getElementById('skip').hidden")
        assert page.locator("#flying .flying:not(.preview)").count() == 0


def test_a_pass_asks_once(site: Site) -> None:
    links = site.open(["person", "sane"], seed=4, draft="random")
    with open_browser() as context, tab_of(context) as page:
        page.goto(site.origin + links["seat 0"])
        assert wait_for_turn(page)
        turn = ask_of(page)["turn"]
        page.click('#options button[data-option="pass"]')
        assert "5 penalty points" in page.inner_text("#sure")
        page.click("#sure-no")
        assert ask_of(page)["turn"] == turn and page.locator("#sure").is_hidden()
        page.click('#options button[data-option="pass"]')
        page.click("#sure-yes")
        until(page, f"!ask || ask.turn > {turn}")


def test_the_log_points_to_the_board_and_knows_what_is_new(site: Site) -> None:
    links = site.open(["person", "sane", "sane"], seed=9, draft="random")
    luck = random.Random(3)
    with open_browser() as context, tab_of(context) as page:
        page.goto(site.origin + links["seat 0"])
        for _ in range(30):
            assert wait_for_turn(page)
            if page.locator("#since").is_visible() and page.locator("#log details").count() > 2:
                break
            click_board_or_list(page, luck)
        assert page.locator("#since li").count() > 0
        assert page.locator("#log details[open]").count() == 1  # earlier rounds are folded
        page.locator("#log details[open] button").last.hover()
        assert page.locator("#spots .spot-light").count() > 0
        keep(page, "log")


def test_hints_and_watching(site: Site) -> None:
    links = site.open(["person", "sane", "sane"], seed=9)
    with open_browser() as context, tab_of(context) as page, tab_of(context) as watcher:
        page.goto(site.origin + links["seat 0"])
        wait_for_turn(page)
        page.select_option("#agent", "sane")
        page.click("#hint")
        page.wait_for_selector("#options button.advised")
        assert page.inner_text("#advised").startswith("Easy would choose ")
        watcher.goto(site.origin + links["watch"])
        watcher.wait_for_selector('#board [data-part="head"]')
        assert "You are watching." in watcher.inner_text("#status")
        assert watcher.locator("#options button").count() == 0


def test_a_refused_choice_is_said_and_another_can_be_made(site: Site) -> None:
    links = site.open(["person", "sane"], seed=14)
    with open_browser() as context, tab_of(context) as page:
        page.goto(site.origin + links["seat 0"])
        wait_for_turn(page)
        turn = ask_of(page)["turn"]
        page.evaluate("choose({ option: 'action:99' })")
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
        page.wait_for_selector("#log li >> nth=12", state="attached")
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
