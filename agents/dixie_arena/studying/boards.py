"""The boards of a study: each is drawn from the prior by its number, with a held track length."""

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from dixie_arena.studying.sampling import allocate_lengths
from dixie_env.boards.prior import Prior, load_prior, prior_names
from dixie_env.boards.sampler import draw
from dixie_env.config import Board, load_board

__all__ = ["DrawnBoard", "child_seed", "drawn_boards", "make_board", "prior_source"]


class DrawnBoard(NamedTuple):
    """The number of a board among those of the study, and the length of its tracks."""

    number: int
    length: int


def drawn_boards(prior: Prior, proposal: list[float], count: int) -> tuple[DrawnBoard, ...]:
    """Return the first boards of a study; lengths are spread as the proposal says."""
    lengths = allocate_lengths(proposal, count)
    return tuple(
        DrawnBoard(number, prior.track_length[length]) for number, length in enumerate(lengths.tolist())
    )


def prior_source(prior: Prior) -> str | dict[str, Any]:
    """Return what a plan stores of a prior: the name of a shipped one, else its content."""
    if prior.name in prior_names() and prior == load_prior(prior.name):
        return prior.name
    return prior.model_dump(mode="json")


def make_board(
    prior: str | Mapping[str, Any], seed: int, drawn: DrawnBoard, owner: Mapping[str, Any] | None = None
) -> Board:
    """Return the board: that of ``prior:NAME:SEED:NUMBER``, but with the given track length.

    Args:
        prior: The prior, a shipped name or its content.
        seed: The seed of the boards.
        drawn: Which board.
        owner: The content of an owner's board (`board_data`): what the owner entered stays.
    """
    source = prior if isinstance(prior, str) else json.dumps(prior, sort_keys=True)
    return _make(source, seed, *drawn, "" if owner is None else json.dumps(owner, sort_keys=True))


@lru_cache(4096)
def _make(prior: str, seed: int, number: int, length: int, owner: str) -> Board:
    source = Prior.model_validate_json(prior) if prior.startswith("{") else prior
    board = load_board(json.loads(owner), label="the owner's board") if owner else None
    return draw(source, seed, number, length=length, board=board)


def child_seed(seed: int, *path: str | int) -> int:
    """Return a seed of its own for each part of a study, such as a board of a stage."""
    words = [int.from_bytes(part.encode()) if isinstance(part, str) else part for part in path]
    return int(np.random.default_rng([seed, *words]).integers(2**61))
