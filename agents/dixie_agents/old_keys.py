"""Old and new names of training keys, for cards of version 1."""

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
    """Return a training configuration of version 1 with its current keys."""
    return {RENAMED.get(key, key): value for key, value in config.items()}
