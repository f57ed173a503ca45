"""How many instructions five fixed workloads execute, counted by valgrind's callgrind.

    python -m benchmarks.instructions          count, compare, and write `benchmarks/instructions.json`
    python -m benchmarks.instructions --check  count and compare only; fails if a count grew by more than 10 %

Counts don't depend on what else the machine does. They do depend on the compiler, its flags, numpy and the
instructions that the processor has; the file says which these were, and nothing is compared where they
differ. Only the compiled loops are counted, not Python's start.
"""

import argparse
import importlib.util
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

import numpy as np

from benchmarks.workloads import COUNTED, WORKLOADS
from dixie_env.engine import batch
from dixie_env.records import write_whole

ROOT = Path(__file__).parents[1]
FILE = Path(__file__).with_name("instructions.json")
TOLERANCE = 1.10
"""How much a count may grow."""


def compiler() -> str:
    """Return the compiler that built the engine, as it stands in the compiled file."""
    found = re.search(rb"GCC: \([^)]*\) [\d.]+|clang version [\d.]+", Path(batch.__file__).read_bytes())
    return found.group().decode() if found else "unknown"


def flags() -> str:
    """Return the flags with which `setup.py` compiles: Python's, the environment's, and Dixie's."""
    spec = importlib.util.spec_from_file_location("dixie_setup", ROOT / "setup.py")
    assert spec is not None and spec.loader is not None
    setup = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(setup)
    given = (sysconfig.get_config_var("CFLAGS"), os.environ.get("CFLAGS"), *setup.RELEASE_FLAGS)
    return " ".join(part for part in given if part)


def conditions() -> dict[str, str]:
    """Return what the counts depend on besides the sources."""
    cpu = Path("/proc/cpuinfo")
    wide = "avx2" if cpu.is_file() and re.search(r"\bavx2\b", cpu.read_text()) else "default"
    return {
        "machine": f"{platform.system()} {platform.machine()}, {wide}",
        "compiler": compiler(),
        "flags": flags(),
        "numpy": np.__version__,
    }


def why_not() -> str | None:
    """Return why counts can't be compared with those in the file here, or None if they can."""
    if shutil.which("valgrind") is None:
        return "valgrind is not installed"
    if not FILE.is_file():
        return f"{FILE.relative_to(ROOT)} is missing: `python -m benchmarks.instructions` writes it"
    stored = json.loads(FILE.read_text(encoding="utf-8"))["conditions"]
    here = conditions()
    for name, value in stored.items():
        if here[name] != value:
            return f"the counts were made with {name} {value!r}, but here it is {here[name]!r}"
    return None


def count_one(workload: str) -> int:
    """Return the instructions of one workload, counted in a process of its own."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "out"
        command = ["valgrind", "--tool=callgrind", "--collect-atstart=no", f"--callgrind-out-file={out}"]
        command += [f"--toggle-collect={symbol}" for symbol in COUNTED]
        command += [sys.executable, "-m", "benchmarks.workloads", workload]
        ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        if ran.returncode:
            raise RuntimeError(f"valgrind failed:\n{ran.stderr}")
        found = re.search(r"^totals: (\d+)", out.read_text(encoding="utf-8"), re.MULTILINE)
    if found is None or int(found[1]) == 0:
        raise RuntimeError(f"valgrind counted nothing in the workload {workload!r}:\n{ran.stderr}")
    return int(found[1])


def count() -> dict[str, int]:
    """Return the instructions of each workload. Most of the time goes into starting Python five times."""
    return {workload: count_one(workload) for workload in WORKLOADS}


def grown(counts: dict[str, int], stored: dict[str, int]) -> list[str]:
    """Return a line for each workload that needs more instructions than the file allows."""
    return [
        f"{name}: {counts[name]:,} instructions, {counts[name] / before - 1:.1%} more than {before:,}"
        for name, before in stored.items()
        if counts[name] > TOLERANCE * before
    ]


def main() -> None:
    """Count, print, and write the file or check against it."""
    parser = argparse.ArgumentParser(description="Count the instructions of five fixed workloads.")
    parser.add_argument("--check", action="store_true", help="compare with the file and leave it as it is")
    arguments = parser.parse_args()
    if arguments.check and (reason := why_not()):
        raise SystemExit(f"error: nothing to compare: {reason}")
    counts = count()
    stored = json.loads(FILE.read_text(encoding="utf-8"))["instructions"] if FILE.is_file() else {}
    for name, number in counts.items():
        ratio = f", {number / stored[name]:.3f} of {stored[name]:,}" if name in stored else ""
        print(f"{name}: {number:,} instructions{ratio}")
    if not arguments.check:
        kept = {"conditions": conditions(), "instructions": counts}
        write_whole(FILE, json.dumps(kept, indent=2) + "\n")
        print(f"{FILE.relative_to(ROOT)} written")
    elif lines := grown(counts, stored):
        raise SystemExit("error: more than 10 % slower\n" + "\n".join(lines))


if __name__ == "__main__":
    main()
