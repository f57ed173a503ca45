"""The frozen benchmark is frozen."""

import hashlib

from dixie_arena.benchmark_games import Running, challenge
from dixie_arena.benchmarking import LATEST, load_benchmark
from dixie_arena.wide_benchmark import load_wide_benchmark
from dixie_env.paths import configs_dir

CHECKSUMS = {
    1: "4b662b9b92c92f63d6e1290a4586fe64b2ae73a924959c986c29224e0545195f",
    2: "4c167df2a9ea86f806b260d0815bb111505a44d8f23e3bfa9f98f7b735479b39",
}
RUNNING = Running(False, 1, "local", True, 1.0, lambda done, total: None, lambda message: None)


def test_no_version_has_changed() -> None:
    assert set(CHECKSUMS) == set(range(1, LATEST + 1))
    for version, checksum in CHECKSUMS.items():
        file = configs_dir() / "arena" / f"benchmark-v{version}.yaml"
        assert hashlib.sha256(file.read_bytes()).hexdigest() == checksum, "a frozen benchmark was changed"


def test_the_opponents_play_as_they_did() -> None:
    benchmark = load_benchmark()
    assert benchmark.check_opponents() == benchmark.opponents_checksum
    wide = load_wide_benchmark()
    assert wide.check_opponents() == wide.opponents_checksum


def test_the_agent_has_the_same_games_against_everybody() -> None:
    benchmark = load_benchmark()
    for players in benchmark.players:
        schedule = challenge(
            "sane", benchmark.opponents, benchmark.games, 1, benchmark.setup(players), RUNNING
        ).schedule
        assert schedule.games == schedule.blocks * players * len(benchmark.opponents)
        assert schedule.blocks * players >= benchmark.games
        tables = schedule.seatings(0, schedule.blocks)
        assert ((tables == 0).sum(axis=-1) == 1).all()
