"""Reviews on the web table: of finished games only, in the background, and on to a table from there."""

import json
import time
from collections.abc import Iterator
from itertools import takewhile
from pathlib import Path

import httpx
import pytest

from tests.agents.test_reviewing import play
from tests.web.serving import Site, serve

pytest.importorskip("fastapi", reason="needs the extra web")

from dixie_web import reviews


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reviews.Reviews.__init__, "__defaults__", ("ppo:zoo/third",))
        with serve() as running:
            yield running


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return play(tmp_path_factory.mktemp("reviews") / "game.jsonl", 2, ["sane", "sane"], rounds=1)


def wait_for(site: Site, link: str) -> httpx.Response:
    for _ in range(3000):
        answer = httpx.get(site.origin + link, timeout=60)
        assert answer.status_code == 200
        if 'http-equiv="refresh"' not in answer.text:
            return answer
        assert "The game is being reviewed" in answer.text
        time.sleep(0.1)
    raise AssertionError("the review was never ready")


def test_a_loaded_record_is_reviewed_and_played_on(site: Site, record: Path) -> None:
    begun = site.post("/api/reviews", record.read_bytes())
    assert begun.status_code == 200, begun.text
    page = wait_for(site, begun.json()["review"])
    assert "Review of a game of 2" in page.text
    assert "connect-src 'self'" in page.headers["content-security-policy"]
    lines = record.read_text().splitlines()
    header = json.loads(lines[0]) | {"agents": ["person", "balanced"]}
    setup = takewhile(lambda line: json.loads(line)["type"] == "chance", lines[1:])
    opened = site.post("/api/records", "\n".join([json.dumps(header), *setup, ""]).encode())
    assert opened.status_code == 200, opened.text
    assert "seat 0" in opened.json()


def test_a_running_game_is_not_reviewed(site: Site, record: Path) -> None:
    site.open(["person", "sane"])
    name = next(iter(site.house.tables))
    answer = site.post(f"/api/tables/{name}/review", b"")
    assert answer.status_code == 409 and "not over" in answer.text
    part = b"\n".join(record.read_bytes().splitlines()[:6]) + b"\n"
    answer = site.post("/api/reviews", part)
    assert answer.status_code == 400 and "only a finished game can be reviewed" in answer.text


def test_a_finished_table_is_reviewed(site: Site) -> None:
    links = site.open(["sane", "sane"], rounds=1, seed=3)
    name = links["watch"].rpartition("/")[2]
    for _ in range(600):
        if site.house.tables[name].table.game.over:
            break
        time.sleep(0.05)
    begun = site.post(f"/api/tables/{name}/review", b"")
    assert begun.status_code == 200, begun.text
    assert "Review of a game of 2" in wait_for(site, begun.json()["review"]).text


def test_nonsense_gets_one_line(site: Site) -> None:
    answer = site.post("/api/reviews", b"nonsense")
    assert answer.status_code == 400 and "\n" not in answer.json()["error"]
    assert site.post("/api/tables/nowhere/review", b"").status_code == 404
    assert httpx.get(f"{site.origin}/review/nowhere").status_code == 404


def test_only_own_pages_begin_reviews(site: Site, record: Path) -> None:
    answer = httpx.post(
        f"{site.origin}/api/reviews", content=record.read_bytes(), headers={"Origin": "http://evil"}
    )
    assert answer.status_code == 403


def test_few_reviews_wait(site: Site, record: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews, "MOST_WAITING", 0)
    answer = site.post("/api/reviews", record.read_bytes())
    assert answer.status_code == 400 and "being reviewed already" in answer.text
