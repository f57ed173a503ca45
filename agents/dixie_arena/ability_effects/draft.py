"""Abilities that are chosen, not dealt: what is taken, what it is worth, and drafting by value."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pyarrow as pa

from dixie_arena.ability_effects.designs import COUNT
from dixie_arena.ability_effects.experiment import Cell, Experiment
from dixie_arena.ability_effects.means import clustered_mean
from dixie_arena.ability_effects.sample import Sample, read_sample
from dixie_env import Setup
from dixie_env.engine.words import ABILITIES


def draft_experiment(agent: str, setup: Setup, games: int, seed: int, values: Sequence[float]) -> Experiment:
    """Return games in which all seats draft as the agent does, and as many in which one drafts by value."""
    setup = setup.replace(draft="choose")
    return Experiment(
        "draft",
        (
            Cell("draft", agent, setup, games),
            Cell("draft", agent, setup, games, values=tuple(float(value) for value in values)),
        ),
        seed,
    )


def summarize_draft(experiment: Experiment, table: pa.Table, values: Sequence[float]) -> dict[str, Any]:
    """Return pick rates, value over replacement by pick position, and the gain from drafting by value."""
    players = experiment.cells[0].players
    usual, knowing = (read_sample(table, cell, players) for cell in (0, 1))
    return {
        "games": usual.games,
        "picks": pick_rates(usual),
        "positions": {
            "agent": pick_positions(usual, values),
            "by_value": pick_positions(knowing.focal(), values, table_of=knowing),
        },
        "gain": drafting_gain(usual, knowing),
    }


def pick_rates(sample: Sample) -> list[dict[str, Any]]:
    """Return for each ability how often it was taken when it was on display, and at which pick on average."""
    players = sample.players
    ability = sample.columns["ability"].reshape(-1, players)
    turn = sample.columns["turn"].reshape(-1, players)
    display = sample.columns["display"].reshape(-1, players)[:, 0]
    rows = []
    for number in range(1, COUNT + 1):
        shown = (display >> number) & 1 == 1
        taken = ability == number
        picks = players - turn[taken]  # the last player in the order of play picks first
        rows.append(
            {
                "ability": ABILITIES[number - 1],
                "shown": int(shown.sum()),
                "pick_rate": float(taken.any(axis=1)[shown].mean()) if shown.any() else None,
                "mean_pick": float(picks.mean()) if len(picks) else None,
                "first_pick_rate": float((taken & (turn == players - 1)).any(axis=1)[shown].mean())
                if shown.any()
                else None,
            }
        )
    return sorted(rows, key=lambda row: -(row["pick_rate"] or 0))


def pick_positions(
    sample: Sample, values: Sequence[float], *, table_of: Sample | None = None
) -> list[dict[str, Any]]:
    """Return the value over replacement and the win share for each pick position.

    Replacement is the mean value of the abilities that nobody took: what a player would get without a pick.

    Args:
        sample: The seats to look at.
        values: What each ability is worth.
        table_of: All seats of their games, if the sample has only some.
    """
    everyone = table_of or sample
    players = sample.players
    worth = np.array([0.0, *values])
    taken = np.zeros(len(everyone) // players, np.int64)
    for seat in range(players):
        taken |= 1 << everyone.columns["ability"].reshape(-1, players)[:, seat].astype(np.int64)
    left = everyone.columns["display"].reshape(-1, players)[:, 0].astype(np.int64) & ~taken
    bits = (left[:, None] >> np.arange(COUNT + 1)) & 1
    replacement = bits @ worth / bits.sum(axis=1)
    game = np.searchsorted(np.unique(everyone.game), sample.game)
    over = worth[sample.columns["ability"]] - replacement[game]
    position = players - sample.columns["turn"]
    share = sample.values("win_share")
    return [
        {
            "pick": pick,
            "value_over_replacement": float(over[position == pick].mean()),
            "win_share": float(share[position == pick].mean()),
        }
        for pick in range(1, players + 1)
    ]


def drafting_gain(usual: Sample, knowing: Sample) -> dict[str, Any]:
    """Return the win share of the seat that drafts by value, above an even share, and its gain in score."""
    one, none = knowing.focal(), usual.focal()
    replicates = one.columns["replicate"]
    return {
        "win_share": clustered_mean(one.values("win_share") - 1 / one.players, replicates).as_object(),
        "score": clustered_mean(one.values("score") - none.values("score"), replicates).as_object(),
    }
