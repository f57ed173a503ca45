"""``dixie train``: train a policy in games against bots and itself."""

from pathlib import Path
from typing import Annotated

import typer

from dixie_env.cli.errors import UsageError
from dixie_env.cli.panels import LEARN, panel


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
    list_: Annotated[bool, typer.Option("--list", help="List the shipped configurations and exit.")] = False,
) -> None:
    """Train a policy and write it to a folder, with its learning curve and checkpoints.

    If a run is stopped, even killed, --resume continues it from the last checkpoint and computes the updates
    since then again. The best policy so far is in the folder `best`. It plays as the agent ppo:FOLDER/best.
    """
    from dixie_training.config import config_file, load_config, shipped_configs

    if list_:
        width = max(map(len, shipped_configs()))
        print("\n".join(f"{name:<{width}}  {about}" for name, about in shipped_configs().items()))
        return
    if config is None:
        raise UsageError(f"name a configuration: {', '.join(shipped_configs())}, or your own file")
    try:
        import torch
    except ImportError as error:
        raise UsageError(
            f"training needs the extra 'train': pip install 'dixie-env[train]' ({error})"
        ) from None
    from dixie_training.run import Run
    from dixie_training.watch import Watch

    torch.set_num_threads(1)
    folder = out or Path("runs") / config_file(config).stem
    settings = load_config(config)
    if settings.sweep:
        from dixie_training.sweep import sweep

        for trial in sweep(settings, folder):
            print(f"{trial.strength:.2f} fair shares: {trial.values}, ppo:{trial.folder / 'best'}")
        return
    with Watch() as watch:
        run = Run(settings, folder, watch, resume=resume)
        run.train()
    print(f"policies: ppo:{folder / 'best'} and ppo:{folder / 'last'}")
