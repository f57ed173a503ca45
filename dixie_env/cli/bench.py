"""``dixie bench``: how fast the engine is on this machine."""

import json
from typing import TYPE_CHECKING, Annotated, Any

import typer

from dixie_env.cli.errors import UsageError
from dixie_env.cli.options import AsJson, Players
from dixie_env.cli.panels import CHECK, panel

if TYPE_CHECKING:
    from rich.table import Table

MAX_BATCH = 65536
MAX_THREADS = 256


@panel(CHECK)
def bench(
    as_json: AsJson = False,
    seconds: Annotated[float, typer.Option(help="Time for each of the 7 measurements.")] = 1.0,
    players: Players = 4,
    batch: Annotated[int, typer.Option(help="Number of games played in one batch.")] = 256,
    threads: Annotated[int, typer.Option(help="Number of threads to compare with one.")] = 2,
) -> None:
    """Measure the engine's speed in decisions per second, with random legal play.

    Each measurement keeps the best of 5 repetitions. With --json, the keys are:

    * players, batch, threads, seconds: the values of the options

    * batch_decisions_per_second: a batch on one thread, writing mask and observation for every decision

    * batch_without_observation_decisions_per_second: the same without the observation

    * advance_calls_per_second: single calls of Batch.advance from Python, mask and observation included

    * step_calls_per_second: single calls of Game.step from Python, with a new Game whenever one ends

    * threads_decisions_per_second, threads_speedup: the batch on all threads, and the speedup over one thread

    * batch_sizes, batch_sizes_decisions_per_second: batches of 1, 2 and 4 times the size

    * linearity: time per decision in the largest of these batches, relative to the smallest; 1.0 is perfect
    """
    from dixie_env import make_rules
    from dixie_env.cli.measure import measure, measurements
    from dixie_env.cli.output import make_console, progress_bar

    if not 0 < seconds <= 600:
        raise UsageError(f"--seconds must be above 0 and at most 600, not {seconds:g}")
    for name, number, most in (("--batch", batch, MAX_BATCH), ("--threads", threads, MAX_THREADS)):
        if not 1 <= number <= most:
            raise UsageError(f"{name} must be from 1 to {most}, not {number}")
    rules = make_rules(players)
    with progress_bar() as progress:
        task = progress.add_task("measuring", total=measurements())
        result = measure(
            rules, batch=batch, threads=threads, seconds=seconds, done=lambda: progress.advance(task)
        )
    if as_json:
        print(json.dumps(result))
    else:
        make_console().print(speed_table(result))


def speed_table(result: dict[str, Any]) -> "Table":
    """Return the measurements as a table for a terminal."""
    from rich import box
    from rich.table import Table

    table = Table(
        title=f"Random play of {result['players']}-player games",
        title_justify="left",
        box=box.SIMPLE_HEAD,
        pad_edge=False,
    )
    table.add_column("what")
    table.add_column("decisions/s", justify="right", no_wrap=True)
    table.add_column("", no_wrap=True)
    first, *_, last = result["batch_sizes"]
    rows = [
        (f"{first} games, mask and observation", result["batch_decisions_per_second"], ""),
        (f"{first} games, mask only", result["batch_without_observation_decisions_per_second"], ""),
        (
            f"{first} games, {result['threads']} threads",
            result["threads_decisions_per_second"],
            f"{result['threads_speedup']:.2f} x one thread",
        ),
        (
            f"{last} games",
            result["batch_sizes_decisions_per_second"][-1],
            f"{result['linearity']:.2f} x the time per decision",
        ),
        ("one game, Batch.advance", result["advance_calls_per_second"], ""),
        ("one game, Game.step", result["step_calls_per_second"], ""),
    ]
    for what, speed, note in rows:
        table.add_row(what, f"{speed:,}", note)
    return table
