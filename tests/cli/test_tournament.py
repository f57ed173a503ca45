"""`dixie tournament`, `dixie verify` and `dixie benchmark`."""

import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from dixie_arena.config import Entrant
from dixie_arena.report import write_report
from dixie_arena.run import run_tournament
from tests.arena.helpers import small
from tests.cli.helpers import Ran

SMALL = ["--players", 3, "--rounds", 2, "--games", 30]


def run(folder: Path, *options: object, agents: str = "sane,random") -> Ran:
    return Ran("tournament", "--agents", agents, "--out", folder, *SMALL, *options)


def test_a_tournament_as_a_table(tmp_path: Path) -> None:
    ran = run(tmp_path / "run", agents="a=sane,b=sane,random")
    assert (ran.code, ran.err) == (0, "")
    assert "30 games of 3 players in 10 blocks" in ran.out
    for words in (
        "win share",
        "rating",
        "decisions/s",
        "fair win share is 33.3%",
        "No significant difference in win share: ",
        "These intervals hold for all 3 pairs together (95%).",
    ):
        assert words in ran.out
    assert "seat" in ran.out
    names = {file.name for file in (tmp_path / "run").iterdir()}
    assert names >= {"games.parquet", "summary.json", "timing.json", "card.json", "report.html", "ladder.png"}


def test_the_report_needs_no_network(tmp_path: Path) -> None:
    entrants = (Entrant("<b>", "sane"), Entrant("random", "random"))
    run_tournament(replace(small(), entrants=entrants), tmp_path / "run")
    write_report(tmp_path / "run")
    text = (tmp_path / "run" / "report.html").read_text(encoding="utf-8")
    assert text.count("data:image/png;base64,") == 5
    assert "http" not in text
    assert "&lt;b&gt;" in text and "<td><b>" not in text
    for words in ("Standings", "Head to head", "Paired differences", "Result card"):
        assert words in text


def test_cycles_and_the_equilibrium_are_shown(tmp_path: Path) -> None:
    ran = run(tmp_path / "run", "--lineups", "duels", "--games", 90, agents="a=sane,b=sane,c=sane")
    assert (ran.code, ran.err) == (0, "")
    assert "Duels: part of the wins of both at the tables where both sit, row against column" in ran.out
    assert "Cyclic rest: observed " in ran.out
    assert "Equilibrium (a mixture that no agent beats): " in ran.out
    text = (tmp_path / "run" / "report.html").read_text(encoding="utf-8")
    assert text.count("data:image/png;base64,") == 8
    for name, words in (
        ("duels", "Matrix of duels"),
        ("cycles", "Cyclic rest"),
        ("equilibrium", "Equilibrium of the population"),
    ):
        assert (tmp_path / "run" / f"{name}.png").exists()
        assert words in text
    assert Ran("verify", tmp_path / "run").code == 0


def test_rounding_up_is_said(tmp_path: Path) -> None:
    ran = run(tmp_path / "run", "--games", 31, "--no-report")
    assert "(rounded up from 31 to whole blocks)" in ran.out
    assert not (tmp_path / "run" / "report.html").exists()


def test_a_tournament_as_json(tmp_path: Path) -> None:
    ran = run(tmp_path / "run", "--json", "--no-report", "--records", 2)
    assert (ran.code, ran.err) == (0, "")
    result = json.loads(ran.out)
    assert list(result) == ["summary", "timing", "card"]
    assert result["summary"] == json.loads((tmp_path / "run" / "summary.json").read_text())
    assert [row["label"] for row in result["summary"]["agents"]] == ["sane", "random"]
    assert len(list((tmp_path / "run" / "records").iterdir())) == 2


def test_a_board_of_ones_own(tmp_path: Path) -> None:
    """What is in the file belongs to the tournament: with another content it is another one."""
    from dixie_env.config import load_board

    file = tmp_path / "board.json"
    board = load_board("standard").as_object()
    file.write_text(json.dumps({**board, "pit": 40, "mine_symbols": [10, 20, 30]}))
    options = ["--board", file, "--draft", "random", "--no-report"]
    assert run(tmp_path / "run", *options).code == 0
    assert run(tmp_path / "run", *options, "--resume").code == 0
    file.write_text(json.dumps({**board, "pit": 50, "mine_symbols": [10, 20, 30]}))
    ran = run(tmp_path / "run", *options, "--resume")
    assert ran.code == 2
    assert "holds another tournament: game is" in ran.error


def test_resuming(tmp_path: Path) -> None:
    first = run(tmp_path / "run", "--no-report", "--json")
    ran = run(tmp_path / "run")
    assert ran.code == 2
    assert "--resume" in ran.error
    again = run(tmp_path / "run", "--no-report", "--json", "--resume")
    assert again.out == first.out


