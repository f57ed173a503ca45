"""Torch, if it is there, on one thread."""

from collections.abc import Iterator
from contextlib import contextmanager


class MissingTorch(ImportError):
    """Torch is not installed. The message says what to install."""


@contextmanager
def one_thread() -> Iterator[None]:
    """Let torch use one thread: games take the others. Afterwards it has as many as before.

    Raises:
        MissingTorch: It is not installed.
    """
    try:
        import torch
    except ImportError as error:
        raise MissingTorch(
            f"training needs the extra 'train': pip install 'dixie-env[train]' ({error})"
        ) from None
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(before)
