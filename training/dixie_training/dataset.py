"""Games as arrays on disk, for offline learning: observation, mask, action and return of each decision.

A dataset is a folder with one ``.npy`` file for each array, and ``about.json``;
`numpy.load(..., mmap_mode="r")` opens an array without reading it. The return is the total reward of
the seat that decided in that game. Rows of a game are contiguous, in the order of its decisions.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from dixie_agents.base import Agent, Decisions
from dixie_agents.compiled.match import MatchLoop
from dixie_agents.match import check_answers
from dixie_env.engine import CompiledRules, DixieError, option_id
from dixie_env.files import write_whole
from dixie_env.layout import LAYOUT_VERSION
from dixie_env.observation import ObservationSpec
from dixie_env.records import read_events
from dixie_env.rewards import Reward, rewards_of

ABOUT = "about.json"
ROWS = 256
"""Number of games played at once."""


class Dataset(NamedTuple):
    """Decisions, one row each."""

    observations: NDArray[np.float32]
    masks: NDArray[np.bool_]
    actions: NDArray[np.int16]
    returns: NDArray[np.float32]
    games: NDArray[np.int32]
    """Which game, counted from 0."""
    seats: NDArray[np.int8]


def from_agents(
    rules: CompiledRules, agents: Sequence[Agent], lineups: NDArray[np.int32], seed: int, reward: Reward
) -> Iterator[Dataset]:
    """Let agents play and return their decisions, some games at a time.

    Args:
        rules: From ``make_rules`` or ``compile_rules``. The observation of their setup is written.
        agents: The agents.
        lineups: Games x players: which agent sits in each seat.
        seed: Seed of the first game; the next one has ``seed + 1``.
        reward: The reward at the end.
    """
    for low in range(0, len(lineups), ROWS):
        part = lineups[low : low + ROWS]
        seeds = np.arange(seed + low, seed + low + len(part), dtype=np.uint64)
        yield _play(MatchLoop(rules, [None] * len(agents), part, seeds, 0), agents, low, reward)


def _ask(
    loop: MatchLoop, rows: NDArray[np.int64], wanted: ObservationSpec
) -> tuple[NDArray[np.float32], NDArray[np.uint8], NDArray[np.uint64]]:
    return loop.ask(rows, **wanted.arguments)


def _play(loop: MatchLoop, agents: Sequence[Agent], first_game: int, reward: Reward) -> Dataset:
    size = len(loop.waiting)
    seconds = np.zeros(len(agents))
    columns: list[list[NDArray[Any]]] = [[] for _ in range(5)]
    loop.run(0, size, seconds)
    while (loop.waiting >= 0).any():
        waiting = loop.waiting.copy()
        for number in np.unique(waiting[waiting >= 0]).tolist():
            agent = agents[number]
            rows = np.flatnonzero(waiting == number)
            games = [loop.known_game(row) for row in rows.tolist()] if agent.searches else None
            observations, masks, keys = _ask(loop, rows, loop.rules.config.observation)
            own = observations.copy()
            if agent.observation != loop.rules.config.observation:
                own = _ask(loop, rows, agent.observation)[0]
            answers = agent.act(Decisions(own, masks.copy(), keys, games))
            options = check_answers(loop, agent, rows, answers)
            seats = loop.states["seat"][rows].copy()
            row: tuple[NDArray[Any], ...] = (observations, masks, options, rows, seats)
            for column, values in zip(columns, row, strict=True):
                column.append(values)
            loop.take(rows, options)
        loop.run(0, size, seconds)
    observations, masks, options, rows, seats = (np.concatenate(column) for column in columns)
    players = loop.rules.players
    paid = reward.final(loop.states["ranks"][:, :players], loop.states["scores"][:, :players])
    order = np.argsort(rows, kind="stable")
    return Dataset(
        observations[order],
        masks[order].view(np.bool_),
        options[order].astype(np.int16),
        paid[rows, seats][order],
        (rows[order] + first_game).astype(np.int32),
        seats[order].astype(np.int8),
    )


def from_records(
    paths: Iterable[Path], reward: Reward, observation: ObservationSpec | None = None
) -> Iterator[Dataset]:
    """Replay records, verify them on the way, and return their decisions, a game at a time.

    Args:
        paths: The records.
        reward: What is paid at the end.
        observation: What is written of each decision; by default the usual observation.

    Raises:
        RecordError: A record is not valid.
    """
    seen = observation or ObservationSpec()
    for number, path in enumerate(paths):
        observations, masks, actions, seats = [], [], [], []
        before = None
        for event in read_events(path):
            if event.line["type"] == "decision":
                assert before is not None and before.seat is not None
                seats.append(before.seat)
                observations.append(before.observe(before.seat, **seen.arguments))
                masks.append(before.mask().view(np.bool_))
                actions.append(option_id(event.line["choice"], before.seat, before.players))
            before = event.game.copy()
        assert before is not None
        seat = np.array(seats, np.int8)
        yield Dataset(
            np.stack(observations),
            np.stack(masks),
            np.array(actions, np.int16),
            rewards_of(before.state, reward)[seat],
            np.full(len(seat), number, np.int32),
            seat,
        )


def write_dataset(folder: Path, parts: Iterable[Dataset], about: dict[str, Any]) -> int:
    """Write a dataset and return its number of decisions.

    Raises:
        DixieError: The folder is not empty.
    """
    if folder.exists() and any(folder.iterdir()):
        raise DixieError(f"{folder}: the folder is not empty; give a new one")
    folder.mkdir(parents=True, exist_ok=True)
    collected = list(parts)
    if not collected:
        raise DixieError("a dataset needs at least one game")
    whole = Dataset(*(np.concatenate(columns) for columns in zip(*collected, strict=True)))
    for name, array in whole._asdict().items():
        np.save(folder / f"{name}.npy", array, allow_pickle=False)
    content = {
        "format": "dixie-dataset",
        "version": 1,
        "layout_version": about.get("observation", {}).get("layout", LAYOUT_VERSION),
        "decisions": len(whole.actions),
        "games": int(whole.games[-1]) + 1,
        **about,
    }
    write_whole(folder / ABOUT, (json.dumps(content, indent=2) + "\n").encode())
    return len(whole.actions)


def read_dataset(folder: Path) -> Dataset:
    """Open a dataset without reading all of it.

    Raises:
        DixieError: It is not a dataset, or has another layout of the observation.
    """
    try:
        about = json.loads((folder / ABOUT).read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise DixieError(f"{folder} is not a dataset: {ABOUT} can't be read ({error})") from None
    if about.get("layout_version") not in range(1, LAYOUT_VERSION + 1):
        raise DixieError(
            f"{folder}: made with layout {about.get('layout_version')} of the observation, but this code has "
            f"layouts 1 and {LAYOUT_VERSION}: make it again, for example from records"
        )
    return Dataset(
        *(np.load(folder / f"{name}.npy", mmap_mode="r", allow_pickle=False) for name in Dataset._fields)
    )
