"""``dixie tournament``: agents against agents."""

import json
from pathlib import Path
from typing import Annotated

import typer

from dixie_arena.cli.extra import interrupted, need_arena, print_warning
from dixie_env.cli.options import (
    AsJson,
    Backend,
    Draft,
    Edition,
    EvaluationBoard,
    Isolate,
    Players,
    Rounds,
    RulesPage,
    TimeLimit,
    Workers,
)
from dixie_env.cli.panels import COMPARE, panel


@panel(COMPARE)
def tournament(
    agents: Annotated[
        str,
        typer.Option(
            help="Agents, separated by commas (see dixie agents). LABEL=NAME renames one: a=sane,b=sane.",
            show_default=False,
        ),
    ],
    out: Annotated[Path, typer.Option(help="Folder for the results.", show_default=False)],
    players: Players = 4,
    games: Annotated[
        int,
        typer.Option(help="Number of games, rounded up so that every agent plays every seat equally often."),
    ] = 400,
    seed: Annotated[int, typer.Option(help="Seed of line-ups, games and the agents' random numbers.")] = 1,
    lineups: Annotated[
        str,
        typer.Option(
            help="Who meets whom on each seed: all (every line-up), sampled (random line-ups), drawn (every "
            "seat drawn from all agents, with copies; for the equilibrium of whole tables), duels (one "
            "copy of each agent against copies of each other agent), challenge (one copy of the first agent "
            "against copies of each other agent), exchange (see dixie compare), or auto (all if there "
            "are enough games, else sampled)."
        ),
    ] = "auto",
    edition: Edition = "de",
    rules_page: RulesPage = 2,
    board: EvaluationBoard = "standard",
    draft: Draft = "choose",
    rounds: Rounds = 7,
    workers: Workers = 1,
    backend: Backend = "local",
    resume: Annotated[bool, typer.Option("--resume", help="Continue the tournament in the folder.")] = False,
    isolate: Isolate = True,
    time_limit: TimeLimit = 2.0,
    strict: Annotated[
        bool,
        typer.Option("--strict", help="Rank a bot last in every game in which it failed to move."),
    ] = False,
    records: Annotated[int, typer.Option(help="Number of games to record as well.")] = 0,
    report: Annotated[bool, typer.Option(help="Write report.html and its pictures.")] = True,
    as_json: AsJson = False,
) -> None:
    """Let agents play each other, and report who is better and how certain that is.

    Every line-up is played in all rotations of the seats on the same seed. The folder gets games.parquet (a
    row for each seat of each game), summary.json, timing.json, card.json and report.html. If a tournament is
    interrupted, even by kill -9, --resume continues it and gives the same results.
    """
    need_arena()
    from dixie_arena.api.tournament import plan_tournament, play_tournament
    from dixie_arena.cli.standings import show_standings
    from dixie_arena.folder import RunFolder
    from dixie_arena.given import choose_game
    from dixie_env.cli.output import make_console

    plan = plan_tournament(
        agents,
        games=games,
        seed=seed,
        lineups=lineups,
        setup=choose_game(
            players=players, edition=edition, board=board, draft=draft, rounds=rounds, rules=rules_page
        ),
        isolate=isolate,
        time_limit=time_limit,
        strict=strict,
    )
    try:
        outcome = play_tournament(
            plan,
            out,
            resume=resume,
            workers=workers,
            backend=backend,
            records=records,
            report=report,
            progress=True,
            warn=print_warning,
        )
    except KeyboardInterrupt:
        kept = sum(plan.games_in_chunk(index) for index in RunFolder(out).done(plan))
        raise interrupted(out, f"{kept} of {plan.schedule.games} games are") from None
    if as_json:
        print(json.dumps({"summary": outcome.summary, "timing": outcome.timing, "card": outcome.card}))
    else:
        show_standings(make_console(), outcome.summary, outcome.timing, games, out)
