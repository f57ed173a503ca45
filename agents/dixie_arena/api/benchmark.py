"""`dixie_arena.benchmark`: one score for an agent that others can compare with theirs."""

from collections.abc import Callable
from pathlib import Path

from dixie_arena.benchmarking import LATEST, run_benchmark
from dixie_arena.config import DEFAULT_TIME_LIMIT
from dixie_arena.given import AnAgent, name_agent
from dixie_arena.progress import Progress, show_progress, warn_user
from dixie_arena.score import Score
from dixie_env.folder_lock import own_folder

__all__ = ["benchmark", "benchmark_folder"]


def benchmark(
    agent: AnAgent,
    *,
    out: Path | str | None = None,
    version: int = LATEST,
    workers: int = 1,
    backend: str = "local",
    resume: bool = False,
    isolate: bool = True,
    time_limit: float = DEFAULT_TIME_LIMIT,
    progress: Progress = True,
    warn: Callable[[str], None] = warn_user,
) -> Score:
    """Play the frozen benchmark, as ``dixie benchmark`` does.

    Example::

        from dixie_arena import benchmark

        found = benchmark("ppo:zoo/second")
        print(found.line)  # to quote
        found.to_frame()   # by opponent and table

    Args:
        agent: The agent: a name as ``dixie agents`` lists them, or a class of your own.
        out: Folder for the results; by default ``runs/benchmark-vN-AGENT``.
        version: Version of the benchmark: 2, or 1, which has bots on one board as opponents.
        workers: Number of processes. Results don't depend on it.
        backend: ``local`` or ``ray``.
        resume: Continue the benchmark in the folder.
        isolate: Whether external bots run in separate processes.
        time_limit: Seconds such a bot has for a decision.
        progress: Whether to show a bar on a terminal; or a function that gets finished and all games.
        warn: Called with warnings before the first game.

    Raises:
        ArenaError: The opponents no longer play as in the benchmark, or a folder can't be used.
        AgentError: There is no such agent.
    """
    name = name_agent(agent, here=not isolate and workers == 1)
    folder = benchmark_folder(name, version) if out is None else Path(out)
    with own_folder(folder, "dixie benchmark"), show_progress(progress) as show:
        return run_benchmark(
            name,
            folder,
            version=version,
            resume=resume,
            workers=workers,
            backend=backend,
            isolate=isolate,
            time_limit=time_limit,
            progress=show,
            warn=warn,
        )


def benchmark_folder(agent: str, version: int = LATEST) -> Path:
    """Return the usual folder for the benchmark of an agent."""
    name = "".join(letter if letter.isalnum() or letter in "-_." else "-" for letter in agent)
    return Path("runs") / f"benchmark-v{version}-{name}"
