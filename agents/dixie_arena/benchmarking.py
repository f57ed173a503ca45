"""The frozen benchmark: fixed opponents, seeds, player counts and metric, so that numbers can be compared."""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dixie_agents.names import parse_name
from dixie_arena.bootstrap import Bootstrap
from dixie_arena.chunk import play_chunk
from dixie_arena.config import DEFAULT_TIME_LIMIT, ArenaError, Entrant, Tournament
from dixie_arena.folder import CARD, TOURNAMENT, RunFolder
from dixie_arena.identity import AnotherAgent
from dixie_arena.korn_graubard import Share, combine, measure_share
from dixie_arena.run import run_tournament
from dixie_arena.score import Score
from dixie_env import Setup
from dixie_env.engine.model import SOURCE_HASH
from dixie_env.paths import configs_dir
from dixie_env.version import __version__, commit
from dixie_env.yaml_file import read_mapping

LATEST = 1
FORMAT = "dixie-benchmark-card"
CHECK_BLOCKS = 4
"""Blocks for each number of players that the checksum of the opponents covers."""
LABEL = "agent"
"""What the agent is called in the folders of a benchmark."""
WIDE = 2
"""The version that `wide_benchmark` plays. `LATEST` is the latest version that is frozen."""


@dataclass(frozen=True)
class Benchmark:
    """What never changes; see ``configs/arena/benchmark-v1.yaml``."""

    version: int
    seed: int
    opponents: tuple[str, ...]
    players: tuple[int, ...]
    games: int
    edition: str
    board: str
    draft: str
    rounds: int
    opponents_checksum: str

    def setup(self, players: int) -> Setup:
        """Return the game with this number of players."""
        return Setup(players, self.edition, self.board, self.draft, rounds=self.rounds)

    def tournament(self, agent: str, players: int, *, isolate: bool, time_limit: float) -> Tournament:
        """Return the tournament with this number of players."""
        blocks = -(-self.games // players)
        return Tournament(
            (Entrant(LABEL, agent), *(Entrant(f"against {name}", name) for name in self.opponents)),
            blocks * players * len(self.opponents),
            self.seed + players,
            "challenge",
            self.setup(players),
            isolate,
            time_limit,
            strict=True,
        )

    def check_opponents(self) -> str:
        """Return the checksum of games that the opponents play against each other."""
        total = hashlib.sha256()
        for players in self.players:
            plan = Tournament(
                tuple(Entrant(name, name) for name in self.opponents),
                CHECK_BLOCKS,
                self.seed,
                "sampled",
                self.setup(players),
            )
            for part in range(plan.chunks):
                table = play_chunk(plan, part).table
                for name in ("seed", "score", "rank", "decisions"):
                    total.update(np.asarray(table.column(name).to_numpy(), np.int64).tobytes())
        return total.hexdigest()


def load_benchmark(version: int = LATEST) -> Benchmark:
    """Return a version of the benchmark.

    Raises:
        ArenaError: There is no such version.
    """
    file = configs_dir() / "arena" / f"benchmark-v{version}.yaml"
    if version == WIDE:
        raise ArenaError(f"version {WIDE} has another form: use `wide_benchmark.load_wide_benchmark`")
    if not file.exists():
        raise ArenaError(
            f"there is no benchmark version {version}; there are version {LATEST}, which is frozen, and "
            f"version {WIDE}, a draft"
        )
    data = read_mapping(file)
    return Benchmark(**{**data, "opponents": tuple(data["opponents"]), "players": tuple(data["players"])})


def run_benchmark(
    agent: str,
    path: Path,
    *,
    version: int = LATEST,
    resume: bool = False,
    workers: int = 1,
    backend: str = "local",
    isolate: bool = True,
    time_limit: float = DEFAULT_TIME_LIMIT,
    progress: Callable[[int, int], None] = lambda done, total: None,
    warn: Callable[[str], None] = lambda message: None,
) -> Score:
    """Play or resume the benchmark: one folder for each number of players, and a card for all.

    Raises:
        ArenaError: The opponents no longer play as in the benchmark, or a folder can't be used.
    """
    if version == WIDE:
        from dixie_arena.wide_benchmark import run_wide_benchmark  # which imports this module

        return run_wide_benchmark(
            agent,
            path,
            resume=resume,
            workers=workers,
            backend=backend,
            isolate=isolate,
            time_limit=time_limit,
            progress=progress,
            warn=warn,
        )
    if (path / TOURNAMENT).exists():
        raise ArenaError(f"{path} holds a tournament: choose another folder")
    benchmark = load_benchmark(version)
    agent = parse_name(agent).bare
    found = benchmark.check_opponents()
    if found != benchmark.opponents_checksum:
        raise ArenaError(
            f"the opponents no longer play as they did when benchmark v{version} was frozen: their checksum "
            f"is {found}, not {benchmark.opponents_checksum}; use the version of dixie that the scores you "
            "compare with come from"
        )
    plans = {
        players: benchmark.tournament(agent, players, isolate=isolate, time_limit=time_limit)
        for players in benchmark.players
    }
    total = sum(plan.schedule.games for plan in plans.values())
    done = substitutions = 0
    known: dict[str, Any] = {}
    cells: list[dict[str, Any]] = []
    tables: list[NDArray[np.float64]] = []
    for players, plan in plans.items():
        folder = path / f"players-{players}"
        outcome = run_tournament(
            plan,
            folder,
            resume=resume,
            workers=workers,
            backend=backend,
            finished_too=True,
            progress=lambda games, _, before=done: progress(before + games, total),  # type: ignore[misc]
            warn=warn,
        )
        known = same_agent(agent, known, outcome.card, folder)
        done += plan.schedule.games
        substitutions += outcome.summary["agents"][0]["substitutions"]
        shares = agent_shares(plan, folder)
        tables.append(shares)
        for number, name in enumerate(benchmark.opponents):
            share = cell_share(shares[:, number])
            games = shares[:, number].size
            cells.append({"players": players, "opponent": name, "games": games, "win_share": share})
    card = {
        "format": FORMAT,
        "benchmark": version,
        "agent": {"name": agent, **known},
        "score": score_interval(tables),
        "games": total,
        "cells": cells,
        "substitutions": substitutions,
        "opponents": list(benchmark.opponents),
        "opponents_checksum": found,
        "dixie": __version__,
        "commit": commit(),
        "engine": SOURCE_HASH,
    }
    RunFolder(path).write_json(CARD, card)
    return Score(_line(card), card, path)


def same_agent(agent: str, known: dict[str, Any], card: dict[str, Any], folder: Path) -> dict[str, Any]:
    """Return the identity of the agent in a folder, which must be that of the folders before.

    Raises:
        AnotherAgent: It is another one.
    """
    identity = {key: card["agents"][0][key] for key in ("fingerprint", "repeatable")}
    if known and identity != known:
        raise AnotherAgent(
            f"the agent {agent} changed while the benchmark was running: {folder} was played by another "
            "version than the folders before; start again in another folder"
        )
    return identity


def agent_shares(plan: Tournament, path: Path) -> NDArray[np.float64]:
    """Return the agent's win share in each game, by block, opponent and rotation."""
    table = RunFolder(path).read_games()
    own = np.array(table.column("agent").to_pylist()) == LABEL
    shares: NDArray[np.float64] = np.asarray(table.column("win_share").to_numpy())[own]
    return shares.reshape(plan.schedule.blocks, plan.schedule.lineups, plan.schedule.players)


def cell_share(games: NDArray[np.float64]) -> dict[str, float | None]:
    """Return the win share against an opponent with its interval, as a tournament does.

    Args:
        games: The agent's win shares, by block and rotation.
    """
    return measured(games).interval().as_object()


def measured(games: NDArray[np.float64], before: int = 0, after: int = 0) -> Share:
    """Measure the win share in a cell.

    Args:
        games: The agent's win shares, by block and rotation.
        before: Groups of blocks of other tables to count before these, which are independent of them.
        after: The same after these.
    """
    blocks, rotations = games.shape
    share = measure_share(Bootstrap(np.repeat(np.arange(blocks), rotations)), games.ravel())
    return replace(share, influence=np.pad(share.influence, (before, after)))


def score_interval(tables: Sequence[NDArray[np.float64]]) -> dict[str, float]:
    """Return the score with its interval: 0 is the fair share, 100 wins every game.

    The score is the mean over numbers of players of the mean over opponents. Its interval comes from those of
    the cells, so it has a width even where the agent won every game.

    Args:
        tables: For each number of players the agent's win shares, by block, opponent and rotation.
    """
    groups = [Bootstrap(np.arange(len(shares))).groups for shares in tables]
    cells, weights, constant = [], [], 0.0
    for number, shares in enumerate(tables):
        _, opponents, players = shares.shape
        fair = 1 / players
        scale = 100 / (1 - fair) / len(tables)
        constant -= fair * scale
        before, after = sum(groups[:number]), sum(groups[number + 1 :])
        cells += [measured(shares[:, opponent], before, after) for opponent in range(opponents)]
        weights += [scale / opponents] * opponents
    found = combine(cells, weights, constant=constant)
    values = [
        float((100 * (shares.mean(axis=(1, 2)) - fair) / (1 - fair)).mean())
        for shares, fair in ((shares, 1 / shares.shape[2]) for shares in tables)
    ]
    value = float(np.array(values).mean())  # the frozen score, computed as ever
    assert found.low is not None and found.high is not None
    return {
        "value": round(value, 2),
        "low": round(min(found.low, value), 2),
        "high": round(max(found.high, value), 2),
    }


def _line(card: dict[str, Any]) -> str:
    score = card["score"]
    helped = f", {card['substitutions']} moves substituted" if card["substitutions"] else ""
    return (
        f"Dixie benchmark v{card['benchmark']}: {card['agent']['name']} scores {score['value']:.1f} "
        f"[{score['low']:.1f}, {score['high']:.1f}] ({card['games']} games{helped}; dixie {card['dixie']}, "
        f"engine {card['engine'][:8]}, opponents {card['opponents_checksum'][:8]})"
    )
