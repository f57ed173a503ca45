"""Bots that misbehave never stop a tournament, and whatever is done for them is counted."""

import os
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
import pytest

from dixie_agents.registry import AgentError
from dixie_arena.chunk import play_chunk
from dixie_arena.config import ArenaError
from dixie_arena.isolate import MOST_AT_ONCE, MOST_FAILURES, IsolatedAgent
from dixie_env import Game
from tests.arena.helpers import HOSTILE, hostile, play, small

ALWAYS = {
    "Raises": ("crashes", "RuntimeError: I don't feel like it"),
    "Illegal": ("illegal", "not a legal option"),
    "OutOfRange": ("illegal", "not a legal option"),
    "WrongShape": ("illegal", "not with int64 of shape"),
    "TooFew": ("illegal", "one integer each"),
    "NotANumber": ("illegal", "not with float64"),
    "Nothing": ("illegal", "object of shape ()"),
    "Words": ("illegal", "not with <U8"),
    "Scribbles": ("illegal", "answered 156"),
}
"""Bots that never answer legally (or hardly ever), what it is counted as, and what is said about it."""

GOES_DOWN = {
    "RaisesNow": "can't be created: ValueError",
    "Exits": "process has ended",
    "ExitsHard": "process has ended",
    "Segfaults": "process has ended",
    "WritesIntoPipes": "invalid data",
}
"""Bots whose process does not survive a decision."""


def table_of(folder: Path):
    return pq.read_table(folder / "games.parquet")


def rows_of(folder: Path, label: str) -> tuple[np.ndarray, np.ndarray]:
    table = table_of(folder)
    own = np.array(table.column("agent").to_pylist()) == label
    substitutions = table.column("substitutions").to_numpy()[own]
    return substitutions, table.column("decisions").to_numpy()[own]


@pytest.mark.parametrize("name", ALWAYS)
@pytest.mark.parametrize("isolate", [True, False])
def test_answers_that_are_none(tmp_path: Path, name: str, isolate: bool) -> None:
    kind, words = ALWAYS[name]
    outcome = play(hostile(name, isolate=isolate), tmp_path)
    substitutions, decisions = rows_of(tmp_path, "bot")
    if name != "Scribbles":  # its answer is legal now and then
        assert (substitutions == decisions).all()
    assert substitutions.sum() > 0
    row = outcome.timing["bot"]
    assert row["troubles"] == {kind: substitutions.sum()}
    assert words in row["trouble"]
    assert outcome.summary["agents"][0]["substitutions"] == substitutions.sum()
    assert outcome.summary["agents"][1]["substitutions"] == 0
    assert not rows_of(tmp_path, "sane")[0].any()


def test_the_rule_is_a_uniform_choice_from_the_key() -> None:
    """A bot that never answers plays exactly the games of ``random``."""
    helped = play_chunk(hostile("Raises"), 0).table
    random = play_chunk(small("bot=random,sane", 6), 0).table
    same = [name for name in helped.column_names if name != "substitutions"]
    assert helped.select(same).equals(random.select(same))


@pytest.mark.parametrize("name", GOES_DOWN)
def test_processes_that_end(tmp_path: Path, name: str) -> None:
    outcome = play(hostile(name), tmp_path)
    substitutions, decisions = rows_of(tmp_path, "bot")
    assert (substitutions == decisions).all()
    troubles = outcome.timing["bot"]["troubles"]
    assert set(troubles) == {"crashes", "unasked"}
    assert troubles["crashes"] + troubles["unasked"] == decisions.sum()
    assert GOES_DOWN[name] in outcome.timing["bot"]["trouble"]


@pytest.mark.parametrize("name", ["Exits", "RaisesNow"])
def test_the_same_without_a_process(tmp_path: Path, name: str) -> None:
    play(hostile(name, isolate=False), tmp_path)
    substitutions, decisions = rows_of(tmp_path, "bot")
    assert (substitutions == decisions).all()


@pytest.mark.parametrize("name", ["Hangs", "HangsDeaf"])
def test_bots_that_hang(tmp_path: Path, name: str) -> None:
    outcome = play(hostile(name, games=3, time_limit=0.05), tmp_path)
    substitutions, decisions = rows_of(tmp_path, "bot")
    assert (substitutions == decisions).all()
    assert set(outcome.timing["bot"]["troubles"]) == {"timeouts", "unasked"}
    assert outcome.timing["bot"]["troubles"]["timeouts"] <= MOST_FAILURES * MOST_AT_ONCE
    assert "longer than 0.05 s" in outcome.timing["bot"]["trouble"]


