"""Several processes that learn together: they average their gradients with `torch.distributed`.

A learner alone is a team of one, for which nothing here computes anything.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import torch
import torch.distributed as dist
from torch import Tensor

from dixie_env import DixieError

PATIENCE = 300.0
"""Seconds that a worker waits for the others. Without GPUs it notices at once that one has ended."""


class TeamBroken(DixieError):
    """Another worker of the team is gone."""


class Alone:
    """A team of one."""

    size = 1

    def smallest(self, count: int) -> int:
        """Return the smallest of the numbers that the workers have."""
        return count

    def average(self, parameters: Iterable[Tensor]) -> None:
        """Replace the gradients of these parameters by their averages over the workers."""

    def agree(self, tensors: Sequence[Tensor]) -> None:
        """Give all workers the tensors of the first one."""


class Together(Alone):
    """One worker of a team. Making it waits for the others.

    All workers must call the same methods in the same order.

    Args:
        store: Where the workers find each other: one of torch's stores.
        rank: The number of this worker in the team.
        size: How many workers there are.
        device: Where the networks of all workers are.
        patience: Seconds to wait for the others.
    """

    def __init__(
        self, store: Any, rank: int, size: int, device: str = "cpu", patience: float = PATIENCE
    ) -> None:
        self.size = size
        self._device = torch.device(device)
        backend = "nccl" if self._device.type == "cuda" else "gloo"
        with _noticing():
            dist.init_process_group(
                backend, store=store, rank=rank, world_size=size, timeout=timedelta(seconds=patience)
            )

    def smallest(self, count: int) -> int:
        """Return the smallest of the numbers that the workers have."""
        found = torch.tensor(count, device=self._device)
        with _noticing():
            dist.all_reduce(found, dist.ReduceOp.MIN)
            return int(found)

    def average(self, parameters: Iterable[Tensor]) -> None:
        """Replace the gradients of these parameters by their averages over the workers.

        A parameter without a gradient counts as one whose gradient is 0.
        """
        parameters = list(parameters)
        for parameter in parameters:
            if parameter.grad is None:
                parameter.grad = torch.zeros_like(parameter)
        gradients = [parameter.grad for parameter in parameters if parameter.grad is not None]
        flat = self._flat(gradients)
        with _noticing():
            dist.all_reduce(flat)
        _spread(flat / self.size, gradients)

    def agree(self, tensors: Sequence[Tensor]) -> None:
        """Give all workers the tensors of the first one."""
        flat = self._flat(tensors)
        with _noticing():
            dist.broadcast(flat, 0)
        _spread(flat, tensors)

    def _flat(self, tensors: Sequence[Tensor]) -> Tensor:
        return torch.cat([tensor.detach().flatten().to(self._device, torch.float32) for tensor in tensors])


def _spread(flat: Tensor, tensors: Sequence[Tensor]) -> None:
    parts = torch.split(flat, [tensor.numel() for tensor in tensors])
    with torch.no_grad():
        for tensor, part in zip(tensors, parts, strict=True):
            tensor.copy_(part.view_as(tensor))


@contextmanager
def _noticing() -> Iterator[None]:
    """Turn what torch raises when another worker is gone into one error."""
    try:
        yield
    except RuntimeError as error:
        raise TeamBroken(f"a worker of the team is gone: {error}") from error
