"""What goes wrong around a table holds up nobody: full disks, slow visitors, broken guests and files."""

import asyncio
import errno
import json
import logging
import os
import socket
import time
from pathlib import Path
from typing import Any

import pytest

import dixie_web.house
from dixie_agents.registry import make_agent
from dixie_env.files import write_whole
from dixie_web.house import House
from dixie_web.limits import Agents
from dixie_web.server import MOST_WAITING, _Visit
from dixie_web.threads import in_thread
from tests.web.serving import serve
from tests.web.test_table import at_offerings

HOSTILE = "tests.arena.hostile.bots"


def test_a_full_disk_is_said_and_saved_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    write = write_whole
    full = True

    def writing(path: Path, content: str, mode: int) -> None:
        if full:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))
        write(path, content, mode)

    monkeypatch.setattr(dixie_web.house, "write_whole", writing)
    with serve(tmp_path) as site:
        links = site.open(["person", "sane"], seed=1)
        with site.visit(links["seat 0"]) as guest:
            view = guest.turn()
            guest.choose(view, view["ask"]["options"][0]["option"])
            view = guest.turn()  # the bot has been woken, and the connection is there
            assert not list(tmp_path.iterdir())
            full = False
            guest.choose(view, view["ask"]["options"][0]["option"])
            guest.turn()
            assert list(tmp_path.glob("*.table.json"))
    assert "No space left on device" in caplog.text


