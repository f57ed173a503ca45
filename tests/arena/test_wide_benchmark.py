"""Version 2 of the benchmark: its file, its score, and its intervals."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import yaml
from numpy.typing import NDArray

from dixie_arena import wide_benchmark
from dixie_arena.benchmarking import LATEST, load_benchmark, run_benchmark
from dixie_arena.config import ArenaError
from dixie_arena.log_odds import above_fair, score_tables
from dixie_arena.wide_benchmark import DRAFT, FROZEN, Table, WideBenchmark, load_wide_benchmark
from dixie_env.paths import configs_dir
from tests.cli.helpers import Ran

FILE = configs_dir() / "arena" / "benchmark-v2.yaml"


def changed(folder: Path, **changes: Any) -> Path:
    """The file as a draft, with changes."""
    data = yaml.safe_load(FILE.read_text(encoding="utf-8"))
    file = folder / "changed.yaml"
    file.write_text(
        yaml.safe_dump({**data, "status": DRAFT, "opponents_checksum": None, **changes}), encoding="utf-8"
    )
    return file


def short() -> WideBenchmark:
    return replace(
        load_wide_benchmark(),
        status=DRAFT,
        opponents_checksum=None,
        games=6,
        rounds=1,
        opponents={"bots": ("sane", "random"), "policies": ("ppo:zoo/first",), "exploiters": ()},
        tables=(Table(2, "de", "standard"), Table(3, "fr", "prior:standard:1000001:0")),
    )


# --- the file ----------------------------------------------------------------------------------------------


def test_version_2_is_frozen_and_the_default() -> None:
    benchmark = load_wide_benchmark()
    assert (benchmark.version, benchmark.status, benchmark.title) == (2, FROZEN, "v2")
    assert LATEST == 2 and load_benchmark().version == 1
    assert all(benchmark.opponents.values())
    assert len({table.edition for table in benchmark.tables}) == 5
    assert {table.players for table in benchmark.tables} == {2, 3, 4, 5}
    assert "ppo:zoo/second" in benchmark.names


def test_no_exploiters_only_in_a_draft(tmp_path: Path) -> None:
    with pytest.raises(ArenaError, match=r"opponents\.exploiters: none; only a draft may leave them out"):
        none = {"bots": ["sane"], "policies": ["ppo:zoo/first"], "exploiters": []}
        load_wide_benchmark(changed(tmp_path, status="frozen", opponents=none, opponents_checksum="0"))
    everything = {"bots": ["sane"], "policies": ["ppo:zoo/first"], "exploiters": ["ppo:zoo/second"]}
    found = load_wide_benchmark(
        changed(tmp_path, status="frozen", opponents=everything, opponents_checksum="0")
    )
    assert found.names == ("sane", "ppo:zoo/first", "ppo:zoo/second") and found.title == "v2"


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"status": "final"}, "status must be draft or frozen, not 'final'"),
        ({"games": 0}, "games must be a whole number above 0, not 0"),
        ({"tables": None}, "tables must be a list of games, not None"),
        (
            {"opponents": {"bots": "sane", "policies": [], "exploiters": []}},
            r"opponents\.bots must be a list of names, not 'sane'",
        ),
        ({"more": 1}, "the file must have the keys version, status"),
        ({"opponents": {"bots": ["sane"]}}, "opponents must have the keys bots, policies, exploiters"),
        (
            {"opponents": {"bots": ["sane"], "policies": [], "exploiters": ["ppo:zoo/none"]}},
            r"opponents\.exploiters: .*the zoo has no policy 'none'",
        ),
        (
            {"opponents": {"bots": ["sane"], "policies": ["sane"], "exploiters": []}},
            r"opponents\.bots: sane is there twice",
        ),
        (
            {"tables": [{"players": 4, "edition": "de", "board": "prior:standard:7:3"}]},
            "boards for evaluation are drawn with seeds 1,000,000 or more, not 7",
        ),
        (
            {
                "status": "frozen",
                "opponents": {"bots": ["sane"], "policies": ["greedy"], "exploiters": ["random"]},
                "opponents_checksum": None,
            },
            "opponents_checksum must be there in a frozen version, and null in a draft",
        ),
        ({"tables": [{"players": 4}]}, r"tables\.0 must have the keys players, edition, board"),
        ({"tables": [{"players": 9, "edition": "de", "board": "standard"}]}, "players"),
    ],
)
def test_a_wrong_file_is_refused(tmp_path: Path, changes: dict[str, Any], message: str) -> None:
    with pytest.raises(ArenaError, match=rf"changed\.yaml: .*{message}"):
        load_wide_benchmark(changed(tmp_path, **changes))


# --- the score ---------------------------------------------------------------------------------------------


def test_log_odds_by_hand() -> None:
    assert above_fair(np.array(30.0), 120, 4) == pytest.approx(np.log(30.5 / 90.5) + np.log(3))
    assert above_fair(np.array(60.0), 120, 2) == 0
    assert above_fair(np.array(120.0), 120, 2) == pytest.approx(np.log(241))


def test_the_score_does_not_saturate() -> None:
    """Winning all of 240 games is more than winning 239, and has an interval with a width."""
    almost: NDArray[np.float64] = np.ones((60, 1, 4))
    every = almost.copy()
    almost[3, 0, 1] = 0
    one, other = score_tables([almost]).mean, score_tables([every]).mean
    assert other.value > one.value + 0.5
    assert other.low is not None and other.low < other.value - 0.5


def test_the_mean_and_the_worst_of_the_cells() -> None:
    random = np.random.default_rng(1)
    tables = [
        (random.random((40, 3, players)) < chances[:, None]).astype(float)
        for players, chances in ((2, np.array([0.5, 0.9, 0.6])), (4, np.array([0.7, 0.1, 0.25])))
    ]
    found = score_tables(tables)
    values = [cell.value for cell in found.cells]
    assert found.mean.value == pytest.approx(np.mean(values))
    assert found.worst_cell == 4 and found.worst.value == min(values)
    assert found.worst.low is not None and found.worst.high is not None
    assert found.worst.low < found.worst.value < found.worst.high


def test_the_cell_against_itself_is_not_the_worst() -> None:
    """Without it a strong agent's worst opponent would always be itself."""
    shares = np.zeros((60, 2, 3))
    shares[:20, 0] = 1.0
    shares[:40, 1] = 1.0
    found = score_tables([shares], [True, False])
    assert found.cells[0].value < found.cells[1].value and found.worst_cell == 1
    assert found.worst.low is not None and found.worst.low < found.worst.value == found.cells[1].value
    assert found.worst.low > found.cells[0].value
    assert score_tables([shares]).worst_cell == score_tables([shares], [True, True]).worst_cell == 0


