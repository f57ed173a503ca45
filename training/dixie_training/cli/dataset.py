"""``dixie dataset``: games as arrays for learning."""

from pathlib import Path
from typing import Annotated

import typer

from dixie_env.cli.errors import UsageError
from dixie_env.cli.options import Players
from dixie_env.cli.panels import LEARN, panel


@panel(LEARN)
def dataset(
    out: Annotated[Path, typer.Argument(help="New folder for the arrays.", show_default=False)],
    records: Annotated[
        list[Path] | None,
        typer.Argument(help="Game records. If there are none, agents play new games.", show_default=False),
    ] = None,
    agents: Annotated[
        str, typer.Option(help="Agents: one name for all seats, or one for each, separated by commas.")
    ] = "balanced",
    players: Players = 4,
    games: Annotated[int, typer.Option(help="Number of games to play.")] = 100,
    seed: Annotated[int, typer.Option(help="Seed of the first game.")] = 0,
    reward: Annotated[str, typer.Option(help="Reward that the returns sum up: win, rank or score.")] = "win",
) -> None:
    """Write the observation, mask, action and return of every decision of some games as NumPy arrays.

    The games come from records, or agents play them. The folder gets observations.npy, masks.npy,
    actions.npy, returns.npy, games.npy, seats.npy and about.json.
    """
    import numpy as np

    from dixie_agents.recording import seat_agents
    from dixie_agents.registry import make_agent
    from dixie_env import make_rules
    from dixie_env.rewards import Reward
    from dixie_training.dataset import from_agents, from_records, write_dataset

    if games < 1:
        raise UsageError(f"--games must be 1 or more, not {games}")
    paid = Reward.of(reward)
    if records:
        count = write_dataset(out, from_records(records, paid), {"records": len(records), "reward": reward})
    else:
        rules = make_rules(players)
        names = seat_agents(agents, players)
        kinds = sorted(set(names))
        lineups = np.tile([kinds.index(name) for name in names], (games, 1)).astype(np.int32)
        parts = from_agents(rules, [make_agent(name) for name in kinds], lineups, seed, paid)
        about = {"agents": names, "game": rules.config.as_object(), "seed": seed, "reward": reward}
        count = write_dataset(out, parts, about)
    print(f"wrote {count} decisions to {out}")
