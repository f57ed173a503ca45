"""The first process of an isolated bot: it starts the bot where it can't see other processes, if possible.

``python sandbox.py PARENT COMMAND ...`` runs a command in namespaces of its own (Linux): process ids, so that
it can't send signals to the arena or to anything else outside, and all that it has started ends with it;
inter-process communication; and, where the system allows it, its own ``/proc``. Where namespaces aren't
allowed, the command runs without them. It ends with the process of the id PARENT. Files and the network are
not shut off: see docs/isolation.md.

This file is run by its path and uses only the standard library, because a process with threads, such as those
of numpy, can't enter a namespace.
"""

import ctypes
import os
import signal
import sys
from pathlib import Path

_NEW_MOUNTS, _NEW_IPC, _NEW_USER, _NEW_PROCESSES = 0x20000, 0x08000000, 0x10000000, 0x20000000
_PRIVATE_BELOW = 0x4000 | (1 << 18)
_DIE_WITH_PARENT = 1


def enter() -> bool:
    """Let the children of this process be in namespaces of their own. Return whether they are."""
    if sys.platform != "linux":
        return False
    libc = ctypes.CDLL(None, use_errno=True)
    apart = _NEW_PROCESSES | _NEW_IPC | _NEW_MOUNTS
    if libc.unshare(apart) == 0:  # root may do that, and stays root for files
        return True
    user, group = os.getuid(), os.getgid()
    if libc.unshare(_NEW_USER | apart) != 0:
        return False
    try:
        Path("/proc/self/setgroups").write_text("deny")
        Path("/proc/self/uid_map").write_text(f"{user} {user} 1")
        Path("/proc/self/gid_map").write_text(f"{group} {group} 1")
    except OSError:  # files are then used as nobody; the processes are apart all the same
        pass
    return True


def hide_processes() -> None:
    """Show only the processes of this namespace in /proc. Containers often don't allow it."""
    libc = ctypes.CDLL(None, use_errno=True)
    libc.mount(b"none", b"/", None, _PRIVATE_BELOW, None)
    libc.mount(b"proc", b"/proc", b"proc", 0, None)


def die_with_parent() -> None:
    """Let the kernel end this process with the one that started it."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_DIE_WITH_PARENT, signal.SIGKILL)


def main(parent: int, command: list[str]) -> int:
    """Run a command in its own namespaces, or without them, and return its exit code."""
    die_with_parent()
    if os.getppid() != parent:
        return 1
    if not enter():
        os.execv(command[0], command)
    child = os.fork()
    if child == 0:
        die_with_parent()
        hide_processes()
        # the first process of a namespace ignores signals, its own too: so the command is the second
        child = os.fork()
        if child == 0:
            os.execv(command[0], command)
    os.closerange(3, 1 << 20)  # the channel is the command's: the arena must notice when it closes
    return wait_for(child)


def wait_for(child: int) -> int:
    """Return the exit code of a process, and take care of others that have lost their parents until then."""
    while True:
        ended, status = os.wait()
        if ended == child:
            return os.waitstatus_to_exitcode(status)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), sys.argv[2:]))
