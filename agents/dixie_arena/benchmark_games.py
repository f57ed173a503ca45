"""What the versions of the benchmark share: an agent alone against copies of opponents, at some tables."""

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dixie_arena.bootstrap import Bootstrap
from dixie_arena.chunk import play_chunk
from dixie_arena.config import ArenaError, Entrant, Tournament
from dixie_arena.folder import TOURNAMENT, RunFolder
from dixie_arena.identity import AnotherAgent
from dixie_arena.korn_graubard import Share, measure_share
from dixie_arena.run import run_tournament
from dixie_env import Setup
from dixie_env.engine.model import SOURCE_HASH
from dixie_env.version import __version__, commit

FORMAT = "dixie-benchmark-card"
CHECK_BLOCKS = 4
"""Blocks at each table that the checksum of the opponents covers."""
LABEL = "agent"
"""What the agent is called in the folders of a benchmark."""


@dataclass(frozen=True)
class Running:
    """How a benchmark is played; see `dixie_arena.run.run_tournament`."""

    resume: bool
    workers: int
    backend: str
    isolate: bool
    time_limit: float
    progress: Callable[[int, int], None]
    warn: Callable[[str], None]


@dataclass(frozen=True)
class Played:
    """What came of it.

    Attributes:
        shares: For each table the agent's win shares, by block, opponent and rotation.
        identity: The agent's fingerprint, and whether it is repeatable.
        games: How many games were played.
        substitutions: How many of the agent's choices were replaced.
    """

    shares: list[NDArray[np.float64]]
    identity: dict[str, Any]
    games: int
    substitutions: int


def challenge(
    agent: str, opponents: Sequence[str], games: int, seed: int, setup: Setup, running: Running
) -> Tournament:
    """Return the games of an agent against opponents at a table: `games` for each, in whole blocks."""
    blocks = -(-games // setup.players)
    return Tournament(
        (Entrant(LABEL, agent), *(Entrant(f"against {name}", name) for name in opponents)),
        blocks * setup.players * len(opponents),
        seed,
        "challenge",
        setup,
        running.isolate,
        running.time_limit,
        strict=True,
    )


def games_checksum(opponents: Sequence[str], seed: int, setups: Iterable[Setup]) -> str:
    """Return the checksum of games that the opponents play against each other."""
    total = hashlib.sha256()
    for setup in setups:
        entrants = tuple(Entrant(name, name) for name in opponents)
        plan = Tournament(entrants, CHECK_BLOCKS, seed, "sampled", setup)
        for part in range(plan.chunks):
            table = play_chunk(plan, part).table
            for name in ("seed", "score", "rank", "decisions"):
                total.update(np.asarray(table.column(name).to_numpy(), np.int64).tobytes())
    return total.hexdigest()


def check_same(title: str, found: str, frozen: str) -> None:
    """Refuse opponents that don't play as in a frozen version.

    Raises:
        ArenaError: They play other games.
    """
    if found != frozen:
        raise ArenaError(
            f"the opponents no longer play as they did when benchmark {title} was frozen: their checksum "
            f"is {found}, not {frozen}; use the version of dixie that the scores you compare with come from"
        )


def check_folder(path: Path) -> None:
    """Refuse the folder of a tournament.

    Raises:
        ArenaError: It is one.
    """
    if (path / TOURNAMENT).exists():
        raise ArenaError(f"{path} holds a tournament: choose another folder")


def play_tables(agent: str, plans: Mapping[Path, Tournament], running: Running) -> Played:
    """Play or resume all tables, each in a folder of its own.

    Raises:
        ArenaError: A folder can't be used.
        AnotherAgent: The agent changed in between.
    """
    total = sum(plan.schedule.games for plan in plans.values())
    done = substitutions = 0
    identity: dict[str, Any] = {}
    shares = []
    for folder, plan in plans.items():
        outcome = run_tournament(
            plan,
            folder,
            resume=running.resume,
            workers=running.workers,
            backend=running.backend,
            finished_too=True,
            progress=lambda games, _, before=done: running.progress(before + games, total),  # type: ignore[misc]
            warn=running.warn,
        )
        identity = _same_agent(agent, identity, outcome.card, folder)
        done += plan.schedule.games
        substitutions += outcome.summary["agents"][0]["substitutions"]
        shares.append(_agent_shares(plan, folder))
    return Played(shares, identity, total, substitutions)


def card_frame(version: int, agent: str, checksum: str, played: Played) -> dict[str, Any]:
    """Return what the cards of all versions have."""
    return {
        "format": FORMAT,
        "benchmark": version,
        "agent": {"name": agent, **played.identity},
        "games": played.games,
        "substitutions": played.substitutions,
        "opponents_checksum": checksum,
        "dixie": __version__,
        "commit": commit(),
        "engine": SOURCE_HASH,
    }


def _same_agent(agent: str, known: dict[str, Any], card: dict[str, Any], folder: Path) -> dict[str, Any]:
    """Return the identity of the agent in a folder, which must be that of the folders before."""
    identity = {key: card["agents"][0][key] for key in ("fingerprint", "repeatable")}
    if known and identity != known:
        raise AnotherAgent(
            f"the agent {agent} changed while the benchmark was running: {folder} was played by another "
            "version than the folders before; start again in another folder"
        )
    return identity


def _agent_shares(plan: Tournament, path: Path) -> NDArray[np.float64]:
    """Return the agent's win share in each game, by block, opponent and rotation."""
    table = RunFolder(path).read_games()
    own = np.array(table.column("agent").to_pylist()) == LABEL
    shares: NDArray[np.float64] = np.asarray(table.column("win_share").to_numpy())[own]
    return shares.reshape(plan.schedule.blocks, plan.schedule.lineups, plan.schedule.players)


def measure(games: NDArray[np.float64]) -> Share:
    """Measure the win share against an opponent, as a tournament does.

    Args:
        games: The agent's win shares, by block and rotation.
    """
    blocks, rotations = games.shape
    return measure_share(Bootstrap(np.repeat(np.arange(blocks), rotations)), games.ravel())


def cell_share(games: NDArray[np.float64]) -> dict[str, float | None]:
    """Return the win share against an opponent with its interval. See `measure`."""
    return measure(games).interval().as_object()
