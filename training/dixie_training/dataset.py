"""Games as arrays on disk, for offline learning: what was seen, chosen and gained at each decision.

A dataset is a folder with one ``.npy`` file for each array, and ``about.json``;
`numpy.load(..., mmap_mode="r")` opens an array without reading it. The return is the total reward of
the seat that decided in that game. Rows of a game are contiguous, in the order of its decisions. Games are
written as they are played, so memory does not grow with their number. `dixie_training.minari_dataset` writes
the same games in Minari's format.
"""

import json
import shutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from dixie_agents.base import Agent, Decisions
from dixie_agents.compiled.match import MatchLoop
from dixie_agents.match import check_answers
from dixie_env.engine import CompiledRules, DixieError, Game, option_id
from dixie_env.engine.model import SEATS, STATE_DTYPE
from dixie_env.files import write_whole
from dixie_env.folder_lock import LOCK, own_folder
from dixie_env.layout import LAYOUT_VERSION
from dixie_env.observation import ObservationSpec
from dixie_env.records import read_events
from dixie_env.rewards import Reward, rewards_of
from dixie_training.growing import Checksum, GrowingArray

ABOUT = "about.json"
VERSION = 2
"""Of the files. Version 1 had no rewards and terminals; `read_dataset` derives them."""
ROWS = 128
"""Number of games played at once; their decisions are in memory together."""


class Dataset(NamedTuple):
    """Decisions, one row each."""

    observations: NDArray[np.float32]
    masks: NDArray[np.bool_]
    actions: NDArray[np.int16]
    returns: NDArray[np.float32]
    games: NDArray[np.int32]
    """Which game, counted from 0."""
    seats: NDArray[np.int8]
    rewards: NDArray[np.float32]
    """What the seat got for this decision: 0, and its return for its last decision of the game."""
    terminals: NDArray[np.bool_]
    """Whether this was the seat's last decision of the game."""


class Ends(NamedTuple):
    """How games ended, one row for each seat that decided anything, sorted by game and seat."""

    observations: NDArray[np.float32]
    """What the seat saw when the game was over."""
    games: NDArray[np.int32]
    seats: NDArray[np.int8]


class Part(NamedTuple):
    """Some whole games."""

    rows: Dataset
    ends: Ends


def from_agents(
    rules: CompiledRules, agents: Sequence[Agent], lineups: NDArray[np.int32], seed: int, reward: Reward
) -> Iterator[Dataset]:
    """Let agents play and return their decisions, some games at a time; see `play_parts`."""
    return (part.rows for part in play_parts(rules, agents, lineups, seed, reward))


def play_parts(
    rules: CompiledRules, agents: Sequence[Agent], lineups: NDArray[np.int32], seed: int, reward: Reward
) -> Iterator[Part]:
    """Let agents play and return their decisions and the ends of their games, some games at a time.

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


def _play(loop: MatchLoop, agents: Sequence[Agent], first_game: int, reward: Reward) -> Part:
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
    decisions = _with_rewards(
        observations[order],
        masks[order].view(np.bool_),
        options[order].astype(np.int16),
        paid[rows, seats][order],
        (rows[order] + first_game).astype(np.int32),
        seats[order].astype(np.int8),
    )
    last = dict(enumerate(_final_games(loop), first_game))
    return Part(decisions, _ends(decisions, last, loop.rules.config.observation))


def _final_games(loop: MatchLoop) -> list[Game]:
    """Return the games of a loop when all are over."""
    rules = loop.rules
    head = Game(rules).to_bytes()[: -STATE_DTYPE.itemsize]
    return [Game.from_bytes(rules, head + state.tobytes()) for state in loop.states]


def _with_rewards(
    observations: NDArray[np.float32],
    masks: NDArray[np.bool_],
    actions: NDArray[np.int16],
    returns: NDArray[np.float32],
    games: NDArray[np.int32],
    seats: NDArray[np.int8],
) -> Dataset:
    """Add rewards and terminals to the columns of a first-version dataset of whole games."""
    seat_games = games.astype(np.int64) * SEATS + seats
    terminals = np.zeros(len(games), np.bool_)
    # the first one from behind is the last one
    terminals[len(games) - 1 - np.unique(seat_games[::-1], return_index=True)[1]] = True
    rewards = np.where(terminals, returns, 0).astype(np.float32)
    return Dataset(observations, masks, actions, returns, games, seats, rewards, terminals)


def _ends(decisions: Dataset, last: Mapping[int, Game], seen: ObservationSpec) -> Ends:
    """Return what each seat that decided anything saw at the end."""
    rows = np.flatnonzero(decisions.terminals)
    rows = rows[np.lexsort((decisions.seats[rows], decisions.games[rows]))]
    games, seats = decisions.games[rows], decisions.seats[rows]
    pairs = zip(games.tolist(), seats.tolist(), strict=True)
    return Ends(np.stack([seen.observe(last[number], seat) for number, seat in pairs]), games, seats)


def from_records(
    paths: Iterable[Path], reward: Reward, observation: ObservationSpec | None = None
) -> Iterator[Dataset]:
    """Replay records and return their decisions, a game at a time; see `replay_parts`."""
    return (part.rows for part in replay_parts(paths, reward, observation))


def replay_parts(
    paths: Iterable[Path], reward: Reward, observation: ObservationSpec | None = None
) -> Iterator[Part]:
    """Replay records, verify them on the way, and return their decisions and ends, a game at a time.

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
        decisions = _with_rewards(
            np.stack(observations),
            np.stack(masks),
            np.array(actions, np.int16),
            rewards_of(before.state, reward)[seat],
            np.full(len(seat), number, np.int32),
            seat,
        )
        yield Part(decisions, _ends(decisions, {number: before}, seen))


