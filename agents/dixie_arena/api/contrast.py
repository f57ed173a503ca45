"""`dixie_arena.contrast`: is an ability worth more or less under other conditions?"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from dixie_agents.names import parse_name
from dixie_arena.ability_effects.contrast_run import ContrastResult, conditions_of, run_contrast
from dixie_arena.ability_effects.given import choose_board, choose_edition, choose_players, make_study
from dixie_arena.config import DEFAULT_TIME_LIMIT, ArenaError
from dixie_arena.findings import in_folder
from dixie_arena.given import AnAgent, name_agent, names_of
from dixie_arena.progress import Progress, show_progress, warn_user
from dixie_env.config import NEWEST_RULES

__all__ = ["contrast"]


def contrast(
    key: str,
    values: Sequence[Any] | str,
    agent: AnAgent | None = None,
    *,
    players: int = 4,
    games: int = 20_000,
    edition: Any = "de",
    rules: int = NEWEST_RULES,
    board: Any = "standard",
    seed: int = 1,
    rounds: int = 7,
    workers: int = 1,
    backend: str = "local",
    out: Path | str | None = None,
    resume: bool = False,
    isolate: bool = True,
    time_limit: float = DEFAULT_TIME_LIMIT,
    progress: Progress = True,
    warn: Callable[[str], None] = warn_user,
) -> ContrastResult:
    """Ask whether abilities are worth more or less under other conditions.

    It does what ``dixie abilities --contrast`` does.

    Example::

        from dixie_arena import contrast

        found = contrast("players", [3, 5], "balanced", games=20_000)
        found.sentence
        found.to_frame()

    Args:
        key: What differs: ``players``, ``edition``, ``board`` or ``agents``.
        values: Its values, two or more. All are compared with the first.
        agent: The agent in all seats; None if `key` is ``agents``.
        players: Number of players.
        games: Games under each condition.
        edition: Rulebook edition, a name or a file.
        rules: Which edition of the rules page a named rulebook is meant by.
        board: A name, a file, or ``prior:PRIOR:SEED:NUMBER``.
        seed: Seed of deals, games and the agents' random numbers.
        rounds: Number of rounds, 1 to 7.
        workers: Number of processes. Results don't depend on it.
        backend: ``local`` or ``ray``.
        out: Folder for the results. By default a temporary one, removed together with the returned object.
        resume: Continue what is in the folder.
        isolate: Whether external bots run in separate processes.
        time_limit: Seconds such a bot has for a decision.
        progress: Whether to show a bar on a terminal; or a function that gets finished and all games.
        warn: Called with warnings before the first game, and with failures of bots.

    Raises:
        ArenaError: The question can't be asked in this way, or the folder can't be used.
        AgentError: There is no such agent.
    """
    if resume and out is None:
        raise ArenaError("only a contrast with a folder can be resumed: name the folder (out)")
    if (agent is None) != (key == "agents"):
        wrong = (
            "a contrast of agents names them as its values"
            if agent
            else f"a contrast of {key} needs an agent"
        )
        raise ArenaError(
            f"{wrong}: contrast('agents', ['greedy', 'balanced']), contrast('players', [3, 5], 'greedy')"
        )
    here = not isolate and workers == 1
    given = names_of(values)
    names = [str(value) for value in given]
    if key == "agents":
        parsed = [parse_name(name_agent(value, here=here)) for value in given]
        names, given = [name.label for name in parsed], [name.bare for name in parsed]
    elif key == "players":
        given = list(choose_players(given))
    elif key == "edition":
        given = [choose_edition(value, rules) for value in given]
    elif key == "board":
        given = [choose_board(value) for value in given]
    study = make_study(
        [given[0] if agent is None else name_agent(agent, here=here)],
        players=players,
        edition=edition,
        rules=rules,
        board=board,
        games=games,
        twins=0,
        seed=seed,
        rounds=rounds,
        isolate=isolate,
        time_limit=time_limit,
    )
    conditions = conditions_of(study, key, given, names)

    def play(path: Path) -> ContrastResult:
        with show_progress(progress) as show:
            return run_contrast(
                key,
                conditions,
                path,
                games=games,
                seed=seed,
                guests=study.guests,
                resume=resume,
                workers=workers,
                backend=backend,
                progress=lambda done, total, note: show(done, total),
                warn=warn,
            )

    return in_folder(out, "dixie abilities --contrast", play)
