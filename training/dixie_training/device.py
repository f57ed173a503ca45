"""Where the network computes: on the processor or on a graphics card (`device` in a training file).

Games, opponents and random numbers stay on the processor, and all files are written from there. So a run can
be resumed on another device. Results agree bit for bit only between runs on the same kind of device.
"""

from collections.abc import Mapping
from typing import Any

import torch

from dixie_env.yaml_file import ConfigError
from dixie_training.schema import Config, OnThisMachine


def choose_device(wanted: str) -> torch.device:
    """Return the device for `auto`, `cpu` or `cuda`; `auto` takes CUDA if torch can use it.

    Raises:
        ConfigError: It is `cuda`, but torch can't use CUDA here.
    """
    available = torch.cuda.is_available()
    if wanted == "cuda" and not available:
        build = torch.version.cuda
        why = f"was built for CUDA {build}, but finds no usable card" if build else "was built without CUDA"
        raise ConfigError(
            "device", f"found 'cuda', but torch {torch.__version__} {why}; write device: auto or device: cpu"
        )
    return torch.device("cuda" if available and wanted != "cpu" else "cpu")


def device_of(config: Config) -> torch.device:
    """Return the device on which the network of a run learns. RLlib chooses its own, so it has no key."""
    return choose_device(config.device) if isinstance(config, OnThisMachine) else torch.device("cpu")


def has_bfloat16(device: torch.device) -> bool:
    """Can this device multiply 16-bit floats fast? Otherwise they are emulated, slower than 32 bits."""
    if device.type == "cuda":
        return bool(torch.cuda.is_bf16_supported(including_emulation=False))
    if device.type != "cpu":
        return False
    has: Mapping[str, Any] = torch.cpu.get_capabilities() if hasattr(torch.cpu, "get_capabilities") else {}
    return any(has.get(name, False) for name in ("avx512_bf16", "amx_bf16", "bf16", "sve_bf16"))
