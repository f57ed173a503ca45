"""Games with different rules in one batch, compared with batches in which all games have the same.

Games on some boards take longer per decision than on others. So the peer plays on such boards too, but on one
at a time: one rules record for all games of a batch, and another batch next time. A turn is long, because the
next batch is not in the cache: with turns of 10 steps the peer of the vector environment lost 12 % by that.
"""

import time
from collections.abc import Callable, Sequence
from itertools import cycle

import numpy as np

from benchmarks.measure import Measure
from dixie_agents import make_agent, play_matches
from dixie_env import Batch, Setup, compile_rules
from dixie_env.engine import CompiledRules
from dixie_env.envs.vector import DixieVector

SETUPS = [Setup(4, board=f"prior:standard:1:{number}") for number in range(64)]
"""Games for 4 players, each on a board of its own."""
FEW = SETUPS[::8]
"""The boards of the peers that must hold a batch for each of them."""
MATCHES = 128

Play = Callable[[], int]
"""Plays for 10 to 100 milliseconds and returns the number of decisions."""

DECISIONS = 102_400
"""In a turn of a batch or a vector environment."""


def in_turns(plays: Sequence[Play]) -> Measure:
    """Measure these, one after the other and round again, by the processor's time: all run on one thread."""
    turns = cycle(plays)

    def measure(seconds: float) -> float:
        decisions, start = 0, time.process_time()
        while time.process_time() - start < seconds:
            decisions += next(turns)()
        return decisions / (time.process_time() - start)

    return measure


def batch(rules: CompiledRules | Sequence[CompiledRules], games: int, observations: bool = True) -> Play:
    """Random legal play, mask (and observation) written for every decision."""
    running = Batch(rules, games, seed=1, observations=observations)
    running.play_random(200)

    def play() -> int:
        running.play_random(DECISIONS // games)
        return DECISIONS

    return play


def vector(setup: Setup | list[Setup]) -> Play:
    """The vector environment with 1,024 games, random options included."""
    env = DixieVector(1024, setup=setup)
    env.reset(1)

    def play() -> int:
        for _ in range(DECISIONS // 1024):
            env.step(env.batch.random_options())
        return DECISIONS

    return play


def matches(rules: CompiledRules | Sequence[CompiledRules]) -> Play:
    """Whole games of `sane`, in C."""
    agents, lineups, seeds = [make_agent("sane")], np.zeros((MATCHES, 4), np.int64), np.arange(MATCHES)
    return lambda: int(play_matches(rules, agents, lineups, seeds).agent_decisions[0])


def measures() -> dict[str, Measure]:
    """All measurements, by name."""
    many, few = [compile_rules(setup) for setup in SETUPS], [compile_rules(setup) for setup in FEW]
    return {
        "batch of 256, one board": in_turns([batch(one, 256) for one in few]),
        "batch of 256, 64 boards": in_turns([batch(many, 256)]),
        "batch of 1024, no observation, one board": in_turns([batch(one, 1024, False) for one in few]),
        "batch of 1024, no observation, 64 boards": in_turns([batch(many, 1024, False)]),
        "vector environment, one board": in_turns([vector(one) for one in FEW]),
        "vector environment, 64 boards": in_turns([vector(SETUPS)]),
        "matches of sane, one board": in_turns([matches(one) for one in many]),
        "matches of sane, 64 boards": in_turns([matches(many)]),
    }


RATIOS = ()
"""None: see `PAIRS`."""

PAIRS = tuple(
    (name, f"{what}, 64 boards", f"{what}, one board", 0.95)
    for name, what in (
        ("batch", "batch of 256"),
        ("no observation", "batch of 1024, no observation"),
        ("vector", "vector environment"),
        ("matches", "matches of sane"),
    )
)
"""Short name, what, compared with what, and the required minimum ratio."""
