"""Small policies in folders, for tests."""

from pathlib import Path

import numpy as np

from dixie_agents.policy import weight_shapes
from dixie_agents.policy_file import Card, save_policy
from dixie_env.layout import make_layout


def write_policy(folder: Path, seed: int) -> None:
    """Write a policy with random weights."""
    random = np.random.default_rng(seed)
    shapes = weight_shapes(len(make_layout()), (8,))
    weights = {name: random.standard_normal(shape).astype(np.float32) for name, shape in shapes.items()}
    save_policy(folder, weights, Card(hidden=(8,)))
