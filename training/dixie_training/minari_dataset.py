"""Games as a Minari dataset: one episode for each seat of each game.

An episode is what one seat lived through: its observations at its own decisions and when the game was over,
its actions, and its rewards. The spaces are those of the Gymnasium environment ``dixie_env/Dixie-v0``: the
observation is the flat vector, and ``infos`` have the ``action_mask`` (all ones when the game is over), the
``seat`` and the ``game``. All episodes of a game share the number of the game.
"""

import re
from collections.abc import Iterable, Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dixie_env.engine import DixieError
from dixie_env.engine.model import OPTION_COUNT
from dixie_env.extras import install_hint
from dixie_env.observation import ObservationSpec
from dixie_training.dataset import Dataset, Part, new_folder
from dixie_training.growing import Checksum

ENVIRONMENT = "dixie_env/Dixie-v0"
_NAME = re.compile(r"[-_\w]+-v\d+")


def check_name(folder: Path) -> None:
    """Raise an error if the name of a folder can't be that of a Minari dataset."""
    if not _NAME.fullmatch(folder.name):
        raise DixieError(
            f"{folder}: the name of a Minari dataset consists of letters, digits, - and _ and ends in a "
            "version, for example strong-v0"
        )


def write_minari(
    folder: Path,
    parts: Iterable[Part],
    about: dict[str, Any],
    observation: ObservationSpec,
    environment: dict[str, Any] | None = None,
) -> int:
    """Write games as a Minari dataset, part by part, and return the number of decisions.

    ``minari.load_dataset(folder.name)`` opens it if the variable ``MINARI_DATASETS_PATH`` names the folder
    above it.

    Args:
        folder: New folder. Its name is the id of the dataset and ends in a version: ``strong-v0``.
        parts: From `play_parts` or `replay_parts`.
        about: Who played what; it goes into the metadata under ``dixie``.
        observation: What the observations consist of.
        environment: Arguments of ``dixie_env/Dixie-v0`` for ``recover_environment()``, if one environment
            fits all episodes.

    Raises:
        DixieError: The folder is not empty, its name is wrong, there is no game, or Minari is not installed.
    """
    check_name(folder)
    try:
        from minari import __version__
        from minari.data_collector.episode_buffer import EpisodeBuffer
        from minari.dataset._storages.hdf5_storage import HDF5Storage
    except ImportError as error:
        raise DixieError(
            f"Minari can't be imported ({error}): it comes with the extra 'minari': {install_hint('minari')}"
        ) from None
    from gymnasium import spec
    from gymnasium.spaces import Discrete

    env_spec = None
    if environment is not None:
        env_spec = deepcopy(spec(ENVIRONMENT))
        env_spec.kwargs.update(environment)
    with new_folder(folder):
        storage = HDF5Storage.new(
            folder / "data",
            observation_space=observation.space(),
            action_space=Discrete(OPTION_COUNT),
            env_spec=env_spec,
            data_format="hdf5",
        )
        checksum, count, games = Checksum(), 0, 0
        for part in parts:
            storage.update_episodes(EpisodeBuffer(**episode) for episode in _episodes(part))
            for name, rows in part.rows._asdict().items():
                checksum.add(name, rows)
            count += len(part.rows.actions)
            games = int(part.rows.games[-1]) + 1
        if not count:
            raise DixieError("a dataset needs at least one game")
        storage.update_metadata(
            {
                "dataset_id": folder.name,
                "minari_version": __version__,
                "algorithm_name": ", ".join(sorted(set(about.get("agents", ["records"])))),
                "description": f"{games} games of Dixie Queen; one episode for each seat of each game",
                "dixie": {"games": games, "sha256": checksum.hex(), **about},
            }
        )
    return count


def _episodes(part: Part) -> Iterator[dict[str, Any]]:
    """The trajectories of some games, sorted by game and seat."""
    rows, ends = part.rows, part.ends
    places = np.lexsort((rows.seats, rows.games))  # stable: decisions stay in order
    bounds = np.flatnonzero(rows.terminals[places]) + 1
    for number, (low, high) in enumerate(zip([0, *bounds[:-1].tolist()], bounds.tolist(), strict=True)):
        own: list[NDArray[Any]] = [column[places[low:high]] for column in rows]
        yield _episode(Dataset(*own), ends.observations[number])


def _episode(own: Dataset, final: NDArray[np.float32]) -> dict[str, Any]:
    steps = len(own.actions)
    return {
        "observations": np.concatenate([own.observations, final[None]]),
        "actions": own.actions.astype(np.int64),
        "rewards": own.rewards,
        "terminations": own.terminals,
        "truncations": np.zeros(steps, np.bool_),
        "infos": {
            "action_mask": np.concatenate([own.masks, np.ones((1, OPTION_COUNT), np.bool_)]).astype(np.int8),
            "seat": np.full(steps + 1, own.seats[0], np.int8),
            "game": np.full(steps + 1, own.games[0], np.int32),
        },
    }
