"""What small training runs end with, written down so that a change of words does not change what is learned.

`python -m tests.training.figures` writes `figures.json` again; do so only where a learner is meant to change.
"""

import hashlib
import json
import tempfile
from pathlib import Path
from typing import Any

import torch

from dixie_agents.policy_file import load_weights
from dixie_training.run import Run
from tests.training.small import Silent, small_config

FILE = Path(__file__).with_name("figures.json")
LEARNERS = ("fast_ppo", "sb3")
GAME = {"players": [2, 4], "observation": {"layout": 1}}
"""The figures are older than layout 2."""
CLONING = {"teacher": "greedy", "decisions": 512, "minibatch_size": 64}


def machine() -> dict[str, str]:
    """What the last bits of a matrix product depend on."""
    return {"torch": torch.__version__, "processor": torch.backends.cpu.get_cpu_capability()}


def digest(learner: str, folder: Path) -> str:
    """Clone, train three updates, and return a checksum of the weights."""
    torch.set_num_threads(1)
    precision = {"bfloat16": False} if learner == "fast_ppo" else {}
    config = small_config(learner, updates=3, warm_start=CLONING, game=GAME, **precision)
    Run(config, folder, Silent()).train()
    weights, _ = load_weights(folder / "last")
    total = hashlib.sha256()
    for name in sorted(weights):
        total.update(name.encode() + weights[name].tobytes())
    return total.hexdigest()


def figures() -> dict[str, Any]:
    """All that is written down."""
    with tempfile.TemporaryDirectory() as folder:
        found = {learner: digest(learner, Path(folder) / learner) for learner in LEARNERS}
    return {**machine(), "weights": found}


if __name__ == "__main__":
    FILE.write_text(json.dumps(figures(), indent=1) + "\n")
