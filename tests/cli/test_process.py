"""The command line as a process: exit codes, pipes, signals, and no tracebacks."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from dixie_env import __version__
from tests.cli.helpers import Ran, record

COMMAND = [sys.executable, "-m", "dixie_env.cli"]


def dixie(*arguments: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*COMMAND, *map(str, arguments)], capture_output=True, text=True, timeout=60, check=False
    )


def test_version() -> None:
    ran = dixie("--version")
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, f"dixie {__version__}\n", "")


def test_help_names_the_commands() -> None:
    ran = dixie("--help")
    assert ran.returncode == 0
    for command in ("record", "replay", "check", "bench", "demo"):
        assert command in ran.stdout


def test_no_command_shows_the_help() -> None:
    ran = Ran()
    assert ran.code == 2
    assert "Usage: dixie" in ran.out + ran.err
    assert "error" not in ran.err


@pytest.mark.parametrize("arguments", [["dance"], ["--dance"], ["replay"], ["replay", "a", "b"]])
def test_wrong_usage_is_one_line(arguments: list[str]) -> None:
    ran = Ran(*arguments)
    assert ran.code == 2
    assert ran.out == ""
    assert "--help" in ran.error


def test_record_check_and_replay_as_processes(tmp_path: Path) -> None:
    ran = dixie("record", "--out", tmp_path, "--games", 2, "--rounds", 2)
    assert (ran.returncode, ran.stderr) == (0, "")
    files = [tmp_path / "game-0.jsonl", tmp_path / "game-1.jsonl"]
    ran = dixie("check", *files, tmp_path / "none.jsonl")
    assert ran.returncode == 1
    assert ran.stdout.splitlines() == [f"ok {file}" for file in files]
    assert ran.stderr == f"error: {tmp_path / 'none.jsonl'}: No such file or directory\n"
    ran = dixie("replay", files[0])
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "\x1b" not in ran.stdout


@pytest.mark.parametrize("command", ["replay", "check"])
def test_a_reader_that_goes_away(tmp_path: Path, command: str) -> None:
    files = record(tmp_path, "--games", 1 if command == "replay" else 40)
    process = subprocess.Popen(
        [*COMMAND, command, *map(str, files)], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdout is not None and process.stderr is not None
    process.stdout.readline()
    process.stdout.close()
    error = process.stderr.read()
    process.stderr.close()
    assert process.wait(60) == 141
    assert error == b""


def test_a_terminal_without_unicode(tmp_path: Path) -> None:
    (file,) = record(tmp_path / "fünf")
    environment = {**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    ran = subprocess.run(
        [*COMMAND, "check", str(file)], capture_output=True, env=environment, timeout=60, check=False
    )
    assert ran.returncode == 0
    assert b"f\\xfcnf" in ran.stdout


def test_an_interrupt_is_quiet_and_leaves_whole_files(tmp_path: Path) -> None:
    code = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
    code += "from dixie_env.cli import main; main()"
    arguments = ["record", "--out", str(tmp_path), "--games", "1000000"]
    process = subprocess.Popen(
        [sys.executable, "-c", code, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    end = time.monotonic() + 60
    while not (tmp_path / "game-3.jsonl").exists():
        assert process.poll() is None and time.monotonic() < end
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    out, error = process.communicate(timeout=60)
    assert process.returncode == 130
    assert (out, error) == (b"", b"")
    files = sorted(tmp_path.iterdir())
    assert all(file.name.startswith("game-") for file in files)
    assert Ran("check", *files).code == 0
