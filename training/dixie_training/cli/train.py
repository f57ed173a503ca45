"""``dixie train``: train a policy in games against bots and itself."""

from pathlib import Path
from typing import Annotated

import typer

from dixie_env.cli.errors import UsageError
from dixie_env.cli.panels import LEARN, panel
from dixie_env.extras import MissingExtra


@panel(LEARN)
def train(
    config: Annotated[
        str | None,
        typer.Argument(help="Name of a shipped configuration (see --list), or a file.", show_default=False),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(help="Folder of the run. Default: runs/NAME, with the name of the configuration."),
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Continue the run in that folder.")] = False,
    set_: Annotated[
        list[str] | None,
        typer.Option(
            "--set",
            metavar="KEY=VALUE",
            help="Change a value of the configuration: updates=50, opponents.bots=[sane]. Can be repeated.",
            show_default=False,
        ),
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(help="Seed of the run. The default folder is then runs/NAME-seedN.", show_default=False),
    ] = None,
    list_: Annotated[bool, typer.Option("--list", help="List the shipped configurations and exit.")] = False,
) -> None:
    """Train a policy and write it to a folder, with its learning curve and checkpoints.

    If a run is stopped, even killed, --resume continues it from the last checkpoint and computes the updates
    since then again. The best policy so far is in the folder `best`. It plays as the agent ppo:FOLDER/best.
    Progress goes to standard error: a bar on a terminal, otherwise a line every few seconds.
    """
    from dixie_training.config import shipped_configs

    if list_:
        width = max(map(len, shipped_configs()))
        print("\n".join(f"{name:<{width}}  {about}" for name, about in shipped_configs().items()))
        return
    if config is None:
        raise UsageError(f"name a configuration: {', '.join(shipped_configs())}, or your own file")
    from dixie_arena.cli.extra import print_warning
    from dixie_training.api.train import train as run

    try:
        found = run(config, set=set_, seed=seed, out=out, resume=resume, warn=print_warning)
    except MissingExtra as error:
        raise UsageError(str(error)) from None
    print("\n".join(found.sentences))