def test_verify(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    run(folder, "--no-report")
    ran = Ran("verify", folder, "--games", 30)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out == f"ok {folder}: checksums, schedule and summary of 30 games; 30 games replayed\n"
    (folder / "games.parquet").write_bytes(b"other")
    ran = Ran("verify", folder)
    assert ran.code == 1
    assert "games.parquet was changed: its checksum differs" in ran.error
    ran = Ran("verify", tmp_path)
    assert ran.code == 2
    assert "not a finished folder of dixie tournament" in ran.error


def test_troubles_are_shown(tmp_path: Path) -> None:
    ran = run(tmp_path / "run", "--no-report", agents="bot=tests.arena.hostile.bots:Raises,sane")
    assert ran.code == 0
    assert "substituted" in ran.out
    assert "(100.0%)" in ran.out
    assert "Random legal moves were played for bot" in ran.out
    assert "I don't feel like it" in ran.out


def test_a_bot_that_can_not_start_is_warned_of(tmp_path: Path) -> None:
    ran = run(tmp_path / "run", "--no-report", agents="bot=tests.arena.hostile.broken:Bot,sane")
    assert ran.code == 0
    assert ran.err.startswith("warning: tests.arena.hostile.broken:Bot fails: can't be created: SystemExit")


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ("--agents sane,sane", ["'sane' is there 2 times", "a=sane and b=sane"]),
        ("--agents sane,=random", ["a label is made of one or more letters, digits"]),
        ("--agents sane,", ["empty name"]),
        ("--agents sane,nobody", ["no agent 'nobody'"]),
        ("--agents no_such_module:Bot,sane", ["no module 'no_such_module'"]),
        ("--games 0", ["1 or more, not 0"]),
        ("--players 6", ["players", "2 to 5"]),
        ("--seed -1", ["seed", "from 0"]),
        ("--lineups some", ["auto, all, sampled, drawn, duels, challenge"]),
        ("--workers 0", ["workers must be from 1"]),
        ("--backend cloud", ["local, ray"]),
        ("--draft maybe", ["--draft must be"]),
        ("--edition xx", ["xx"]),
        ("--time-limit 0", ["time limit"]),
        ("--records -1", ["records must be from 0"]),
    ],
)
def test_what_tournament_refuses(tmp_path: Path, options: str, words: list[str]) -> None:
    arguments = ["--agents", "sane,random", "--out", tmp_path / "run", *SMALL, *options.split()]
    ran = Ran("tournament", *arguments)
    assert ran.code == 2
    assert ran.out == ""
    for word in words:
        assert word in ran.error
    assert not (tmp_path / "run").exists()


def test_an_interrupt_says_how_to_go_on(tmp_path: Path) -> None:
    code = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
    code += "from dixie_env.cli import main\nif __name__ == '__main__': main()"
    script = tmp_path / "dixie.py"
    script.write_text(code)
    folder = tmp_path / "run"
    arguments = ["tournament", "--agents", "a=sane,b=sane,random", "--games", "400000", "--no-report"]
    process = subprocess.Popen(
        [sys.executable, str(script), *arguments, "--workers", "2", "--out", str(folder)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)},
    )
    end = time.monotonic() + 120
    while not list(folder.glob("chunks/*.arrow")):
        assert process.poll() is None and time.monotonic() < end
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    out, error = process.communicate(timeout=60)
    assert process.returncode == 130
    assert out == ""
    assert error.startswith("interrupted: ")
    assert f"are kept in {folder}; add --resume to the command to continue\n" in error
    assert len(error.splitlines()) == 1


def test_benchmark(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Shortened: the whole one takes minutes for better opponents."""
    from dataclasses import replace

    from dixie_arena import benchmarking

    short = replace(benchmarking.load_benchmark(), games=12, rounds=2, opponents=("sane", "random"))
    short = replace(short, opponents_checksum=short.check_opponents())
    monkeypatch.setattr(benchmarking, "load_benchmark", lambda version: short)
    ran = Ran("benchmark", "sane", "--version", 1, "--out", tmp_path / "run")
    assert (ran.code, ran.err) == (0, "")
    (line,) = [line for line in ran.out.splitlines() if line.startswith("Dixie benchmark v1: sane scores ")]
    assert "(102 games;" in line
    again = Ran("benchmark", "sane", "--version", 1, "--out", tmp_path / "run", "--resume", "--json")
    card = json.loads(again.out)
    assert card == json.loads((tmp_path / "run" / "card.json").read_text())
    assert len(card["cells"]) == 8
    assert card["score"]["low"] < card["score"]["value"] < card["score"]["high"]
    assert f"scores {card['score']['value']:.1f} [" in line
    assert Ran("verify", tmp_path / "run" / "players-4").code == 0


def test_the_benchmark_knows_its_opponents(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from dataclasses import replace

    from dixie_arena import benchmarking

    real = benchmarking.load_benchmark()
    monkeypatch.setattr(
        benchmarking, "load_benchmark", lambda version: replace(real, opponents_checksum="other")
    )
    ran = Ran("benchmark", "sane", "--version", 1, "--out", tmp_path / "run")
    assert ran.code == 2
    assert "no longer play as they did when benchmark v1 was frozen" in ran.error


def test_versions_of_the_benchmark(tmp_path: Path) -> None:
    ran = Ran("benchmark", "sane", "--version", 99, "--out", tmp_path / "run")
    assert ran.code == 2
    assert "no benchmark version 99" in ran.error
