"""Memory of large batches: 100,000 games at once fit in 1 GB, and it grows in proportion to their number."""

import subprocess
import sys

import pytest

MEASURE = """
import sys
from pathlib import Path
from dixie_env import Batch, make_rules

def kilobytes(field):
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(field))

rules = make_rules(5)
Batch(rules, 1, buffers=2)
Path("/proc/self/clear_refs").write_text("5")    # the peak starts here: imports have one of their own
before = kilobytes("VmRSS:")
batch = Batch(rules, int(sys.argv[1]), buffers=2)
batch.step(batch.random_options())    # both buffers are in use
batch.step(batch.random_options())
print(1024 * (kilobytes("VmHWM:") - before))
"""


def memory_of(games: int) -> int:
    """Return how many bytes a new process needs for a batch, at its peak."""
    ran = subprocess.run(
        [sys.executable, "-c", MEASURE, str(games)], capture_output=True, text=True, check=True
    )
    return int(ran.stdout)


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_a_hundred_thousand_games_fit_in_a_gigabyte() -> None:
    few, many = memory_of(25_000), memory_of(100_000)
    assert many < 1e9
    assert 3.6 < many / few < 4.4
