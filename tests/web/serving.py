"""A web table for tests: the real server, on a free port, in a thread."""

import json
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest

pytest.importorskip("fastapi", reason="needs the extra web")
import uvicorn
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from dixie_web.house import House
from dixie_web.limits import MOST_BYTES, Agents
from dixie_web.network import Door
from dixie_web.server import make_app


@dataclass
class Site:
    """A running server."""

    port: int
    house: House

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def post(self, path: str, content: bytes, **headers: str) -> httpx.Response:
        return httpx.post(self.origin + path, content=content, headers={"Origin": self.origin, **headers})

    def open(self, seats: list[str], **wanted: Any) -> dict[str, str]:
        """Open a table, and return its links."""
        body = json.dumps({"seats": seats, "pace": "at once", **wanted}).encode()
        answer = self.post("/api/tables", body)
        assert answer.status_code == 200, answer.text
        links: dict[str, str] = answer.json()
        return links

    @contextmanager
    def visit(self, link: str, origin: str | None = None) -> Iterator["Guest"]:
        """Connect to a seat, or to watch, by a link."""
        path, _, secret = link.partition("#")
        address = f"ws://127.0.0.1:{self.port}/ws/{path.rpartition('/')[2]}"
        with connect(address, origin=Origin(origin or self.origin), max_size=None) as socket_:
            guest = Guest(socket_)
            guest.send(type="hello", secret=secret or None)
            yield guest


class Guest:
    """One connection to a table."""

    def __init__(self, socket_: ClientConnection) -> None:
        self.socket = socket_
        self.parts: dict[str, str] = {}
        self.log: list[dict[str, Any]] = []
        self.raw: list[str] = []

    def send(self, **message: Any) -> None:
        self.socket.send(json.dumps(message))

    def hear(self, timeout: float = 20) -> Any:
        """Return the next message."""
        text = str(self.socket.recv(timeout))
        self.raw.append(text)
        message = json.loads(text)
        if message["type"] == "view":
            self.parts |= message["parts"]
            self.log[message["log"]["from"] :] = message["log"]["lines"]
        return message

    def view(self) -> Any:
        """Return the next view."""
        while (message := self.hear())["type"] != "view":
            pass
        return message

    def turn(self) -> Any:
        """Return the next view in which this seat is asked, or the game is over."""
        while not ((view := self.view())["ask"] or view["over"]):
            pass
        return view

    def choose(self, view: Any, option: str) -> None:
        self.send(type="choose", option=option, turn=view["ask"]["turn"])


@contextmanager
def serve(
    folder: Path | None = None, *more: str, board: str = "standard", port: int = 0, address: str | None = None
) -> Iterator[Site]:
    """Run a server for a while, for other devices too if there is an address."""
    house = House(Agents(more), folder, board)
    assert house.resume() == 0
    with socket.socket() as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(("127.0.0.1", port))
        door = Door(address)
        listeners = [listener]
        if address is not None:
            listeners.append(socket.create_server((address, listener.getsockname()[1])))
        config = uvicorn.Config(
            make_app(house, door), ws_max_size=MOST_BYTES, log_level="error", lifespan="on"
        )
        server = uvicorn.Server(config)
        thread = threading.Thread(target=server.run, kwargs={"sockets": listeners}, daemon=True)
        thread.start()
        while not server.started:
            assert thread.is_alive(), "the server did not start"
            time.sleep(0.01)
        try:
            yield Site(listener.getsockname()[1], house)
        finally:
            server.should_exit = True
            thread.join(20)
