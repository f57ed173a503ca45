"""This checkout compared with an earlier build, the two measured in turn.

    python -m benchmarks.run against BEFORE

BEFORE is the folder of a built checkout, or a git revision such as a tag. A revision is cloned and built
once, in `build/before`, and kept there for the next time. Each build has a process of its own. The two runs
of a pair are short and follow each other, so a busy machine slows both. What is shown is the median of the
pairs' ratios. Time is the processor's, not the clock's.
"""

import argparse
import os
import subprocess
import sys
from pathlib import Path
from statistics import median

from rich.console import Console
from rich.table import Table

from benchmarks.against_worker import MAKE

ROOT = Path(__file__).parents[1]
KEPT = ROOT / "build" / "before"
PACKAGES = (".", "agents", "training")
"""Where a checkout has its packages."""


class Build:
    """A process that measures one build."""

    def __init__(self, checkout: Path) -> None:
        places = os.pathsep.join(str((checkout / place).resolve()) for place in PACKAGES)
        self.process = subprocess.Popen(
            [sys.executable, str(Path(__file__).with_name("against_worker.py"))],
            cwd=checkout,
            env={**os.environ, "PYTHONPATH": places, "OMP_NUM_THREADS": "1"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        engine = self._answer()
        if not Path(engine).is_relative_to(checkout.resolve()):
            raise SystemExit(f"error: {checkout} was to be measured, but Python found {engine}")

    def _answer(self) -> str:
        assert self.process.stdout is not None
        line = self.process.stdout.readline().strip()
        if not line:
            raise SystemExit("error: a build could not be measured; see above")
        return line

    def rate(self, workload: str, seconds: float) -> float:
        """Measure a workload and return its decisions per processor second."""
        assert self.process.stdin is not None
        self.process.stdin.write(f"{workload}\t{seconds}\n")
        self.process.stdin.flush()
        return float(self._answer())

    def close(self) -> None:
        """End the process."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait()


def run(*command: str, cwd: Path = ROOT) -> str:
    """Run a command and return what it prints."""
    ran = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)
    if ran.returncode:
        raise SystemExit(f"error: `{' '.join(command)}` failed:\n{ran.stderr.strip()}")
    return ran.stdout.strip()


def build_of(revision: str) -> Path:
    """Return a built checkout of a git revision, kept from an earlier time or made now."""
    commit = run("git", "rev-parse", "--verify", "--short=12", f"{revision}^{{commit}}")
    folder = KEPT / commit
    if not (folder / "built").is_file():
        print(f"building {commit} in {folder.relative_to(ROOT)}", file=sys.stderr)
        if not folder.is_dir():
            run("git", "clone", "--quiet", "--no-checkout", str(ROOT), str(folder))
            run("git", "checkout", "--quiet", "--detach", commit, cwd=folder)
        run(sys.executable, "setup.py", "--quiet", "build_ext", "--inplace", cwd=folder)
        (folder / "built").touch()
    return folder


def compare(before: Path, seconds: float, repetitions: int) -> dict[str, dict[str, float]]:
    """Return the rates before and now of each workload, and the median ratio of pairs."""
    builds = [Build(before), Build(ROOT)]
    results = {}
    console = Console(stderr=True)
    for workload in MAKE:
        rates: list[list[float]] = [[], []]
        for number in range(2 * repetitions):
            console.print(f"[dim]pair {number + 1} of {2 * repetitions}: {workload}[/dim]")
            for which in (0, 1) if number % 2 else (1, 0):
                rates[which].append(builds[which].rate(workload, seconds))
        ratios = [now / then for then, now in zip(*rates, strict=True)]
        results[workload] = {"before": max(rates[0]), "now": max(rates[1]), "ratio": median(ratios)}
    for build in builds:
        build.close()
    return results


def main(words: list[str]) -> None:
    """Compare and print a table."""
    parser = argparse.ArgumentParser(
        prog="benchmarks.run against", description="Compare with an earlier build."
    )
    parser.add_argument("before", help="folder of a built checkout, or a git revision")
    parser.add_argument("--seconds", type=float, default=0.5, help="seconds for each run of a pair")
    parser.add_argument("--repetitions", type=int, default=5, help="half the number of pairs")
    arguments = parser.parse_args(words)
    folder = Path(arguments.before)
    before = folder if folder.is_dir() else build_of(arguments.before)
    table = Table("what", "before", "now", "ratio", title="decisions per processor second")
    for name, row in compare(before, arguments.seconds, arguments.repetitions).items():
        table.add_row(name, f"{row['before']:,.0f}", f"{row['now']:,.0f}", f"{row['ratio']:.2f}")
    Console().print(table)
