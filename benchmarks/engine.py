"""The engine compared with peers: random legal play of whole games."""

import time
from random import Random

import jax
import pgx
import pyspiel
from pgx.experimental import auto_reset

from benchmarks.measure import Measure
from dixie_env import Batch, make_rules

GAMES = 256


def dixie_batch(observations: bool = True, games: int = GAMES, threads: int = 1) -> Measure:
    """Random legal play of 4-player games, mask (and observation) written for every decision."""
    batch = Batch(make_rules(4), games, seed=1, threads=threads, observations=observations)
    batch.play_random(200)

    def measure(seconds: float) -> float:
        steps, start = 0, time.perf_counter()
        while time.perf_counter() - start < seconds:
            batch.play_random(200)
            steps += 200
        return steps * games / (time.perf_counter() - start)

    return measure


def dixie_calls() -> Measure:
    """One call of `advance` from Python for each decision: step, mask and observation."""
    rules = make_rules(4)

    def measure(seconds: float) -> float:
        # the decisions of some games, made beforehand: choosing is not measured
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


def measures() -> dict[str, Measure]:
    """All measurements, by name."""
    return {
        "dixie, batch of 256": dixie_batch(),
        "dixie, batch of 256, no observation": dixie_batch(observations=False),
        "dixie, batch of 1024": dixie_batch(games=4 * GAMES),
        "dixie, batch of 1024, two threads": dixie_batch(games=4 * GAMES, threads=2),
        "dixie, single calls from Python": dixie_calls(),
        "open_spiel goofspiel": goofspiel(),
        "pgx backgammon, batch of 256": backgammon(),
    }


RATIOS = (
    ("engine", "dixie, batch of 256", "open_spiel goofspiel", 2.0),
    ("engine", "dixie, batch of 256", "pgx backgammon, batch of 256", 30.0),
    ("two threads", "dixie, batch of 1024, two threads", "dixie, batch of 1024", 1.7),
    ("linear in games", "dixie, batch of 1024", "dixie, batch of 256", 0.8),
)
"""Short name, what, compared with what, and the required minimum ratio."""
