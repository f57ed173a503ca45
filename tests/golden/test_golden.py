"""The golden records are complete, right, and what the engine still plays."""

import hashlib
import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from dixie_env import Game
from dixie_env.config import edition_names
from dixie_env.engine import option_id
from dixie_env.engine.words import CHANCES, DECISIONS, DRAFTS
from dixie_env.records import Recorder, check_record, describe_result
from tests.golden.regenerate import FOLDER, GAMES, HASHES, GoldenGame, play, regenerate

each_game = pytest.mark.parametrize("golden", GAMES, ids=lambda golden: golden.name)


@cache
def text_of(golden: GoldenGame) -> str:
    return (FOLDER / f"{golden.name}.jsonl").read_text(encoding="utf-8")


def lines_of(golden: GoldenGame) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text_of(golden).splitlines()]


def decisions_of(golden: GoldenGame) -> list[tuple[int, int]]:
    """Seat and option of each decision."""
    lines = [line for line in lines_of(golden) if line.get("type") == "decision"]
    return [(line["seat"], option_id(line["choice"], line["seat"], golden.players)) for line in lines]


@cache
def hashes() -> dict[str, dict[str, Any]]:
    known: dict[str, dict[str, Any]] = json.loads((FOLDER / HASHES).read_text(encoding="utf-8"))
    return known


# --- the set of files ---------------------------------------------------------------------------------------


def test_there_is_one_game_for_each_number_of_players_and_edition() -> None:
    assert set(edition_names()) == {"de", "proto", "fr", "en", "pl"}
    assert sorted(golden.name for golden in GAMES) == sorted(
        f"{players}-{edition}" for players in range(2, 6) for edition in edition_names()
    )


def test_no_golden_file_is_missing_and_none_is_superfluous() -> None:
    names = {golden.name for golden in GAMES}
    assert {path.name for path in FOLDER.glob("*.json*")} == {HASHES, *(f"{name}.jsonl" for name in names)}
    assert set(hashes()) == names


def test_the_golden_games_show_everything_that_can_be_asked_or_rolled() -> None:
    lines = [line for golden in GAMES for line in lines_of(golden)]
    assert {line["kind"] for line in lines if line.get("type") == "decision"} == set(DECISIONS) - {"nothing"}
    assert {line["kind"] for line in lines if line.get("type") == "chance"} == set(CHANCES) - {"none"}
    assert {line["draft"] for line in lines if "format" in line} == set(DRAFTS)


def test_some_golden_games_are_shorter_and_some_seats_fall_but_most_are_scored_after_round_7() -> None:
    results = [lines_of(golden)[-1] for golden in GAMES]
    assert sum(result["rounds"] == 7 for result in results) > len(GAMES) // 2
    assert {1, 4, 6, 7} <= {result["rounds"] for result in results}
    assert any(60 in result["penalties"] for result in results)
    assert any(any(result["rewards"]) for result in results)


# --- each record --------------------------------------------------------------------------------------------


@each_game
def test_the_header_says_what_was_played(golden: GoldenGame) -> None:
    header = lines_of(golden)[0]
    assert header["players"] == golden.players
    assert header["edition"] == golden.edition
    assert header["draft"] == golden.draft
    assert header.get("rounds", 7) == golden.rounds
    assert header["agents"] == ["random"] * golden.players


@each_game
def test_the_record_checks(golden: GoldenGame) -> None:
    assert check_record(FOLDER / f"{golden.name}.jsonl") == lines_of(golden)[-1]


@each_game
def test_the_same_seed_and_decisions_give_the_same_text(golden: GoldenGame) -> None:
    recorder = Recorder(golden.rules(), golden.seed, ["random"] * golden.players)
    for seat, option in decisions_of(golden):
        recorder.step(option, seat)
    assert recorder.text() == text_of(golden)


@each_game
def test_a_game_that_nobody_records_ends_the_same(golden: GoldenGame) -> None:
    game = Game(golden.rules(), golden.seed)
    for seat, option in decisions_of(golden):
        game.step(option, seat)
    assert describe_result(game) == lines_of(golden)[-1]


@each_game
def test_the_full_record_has_the_known_hash(golden: GoldenGame) -> None:
    text, decisions = play(golden, full=True)
    assert hashlib.sha256(text.encode()).hexdigest() == hashes()[golden.name]["sha256"]
    assert decisions == hashes()[golden.name]["decisions"] == len(decisions_of(golden))


@each_game
def test_the_full_record_checks(golden: GoldenGame, tmp_path: Path) -> None:
    path = tmp_path / "full.jsonl"
    path.write_text(play(golden, full=True)[0], encoding="utf-8")
    assert check_record(path) == lines_of(golden)[-1]


# --- regenerating -------------------------------------------------------------------------------------------


def test_regenerating_writes_the_same_bytes_and_removes_what_is_no_golden_record(tmp_path: Path) -> None:
    (tmp_path / "6-de.jsonl").write_text("stale")
    regenerate(tmp_path)
    written = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    kept = [*FOLDER.glob("*.json*"), *FOLDER.glob("*.txt")]
    assert written == {path.name: path.read_bytes() for path in kept}