@pytest.mark.parametrize("chances", [(0.5, 0.3, 0.8, 0.2), (0.4, 0.4, 0.4, 0.4)], ids=["apart", "alike"])
def test_intervals_cover_the_truth(chances: tuple[float, ...]) -> None:
    """Also that of the worst cell, where all cells are alike and the smallest estimate is too small.

    The games of a block are alike, as they are in a real one.
    """
    players, runs = 4, 200
    truth = np.log(np.array(chances) / (1 - np.array(chances))) + np.log(players - 1)
    counts = dict.fromkeys(("mean", "worst", "cells"), 0)
    for seed in range(runs):
        random = np.random.default_rng(seed)
        tables = []
        for pair in (chances[:2], chances[2:]):
            luck = random.random((40, 1, 1)) < 0.3
            shared, own = random.random((40, 1, 1)), random.random((40, 2, players))
            tables.append((np.where(luck, shared, own) < np.array(pair)[:, None]).astype(float))
        found = score_tables(tables)
        cells = zip(found.cells, truth, strict=True)
        counts["cells"] += sum(cell.low <= value <= cell.high for cell, value in cells)
        counts["mean"] += found.mean.low <= truth.mean() <= found.mean.high
        counts["worst"] += found.worst.low <= truth.min() <= found.worst.high
    assert 0.91 <= counts["mean"] / runs <= 0.99
    assert 0.92 <= counts["cells"] / (4 * runs) <= 0.985
    assert counts["worst"] / runs >= 0.93


# --- playing it --------------------------------------------------------------------------------------------


def test_version_2_from_the_command_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wide_benchmark, "load_wide_benchmark", short)
    ran = Ran("benchmark", "greedy", "--version", 2, "--out", tmp_path / "run")
    assert ran.code == 0
    assert ran.err == "warning: version 2 of the benchmark is a draft and may change: don't quote scores\n"
    (line,) = [line for line in ran.out.splitlines() if line.startswith("Dixie benchmark v2 draft: greedy ")]
    assert "36 games" in line and ", worst " in line
    again = Ran("benchmark", "greedy", "--version", 2, "--out", tmp_path / "run", "--resume", "--json")
    card = json.loads(again.out)
    assert card == json.loads((tmp_path / "run" / "card.json").read_text())
    assert len(card["cells"]) == 6 and card["status"] == "draft"
    assert card["score"]["low"] < card["score"]["value"] < card["score"]["high"]
    assert card["worst"]["value"] == min(cell["log_odds"]["value"] for cell in card["cells"])
    assert card["worst"]["opponent"] in line and card["worst"]["table"] in line
    assert Ran("verify", tmp_path / "run" / "table-2").code == 0


def test_a_frozen_version_knows_its_opponents(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    frozen = replace(short(), status="frozen", opponents_checksum="other")
    monkeypatch.setattr(wide_benchmark, "load_wide_benchmark", lambda: frozen)
    with pytest.raises(ArenaError, match="no longer play as they did when benchmark v2 was frozen"):
        run_benchmark("sane", tmp_path / "run", version=2)
    right = replace(frozen, opponents_checksum=frozen.check_opponents())
    monkeypatch.setattr(wide_benchmark, "load_wide_benchmark", lambda: right)
    assert run_benchmark("sane", tmp_path / "run", version=2).line.startswith("Dixie benchmark v2: sane ")
