"""Running tournaments: interrupted, resumed, on several workers, always the same results."""

import json
import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
import pytest

from dixie_arena.columns import COLUMNS
from dixie_arena.config import ArenaError, Tournament
from dixie_arena.folder import RunFolder
from dixie_arena.identity import code_of
from dixie_arena.run import identify_agents
from dixie_env import DixieError
from dixie_env.folder_lock import FolderInUse
from dixie_env.records import check_record
from tests.arena.helpers import HOSTILE, play, results_of, small

RUN = """
import json, sys
from pathlib import Path
from dixie_arena.config import Tournament
from dixie_arena.run import run_tournament
if __name__ == "__main__":
    tournament = Tournament.from_object(json.loads(sys.argv[1]))
    run_tournament(tournament, Path(sys.argv[2]), resume=True, workers=int(sys.argv[3]))
"""


def started(tournament: Tournament, folder: Path, workers: int = 1) -> subprocess.Popen[bytes]:
    """Start a run in a process of its own."""
    script = folder.parent / "run.py"
    script.write_text(RUN, encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    arguments = [json.dumps(tournament.as_object()), str(folder), str(workers)]
    return subprocess.Popen([sys.executable, str(script), *arguments], env=environment)


def wait_for_chunks(process: subprocess.Popen[bytes], folder: Path, count: int) -> None:
    end = time.monotonic() + 60
    while len(list((folder / "chunks").glob("*.arrow"))) < count:
        assert process.poll() is None, "it was too quick to be killed"
        assert time.monotonic() < end
        time.sleep(0.002)


@pytest.mark.parametrize(("workers", "moments"), [(1, (1, 40)), (2, (20,))])
def test_killed_and_resumed_ends_the_same(tmp_path: Path, workers: int, moments: tuple[int, ...]) -> None:
    plan = small("sane,random,a=sane", 3600, rounds=7, chunk_games=12)
    play(plan, tmp_path / "whole")
    broken = tmp_path / "broken"
    for count in moments:
        process = started(plan, broken, workers)
        wait_for_chunks(process, broken, count)
        process.send_signal(signal.SIGKILL)
        process.wait(60)
        assert not RunFolder(broken).complete
    assert moments[-1] <= len(RunFolder(broken).done(plan)) < plan.chunks
    play(plan, broken, resume=True)
    assert results_of(broken) == results_of(tmp_path / "whole")
    assert not (broken / "chunks").exists()


def test_damaged_parts_are_played_again(tmp_path: Path) -> None:
    plan = small(chunk_games=3)
    play(plan, tmp_path / "whole")
    folder = RunFolder(tmp_path / "broken")
    with folder.opened(plan, code_of(plan.entrants, identify_agents(plan)), resume=False):
        for index, data in enumerate((b"rubbish", b"")):
            folder.write_chunk(index, b"a part")
            (folder.chunks / f"{index:06}.arrow").write_bytes(data)
        (folder.chunks / ".000002.arrow.x.part").write_bytes(b"half a p")
        assert folder.done(plan) == set()
    said: list[str] = []
    play(plan, folder.path, resume=True, warn=said.append)
    assert [line.partition(" is damaged")[0] for line in said] == [
        str(folder.chunks / f"{index:06}.arrow") for index in range(2)
    ]
    assert results_of(folder.path) == results_of(tmp_path / "whole")
    assert not list(folder.path.rglob("*.part"))


@pytest.mark.parametrize(("players", "agents"), [(2, "sane,random"), (5, "a=sane,b=sane,random")])
def test_workers_make_no_difference(tmp_path: Path, players: int, agents: str) -> None:
    plan = small(agents, 60, players, chunk_games=10)
    assert plan.chunks > 2
    for workers in (1, 2):
        play(plan, tmp_path / str(workers), workers=workers)
    assert results_of(tmp_path / "1") == results_of(tmp_path / "2")


def test_parts_make_no_difference(tmp_path: Path) -> None:
    for size in (3, 24):
        play(small(chunk_games=size), tmp_path / str(size))
    assert results_of(tmp_path / "3") == results_of(tmp_path / "24")


def test_a_lost_worker_costs_only_its_part(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    marker = tmp_path / "marker"
    monkeypatch.setenv("DIXIE_TEST_MARKER", str(marker))
    plan = small(f"bot={HOSTILE}:KillsWorkerOnce,sane", isolate=False, chunk_games=6)
    play(plan, tmp_path / "lost", workers=2)
    assert marker.exists()
    play(plan, tmp_path / "whole")
    assert results_of(tmp_path / "lost") == results_of(tmp_path / "whole")


def test_a_finished_tournament_is_shown_again(tmp_path: Path) -> None:
    plan = small()
    first = play(plan, tmp_path)
    written = (tmp_path / "games.parquet").stat().st_mtime_ns
    again = play(plan, tmp_path, resume=True)
    assert again == first
    assert (tmp_path / "games.parquet").stat().st_mtime_ns == written


def test_folders_that_are_refused(tmp_path: Path) -> None:
    plan = small()
    play(plan, tmp_path / "run")
    with pytest.raises(ArenaError, match="finished: use --resume"):
        play(plan, tmp_path / "run")
    with pytest.raises(ArenaError, match="another tournament: seed is 1 there and 2 here"):
        play(small(seed=2), tmp_path / "run", resume=True)
    with pytest.raises(ArenaError, match="another tournament: games is 24 there and 27 here"):
        play(small(games=27), tmp_path / "run", resume=True)
    (tmp_path / "thesis").mkdir()
    (tmp_path / "thesis" / "chapter1.tex").touch()
    with pytest.raises(ArenaError, match="not empty"):
        play(plan, tmp_path / "thesis", resume=True)
    (tmp_path / "file").touch()
    with pytest.raises(DixieError, match="is a file"):
        play(plan, tmp_path / "file")
    started = RunFolder(tmp_path / "started")
    with started.opened(plan, code_of(plan.entrants, identify_agents(plan)), resume=False):
        pass
    code = started.read_json("code.json")
    started.write_json("code.json", {**code, "agents": {**code["agents"], "sane": "other"}})
    with pytest.raises(ArenaError, match=r"begun with another sane \(fingerprint other, now [0-9a-f]{12}\)"):
        play(plan, started.path, resume=True)
    started.write_json("code.json", {**code, "engine": "other"})
    with pytest.raises(ArenaError, match="begun with other rules"):
        play(plan, started.path, resume=True)
    started.write_json("code.json", {key: code[key] for key in ("engine", "agents")})
    with pytest.raises(ArenaError, match="begun with an older version of dixie, which did not identify"):
        play(plan, started.path, resume=True)
    folder = RunFolder(tmp_path / "busy")
    with (
        folder.opened(plan, code_of(plan.entrants, identify_agents(plan)), resume=False),
        ThreadPoolExecutor(1) as other,
        pytest.raises(FolderInUse, match="busy is in use"),
    ):
        other.submit(play, plan, folder.path, resume=True).result()


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"workers": 0}, "workers must be from 1"),
        ({"backend": "cloud"}, "one of local, ray, not 'cloud'"),
        ({"records": 25}, "from 0 to 24"),
    ],
)
def test_arguments_that_can_not_be(tmp_path: Path, options: dict[str, int | str], words: str) -> None:
    with pytest.raises(ArenaError, match=words):
        play(small(), tmp_path, **options)


