"""`dixie compare` and `dixie abilities --contrast`."""

import json
from pathlib import Path

import pytest

from dixie_env.engine.words import ABILITIES
from tests.cli.helpers import Ran

SHORT = ["--players", 3, "--rounds", 2, "--games", 48]
CONTRAST = ["--rounds", 2, "--games", 60]


# --- compare -----------------------------------------------------------------------------------------------


def test_a_verdict_under_a_table(tmp_path: Path) -> None:
    ran = Ran("compare", "a=sane", "random", *SHORT, "--games", 50, "--with", "greedy", "--games", 110)
    assert (ran.code, ran.err) == (0, "")
    lines = ran.out.splitlines()
    assert lines[0].startswith("126 games of 3 players on 7 deals (rounded up from 110 to whole deals). A ")
    for words in (
        "1 a, 2 random",
        "2 a, 1 random",
        "a or random, 2 others",
        "a and random, 1 other",
        "mean of the line-ups",
        "a fair share is 33.3%",
        "Others: greedy, drawn for each deal.",
    ):
        assert words in ran.out, words
    assert "would have been found in 80 % of such comparisons (3 players, 126 games on 7 deals)." in lines[-1]


def test_json_folder_and_resume(tmp_path: Path) -> None:
    first = Ran("compare", "sane", "random", *SHORT, "--json", "--out", tmp_path / "run")
    assert (first.code, first.err) == (0, "")
    found = json.loads(first.out)
    assert found == json.loads((tmp_path / "run" / "comparison.json").read_text(encoding="utf-8"))
    assert found["difference"]["low"] < found["difference"]["value"] < found["difference"]["high"]
    again = Ran("compare", "sane", "random", *SHORT, "--out", tmp_path / "run", "--resume")
    assert again.code == 0
    assert found["sentence"] in again.out and "48 games of 3 players" in again.out
    assert f"Everything is in {tmp_path / 'run'}" in again.out
    refused = Ran("compare", "sane", "random", *SHORT, "--out", tmp_path / "run")
    assert refused.code == 2 and "use --resume" in refused.error
    assert Ran("verify", tmp_path / "run").code == 0


def test_a_bot_that_fails_is_named() -> None:
    ran = Ran("compare", "bot=tests.arena.hostile.bots:Raises", "sane", *SHORT, "--no-isolate")
    assert ran.code == 0
    assert "Random legal moves were played for bot in " in ran.out


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ("sane sane", ["'sane' is there 2 times", "a=sane and b=sane"]),
        ("sane random --with random", ["'random' is there 2 times"]),
        ("sane random --with greedy,", ["empty name"]),
        ("sane nobody", ["no agent 'nobody'"]),
        ("sane random --games 30", ["30 games are too few", "at least 6 deals, 36 games"]),
        ("sane random --games 0", ["1 or more, not 0"]),
        ("sane random --players 6", ["2 to 5"]),
        ("sane random --rules 3", ["rules"]),
        ("sane random --board prior:standard:5:1", ["1,000,000"]),
        ("sane random --resume", ["name the folder (--out)"]),
        ("sane random --workers 0", ["workers must be from 1"]),
        ("sane", ["Missing argument"]),
    ],
)
def test_what_compare_refuses(tmp_path: Path, options: str, words: list[str]) -> None:
    ran = Ran("compare", *SHORT, *options.split())
    assert ran.code == 2
    assert ran.out == ""
    for word in words:
        assert word in ran.error


# --- abilities --contrast ----------------------------------------------------------------------------------


def test_a_contrast_as_a_table(tmp_path: Path) -> None:
    ran = Ran(
        *("abilities", "--agents", "sane", "--contrast", "players=2,3", "--out", tmp_path / "run"),
        *CONTRAST,
        *("--rules", 1),
    )
    assert (ran.code, ran.err) == (0, "")
    for words in (
        "in % of the fair share, with 2 players and with 3 players (sane, 90 and 90 games)",
        "95 % for all 10",
        "p (Holm)",
        'The estimand is "held"',
        "Everything is in",
        *ABILITIES,
    ):
        assert words in ran.out, words
    found = json.loads((tmp_path / "run" / "contrast.json").read_text(encoding="utf-8"))
    assert found["sentence"] in ran.out
    assert [one["game"]["players"] for one in found["conditions"]] == [2, 3]
    assert {one["game"]["rules"] for one in found["conditions"]} == {1}


@pytest.mark.parametrize(
    "contrast", ["agents=a=sane,b=random", "edition=de,fr", "board=standard,prior:standard:1000001:3"]
)
def test_contrasts_of_everything(tmp_path: Path, contrast: str) -> None:
    agents = [] if contrast.startswith("agents") else ["--agents", "sane"]
    ran = Ran("abilities", *agents, "--contrast", contrast, "--out", tmp_path, *CONTRAST, "--json")
    assert (ran.code, ran.err) == (0, "")
    found = json.loads(ran.out)
    names = [one["name"] for one in found["conditions"]]
    assert names == (["a", "b"] if agents == [] else contrast.split("=")[1].split(","))
    assert len(found["rows"]) == found["comparisons"] == 10


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ("--agents sane --contrast players", "--contrast must be KEY=VALUE,VALUE,..., such as players=3,5"),
        ("--agents sane --contrast players=3,", "such as players=3,5, not 'players=3,'"),
        ("--agents sane --contrast players=3,x", "players must be numbers from 2 to 5"),
        ("--agents sane --contrast players=3,6", "from 2 to 5, not 6"),
        ("--agents sane --contrast colour=3,4", "about players, edition, board or agents, not 'colour'"),
        ("--agents sane --contrast players=3,3", "two or more different values"),
        ("--agents sane,random --contrast players=3,4", "a single value for agents"),
        ("--agents sane --contrast agents=sane,random", "leave out --agents"),
        ("--contrast players=3,4", "--agents is missing"),
        ("--agents sane --contrast players=3,4 --twins 60 --draft 5", "leave out --twins, --draft"),
        ("--agents sane --contrast edition=de,xx", "there is no edition of this name"),
        ("--agents sane --contrast board=standard,prior:standard:5:1", "1,000,000"),
        ("", "--agents is missing"),
    ],
)
def test_contrasts_that_are_refused(tmp_path: Path, options: str, words: str) -> None:
    ran = Ran("abilities", "--out", tmp_path / "run", *CONTRAST, *options.split())
    assert ran.code == 2
    assert words in ran.error
    assert not (tmp_path / "run").exists()


def test_a_study_by_the_first_edition_of_the_rules(tmp_path: Path) -> None:
    options = ["--rules", 1, "--edition", "pl", "--twins", 0, "--no-report", "--json"]
    ran = Ran("abilities", "--agents", "sane", "--out", tmp_path / "run", *CONTRAST, *options)
    assert (ran.code, ran.err) == (0, "")
    plan = json.loads((tmp_path / "run" / "dealt" / "tournament.json").read_text(encoding="utf-8"))
    assert {cell["game"]["rules"] for cell in plan["cells"]} == {1}
