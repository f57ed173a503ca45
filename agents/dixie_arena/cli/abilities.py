"""``dixie abilities``: which permanent ability is strongest?"""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from dixie_arena.cli.contrast import play_contrast, show_contrast, split_contrast
from dixie_arena.cli.extra import interrupted, need_arena, print_warning
from dixie_env.cli.errors import UsageError
from dixie_env.cli.options import (
    AsJson,
    Backend,
    EvaluationBoard,
    Isolate,
    Rounds,
    RulesPage,
    TimeLimit,
    Workers,
)
from dixie_env.cli.panels import COMPARE, panel

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table


@panel(COMPARE)
def abilities(
    out: Annotated[Path, typer.Option(help="Folder for the results.", show_default=False)],
    agents: Annotated[
        str,
        typer.Option(
            help="Agents, separated by commas (see dixie agents). Each plays all seats of its own games. "
            "Twins, restricted play, draft and boards use the first one. Required, except with --contrast "
            "agents=...",
            show_default=False,
        ),
    ] = "",
    players: Annotated[
        str, typer.Option(help="Number of players, 2 to 5. Separate several with commas.")
    ] = "4",
    games: Annotated[int, typer.Option(help="Games with dealt abilities, for each combination.")] = 20_000,
    edition: Annotated[
        str,
        typer.Option(
            help="Edition of the rules: de, proto, fr, en, pl, or a file. Separate several with commas."
        ),
    ] = "de",
    rules_page: RulesPage = 2,
    board: EvaluationBoard = "standard",
    contrast: Annotated[
        str,
        typer.Option(
            metavar="KEY=A,B",
            help="Only ask whether abilities are worth more or less under other conditions: players=3,5, "
            "edition=de,fr, board=standard,FILE or agents=greedy,balanced. Compares all with the first.",
            show_default=False,
        ),
    ] = "",
    cross: Annotated[
        bool,
        typer.Option(
            "--cross",
            help="Play all combinations of agents, numbers of players and editions, instead of varying one "
            "at a time.",
        ),
    ] = False,
    seed: Annotated[int, typer.Option(help="Seed of deals, games and the agents' random numbers.")] = 1,
    twins: Annotated[
        int | None,
        typer.Option(
            help="Games for each check with twin games (same seed, abilities exchanged). 0: none. "
            "Default: a quarter of --games.",
            show_default=False,
        ),
    ] = None,
    restricted: Annotated[
        int,
        typer.Option(
            help="Forbid one thing at a time (21 actions, 3 roads, 10 abilities), this many games each."
        ),
    ] = 0,
    draft: Annotated[
        int,
        typer.Option(
            help="Games with a draft, and as many with one seat that drafts by estimated value. 0 for none."
        ),
    ] = 0,
    vary_board: Annotated[
        int,
        typer.Option(
            metavar="K",
            help="Draw K boards from the prior, with seeds for evaluation, and see what depends on them.",
        ),
    ] = 0,
    board_games: Annotated[int, typer.Option(help="Games on each variant of the board.")] = 2_000,
    until_se: Annotated[
        float,
        typer.Option(
            help="Stop once all effects on win share have standard errors of at most this. 0: never."
        ),
    ] = 0.0,
    minutes: Annotated[
        float,
        typer.Option(help="Stop a combination after this many minutes of playing. 0: never."),
    ] = 0.0,
    rounds: Rounds = 7,
    workers: Workers = 1,
    backend: Backend = "local",
    resume: Annotated[bool, typer.Option("--resume", help="Continue the study in the folder.")] = False,
    isolate: Isolate = True,
    time_limit: TimeLimit = 2.0,
    report: Annotated[bool, typer.Option(help="Write report.html, pictures, CSV and Parquet files.")] = True,
    as_json: AsJson = False,
) -> None:
    """Measure which permanent ability is strongest, and how certain the answer is.

    Abilities are dealt in a balanced design: every ability meets every seat
    and every other ability equally often. The answer is the effect of holding
    an ability on win probability, rank and score, compared with the average
    ability, with intervals corrected for ten comparisons. Twin games on the
    same seed check it. If a study is interrupted, --resume continues it and
    gives the same numbers.

    --contrast asks a different question: is an ability worth more or less
    with other players, on another board, or in another edition?
    """
    need_arena()
    from dixie_arena.ability_effects.report import to_json
    from dixie_arena.api.abilities import abilities as play
    from dixie_env.cli.output import make_console

    shared: dict[str, Any] = {
        "players": players,
        "games": games,
        "edition": edition,
        "rules": rules_page,
        "board": board,
        "seed": seed,
        "rounds": rounds,
        "workers": workers,
        "backend": backend,
        "out": out,
        "resume": resume,
        "isolate": isolate,
        "time_limit": time_limit,
        "warn": print_warning,
    }
    key, values = split_contrast(contrast) if contrast else ("", [])
    _check_agents(agents, key)
    try:
        if contrast:
            _check_alone(
                {
                    "--cross": cross,
                    "--twins": twins,
                    "--restricted": restricted,
                    "--draft": draft,
                    "--vary-board": vary_board,
                    "--until-se": until_se,
                    "--minutes": minutes,
                }
            )
            found = play_contrast(key, values, agents, shared)
            if as_json:
                print(found.to_json())
            else:
                show_contrast(make_console(), found, out)
            return
        answer = play(
            agents,
            cross=cross,
            twins=twins,
            restricted=restricted,
            draft=draft,
            vary_board=vary_board,
            board_games=board_games,
            until_se=until_se,
            minutes=minutes,
            report=report,
            **shared,
        )
    except KeyboardInterrupt:
        raise interrupted(out) from None
    if as_json:
        print(to_json(answer.summary))
    else:
        show_answer(make_console(), answer.summary)
        console = make_console()
        console.print(f"Everything is in {out}", style="dim", soft_wrap=True)


