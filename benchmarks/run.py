"""Speed against peers, measured in the same run: `make bench`.

Every figure is the best of several repetitions, taken in turn with those of the peers, on one thread unless
it says otherwise. A decision is one choice of one player. Ratios count; rates depend on the machine.
"""

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

import jax
import numpy as np
import pgx
import pyspiel
from pgx.experimental import auto_reset
from rich.console import Console
from rich.table import Table

from dixie_env import Batch, make_rules

ROOT = Path(__file__).parents[1]
GAMES = 256
Measure = Callable[[float], float]
"""Runs for about so many seconds and returns decisions a second."""


def dixie_batch(observations: bool = True, games: int = GAMES, threads: int = 1) -> Measure:
    """Random legal play of 4-player games, mask (and observation) written for every decision."""
    batch = Batch(make_rules(4), games, seed=1, threads=threads, observations=observations)
    batch.play_random(200)

    def measure(seconds: float) -> float:
        steps, start = 0, time.perf_counter()
        while time.perf_counter() - start < seconds:
            batch.play_random(50)
            steps += 50
        return steps * games / (time.perf_counter() - start)

    return measure


def dixie_calls() -> Measure:
    """One call of `advance` from Python for each decision: step, mask and observation."""
    rules = make_rules(4)

    def measure(seconds: float) -> float:
        # the decisions of some games, found beforehand: the choosing is not what is measured
        batch = Batch(rules, 1, seed=1)
        script = []
        for _ in range(4000):
            script.append(int(batch.random_options()[0]))
            batch.advance(0, script[-1])
        batch = Batch(rules, 1, seed=1)
        advance = batch.advance
        calls, start = 0, time.perf_counter()
        while time.perf_counter() - start < seconds:
            for option in script:
                advance(0, option)
            calls += len(script)
            spent = time.perf_counter() - start
            batch.reset(1)
            start += time.perf_counter() - start - spent
        return calls / (time.perf_counter() - start)

    return measure


def goofspiel() -> Measure:
    """OpenSpiel, driven from Python: legal actions and apply only."""
    game = pyspiel.load_game("goofspiel(players=4,num_cards=13,imp_info=True)")
    random = Random(1)

    def measure(seconds: float) -> float:
        decisions, start = 0, time.perf_counter()
        while time.perf_counter() - start < seconds:
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    state.apply_action(random.choice(state.chance_outcomes())[0])
                else:
                    state.apply_actions([random.choice(state.legal_actions(player)) for player in range(4)])
                    decisions += 4
        return decisions / (time.perf_counter() - start)

    return measure


def backgammon() -> Measure:
    """Pgx on the CPU, a batch of 256 games in one compiled step, random legal play with automatic restart."""
    env = pgx.make("backgammon")
    init = jax.jit(jax.vmap(env.init))
    step_and_restart = auto_reset(env.step, env.init)

    def one(state: pgx.State, key: jax.Array) -> pgx.State:
        choose, step = jax.random.split(key)
        logits = jax.numpy.where(state.legal_action_mask, 0.0, -jax.numpy.inf)
        return step_and_restart(state, jax.random.categorical(choose, logits), step)

    step = jax.jit(jax.vmap(one))
    key = jax.random.PRNGKey(1)
    state = step(init(jax.random.split(key, GAMES)), jax.random.split(key, GAMES))

    def measure(seconds: float) -> float:
        nonlocal state, key
        steps, start = 0, time.perf_counter()
        while time.perf_counter() - start < seconds:
            key, part = jax.random.split(key)
            state = step(state, jax.random.split(part, GAMES))
            state.current_player.block_until_ready()
            steps += 1
        return steps * GAMES / (time.perf_counter() - start)

    return measure


def start_up() -> float:
    """Seconds from starting Python to the first step taken, best of 5."""
    code = "from dixie_env import Game, make_rules; game = Game(make_rules(4)); game.step(game.options()[0])"
    times = []
    for _ in range(5):
        start = time.perf_counter()
        subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True)
        times.append(time.perf_counter() - start)
    return min(times)


def full_build() -> float:
    """Seconds for compiling the whole engine, in a copy."""
    with tempfile.TemporaryDirectory() as folder:
        for name in ("dixie_env", "configs"):
            shutil.copytree(
                ROOT / name, Path(folder) / name, ignore=shutil.ignore_patterns("*.so", "__pycache__")
            )
        for name in ("setup.py", "pyproject.toml", "README.md", "LICENSE"):
            shutil.copy(ROOT / name, folder)
        start = time.perf_counter()
        command = [sys.executable, "setup.py", "--quiet", "build_ext", "--inplace"]
        subprocess.run(command, cwd=folder, check=True, capture_output=True)
        return time.perf_counter() - start


def best(measures: dict[str, Measure], seconds: float, rounds: int, console: Console) -> dict[str, float]:
    """The best rate of each, the repetitions taken in turn."""
    rates = dict.fromkeys(measures, 0.0)
    for number in range(rounds):
        for name, measure in measures.items():
            console.print(f"[dim]round {number + 1} of {rounds}: {name}[/dim]")
            rates[name] = max(rates[name], measure(seconds))
    return rates


def main() -> None:
    """Measure, and print a table or JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of tables")
    parser.add_argument("--seconds", type=float, default=1.0, help="seconds for each repetition")
    parser.add_argument("--rounds", type=int, default=5, help="repetitions of each measurement")
    arguments = parser.parse_args()
    console = Console(stderr=True)
    rates = best(
        {
            "dixie, batch of 256": dixie_batch(),
            "dixie, batch of 256, no observation": dixie_batch(observations=False),
            "dixie, batch of 1024": dixie_batch(games=4 * GAMES),
            "dixie, batch of 1024, two threads": dixie_batch(games=4 * GAMES, threads=2),
            "dixie, single calls from Python": dixie_calls(),
            "open_spiel goofspiel": goofspiel(),
            "pgx backgammon, batch of 256": backgammon(),
        },
        arguments.seconds,
        arguments.rounds,
        console,
    )
    dixie = rates["dixie, batch of 256"]
    # name, ratio, smallest that is wanted
    ratios = [
        ("dixie / open_spiel goofspiel", dixie / rates["open_spiel goofspiel"], 2.0),
        ("dixie / pgx backgammon", dixie / rates["pgx backgammon, batch of 256"], 30.0),
        (
            "two threads / one",
            rates["dixie, batch of 1024, two threads"] / rates["dixie, batch of 1024"],
            1.7,
        ),
        ("batch of 1024 / batch of 256", rates["dixie, batch of 1024"] / dixie, 0.8),
    ]
    seconds = {"start to first step": start_up(), "full build": full_build()}
    if arguments.json:
        ratio_table = {name: {"ratio": ratio, "wanted": wanted} for name, ratio, wanted in ratios}
        print(
            json.dumps({"decisions_per_second": rates, "ratios": ratio_table, "seconds": seconds}, indent=2)
        )
        return
    out = Console()
    table = Table("what", "decisions a second", title="rates on this machine")
    for name, rate in rates.items():
        table.add_row(name, f"{rate:,.0f}")
    out.print(table)
    table = Table("ratio", "measured", "at least", "", title="ratios")
    for name, ratio, wanted in ratios:
        table.add_row(name, f"{ratio:.2f}", f"{wanted:g}", "ok" if ratio >= wanted else "[red]too low[/red]")
    out.print(table)
    for name, value in seconds.items():
        out.print(f"{name}: {value:.2f} s")
    out.print(f"numpy {np.__version__}, jax {jax.__version__}, pgx {pgx.__version__}")


if __name__ == "__main__":
    main()
