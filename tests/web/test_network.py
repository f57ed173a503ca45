"""``dixie web --host``: other devices get in with the link of a table, and nowhere else."""

import json
from collections.abc import Iterator

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from dixie_web.network import Door, HostError, check_address
from tests.web.serving import Site, serve

ADDRESS = "127.0.0.2"
"""Stands for an address in the network: another name for this machine, which is not let in by itself."""


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    with serve(address=ADDRESS) as running:
        yield running


def test_a_device_needs_the_code_of_a_table(site: Site) -> None:
    links = site.open(["person", "sane"], seed=3)
    away = f"http://{ADDRESS}:{site.port}"
    for path in (
        "/",
        "/board",
        "/api/tables",
        "/table/wrong-code",
        "/replay/x",
        "/docs",
        "/api/tables/wrong/record",
    ):
        assert httpx.get(away + path).status_code == 403, path
    for path in ("/api/tables", "/api/records", "/api/board"):
        body = json.dumps({"seats": ["person", "sane"]})
        assert httpx.post(away + path, content=body, headers={"Origin": away}).status_code == 403
    page, _, secret = links["seat 0"].partition("#")
    for path in (page, "/static/table.js", "/static/board.css", "/api/choices"):
        assert httpx.get(away + path).status_code == 200, path
    address = f"ws://{ADDRESS}:{site.port}/ws/{page.rpartition('/')[2]}"
    with connect(address, origin=Origin(away), max_size=None) as guest:
        guest.send(json.dumps({"type": "hello", "secret": secret}))
        view = json.loads(guest.recv(20))
        assert view["seat"] == 0
    for origin in ("http://evil.example", f"http://127.0.0.1:{site.port}", None):
        with pytest.raises(InvalidStatus, match="403"):
            connect(address, origin=None if origin is None else Origin(origin))
    with pytest.raises(InvalidStatus, match="403"):
        connect(f"ws://{ADDRESS}:{site.port}/ws/guess", origin=Origin(away))


def test_this_machine_still_does_everything(site: Site) -> None:
    assert (
        httpx.get(site.origin + "/").status_code == httpx.get(site.origin + "/api/tables").status_code == 200
    )


def test_the_door() -> None:
    codes = {"abc": 1}
    closed, door = Door(), Door("192.168.1.5")
    away = ("192.168.1.5:8484", "192.168.1.77")
    assert not closed.lets_in(*away, "/table/abc", codes)
    assert door.lets_in(*away, "/table/abc", codes) and door.lets_in(*away, "/ws/abc", codes)
    assert not door.lets_in(*away, "/table/abd", codes) and not door.lets_in(*away, "/", codes)
    assert not door.lets_in(*away, "/table/abc/../../api/tables", codes)
    # another machine that calls itself local, and a foreign name for this one
    assert not door.lets_in("127.0.0.1:8484", "192.168.1.77", "/", codes)
    assert not door.lets_in("localhost", None, "/api/tables", codes)
    assert not door.lets_in("evil.example:8484", "192.168.1.77", "/table/abc", codes)
    assert door.lets_in("127.0.0.1:8484", "127.0.0.1", "/", codes)


@pytest.mark.parametrize("text", ["0.0.0.0", "255.255.255.255", "224.0.0.1", "my-pc", "::1", "", "1.2.3"])
def test_what_is_no_address_is_refused(text: str) -> None:
    with pytest.raises(HostError, match="give the IPv4 address of this machine"):
        check_address(text)
