"""Threads for agents that think."""

import asyncio
import threading
from collections.abc import Callable
from typing import TypeVar

Found = TypeVar("Found")


async def in_thread(think: Callable[[], Found]) -> Found:
    """Run a function in a thread of its own.

    Not in one of the few of `asyncio.to_thread`: an agent that never answers would take it from everybody,
    and the server could not stop before it does.
    """
    loop = asyncio.get_running_loop()
    found: asyncio.Future[Found] = loop.create_future()

    def tell(set_: Callable[..., None], what: object) -> None:
        if not found.done():  # else nobody waits any more
            set_(what)

    def run() -> None:
        try:
            answer = think()
        except Exception as error:
            _call(loop, tell, found.set_exception, error)
        except BaseException as error:  # what ends a program must not end the server
            _call(loop, tell, found.set_exception, RuntimeError(f"{type(error).__name__}: {error}"))
        else:
            _call(loop, tell, found.set_result, answer)

    threading.Thread(target=run, daemon=True, name="dixie-agent").start()
    return await found


def _call(loop: asyncio.AbstractEventLoop, *arguments: object) -> None:
    try:
        loop.call_soon_threadsafe(*arguments)  # type: ignore[arg-type]
    except RuntimeError:  # the server has stopped
        return
