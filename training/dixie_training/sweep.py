"""A sweep over hyperparameters: one run for each combination of values, in parallel on Ray.

The values are under ``sweep`` in a configuration. Every combination is a training run in its own folder, with
checkpoints and policies like any other. Ray Tune distributes the runs over the processors of this machine, or
of the cluster at ``ray.address`` (whose machines must see the same folder).
"""

from pathlib import Path
from typing import Any, NamedTuple

from dixie_training.config import parse_config
from dixie_training.ray_start import start_ray
from dixie_training.run import Run
from dixie_training.schema import Config
from dixie_training.watch import Unwatched


class Trial(NamedTuple):
    """One combination, and how well its best policy plays."""

    values: dict[str, Any]
    strength: float
    """Mean win share against the main rung, in fair shares: 1 is as good as that rung."""
    folder: Path


def sweep(config: Config, folder: Path) -> list[Trial]:
    """Train with every combination of the values under `sweep`. Return the trials, best first."""
    cluster = getattr(config, "ray", None)
    start_ray(None if cluster is None else cluster.address)
    from ray import tune

    base = config.model_dump() | {"sweep": {}}
    if config.learner != "rllib":
        del base["ray"]  # for the sweep, not for its runs
    folder = folder.resolve()

    def train(values: dict[str, Any]) -> None:
        import torch

        torch.set_num_threads(1)
        run = Run(parse_config({**base, **values}, "sweep"), folder / _name(values), Unwatched())
        run.train()
        tune.report({"strength": run.best})

    tuner = tune.Tuner(
        tune.with_resources(train, {"cpu": 1}),
        param_space={key: tune.grid_search(list(values)) for key, values in config.sweep.items()},
        tune_config=tune.TuneConfig(metric="strength", mode="max"),
        run_config=tune.RunConfig(name="tune", storage_path=str(folder), verbose=0),
    )
    trials = []
    results: Any = tuner.fit()
    for result in results:
        if result.error is not None:
            raise result.error
        values: dict[str, Any] = {key: result.config[key] for key in config.sweep}
        trials.append(Trial(values, float(result.metrics["strength"]), folder / _name(values)))
    return sorted(trials, key=lambda trial: -trial.strength)


def _name(values: dict[str, Any]) -> str:
    return ",".join(f"{key}={value}" for key, value in sorted(values.items()))
