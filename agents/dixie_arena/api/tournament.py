"""`dixie_arena.tournament`: agents against agents."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from dixie_arena.config import DEFAULT_TIME_LIMIT, ArenaError, Tournament, make_entrants
from dixie_arena.findings import in_folder
from dixie_arena.given import Agents, choose_game, name_agents
from dixie_arena.progress import Progress, show_progress, warn_user
from dixie_arena.run import Outcome, run_tournament
from dixie_env import Setup

__all__ = ["plan_tournament", "play_tournament", "tournament"]

GAMES_BY_DEFAULT = 400


def tournament(
    agents: Agents,
    *,
    players: int | None = None,
    games: int = GAMES_BY_DEFAULT,
    seed: int = 1,
    lineups: str = "auto",
    edition: Any = None,
    rules: int | None = None,
    board: Any = None,
    draft: str | None = None,
    rounds: int | None = None,
    setup: Setup | None = None,
    workers: int = 1,
    backend: str = "local",
    out: Path | str | None = None,
    resume: bool = False,
    isolate: bool = True,
    time_limit: float = DEFAULT_TIME_LIMIT,
    strict: bool = False,
    records: int = 0,
    report: bool | None = None,
    progress: Progress = True,
    warn: Callable[[str], None] = warn_user,
) -> Outcome:
    """Let agents play each other, as ``dixie tournament`` does.

    Example::

        from dixie_arena import tournament

        found = tournament(["random", "sane", "greedy"], players=4, games=400)
        found.sentences              # who beats whom
        found.to_frame()             # a row for each agent
        found.tables["games"]        # a row for each seat of each game
        found.figures["ladder"]

    Args:
        agents: The agents: names as ``dixie agents`` lists them, or classes of your own. A dictionary gives
            them labels.
        players: Number of players, 2 to 5; by default 4.
        games: Number of games, rounded up so that every agent plays every seat equally often.
        seed: Seed of line-ups, games and the agents' random numbers.
        lineups: Who meets whom: ``auto``, ``all``, ``sampled``, ``drawn``, ``duels`` or ``challenge``.
        edition: Rulebook edition, a name or a file; by default ``de``.
        rules: Which edition of the rules page a named rulebook is meant by; by default 2.
        board: A name, a file, or ``prior:PRIOR:SEED:NUMBER``; by default ``standard``.
        draft: How seats get abilities: ``choose`` (the default), ``random``, or ``fixed:3,5,8``.
        rounds: Number of rounds, 1 to 7; by default 7.
        setup: Which game, as an object; the arguments above change it.
        workers: Number of processes. Results don't depend on it.
        backend: ``local`` or ``ray``.
        out: Folder for the results. By default a temporary one, removed together with the returned object.
        resume: Continue the tournament in the folder.
        isolate: Whether external bots run in separate processes.
        time_limit: Seconds such a bot has for a decision.
        strict: Whether a bot that failed to move is ranked last in that game.
        records: Number of games to record as well.
        report: Whether to write ``report.html`` and its pictures; by default if `out` is given.
        progress: Whether to show a bar on a terminal; or a function that gets finished and all games.
        warn: Called with warnings before the first game.

    Raises:
        ArenaError: The folder can't be used, or an argument is wrong.
        AgentError: There is no such agent, or two have the same label.
    """
    plan = plan_tournament(
        agents,
        games=games,
        seed=seed,
        lineups=lineups,
        setup=choose_game(
            setup,
            players=players,
            edition=edition,
            board=board,
            draft=draft,
            rounds=rounds,
            rules=rules,
        ),
        isolate=isolate,
        time_limit=time_limit,
        strict=strict,
        workers=workers,
    )
    return play_tournament(
        plan,
        out,
        resume=resume,
        workers=workers,
        backend=backend,
        records=records,
        report=out is not None if report is None else report,
        progress=progress,
        warn=warn,
    )


def plan_tournament(
    agents: Agents,
    *,
    games: int,
    seed: int,
    lineups: str,
    setup: Setup,
    isolate: bool,
    time_limit: float,
    strict: bool,
    workers: int = 1,
) -> Tournament:
    """Return what a tournament plays. The arguments are those of `tournament`."""
    entrants = make_entrants(name_agents(agents, here=not isolate and workers == 1))
    return Tournament(entrants, games, seed, lineups, setup, isolate, time_limit, strict)


def play_tournament(
    plan: Tournament,
    out: Path | str | None,
    *,
    resume: bool,
    workers: int,
    backend: str,
    records: int,
    report: bool,
    progress: Progress,
    warn: Callable[[str], None],
) -> Outcome:
    """Play or resume a planned tournament. The arguments are those of `tournament`."""
    if resume and out is None:
        raise ArenaError("only a tournament with a folder can be resumed: name the folder (out)")

    def play(path: Path) -> Outcome:
        with show_progress(progress) as show:
            found = run_tournament(
                plan,
                path,
                resume=resume,
                workers=workers,
                backend=backend,
                records=records,
                progress=show,
                warn=warn,
            )
        if report:
            from dixie_arena.report import write_report

            write_report(path)
        return found

    return in_folder(out, "dixie tournament", play)
