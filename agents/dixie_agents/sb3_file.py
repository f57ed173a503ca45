"""Models of Stable-Baselines3 as agents: ``sb3:model.zip``, what `model.save("model")` wrote.

Nothing in the file is executed. Stable-Baselines3 itself unpickles parts of ``data``; here only its plain
JSON values are read, and the weights are loaded by torch's restricted loader. The architecture follows from
the shapes of the weights: fully connected layers for the policy, with ReLU or Tanh, as `MlpPolicy` of PPO and
MaskablePPO has them. Anything else is refused with a reason. The agent takes its best legal option, like
`model.predict(observation, action_masks=..., deterministic=True)`.

A file does not contain the statistics of `VecNormalize`: models trained with it play badly here.
"""

import io
import json
import re
import zipfile
from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dixie_agents.base import Agent, Decisions
from dixie_agents.bots import CompiledAgent
from dixie_agents.compiled.bots import BEST, CompiledBot
from dixie_agents.fingerprint import digest
from dixie_agents.policy import OPTIONS, Policy
from dixie_agents.policy_file import PolicyError
from dixie_env import ObservationSpec
from dixie_env.extras import install_hint
from dixie_env.layout import LAYOUT_VERSION

MOST_BYTES = 1 << 29
"""The limit for a part of the file when it is unpacked."""
POLICIES = ("sb3_contrib.common.maskable.policies", "stable_baselines3.common.policies")
"""The modules of the policies whose computation is known."""
SAVED = 'the file that model.save("model") of Stable-Baselines3 writes'
_LAYER = re.compile(r"mlp_extractor\.policy_net\.(\d+)\.weight")
_OURS = ("mlp_extractor.policy_net.", "mlp_extractor.value_net.", "action_net.", "value_net.")

Arrays = dict[str, NDArray[np.float32]]
Layers = list[tuple[NDArray[np.float32], NDArray[np.float32]]]


class ReLUAgent(CompiledAgent):
    """Plays a network with ReLU, compiled. Not a `PolicyAgent`, because it has no value to ask for.

    Args:
        policy: The network.
    """

    searches = False

    def __init__(self, policy: Policy) -> None:
        super().__init__("", CompiledBot(BEST, net=policy.net))
        self.policy = policy
        self.observation = policy.observation

    def act(self, decisions: Decisions) -> NDArray[np.int64]:
        """Take the best legal option of each decision."""
        return self.policy.best(decisions.observations, decisions.masks)


class TanhAgent(Agent):
    """Plays a network with Tanh, which has no compiled form, in batches.

    Args:
        layers: Weight and bias of each layer.
        observation: What it observes.
    """

    def __init__(self, layers: Layers, observation: ObservationSpec) -> None:
        # 64 bits, so that a choice does not depend on how decisions are batched
        self._layers = [(weight.T.astype(np.float64), bias.astype(np.float64)) for weight, bias in layers]
        self.observation = observation

    def act(self, decisions: Decisions) -> NDArray[np.int64]:
        """Take the best legal option of each decision."""
        values = decisions.observations.astype(np.float64)
        for weight, bias in self._layers[:-1]:
            values = np.tanh(values @ weight + bias)
        weight, bias = self._layers[-1]
        logits = np.where(decisions.masks.astype(np.bool_), values @ weight + bias, -np.inf)
        return np.asarray(logits.argmax(axis=1), np.int64)


def load_sb3(path: str | Path, mode: str = "tracked") -> Agent:
    """Create an agent from a saved model.

    Args:
        path: The file.
        mode: The observation mode that it was trained with, `tracked` or `screened`; the file doesn't say.

    Raises:
        PolicyError: The file can't be read, or the model is of a kind that can't be played here.
    """
    try:
        data, raw = _read_parts(Path(path))
        activation = _activation(data)
        arrays = _read_arrays(raw)
        layers = _layers(arrays)
        observation = _observation(layers[0][0].shape[1], mode)
    except PolicyError as error:
        raise PolicyError(f"{path}: {error}") from None
    parts = (part for layer in layers for array in layer for part in (repr(array.shape), array.tobytes()))
    fingerprint = digest("sb3", activation, repr(observation), *parts)
    agent = TanhAgent(layers, observation) if activation == "Tanh" else _compiled(layers, observation)
    agent._fingerprint = fingerprint
    return agent


def _compiled(layers: Layers, observation: ObservationSpec) -> Agent:
    weights: Arrays = {}
    for number, (weight, bias) in enumerate(layers[:-1]):
        weights |= {f"trunk.{number}.weight": weight, f"trunk.{number}.bias": bias}
    weights |= {"policy.weight": layers[-1][0], "policy.bias": layers[-1][1]}
    # its value has layers of its own, which playing doesn't need
    weights |= {
        "value.weight": np.zeros((1, layers[-1][0].shape[1]), np.float32),
        "value.bias": np.zeros(1, np.float32),
    }
    return ReLUAgent(Policy(weights, observation))


def _read_parts(path: Path) -> tuple[dict[str, Any], bytes]:
    """Return the JSON in the file, and the bytes of the weights."""
    try:
        with zipfile.ZipFile(path) as file:
            data, raw = (_unpack(file, name) for name in ("data", "policy.pth"))
    except PolicyError:
        raise
    except OSError as error:
        raise PolicyError(f"can't be read ({error.strerror or error}); give {SAVED}") from None
    except Exception as error:  # besides zipfile, each kind of compression has errors of its own
        raise PolicyError(f"not a complete zip file ({error}); give {SAVED}") from None
    try:
        content = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise PolicyError(f"its part 'data' is not valid JSON: {error}") from None
    if not isinstance(content, dict):
        raise PolicyError("its part 'data' must be a JSON object")
    return content, raw


