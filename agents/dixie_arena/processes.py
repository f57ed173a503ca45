"""What processes that the arena starts have in common: they end with the process that started them."""

import ctypes
import os
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress
from multiprocessing import parent_process

_PR_SET_PDEATHSIG = 1
_LOOK_SECONDS = 1.0


def die_with_parent(parent: int) -> None:
    """End this process when the one that started it is gone, even by kill -9.

    On Linux the kernel does it; elsewhere a thread looks.

    Args:
        parent: The id of the process that started this one. It may be gone already: then this one has another
            parent now, and would never hear of its end.
    """
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:
            os._exit(1)
    else:
        threading.Thread(target=_wait_for_end, args=(parent,), daemon=True).start()


def kill_with_children(process: subprocess.Popen[bytes]) -> None:
    """End a process that leads a session, with all it has started there. On Windows: only the process."""
    if sys.platform == "win32":
        process.kill()
    else:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def ignore_interrupts(parent: int) -> None:
    """Leave Ctrl-C to the process that started this one, and die with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    die_with_parent(parent)


def _wait_for_end(parent: int) -> None:
    known = parent_process()
    if known is not None:  # a worker of multiprocessing has a handle to wait for
        known.join()
    else:
        while os.getppid() == parent:
            time.sleep(_LOOK_SECONDS)
    os._exit(1)
