"""`dixie_training.train`: train a policy in games against bots and itself."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dixie_arena.findings import Findings
from dixie_arena.progress import warn_user
from dixie_env.folder_lock import own_folder
from dixie_training.config import config_file, load_config
from dixie_training.torch_threads import one_thread

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from rich.table import Table

    from dixie_training.sweep import Trial

__all__ = ["Training", "train"]


@dataclass(frozen=True)
class Training(Findings):
    """A finished training run.

    Its tables are ``evaluations`` (the win share against each rung, with its margin), ``curve`` (a row for
    each update), both as in ``metrics.jsonl``, and after a sweep ``trials``. The figure is ``curve``.

    Attributes:
        path: The folder of the run; of the best one, after a sweep.
        trials: The runs of a sweep, best first.
    """

    path: Path
    trials: "tuple[Trial, ...]" = field(default=(), repr=False)

    @property
    def best(self) -> str:
        """The best policy, as an agent: ``ppo:FOLDER/best``."""
        return f"ppo:{self.path / 'best'}"

    @property
    def last(self) -> str:
        """The policy after the last update, as an agent."""
        return f"ppo:{self.path / 'last'}"

    @property
    def sentences(self) -> list[str]:
        """Where the policies are."""
        if not self.trials:
            return [f"policies: {self.best} and {self.last}"]
        return [
            f"{trial.strength:.2f} fair shares: {trial.values}, ppo:{trial.folder / 'best'}"
            for trial in self.trials
        ]

    def _metrics(self) -> list[dict[str, Any]]:
        from dixie_training.curve import read_metrics

        return read_metrics(self.path)

    def _rows(self) -> Mapping[str, Any]:
        metrics = self._metrics()
        evaluations = []
        for entry in metrics:
            for key, (share, margin, games) in entry.get("evaluation", {}).items():
                rung, players = key.rsplit(" ", 1)
                about = {name: entry[name] for name in ("update", "decisions", "seconds")}
                row = {"rung": rung, "players": int(players), "win_share": share, "margin": margin}
                evaluations.append({**about, **row, "games": games})
        tables: dict[str, Any] = {
            "evaluations": evaluations,
            "curve": [entry for entry in metrics if "evaluation" not in entry],
        }
        if self.trials:
            tables["trials"] = [
                {**trial.values, "strength": trial.strength, "folder": str(trial.folder)}
                for trial in self.trials
            ]
        return tables

    def _shown(self) -> "list[Table]":
        """Return the last evaluation."""
        from rich.table import Table

        table = Table("against", title="Win share after the last update")
        rows = self._rows()["evaluations"]
        last = [row for row in rows if row["update"] == rows[-1]["update"]]
        for head in ("players", "win share", "games"):
            table.add_column(head, justify="right")
        for row in last:
            share = f"{row['win_share']:.1%} ± {100 * row['margin']:.1f}"
            table.add_row(row["rung"], str(row["players"]), share, f"{row['games']:,}")
        return [table]

    def _drawings(self) -> "Mapping[str, Callable[[], Figure]]":
        from dixie_training.curve import curve_figure

        return {"curve": partial(curve_figure, [self.path])}


def train(
    config: str | Path,
    *,
    set: Mapping[str, Any] | Sequence[str] | None = None,
    seed: int | None = None,
    out: Path | str | None = None,
    resume: bool = False,
    progress: bool = True,
    warn: Callable[[str], None] = warn_user,
) -> Training:
    """Train a policy and write it to a folder, as ``dixie train`` does.

    Example::

        from dixie_training import train

        run = train("quick", set={"updates": 200, "opponents.bots": ["sane"]}, seed=2)
        run.best                # the policy: an agent for every function and command
        run.to_frame()          # its evaluations
        run.figures["curve"]

    Args:
        config: Name of a shipped configuration (``dixie train --list``), or a file.
        set: Values that replace those of the configuration. Dots in a key lead into its parts.
        seed: Seed of the run; by default that of the configuration.
        out: Folder of the run; by default ``runs/NAME``, or ``runs/NAME-seedN`` with a seed.
        resume: Continue the run in that folder.
        progress: Whether to show progress: a bar on a terminal, otherwise a line every few seconds.
        warn: Told which damaged checkpoint was set aside.

    Raises:
        ConfigError: There is no such configuration, or a value is wrong.
        CheckpointError: The folder already has a run, or has none to resume.
        FolderInUse: Somebody else trains in the folder.
    """
    changes: dict[str, Any] | list[str]
    if isinstance(set, Mapping):
        changes = {**set, **({} if seed is None else {"seed": seed})}
    else:
        changes = [*(set or ()), *([] if seed is None else [f"seed={seed}"])]
    settings = load_config(config, changes)
    name = config_file(config).stem + ("" if seed is None else f"-seed{seed}")
    folder = Path("runs") / name if out is None else Path(out)
    with one_thread(), own_folder(folder, "dixie train"):
        if settings.sweep:
            from dixie_training.sweep import sweep

            trials = sweep(settings, folder)
            return Training(trials[0].folder, tuple(trials))
        from dixie_training.run import Run
        from dixie_training.watch import Unwatched, Watch

        with Watch() if progress else Unwatched() as watch:
            Run(settings, folder, watch, resume=resume, warn=warn).train()
    return Training(folder)
