"""Command lines: a good one for every command, with arguments changed into what people and fuzzers type.

The property: it exits with 0, or with 1 or 2 and one line for each problem on the standard error, within 20
seconds of computing, without a traceback.
"""

import shutil
import tempfile
from pathlib import Path
from typing import Any

import typer
from hypothesis import given
from hypothesis import strategies as st

from dixie_env.cli.app import app
from tests.attacks.report import Broken, Report, times
from tests.attacks.running import run

GAME = ["--players", "2", "--rounds", "1"]
GOOD: dict[str, list[str]] = {
    "agents": [],
    "record": ["--out", "new", *GAME, "--agents", "sane", "--games", "2", "--seed", "3", "--draft", "choose"],
    "check": ["game.jsonl"],
    "draw": ["game.jsonl", "--out", "new.svg"],
    "replay": ["game.jsonl"],
    "play": [*GAME, "--opponents", "sane", "--seat", "1", "--seed", "4", "--save", "new.jsonl"],
    "dataset": ["new", *GAME, "--agents", "sane", "--games", "2", "--seed", "3", "--reward", "win"],
    "tournament": ["--agents", "sane,greedy", *GAME, "--games", "4", "--seed", "1", "--out", "new"],
    "verify": ["run", "--games", "2", "--seed", "5"],
    "abilities": ["--agents", "sane", *GAME, "--games", "90", "--out", "new", "--no-report", "--twins", "0"],
    "compare": ["sane", "greedy", *GAME, "--games", "20", "--out", "new"],
    "train": ["train.yaml", "--out", "new", "--set", "updates=x"],
    "exploit": ["sane", "--out", "new", "--set", "updates=x"],
    "study": ["study.yaml", "--out", "new"],
    "bench": ["--help"],
    "benchmark": ["--help"],
    "web": ["--port", "99999"],
}
"""A quick good line for commands, `--help` for the others. What would run for long has one wrong value."""

NASTY = [
    *("", " ", "0", "-1", "1", "2", "7", "999999999999", "1e3", "1e999", "nan", "-inf", "0x10"),
    *("\uff11\uff12", "1_000", "18446744073709551616", "9" * 400, "true", "None", "null", "[]"),
    *("{}", "a,b", ",", "a=,b", "=", ".", ".:.", "..", "/", "/dev/null", "/dev/full"),
    *("/proc/self/mem", "~", "no/such/file", "\x01", "\u00e9" * 50, "\udcff", "\udcff=sane"),
    *("sane", "mcts:0", "mcts:1e9", "ppo:/", "ppo:zoo/none", "sb3:x.zip", "llm:", "os:path"),
    *("sane?x=1", "random,random", "a=sane,a=greedy", "json:JSONDecoder", "fixed:", "fixed:1,1"),
    *("prior:none:1:1", "prior:standard:-1:0", "auction", "--", "-h", "--no-such", "$(id)"),
    *("'; DROP TABLE", "%s%n", "\\", "\t", "game.jsonl", "cut.jsonl", "new", "run", "train.yaml"),
    *("bomb.yaml", "card.json", "empty", "noise"),
]
"""What takes the place of an argument."""


def all_commands() -> dict[str, list[str]]:
    """The options of every command, by its words."""
    found: dict[str, list[str]] = {}

    def look(command: Any, words: list[str]) -> None:
        below = getattr(command, "commands", None)
        if below:
            for name, one in below.items():
                look(one, [*words, name])
        else:
            found[" ".join(words)] = [
                option for one in command.params for option in one.opts if "-" in option
            ]

    look(typer.main.get_command(app), [])
    return found


COMMANDS = all_commands()


@st.composite
def lines(draw: st.DrawFn) -> list[str]:
    """A command line with one to three changes."""
    command = draw(st.sampled_from(sorted(COMMANDS)))
    words = list(GOOD.get(command, ["--help"]))
    nasty = st.one_of(st.sampled_from(NASTY), st.text(max_size=12).filter(lambda text: "\0" not in text))
    for _ in range(draw(st.integers(0, 3))):
        way = draw(st.sampled_from(["replace", "replace", "drop", "twice", "option", "insert", "swap"]))
        place = draw(st.integers(0, max(len(words) - 1, 0)))
        if way == "option" and COMMANDS[command]:
            words += [draw(st.sampled_from(COMMANDS[command])), draw(nasty)]
        elif way == "insert" or not words:
            words.insert(place, draw(nasty))
        elif way == "replace":
            words[place] = draw(nasty)
        elif way == "drop":
            del words[place]
        elif way == "twice":
            words.insert(place, words[place])
        else:
            other = draw(st.integers(0, len(words) - 1))
            words[place], words[other] = words[other], words[place]
    return [*command.split(), *words]


def furnish(folder: Path) -> None:
    """Put files into a folder: good ones and bad ones."""
    for arguments in (
        ["record", "--out", ".", *GAME, "--agents", "sane", "--seed", "3"],
        ["tournament", "--agents", "sane,greedy", *GAME, "--games", "4", "--out", "run"],
    ):
        ended = run(arguments, folder)
        assert ended.code == 0, ended
    (folder / "game-3.jsonl").rename(folder / "game.jsonl")
    text = (folder / "game.jsonl").read_bytes()
    (folder / "cut.jsonl").write_bytes(text[: len(text) // 2])
    (folder / "train.yaml").write_text("learner: fast_ppo\nupdates: 1\n")
    (folder / "study.yaml").write_text("games: x\n")
    (folder / "bomb.yaml").write_text("a: &a [1,1,1,1]\nb: &b [*a,*a,*a,*a]\nc: [*b,*b,*b,*b]\n")
    (folder / "card.json").write_text("{}")
    (folder / "empty").write_bytes(b"")
    (folder / "noise").write_bytes(bytes(range(256)) * 16)


def attack(examples: int) -> Report:
    """Run so many command lines."""
    report = Report()
    with tempfile.TemporaryDirectory() as name:
        whole = Path(name) / "whole"
        whole.mkdir()
        furnish(whole)

        @times(examples)
        @given(lines())
        def lines_end_well(line: list[str]) -> None:
            folder = Path(name) / "one"
            shutil.copytree(whole, folder)
            try:
                ended = run(line, folder, b"1\nu\nb\nq\n")
            finally:
                shutil.rmtree(folder)
            left = line[0] == "play" and ended.code == 1  # by the person
            if (fault := ended.fault) and not left:
                raise Broken(f"dixie {line!r} {fault}:\n{ended.out[-500:]}\n{ended.err[-3000:]}")
            report.outcomes["done" if ended.code == 0 else "refused with a reason"] += 1

        lines_end_well()
    return report
