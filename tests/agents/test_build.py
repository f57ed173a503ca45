"""The compiled agents are fresh, or refused."""

import os
import shutil
from pathlib import Path

import pytest

from dixie_env.engine import sources
from tests.engine.test_build import ROOT, python


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A copy of the packages as they are here, compiled modules and all."""
    for name in ("dixie_env", "agents", "configs"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path


@pytest.mark.parametrize("name", ["simple.pyx", "bots.pxd"])
def test_a_stale_build_is_refused(checkout: Path, name: str) -> None:
    assert python("-c", "import dixie_agents", cwd=checkout).returncode == 0
    source = checkout / "agents" / "dixie_agents" / "compiled" / name
    times = source.stat()
    source.write_text(source.read_text(encoding="utf-8") + "\n# changed\n", encoding="utf-8")
    os.utime(source, (times.st_atime, times.st_mtime))  # file times don't tell
    done = python("-c", "import dixie_agents", cwd=checkout)
    assert done.returncode != 0
    assert "the build of the engine is stale" in done.stderr
    assert python("-c", "import dixie_env", cwd=checkout).returncode == 0  # the engine itself is not


def test_a_missing_module_is_said(checkout: Path) -> None:
    next((checkout / "agents" / "dixie_agents" / "compiled").glob("mcts.*.so")).unlink()
    done = python("-c", "import dixie_agents", cwd=checkout)
    assert done.returncode != 0
    assert "make build" in done.stderr


def test_nothing_here_is_stale() -> None:
    assert sources.stale_extensions(sources.AGENTS, sources.ENGINE) == []
