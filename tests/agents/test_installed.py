"""Agents of installed packages: a real distribution in a folder of its own."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from dixie_agents import AgentError, make_agent
from dixie_agents.installed import find_installed
from dixie_agents.registry import is_foreign
from tests.cli.helpers import Ran

MODULE = '''
"""A tiny bot."""
from dixie_agents import Agent, make_agent


class Bot(Agent):
    """Takes the first or the last option."""

    def __init__(self, style: str = "first", depth: int = 1) -> None:
        self.style, self.depth = style, depth

    def act(self, decisions):
        return decisions.masks.argmax(axis=1)


def make(speed: int) -> Agent:
    bot = Bot(depth=speed)
    return bot


def nothing():
    return 3


class Other:
    pass
'''


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder with an installed distribution that brings agents, good and broken."""
    folder = tmp_path / "site"
    info = folder / "tiny_bot-1.0.dist-info"
    info.mkdir(parents=True)
    (folder / "tiny_bot_module.py").write_text(MODULE)
    (folder / "tiny_broken_module.py").write_text("import no_such_module_at_all\n")
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: tiny-bot\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(
        "[dixie.agents]\ntiny-bot = tiny_bot_module:Bot\ntiny-made = tiny_bot_module:make\n"
        "tiny-broken = tiny_broken_module:Bot\ntiny-other = tiny_bot_module:Other\n"
        "tiny-nothing = tiny_bot_module:nothing\nsane = tiny_bot_module:Bot\n"
    )
    monkeypatch.syspath_prepend(str(folder))
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(folder), os.environ.get("PYTHONPATH", "")]))
    yield folder
    for name in ("tiny_bot_module", "tiny_broken_module"):
        sys.modules.pop(name, None)


def test_names_of_installed_agents(site: Path) -> None:
    plain: Any
    more: Any
    made: Any = make_agent("tiny-made:7")
    plain, more = make_agent("tiny-bot"), make_agent("x=tiny-bot:last?depth=3")
    assert (plain.style, plain.depth, plain.name) == ("first", 1, "tiny-bot")
    assert (more.style, more.depth, more.name) == ("last", 3, "x=tiny-bot:last?depth=3")
    assert made.depth == 7
    assert is_foreign("tiny-bot") and is_foreign("tiny-bot:last") and not is_foreign("sane")
    assert "CompiledAgent" in type(make_agent("sane")).__name__  # ours can't be taken away


def test_fingerprints_cover_the_code_of_the_package(site: Path) -> None:
    fingerprints = [make_agent(name).fingerprint() for name in ("tiny-bot", "tiny-bot:last", "tiny-made:7")]
    assert len(set(fingerprints)) == 3
    sys.modules.pop("tiny_bot_module")
    assert make_agent("tiny-bot").fingerprint() == fingerprints[0]
    sys.modules.pop("tiny_bot_module")
    (site / "tiny_bot_module.py").write_text(MODULE + "\nMORE = 1\n")
    assert make_agent("tiny-bot").fingerprint() != fingerprints[0]


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("tiny-broken", "'tiny-broken' of the package 'tiny-bot' can't be loaded: ModuleNotFoundError"),
        ("tiny-other", "must be a subclass of dixie_agents.Agent"),
        ("tiny-nothing", "returned 3, which is not a dixie_agents.Agent"),
        (
            "tiny-bot?width=3",
            "no option 'width'; available: style .str, default 'first'., depth .int, default 1.",
        ),
        ("tiny-made", "it needs speed"),
        ("tiny", "there is no agent 'tiny'; available: .*tiny-bot"),
    ],
)
def test_broken_ones_are_errors_when_they_are_used(site: Path, name: str, words: str) -> None:
    assert "tiny-broken" in find_installed()
    with pytest.raises(AgentError, match=words):
        make_agent(name)


def test_they_play_tournaments(site: Path, tmp_path: Path) -> None:
    out = tmp_path / "run"
    command = [
        sys.executable,
        "-m",
        "dixie_env.cli",
        "tournament",
        "--agents",
        "tiny-bot,b=tiny-bot:last,sane",
    ]
    options = ["--games", "6", "--players", "3", "--rounds", "1", "--no-report", "--out", str(out)]
    done = subprocess.run([*command, *options], capture_output=True, text=True, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    done = subprocess.run(
        [*command[:-1], "tiny-broken,sane", *options[:-1], str(tmp_path / "other")],
        capture_output=True,
        text=True,
        cwd=tmp_path,
    )
    assert done.returncode == 2
    assert "can't be loaded: ModuleNotFoundError" in done.stderr


def test_the_command_lists_them(site: Path) -> None:
    ran = Ran("agents")
    assert ran.code == 0
    lines = {line.split()[0]: line for line in ran.out.splitlines() if line.split()}
    assert "tiny-bot Takes the first or the last option. (tiny-bot 1.0)" in " ".join(ran.out.split())
    assert "broken" in lines["tiny-broken"] and "ModuleNotFoundError" in ran.out
    assert "broken" in lines["tiny-other"]
    assert {"ppo:zoo/first", "ppo:zoo/second"} <= set(lines)
