"""What processes that the arena starts have in common."""

import ctypes
import os
import signal
import sys

_PR_SET_PDEATHSIG = 1


def die_with_parent() -> None:
    """Let the kernel end this process when the one that started it is gone, even by kill -9 (Linux only)."""
    if sys.platform != "linux":
        return
    parent = os.getppid()
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:  # it had already ended
        os._exit(1)


def ignore_interrupts() -> None:
    """Leave Ctrl-C to the process that started this one, and die with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    die_with_parent()
