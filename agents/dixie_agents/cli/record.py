"""``dixie record``: play games and record them."""

from pathlib import Path
from typing import Annotated

import typer

from dixie_env.cli.errors import UsageError
from dixie_env.cli.options import Board, Draft, Edition, Players, Rounds, RulesPage, check_seeds, game_setup
from dixie_env.cli.panels import PLAY, panel

MOST_RECORDS = 1_000_000


@panel(PLAY)
def record(
    out: Annotated[
        Path, typer.Option(help="Folder for the records. Created if it does not exist.", show_default=False)
    ],
    players: Players = 4,
    edition: Edition = "de",
    rules_page: RulesPage = 2,
    board: Board = "standard",
    seed: Annotated[int, typer.Option(help="Seed of the first game. Each further game adds 1.")] = 0,
    draft: Draft = "choose",
    rounds: Rounds = 7,
    agents: Annotated[
        str,
        typer.Option(
            help="Agents: names separated by commas, one for each seat, or one for all (see dixie agents)."
        ),
    ] = "random",
    games: Annotated[int, typer.Option(help="Number of games.")] = 1,
    full: Annotated[
        bool, typer.Option("--full", help="Also write all options and the state after each decision.")
    ] = False,
    explain: Annotated[
        bool, typer.Option("--explain", help="Also write how search agents rate their options.")
    ] = False,
) -> None:
    """Play games and record each one in its own file, game-SEED.jsonl.

    The same command always writes the same files. Files of the same name are overwritten.
    """
    from dixie_agents.assisted import report_lines
    from dixie_agents.guests import invite
    from dixie_agents.recording import play, seat_agents
    from dixie_env import compile_rules
    from dixie_env.cli.output import make_console, progress_bar

    rules = compile_rules(game_setup(players, edition, board, draft, rounds, rules_page))
    names = seat_agents(agents, players)
    check_seeds(seed, games)
    if games > MOST_RECORDS:
        raise UsageError(f"--games must be at most {MOST_RECORDS}, because each is a file, not {games}")
    if out.exists() and not out.is_dir():
        raise UsageError(f"--out {out} is a file; give a folder")
    out.mkdir(parents=True, exist_ok=True)
    decisions = 0
    # Slow agents are kept for all games, to report what they used at the end; others may remember a game.
    slow = {name: agent for name in names if (agent := invite(name)).slow}
    with progress_bar() as progress:
        task = progress.add_task("playing", total=games)

        def show(round_: int, made: int) -> None:
            progress.update(task, description=f"playing, round {round_}, decision {made + 1}")

        for number in range(seed, seed + games):
            decisions += play(
                rules,
                number,
                names,
                full=full,
                path=out / f"game-{number}.jsonl",
                explain=explain,
                agents={name: slow.get(name) or invite(name) for name in names} if slow else None,
                progress=show if slow else lambda round_, made: None,
            )
            progress.advance(task)
    what = f"{games} {'full ' if full else ''}record{'s' if games > 1 else ''}"
    first, last = f"game-{seed}.jsonl", f"game-{seed + games - 1}.jsonl"
    which = first if games == 1 else f"{first} to {last}"
    make_console().print(f"wrote {what} ({decisions} decisions) to {out}: {which}", soft_wrap=True)
    for line in report_lines(slow.values()):
        make_console().print(line, soft_wrap=True)
