"""What is shipped is found by its name, from any folder."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from dixie_agents import make_agent
from dixie_agents.policy_file import read_card
from dixie_arena.studying.plan_file import load_study
from dixie_env import Setup
from dixie_env.paths import configs_dir
from dixie_training.config import load_config, shipped_configs
from dixie_training.exploiting.protocol import load_protocol

ROOT = Path(__file__).parents[1]
ZOO = ROOT / "agents" / "dixie_agents" / "zoo"


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def names(folder: str) -> list[str]:
    return sorted(file.stem for file in (configs_dir() / folder).glob("*.yaml"))


def test_every_kind_is_looked_at() -> None:
    folders = {folder.name for folder in configs_dir().iterdir() if folder.is_dir()}
    assert folders == {"arena", "boards", "editions", "evidence", "exploit", "priors", "study", "training"}


@pytest.mark.parametrize("name", names("editions"))
def test_editions(name: str) -> None:
    assert Setup(edition=name).edition.name == name


@pytest.mark.parametrize("name", names("boards"))
def test_boards(name: str) -> None:
    assert Setup(board=name).board.name == name


@pytest.mark.parametrize("name", names("training"))
def test_configurations(name: str) -> None:
    assert load_config(name)
    assert name in shipped_configs()


@pytest.mark.parametrize("name", names("study"))
def test_studies_with_pools_priors_and_evidence(name: str) -> None:
    assert load_study(name).pool.labels


@pytest.mark.parametrize("name", names("exploit"))
def test_protocols(name: str) -> None:
    assert load_protocol(name).name == name


@pytest.mark.parametrize("name", sorted(folder.name for folder in ZOO.iterdir() if folder.is_dir()))
def test_policies(name: str) -> None:
    assert read_card(f"zoo/{name}")
    assert make_agent(f"ppo:zoo/{name}").fingerprint()


def test_an_installed_wheel_has_them_inside_its_package(tmp_path: Path) -> None:
    """There is no checkout: `configs` lies in `dixie_env`, and the zoo in `dixie_agents`."""
    site = tmp_path / "site"
    leave = shutil.ignore_patterns("__pycache__", "*.pyx", "*.c")
    shutil.copytree(ROOT / "dixie_env", site / "dixie_env", ignore=leave)
    shutil.copytree(ROOT / "configs", site / "dixie_env" / "configs")
    for holder, package in (
        ("agents", "dixie_agents"),
        ("agents", "dixie_arena"),
        ("training", "dixie_training"),
    ):
        shutil.copytree(ROOT / holder / package, site / package, ignore=leave)
    code = (
        "import dixie_env, dixie_arena\n"
        "from dixie_agents import make_agent\n"
        "from dixie_arena.studying.plan_file import load_study\n"
        "from dixie_env.paths import configs_dir\n"
        "from dixie_training.config import load_config\n"
        "load_config('quick'); load_study('small'); make_agent('ppo:zoo/second')\n"
        "found = dixie_arena.tournament('sane,random', games=4, players=2, rounds=1, edition='fr')\n"
        "print(dixie_env.__file__, dixie_arena.__file__, configs_dir(), found.summary['games'])"
    )
    ran = subprocess.run(
        [sys.executable, "-P", "-c", code],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(site)},
        capture_output=True,
        text=True,
    )
    assert ran.returncode == 0, ran.stderr
    *files, games = ran.stdout.split()
    assert all(file.startswith(str(site)) for file in files)
    assert games == "4"
