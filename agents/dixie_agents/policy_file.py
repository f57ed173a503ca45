"""Policies as files: a folder with ``weights.safetensors`` and ``card.json``. Nothing is ever unpickled.

The card describes the weights: the game and the observation they were trained for, the architecture, how
they were trained, and by which version. It has a checksum of the weights and one of itself, so any mix-up or
edit is noticed. It is written once, with the weights. Later measurements go to ``measured.json`` beside it
(`dixie_agents.measured`).
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dixie_agents.old_keys import rename_keys
from dixie_agents.policy import Policy, Weights, check_temperature, heads_of, weight_shapes
from dixie_env import DixieError, ObservationSpec, Setup, __version__
from dixie_env.family import Family
from dixie_env.files import write_whole
from dixie_env.layout import LAYOUT_VERSION
from dixie_env.rewards import Reward
from dixie_env.setup import setups_as_object

FORMAT = "dixie-policy"
VERSION = 2
CARD = "card.json"
WEIGHTS = "weights.safetensors"
ZOO = "zoo/"


class PolicyError(DixieError):
    """A policy can't be read or played here. The message says why."""


@dataclass(frozen=True)
class Card:
    """The description of a policy.

    Attributes:
        hidden: Sizes of the trunk's layers.
        game: The game it was trained for: a setup for each number of players, all with the same observation.
            A `Family` if editions, boards or drafts differed from game to game; the card then has these
            under the key ``family``, as a training file has them.
        training: The configuration of the training run, with today's keys, and how far it got.
        commit: The commit of this project that trained it, empty if it was not trained in a checkout.
        dixie: The version of the package that trained it, empty if unknown.
        temperature: How much it mixes when it plays: 0 takes the best option, 1 plays the probabilities. The
            card has it as ``play.temperature``; absent means 0.
        evaluation: Only in cards of version 1: win shares against bots. Now they are in `measured.json`.
        checksum: The fingerprint of the policy; empty until it is saved.
    """

    hidden: tuple[int, ...]
    game: tuple[Setup, ...] = tuple(Setup(players) for players in (2, 3, 4, 5))
    training: Mapping[str, Any] = field(default_factory=dict)
    commit: str = ""
    dixie: str = __version__
    evaluation: Mapping[str, Any] = field(default_factory=dict)
    checksum: str = field(default="", compare=False)
    temperature: float = 0.0

    @property
    def family(self) -> Family:
        """The games that it was trained for."""
        return self.game if isinstance(self.game, Family) else Family(self.game)

    @property
    def players(self) -> tuple[int, ...]:
        """The numbers of players it was trained for."""
        return tuple(setup.players for setup in self.game)

    @property
    def observation(self) -> ObservationSpec:
        """What it observes."""
        return self.game[0].observation


def zoo_dir() -> Path:
    """Return the folder of the shipped policies, which is inside the package."""
    return Path(__file__).resolve().parent / "zoo"


def zoo_names() -> list[str]:
    """Return the names of the shipped policies."""
    return sorted(card.parent.name for card in zoo_dir().glob(f"*/{CARD}"))


def save_policy(folder: Path, weights: Weights, card: Card) -> str:
    """Write a policy and return its fingerprint: the checksum of the card, which covers the weights.

    Each file is replaced in one step, the card last, so an interruption never leaves half a file.
    """
    from safetensors.numpy import save

    folder.mkdir(parents=True, exist_ok=True)
    data = save({name: np.ascontiguousarray(array, np.float32) for name, array in weights.items()})
    content: dict[str, Any] = {
        "format": FORMAT,
        "version": VERSION,
        "hidden": list(card.hidden),
        "game": setups_as_object(card.game),
        "training": card.training,
        "dixie": card.dixie,
        "commit": card.commit,
        "sha256": _sha256(data),
    }
    if isinstance(card.game, Family) and not card.game.is_single:
        content["family"] = card.game.choices_as_object()
    if check_temperature(card.temperature):
        content["play"] = {"temperature": card.temperature}
    content["checksum"] = _checksum(content)
    write_whole(folder / WEIGHTS, data)
    write_whole(folder / CARD, (json.dumps(content, indent=2) + "\n").encode())
    return str(content["checksum"])


def load_policy(source: str | Path) -> tuple[Policy, Card]:
    """Read a policy: a folder, or ``zoo/NAME`` for a shipped one.

    Raises:
        PolicyError: It does not exist, was changed, or can't be played here.
    """
    weights, card = load_weights(source)
    return Policy(weights, card.observation, card.checksum), card


def load_weights(source: str | Path) -> tuple[dict[str, NDArray[np.float32]], Card]:
    """Read the weights and the card of a policy, to continue training."""
    folder = policy_folder(source)
    card, sha256 = _read_card(folder / CARD)
    path = folder / WEIGHTS
    try:
        data = path.read_bytes()
    except OSError as error:
        raise PolicyError(f"{path}: the weights of the policy are missing ({error.strerror})") from None
    if _sha256(data) != sha256:
        raise PolicyError(
            f"{path}: these are not the weights that {CARD} was written for (the sha256 differs)"
        )
    return _read_weights(path, data, card), card


def reward_of(card: Card) -> Reward:
    """Return the reward that a policy was trained for. Its values predict this reward."""
    config = card.training.get("config", {})
    return Reward(config.get("reward", "win"), config.get("shaping", 0.0), config.get("gamma", 1.0))


