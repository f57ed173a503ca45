"""Torch, if it is there, on one thread."""

from collections.abc import Iterator
from contextlib import contextmanager

from dixie_env.extras import MissingExtra, install_hint


@contextmanager
def one_thread() -> Iterator[None]:
    """Let torch use one thread: games take the others. Afterwards it has as many as before.

    Raises:
        MissingExtra: It is not installed.
    """
    try:
        import torch
    except ImportError as error:
        raise MissingExtra(f"training needs the extra 'train': {install_hint('train')} ({error})") from None
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(before)