def show_answer(console: "Console", summary: dict[str, Any]) -> None:
    """Print the table of the main combination and the conclusions of the study."""
    from dixie_arena.ability_effects.verdict import sentences
    from dixie_arena.cli.standings import print_table

    cell = summary["cells"][0]
    console.print(answer_title(cell), style="bold", soft_wrap=True)
    table = answer_table(cell)
    print_table(console, table)
    console.print(
        '"p: average" is the p-value of "it equals the average ability", with Holm\'s correction for ten. '
        '"strongest" is the probability of being the strongest, from luck alone.',
        style="dim",
        soft_wrap=True,
    )
    for line in sentences(summary):
        console.print(line, soft_wrap=True)


def answer_title(cell: dict[str, Any]) -> str:
    """Return what the table of a combination shows."""
    return (
        f"{cell['label']}: effect of holding an ability, compared with the average ({cell['games']:,} games)"
    )


def answer_table(cell: dict[str, Any]) -> "Table":
    """Return the effects of one combination as a table, strongest first."""
    from rich import box
    from rich.table import Table

    table = Table(
        box=box.SIMPLE_HEAD,
        pad_edge=False,
    )
    table.add_column("ability")
    for name in ("win probability", "95 % for all ten", "p: average", "rank", "score", "strongest"):
        table.add_column(name, justify="right", no_wrap=True)
    others = {
        metric: {row["ability"]: row for row in cell["effects"][metric]} for metric in ("rank", "score")
    }
    for row in cell["effects"]["win_share"]:
        rank, score = others["rank"][row["ability"]], others["score"][row["ability"]]
        table.add_row(
            row["ability"],
            f"{100 * row['effect']:+.1f}",
            f"[{100 * row['low_corrected']:+.1f}, {100 * row['high_corrected']:+.1f}]",
            f"{row['p_holm']:.3f}" if row["p_holm"] >= 0.001 else "<0.001",
            f"{rank['effect']:+.2f} ±{(rank['high'] - rank['low']) / 2:.2f}",
            f"{score['effect']:+.2f} ±{(score['high'] - score['low']) / 2:.2f}",
            f"{row['first']:.0%}",
        )
    return table


def _check_agents(agents: str, key: str) -> None:
    """Agents are named once: by --agents, or as the values of the contrast."""
    if key == "agents" and agents:
        raise UsageError("--contrast agents=... names the agents: leave out --agents")
    if key != "agents" and not agents:
        raise UsageError("--agents is missing: name one or more agents, such as --agents balanced")


def _check_alone(options: dict[str, Any]) -> None:
    """Refuse what a contrast does not play, rather than ignore it."""
    given = [name for name, value in options.items() if value]
    if given:
        raise UsageError(
            f"--contrast plays --games dealt games under each condition, nothing else: leave out "
            f"{', '.join(given)}"
        )