def test_visitors_are_told_that_the_disk_is_full(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def writing(path: Path, content: str, mode: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    async def told() -> list[dict[str, Any]]:
        heard: list[dict[str, Any]] = []

        async def send(message: dict[str, Any]) -> None:
            heard.append(message)

        house = House(Agents(), tmp_path)
        opened = house.open(["person", "sane"], seed=1)
        house.enter(opened, None, send)
        monkeypatch.setattr(dixie_web.house, "write_whole", writing)
        house.save(opened)
        house.save(opened)
        await asyncio.sleep(0.01)
        return heard

    heard = asyncio.run(told())
    assert [message["type"] for message in heard] == ["error"]
    assert "can't be saved now: No space left on device" in heard[0]["words"]


def test_files_are_never_readable_by_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    modes = set()
    sync = os.fsync

    def synced(file: int) -> None:
        modes.add(os.fstat(file).st_mode & 0o777)
        sync(file)

    monkeypatch.setattr(os, "fsync", synced)
    house = House(Agents(), tmp_path)
    opened = house.open(["person", "sane"], seed=1)
    before = os.umask(0)
    try:
        house.save(opened)
    finally:
        os.umask(before)
    assert modes == {0o600}
    assert (next(tmp_path.glob("*.table.json")).stat().st_mode & 0o777) == 0o600


@pytest.mark.parametrize(
    "change",
    [
        {"record": None},
        {"record": 5},
        {"secrets": None},
        {"secrets": [1, 2]},
        {"secrets": ["a"]},
        {"pace": float("nan")},
        {"pace": -1},
        {"closed": "yes"},
        {"name": "../../x"},
    ],
)
def test_a_damaged_table_is_named_and_skipped(
    tmp_path: Path, change: dict[str, Any], caplog: pytest.LogCaptureFixture
) -> None:
    house = House(Agents(), tmp_path)
    house.save(house.open(["person", "sane"], seed=1))
    file = next(tmp_path.glob("*.table.json"))
    kept = json.loads(file.read_text())
    assert House(Agents(), tmp_path).resume() == 0
    file.write_text(json.dumps({**kept, **change}))
    with caplog.at_level(logging.WARNING):
        assert House(Agents(), tmp_path).resume() == 1
    assert file.name in caplog.text
    assert file.exists()


class Stuck:
    """A connection whose other end reads nothing."""

    def __init__(self) -> None:
        self.sent = 0

    async def send_text(self, text: str) -> None:
        self.sent += 1
        await asyncio.sleep(3600)

    async def receive(self) -> dict[str, Any]:
        await asyncio.sleep(3600)
        return {}


def test_a_visitor_who_does_not_read_is_dropped_and_nobody_waits() -> None:
    async def watch() -> tuple[float, int, bool]:
        house = House(Agents())
        opened = house.open(["person", "sane"], seed=1)
        visit = _Visit(house, Stuck(), opened.name)  # type: ignore[arg-type]
        running = asyncio.create_task(visit.run())
        await asyncio.sleep(0)
        await visit.hello({"secret": None})
        start = time.monotonic()
        for _ in range(MOST_WAITING + 2):
            await opened.tell()
            await asyncio.sleep(0)
        seconds = time.monotonic() - start
        await asyncio.wait({running}, timeout=15)
        return seconds, len(opened.visitors), running.done()

    seconds, left, done = asyncio.run(watch())
    assert seconds < 9
    assert left == 0
    assert done


@pytest.mark.parametrize("bot", ["Exits", "ExitsWell", "Interrupts", "Raises", "Illegal", "WrongShape"])
def test_a_bot_that_ends_programs_does_not_end_the_server(bot: str) -> None:
    name = f"{HOSTILE}:{bot}"
    with serve(None, name) as site:
        links = site.open(["person", name, name], seed=1)
        with site.visit(links["seat 0"]) as guest:
            view = guest.turn()
            guest.send(type="hint", agent=name)
            while (answer := guest.hear())["type"] == "view":
                pass
            assert answer["type"] == "error"
            guest.choose(view, view["ask"]["options"][0]["option"])
            assert guest.turn() and any("random legal" in line["text"] for line in guest.log)
        assert site.open(["person", "sane"])


def test_a_bot_that_never_answers_holds_up_only_its_own_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dixie_web.house, "GUEST_SECONDS", 0.3)
    name = f"{HOSTILE}:Hangs"
    with serve(None, name) as site:
        hanging = [site.open(["person", name], seed=seed) for seed in range(8)]
        with site.visit(site.open(["person", "sane"], seed=1)["seat 0"]) as guest:
            assert guest.turn()["ask"]
        with site.visit(hanging[0]["seat 0"]) as guest:
            assert guest.turn()["ask"]  # a random move was played for it


def test_threads_of_agents_report_everything() -> None:
    async def both() -> list[Any]:
        def leave() -> int:
            raise SystemExit(0)

        return [*await asyncio.gather(in_thread(lambda: 5), in_thread(leave), return_exceptions=True)]

    five, error = asyncio.run(both())
    assert five == 5
    assert isinstance(error, RuntimeError)
    assert "SystemExit" in str(error)


def test_a_hint_says_nothing_about_offerings_of_others() -> None:
    """Another seat's steps and even its whole offering leave every hint as it was."""
    changed = 0
    for seed in range(30):
        table = at_offerings(seed)
        seats = [seat for seat in table.people if table.asks(seat) is not None]
        if len(seats) < 2:
            continue
        mine, other = seats
        hints = [table.hint(mine, make_agent("random"))()]
        while (asked := table.asks(other)) is not None:
            question = table.view(other)["ask"]
            table.choose(other, question["options"][0]["option"], question["turn"])
            assert asked is not None
            if not table.choosing() or table.asks(mine) is None:
                break
            hints.append(table.hint(mine, make_agent("random"))())
        assert all(hint == hints[0] for hint in hints)
        changed += len(hints) > 1
    assert changed > 5


def test_who_leaves_in_the_middle_of_an_upload_leaves_no_traceback(caplog: pytest.LogCaptureFixture) -> None:
    with serve() as site:
        for _ in range(3):
            with socket.create_connection(("127.0.0.1", site.port)) as connection:
                head = (
                    f"POST /api/records HTTP/1.1\r\nHost: 127.0.0.1:{site.port}\r\nOrigin: {site.origin}\r\n"
                    "Content-Length: 100000\r\n\r\n"
                )
                connection.sendall(head.encode() + b"x" * 500)
                time.sleep(0.2)
        time.sleep(0.5)
        assert site.open(["person", "sane"])
    assert "Traceback" not in caplog.text
    assert not [record for record in caplog.records if record.exc_info]
