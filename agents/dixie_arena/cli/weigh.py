"""``dixie board weigh``: how well does a board fit what people said about the game?"""

import json
from typing import TYPE_CHECKING, Annotated, Any

import typer

from dixie_arena.cli.extra import need_arena
from dixie_env.cli.errors import UsageError
from dixie_env.cli.options import AsJson, check_seeds

if TYPE_CHECKING:
    from rich.table import Table

    from dixie_arena.weigh import Weighing


def weigh(
    boards: Annotated[
        list[str],
        typer.Argument(
            help="standard, prior:PRIOR:SEED:NUMBER (seed 1,000,000 or more), or files.", show_default=False
        ),
    ],
    agents: Annotated[
        str, typer.Option(help="The pool: every seat draws its agent from it (see dixie agents).")
    ] = "balanced,greedy,ppo:zoo/second",
    games: Annotated[int, typer.Option(help="Games for each number of players.")] = 400,
    seed: Annotated[int, typer.Option(help="Seed of the first game; decides line-ups, too.")] = 1,
    evidence: Annotated[
        str, typer.Option(help="Statements about real games to compare with: standard, or a file.")
    ] = "standard",
    threads: Annotated[int, typer.Option(help="Threads that play; results don't depend on it.")] = 1,
    as_json: AsJson = False,
) -> None:
    """Play games on boards, and say how well each fits the evidence.

    A log weight of 0 agrees with every statement. At -2 the board is about 7 times less believable, at -6
    about 400 times. With 400 games for each number of players a board takes some seconds.
    """
    need_arena()
    from dixie_agents.registry import make_agent, split_names
    from dixie_arena.weigh import FEWEST, play_board
    from dixie_arena.weigh import weigh as weigh_games
    from dixie_env.boards.evidence import load_evidence
    from dixie_env.boards.names import check_board
    from dixie_env.cli.output import make_console, progress_bar
    from dixie_env.config import load_board

    check_seeds(seed, games)
    if games < FEWEST:
        raise UsageError(f"--games must be {FEWEST} or more, not {games}")
    if threads < 1:
        raise UsageError(f"--threads must be 1 or more, not {threads}")
    statements = load_evidence(evidence)
    loaded = [load_board(name) for name in boards]
    for board in loaded:
        check_board(board, "evaluation")
    names = split_names(agents)
    pool = [make_agent(name) for name in names]
    found = []
    with progress_bar(rate="games") as progress:
        task = progress.add_task("playing", total=len(loaded) * len(statements.players) * games)
        for board in loaded:
            played = play_board(
                board,
                pool,
                statements,
                games,
                seed,
                threads=threads,
                progress=lambda done: progress.advance(task, done),
            )
            found.append(weigh_games(played, statements, len(pool)))
    if as_json:
        about = {"agents": names, "games": games, "seed": seed, "evidence": statements.name}
        rows = [{"board": name, **one.as_object()} for name, one in zip(boards, found, strict=True)]
        print(json.dumps({**about, "boards": rows}))
        return
    console = make_console()
    for name, one in zip(boards, found, strict=True):
        _print(console, name, one, names)


def _print(console: Any, name: str, weighing: "Weighing", agents: list[str]) -> None:
    from dixie_arena.cli.standings import print_line, print_table

    print_line(console, f"{name}: log weight {_number(weighing.log_weight)}", "bold")
    print_table(console, _table(weighing))
    print_line(
        console, f"{weighing.games} games of {', '.join(agents)}; + is the error by luck and by players"
    )
    for fit in weighing.fits:
        if not fit.counts:
            print_line(console, f"{fit.statement.key} is not counted: a statement much like it fits worse")


def _number(log_weight: float) -> str:
    return f"{round(log_weight, 2) + 0:.2f}"  # never -0.00


def _table(weighing: "Weighing") -> "Table":
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("statement")
    players = list(weighing.fits[0].by_players)
    for head in ("found", "95 % interval", *(f"{count} players" for count in players)):
        table.add_column(head, justify="right", no_wrap=True)
    for head in ("said", "tolerance", "excess", "log weight"):
        table.add_column(head, justify="right", no_wrap=True)
    for fit in weighing.fits:
        said = fit.statement
        wanted = f"\u2264 {said.bound:.0%}" if said.bound is not None else f"{said.target:.0%}"
        unsure = (fit.luck + fit.spread) ** 0.5
        table.add_row(
            said.key,
            f"{fit.value:.1%}",
            f"{fit.low:.1%} to {fit.high:.1%}",
            *(f"{fit.by_players[count]:.1%}" for count in players),
            wanted,
            f"{said.tolerance:.0%} + {unsure:.1%}",
            f"{fit.excess:.1%}",
            _number(fit.log_weight) if fit.counts else f"({_number(fit.log_weight)})",
        )
    return table
