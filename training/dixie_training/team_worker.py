"""One worker of a team: a learner in a process of its own. See `dixie_training.team_learner`."""

import os
import socket
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import torch
import torch.distributed as dist

from dixie_training.device import device_of
from dixie_training.identity import fingerprints, identify
from dixie_training.run import make_seat_learner
from dixie_training.schema import ExpertConfig, FastPPOConfig
from dixie_training.seat_learner import SeatLearner
from dixie_training.team import PATIENCE, Alone, Together
from dixie_training.team_state import Saved, joined, newcomer, own_arrays

TCPStore: Any = dist.TCPStore  # type: ignore[attr-defined]
SEEDS = 1_000_003
"""How far the seeds of two workers are apart. It is prime, so that no two of them are the same."""


class Worker:
    """A learner that does what another process asks.

    Args:
        find_host: Returns the address of this machine for the other workers.
    """

    _learner: SeatLearner[Any]

    def __init__(self, find_host: Callable[[], str]) -> None:
        self._find_host = find_host
        self._team = Alone()
        self._store: Any = None
        self._rank = 0

    def look_around(self, config: FastPPOConfig | ExpertConfig, threads: int) -> tuple[str, dict[str, str]]:
        """Return where the network will be, and the fingerprints of all agents as they are here."""
        torch.set_num_threads(threads)
        return device_of(config).type, fingerprints(identify(config))

    def open_store(self, size: int) -> tuple[str, int]:
        """Open the place where the workers find each other. Return its address."""
        host = self._find_host()
        limit = timedelta(seconds=PATIENCE)
        self._store = TCPStore(host, 0, size, is_master=True, timeout=limit, wait_for_workers=False)
        return host, self._store.port

    def join(self, address: tuple[str, int], rank: int, size: int, device: str) -> None:
        """Join the others."""
        use_interface(self._find_host())
        if self._store is None:
            self._store = TCPStore(*address, size, timeout=timedelta(seconds=PATIENCE))
        self._rank = rank
        self._team = Together(self._store, rank, size, device)

    def begin(self, config: FastPPOConfig | ExpertConfig, number: int) -> None:
        """Make the learner. Worker 0 has the seeds of a run without Ray."""
        self._moods = config.opponents.moods > 0
        seed = (config.seed + SEEDS * number) % 2**31
        self._learner = make_seat_learner(config.model_copy(update={"seed": seed, "ray": None}))
        self._learner.join(self._team)

    def load(self, first: Saved, own: Saved | None) -> None:
        """Continue.

        Args:
            first: What the first worker saved.
            own: What this worker saved; None if it is new.
        """
        if own is None:
            saved = newcomer(first, Saved(*self._learner.save()))
        else:
            saved = joined(first, own, moods=self._moods)
        self._learner.load(*saved)

    def save(self) -> Saved:
        """Return what this worker saves: everything, or, unless it is the first one, what is its own."""
        arrays, counters = self._learner.save()
        return Saved(arrays if self._rank == 0 else own_arrays(arrays, moods=self._moods), counters)

    def set_weights(self, weights: dict[str, Any]) -> Saved:
        """Load weights. Return what `save` does."""
        self._learner.set_weights(weights)
        return self.save()

    def rollout(self) -> dict[str, float]:
        """Play."""
        return self._learner.rollout()

    def learn(self) -> tuple[dict[str, float], Saved]:
        """Learn. Return metrics, and what `save` does."""
        return self._learner.learn(), self.save()


def use_interface(address: str) -> None:
    """Let gloo and nccl use the network of this address; the name of the machine may lead to another one."""
    try:
        import fcntl
    except ImportError:
        return
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        for _, name in socket.if_nameindex():
            try:
                found = fcntl.ioctl(asking.fileno(), 0x8915, name.encode()[:15].ljust(256, b"\0"))
            except OSError:  # it has no address
                continue
            if socket.inet_ntoa(found[20:24]) == address:
                os.environ.setdefault("GLOO_SOCKET_IFNAME", name)
                os.environ.setdefault("NCCL_SOCKET_IFNAME", name)