def test_the_table(tmp_path: Path) -> None:
    plan = small("sane,random,a=sane,b=random", 40, 3, rounds=7)
    play(plan, tmp_path)
    table = pq.read_table(tmp_path / "games.parquet")
    assert table.column_names == list(COLUMNS)
    assert table.num_rows == plan.schedule.games * 3

    def grid(name: str) -> np.ndarray:
        return np.array(table.column(name).to_pylist()).reshape(-1, 3)

    assert (grid("seat") == np.arange(3)).all()
    assert (np.sort(grid("turn"), axis=1) == np.arange(3)).all()
    assert np.allclose(grid("win_share").sum(axis=1), 1)
    assert ((grid("rank") == 1) == (grid("win_share") > 0)).all()
    fallen = grid("in_pit")
    order = np.where(fallen, -99, grid("score")).argmax(axis=1)
    assert (grid("rank")[np.arange(len(order)), order] == 1).all()
    assert (grid("score")[fallen] == -60).all()
    sources = np.sum([grid(name) for name in COLUMNS if name.startswith("reward_")], axis=0)
    assert (sources[~fallen] == grid("rewards")[~fallen]).all()
    assert (grid("decisions") > 0).all()
    seeds: dict[int, int] = {}
    for number, seed in zip(grid("block")[:, 0].tolist(), grid("seed")[:, 0].tolist(), strict=True):
        assert seeds.setdefault(number, seed) == seed


def test_records(tmp_path: Path) -> None:
    plan = small("a=sane,b=sane", rounds=3)
    play(plan, tmp_path, records=4)
    files = sorted((tmp_path / "records").iterdir())
    assert len(files) == 4
    table = pq.read_table(tmp_path / "games.parquet").to_pylist()
    for file in files:
        result = check_record(file)
        place = [int(number) for number in file.stem.split("-")[1:]]
        rows = [row for row in table if [row["block"], row["lineup"], row["rotation"]] == place]
        assert [row["score"] for row in rows] == result["scores"]
        assert [row["rank"] for row in rows] == result["ranks"]


def test_the_card(tmp_path: Path) -> None:
    plan = small("a=sane,b=sane,random", 24)
    card = play(plan, tmp_path).card
    assert card["tournament"] == plan.as_object() == json.loads((tmp_path / "tournament.json").read_text())
    assert card["games"] == plan.schedule.games
    assert [agent["label"] for agent in card["agents"]] == ["a", "b", "random"]
    one, two, other = (agent["fingerprint"] for agent in card["agents"])
    assert one == two != other
    assert Tournament.from_object(card["tournament"]).fingerprint() == card["fingerprint"]
