"""Restricted play: what is an action, a road to points or an ability worth?

One seat may never choose some option; the others may. The same agent plays all seats. Every seat is the
restricted one equally often, so without a ban its win share would be exactly one in ``players``, by symmetry.
What is missing is what the option is worth to this agent. (Jaffe et al., "Evaluating competitive game balance
with restricted play", 2012.)
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pyarrow as pa

from dixie_arena.ability_effects.experiment import Cell, Experiment
from dixie_arena.ability_effects.holm import holm
from dixie_arena.ability_effects.means import Mean, clustered_mean
from dixie_arena.ability_effects.sample import Sample, read_sample
from dixie_arena.columns import ACTIONS
from dixie_env import Setup
from dixie_env.engine.words import ABILITIES
from dixie_env.text import ACTION_NAMES


@dataclass(frozen=True)
class Ban:
    """Something that one seat may not do.

    Attributes:
        kind: ``action``, ``road`` or ``ability``.
        name: Its name.
        options: The options, as written in records.
    """

    kind: str
    name: str
    options: tuple[str, ...]


def all_bans() -> list[Ban]:
    """Return all 21 actions, the three roads and the ten abilities."""
    return [
        *(
            Ban("action", f"{action} {ACTION_NAMES[action]}", (f"action:{action}",))
            for action in range(1, ACTIONS + 1)
        ),
        Ban("road", "servants", ("servant",)),
        Ban("road", "rings", ("action:13",)),
        Ban("road", "offerings", ("action:19",)),
        *(Ban("ability", name, (f"ability:{number}",)) for number, name in enumerate(ABILITIES, start=1)),
    ]


def restricted_experiment(agent: str, setup: Setup, games: int, seed: int, bans: Sequence[Ban]) -> Experiment:
    """Return games without a ban, and as many for each ban, all on the same seeds.

    Abilities are drafted, because a dealt ability could not be banned.
    """
    setup = setup.replace(draft="choose")
    different = dict.fromkeys([(), *(ban.options for ban in bans)])
    cells = tuple(Cell("restricted", agent, setup, games, ban=options) for options in different)
    return Experiment("restricted", cells, seed)


def estimate_losses(experiment: Experiment, table: pa.Table, bans: Sequence[Ban]) -> list[dict[str, Any]]:
    """Return what each ban costs, the most costly first: the loss in win share and in score."""
    samples = {
        cell.ban: read_sample(table, number, cell.players).focal()
        for number, cell in enumerate(experiment.cells)
    }
    free = samples[()]
    rows: list[dict[str, Any]] = []
    for ban in bans:
        sample = samples[ban.options]
        replicates = sample.columns["replicate"]
        share = clustered_mean(1 / sample.players - sample.values("win_share"), replicates)
        score = clustered_mean(free.values("score") - sample.values("score"), replicates)
        rows.append(
            {
                "kind": ban.kind,
                "name": ban.name,
                "games": len(sample),
                **{f"win_share_{key}": value for key, value in share.as_object().items()},
                **{f"score_{key}": value for key, value in score.as_object().items()},
            }
        )
    for metric in ("win_share", "score"):
        corrected = holm([row[f"{metric}_p"] for row in rows])
        for row, p_value in zip(rows, corrected.tolist(), strict=True):
            row[f"{metric}_p_holm"] = p_value
    return sorted(rows, key=lambda row: -row["win_share_value"])


def check_symmetry(experiment: Experiment, table: pa.Table) -> Mean:
    """Return how far seats without a ban are from an even share. Only chance should make a difference."""
    sample: Sample = read_sample(table, 0, experiment.cells[0].players).focal()
    return clustered_mean(1 / sample.players - sample.values("win_share"), sample.columns["replicate"])
