"""Small tournaments."""

from pathlib import Path
from typing import Any

from dixie_arena.config import Tournament, parse_entrants
from dixie_arena.folder import GAMES, SUMMARY
from dixie_arena.run import Outcome, run_tournament
from dixie_env import Setup

HOSTILE = "tests.arena.hostile.bots"


def small(agents: str = "sane,random", games: int = 24, players: int = 3, **options: Any) -> Tournament:
    setup = Setup(players, rounds=options.pop("rounds", 2))
    return Tournament(parse_entrants(agents), games, options.pop("seed", 1), setup=setup, **options)


def hostile(name: str, games: int = 6, **options: Any) -> Tournament:
    return small(f"bot={HOSTILE}:{name},sane", games, time_limit=options.pop("time_limit", 20.0), **options)


def play(tournament: Tournament, folder: Path, **options: Any) -> Outcome:
    return run_tournament(tournament, folder, **options)


def results_of(folder: Path) -> tuple[bytes, bytes]:
    return (folder / GAMES).read_bytes(), (folder / SUMMARY).read_bytes()
