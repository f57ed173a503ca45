"""Speed compared with peers, measured in the same run: `make bench`.

Every figure is the best of several repetitions, taken in turn with those of the peers, on one thread unless
stated otherwise. The ratios of the part `mixed`, which are near 1, are medians over pairs of short runs. A
decision is one choice of one player. Ratios matter; rates depend on the machine.

`python -m benchmarks.run against BEFORE` compares with the version before (`benchmarks/against.py`).
"""

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

from rich.console import Console
from rich.table import Table

from benchmarks import against
from benchmarks.measure import best, paired
from dixie_env.records import write_whole

ROOT = Path(__file__).parents[1]
PARTS = ("engine", "mixed", "environments", "training")
OUT = Path("runs") / "bench.json"


def start_up() -> float:
    """Seconds from starting Python to the first step, best of 5."""
    code = "from dixie_env import Game, make_rules; game = Game(make_rules(4)); game.step(game.options()[0])"
    times = []
    for _ in range(5):
        start = time.perf_counter()
        subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True)
        times.append(time.perf_counter() - start)
    return min(times)


def full_build() -> float:
    """Seconds to compile the whole engine, in a copy."""
    with tempfile.TemporaryDirectory() as folder:
        for name in ("dixie_env", "agents", "training", "configs"):
            shutil.copytree(
                ROOT / name, Path(folder) / name, ignore=shutil.ignore_patterns("*.so", "__pycache__")
            )
        for name in ("setup.py", "pyproject.toml", "README.md", "LICENSE"):
            shutil.copy(ROOT / name, folder)
        start = time.perf_counter()
        command = [sys.executable, "setup.py", "--quiet", "build_ext", "--inplace"]
        subprocess.run(command, cwd=folder, check=True, capture_output=True)
        return time.perf_counter() - start


def load_parts(parts: Sequence[str]) -> dict[str, ModuleType]:
    """Import everything before measuring: a missing package should not cost minutes."""
    try:
        return {part: import_module(f"benchmarks.{part}") for part in parts}
    except ModuleNotFoundError as error:
        raise SystemExit(
            f"error: the benchmarks need {error.name}: run `make bench`, "
            'or pip install -c constraints.txt ".[bench,train]"'
        ) from error


def measure_part(module: ModuleType, seconds: float, repetitions: int, console: Console) -> dict[str, Any]:
    """Measure one part and compare."""
    measures = module.measures()
    rates = best(measures, seconds, repetitions, console)
    ratios = [
        {"name": name, "what": what, "peer": peer, "ratio": rates[what] / rates[peer], "wanted": wanted}
        for name, what, peer, wanted in module.RATIOS
    ]
    for name, what, peer, wanted in getattr(module, "PAIRS", ()):
        console.print(f"[dim]pairs: {what}[/dim]")
        ratio = paired(measures[what], measures[peer], seconds, repetitions)
        ratios.append({"name": name, "what": what, "peer": peer, "ratio": ratio, "wanted": wanted})
    return {"decisions_per_second": rates, "ratios": ratios}


def show(part: str, result: dict[str, Any]) -> None:
    """Print the rates and ratios of one part."""
    out = Console()
    table = Table("what", "decisions per second", title=f"{part}: rates on this machine")
    for name, rate in result["decisions_per_second"].items():
        table.add_row(name, f"{rate:,.0f}")
    out.print(table)
    table = Table("", "compared with", "ratio", "at least", "", title=f"{part}: ratios")
    for row in result["ratios"]:
        verdict = "ok" if row["ratio"] >= row["wanted"] else "[red]too low[/red]"
        table.add_row(row["name"], row["peer"], f"{row['ratio']:.2f}", f"{row['wanted']:g}", verdict)
    out.print(table)


def main() -> None:
    """Measure and print tables or JSON."""
    if sys.argv[1:2] == ["against"]:
        against.main(sys.argv[2:])
        return
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*", choices=[*PARTS, []], help="what to measure; all by default")
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of tables")
    parser.add_argument("--seconds", type=float, default=1.0, help="seconds for each repetition")
    parser.add_argument("--repetitions", type=int, default=5, help="repetitions of each measurement")
    parser.add_argument("--out", type=Path, default=OUT, help="file for the results; written after each part")
    arguments = parser.parse_args()
    console = Console(stderr=True)
    results: dict[str, Any] = {}
    for part, module in load_parts(arguments.parts or PARTS).items():
        results[part] = measure_part(module, arguments.seconds, arguments.repetitions, console)
        keep(results, arguments.out)
        if not arguments.json:
            show(part, results[part])
    results["seconds"] = {"start to first step": start_up(), "full build": full_build()}
    keep(results, arguments.out)
    if arguments.json:
        print(json.dumps(results, indent=2))
        return
    for name, value in results["seconds"].items():
        print(f"{name}: {value:.2f} s")
    print(f"Everything is in {arguments.out}")


def keep(results: dict[str, Any], out: Path) -> None:
    """Write what has been measured so far: a later part may fail."""
    out.parent.mkdir(parents=True, exist_ok=True)
    write_whole(out, json.dumps(results, indent=2) + "\n")


if __name__ == "__main__":
    main()
