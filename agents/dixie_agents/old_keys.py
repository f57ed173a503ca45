"""What keys of training files were called in cards of version 1, and what they are called now."""

from collections.abc import Mapping
from typing import Any

RENAMED = {
    "steps": "num_steps",
    "epochs": "update_epochs",
    "minibatch": "minibatch_size",
    "clip": "clip_coef",
    "entropy": "ent_coef",
    "value_weight": "vf_coef",
    "gradient_norm": "max_grad_norm",
    "discount": "gamma",
    "trace": "gae_lambda",
}


def rename_keys(config: Mapping[str, Any]) -> dict[str, Any]:
    """Return a training configuration of version 1 with the keys of today."""
    return {RENAMED.get(key, key): value for key, value in config.items()}
