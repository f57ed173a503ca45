"""What an isolated bot can't do to the arena, and what is left of it afterwards."""

import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import dixie_arena.isolate
from dixie_arena import sandbox
from dixie_arena.channel import Late
from dixie_arena.isolate import MOST_STARTS, IsolatedAgent
from tests.arena.helpers import HOSTILE, hostile, play, small
from tests.arena.test_hostile import rows_of

needs_namespaces = pytest.mark.skipif(
    subprocess.run(
        [
            *(sys.executable, sandbox.__file__, str(os.getpid())),
            *(sys.executable, "-c", "import os, sys; sys.exit(os.getppid() != 1)"),
        ],
        check=False,
        start_new_session=True,
    ).returncode
    != 0,
    reason="this system allows no namespaces",
)


@pytest.fixture(autouse=True)
def a_slow_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Others may be using this one, too."""
    monkeypatch.setattr(dixie_arena.isolate, "START_SECONDS", 300.0)


def sleepers() -> list[str]:
    """The processes that `LeavesChild` starts."""
    found = subprocess.run(["pgrep", "-f", "^sleep 4242$"], capture_output=True, text=True, check=False)
    return found.stdout.split()


@needs_namespaces
@pytest.mark.parametrize("name", ["KillsParent", "StopsParent"])
def test_signals_to_the_parent_reach_nobody(tmp_path: Path, name: str) -> None:
    outcome = play(hostile(name, games=2, time_limit=120), tmp_path)
    assert outcome.timing["bot"]["troubles"] == {}
    assert not rows_of(tmp_path, "bot")[0].any()


@pytest.mark.parametrize("inside", [pytest.param(True, marks=needs_namespaces), False])
def test_no_child_is_left(monkeypatch: pytest.MonkeyPatch, inside: bool) -> None:
    if not inside:
        monkeypatch.setattr(sandbox, "__file__", str(Path(__file__).parent / "without_sandbox.py"))
    agent = IsolatedAgent(f"{HOSTILE}:LeavesChild", 10)
    agent.start()
    assert len(sleepers()) == 1
    agent.close()
    end = time.monotonic() + 10
    while sleepers() and time.monotonic() < end:
        time.sleep(0.05)
    assert not sleepers()


def test_a_bot_that_hangs_when_imported_is_out_after_two_starts(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(dixie_arena.isolate, "START_SECONDS", 0.5)
    name = "tests.arena.hostile.hangs_at_import:Bot"
    starts = []
    begin = IsolatedAgent._start

    def counted(self: IsolatedAgent) -> Any:
        starts.append(1)
        return begin(self)

    monkeypatch.setattr(IsolatedAgent, "_start", counted)
    try:
        play(small(f"bot={name},sane", 6), tmp_path)
        with pytest.raises(Late):
            IsolatedAgent(name, 10).start()
    finally:
        dixie_arena.isolate._slow_starts.clear()
    assert len(starts) == MOST_STARTS + 1
    substitutions, decisions = rows_of(tmp_path, "bot")
    assert (substitutions == decisions).all()
