"""Messages between the arena and a bot in a separate process: bytes of a known length, no pickle.

A request is three counts (decisions, width of an observation, width of a mask) and the bytes of
observations, masks and keys. A reply is a letter and its content: answers, a text, or the observation that
the bot needs.
"""

import socket
import struct
import subprocess
import sys
import time

import numpy as np
from numpy.typing import NDArray

from dixie_agents.base import Decisions

READY, ANSWERS, RAISED, WRONG, MISSING = b"R", b"A", b"E", b"W", b"M"
LENGTH = struct.Struct("<I")
SHAPE = struct.Struct("<III")
MOST_BYTES = 1 << 26
TOO_LATE = "it did not answer in time"


class Closed(Exception):
    """The other side is gone, or sent something invalid."""


class Late(Exception):
    """The other side did not answer in time."""


def pack_decisions(decisions: Decisions) -> bytes:
    """Return a request: what a seat may know, and the keys. Games are not in it."""
    observations, masks = decisions.observations, decisions.masks
    return b"".join(
        (
            SHAPE.pack(len(decisions), observations.shape[1], masks.shape[1]),
            np.ascontiguousarray(observations, "<f4").tobytes(),
            np.ascontiguousarray(masks, np.uint8).tobytes(),
            np.ascontiguousarray(decisions.keys, "<u8").tobytes(),
        )
    )


def unpack_decisions(data: bytes) -> Decisions:
    """Read a request. The arrays are writable."""
    count, width, options = SHAPE.unpack_from(data)
    middle = SHAPE.size + 4 * count * width
    end = middle + count * options
    return Decisions(
        np.frombuffer(data, "<f4", count * width, SHAPE.size).reshape(count, width).copy(),
        np.frombuffer(data, np.uint8, count * options, middle).reshape(count, options).copy(),
        np.frombuffer(data, "<u8", count, end).copy(),
    )


def pack_answers(answers: NDArray[np.int64]) -> bytes:
    """Return a reply with answers."""
    return ANSWERS + answers.astype("<i8").tobytes()


class Channel:
    """One end of a pair of connected sockets. Unlike pipes, they have time limits on every system."""

    def __init__(self, connection: socket.socket) -> None:
        self._connection = connection
        self._data = bytearray()

    def send(self, message: bytes, deadline: float | None = None) -> None:
        """Send a message.

        Raises:
            Closed: The other side no longer reads.
            Late: It could not be sent before the deadline (``time.monotonic``).
        """
        data = memoryview(LENGTH.pack(len(message)) + message)
        while data:
            self._set_deadline(deadline)
            try:
                data = data[self._connection.send(data) :]
            except TimeoutError:
                raise Late(TOO_LATE) from None
            except OSError as error:
                raise Closed("its process has ended") from error

    def receive(self, deadline: float | None = None) -> bytes:
        """Return the next message.

        Raises:
            Closed: There will be none.
            Late: There was none before the deadline.
        """
        length = LENGTH.unpack(self._take(LENGTH.size, deadline))[0]
        if length > MOST_BYTES:
            raise Closed("it sent invalid data to the arena")
        return self._take(length, deadline)

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()

    def _take(self, count: int, deadline: float | None) -> bytes:
        while len(self._data) < count:
            self._set_deadline(deadline)
            try:
                part = self._connection.recv(1 << 16)
            except TimeoutError:
                raise Late(TOO_LATE) from None
            except OSError as error:
                raise Closed("its process has ended") from error
            if not part:
                raise Closed("its process has ended")
            self._data += part
        taken = bytes(self._data[:count])
        del self._data[:count]
        return taken

    def _set_deadline(self, deadline: float | None) -> None:
        """Let the next operation wait until the deadline."""
        left = None if deadline is None else deadline - time.monotonic()
        if left is not None and left <= 0:
            raise Late(TOO_LATE)
        self._connection.settimeout(left)


def start_guest(command: list[str], environment: dict[str, str]) -> tuple[subprocess.Popen[bytes], Channel]:
    """Start a process that opens the other end of a channel with `channel_of_guest`.

    Args:
        command: The program and its arguments. One more is added.
        environment: The variables of the process.
    """
    ours, theirs = socket.socketpair()
    windows = sys.platform == "win32"
    with theirs:
        handle = theirs.fileno()
        process = subprocess.Popen(
            [*command, str(handle)],
            stdin=subprocess.PIPE if windows else subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            pass_fds=() if windows else (handle,),
            env=environment,
            start_new_session=not windows,
        )
        if sys.platform == "win32":  # a socket is not inherited there: the process gets a description of it
            assert process.stdin is not None
            with process.stdin:
                process.stdin.write(theirs.share(process.pid))
    return process, Channel(ours)


def channel_of_guest(handle: str) -> Channel:
    """Return the channel to the process that called `start_guest`.

    Args:
        handle: The argument that `start_guest` added.
    """
    if sys.platform == "win32":
        return Channel(socket.fromshare(sys.stdin.buffer.read()))
    return Channel(socket.socket(fileno=int(handle)))
