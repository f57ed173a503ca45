"""``dixie dataset``: games as arrays for learning."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from dixie_env.cli.errors import UsageError
from dixie_env.cli.options import (
    Draft,
    Edition,
    Players,
    Rounds,
    RulesPage,
    TrainingBoard,
    check_seeds,
    game_setup,
)
from dixie_env.cli.panels import LEARN, panel

MOST_GAMES = 1_000_000


class Format(StrEnum):
    """How a dataset is written."""

    numpy = "numpy"
    minari = "minari"


@panel(LEARN)
def dataset(
    out: Annotated[Path, typer.Argument(help="New folder for the dataset.", show_default=False)],
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
    edition: Edition = "de",
    rules_page: RulesPage = 2,
    board: TrainingBoard = "standard",
    draft: Draft = "choose",
    rounds: Rounds = 7,
    observation: Annotated[
        str, typer.Option(help="tracked (opponents' goods and points included) or screened (hidden).")
    ] = "tracked",
    observe_board: Annotated[
        bool, typer.Option("--observe-board", help="Append the numbers of the board to the observation.")
    ] = False,
    reward: Annotated[str, typer.Option(help="What a return is: win, rank or score.")] = "win",
    format: Annotated[
        Format, typer.Option(help="numpy (one array per column) or minari (one episode per seat and game).")
    ] = Format.numpy,
) -> None:
    """Write the observation, mask, action, reward and return of every decision of some games.

    The games come from records, or agents play them. With numpy the folder gets observations.npy, masks.npy,
    actions.npy, returns.npy, games.npy, seats.npy, rewards.npy, terminals.npy and about.json. With minari its
    name must end in a version (strong-v0), and minari.load_dataset opens it by that name if
    MINARI_DATASETS_PATH names the folder above it.
    """
    import numpy as np

    from dixie_agents.guests import invite
    from dixie_agents.recording import seat_agents
    from dixie_env import ObservationSpec
    from dixie_env.boards.names import check_board
    from dixie_env.rewards import Reward
    from dixie_env.rules import compile_rules
    from dixie_training.dataset import play_parts, replay_parts, write_dataset
    from dixie_training.minari_dataset import check_name, write_minari

    check_seeds(seed, games)
    if games > MOST_GAMES:
        raise UsageError(f"--games must be at most {MOST_GAMES}, not {games}")
    if format is Format.minari:
        check_name(out)
    seen = ObservationSpec(observation, board=observe_board)
    paid = Reward.of(reward)
    environment = None
    if records:
        about = {"records": len(records), "observation": seen.as_object(), "reward": reward}
        parts = replay_parts(records, paid, seen)
    else:
        setup = game_setup(players, edition, board, draft, rounds, rules_page).replace(observation=seen)
        check_board(setup.board, "training")
        rules = compile_rules(setup)
        names = seat_agents(agents, players)
        kinds = sorted(set(names))
        lineups = np.tile([kinds.index(name) for name in names], (games, 1)).astype(np.int32)
        parts = play_parts(rules, [invite(name) for name in kinds], lineups, seed, paid)
        game = rules.config.as_object()
        about = {"agents": names, "game": game, "seed": seed, "reward": reward}
        if (
            len(kinds) == 1
        ):  # otherwise each seat has other opponents, and one environment can't have them all
            environment = {"setup": game, "opponents": kinds[0], "reward": reward}
    if format is Format.minari:
        count = write_minari(out, parts, about, seen, environment)
    else:
        count = write_dataset(out, (part.rows for part in parts), about)
    print(f"wrote {count} decisions to {out}")
