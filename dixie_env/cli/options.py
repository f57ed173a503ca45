"""Options that several commands have, written once."""

from typing import Annotated

import typer

Players = Annotated[int, typer.Option(help="Number of players, 2 to 5.")]
Edition = Annotated[str, typer.Option(help="Edition of the rules: de, proto, fr, en, pl, or a file.")]
Board = Annotated[str, typer.Option(help="Board: standard, or a file.")]
Draft = Annotated[
    str, typer.Option(help="How abilities are given: choose, random, or fixed:3,5,8 (one for each seat).")
]
Rounds = Annotated[int, typer.Option(help="Number of rounds of a game, 1 to 7.")]
Workers = Annotated[int, typer.Option(help="Processes that play; results don't depend on it.")]
Backend = Annotated[
    str, typer.Option(help="Where they run: local, or ray (the cluster of RAY_ADDRESS, or a local one).")
]
Isolate = Annotated[
    bool, typer.Option(help="Run bots from outside (module:Class) in processes of their own.")
]
TimeLimit = Annotated[float, typer.Option(help="Seconds that such a bot has for a decision.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object instead of a table.")]
