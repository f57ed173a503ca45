"""``dixie calibrate``: is a policy's prediction of who wins right?"""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from dixie_arena.cli.extra import need_arena
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
    endings: Annotated[
        int,
        typer.Option(help="Also predict the last round by playing on so often; 0 leaves that out.", min=0),
    ] = 8,
    review: Annotated[
        bool,
        typer.Option(
            "--review",
            help="Judge the probabilities of dixie review instead: all seats, positions at random.",
        ),
    ] = False,
    save: Annotated[bool, typer.Option(help="Store the result in measured.json beside the policy.")] = True,
    as_json: AsJson = False,
) -> None:
    """Compare the win share that a policy predicts for its seat with how its games end.

    Predictions are taken at the start of each round, in the main game of the policy's card. Among equals it
    has all seats; among mixed opponents it has one, and each other seat draws an opponent. The bias should be
    0. R² is 0 for predictions that are no better than the mean result, and 1 for perfect ones. The last round
    is predicted twice: by the network, and by playing each position to its end a few times. The option
    --ceiling measures how much can be known at the start of the last round: it plays positions to their ends,
    many times, and resamples everything that the seat does not know.

    With --review, the probabilities of dixie review are judged: at four positions of each game, drawn at
    random, for all seats, in games of mixed players with every number of players of the policy's card.
    """
    need_arena()
    from dixie_arena.api.calibrate import calibrate as run
    from dixie_arena.cli.standings import print_line, print_table
    from dixie_env.cli.output import make_console

    check_seeds(seed, games)
    found = run(
        policy,
        games=games,
        players=players,
        opponents=opponents,
        seed=seed,
        picture=picture,
        ceiling=ceiling,
        endings=endings,
        review=review,
        save=save,
    )
    if as_json:
        print(found.to_json())
        return
    console = make_console()
    for entry in found.measured:
        print_line(console, entry["line"], "bold")
        print_table(console, calibration_table(entry))
        if "ceiling" in entry:
            print_line(console, _ceiling(entry["ceiling"]))


def _ceiling(found: dict[str, Any]) -> str:
    return (
        f"No prediction at the start of round {found['round']} can have an R² above {found['r2']:.2f} ± "
        f"{found['margin']:.2f} ({found['positions']} positions, {found['continuations']} endings each)."
    )


def calibration_table(entry: dict[str, Any]) -> "Table":
    """Return one measurement by round."""
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for head in ("round", "samples", "predicted", "won", "bias", "Brier", "base", "R²", "explained"):
        table.add_column(head, justify="right", no_wrap=True)
    rows = [(str(row["round"] or "all"), row) for row in entry["rounds"]]
    if "by_endings" in entry:
        row = entry["by_endings"]
        rows.insert(-1, (f"{row['round']}, {row['endings']} endings", row))
    for name, row in rows:
        margin = "" if row["margin"] is None else f" ± {row['margin']:.3f}"
        table.add_row(
            name,
            f"{row['samples']:,}",
            f"{row['predicted']:.3f}",
            f"{row['won']:.3f}",
            f"{row['bias']:+.3f}{margin}",
            f"{row['brier']:.4f}",
            f"{row['base']:.4f}",
            *("-" if row[key] is None else f"{row[key]:.2f}" for key in ("r2", "explained")),
        )
    return table
