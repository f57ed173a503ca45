"""Options shared by several commands."""

from typing import TYPE_CHECKING, Annotated

import typer

from dixie_env.cli.errors import UsageError

if TYPE_CHECKING:
    from dixie_env.setup import Setup

Players = Annotated[int, typer.Option(help="Number of players, 2 to 5.")]
Edition = Annotated[
    str, typer.Option(help="Rulebook edition: de, fr, en, pl, proto (the prototype), or a file.")
]
RulesPage = Annotated[
    int,
    typer.Option("--rules", help="Which edition of the rules page a named rulebook is meant by: 1 or 2."),
]
Board = Annotated[
    str, typer.Option(help="Board: standard, a file, or prior:PRIOR:SEED:NUMBER for a random board.")
]
TrainingBoard = Annotated[
    str,
    typer.Option(help="Board: standard, a file, or prior:PRIOR:SEED:NUMBER with a seed below 1,000,000."),
]
EvaluationBoard = Annotated[
    str,
    typer.Option(
        help="Board: standard, a file, or prior:PRIOR:SEED:NUMBER with a seed of 1,000,000 or more."
    ),
]
Draft = Annotated[
    str, typer.Option(help="How seats get abilities: choose, random, or fixed:3,5,8 (ability by seat).")
]
Rounds = Annotated[int, typer.Option(help="Number of rounds per game, 1 to 7.")]
Workers = Annotated[int, typer.Option(help="Number of worker processes; it does not affect results.")]
Backend = Annotated[
    str,
    typer.Option(help="Where the workers run: local, or ray (the cluster at RAY_ADDRESS, or a local one)."),
]
Isolate = Annotated[bool, typer.Option(help="Run external bots (module:Class) in separate processes.")]
TimeLimit = Annotated[float, typer.Option(help="Seconds an isolated bot may take per decision.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print a JSON object instead of a table.")]


def game_setup(players: int, edition: str, board: str, draft: str, rounds: int, rules: int) -> "Setup":
    """Return the game that a command's options describe."""
    from dixie_env.setup import Setup

    kind, abilities = parse_draft(draft)
    return Setup(players, edition, board, kind, abilities, rounds, rules=rules)


def parse_draft(text: str) -> tuple[str, list[int] | None]:
    """Split ``fixed:3,5,8`` into the kind of draft and the abilities."""
    kind, colon, numbers = text.partition(":")
    if kind not in ("choose", "random", "fixed") or (colon and kind != "fixed"):
        raise UsageError(
            f"--draft must be choose, random, or fixed with a list such as fixed:3,5,8, not {text!r}"
        )
    if kind != "fixed":
        return kind, None
    try:
        return kind, [int(number) for number in numbers.split(",")]
    except ValueError:
        raise UsageError(
            f"--draft fixed needs one ability number for each seat, such as fixed:3,5,8, not {text!r}"
        ) from None


def check_seeds(seed: int, games: int) -> None:
    """Raise an error if the number of games or the seeds are out of range."""
    from dixie_env.engine.game import MAX_SEED

    if games < 1:
        raise UsageError(f"--games must be 1 or more, not {games}")
    if not 0 <= seed <= MAX_SEED:
        raise UsageError(f"--seed must be from 0 to {MAX_SEED}, not {seed}")
    if seed + games - 1 > MAX_SEED:
        raise UsageError(f"--seed {seed} is too high for {games} games: the highest seed is {MAX_SEED}")
