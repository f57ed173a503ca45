"""``dixie play``: play against agents in the terminal."""

from pathlib import Path
from typing import Annotated

import typer

from dixie_env.cli.errors import UsageError
from dixie_env.cli.options import Board, Draft, Edition, Players, Rounds, RulesPage
from dixie_env.cli.panels import PLAY, panel


@panel(PLAY)
def play(
    players: Players = 3,
    opponents: Annotated[
        str, typer.Option(help="Agents in the other seats: names separated by commas, or one name for all.")
    ] = "sane",
    seat: Annotated[int, typer.Option(help="Your seat, counted from 0.")] = 0,
    seed: Annotated[
        int | None, typer.Option(help="Seed of the game. Random by default.", show_default=False)
    ] = None,
    edition: Edition = "de",
    rules_page: RulesPage = 2,
    board: Board = "standard",
    draft: Draft = "choose",
    rounds: Rounds = 7,
    save: Annotated[
        Path | None, typer.Option(help="Write the finished game to this file.", show_default=False)
    ] = None,
) -> None:
    """Play a game against agents in the terminal.

    Type the number of an option to choose it: for an action that is its own number. u undoes your last choice
    until somebody else acts or chance decides something, b shows the board, and q leaves the game.
    """
    from dixie_agents.assisted import report_lines
    from dixie_agents.guests import invite_all
    from dixie_agents.person import GameLeft, TerminalGame
    from dixie_agents.registry import AgentError
    from dixie_env import compile_rules
    from dixie_env.cli.options import check_seeds, game_setup
    from dixie_env.cli.output import make_console, show_text
    from dixie_env.envs.seeds import next_seed
    from dixie_env.files import check_writable

    rules = compile_rules(game_setup(players, edition, board, draft, rounds, rules_page))
    if not 0 <= seat < players:
        raise UsageError(f"--seat must be from 0 to {players - 1}, not {seat}")
    number = next_seed(None) if seed is None else seed
    check_seeds(number, 1)
    try:
        agents = invite_all(opponents)
    except AgentError as error:
        raise UsageError(f"--opponents: {error}") from error
    if len(agents) == 1:
        agents *= players - 1
    if len(agents) != players - 1:
        raise UsageError(
            f"--opponents needs 1 name or {players - 1} for {players} players, not {len(agents)}"
        )
    if save is not None and not save.parent.is_dir():
        raise UsageError(f"--save {save}: the folder {save.parent} does not exist")
    if save is not None:
        try:
            check_writable(save)
        except OSError as error:
            raise UsageError(f"--save {save}: the game could not be saved there: {error.strerror}") from None
    console = make_console()

    def tell(lines: str) -> None:
        for line in lines.split("\n"):
            show_text(console, line)

    table = TerminalGame(rules, number, seat, agents, ask=lambda: input("> "), tell=tell)
    try:
        recorder = table.play()
    except GameLeft:
        tell("You left the game. Unfinished games are not saved.")
        raise typer.Exit(1) from None
    for line in report_lines(agents):
        tell(line)
    if save is not None:
        recorder.save(save)
        tell(f"wrote {save}; watch it with: dixie replay {save}")
