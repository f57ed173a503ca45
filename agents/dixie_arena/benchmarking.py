"""The frozen benchmark: fixed opponents, seeds, player counts and metric, so that numbers can be compared."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dixie_agents.names import parse_name
from dixie_arena.benchmark_games import (
    Running,
    card_frame,
    cell_share,
    challenge,
    check_folder,
    check_same,
    games_checksum,
    measure,
    play_tables,
)
from dixie_arena.bootstrap import Bootstrap
from dixie_arena.config import DEFAULT_TIME_LIMIT, ArenaError
from dixie_arena.folder import CARD, RunFolder
from dixie_arena.korn_graubard import Share, combine
from dixie_arena.score import Score
from dixie_arena.wide_benchmark import WIDE, run_wide_benchmark
from dixie_env import Setup
from dixie_env.paths import configs_dir
from dixie_env.yaml_file import read_mapping

__all__ = ["LATEST", "NARROW", "WIDE", "Benchmark", "load_benchmark", "run_benchmark", "score_interval"]

NARROW = 1
"""The version whose opponents are bots, on one board."""
LATEST = WIDE
"""The version that is played if none is named."""


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

    def check_opponents(self) -> str:
        """Return the checksum of games that the opponents play against each other."""
        return games_checksum(self.opponents, self.seed, map(self.setup, self.players))


def load_benchmark(version: int = NARROW) -> Benchmark:
    """Return a version of the benchmark that has this form.

    Raises:
        ArenaError: There is no such version.
    """
    file = configs_dir() / "arena" / f"benchmark-v{version}.yaml"
    if version == WIDE:
        raise ArenaError(f"version {WIDE} has another form: use `wide_benchmark.load_wide_benchmark`")
    if not file.exists():
        raise ArenaError(f"there is no benchmark version {version}; there are versions {NARROW} and {WIDE}")
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
    """Play or resume the benchmark: one folder for each table, and a card for all.

    Raises:
        ArenaError: The opponents no longer play as in the benchmark, or a folder can't be used.
    """
    running = Running(resume, workers, backend, isolate, time_limit, progress, warn)
    if version == WIDE:
        return run_wide_benchmark(agent, path, running)
    check_folder(path)
    benchmark = load_benchmark(version)
    agent = parse_name(agent).bare
    found = benchmark.check_opponents()
    check_same(f"v{version}", found, benchmark.opponents_checksum)
    plans = {
        path / f"players-{players}": challenge(
            agent,
            benchmark.opponents,
            benchmark.games,
            benchmark.seed + players,
            benchmark.setup(players),
            running,
        )
        for players in benchmark.players
    }
    played = play_tables(agent, plans, running)
    cells = [
        {
            "players": players,
            "opponent": name,
            "games": shares[:, number].size,
            "win_share": cell_share(shares[:, number]),
        }
        for players, shares in zip(benchmark.players, played.shares, strict=True)
        for number, name in enumerate(benchmark.opponents)
    ]
    card = {
        **card_frame(version, agent, found, played),
        "score": score_interval(played.shares),
        "cells": cells,
        "opponents": list(benchmark.opponents),
    }
    RunFolder(path).write_json(CARD, card)
    return Score(_line(card), card, path)


def score_interval(tables: Sequence[NDArray[np.float64]]) -> dict[str, float]:
    """Return the score with its interval: 0 is the fair share, 100 wins every game.

    The score is the mean over numbers of players of the mean over opponents. Its interval comes from those of
    the cells, so it has a width even where the agent won every game.

    Args:
        tables: For each number of players the agent's win shares, by block, opponent and rotation.
    """
    groups = [Bootstrap(np.arange(len(shares))).groups for shares in tables]
    cells: list[Share] = []
    weights, constant = [], 0.0
    for number, shares in enumerate(tables):
        _, opponents, players = shares.shape
        fair = 1 / players
        scale = 100 / (1 - fair) / len(tables)
        constant -= fair * scale
        around = sum(groups[:number]), sum(groups[number + 1 :])  # other tables are independent of this one
        measured = [measure(shares[:, opponent]) for opponent in range(opponents)]
        cells += [replace(share, influence=np.pad(share.influence, around)) for share in measured]
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
