"""Playing a comparison of two agents, in a folder or without one."""

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, ClassVar

import numpy as np

from dixie_arena.ability_effects.exports import to_csv
from dixie_arena.columns import from_bytes
from dixie_arena.comparing.estimate import estimate_difference, expected_detectable
from dixie_arena.comparing.verdict import Comparison
from dixie_arena.config import DEFAULT_TIME_LIMIT, ArenaError, Tournament, make_entrants
from dixie_arena.folder import GAMES, RunFolder
from dixie_arena.given import Agents, AnAgent, choose_game, name_agent, name_agents
from dixie_arena.progress import Progress, show_progress, warn_user
from dixie_arena.results import read_results
from dixie_arena.run import run_tournament
from dixie_env import Setup
from dixie_env.folder_lock import own_folder

GAMES_BY_DEFAULT = 1200
FEWEST_DEALS = 6
"""With fewer deals no p-value can be below 5 %: there are too few ways to flip their signs."""
COMPARISON, LINEUPS = "comparison.json", "lineups.csv"


class Exchange(Tournament):
    """The games of a comparison: a tournament in which the first two agents are exchanged."""

    noun: ClassVar[str] = "comparison"

    @property
    def company(self) -> bool:
        """Whether other agents take part."""
        return len(self.entrants) > 2

    @property
    def detectable(self) -> float:
        """The difference that this comparison is likely to find in 80 % of cases. It is not played yet."""
        return expected_detectable(self.setup.players, self.schedule.blocks, company=self.company)


