"""``dixie play``: sit down at a table against agents."""

from pathlib import Path
from typing import Annotated

import typer

from dixie_env.cli.errors import UsageError
from dixie_env.cli.options import Board, Draft, Edition, Players, Rounds
from dixie_env.cli.panels import PLAY, panel


@panel(PLAY)
def play(
    players: Players = 3,
    opponents: Annotated[
        str, typer.Option(help="Who plays the other seats: names with commas, or one name for all.")
    ] = "sane",
    seat: Annotated[int, typer.Option(help="Your seat, from 0.")] = 0,
    seed: Annotated[
        int | None, typer.Option(help="Seed of the game; a new one by default.", show_default=False)
    ] = None,
    edition: Edition = "de",
    board: Board = "standard",
    draft: Draft = "choose",
    rounds: Rounds = 7,
    save: Annotated[
        Path | None, typer.Option(help="Write the finished game to this file.", show_default=False)
    ] = None,
) -> None:
    """Play a game against agents, in the terminal.

    Options are numbered; u takes a choice back as long as nothing has been seen since, b shows the table, q
    leaves.
    """
    from dixie_agents.person import GameLeft, TerminalGame
    from dixie_agents.registry import AgentError, parse_agents
    from dixie_env import compile_rules
    from dixie_env.cli.options import check_seeds, game_setup
    from dixie_env.cli.output import make_console, show_text
    from dixie_env.envs.seeds import next_seed

    rules = compile_rules(game_setup(players, edition, board, draft, rounds))
    if not 0 <= seat < players:
        raise UsageError(f"--seat must be from 0 to {players - 1}, not {seat}")
    number = next_seed(None) if seed is None else seed
    check_seeds(number, 1)
    try:
        agents = parse_agents(opponents)
    except AgentError as error:
        raise UsageError(f"--opponents: {error}") from error
    if len(agents) == 1:
        agents *= players - 1
    if len(agents) != players - 1:
        raise UsageError(
            f"--opponents must be 1 name or {players - 1} for {players} players, not {len(agents)}"
        )
    if save is not None and not save.parent.is_dir():
        raise UsageError(f"--save {save}: there is no folder {save.parent}")
    console = make_console()

    def tell(lines: str) -> None:
        for line in lines.split("\n"):
            show_text(console, line)

    table = TerminalGame(rules, number, seat, agents, ask=lambda: input("> "), tell=tell)
    try:
        recorder = table.play()
    except GameLeft:
        tell("You have left the game. An unfinished game is not saved.")
        raise typer.Exit(1) from None
    if save is not None:
        recorder.save(save)
        tell(f"wrote {save}; look at it again with: dixie replay {save}")