def write_dataset(folder: Path, parts: Iterable[Dataset], about: dict[str, Any]) -> int:
    """Write a dataset, part by part, and return its number of decisions.

    Raises:
        DixieError: The folder is not empty, or there is no game.
    """
    with new_folder(folder):
        checksum, games = Checksum(), 0
        with ExitStack() as stack:
            files = {
                name: stack.enter_context(GrowingArray(folder / f"{name}.npy")) for name in Dataset._fields
            }
            for part in parts:
                for name, rows in part._asdict().items():
                    files[name].append(rows)
                    checksum.add(name, rows)
                games = int(part.games[-1]) + 1
        count = files["actions"].rows
        if not count:
            raise DixieError("a dataset needs at least one game")
        content = {
            "format": "dixie-dataset",
            "version": VERSION,
            "layout_version": about.get("observation", {}).get("layout", LAYOUT_VERSION),
            "decisions": count,
            "games": games,
            "sha256": checksum.hex(),
            **about,
        }
        write_whole(folder / ABOUT, (json.dumps(content, indent=2) + "\n").encode())
    return count


@contextmanager
def new_folder(folder: Path) -> Iterator[None]:
    """Make a folder for a dataset; if writing fails, remove what was written.

    Raises:
        DixieError: The folder is not empty.
    """
    with own_folder(folder, "dixie dataset"):
        if any(file.name != LOCK for file in folder.iterdir()):
            raise DixieError(f"{folder}: the folder is not empty; give a new one")
        try:
            yield
        except BaseException:
            for file in folder.iterdir():
                if file.name != LOCK:
                    shutil.rmtree(file) if file.is_dir() else file.unlink()
            raise


def read_dataset(folder: Path) -> Dataset:
    """Open a dataset without reading all of it.

    A dataset of version 1 has no files for rewards and terminals: they follow from the rest.

    Raises:
        DixieError: It is not a dataset, is newer than this code, or has another layout of the observation.
    """
    try:
        about = json.loads((folder / ABOUT).read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise DixieError(f"{folder} is not a dataset: {ABOUT} can't be read ({error})") from None
    version = about.get("version")
    if version not in range(1, VERSION + 1):
        raise DixieError(
            f"{folder}: version {version} of a dataset, but this code reads versions 1 to {VERSION}; "
            "update dixie-env, or make the dataset again"
        )
    if about.get("layout_version") not in range(1, LAYOUT_VERSION + 1):
        raise DixieError(
            f"{folder}: made with layout {about.get('layout_version')} of the observation, but this code has "
            f"layouts 1 and {LAYOUT_VERSION}: make it again, for example from records"
        )
    names = Dataset._fields[:-2] if version == 1 else Dataset._fields
    columns = [np.load(folder / f"{name}.npy", mmap_mode="r", allow_pickle=False) for name in names]
    return _with_rewards(*columns) if version == 1 else Dataset(*columns)
