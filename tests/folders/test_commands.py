"""Commands that own a folder: two at once, killed at any moment, and no process that outlives its parent."""

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from dixie_arena.folder import GAMES, SUMMARY
from dixie_env.folder_lock import own_folder

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals of Unix")

TOURNAMENT = ["tournament", "--agents", "sane,random", "--players", "2", "--rounds", "2", "--seed", "1"]
ABILITIES = [
    "abilities",
    "--agents",
    "sane",
    "--players",
    "3",
    "--rounds",
    "1",
    "--seed",
    "1",
    "--twins",
    "0",
]
TRAIN = ["train", "quick"]


def dixie(*arguments: object) -> list[str]:
    return [sys.executable, "-m", "dixie_env.cli", *map(str, arguments)]


def run(*arguments: object) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(dixie(*arguments), capture_output=True, text=True, timeout=900)


def test_one_command_at_a_time(tmp_path: Path) -> None:
    """The lock is taken before anything else: before agents are made, and by a study as a whole."""
    commands: list[list[object]] = [
        [*TOURNAMENT, "--games", 8],
        ["compare", "sane", "random", "--players", 2, "--rounds", 1, "--games", 24],
        [*ABILITIES, "--games", 60],
        ["abilities", "--agents", "sane", "--contrast", "players=3,4", "--games", 60, "--rounds", 1],
        ["study", "small"],
        ["benchmark", "random"],
    ]
    with own_folder(tmp_path, "dixie test"):
        for command in commands:
            ran = run(*command, "--out", tmp_path)
            assert ran.returncode == 2, command
            (line,) = ran.stderr.splitlines()
            assert line.startswith(
                f"error: {tmp_path} is in use: dixie test writes to it, process {os.getpid()}"
            )


def test_one_training_at_a_time(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    commands = [[*TRAIN], ["exploit", "random"], ["dataset"]]
    with own_folder(tmp_path, "dixie test"):
        for command in commands:
            place = [tmp_path] if command == ["dataset"] else ["--out", tmp_path]
            ran = run(*command, *place)
            assert ran.returncode == 2, command
            (line,) = ran.stderr.splitlines()
            assert "is in use: dixie test writes to it, process" in line


@pytest.mark.parametrize("kills", [3, pytest.param(40, marks=pytest.mark.long)])
@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("command", [TOURNAMENT, ABILITIES], ids=["tournament", "abilities"])
def test_killed_at_random_moments(tmp_path: Path, command: list[str], workers: int, kills: int) -> None:
    """Whenever it is killed, --resume ends with the same results, and no worker is left."""
    whole, killed = tmp_path / "whole", tmp_path / "killed"
    games = [*command, "--games", 600, "--no-report", "--workers", workers]
    start = time.monotonic()
    assert run(*games, "--out", whole).returncode == 0
    long = time.monotonic() - start
    luck = random.Random(workers)
    for _ in range(kills):
        process = subprocess.Popen(
            dixie(*games, "--out", killed, "--resume"), stdout=subprocess.DEVNULL, start_new_session=True
        )
        time.sleep(luck.uniform(0, long))
        process.send_signal(signal.SIGKILL)
        process.wait()
        assert_gone(process.pid)
    assert run(*games, "--out", killed, "--resume").returncode == 0
    names = [GAMES, SUMMARY] if command is TOURNAMENT else [f"dealt/{GAMES}", "dealt/card.json"]
    for name in names:
        assert (killed / name).read_bytes() == (whole / name).read_bytes()


@pytest.mark.parametrize("times", [4, pytest.param(32, marks=pytest.mark.long)])
def test_workers_end_with_their_parent(tmp_path: Path, times: int) -> None:
    """Killed in the first seconds, while workers are still starting, a command leaves nobody behind."""
    luck = random.Random(1)
    for number in range(times):
        command = dixie(*TOURNAMENT, "--games", 200_000, "--workers", 2, "--out", tmp_path / str(number))
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, start_new_session=True)
        wait_for_children(process)
        time.sleep(luck.uniform(0, 1))
        process.send_signal(signal.SIGKILL)
        process.wait()
        assert_gone(process.pid)


LATE = """
import os, sys, time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from dixie_arena.processes import ignore_interrupts

def start(parent):
    Path(sys.argv[1], str(os.getpid())).touch()
    time.sleep(2)  # as long as imports may take
    ignore_interrupts(parent)

if __name__ == "__main__":
    pool = ProcessPoolExecutor(2, get_context("spawn"), start, (os.getpid(),))
    list(pool.map(time.sleep, [600, 600]))
"""


def test_a_worker_whose_parent_is_gone_before_it_can_ask(tmp_path: Path) -> None:
    script, seen = tmp_path / "late.py", tmp_path / "seen"
    script.write_text(LATE)
    seen.mkdir()
    process = subprocess.Popen([sys.executable, script, seen], start_new_session=True)
    end = time.monotonic() + 300
    while len(list(seen.iterdir())) < 2:
        assert process.poll() is None and time.monotonic() < end
        time.sleep(0.01)
    process.send_signal(signal.SIGKILL)
    process.wait()
    assert_gone(process.pid)


def wait_for_children(process: "subprocess.Popen[bytes]") -> None:
    end = time.monotonic() + 300
    while len(in_session(process.pid)) < 3:
        assert process.poll() is None and time.monotonic() < end
        time.sleep(0.02)


def assert_gone(session: int) -> None:
    """Wait until no process of a session is left."""
    end = time.monotonic() + 300
    while left := in_session(session):
        assert time.monotonic() < end, f"processes left: {left}"
        time.sleep(0.05)


def in_session(session: int) -> list[int]:
    """Return the processes of a session that still run."""
    listed = subprocess.run(
        ["ps", "-e", "-o", "pid=,sess=,stat="], capture_output=True, text=True, check=True
    )
    rows = (line.split() for line in listed.stdout.splitlines())
    return [int(pid) for pid, own, state in rows if int(own) == session and not state.startswith("Z")]
