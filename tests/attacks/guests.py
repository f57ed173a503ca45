"""Hostile bots in every command that takes one.

The property: the command ends in time, without a traceback, with its results or with a reason.
"""

import tempfile
from pathlib import Path
from random import Random

from tests.arena.helpers import HOSTILE
from tests.attacks.report import Broken, Report
from tests.attacks.running import run

GAME = ["--players", "2", "--rounds", "1"]
INSIDE = (
    *("First", "Raises", "RaisesNow", "Illegal", "OutOfRange", "SometimesIllegal", "WrongShape", "TooFew"),
    *("NotANumber", "Nothing", "Words", "Exits", "ExitsWell", "Interrupts", "Prints", "Scribbles"),
)
"""Bots that a command has to survive in its own process. The others need one of their own."""
APART = (*INSIDE, "ExitsHard", "Segfaults", "WritesIntoPipes", "KillsParent", "StopsParent", "LeavesChild")


def lines(bot: str) -> dict[str, list[str]]:
    """Commands with a bot, by a word for each."""
    name = f"{HOSTILE}:{bot}"
    tournament = ["tournament", "--agents", f"bot={name},sane", *GAME, "--games", "2", "--out", "new"]
    abilities = [
        "abilities",
        "--agents",
        name,
        *GAME,
        "--games",
        "90",
        "--out",
        "new",
        "--no-report",
        "--twins",
        "0",
    ]
    inside = {
        "record": ["record", "--out", "new", *GAME, "--agents", f"{name},sane"],
        "dataset": ["dataset", "new", *GAME, "--agents", f"{name},sane", "--games", "2"],
        "play": ["play", *GAME, "--opponents", name],
        "tournament --no-isolate": [*tournament, "--no-isolate"],
        "abilities --no-isolate": [*abilities, "--no-isolate"],
    }
    return inside if bot in INSIDE else {"tournament": tournament}


def attack(examples: int) -> Report:
    """Run so many pairs of a bot and a command, all of them if there are fewer."""
    pairs = [(bot, word) for bot in dict.fromkeys(APART) for word in lines(bot)]
    pairs += [(bot, "tournament") for bot in INSIDE]
    Random(examples).shuffle(pairs)
    report = Report()
    for bot, word in pairs[:examples]:
        tournament = [
            "tournament",
            "--agents",
            f"bot={HOSTILE}:{bot},sane",
            *GAME,
            "--games",
            "2",
            "--out",
            "new",
        ]
        arguments = tournament if word == "tournament" else lines(bot)[word]
        with tempfile.TemporaryDirectory() as folder:
            ended = run(arguments, Path(folder), b"1\n" * 400)
        fault = ended.fault
        if bot == "Interrupts" and ended.code == 130:  # as after Ctrl-C
            fault = ""
        if fault:
            raise Broken(f"dixie {arguments} {fault}:\n{ended.out[-800:]}\n{ended.err[-3000:]}")
        report.outcomes["done, random legal moves counted" if ended.code == 0 else "ended with a reason"] += 1
    return report
