"""The result card: everything another person needs to believe a result, or to repeat it."""

import hashlib
import platform
import subprocess
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

import dixie_agents
from dixie_arena.config import Entrant, Tournament
from dixie_arena.plan import Plan
from dixie_env import __version__
from dixie_env.engine.model import SOURCE_HASH

FORMAT = "dixie-result-card"
VERSION = 1
_SOURCES = (".py", ".pyx", ".pxd", ".pxi")


def make_card(tournament: Tournament, files: dict[str, bytes]) -> dict[str, Any]:
    """Return the card of a finished tournament.

    Args:
        tournament: What was played.
        files: The files of results, by name, whose checksums the card carries.
    """
    schedule = tournament.schedule
    return {
        "format": FORMAT,
        "version": VERSION,
        "dixie": __version__,
        "commit": commit(),
        "engine": SOURCE_HASH,
        "python": platform.python_version(),
        "numpy": np.__version__,
        "tournament": tournament.as_object(),
        "fingerprint": tournament.fingerprint(),
        "rules": tournament.rules.config.header(),
        "games": schedule.games,
        "rounds": schedule.rounds,
        "seeds": hashlib.sha256(schedule.seeds().tobytes()).hexdigest(),
        "agents": [
            {"label": entrant.label, "name": entrant.name, "checksum": checksum(entrant)}
            for entrant in tournament.entrants
        ],
        "files": {name: hashlib.sha256(content).hexdigest() for name, content in files.items()},
    }


def code_of(plan: Plan) -> dict[str, Any]:
    """Return checksums of rules and agents: parts played by different code don't belong together."""
    return {
        "engine": SOURCE_HASH,
        "agents": {entrant.label: checksum(entrant) for entrant in plan.entrants},
    }


def checksum(entrant: Entrant) -> str | None:
    """Return a checksum of what an agent is made of.

    For an agent of the registry these are all sources of the package ``agents`` but the arena's, and a file
    that its name mentions; for a class from outside the file of its module. None where there is nothing to
    read.
    """
    name, _, argument = entrant.name.partition(":")
    if entrant.foreign:
        file = _module_file(name)
        return None if file is None else hashlib.sha256(file.read_bytes()).hexdigest()
    total = hashlib.sha256(entrant.name.encode())
    folder = Path(dixie_agents.__file__).parent
    for source in sorted(folder.rglob("*")):
        inside = source.relative_to(folder).parts[0]
        if source.suffix in _SOURCES and inside not in ("arena", "web"):
            total.update(source.relative_to(folder).as_posix().encode() + b"\0" + source.read_bytes())
    if argument and Path(argument).is_file():
        total.update(Path(argument).read_bytes())
    return total.hexdigest()


def commit() -> str | None:
    """Return the commit of the checkout that the code runs from, with a mark if files have changed since."""
    root = Path(dixie_agents.__file__).parents[2]
    if not (root / ".git").exists():
        return None
    try:
        head = _git(root, "rev-parse", "HEAD")
        changed = _git(root, "status", "--porcelain", "--untracked-files=no")
    except (OSError, subprocess.SubprocessError):
        return None
    return f"{head}+changes" if changed else head


def _git(root: Path, *arguments: str) -> str:
    ran = subprocess.run(
        ["git", "-C", str(root), *arguments], capture_output=True, text=True, timeout=20, check=True
    )
    return ran.stdout.strip()


def _module_file(name: str) -> Path | None:
    """Return the file of a module, without running it (but for the packages it lies in)."""
    try:
        spec = find_spec(name)
    except Exception:
        return None
    return Path(spec.origin) if spec is not None and spec.origin and Path(spec.origin).is_file() else None
