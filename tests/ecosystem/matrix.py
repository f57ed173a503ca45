"""Runs the example of a library in a virtual environment of its own."""

import json
import platform
import re
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from docs.tools import MEASURED, Tool, pinned
from tests.packaging.building import Installed

LEARNED = re.compile(r"learned for (\d+) s")
WON = re.compile(r"won ([\d.]+)% \[([\d.]+), ([\d.]+)\] of ([\d,]+) games against sane")
PATIENCE = 2 * 3600
"""Seconds, for a machine that has other things to do."""


@dataclass(frozen=True)
class Outcome:
    """What an example printed: seconds of learning, share of won games and its interval."""

    seconds: int
    share: float
    low: float
    high: float
    games: int


def read_outcome(text: str) -> Outcome:
    """Read what an example printed."""
    learned, won = LEARNED.search(text), WON.search(text)
    assert learned is not None and won is not None, f"the example printed no result: {text[-500:]}"
    share, low, high = (round(float(won[number]) / 100, 4) for number in (1, 2, 3))
    return Outcome(int(learned[1]), share, low, high, int(won[4].replace(",", "")))


def has_small_torch(place: Installed, version: str) -> bool:
    """Whether pip would install a build of torch without CUDA, which is several gigabytes smaller."""
    report = place.ok(
        "python",
        *("-m", "pip", "install", "--dry-run", "--no-deps", "-q", "--report", "-", f"torch=={version}"),
    )
    (torch,) = json.loads(report)["install"]
    return str(torch["metadata"]["version"]).endswith("+cpu")


def install(tool: Tool, wheel: Path, place: Installed) -> None:
    """Install Dixie and the library."""
    place.pip("install", "-c", str(tool.constraints), str(wheel), *tool.requirements, timeout=PATIENCE)
    for package in tool.alone:
        version = pinned(tool, package)
        place.pip("install", "--no-deps", "--no-build-isolation", f"{package}=={version}", timeout=PATIENCE)


def run(tool: Tool, place: Installed, *arguments: str) -> str:
    """Run a copy of the example, as somebody would who has only that file; return what it printed."""
    shutil.copy(tool.file, place.home / tool.script)
    return place.ok("python", tool.script, *arguments, timeout=PATIENCE)


def version_of(place: Installed, package: str) -> str:
    """Return the version of a package that is installed."""
    program = f"from importlib.metadata import version; print(version({package!r}))"
    return place.ok("python", "-c", program).strip()


def write_measured(tool: Tool, place: Installed, outcome: Outcome | None) -> None:
    """Keep what was measured; results of other tools stay."""
    results: dict[str, Any] = json.loads(MEASURED.read_text(encoding="utf-8")) if MEASURED.exists() else {}
    result: dict[str, Any] = {
        "version": version_of(place, tool.package),
        "python": platform.python_version(),
        "torch": version_of(place, "torch"),
    }
    if outcome is not None:
        result |= vars(outcome)
    results[tool.folder] = result
    MEASURED.write_text(json.dumps(dict(sorted(results.items())), indent=1) + "\n", encoding="utf-8")
