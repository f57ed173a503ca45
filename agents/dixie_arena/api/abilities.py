"""`dixie_arena.abilities`: which permanent ability is strongest?"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from dixie_arena.ability_effects.given import make_study
from dixie_arena.ability_effects.report import write_report
from dixie_arena.ability_effects.study import Answer, run_study
from dixie_arena.config import DEFAULT_TIME_LIMIT, ArenaError
from dixie_arena.findings import in_folder
from dixie_arena.given import Agents, name_agents
from dixie_arena.progress import ShowStage, show_stages, warn_user
from dixie_env.config import NEWEST_RULES

__all__ = ["abilities"]


def abilities(
    agents: Agents,
    *,
    players: int | Sequence[int] | str = 4,
    games: int = 20_000,
    edition: Any = "de",
    rules: int = NEWEST_RULES,
    board: Any = "standard",
    cross: bool = False,
    seed: int = 1,
    twins: int | None = None,
    restricted: int = 0,
    draft: int = 0,
    vary_board: int = 0,
    board_games: int = 2_000,
    until_se: float = 0.0,
    minutes: float = 0.0,
    rounds: int = 7,
    workers: int = 1,
    backend: str = "local",
    out: Path | str | None = None,
    resume: bool = False,
    isolate: bool = True,
    time_limit: float = DEFAULT_TIME_LIMIT,
    report: bool | None = None,
    progress: bool | ShowStage = True,
    warn: Callable[[str], None] = warn_user,
) -> Answer:
    """Measure which permanent ability is strongest, as ``dixie abilities`` does.

    `contrast` asks whether that depends on players, edition, board or agents.

    Example::

        from dixie_arena import abilities

        found = abilities("balanced", players=4, games=20_000, out="runs/abilities")
        found.sentences
        found.tables["effects"]
        found.figures["forest"]

    Args:
        agents: The agents. Each plays all seats of its own games. Twins, restricted play, draft and boards
            use the first one.
        players: Number of players, or several in a list; the first is the main one.
        games: Games with dealt abilities, for each combination.
        edition: Rulebook edition, a name or a file, or several in a list.
        rules: Which edition of the rules page a named rulebook is meant by.
        board: A name, a file, or ``prior:PRIOR:SEED:NUMBER``.
        cross: Play all combinations of agents, players and editions, instead of varying one at a time.
        seed: Seed of deals, games and the agents' random numbers.
        twins: Games for each check with twin games, 0 for none; by default a quarter of `games`.
        restricted: Games with one thing forbidden, for each thing; 0 for none.
        draft: Games with a draft; 0 for none.
        vary_board: Number of boards to draw from the prior.
        board_games: Games on each of them.
        until_se: Stop once all effects on win share have standard errors of at most this; 0 for never.
        minutes: Stop a combination after this many minutes of playing; 0 for never.
        rounds: Number of rounds, 1 to 7.
        workers: Number of processes. Results don't depend on it.
        backend: ``local`` or ``ray``.
        out: Folder for the results. By default a temporary one, removed together with the returned object.
        resume: Continue the study in the folder.
        isolate: Whether external bots run in separate processes.
        time_limit: Seconds such a bot has for a decision.
        report: Whether to write ``report.html``, pictures and tables; by default if `out` is given.
        progress: Whether to show bars on a terminal; or a function that gets the name of an experiment, its
            finished games, all its games, and a note.
        warn: Called with warnings before the first game.

    Raises:
        ArenaError: The folder can't be used, or a setting is wrong.
        AgentError: There is no such agent.
    """
    if resume and out is None:
        raise ArenaError("only a study with a folder can be resumed: name the folder (out)")
    study = make_study(
        name_agents(agents, here=not isolate and workers == 1),
        players=players,
        edition=edition,
        rules=rules,
        board=board,
        games=games,
        twins=twins,
        cross=cross,
        seed=seed,
        until_se=until_se,
        minutes=minutes,
        restricted_games=restricted,
        draft_games=draft,
        boards=vary_board,
        board_games=board_games,
        rounds=rounds,
        isolate=isolate,
        time_limit=time_limit,
    )

    def play(path: Path) -> Answer:
        with show_stages(progress) as show:
            answer = run_study(
                study, path, resume=resume, workers=workers, backend=backend, progress=show, warn=warn
            )
        if report or (report is None and out is not None):
            write_report(answer.summary, path, answer.timing)
        return answer

    return in_folder(out, "dixie abilities", play)
