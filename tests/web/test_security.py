"""Strangers, nonsense and floods: an error, and nobody is harmed."""

import json
import os
import random
import string
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from dixie_agents.registry import AgentError
from dixie_web.limits import (
    MOST_BOARD_BYTES,
    MOST_BYTES,
    MOST_RECORD_BYTES,
    MOST_TABLES,
    Agents,
    is_local_host,
)
from dixie_web.network import Door
from tests.web.serving import Guest, Site, serve

MESSAGES = 10_000


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    with serve() as running:
        yield running


@pytest.mark.parametrize(
    "host", ["evil.example", "127.0.0.1.evil.example", "localhost.evil.example:80", "[::2]", ""]
)
def test_other_names_for_this_machine_are_refused(site: Site, host: str) -> None:
    """A page of a stranger can point its own name here; the name gives it away."""
    for path in ("/", "/board", "/api/tables"):
        assert httpx.get(site.origin + path, headers={"Host": host}).status_code == 403
    assert not is_local_host(host)


@pytest.mark.parametrize(
    "origin", [None, "null", "http://evil.example", "https://127.0.0.1", "http://127.0.0.1:1"]
)
def test_only_own_pages_may_change_anything(site: Site, origin: str | None) -> None:
    headers = {} if origin is None else {"Origin": origin}
    body = json.dumps({"seats": ["person", "sane"]})
    for path in ("/api/tables", "/api/records", "/api/board"):
        assert httpx.post(site.origin + path, content=body, headers=headers).status_code == 403
    name = site.open(["person", "sane"])["watch"].rpartition("/")[2]
    with pytest.raises(InvalidStatus, match="403"):
        connect(f"ws://127.0.0.1:{site.port}/ws/{name}", origin=origin)  # type: ignore[arg-type]
    assert not Door().is_own_origin(origin, f"127.0.0.1:{site.port}")


def test_a_seat_opens_to_its_secret_only(site: Site) -> None:
    one, two = site.open(["person", "person", "sane"]), site.open(["person", "sane"])
    wrong = [one["watch"] + "#" + "x" * 24, one["watch"] + "#" + two["seat 0"].partition("#")[2]]
    for link in wrong:
        with site.visit(link) as guest:
            assert "does not open a seat" in guest.hear()["words"]
            guest.send(type="choose", option="ability:1", turn=0)
            assert "say hello" in guest.hear()["words"]
    with site.visit(one["watch"]) as watcher:
        assert watcher.view()["seat"] is None
        for message in (
            {"type": "choose", "option": "ability:1", "turn": 0},
            {"type": "hint", "agent": "sane"},
        ):
            watcher.send(**message)
            assert "spectators" in watcher.hear()["words"]
    listed = json.dumps(httpx.get(f"{site.origin}/api/tables").json())
    for links in (one, two):
        for link in links.values():
            assert not link.partition("#")[2] or link.partition("#")[2] not in listed


def test_one_seat_can_not_play_for_another(site: Site) -> None:
    links = site.open(["person", "person"], seed=1)
    with site.visit(links["seat 0"]) as one, site.visit(links["seat 1"]) as two:
        views = {0: one.view(), 1: two.view()}
        (asked,) = [seat for seat, view in views.items() if view["ask"]]
        other = (two, one)[asked]
        other.send(type="choose", option=views[asked]["ask"]["options"][0]["option"], turn=0)
        assert "not your turn" in other.hear()["words"]


@pytest.mark.parametrize(
    "wrong",
    [
        {"seats": ["person"]},
        {"seats": ["person"] * 6},
        {"seats": ["person", "os:system"]},
        {"seats": ["person", "ppo:/etc/passwd"]},
        {"seats": ["person", "mcts:999999"]},
        {"seats": ["person", "x" * 10_000]},
        {"seats": ["person", "sane"], "edition": "../../etc/passwd"},
        {"seats": ["person", "sane"], "edition": "/etc/passwd"},
        {"seats": ["person", "sane"], "rounds": 0},
        {"seats": ["person", "sane"], "rounds": "7"},
        {"seats": ["person", "sane"], "draft": "fixed"},
        {"seats": ["person", "sane"], "pace": "never"},
        {"seats": ["person", "sane"], "seed": -1},
        {"seats": ["person", "sane"], "more": 1},
        {"seats": "person,sane"},
        {},
        [],
        None,
    ],
)
def test_impossible_tables_are_refused(site: Site, wrong: Any) -> None:
    answer = site.post("/api/tables", json.dumps(wrong).encode())
    assert answer.status_code == 400
    assert answer.json()["error"]


def test_too_much_is_refused(site: Site) -> None:
    assert site.post("/api/tables", b" " * (MOST_BOARD_BYTES + 1)).status_code == 413
    assert site.post("/api/records", b" " * (MOST_RECORD_BYTES + 1)).status_code == 413
    with site.visit(site.open(["person", "sane"])["seat 0"]) as guest:
        guest.view()
        guest.socket.send("x" * (MOST_BYTES * 4))
        with pytest.raises(ConnectionClosed):
            while True:
                guest.hear()


