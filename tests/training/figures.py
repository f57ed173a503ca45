"""What small training runs end with, written down so that a change of words does not change what is learned.

`python -m tests.training.figures` writes those of this machine into `figures.json`. Do so before you change
code around the learners, or where a learner is meant to change; then remove the figures of other machines.
"""

import hashlib
import json
import tempfile
from pathlib import Path

import torch

from dixie_agents.policy_file import load_weights
from dixie_training.run import Run
from tests.training.small import Silent, small_config

CPU = Path("/proc/cpuinfo")
FILE = Path(__file__).with_name("figures.json")
LEARNERS = ("fast_ppo", "sb3")
GAME = {"players": [2, 4], "observation": {"layout": 1}}
"""The figures are older than layout 2."""
CLONING = {"teacher": "greedy", "decisions": 512, "minibatch_size": 64}


def machine() -> str:
    """What the last bits of a matrix product depend on."""
    known = {}
    if CPU.exists():
        rows = (line.partition(":") for line in CPU.read_text().partition("\n\n")[0].splitlines())
        known = {name.strip(): value.strip() for name, _, value in rows}
    model = " ".join(known.get(name, "?") for name in ("vendor_id", "cpu family", "model"))
    return f"torch {torch.__version__}, {torch.backends.cpu.get_cpu_capability()}, {model}"


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


def figures() -> dict[str, str]:
    """What each learner ends with on this machine."""
    with tempfile.TemporaryDirectory() as folder:
        return {learner: digest(learner, Path(folder) / learner) for learner in LEARNERS}


if __name__ == "__main__":
    written = {**json.loads(FILE.read_text()), machine(): figures()}
    FILE.write_text(json.dumps(written, indent=1) + "\n")