def _unpack(file: zipfile.ZipFile, name: str) -> bytes:
    try:
        info = file.getinfo(name)
    except KeyError:
        raise PolicyError(f"the zip file is incomplete: it has no part {name!r}; give {SAVED}") from None
    if info.file_size > MOST_BYTES:
        raise PolicyError(f"its part {name!r} has {info.file_size:,} bytes; at most {MOST_BYTES:,} are read")
    return file.read(info)


def _activation(data: Mapping[str, Any]) -> str:
    """Return the activation, ReLU or Tanh, after checking that the kind of policy is known."""
    kind = data.get("policy_class")
    module = kind.get("__module__") if isinstance(kind, dict) else None
    if module not in POLICIES:
        raise PolicyError(f"its policy comes from {module!r}; only MlpPolicy of PPO and MaskablePPO is known")
    if data.get("use_sde"):
        raise PolicyError("it was trained with use_sde, which is for continuous actions")
    settings = data.get("policy_kwargs") or {}
    if not isinstance(settings, dict):
        raise PolicyError("its policy_kwargs are malformed")
    if "features_extractor_class" in settings:
        raise PolicyError(
            "it has a features extractor of its own; train with the default one, or, for a run of `dixie "
            "train`, play ppo:RUN/best"
        )
    found = str(settings.get("activation_fn", "torch.nn.modules.activation.Tanh"))  # their default
    name = found.removeprefix("<class '").removesuffix("'>").removeprefix("torch.nn.modules.activation.")
    if name not in ("ReLU", "Tanh"):
        raise PolicyError(f"its activation_fn is {name[:80]}; only ReLU and Tanh are known")
    return name


def _read_arrays(raw: bytes) -> Arrays:
    """Read the weights without executing anything."""
    try:
        import torch
    except ImportError as error:
        raise PolicyError(
            f"models of Stable-Baselines3 need the extra 'train': {install_hint('train')} ({error})"
        ) from None
    try:
        with zipfile.ZipFile(io.BytesIO(raw)) as inner:
            size = sum(info.file_size for info in inner.infolist())
        if size > MOST_BYTES:
            raise PolicyError(f"its weights have {size:,} bytes; at most {MOST_BYTES:,} are read")
        state = torch.load(io.BytesIO(raw), map_location="cpu", weights_only=True)
    except PolicyError:
        raise
    except Exception as error:  # a damaged or hostile file can fail anywhere in torch's loader
        why = str(error).partition("\n")[0][:200]
        raise PolicyError(
            f"its weights (policy.pth) are damaged, or contain more than weights, and were not loaded: {why}"
        ) from None
    if not isinstance(state, dict):
        raise PolicyError("its part 'policy.pth' must be a mapping from names to weights")
    arrays: Arrays = {}
    for name, value in state.items():
        if not isinstance(name, str) or not isinstance(value, torch.Tensor) or value.layout != torch.strided:
            raise PolicyError(f"its weights have {name!r}, which is not a plain tensor")
        if value.dtype != torch.float32 or not bool(torch.isfinite(value).all()):
            raise PolicyError(f"its weights {name!r} must be finite float32 numbers")
        arrays[name] = np.ascontiguousarray(value.detach().numpy())
    return arrays


def _layers(arrays: Arrays) -> Layers:
    """Return the layers of the policy, the head last, after checking all names and shapes."""
    for name in arrays:
        if not name.startswith(_OURS):
            raise PolicyError(
                f"its network has {name!r}; only MlpPolicy of PPO and MaskablePPO is known, with fully "
                "connected layers and the flat observation"
            )
    numbers = sorted(int(found[1]) for name in arrays if (found := _LAYER.fullmatch(name)))
    if not numbers or numbers != list(range(0, 2 * len(numbers), 2)):
        raise PolicyError("its policy has no hidden layers, or not those of net_arch")
    names = [*(f"mlp_extractor.policy_net.{number}" for number in numbers), "action_net"]
    try:
        layers = [(arrays[f"{name}.weight"], arrays[f"{name}.bias"]) for name in names]
    except KeyError as error:
        raise PolicyError(f"its weights {error} are missing") from None
    fits = all(weight.ndim == 2 and bias.shape == weight.shape[:1] for weight, bias in layers) and all(
        left[0].shape[0] == right[0].shape[1] for left, right in pairwise(layers)
    )
    if not fits or not all(weight.size for weight, _ in layers):
        raise PolicyError("the shapes of its layers don't fit each other")
    if len(layers[-1][1]) != OPTIONS:
        raise PolicyError(
            f"it chooses among {len(layers[-1][1])} actions, but Dixie has {OPTIONS}: it was trained on "
            "another environment"
        )
    return layers


def _observation(size: int, mode: str) -> ObservationSpec:
    """Return the observation with this many numbers."""
    if mode not in ("tracked", "screened"):
        raise PolicyError(f"mode must be tracked or screened, not {mode!r}")
    layouts = range(LAYOUT_VERSION, 0, -1)
    specs = [ObservationSpec(mode, board, layout) for layout in layouts for board in (False, True)]
    for spec in specs:
        if spec.size == size:
            return spec
    sizes = ", ".join(str(spec.size) for spec in specs)
    raise PolicyError(f"it observes {size} numbers, but Dixie's observations have {sizes}")
