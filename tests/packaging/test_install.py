"""Real installations from the package index into empty environments: slow, and they need the network."""

import os
import shutil
import sys
from pathlib import Path

import pytest

from tests.packaging.building import CONSTRAINTS, Installed, build
from tests.packaging.distribute import repair, try_wheel

pytestmark = [pytest.mark.long, pytest.mark.xdist_group("packaging")]

STEP = """
learner: fast_ppo
game: {players: 2}
games: 4
updates: 1
num_steps: 8
hidden: [16]
minibatch_size: 16
evaluation: {every: 1, games: 4, rungs: [random], main: random}
opponents: {bots: [random], self_play: 0.5}
"""
TOOLS = ("build", "setuptools", "wheel", "cython", "numpy")


def interpreter(version: str) -> str:
    """Return the program of a Python version, or skip the test where there is none."""
    if sys.version_info[:2] == tuple(map(int, version.split("."))):
        return sys.executable
    kept = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    found = sorted(kept.glob(f"{version}.*/bin/python"))
    program = str(found[-1]) if found else shutil.which(f"python{version}")
    if program is None:
        pytest.skip(f"there is no Python {version} here")
    return program


@pytest.mark.skipif(sys.platform != "linux", reason="auditwheel is for Linux")
def test_a_repaired_wheel_needs_no_compiler(tmp_path: Path) -> None:
    """What `make dist` does, without leaving anything behind."""
    pytest.importorskip("auditwheel", reason="needs the extra dist")
    wheel = repair(build(tmp_path / "build")[1], tmp_path / "repaired")
    assert "manylinux_2_" in wheel.name and "-linux_" not in wheel.name
    printed = try_wheel(wheel, tmp_path / "place")
    assert "ok games" in printed and "ok dixie demo" in printed and "ok dixie verify cup" in printed


@pytest.mark.parametrize("version", ["3.11", "3.12", "3.13", "3.14"])
def test_it_builds_installs_and_plays(version: str, tmp_path: Path) -> None:
    python = interpreter(version)
    maker = Installed(tmp_path / "maker", python)
    maker.pip("install", "-c", str(CONSTRAINTS), *TOOLS)
    _, wheel = build(tmp_path / "build", str(maker.venv / "bin" / "python"))
    place = Installed(tmp_path / "place", python)
    place.pip("install", "-c", str(CONSTRAINTS), f"{wheel}[arena]")
    place.ok(
        "dixie", "tournament", "--agents", "random,greedy,ppo:zoo/second", "--games", "9", "--out", "cup"
    )
    assert (place.home / "cup" / "report.html").is_file()
    place.ok("python", "-c", "from dixie_env import dixie_v0; dixie_v0.env().reset(seed=1)")


def test_it_trains_a_step_in_an_empty_environment(tmp_path: Path) -> None:
    _, wheel = build(tmp_path / "build")
    place = Installed(tmp_path / "place")
    place.pip("install", "-c", str(CONSTRAINTS), f"{wheel}[arena,train]")
    (place.home / "step.yaml").write_text(STEP)
    place.ok("dixie", "train", "step.yaml", "--out", "run")
    place.ok("dixie", "tournament", "--agents", "random,ppo:run/best", "--games", "8", "--out", "cup")
    assert (place.home / "cup" / "report.html").is_file()
