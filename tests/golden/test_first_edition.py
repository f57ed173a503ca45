"""Full records by the first edition of the rules page, written by the code of that time: they stay valid."""

import gzip
import hashlib
import json
from pathlib import Path

import pytest

from dixie_env import compile_rules
from dixie_env.engine import option_id
from dixie_env.records import Recorder, check_record, complete_record, read_header
from tests.golden.regenerate import GAMES, narration

FOLDER = Path(__file__).parent / "first_edition"
RECORDS = sorted(FOLDER.glob("*.jsonl.gz"))


GOLDEN = sorted((FOLDER / "golden").glob("*.jsonl"))
"""The golden records of that time, as they were: plain, without the key `rules`."""


def test_there_is_a_record_of_chance_and_one_of_bots_for_each_edition_and_number_of_players() -> None:
    assert len(RECORDS) == 2 * 4 * 5


def test_the_golden_records_of_that_time_are_all_there_and_name_no_rules() -> None:
    assert len(GOLDEN) == 4 * 5
    assert not any("rules" in read_header(path) for path in GOLDEN)


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.name)
def test_a_golden_record_of_the_first_edition_checks(path: Path) -> None:
    assert check_record(path) == json.loads(path.read_text(encoding="utf-8").splitlines()[-1])


def test_the_narrated_game_of_that_time_reads_the_same() -> None:
    assert narration(FOLDER / "golden" / "3-de.jsonl") == (FOLDER / "golden" / "3-de.txt").read_text("utf-8")


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.name)
def test_the_same_game_by_the_first_edition_gives_the_known_full_record(path: Path) -> None:
    """Completed from plain to full, with the header and the lines of that time."""
    lines = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    known = json.loads((FOLDER / "golden" / "hashes.json").read_text("utf-8"))[path.stem]
    full = complete_record(path)
    assert full.splitlines()[0] == path.read_text("utf-8").splitlines()[0]
    assert hashlib.sha256(full.encode()).hexdigest() == known["sha256"]
    assert sum(line.get("type") == "decision" for line in lines) == known["decisions"]


def test_the_same_seeds_play_the_same_games_by_the_first_edition() -> None:
    """A new game by the first edition of a rulebook says `rules: 2` and has the edition as an object."""
    for golden in GAMES:
        old = [json.loads(line) for line in (FOLDER / "golden" / f"{golden.name}.jsonl").open("rb")]
        rules = compile_rules(golden.rules().config.replace(rules=1))
        recorder = Recorder(rules, golden.seed, ["random"] * golden.players)
        for line in old:
            if line.get("type") == "decision":
                recorder.step(option_id(line["choice"], line["seat"], golden.players), line["seat"])
        assert recorder.lines[1:] == old[1:]
        assert recorder.lines[0]["rules"] == 2
        assert recorder.lines[0]["edition"]["markers"] == "unlimited"
        assert recorder.lines[0]["edition"]["dummy_rocks"] == "forbidden"


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.name)
def test_a_full_record_of_the_first_edition_checks(path: Path, tmp_path: Path) -> None:
    text = gzip.decompress(path.read_bytes()).decode()
    plain = tmp_path / path.stem
    plain.write_text(text, encoding="utf-8")
    assert check_record(plain) == json.loads(text.splitlines()[-1])
