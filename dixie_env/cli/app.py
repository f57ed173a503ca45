"""All commands of all installed packages."""

from collections.abc import Callable
from importlib.metadata import EntryPoint
from typing import Annotated, Any

import typer

from dixie_env.cli.errors import Commands, UsageError
from dixie_env.cli.panels import PANELS, PLUGINS, panel_of
from dixie_env.plugins import COMMANDS, distribution_of, find_plugins


def _show_version(wanted: bool) -> None:
    if wanted:
        from dixie_env import __version__

        print(f"dixie {__version__}")
        raise typer.Exit


def _options(
    version: Annotated[
        bool,
        typer.Option("--version", help="Show the version and exit.", callback=_show_version, is_eager=True),
    ] = False,
) -> None:
    pass


def make_app() -> typer.Typer:
    """Gather the commands of all installed packages."""
    app = typer.Typer(
        name="dixie",
        cls=Commands,
        help="Dixie Queen: play and watch games, compare agents, train policies.",
        no_args_is_help=True,
        add_completion=False,
        rich_markup_mode="rich",
        pretty_exceptions_enable=False,
    )
    app.callback()(_options)
    loaded = [(name, *_load(entry)) for name, entry in find_plugins(COMMANDS).items()]
    for name, command, panel in sorted(loaded, key=lambda row: PANELS.index(row[2])):
        app.command(name, rich_help_panel=panel)(command)
    return app


def _load(entry: EntryPoint) -> tuple[Callable[..., Any], str]:
    """Return a command and its panel. A command that can't be loaded is replaced by one that says so."""
    try:
        command = entry.load()
    except Exception as error:  # another package may raise anything
        return _broken(entry, error), PLUGINS
    return command, panel_of(command)


def _broken(entry: EntryPoint, error: Exception) -> Callable[..., Any]:
    reason = f"{type(error).__name__}: {error}"

    def broken() -> None:
        raise UsageError(f"the command {entry.name!r} of {distribution_of(entry)} can't be loaded: {reason}")

    broken.__doc__ = f"Can't be loaded ({reason})."
    return broken


app = make_app()