def test_tables_are_limited_and_old_ones_make_room(site: Site) -> None:
    first = site.open(["sane", "sane"], rounds=1)["watch"]
    links = [site.open(["person", "sane"], rounds=1) for _ in range(MOST_TABLES)]
    assert len(site.house.tables) == MOST_TABLES
    assert httpx.get(site.origin + first).status_code == 404
    assert httpx.get(site.origin + links[-1]["watch"]).status_code == 200


def test_pages_say_what_the_browser_may_load(site: Site) -> None:
    links = site.open(["person", "sane"])
    for path in ("/", links["watch"], "/static/table.js", "/static/board.css"):
        answer = httpx.get(site.origin + path)
        assert answer.status_code == 200
        policy = answer.headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy and "script-src 'self'" in policy
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
    for path in (
        "/static/../server.py",
        "/static/lobby.html",
        "/static/%2e%2e/server.py",
        "/table/none",
        "/docs",
    ):
        assert httpx.get(site.origin + path).status_code == 404


def test_only_allowed_agents_sit_down() -> None:
    agents = Agents(("tests.agents.foreign:FirstOption",))
    for name in agents.names:
        agents.make(name)
    for name in ("tests.agents.foreign:Wrapped", "ppo:x", "", "mcts:", "mcts:0", "mcts:99s"):
        with pytest.raises(AgentError):
            agents.make(name)


# --- the flood ---------------------------------------------------------------------------------------------


def nonsense(luck: random.Random, options: list[str]) -> str | bytes:
    """Return a message that is mostly wrong."""
    kind = luck.randrange(9)
    word = "".join(luck.choices(string.printable, k=luck.randrange(1, 60)))
    if kind == 0:
        return word
    if kind == 1:
        return luck.randbytes(luck.randrange(1, 200))
    if kind == 2:
        return "[" * luck.randrange(1, 8000)
    value = luck.choice([None, True, -1, 1e308, 2**70, "\ud800", word, [], {}, [[word]], {"a": word}, "NaN"])
    if kind == 3:
        return json.dumps(value)
    message: dict[str, Any] = {"type": luck.choice(["hello", "choose", "hint", "view", word, 5, None])}
    for key in luck.sample(
        ["option", "turn", "agent", "secret", "seat", "parts", "__class__"], luck.randrange(5)
    ):
        message[key] = luck.choice([value, luck.choice(options), luck.randrange(-2, 40), "sane"])
    return json.dumps(message)


def memory() -> int:
    """Return the memory that this process holds, in bytes; 0 where the system doesn't say."""
    if not Path("/proc/self/statm").exists():
        return 0
    return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")


def test_a_flood_of_nonsense_harms_nobody(site: Site) -> None:
    """10,000 messages: no crash, no word of another seat's secrets, no memory kept, and the game goes on."""
    links = site.open(["person", "person", "sane"], seed=11)
    secret = links["seat 1"].partition("#")[2]
    luck = random.Random(11)
    options = ["action:1", "pass", "ability:3", "good:silver", "amount:2", "stop", "space:4", "rock:1.0"]
    with site.visit(links["seat 1"]) as honest:
        before = honest.view()
        held = 0
        with site.visit(links["watch"]) as watcher, site.visit(links["seat 0"]) as guest:
            watcher.view()
            guest.view()
            for number in range(MESSAGES):
                visitor: Guest = luck.choice((watcher, guest))
                visitor.socket.send(nonsense(luck, options))
                while True:
                    answer = visitor.hear()
                    assert answer["type"] in ("error", "hint", "view")
                    text = visitor.raw.pop()
                    assert secret not in text
                    if answer["type"] != "view" or answer["seat"] == 0:
                        break
                if number == MESSAGES // 2:
                    held = memory()
            assert memory() - held < 24 * 2**20
        opened = site.house.tables[links["watch"].rpartition("/")[2]]
        opened.table.game.validate()
        assert opened.table.turns[1] == 0
        assert before["seats"] == ["person", "person", "sane"]
    with site.visit(links["seat 1"]) as again:
        assert again.view()["seat"] == 1


def test_nonsense_instead_of_hello_harms_nobody(site: Site) -> None:
    """Strangers who never get in: every one of them gets an error or a watcher's view."""
    links = site.open(["person", "person"], seed=12)
    name = links["watch"].rpartition("/")[2]
    luck = random.Random(12)
    secrets = [link.partition("#")[2] for link in links.values() if "#" in link]
    for number in range(120):
        address = f"ws://127.0.0.1:{site.port}/ws/{name}"
        with connect(address, origin=Origin(site.origin), max_size=None) as stranger:
            if number % 2:
                secret: Any = luck.choice(
                    [None, "", "\ud800", 5, [], "x" * 99, secrets[0][:-1], secrets[0] + "A"]
                )
                stranger.send(json.dumps({"type": "hello", "secret": secret}))
            else:
                stranger.send(nonsense(luck, ["pass"]))
            text = str(stranger.recv(20))
            answer = json.loads(text)
            assert answer["type"] == "error" or answer["seat"] is None
            assert not any(secret in text for secret in secrets)
    opened = site.house.tables[name]
    assert opened.table.turns == [0, 0]
