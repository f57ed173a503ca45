"""One HTTP request with a deadline, by the standard library alone.

The timeouts of sockets are for a single read, so a server that sends a byte now and then could take forever.
Here a timer closes the connection at the deadline, whatever the server does. Redirects are not followed, so
that the key goes to the named server only. Proxies are not used.
"""

import http.client
import socket
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from threading import Lock, Timer
from urllib.parse import urlsplit

MOST_BYTES = 8 * 1024 * 1024


class NoReply(Exception):
    """A request got no reply.

    Attributes:
        late: Whether the deadline was the reason.
    """

    def __init__(self, message: str, *, late: bool = False) -> None:
        super().__init__(message)
        self.late = late


@dataclass(frozen=True)
class Reply:
    """What a server replied.

    Attributes:
        status: The HTTP status.
        body: The content.
        retry_after: After how many seconds the server wants to be asked again; 0 if it does not say.
        location: Where the server redirects to, or empty.
    """

    status: int
    body: bytes
    retry_after: float = 0.0
    location: str = ""


class Line:
    """Sends requests, from any number of threads, and can hang up on all of them."""

    def __init__(self) -> None:
        self._open: set[socket.socket] = set()
        self._lock = Lock()

    def hang_up(self) -> None:
        """End all requests that wait for a reply."""
        with self._lock:
            waiting = list(self._open)
        for sock in waiting:
            _close(sock)

    def post(self, url: str, body: bytes, headers: Mapping[str, str], deadline: float) -> Reply:
        """Send a request and return the reply.

        Args:
            url: An http or https address.
            body: JSON.
            headers: Further headers.
            deadline: When to give up, by `time.monotonic`.

        Raises:
            NoReply: There is none before the deadline, or the connection failed.
        """
        left = deadline - time.monotonic()
        if left <= 0:
            raise NoReply("there was no time left", late=True)
        parts = urlsplit(url)
        kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
        # always with a port: without one, the end of an IPv6 address would be taken for it
        connection = kind(parts.hostname or "", parts.port or kind.default_port, timeout=left)
        try:
            connection.connect()
            with self._closed_at(connection.sock, deadline):
                connection.request("POST", parts.path, body, {"Content-Type": "application/json", **headers})
                response = connection.getresponse()
                content = response.read(MOST_BYTES + 1)
        except (OSError, http.client.HTTPException, ValueError, AttributeError) as error:
            # the last two come from a connection that the timer has closed in the middle of a read
            if time.monotonic() >= deadline - 0.001 or isinstance(error, TimeoutError):
                raise NoReply("the server took too long", late=True) from None
            raise NoReply(f"{type(error).__name__}: {error}") from None
        finally:
            connection.close()
        if time.monotonic() >= deadline:  # the timer may have cut the reply off without an error
            raise NoReply("the server took too long", late=True)
        if len(content) > MOST_BYTES:
            raise NoReply(f"the reply has more than {MOST_BYTES} bytes")
        return Reply(
            response.status,
            content,
            _seconds(response.getheader("Retry-After", "")),
            response.getheader("Location", ""),
        )

    @contextmanager
    def _closed_at(self, sock: socket.socket, deadline: float) -> Iterator[None]:
        """Close a socket at the deadline. The connection itself may forget its socket before all is read."""
        timer = Timer(max(0.0, deadline - time.monotonic()), _close, [sock])
        timer.daemon = True
        with self._lock:
            self._open.add(sock)
        timer.start()
        try:
            yield
        finally:
            timer.cancel()
            with self._lock:
                self._open.discard(sock)


def _close(sock: socket.socket) -> None:
    with suppress(OSError):
        sock.shutdown(socket.SHUT_RDWR)  # wakes up whoever reads from it


def _seconds(text: str) -> float:
    """Return the seconds of a header; 0 if it has none, or a date."""
    return float(text) if text.isascii() and text.isdecimal() else 0.0
