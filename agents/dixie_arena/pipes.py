"""Messages between the arena and a bot in a separate process: bytes of a known length, no pickle.

A request is three counts (decisions, width of an observation, width of a mask) and the bytes of
observations, masks and keys. A reply is a letter and its content: answers, a text, or the observation that
the bot needs.
"""

import os
import select
import struct
import time

import numpy as np
from numpy.typing import NDArray

from dixie_agents.base import Decisions

READY, ANSWERS, RAISED, WRONG, MISSING = b"R", b"A", b"E", b"W", b"M"
LENGTH = struct.Struct("<I")
SHAPE = struct.Struct("<III")
MOST_BYTES = 1 << 26


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
    """One end of a pair of pipes."""

    def __init__(self, reading: int, writing: int) -> None:
        self.reading, self.writing = reading, writing
        self._data = bytearray()

    def send(self, message: bytes, deadline: float | None = None) -> None:
        """Send a message.

        Raises:
            Closed: The other side no longer reads.
            Late: It could not be sent before the deadline (``time.monotonic``).
        """
        data = memoryview(LENGTH.pack(len(message)) + message)
        while data:
            _wait(self.writing, deadline, write=True)
            try:
                data = data[os.write(self.writing, data[: select.PIPE_BUF]) :]
            except BlockingIOError:
                continue
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
        """Close both pipes."""
        os.close(self.reading)
        os.close(self.writing)

    def _take(self, count: int, deadline: float | None) -> bytes:
        while len(self._data) < count:
            _wait(self.reading, deadline, write=False)
            try:
                part = os.read(self.reading, 1 << 16)
            except OSError as error:
                raise Closed("its process has ended") from error
            if not part:
                raise Closed("its process has ended")
            self._data += part
        taken = bytes(self._data[:count])
        del self._data[:count]
        return taken


def _wait(handle: int, deadline: float | None, *, write: bool) -> None:
    """Wait until a pipe is ready."""
    if deadline is None:
        return
    poll = select.poll()
    poll.register(handle, select.POLLOUT if write else select.POLLIN)
    left = deadline - time.monotonic()
    if left <= 0 or not poll.poll(left * 1000):
        raise Late("it did not answer in time")
