"""The site: it builds without a warning, works offline, and a fault anywhere stops the build."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.web.browser import keep, open_browser, until

pytest.importorskip("sphinx", reason="needs the extra docs")
pytest.importorskip("torch", reason="needs the extra train: the API has its learners")
pytestmark = pytest.mark.xdist_group("site")

ROOT = Path(__file__).parents[2]


def build(out: Path, root: Path = ROOT) -> subprocess.CompletedProcess[str]:
    """Build the site in a process of its own, as `make site` does."""
    command = [sys.executable, "-m", "docs.site", str(out), str(root)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a finished build."""
    folder = tmp_path_factory.mktemp("site")
    built = build(folder)
    assert built.returncode == 0, built.stdout + built.stderr
    shutil.copytree(folder / "html", folder / "kept")  # other builds go to the same folder, to be quick
    return folder


@pytest.fixture(scope="module")
def site(out: Path) -> Path:
    """The built site."""
    return out / "kept"


def test_every_kind_of_page_is_there(site: Path) -> None:
    for page in (
        "start",
        "tutorials/train",
        "tutorials/benchmark",
        "tutorials/analyse",
        "concepts/knowledge",
        "howto/own-bot",
        "rules",
        "observation",
        "actions",
        "abilities",
        "study/rule",
        "leaderboard",
        "changelog",
        "citation",
        "replay",
        "api/dixie_training",
        *(f"notebooks/{file.stem}" for file in (ROOT / "notebooks").glob("*.ipynb")),
    ):
        assert (site / f"{page}.html").is_file(), page


def test_rules_have_anchors_and_mentions_lead_there(site: Path) -> None:
    rules = (site / "rules.html").read_text(encoding="utf-8")
    numbers = re.findall(
        r"^(?:- |\| )(R\d+\.\d+) ", (ROOT / "docs/rules.md").read_text(encoding="utf-8"), re.M
    )
    assert len(numbers) > 120
    assert [number for number in numbers if f'id="{number.lower().replace(".", "-")}"' not in rules] == []
    assert 'href="rules.html#r2-8"' in (site / "decisions.html").read_text(encoding="utf-8")
    assert 'href="../rules.html#r3-23"' in (site / "api" / "dixie_env.html").read_text(encoding="utf-8")


def test_the_api_shows_compiled_classes_with_their_words(site: Path) -> None:
    page = (site / "api" / "dixie_env.html").read_text(encoding="utf-8")
    assert 'id="dixie_env.Game.step"' in page and 'id="dixie_env.Batch"' in page
    from dixie_env import Game

    words = (Game.__doc__ or "").strip().split("\n")[0]
    text = re.sub(r"<[^>]+>", "", page)
    assert words and words[:40] in text
    assert "GameEvents" in text  # `GameEvent`s: code and letters
    assert "PlainValidator" not in text and "model_config" not in text


def test_words_before_a_colon_are_no_type(site: Path) -> None:
    pages = "".join(file.read_text(encoding="utf-8") for file in (site / "api").glob("*.html"))
    assert "Type<span" not in pages and ">Type:" not in pages


def test_the_leaderboard_has_every_card(site: Path) -> None:
    page = (site / "leaderboard.html").read_text(encoding="utf-8")
    for file in (ROOT / "docs" / "leaderboard").glob("*.json"):
        card = json.loads(file.read_text(encoding="utf-8"))["card"]
        assert card["agent"]["name"] in page
        assert f"{card['score']['value']:.1f}" in page or card["benchmark"] == 2


def test_notebooks_show_their_stored_pictures(site: Path) -> None:
    page = (site / "notebooks" / "quickstart.html").read_text(encoding="utf-8")
    assert page.count("_images/quickstart-") >= 3


@pytest.fixture(scope="module")
def planted(out: Path, site: Path, tmp_path_factory: pytest.TempPathFactory) -> str:
    """What a build says about a copy with faults."""
    root = tmp_path_factory.mktemp("copy")
    for name in ("docs", "notebooks", "configs"):
        shutil.copytree(ROOT / name, root / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("CHANGELOG.md", "CONTRIBUTING.md", "CITATION.cff", "README.md"):
        shutil.copy(ROOT / name, root / name)
    with (root / "docs" / "web.md").open("a", encoding="utf-8") as page:
        page.write("\n[nowhere](missing-page.md), [no heading](boards.md#no-such-heading), and R4.99.\n")
        page.write('\n![lost](lost-picture.png)\n\n<img src="raw-picture.png" alt="lost too">\n')
        page.write('\n<a href="raw-page.html">raw</a>\n')
    with (root / "docs" / "api" / "dixie_web.md").open("a", encoding="utf-8") as page:
        page.write("\n```{eval-rst}\n.. autofunction:: dixie_web.server.no_such_function\n```\n")
    (root / "docs" / "orphan.md").write_text("# A page that no menu has\n", encoding="utf-8")
    built = build(out, root)
    assert built.returncode == 1
    return built.stdout + built.stderr


@pytest.mark.parametrize(
    "fault",
    [
        r"target not found: 'missing-page\.md'",
        r"no-such-heading",
        r"r4-99",
        r"image file not readable: lost-picture\.png",
        r"web\.html: <img> shows raw-picture\.png, which is missing",
        r"web\.html: the link raw-page\.html leads to no file",
        r"no_such_function",
        r"orphan\.md: WARNING: document isn't included in any toctree",
    ],
)
def test_a_fault_stops_the_build(planted: str, fault: str) -> None:
    assert re.search(fault, planted), planted


def test_a_failed_build_does_not_pass_the_second_time(planted: str, out: Path) -> None:
    """Sphinx warns about a page only when it reads it: what was read with faults must be read again."""
    assert not (out / "pages").exists()


def test_search_and_replay_work_from_a_file(site: Path) -> None:
    with open_browser() as context:
        page = context.new_page()
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        page.goto((site / "search.html").as_uri() + "?q=casino")
        until(page, "document.querySelectorAll('#search-results li').length > 0")
        assert "rules" in page.inner_text("#search-results").lower()
        page.goto((site / "watch.html").as_uri())
        frame = next(frame for frame in page.frames if "/replay.html" in frame.url)
        before = frame.inner_text("body")
        frame.click("text=→")
        assert frame.inner_text("body") != before  # the next decision
        assert [url for url in asked if not url.startswith(("file:", "data:"))] == []
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            for name, size in {"laptop": (1366, 768), "phone": (390, 844)}.items():
                page.set_viewport_size({"width": size[0], "height": size[1]})
                page.goto((site / "index.html").as_uri())
                assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
                keep(page, f"site-{scheme}-{name}")
