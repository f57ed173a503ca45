"""A real HTTP server with an OpenAI-compatible chat API, which answers as a test tells it to."""

import json
import re
import ssl
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Event, Lock, Thread
from typing import Any

KEY = "sk-test-5f/1c0ffee_do_not_show"
USAGE = {"prompt_tokens": 1000, "completion_tokens": 10}


@dataclass
class Raw:
    """A reply that is sent as it is.

    Attributes:
        status: The HTTP status; 0 closes the connection without a reply.
        body: The content.
        headers: Further headers.
        delay: Seconds before the reply.
        drip: Seconds between the bytes of the reply.
    """

    status: int = 200
    body: str = ""
    headers: dict[str, str] = field(default_factory=dict)
    delay: float = 0.0
    drip: float = 0.0


Say = Callable[[dict[str, Any], int], "str | Raw"]
"""What to answer to a request (its JSON) with a number, from 0: the words of the model, or a raw reply."""


def said(content: Any, usage: Any = USAGE, finish: str = "stop") -> Raw:
    """A reply in the form of the API."""
    choice = {"index": 0, "message": {"role": "assistant", "content": content}, "finish_reason": finish}
    return Raw(body=json.dumps({"object": "chat.completion", "choices": [choice], "usage": usage}))


def refused(status: int, message: str) -> Raw:
    """An error in the form of the API."""
    return Raw(status, json.dumps({"error": {"message": message, "type": "error"}}))


def options_in(request: dict[str, Any]) -> list[tuple[int, str, str]]:
    """The options that a request lists: number, name, words."""
    found = re.findall(r"^(\d+)\. (\S+) - (.+)$", request["messages"][1]["content"], re.MULTILINE)
    return [(int(number), name, words) for number, name, words in found]


def first(request: dict[str, Any], number: int) -> str:
    """Always takes the first option."""
    return 'I take the first one.\n{"option": 1}'


@dataclass
class Server:
    """A running server.

    Attributes:
        url: The address of its API.
        say: What it answers; a test may replace it.
        requests: The JSON of all requests so far.
        headers: Their headers.
        most: The most requests that were answered at the same time.
    """

    url: str
    say: Say
    requests: list[dict[str, Any]] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    most: int = 0

    @property
    def agent(self) -> str:
        """The name of the agent that asks this server."""
        return f"llm:test-model@{self.url}"


@contextmanager
def running(say: Say = first, certificate: Path | None = None) -> Iterator[Server]:
    """Run a server on a free port while the context lasts; with a certificate (and its key) over https."""
    lock, ended = Lock(), Event()
    busy = 0

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            nonlocal busy
            size = int(self.headers["Content-Length"])
            request = json.loads(self.rfile.read(size))
            assert self.path == "/v1/chat/completions"
            with lock:
                number = len(server.requests)
                server.requests.append(request)
                server.headers.append(dict(self.headers))
                busy += 1
                server.most = max(server.most, busy)
            try:
                answer = server.say(request, number)
                self.reply(said(answer) if isinstance(answer, str) else answer)
            except (BrokenPipeError, ConnectionResetError):
                pass
            finally:
                with lock:
                    busy -= 1

        def reply(self, raw: Raw) -> None:
            if raw.delay:
                ended.wait(raw.delay)
            if not raw.status:
                self.close_connection = True
                return
            body = raw.body.encode()
            self.send_response(raw.status)
            for name, value in raw.headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            if not raw.drip:
                self.wfile.write(body)
                return
            for place in range(len(body)):
                self.wfile.write(body[place : place + 1])
                self.wfile.flush()
                if ended.wait(raw.drip):
                    return

        def log_message(self, format: str, *args: Any) -> None:
            pass

    httpd = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    httpd.daemon_threads = True
    if certificate is not None:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate)
        httpd.socket = context.wrap_socket(httpd.socket, server_side=True)
    scheme = "http" if certificate is None else "https"
    server = Server(f"{scheme}://127.0.0.1:{httpd.server_address[1]}/v1", say)
    thread = Thread(target=httpd.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        ended.set()
        httpd.shutdown()
        httpd.server_close()
        thread.join()
