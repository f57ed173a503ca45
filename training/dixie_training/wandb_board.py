"""Weights & Biases beside TensorBoard: the learning curve of a run with the key `wandb` in its file.

The package `wandb` is not a dependency. It is imported only if a training file has the key.
"""

import json
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

from dixie_env.checksums import CheckedFolder
from dixie_env.yaml_file import ConfigError
from dixie_training.schema import Config

RUN = "wandb.json"
"""The file in the folder of a run with its identity at Weights & Biases, to continue it there."""


def import_wandb() -> Any:
    """Return the package.

    Raises:
        ConfigError: It is not installed.
    """
    try:
        return import_module("wandb")
    except ImportError as error:
        raise ConfigError(
            "wandb", f"Weights & Biases is not installed: pip install wandb, or remove the key ({error})"
        ) from None


class WandbBoard:
    """Sends the learning curve of a run to Weights & Biases.

    Args:
        config: The configuration of the run, which has the key `wandb`.
        folder: The folder of the run. Its name is the default name of the run.
        resume: Continue the run that this folder had before, if there was one.
    """

    def __init__(self, config: Config, folder: Path, *, resume: bool) -> None:
        asked = config.wandb
        assert asked is not None
        files = CheckedFolder(folder)
        known = json.loads(files.read(RUN)) if resume and (folder / RUN).exists() else {}
        self._run = import_wandb().init(
            project=asked.project,
            entity=asked.entity,
            group=asked.group,
            tags=list(asked.tags),
            mode=asked.mode,
            name=asked.name or folder.resolve().name,
            dir=str(folder),
            config=json.loads(config.model_dump_json(exclude={"wandb"})),
            **({"id": known["id"], "resume": "allow"} if known else {}),
        )
        files.write(RUN, json.dumps({"id": self._run.id}))
        # its own steps can't go back, but updates since the last checkpoint come again after --resume
        self._run.define_metric("update")
        self._run.define_metric("*", step_metric="update")

    def add(self, values: Mapping[str, float], update: int) -> None:
        """Send the values of an update."""
        self._run.log({**values, "update": update})

    def close(self) -> None:
        """Say that the run is complete."""
        self._run.finish()
