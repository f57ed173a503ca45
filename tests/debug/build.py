"""The debug build: the engine with assertions, bounds checks and sanitizers, in a copy of the tree.

python tests/debug/build.py      build it if it is stale, and compare its games with the release build's
"""

import fcntl
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from dixie_env.engine import sources  # noqa: E402

COPY = ROOT / "build" / "debug"
ENGINE = COPY / "dixie_env" / "engine"
AGENTS = COPY / "agents" / "dixie_agents" / "compiled"


def sanitizer_library() -> str:
    """The address sanitizer has to be loaded before Python."""
    found = subprocess.run(["gcc", "-print-file-name=libasan.so"], capture_output=True, text=True, check=True)
    return str(Path(found.stdout.strip()).resolve())


def environment() -> dict[str, str]:
    """What a process needs to run the debug build."""
    return {
        **os.environ,
        "PYTHONPATH": os.pathsep.join((str(COPY), str(COPY / "agents"))),
        "LD_PRELOAD": sanitizer_library(),
        "ASAN_OPTIONS": "detect_leaks=0:abort_on_error=1",
        "UBSAN_OPTIONS": "print_stacktrace=1:halt_on_error=1",
    }


def build() -> None:
    """Copy the tree and compile it, unless that was done for just these sources; one process at a time."""
    COPY.parent.mkdir(exist_ok=True)
    with (COPY.parent / "debug.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        _build()


def _build() -> None:
    if (
        ENGINE.is_dir()
        and sources.source_hash(AGENTS, ENGINE) == sources.source_hash(sources.AGENTS, sources.ENGINE)
        and not sources.stale_extensions(ENGINE)
        and not sources.stale_extensions(AGENTS, ENGINE)
    ):
        copy_python()
        return
    shutil.rmtree(COPY, ignore_errors=True)
    copy_python()
    subprocess.run(
        [sys.executable, "setup.py", "--quiet", "build_ext", "--inplace"],
        cwd=COPY,
        env={**os.environ, "DIXIE_DEBUG": "1"},
        check=True,
        stdout=subprocess.DEVNULL,
    )


def copy_python() -> None:
    """Everything but the compiled release build."""
    for name in ("dixie_env", "agents", "configs", "tests"):
        shutil.copytree(
            ROOT / name, COPY / name, ignore=shutil.ignore_patterns("*.so", "__pycache__"), dirs_exist_ok=True
        )
    for name in ("setup.py", "pyproject.toml", "README.md", "LICENSE"):
        if (ROOT / name).exists():
            shutil.copy(ROOT / name, COPY / name)


def run(*arguments: str, timeout: float = 600) -> subprocess.CompletedProcess[str]:
    """Run a Python command with the debug build."""
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=COPY,
        env=environment(),
        capture_output=True,
        text=True,
        timeout=timeout,
    )


def compare(games: int) -> None:
    """Play the same games with both builds and compare the hashes of all states on the way."""
    command = ["-m", "tests.debug.play_games", str(games)]
    release = subprocess.run([sys.executable, *command], cwd=ROOT, capture_output=True, text=True, check=True)
    debug = run(*command)
    if debug.returncode != 0:
        raise SystemExit(f"the debug build failed:\n{debug.stderr[-4000:]}")
    if debug.stdout != release.stdout:
        raise SystemExit("the debug build plays other games than the release build")
    lines = len(release.stdout.splitlines())
    print(f"{lines} lines of hashes are the same in both builds, and nothing was reported")


if __name__ == "__main__":
    build()
    compare(int(sys.argv[1]) if len(sys.argv) > 1 else 400)
