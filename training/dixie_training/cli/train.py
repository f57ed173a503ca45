"""``dixie train``: a policy from games against bots and itself."""

from pathlib import Path
from typing import Annotated

import typer

from dixie_env.cli.errors import UsageError
from dixie_env.cli.panels import LEARN, panel


@panel(LEARN)
def train(
    config: Annotated[
        str | None,
        typer.Argument(help="The name of a shipped configuration, or a file.", show_default=False),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(help="Folder of the run; by default runs/ and the name of the file."),
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the run in that folder.")] = False,
    list_: Annotated[
        bool, typer.Option("--list", help="List the shipped configurations, and do nothing else.")
    ] = False,
) -> None:
    """Train a policy, and write it with its learning curve and checkpoints to a folder.

    A run that was stopped, even killed, goes on with --resume: nothing is lost but the unfinished update and
    those since the last checkpoint, which are computed again. The best policy so far is in the folder `best`,
    and plays as the agent ppo:FOLDER/best.
    """
    from dixie_training.config import config_file, load_config, shipped_configs

    if list_:
        width = max(map(len, shipped_configs()))
        print("\n".join(f"{name:<{width}}  {about}" for name, about in shipped_configs().items()))
        return
    if config is None:
        raise UsageError(f"which configuration? One of {', '.join(shipped_configs())}, or a file of your own")
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
