"""The gain from a second worker on Ray: `python -m benchmarks.scale_out`, with the extras `train` and `ray`.

RLlib: decisions sampled and learned per second with 1 and 2 processes that play, besides the one that learns.
Sweep: seconds for the same two short runs of `fast_ppo`, one after the other and in parallel.
"""

import argparse
import tempfile
import time
from pathlib import Path
from typing import Any

import ray

from dixie_training.config import load_config, parse_config
from dixie_training.rllib import RLlibPPO
from dixie_training.sweep import sweep


def rllib_rate(workers: int, updates: int) -> float:
    """Decisions learned per second, after a first update as warm-up."""
    config: Any = load_config("rllib-4p")
    learner = RLlibPPO(config.model_copy(update={"ray": config.ray.model_copy(update={"workers": workers})}))
    learner.learn()
    before, start = learner.decisions, time.perf_counter()
    for _ in range(updates):
        learner.learn()
    rate = (learner.decisions - before) / (time.perf_counter() - start)
    learner.algorithm.stop()
    return rate


def sweep_seconds(processors: int, updates: int) -> float:
    """Seconds for two runs that differ only in their seed."""
    base: dict[str, Any] = load_config("sweep-4p").model_dump()
    base |= {"updates": updates, "threads": 1, "warm_start": None, "sweep": {"seed": [1, 2]}}
    base["evaluation"] |= {"every": updates, "games": 8}
    ray.init(num_cpus=processors, include_dashboard=False, log_to_driver=False)
    with tempfile.TemporaryDirectory() as folder:
        start = time.perf_counter()
        sweep(parse_config(base, "scale_out"), Path(folder))
        seconds = time.perf_counter() - start
    ray.shutdown()
    return seconds


def main() -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--updates", type=int, default=40, help="updates of each run of the sweep")
    updates = parser.parse_args().updates
    seconds = [sweep_seconds(processors, updates) for processors in (1, 2)]
    print(
        f"sweep, 2 runs of {updates} updates: {seconds[0]:.1f} s on 1 worker, {seconds[1]:.1f} s on 2: "
        f"{seconds[0] / seconds[1]:.2f} x",
        flush=True,
    )
    ray.init(num_cpus=3, include_dashboard=False, log_to_driver=False)
    rates = [rllib_rate(workers, 5) for workers in (1, 2)]
    print(
        f"RLlib: {rates[0]:,.0f} decisions per second with 1 worker, {rates[1]:,.0f} with 2: "
        f"{rates[1] / rates[0]:.2f} x"
    )
    ray.shutdown()


if __name__ == "__main__":
    main()
