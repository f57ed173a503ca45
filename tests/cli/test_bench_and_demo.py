"""`dixie bench` and `dixie demo`, kept short."""

import json

import pytest

from tests.cli.helpers import Ran

KEYS = [
    "players",
    "batch",
    "threads",
    "seconds",
    "batch_decisions_per_second",
    "batch_without_observation_decisions_per_second",
    "advance_calls_per_second",
    "step_calls_per_second",
    "threads_decisions_per_second",
    "threads_speedup",
    "batch_sizes",
    "batch_sizes_decisions_per_second",
    "linearity",
]


def test_bench_as_json() -> None:
    options = ["--seconds", 0.05, "--players", 3, "--batch", 16, "--threads", 2]
    ran = Ran("bench", "--json", *options)
    assert ran.code == 0
    assert ran.err == ""
    assert len(ran.out.splitlines()) == 1
    result = json.loads(ran.out)
    assert list(result) == KEYS
    assert [result[key] for key in KEYS[:4]] == [3, 16, 2, 0.05]
    assert result["batch_sizes"] == [16, 32, 64]
    speeds = [result[key] for key in KEYS if key.endswith("per_second") and "sizes" not in key]
    assert all(isinstance(speed, int) and speed > 1000 for speed in speeds)
    assert result["batch_sizes_decisions_per_second"][0] == result["batch_decisions_per_second"]
    assert result["threads_speedup"] > 0
    assert result["linearity"] > 0


def test_help_explains_every_key() -> None:
    text = Ran("bench", "--help").out
    for key in KEYS:
        assert key in text


def test_bench_as_a_table() -> None:
    ran = Ran("bench", "--seconds", 0.05, "--batch", 8)
    assert ran.code == 0
    assert "Random play of 4-player games" in ran.out
    for word in ("8 games, mask and observation", "Batch.advance", "Game.step", "2 threads", "32 games"):
        assert word in ran.out


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ("--seconds 0", ["--seconds", "above 0"]),
        ("--seconds -1", ["--seconds", "above 0"]),
        ("--seconds nan", ["--seconds", "above 0"]),
        ("--players 1", ["players", "2 to 5"]),
        ("--players 6", ["players", "2 to 5"]),
        ("--batch 0", ["--batch", "1"]),
        ("--batch 1000000000", ["--batch", "65536"]),
        ("--threads 0", ["--threads", "1"]),
    ],
)
def test_what_bench_refuses(options: str, words: list[str]) -> None:
    ran = Ran("bench", *options.split())
    assert ran.code == 2
    assert ran.out == ""
    for word in words:
        assert word in ran.error


def test_demo() -> None:
    ran = Ran("demo", "--seconds", 0.5)
    assert ran.code == 0
    assert ran.err == ""
    assert ran.out.startswith("dixie tournament --agents random,sane,greedy,balanced --games 200")
    assert ran.out.index("win share") < ran.out.index(" balanced ") < ran.out.index(" random ")
    for words in ("games with", "decisions in", "Round 2 of 2", "Actions", "Result", "rank", "Game.step"):
        assert words in ran.out
    assert "Round 1 of 2" not in ran.out


def test_what_demo_refuses() -> None:
    ran = Ran("demo", "--seconds", 0)
    assert ran.code == 2
    assert "--seconds" in ran.error
