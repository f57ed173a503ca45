"""Tampered folders are found out."""

import hashlib
import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from dixie_arena.config import ArenaError
from dixie_arena.summary import summarize
from dixie_arena.verify import NotVerified, verify_folder
from dixie_env.checksums import CheckedFolder
from tests.arena.helpers import hostile, play, small

PLAN = small("sane,random", 60, chunk_games=6)


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("runs") / "run"
    play(PLAN, folder)
    return folder


@pytest.fixture
def copy(finished: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(finished, tmp_path / "copy"))


def edit_json(folder: Path, name: str, change: Callable[[Any], None]) -> None:
    data = json.loads((folder / name).read_text())
    change(data)
    (folder / name).write_text(json.dumps(data))
    reseal(folder)


def reseal(folder: Path) -> None:
    """Make the checksums fit the files as they are."""
    files = CheckedFolder(folder)
    files.write_all({name: (folder / name).read_bytes() for name in files.names()})


def edit_games(folder: Path, name: str, row: int, value: object) -> None:
    """Change one number of the table."""
    table = pq.read_table(folder / "games.parquet")
    values = table.column(name).to_pylist()
    values[row] = value
    column = pa.array(values, pa.string()).dictionary_encode() if name == "agent" else pa.array(values)
    place = table.column_names.index(name)
    table = table.set_column(place, name, column.cast(table.schema.field(name).type))
    pq.write_table(table, folder / "games.parquet")
    reseal(folder)


def seal(folder: Path, *, summary: bool = True) -> None:
    """Do what a careful forger does: make summary and checksums fit."""
    if summary:
        table = pq.read_table(folder / "games.parquet")
        (folder / "summary.json").write_text(json.dumps(summarize(PLAN, table)))

    def fit(card: dict[str, Any]) -> None:
        for name in card["files"]:
            card["files"][name] = hashlib.sha256((folder / name).read_bytes()).hexdigest()

    edit_json(folder, "card.json", fit)


def test_an_honest_folder(finished: Path) -> None:
    result = verify_folder(finished, games=10)
    assert (result.games, result.replayed, result.skipped) == (60, 12, 0)
    assert verify_folder(finished, games=1000).replayed == 60


def test_a_changed_file(copy: Path) -> None:
    edit_games(copy, "score", 5, 40)
    with pytest.raises(NotVerified, match=r"games\.parquet was changed"):
        verify_folder(copy)


def test_a_changed_summary(copy: Path) -> None:
    edit_json(copy, "summary.json", lambda data: data["agents"][1]["win_share"].update(value=0.9))
    with pytest.raises(NotVerified, match=r"summary\.json was changed"):
        verify_folder(copy)
    seal(copy, summary=False)
    with pytest.raises(NotVerified, match=r"does not follow from .* agents\.1\.win_share\.value is 0\.9"):
        verify_folder(copy)


@pytest.mark.parametrize(
    ("name", "value"),
    [("score", 77), ("rank", 1), ("win_share", 0.75), ("action_3", 9), ("penalty_whips", 8)],
)
def test_a_careful_forger(copy: Path, name: str, value: float) -> None:
    rows = pq.read_table(copy / "games.parquet").column(name).to_pylist()
    row = int(np.flatnonzero(np.array(rows) != value)[3])
    edit_games(copy, name, row, value)
    seal(copy)
    with pytest.raises(NotVerified, match=rf"row {row} .*: {name} is .* when the game is replayed"):
        verify_folder(copy, games=60)


@pytest.mark.parametrize(("name", "value"), [("seed", 1), ("block", 19), ("seat", 2)])
def test_a_game_that_is_not_in_the_schedule(copy: Path, name: str, value: int) -> None:
    edit_games(copy, name, 0, value)
    seal(copy)
    with pytest.raises(NotVerified, match=f"row 0: {name} is {value}, but"):
        verify_folder(copy)


def test_another_agent(copy: Path) -> None:
    table = pq.read_table(copy / "games.parquet")
    there = table.column("agent")[0].as_py()
    edit_games(copy, "agent", 0, "random" if there == "sane" else "sane")
    seal(copy)
    with pytest.raises(NotVerified, match="row 0: agent is"):
        verify_folder(copy)


def test_another_tournament(copy: Path) -> None:
    edit_json(copy, "tournament.json", lambda data: data.update(seed=9))
    with pytest.raises(NotVerified, match="describe different tournaments"):
        verify_folder(copy)


def test_other_code(copy: Path) -> None:
    edit_json(copy, "card.json", lambda data: data["agents"][0].update(fingerprint="0" * 64))
    with pytest.raises(NotVerified, match=r"sane \(sane\) is not the one that played"):
        verify_folder(copy)
    edit_json(copy, "card.json", lambda data: data.update(engine="other"))
    with pytest.raises(NotVerified, match="another version of the rules"):
        verify_folder(copy)


def test_other_code_of_the_package(copy: Path) -> None:
    edit_json(copy, "card.json", lambda data: data.update(package="other"))
    with pytest.raises(NotVerified, match="another version of dixie_agents"):
        verify_folder(copy)


def test_a_card_of_the_first_version(copy: Path) -> None:
    def make_old(card: dict[str, Any]) -> None:
        card["version"] = 1
        for row in card["agents"]:
            row["checksum"] = row.pop("fingerprint")

    edit_json(copy, "card.json", make_old)
    with pytest.raises(
        NotVerified, match=r"of version 1, from an older dixie .* does not identify the agents"
    ):
        verify_folder(copy)
    edit_games(copy, "score", 5, 40)
    with pytest.raises(NotVerified, match=r"games\.parquet was changed"):
        verify_folder(copy)


def test_what_is_no_finished_tournament(copy: Path, tmp_path: Path) -> None:
    (copy / "card.json").unlink()
    with pytest.raises(ArenaError, match="not finished"):
        verify_folder(copy)
    with pytest.raises(ArenaError, match="not the folder of a tournament"):
        verify_folder(tmp_path)


def test_missing_and_damaged_files(copy: Path) -> None:
    (copy / "games.parquet").write_bytes(b"PAR1")
    seal(copy, summary=False)
    with pytest.raises(NotVerified, match="can't be read"):
        verify_folder(copy)
    (copy / "games.parquet").unlink()
    with pytest.raises(NotVerified, match=r"games\.parquet is missing"):
        verify_folder(copy)


def test_bots_from_outside_can_be_verified(tmp_path: Path) -> None:
    play(hostile("SometimesIllegal"), tmp_path)
    assert verify_folder(tmp_path).skipped == 0


def test_games_with_a_late_bot_are_not_compared(tmp_path: Path) -> None:
    plan = hostile("Hangs", games=3, time_limit=0.05)
    play(plan, tmp_path)
    assert verify_folder(tmp_path).skipped == plan.schedule.games


def test_a_summary_with_the_intervals_of_an_older_dixie_is_not_called_a_forgery(copy: Path) -> None:
    def age(summary: dict[str, Any]) -> None:
        for row in summary["differences"]:
            for name in ("win_share", "mean_rank", "mean_score"):
                del row[name]["low_all"], row[name]["high_all"]

    edit_json(copy, "summary.json", age)
    seal(copy, summary=False)
    with pytest.raises(NotVerified, match=r"older dixie .* intervals in another way\. Its checksum matches"):
        verify_folder(copy)
