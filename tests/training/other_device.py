"""A device that isn't there, to test code for graphics cards without one.

Tensors on it say that they are on another device, refuse to meet tensors of the processor (as CUDA does), and
have no `numpy`. Everything is computed by the processor underneath, so results agree bit for bit.
"""

from typing import Any

import torch
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_flatten, tree_map

OTHER = torch.device("meta")
"""Torch knows this kind of device and needs nothing to start it."""

_aten = torch.ops.aten


class OtherTensor(torch.Tensor):
    """A tensor on the other device."""

    held: torch.Tensor

    @staticmethod
    def __new__(cls, inner: torch.Tensor) -> Any:
        return torch.Tensor._make_wrapper_subclass(
            cls,
            inner.size(),
            strides=inner.stride(),
            storage_offset=inner.storage_offset(),
            dtype=inner.dtype,
            device=OTHER,
        )

    def __init__(self, inner: torch.Tensor) -> None:
        self.held = inner

    @classmethod
    def __torch_dispatch__(  # type: ignore[override]
        cls, func: Any, types: Any, args: Any = (), kwargs: Any = None
    ) -> Any:
        return compute(func, args, kwargs or {})


class OtherDevice(TorchDispatchMode):
    """Inside, tensors can be created on the other device and moved there."""

    def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        return compute(func, args, kwargs or {})


def compute(func: Any, args: Any, kwargs: dict[str, Any]) -> Any:
    """Compute an operation on one device, or refuse it."""
    given = [value for value in tree_flatten((args, kwargs))[0] if isinstance(value, torch.Tensor)]
    ours = [value for value in given if isinstance(value, OtherTensor)]
    wanted = kwargs.get("device")
    there = bool(ours) if wanted is None else torch.device(wanted).type == OTHER.type
    moves = func in (_aten._to_copy.default, _aten.copy_.default)
    if ours and not moves and any(value.dim() and not isinstance(value, OtherTensor) for value in given):
        raise RuntimeError(f"{func}: expected all tensors to be on the same device")
    if func is _aten.copy_.default:
        there = isinstance(args[0], OtherTensor)
    inner_args, inner_kwargs = tree_map(_inside, (args, kwargs))
    if wanted is not None and there:
        inner_kwargs["device"] = torch.device("cpu")
    found = func(*inner_args, **inner_kwargs)
    known = {id(value.held): value for value in ours}  # an operation in place returns the same tensor

    def outside(value: Any) -> Any:
        if not isinstance(value, torch.Tensor) or not there:
            return value
        return known.get(id(value)) if id(value) in known else OtherTensor(value)

    return tree_map(outside, found)


def _inside(value: Any) -> Any:
    return value.held if isinstance(value, OtherTensor) else value
