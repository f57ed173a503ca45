"""The command line: one command for each thing to do with games, from ``dixie play`` to ``dixie demo``.

Each command has a file of its own and imports what it needs when it runs, so that ``dixie --help`` is quick.
"""

import io
import sys
from typing import Annotated

import typer

from dixie_env.cli.abilities import abilities
from dixie_env.cli.agents import agents
from dixie_env.cli.bench import bench
from dixie_env.cli.benchmark import benchmark
from dixie_env.cli.check import check
from dixie_env.cli.dataset import dataset
from dixie_env.cli.demo import demo
from dixie_env.cli.draw import draw
from dixie_env.cli.errors import Commands
from dixie_env.cli.play import play
from dixie_env.cli.record import record
from dixie_env.cli.replay import replay
from dixie_env.cli.tournament import tournament
from dixie_env.cli.train import train
from dixie_env.cli.verify import verify
from dixie_env.cli.web import web

__all__ = ["app", "main"]

app = typer.Typer(
    name="dixie",
    cls=Commands,
    help="Dixie Queen: play, record, replay and check games.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
)


def _show_version(wanted: bool) -> None:
    if wanted:
        from dixie_env import __version__

        print(f"dixie {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool,
        typer.Option("--version", help="Show the version and exit.", callback=_show_version, is_eager=True),
    ] = False,
) -> None:
    pass


for command in (
    *(play, web, record, replay, draw, check),
    *(agents, tournament, abilities, benchmark, verify),
    *(train, dataset, bench, demo),
):
    app.command()(command)


def main() -> None:
    """Run the command line, and exit with its code."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # a name that the terminal can't show is no reason to stop
            stream.reconfigure(errors="backslashreplace")
    app(prog_name="dixie")
