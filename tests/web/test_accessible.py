"""No page of the web table breaks a rule of axe-core, in light and dark, on a laptop and on a phone."""

import random
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.web.browser import open_browser
from tests.web.serving import Site, serve
from tests.web.test_browser import click_board_or_list, wait_for_turn

if TYPE_CHECKING:
    from playwright.sync_api import Page

axe = pytest.importorskip(
    "axe_playwright_python.sync_playwright", reason="needs the package axe-playwright-python"
)


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    with serve() as running:
        yield running


def check(page: "Page", where: str) -> None:
    found = axe.Axe().run(page).response["violations"]
    broken = [f"{one['id']}: {one['nodes'][0]['html'][:120]}" for one in found]
    assert not broken, f"{where}: {broken}"


@pytest.mark.parametrize("dark", [False, True])
def test_pages_break_no_rule(site: Site, dark: bool) -> None:
    links = site.open(["person", "sane"], seed=3, rounds=1)
    luck = random.Random(1)
    with open_browser(dark=dark) as context:
        page = context.new_page()
        page.goto(site.origin)
        page.wait_for_selector("#seat-1")
        check(page, "lobby")
        page.goto(site.origin + links["seat 0"])
        asked = 0
        while wait_for_turn(page):
            if asked in (0, 4):
                for width, height in ((1366, 768), (390, 844)):
                    page.set_viewport_size({"width": width, "height": height})
                    check(page, f"table, {width} wide, choice {asked}")
                page.set_viewport_size({"width": 1366, "height": 768})
            click_board_or_list(page, luck)
            asked += 1
        check(page, "the end")
