"""``dixie calibrate``: is a policy's prediction of who wins right?"""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from dixie_arena.cli.extra import need_arena
from dixie_env.cli.errors import UsageError
from dixie_env.cli.options import AsJson, check_seeds
from dixie_env.cli.panels import CHECK, panel

if TYPE_CHECKING:
    from rich.table import Table


@panel(CHECK)
def calibrate(
    policy: Annotated[str, typer.Argument(help="The policy: ppo:PATH or ppo:zoo/NAME.", show_default=False)],
    games: Annotated[int, typer.Option(help="Games among equals, and as many among mixed opponents.")] = 1000,
    players: Annotated[int, typer.Option(help="Number of players, 2 to 5.")] = 4,
    opponents: Annotated[
        str | None,
        typer.Option(help="The mixed opponents, compiled agents.", show_default="bots and zoo policies"),
    ] = None,
    seed: Annotated[int, typer.Option(help="Seed of the first game.")] = 1_900_000_000,
    picture: Annotated[
        Path | None, typer.Option(help="Write a reliability diagram to this file.", show_default=False)
    ] = None,
    ceiling: Annotated[
        int,
        typer.Option(help="Also measure the largest R² that is possible, from this many positions.", min=0),
    ] = 0,
    save: Annotated[bool, typer.Option(help="Store the result in measured.json beside the policy.")] = True,
    as_json: AsJson = False,
) -> None:
    """Compare the win share that a policy predicts for its seat with how its games end.

    Predictions are taken at the start of each round, in the main game of the policy's card. Among equals it
    has all seats; among mixed opponents it has one, and each other seat draws an opponent. The bias should be
    0. R² is 0 for predictions that are no better than the mean result, and 1 for perfect ones. The option
    --ceiling measures how much can be known at the start of the last round: it plays positions to their ends,
    many times, and resamples everything that the seat does not know.
    """
    need_arena()
    from dixie_agents.measured import CALIBRATION, add_measured
    from dixie_agents.names import parse_name, split_names
    from dixie_agents.policy import PolicyAgent
    from dixie_agents.policy_file import read_card, reward_of
    from dixie_agents.registry import make_agent
    from dixie_arena.calibration import MIXED
    from dixie_arena.calibration_measure import measure
    from dixie_env.cli.output import make_console, progress_bar

    agent = make_agent(policy)
    if not isinstance(agent, PolicyAgent):
        raise UsageError(f"{policy!r} makes no predictions; give a policy: ppo:PATH or ppo:zoo/NAME")
    if games < 1:
        raise UsageError(f"--games must be 1 or more, not {games}")
    check_seeds(seed, games)
    source = parse_name(policy).argument or ""
    card = read_card(source)
    setups = {setup.players: setup for setup in card.game}
    if players not in setups:
        known = ", ".join(map(str, setups))
        raise UsageError(
            f"--players must be one of those the policy was trained for ({known}), not {players}"
        )
    names = MIXED if opponents is None else split_names(opponents)
    with progress_bar(rate="games") as progress:
        task = progress.add_task("playing", total=2 * (games + ceiling))
        found = measure(
            agent,
            reward_of(card),
            setups[players],
            names,
            games,
            seed=seed,
            positions=ceiling,
            progress=lambda done: progress.advance(task, done),
        )
    if save and "?" not in policy:
        add_measured(source, CALIBRATION, found)
    if picture is not None:
        from dixie_arena.calibration_picture import draw_reliability

        draw_reliability(found, picture)
    if as_json:
        print(json.dumps({"policy": policy, "games": games, "seed": seed, "calibration": found}))
        return
    console = make_console()
    from dixie_arena.cli.standings import print_line, print_table

    for entry in found:
        print_line(console, entry["line"], "bold")
        print_table(console, _table(entry))
        if "ceiling" in entry:
            print_line(console, _ceiling(entry["ceiling"]))


def _ceiling(found: dict[str, Any]) -> str:
    return (
        f"No prediction at the start of round {found['round']} can have an R² above {found['r2']:.2f} ± "
        f"{found['margin']:.2f} ({found['positions']} positions, {found['continuations']} endings each)."
    )


def _table(entry: dict[str, Any]) -> "Table":
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for head in ("round", "samples", "predicted", "won", "bias", "Brier", "base", "R²", "explained"):
        table.add_column(head, justify="right", no_wrap=True)
    for row in entry["rounds"]:
        margin = "" if row["margin"] is None else f" ± {row['margin']:.3f}"
        table.add_row(
            str(row["round"] or "all"),
            f"{row['samples']:,}",
            f"{row['predicted']:.3f}",
            f"{row['won']:.3f}",
            f"{row['bias']:+.3f}{margin}",
            f"{row['brier']:.4f}",
            f"{row['base']:.4f}",
            *("-" if row[key] is None else f"{row[key]:.2f}" for key in ("r2", "explained")),
        )
    return table
