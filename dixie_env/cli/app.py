"""All commands of all installed packages."""

from collections.abc import Callable
from importlib.metadata import EntryPoint
from typing import Annotated, Any

import typer

from dixie_env.cli.errors import Commands, UsageError
from dixie_env.cli.help_text import Command
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
    loaded = {name: _load(entry) for name, entry in find_plugins(COMMANDS).items()}
    groups = {name: command for name, (command, _) in loaded.items() if isinstance(command, typer.Typer)}
    for name, (command, panel) in sorted(loaded.items(), key=lambda row: PANELS.index(row[1][1])):
        group, _, own = name.rpartition(".")
        if isinstance(command, typer.Typer):
            app.add_typer(command, name=name, rich_help_panel=panel)
        elif group in groups:
            if own not in _names(groups[group]):  # nobody takes a group's own commands away
                groups[group].command(own)(command)
        else:
            app.command(name, cls=Command, rich_help_panel=panel)(command)
    for group_app in groups.values():
        for info in group_app.registered_commands:
            info.cls = Command
    return app


def _names(group: typer.Typer) -> set[str]:
    """Return the names of the commands that a group brings itself."""
    return {
        info.name or info.callback.__name__.replace("_", "-")
        for info in group.registered_commands
        if info.callback is not None
    }


def _load(entry: EntryPoint) -> tuple[Callable[..., Any], str]:
    """Return a command or group and its panel; what can't be loaded becomes a command that says so."""
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