@pytest.mark.parametrize("name", ["First", "Prints", "Spies"])
def test_bots_that_play_on(tmp_path: Path, name: str) -> None:
    """Printing disturbs nothing, and nothing of the game can be found."""
    outcome = play(hostile(name), tmp_path)
    assert not rows_of(tmp_path, "bot")[0].any()
    assert outcome.timing["bot"]["troubles"] == {}
    assert outcome.timing["bot"]["decisions"] == rows_of(tmp_path, "bot")[1].sum()
    same = play_chunk(hostile("First", isolate=False), 0).table
    assert play_chunk(hostile(name), 0).table.equals(same)


def test_the_spy_would_find_a_game() -> None:
    """The spy is not blind: a game in its own process does not escape it."""
    from dixie_agents.base import Decisions
    from dixie_env import make_rules
    from tests.arena.hostile.bots import Spies

    game = Game(make_rules(2), 1)
    decisions = Decisions(game.observe()[None], game.mask()[None].astype(np.uint8), np.zeros(1, np.uint64))
    assert Spies().act(decisions).tolist() == [-1]


def test_only_bad_answers_are_replaced(tmp_path: Path) -> None:
    play(hostile("SometimesIllegal"), tmp_path)
    substitutions, decisions = rows_of(tmp_path, "bot")
    assert 0 < substitutions.sum() < decisions.sum()


@pytest.mark.parametrize("isolate", [True, False])
def test_a_module_that_can_not_be_imported(tmp_path: Path, isolate: bool) -> None:
    warnings: list[str] = []
    plan = small("bot=tests.arena.hostile.broken:Bot,sane", 6, isolate=isolate)
    play(plan, tmp_path, warn=warnings.append)
    substitutions, decisions = rows_of(tmp_path, "bot")
    assert (substitutions == decisions).all()
    if isolate:
        assert len(warnings) == 1
        assert "SystemExit: not today" in warnings[0]


@pytest.mark.parametrize("isolate", [True, False])
@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("tests.arena.hostile.none:Bot", "no module"),
        ("tests.arena.hostile.bots:Missing", "no class 'Missing'"),
        ("tests.arena.hostile.bots:HOSTILE", "no class"),
        ("tests.arena.hostile.bots:Path", "not a subclass"),
    ],
)
def test_a_wrong_name_is_an_error_at_once(tmp_path: Path, name: str, words: str, isolate: bool) -> None:
    with pytest.raises(AgentError, match=words):
        play(small(f"{name},sane", isolate=isolate), tmp_path / "run")
    assert not (tmp_path / "run").exists()


def test_a_bot_that_searches_needs_the_games(tmp_path: Path) -> None:
    with pytest.raises(AgentError, match="--no-isolate"):
        play(hostile("Searches"), tmp_path / "one")
    play(hostile("Searches", isolate=False), tmp_path / "two")
    assert not rows_of(tmp_path / "two", "bot")[0].any()


def test_strict_tournaments(tmp_path: Path) -> None:
    """Who has to be helped out is last, and the others move up."""
    plan = hostile("Raises", strict=True)
    outcome = play(plan, tmp_path)
    table = table_of(tmp_path)
    players = plan.rules.players
    forfeits = table.column("forfeit").to_numpy().reshape(-1, players)
    ranks = table.column("rank").to_numpy().reshape(-1, players)
    agents = np.array(table.column("agent").to_pylist()).reshape(-1, players)
    assert (forfeits == (agents == "bot")).all()
    for row, out in zip(ranks, forfeits, strict=True):
        assert set(row[out].tolist()) == {players - out.sum() + 1}
        assert row[~out].min() == 1
    assert outcome.summary["agents"][0]["win_share"]["value"] == 0
    assert outcome.summary["agents"][0]["forfeits"] == forfeits.sum()


def test_no_process_stays_behind(tmp_path: Path) -> None:
    agent = IsolatedAgent(f"{HOSTILE}:First", 10)
    agent.start()
    process = agent._process
    assert process is not None and process.poll() is None
    agent.close()
    assert process.poll() is not None


def test_a_guest_dies_with_the_arena() -> None:
    code = (
        "import os, sys, time\n"
        "from dixie_arena.isolate import IsolatedAgent\n"
        f"agent = IsolatedAgent('{HOSTILE}:First', 10)\n"
        "agent.start()\n"
        "print(agent._process.pid, flush=True)\n"
        "os.kill(os.getpid(), 9)\n"
    )
    ran = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False
    )
    pid = int(ran.stdout)
    for _ in range(200):
        try:
            state = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0]
        except FileNotFoundError:
            return
        if state == "Z":
            return
        time.sleep(0.05)
    os.kill(pid, 9)
    raise AssertionError("the guest is still there")


def test_time_limits_that_can_not_be() -> None:
    with pytest.raises(ArenaError, match="time limit"):
        small(time_limit=0)