def plan_comparison(
    one: AnAgent,
    other: AnAgent,
    *,
    company: Agents = (),
    players: int | None = None,
    games: int = GAMES_BY_DEFAULT,
    seed: int = 1,
    setup: Setup | None = None,
    isolate: bool = True,
    time_limit: float = DEFAULT_TIME_LIMIT,
    workers: int = 1,
) -> Exchange:
    """Return what a comparison plays. The arguments are those of `compare`.

    Raises:
        AgentError: A name is wrong, or two agents have the same label.
        ArenaError: There are too few games. The message says how many are needed.
    """
    game = setup or Setup()
    if players is not None:
        game = game.replace(players=players)
    here = not isolate and workers == 1
    first = [name_agent(agent, here=here) for agent in (one, other)]
    entrants = make_entrants([*first, *(name_agents(company, here=here) if company else ())])
    plan = Exchange(entrants, games, seed, "exchange", game, isolate, time_limit)
    size = plan.schedule.games_in_block
    if plan.schedule.blocks < FEWEST_DEALS:
        usual = expected_detectable(game.players, GAMES_BY_DEFAULT // size, company=plan.company)
        raise ArenaError(
            f"{games} games are too few: this comparison plays {size} games on each deal and needs at least "
            f"{FEWEST_DEALS} deals, {FEWEST_DEALS * size} games. With {GAMES_BY_DEFAULT:,} games it finds a "
            f"difference of about {100 * usual:.0f} points"
        )
    return plan


def compare(
    one: AnAgent,
    other: AnAgent,
    *,
    company: Agents = (),
    players: int | None = None,
    games: int = GAMES_BY_DEFAULT,
    seed: int = 1,
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
    progress: Progress = True,
    warn: Callable[[str], None] = warn_user,
) -> Comparison:
    """Compare two agents on common deals, at several kinds of tables, as ``dixie compare`` does.

    Example::

        from dixie_arena import compare

        found = compare("balanced", "greedy", players=4, games=1200)
        print(found.sentence)
        found.to_frame()  # by line-up

    Args:
        one: An agent: a name as ``dixie agents`` lists them, or a class of your own. ``label=name`` gives it
            a label.
        other: The agent to compare it with.
        company: Agents that fill the other seats at mixed tables (``--with``). Without them, only copies of
            the two play.
        players: Number of players, 2 to 5; by default 4.
        games: Number of games, rounded up to whole deals.
        seed: Seed of deals and the agents' random numbers.
        edition: Rulebook edition, a name or a file; by default ``de``.
        rules: Which edition of the rules page a named rulebook is meant by; by default 2.
        board: A name, a file, or ``prior:PRIOR:SEED:NUMBER``; by default ``standard``.
        draft: How seats get abilities: ``choose`` (the default), ``random``, or ``fixed:3,5,8``.
        rounds: Number of rounds, 1 to 7; by default 7.
        setup: Which game, as an object; the arguments above change it.
        workers: Number of processes. Results don't depend on it.
        backend: ``local`` or ``ray``.
        out: Folder for games and results; by default nothing is kept.
        resume: Continue what is in the folder.
        isolate: Whether external bots (``module:Class``) run in separate processes.
        time_limit: Seconds such a bot has for a decision.
        progress: Whether to show a bar on a terminal; or a function that gets finished and all games.
        warn: Called with warnings before the first game.

    Raises:
        ArenaError: There are too few games, or the folder can't be used.
        AgentError: There is no such agent, or two have the same label.
    """
    game = choose_game(
        setup, players=players, edition=edition, board=board, draft=draft, rounds=rounds, rules=rules
    )
    plan = plan_comparison(
        one,
        other,
        company=company,
        games=games,
        seed=seed,
        setup=game,
        isolate=isolate,
        time_limit=time_limit,
        workers=workers,
    )
    return play_comparison(
        plan, out, resume=resume, workers=workers, backend=backend, progress=progress, warn=warn
    )


def play_comparison(
    plan: Exchange,
    out: Path | str | None = None,
    *,
    resume: bool = False,
    workers: int = 1,
    backend: str = "local",
    progress: Progress = True,
    warn: Callable[[str], None] = warn_user,
) -> Comparison:
    """Play or resume a planned comparison. The arguments are those of `compare`."""
    if resume and out is None:
        raise ArenaError("only a comparison with a folder can be resumed: name the folder (--out)")
    with ExitStack() as stack:
        folder = Path(out) if out is not None else Path(stack.enter_context(TemporaryDirectory())) / "run"
        stack.enter_context(own_folder(folder, "dixie compare"))
        show = stack.enter_context(show_progress(progress))
        outcome = run_tournament(
            plan,
            folder,
            resume=resume,
            workers=workers,
            backend=backend,
            finished_too=True,  # the verdict is about the agents that are here now
            progress=show,
            warn=warn,
        )
        found = read_comparison(plan, RunFolder(folder).read(GAMES), outcome.card["agents"])
        if out is not None:
            kept = RunFolder(folder)
            kept.write(COMPARISON, found.to_json() + "\n")
            kept.write(LINEUPS, to_csv(found.rows()))
            found = replace(found, path=folder)
    return found


def read_comparison(plan: Exchange, games: bytes, agents: list[dict[str, str]]) -> Comparison:
    """Return the result of a played comparison: a pure function of ``games.parquet``.

    Args:
        plan: What was played.
        games: The content of ``games.parquet``.
        agents: The rows ``agents`` of the card, with fingerprints.
    """
    table = from_bytes(games)
    labels = [entrant.label for entrant in plan.entrants]
    players = plan.setup.players
    results = read_results(table, labels, players)
    lineups = np.asarray(table.column("lineup").to_numpy())[::players]
    helped = np.asarray(table.column("substitutions").to_numpy()).reshape(-1, players)
    counts = {label: int(helped[results.agents == number].sum()) for number, label in enumerate(labels)}
    return Comparison(
        labels[0],
        labels[1],
        tuple(labels[2:]),
        plan.setup,
        estimate_difference(results, lineups, company=plan.company),
        {row["label"]: row["fingerprint"] for row in agents},
        {label: count for label, count in counts.items() if count},
    )


__all__ = ["Exchange", "compare", "plan_comparison", "play_comparison", "read_comparison"]
