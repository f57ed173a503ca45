"""Entries of the leaderboard: a card must belong to a frozen benchmark and follow from its games."""

import json
from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from dixie_arena import benchmarking as narrow
from dixie_arena import leaderboard, wide_benchmark
from dixie_arena.benchmarking import Benchmark, run_benchmark
from dixie_arena.leaderboard import check_card, check_entry, make_entry
from dixie_arena.verify import NotVerified
from dixie_arena.wide_benchmark import DRAFT, FROZEN, Table, load_wide_benchmark
from dixie_env.checksums import CheckedFolder


@pytest.fixture(scope="module")
def small() -> Benchmark:
    """A benchmark of a few games."""
    made = Benchmark(1, 5, ("sane", "random"), (2, 3), 6, "de", "standard", "choose", 1, "")
    return replace(made, opponents_checksum=made.check_opponents())


@pytest.fixture(autouse=True)
def frozen(monkeypatch: pytest.MonkeyPatch, small: Benchmark) -> None:
    for module in (narrow, leaderboard):
        monkeypatch.setattr(module, "load_benchmark", lambda version=1: small)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    run_benchmark("greedy", tmp_path / "greedy", version=1)
    return tmp_path / "greedy"


def test_an_entry_keeps_the_card_and_says_what_was_replayed(folder: Path) -> None:
    before = {file: file.read_bytes() for file in folder.rglob("*.json")}
    entry = make_entry(folder, games=6, seed=1)
    assert entry["card"] == json.loads((folder / "card.json").read_text(encoding="utf-8"))
    assert entry["verified"]["replayed"] >= 12  # 6 for each number of players
    assert check_entry(entry) == entry["card"]
    assert {file: file.read_bytes() for file in folder.rglob("*.json")} == before


def test_a_card_that_does_not_follow_from_the_games_is_refused(folder: Path) -> None:
    file = folder / "card.json"
    card = json.loads(file.read_text(encoding="utf-8"))
    card["score"]["low"] -= 5  # still plausible by itself
    check_card(card)
    CheckedFolder(folder).write("card.json", json.dumps(card))
    with pytest.raises(NotVerified, match="score is another when it is computed again"):
        make_entry(folder, games=6, seed=1)


def test_changed_games_are_refused(folder: Path) -> None:
    games = folder / "players-2" / "games.parquet"
    games.write_bytes(games.read_bytes()[:-1] + b"x")
    with pytest.raises(NotVerified, match=r"games\.parquet was changed"):
        make_entry(folder, games=6, seed=1)


@pytest.mark.parametrize(
    ("path", "value", "words"),
    [
        (("score", "value"), 120.0, "outside of its own interval"),
        (("score",), {"value": 99.0, "low": 98.0, "high": 100.0}, "by its cells"),
        (("cells", 0, "win_share", "value"), 1.5, "must be from 0 to 1"),
        (("cells", 0, "games"), 7, "games is 7, not 6"),
        (("cells", 0, "opponent"), "random", "each number of players with each opponent"),
        (("games",), 1, "games is 1"),
        (("opponents_checksum",), "0", "opponents_checksum"),
        (("benchmark",), 7, "no benchmark version 7"),
        (("benchmark",), "1", "no benchmark version '1'"),
        (("format",), "other", "not the card of a benchmark"),
        (("agent",), {}, "incomplete or damaged"),
        (("substitutions",), -1, "number of moves"),
    ],
)
def test_a_wrong_card_is_refused(folder: Path, path: tuple[Any, ...], value: Any, words: str) -> None:
    card = json.loads((folder / "card.json").read_text(encoding="utf-8"))
    check_card(card)
    wrong = deepcopy(card)
    place = wrong
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    with pytest.raises(NotVerified, match=words):
        check_card(wrong)


def test_an_entry_needs_replayed_games(folder: Path) -> None:
    card = json.loads((folder / "card.json").read_text(encoding="utf-8"))
    for entry in (card, {"card": card}, {"card": card, "verified": {"replayed": 0}}):
        with pytest.raises(NotVerified):
            check_entry(entry)


def test_version_2_counts_once_it_is_frozen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    draft = replace(
        load_wide_benchmark(),
        status=DRAFT,
        games=6,
        rounds=1,
        opponents={"bots": ("sane",), "policies": ("random",), "exploiters": ("greedy",)},
        tables=(Table(2, "de", "standard"), Table(3, "fr", "standard")),
    )
    wide = replace(draft, status=FROZEN, opponents_checksum=draft.check_opponents())
    for module in (wide_benchmark, leaderboard):
        monkeypatch.setattr(module, "load_wide_benchmark", lambda: wide)
    run_benchmark("greedy", tmp_path / "greedy", version=2)
    card = make_entry(tmp_path / "greedy", games=6, seed=1)["card"]
    assert card["benchmark"] == 2 and card["status"] == FROZEN
    for key in ("score", "worst"):
        wrong = deepcopy(card)
        wrong[key] = {**card[key], "value": card[key]["low"]}
        with pytest.raises(NotVerified, match="by its cells"):
            check_card(wrong)
    monkeypatch.setattr(leaderboard, "load_wide_benchmark", lambda: draft)
    with pytest.raises(NotVerified, match="draft"):
        check_card(card)
