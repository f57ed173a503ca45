"""``dixie demo``: what Dixie does, in ten seconds."""

import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from dixie_env.cli.errors import UsageError
from dixie_env.cli.panels import PLAY, panel
from dixie_env.extras import install_hint

if TYPE_CHECKING:
    from rich.console import Console

AGENTS = "random,sane,greedy,balanced"
TOURNAMENT_GAMES = 200
GAMES = 1024
STEPS = 50
SHOWN_SEED = 198
SHOWN_ROUNDS = 2
ASKED = "balanced"


@panel(PLAY)
def demo(
    seconds: Annotated[float, typer.Option(help="Seconds for playing and measuring, in total.")] = 8.0,
) -> None:
    """See what Dixie does: a small tournament, a game, the speed, and which ability is strongest."""
    from dixie_env.cli.output import make_console

    if not 0 < seconds <= 600:
        raise UsageError(f"--seconds must be above 0 and at most 600, not {seconds:g}")
    console = make_console()
    _tournament(console)
    _play(console, seconds / 3)
    _show_game(console)
    _measure(console, seconds / 3)
    _ask(console, seconds / 3)


def _headline(console: "Console", text: str) -> None:
    from dixie_env.cli.output import show_text

    show_text(console, "")
    show_text(console, text, "bold")


def _tournament(console: "Console") -> None:
    """Let the fast agents play each other and show who is better."""
    from importlib.util import find_spec

    from dixie_env.cli.output import progress_bar, show_text

    if any(find_spec(name) is None for name in ("openskill", "pyarrow", "scipy")):
        show_text(console, f"A tournament needs more packages: {install_hint('arena')}", "dim")
        return
    from dixie_arena.cli.standings import notes, print_table, standings_table
    from dixie_arena.config import Tournament, parse_entrants
    from dixie_arena.run import run_tournament

    show_text(console, f"dixie tournament --agents {AGENTS} --games {TOURNAMENT_GAMES} --out DIR", "bold")
    plan = Tournament(parse_entrants(AGENTS), TOURNAMENT_GAMES)
    with tempfile.TemporaryDirectory() as folder, progress_bar(rate="games") as progress:
        task = progress.add_task("playing", total=plan.schedule.games)
        outcome = run_tournament(
            plan, Path(folder) / "run", progress=lambda done, _: progress.update(task, completed=done)
        )
    print_table(console, standings_table(outcome.summary, outcome.timing))
    show_text(console, notes(outcome.summary, outcome.timing)[0], "dim")
    show_text(console, "")


def _play(console: "Console", seconds: float) -> None:
    """Play many games at once for a while and count them."""
    from dixie_env import Batch, make_rules
    from dixie_env.cli.output import progress_bar, show_text

    games = Batch(make_rules(4), GAMES, threads=2, observations=False)
    start = time.perf_counter()
    spent = 0.0
    steps = 0
    with progress_bar(counted=False) as progress:
        task = progress.add_task("playing", total=seconds)
        while spent < seconds:
            games.play_random(STEPS)
            steps += STEPS
            spent = time.perf_counter() - start
            progress.update(task, completed=spent)
    finished = int(games.finished.sum())
    show_text(console, "Games of four random players", "bold")
    show_text(console, f"  {finished:,} games with {GAMES * steps:,} decisions in {spent:.1f} seconds")


def _show_game(console: "Console") -> None:
    """Record a short game, replay it, and show its last round and the result."""
    from dixie_agents.recording import play_game
    from dixie_env import make_rules
    from dixie_env.cli.output import show_line, show_text
    from dixie_env.narrator import narrate
    from dixie_env.records import read_events, read_header

    recorder = play_game(make_rules(3, rounds=SHOWN_ROUNDS), SHOWN_SEED, ["random"] * 3)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"game-{SHOWN_SEED}.jsonl"
        recorder.save(path)
        lines = list(narrate(read_header(path), read_events(path)))
    _headline(console, f"The last round of a short game, recorded, replayed and verified (seed {SHOWN_SEED})")
    for line in lines:
        if line.round == SHOWN_ROUNDS:
            show_line(console, line)
    show_text(console, "")
    show_text(
        console,
        f"  The whole game: dixie record --players 3 --rounds {SHOWN_ROUNDS} --seed {SHOWN_SEED} --out DIR",
        "dim",
    )
    show_text(console, f"                  dixie replay DIR/game-{SHOWN_SEED}.jsonl", "dim")


def _measure(console: "Console", seconds: float) -> None:
    from dixie_env import make_rules
    from dixie_env.cli.bench import speed_table
    from dixie_env.cli.measure import measure, measurements
    from dixie_env.cli.output import progress_bar, show_text

    with progress_bar() as progress:
        task = progress.add_task("measuring", total=measurements())
        result = measure(
            make_rules(4), batch=256, threads=2, seconds=seconds / 7, done=lambda: progress.advance(task)
        )
    show_text(console, "")
    console.print(speed_table(result))


def _ask(console: "Console", seconds: float) -> None:
    """Answer the question of `dixie abilities` as well as the time allows."""
    from dixie_arena.cli.extra import need_arena
    from dixie_env.cli.output import progress_bar, show_text

    _headline(console, "Which permanent ability is strongest?")
    try:
        need_arena()
    except UsageError as error:
        show_text(console, f"  {error}")
        return
    from dixie_arena.ability_effects.study import Study, run_study
    from dixie_arena.ability_effects.verdict import answer
    from dixie_arena.cli.abilities import answer_table
    from dixie_arena.cli.standings import print_table

    study = Study((ASKED,), games=20_000, minutes=seconds / 60)
    with tempfile.TemporaryDirectory() as folder, progress_bar(counted=False) as progress:
        progress.add_task("playing", total=None)
        summary = run_study(study, Path(folder) / "study").summary
    table = answer_table(summary["cells"][0])
    print_table(console, table)
    for line in answer(summary):
        show_text(console, f"  {line}")
    show_text(console, f"  For a real study: dixie abilities --agents {ASKED} --out DIR", "dim")
