"""Policies as files: a folder with ``weights.safetensors`` and ``card.json``. Nothing is ever unpickled.

The card says what the weights are: the layout of the observation they were trained for, the architecture,
how they were trained, by which commit, and how well they play. It carries a checksum of the weights and one
of itself, so that the two can't be mixed up or edited unnoticed.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dixie_agents.policy import Policy, Weights, weight_shapes
from dixie_env import DixieError
from dixie_env.files import write_whole
from dixie_env.layout import LAYOUT_VERSION, make_layout
from dixie_env.rewards import Reward

FORMAT = "dixie-policy"
VERSION = 1
CARD = "card.json"
WEIGHTS = "weights.safetensors"
ZOO = "zoo/"


class PolicyError(DixieError):
    """A file is not a policy that can be played here; the message says why."""


@dataclass(frozen=True)
class Card:
    """What is known of a policy.

    Attributes:
        hidden: Sizes of the trunk's layers.
        players: The numbers of players it was trained for.
        training: The configuration of the training run, and how far it came.
        commit: The commit of this project that trained it, empty if it was not trained in a checkout.
        dixie: The version of this package that trained it, empty in older cards.
        evaluation: Win shares against others, as `dixie_training.evaluate` writes them.
        observation_size: How many numbers an observation has.
        layout_version: Of the observation.
    """

    hidden: tuple[int, ...]
    players: tuple[int, ...] = (2, 3, 4, 5)
    training: Mapping[str, Any] = field(default_factory=dict)
    commit: str = ""
    evaluation: Mapping[str, Any] = field(default_factory=dict)
    observation_size: int = len(make_layout())
    layout_version: int = LAYOUT_VERSION
    dixie: str = ""


def zoo_dir() -> Path:
    """Return the folder of the shipped policies: it lies inside the package, installed or not."""
    return Path(__file__).resolve().parent / "zoo"


def zoo_names() -> list[str]:
    """Return the names of the shipped policies."""
    return sorted(card.parent.name for card in zoo_dir().glob(f"*/{CARD}"))


def save_policy(folder: Path, weights: Weights, card: Card) -> None:
    """Write a policy. Both files are replaced whole, the card last, so a cut leaves no half of one."""
    from safetensors.numpy import save

    folder.mkdir(parents=True, exist_ok=True)
    data = save({name: np.ascontiguousarray(array, np.float32) for name, array in weights.items()})
    content = {"format": FORMAT, "version": VERSION, **asdict(card), "sha256": _sha256(data)}
    content["checksum"] = _checksum(content)
    write_whole(folder / WEIGHTS, data)
    write_whole(folder / CARD, (json.dumps(content, indent=2) + "\n").encode())


def load_policy(source: str | Path) -> tuple[Policy, Card]:
    """Read a policy: a folder, or ``zoo/NAME`` for a shipped one.

    Raises:
        PolicyError: There is none, or it can't be trusted or played here.
    """
    weights, card, checksum = _load(source)
    return Policy(weights, checksum), card


def load_weights(source: str | Path) -> tuple[dict[str, NDArray[np.float32]], Card]:
    """Read the weights and the card of a policy, for training on from them."""
    weights, card, _ = _load(source)
    return weights, card


def _load(source: str | Path) -> tuple[dict[str, NDArray[np.float32]], Card, str]:
    """Read weights, card and the card's checksum."""
    folder = _folder(source)
    card, sha256, checksum = _read_card(folder / CARD)
    path = folder / WEIGHTS
    try:
        data = path.read_bytes()
    except OSError as error:
        raise PolicyError(f"{path}: the weights of the policy are missing ({error.strerror})") from None
    if _sha256(data) != sha256:
        raise PolicyError(f"{path}: not the weights that {CARD} was written for (their sha256 differs)")
    return _read_weights(path, data, card), card, checksum


def reward_of(card: Card) -> Reward:
    """Return the reward that a policy was trained for; its values are about that."""
    config = card.training.get("config", {})
    return Reward(config.get("reward", "win"), config.get("shaping", 0.0), config.get("discount", 1.0))


def _folder(source: str | Path) -> Path:
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


def _read_card(path: Path) -> tuple[Card, str, str]:
    """Return the card, the checksum of the weights, and its own."""
    try:
        content = json.loads(path.read_text("utf-8"))
    except OSError as error:
        raise PolicyError(f"{path}: the card of the policy is missing ({error.strerror})") from None
    except ValueError as error:
        raise PolicyError(f"{path}: not valid JSON: {error}") from None
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise PolicyError(f"{path}: not the card of a policy: its format must be {FORMAT!r}")
    if content.get("version") != VERSION:
        raise PolicyError(f"{path}: card version {content.get('version')!r}; this code reads {VERSION}")
    checksum = content.pop("checksum", None)
    if checksum != _checksum(content):
        raise PolicyError(f"{path}: the card was changed after it was written (its checksum differs)")
    known = {entry.name: content[entry.name] for entry in fields(Card) if entry.name in content}
    card = Card(**{**known, "hidden": tuple(known["hidden"]), "players": tuple(known["players"])})
    if card.layout_version != LAYOUT_VERSION or card.observation_size != len(make_layout()):
        raise PolicyError(
            f"{path}: trained for version {card.layout_version} of the observation ({card.observation_size} "
            f"numbers); this code has version {LAYOUT_VERSION} ({len(make_layout())} numbers): train it "
            "anew, or play it with the version of the package that trained it"
        )
    return card, str(content["sha256"]), str(checksum)


def _read_weights(path: Path, data: bytes, card: Card) -> dict[str, NDArray[np.float32]]:
    from safetensors import SafetensorError
    from safetensors.numpy import load

    try:
        weights = load(data)
    except (SafetensorError, ValueError, KeyError) as error:
        raise PolicyError(f"{path}: not a safetensors file: {error}") from None
    wanted = weight_shapes(card.observation_size, card.hidden)
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
