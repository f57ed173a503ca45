"""Commands come from whatever packages are installed."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from dixie_env.plugins import (
    COMMANDS,
    ENVIRONMENTS,
    OWN,
    VECTOR_ENVIRONMENTS,
    distribution_of,
    find_plugins,
)

MODULE = '''
def hello(name: str = "you") -> None:
    """Say hello."""
    print(f"hello {name}")


def check() -> None:
    """Not the one you want."""
    print("hijacked")


import typer

tools = typer.Typer(name="tools", help="Several commands.", no_args_is_help=True)


@tools.command()
def saw_off(length: int) -> None:
    """Saw."""
    print(f"sawed {length}")
'''


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A folder with an installed distribution that brings commands, good, broken and stolen."""
    (tmp_path / "other_tool.py").write_text(MODULE)
    (tmp_path / "broken_tool.py").write_text("import no_such_module_at_all\n")
    info = tmp_path / "aaa_tool-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: aaa-tool\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(
        f"[{COMMANDS}]\nhello = other_tool:hello\ncheck = other_tool:check\nbroken = broken_tool:anything\n"
        "tools = other_tool:tools\ntools.hello = other_tool:hello\ntools.saw-off = other_tool:check\n"
        "board.hello = other_tool:hello\nboard.show = other_tool:check\nboard.broken = broken_tool:anything\n"
    )
    return tmp_path


def dixie(site: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(site)}
    command = [sys.executable, "-m", "dixie_env.cli", *arguments]
    return subprocess.run(command, env=environment, capture_output=True, text=True, cwd=site)


def test_a_command_of_another_package_runs(site: Path) -> None:
    done = dixie(site, "hello", "--name", "queen")
    assert (done.returncode, done.stdout) == (0, "hello queen\n")


def test_help_lists_it_apart_from_our_own(site: Path) -> None:
    text = dixie(site, "--help").stdout
    assert text.index("Play and watch") < text.index("Other packages") < text.index("Say hello.")


def test_a_broken_plugin_spoils_nothing_but_itself(site: Path) -> None:
    assert dixie(site, "--version").returncode == 0
    done = dixie(site, "broken")
    assert done.returncode == 2
    assert done.stderr.startswith("error: the command 'broken' of aaa-tool can't be loaded: ModuleNotFound")
    assert "Traceback" not in done.stderr


def test_nobody_takes_our_commands_away(site: Path) -> None:
    done = dixie(site, "check", "--help")
    assert "Replay game records" in done.stdout


def test_groups_of_commands(site: Path) -> None:
    """A group has its own commands, and those that others add to it, but nobody replaces one."""
    assert dixie(site, "tools", "saw-off", "3").stdout == "sawed 3\n"
    assert dixie(site, "tools", "hello").stdout == "hello you\n"
    assert dixie(site, "board", "hello", "--name", "queen").stdout == "hello queen\n"
    assert "hijacked" not in dixie(site, "board", "show", "standard").stdout
    done = dixie(site, "board", "broken")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1) and "can't be loaded" in done.stderr
    wrong = dixie(site, "tools", "saw-off", "long")
    assert (wrong.returncode, wrong.stderr.count("\n")) == (2, 1) and "Traceback" not in wrong.stderr
    assert "Several commands." in dixie(site, "--help").stdout


def test_our_own_commands_and_environments_are_installed() -> None:
    for group in (COMMANDS, ENVIRONMENTS, VECTOR_ENVIRONMENTS):
        found = find_plugins(group)
        assert found
        assert {distribution_of(entry) for entry in found.values()} == {OWN}
        for entry in found.values():
            assert callable(entry.load())