def policy_folder(source: str | Path) -> Path:
    """Return the folder of a policy: the given one, or that of ``zoo/NAME``."""
    text = str(source)
    if text.startswith(ZOO):
        name = text.removeprefix(ZOO)
        if name not in zoo_names():
            raise PolicyError(
                f"the zoo has no policy {name!r}; it has: {', '.join(zoo_names()) or 'none yet'}"
            )
        return zoo_dir() / name
    path = Path(source)
    if path.name == CARD:
        path = path.parent
    if not path.is_dir():
        raise PolicyError(
            f"{source}: there is no such policy; give a folder with {CARD} and {WEIGHTS}, or {ZOO}NAME"
        )
    return path


def read_card(source: str | Path) -> Card:
    """Read the card of a policy, without its weights."""
    return _read_card(policy_folder(source) / CARD)[0]


def _read_card(path: Path) -> tuple[Card, str]:
    content = _read_content(path)
    try:
        card = _read_version_1(content) if content["version"] == 1 else _read_version_2(content)
        return card, str(content["sha256"])
    except PolicyError as error:
        raise PolicyError(f"{path}: {error}") from None
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise PolicyError(f"{path}: the card is incomplete or malformed: {error!r}") from None


def _read_content(path: Path) -> dict[str, Any]:
    """Return the content of a card after checking its checksum."""
    try:
        content = json.loads(path.read_text("utf-8"))
    except OSError as error:
        raise PolicyError(f"{path}: the card of the policy is missing ({error.strerror})") from None
    except (ValueError, RecursionError) as error:
        raise PolicyError(f"{path}: not valid JSON: {error}") from None
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise PolicyError(f"{path}: this is not the card of a policy: its format must be {FORMAT!r}")
    if content.get("version") not in (1, VERSION):
        raise PolicyError(
            f"{path}: card version {content.get('version')!r}; this code reads versions 1 to {VERSION}"
        )
    written = {key: value for key, value in content.items() if key != "checksum"}
    if content.get("checksum") != _checksum(written):
        raise PolicyError(f"{path}: the card was changed after it was written (its checksum differs)")
    return content


def _read_version_1(content: Mapping[str, Any]) -> Card:
    """Version 1 knew only the default game and observation, and kept the evaluation in the card."""
    _check_layout(content["layout_version"])
    training = dict(content["training"])
    first = ObservationSpec(layout=1)
    if "config" in training:
        training["config"] = rename_keys(training["config"])
    return Card(
        _layers(content["hidden"]),
        tuple(Setup(players, rules=1, observation=first) for players in content["players"]),
        training,
        content["commit"],
        "",
        content["evaluation"],
        content["checksum"],
    )


def _read_version_2(content: Mapping[str, Any]) -> Card:
    _check_layout(content["game"]["observation"]["layout"])
    _check_training(content["training"])
    return Card(
        _layers(content["hidden"]),
        Family.from_object({**content["game"], **content.get("family", {})}, absent_rules=1),
        content["training"],
        str(content["commit"]),
        str(content["dixie"]),
        checksum=content["checksum"],
        temperature=check_temperature(content.get("play", {}).get("temperature", 0.0)),
    )


def _layers(hidden: Any) -> tuple[int, ...]:
    if (
        not isinstance(hidden, list)
        or not hidden
        or not all(type(size) is int and size > 0 for size in hidden)
    ):
        raise PolicyError(f"hidden must be a list of layer sizes, not {hidden!r}")
    return tuple(hidden)


def _check_training(training: Any) -> None:
    """Check what others read of it: the configuration, and the reward that values are about."""
    if not isinstance(training, dict) or not isinstance(config := training.get("config", {}), dict):
        raise PolicyError("training must be a mapping, and training.config, too")
    try:
        Reward(config.get("reward", "win"), config.get("shaping", 0.0), config.get("gamma", 1.0))
    except DixieError as error:
        raise PolicyError(f"training.config: {error}") from None


def _check_layout(version: object) -> None:
    if type(version) is not int or not 1 <= version <= LAYOUT_VERSION:
        raise PolicyError(
            f"trained for layout {version!r} of the observation, but this code has layouts 1 and "
            f"{LAYOUT_VERSION}: play it with the version of the package that trained it"
        )


def _read_weights(path: Path, data: bytes, card: Card) -> dict[str, NDArray[np.float32]]:
    from safetensors import SafetensorError
    from safetensors.numpy import load

    try:
        weights = load(data)
    except (SafetensorError, ValueError, KeyError) as error:
        raise PolicyError(f"{path}: not a safetensors file: {error}") from None
    wanted = weight_shapes(card.observation.size, card.hidden, heads_of(weights))
    found = {name: array.shape for name, array in weights.items()}
    if found != wanted:
        odd = sorted({*wanted.items()} ^ {*found.items()})
        raise PolicyError(f"{path}: the weights don't fit the architecture of the card: {odd[0]}")
    for name, array in weights.items():
        if array.dtype != np.float32 or not np.isfinite(array).all():
            raise PolicyError(f"{path}: {name} must be finite float32 numbers")
    return dict(weights)


def _sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _checksum(content: Mapping[str, Any]) -> str:
    return _sha256(json.dumps(content, sort_keys=True, separators=(",", ":")).encode())
