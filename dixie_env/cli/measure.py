"""The engine's speed: random legal play, measured in one run so that the numbers are comparable."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from dixie_env.engine import Batch, CompiledRules, Game

REPETITIONS = 5
SCRIPT_DECISIONS = 4000
SIZES = (1, 2, 4)
"""Factors of the chosen batch size: they show how time grows with the number of games."""

Work = Callable[[int], int]
"""Repeats something the given number of times and returns the number of decisions made."""


@dataclass
class Meter:
    """Measures one kind of work and keeps the best repetition."""

    work: Work
    amount: int = 1
    best: float = 0.0

    def warm_up(self, seconds: float) -> None:
        """Find the amount of work that takes about this long."""
        while True:
            start = time.perf_counter()
            self.work(self.amount)
            spent = time.perf_counter() - start
            if spent > seconds / 4:
                self.amount = max(1, round(self.amount * seconds / spent))
                return
            self.amount *= 2

    def repeat(self) -> None:
        """Repeat the work and keep the best speed."""
        start = time.perf_counter()
        decisions = self.work(self.amount)
        self.best = max(self.best, decisions / (time.perf_counter() - start))


def measure(
    rules: CompiledRules, *, batch: int, threads: int, seconds: float, done: Callable[[], None] = lambda: None
) -> dict[str, Any]:
    """Measure all kinds of work in turn, so that a busy moment of the machine affects all of them.

    Args:
        rules: The rules to play by.
        batch: Number of games in a batch.
        threads: Number of threads to compare with one.
        seconds: Time for each measurement, over all its repetitions.
        done: Called after each repetition, for a progress bar.

    Returns:
        What ``dixie bench --json`` prints.
    """
    meters = {
        "batch": Meter(_batch(Batch(rules, batch))),
        "batch_without_observation": Meter(_batch(Batch(rules, batch, observations=False))),
        "advance": Meter(_advance(rules)),
        "step": Meter(_step(rules)),
        "threads": Meter(_batch(Batch(rules, batch, threads=threads))),
        **{f"size {size}": Meter(_batch(Batch(rules, batch * size))) for size in SIZES[1:]},
    }
    for meter in meters.values():
        meter.warm_up(seconds / REPETITIONS)
    for _ in range(REPETITIONS):
        for meter in meters.values():
            meter.repeat()
            done()
    speeds = {name: round(meter.best) for name, meter in meters.items()}
    by_size = [speeds["batch"], *(speeds[f"size {size}"] for size in SIZES[1:])]
    return {
        "players": rules.players,
        "batch": batch,
        "threads": threads,
        "seconds": seconds,
        "batch_decisions_per_second": speeds["batch"],
        "batch_without_observation_decisions_per_second": speeds["batch_without_observation"],
        "advance_calls_per_second": speeds["advance"],
        "step_calls_per_second": speeds["step"],
        "threads_decisions_per_second": speeds["threads"],
        "threads_speedup": round(speeds["threads"] / speeds["batch"], 3),
        "batch_sizes": [batch * size for size in SIZES],
        "batch_sizes_decisions_per_second": by_size,
        "linearity": round(by_size[0] / by_size[-1], 3),
    }


def measurements() -> int:
    """Return how often ``measure`` calls ``done``."""
    return REPETITIONS * (5 + len(SIZES) - 1)


def _batch(games: Batch) -> Work:
    def play(steps: int) -> int:
        games.play_random(steps)
        return int(games.size) * steps

    return play


def _advance(rules: CompiledRules) -> Work:
    """Single calls for a single game. The options are chosen beforehand, so choosing costs no time."""
    games = Batch(rules, 1)
    options = []
    for _ in range(SCRIPT_DECISIONS):
        option = int(games.random_options()[0])
        games.advance(0, option)
        options.append(option)

    def play(times: int) -> int:
        advance = games.advance
        for _ in range(times):
            games.reset(0)
            for option in options:
                advance(0, option)
        return times * len(options)

    return play


def _step(rules: CompiledRules) -> Work:
    script: list[list[int]] = []
    while sum(map(len, script)) < SCRIPT_DECISIONS:
        game = Game(rules, len(script))
        options: list[int] = []
        while not game.over:
            options.append(int(game.random_option(len(options))))
            game.step(options[-1])
        script.append(options)
    decisions = sum(map(len, script))

    def play(times: int) -> int:
        for _ in range(times):
            for seed, options in enumerate(script):
                step = Game(rules, seed).step
                for option in options:
                    step(option)
        return times * decisions

    return play
