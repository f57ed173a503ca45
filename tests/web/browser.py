"""A real browser for tests: Debian's Chromium without a screen, driven by Playwright."""

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page

SCREENSHOTS = Path(__file__).parents[2] / "runs" / "screenshots"
"""Pictures that the tests leave behind, to be looked at."""

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
QUIET = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
)


@contextmanager
def open_browser(*, dark: bool = False, still: bool = True) -> Iterator["BrowserContext"]:
    """Start a browser with an empty profile that prefers no motion; without a browser the test is skipped."""
    with open_browsers(1, dark=dark, still=still) as (context,):
        yield context


@contextmanager
def open_browsers(count: int, *, dark: bool = False, still: bool = True) -> Iterator[list["BrowserContext"]]:
    """Start several browsers that know nothing of each other."""
    playwright = pytest.importorskip("playwright.sync_api", reason="needs the package playwright")
    path = next(filter(None, map(shutil.which, NAMES)), None)
    if path is None:
        pytest.skip(f"no browser here: install Debian's chromium, or one of {', '.join(NAMES)}")
    with ExitStack() as stack:
        driver = stack.enter_context(playwright.sync_playwright())
        contexts = []
        for _ in range(count):
            context = driver.chromium.launch_persistent_context(
                stack.enter_context(tempfile.TemporaryDirectory()),
                executable_path=path,
                headless=True,
                args=list(QUIET),
                viewport={"width": 1560, "height": 1060},
                color_scheme="dark" if dark else "light",
                reduced_motion="reduce" if still else "no-preference",
            )
            stack.callback(context.close)
            contexts.append(context)
        yield contexts


def keep(page: "Page", name: str) -> None:
    """Keep a picture of the page."""
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=SCREENSHOTS / f"{name}.png")


def until(page: "Page", expression: str, tries: int = 1500) -> None:
    """Wait until something is true in the page; Playwright's own way needs `eval`, which our pages forbid.

    A page that is just being loaded can't be asked: that counts as "not yet".
    """
    from playwright.sync_api import Error

    trouble = ""
    for _ in range(tries):
        try:
            if page.evaluate(f"Boolean({expression})"):
                return
            trouble = ""
        except Error as error:
            trouble = f" ({error})"
        page.wait_for_timeout(10)
    raise AssertionError(f"never true: {expression}{trouble}")
