"""Datasets on disk: rewards and ends, old files, files that grow, memory that does not."""

import json
import tracemalloc
from pathlib import Path

import numpy as np
import pytest

from dixie_agents.registry import make_agent
from dixie_env import DixieError, Game, make_rules
from dixie_env.rewards import Reward
from dixie_training import dataset
from dixie_training.dataset import Dataset, play_parts, read_dataset, write_dataset
from dixie_training.growing import Checksum, GrowingArray
from dixie_training.minari_dataset import write_minari

RULES = make_rules(3, rounds=2)


def parts_of(games: int, seed: int = 7):
    lineups = np.zeros((games, 3), np.int32)
    return play_parts(RULES, [make_agent("sane")], lineups, seed, Reward("score"))


def test_rewards_come_with_the_last_decision_of_each_seat():
    (part,) = parts_of(4)
    rows = part.rows
    assert rows.terminals.sum() == 4 * 3
    for game in range(4):
        for seat in range(3):
            own = np.flatnonzero((rows.games == game) & (rows.seats == seat))
            assert rows.terminals[own].tolist() == [False] * (len(own) - 1) + [True]
            assert rows.rewards[own].sum() == rows.returns[own[0]]
            assert not rows.rewards[own[:-1]].any()


def test_ends_are_what_each_seat_sees_when_the_game_is_over():
    (part,) = parts_of(3)
    assert (
        part.ends.games.tolist() == [0, 0, 0, 1, 1, 1, 2, 2, 2] and part.ends.seats.tolist() == [0, 1, 2] * 3
    )
    for number in range(3):
        game = Game(RULES, 7 + number)
        for action in part.rows.actions[part.rows.games == number]:
            game.step(int(action))
        assert game.over
        for seat in range(3):
            assert np.array_equal(part.ends.observations[3 * number + seat], game.observe(seat))


def test_a_dataset_of_the_first_version_still_opens(tmp_path):
    write_dataset(tmp_path / "new", (part.rows for part in parts_of(3)), {})
    new = read_dataset(tmp_path / "new")
    (tmp_path / "new" / "rewards.npy").unlink()
    (tmp_path / "new" / "terminals.npy").unlink()
    about = json.loads((tmp_path / "new" / "about.json").read_text())
    (tmp_path / "new" / "about.json").write_text(json.dumps({**about, "version": 1}))
    old = read_dataset(tmp_path / "new")
    assert np.array_equal(old.rewards, new.rewards) and np.array_equal(old.terminals, new.terminals)
    assert np.array_equal(old.observations, new.observations)


def test_a_dataset_of_a_later_version_is_refused(tmp_path):
    write_dataset(tmp_path / "new", (part.rows for part in parts_of(1)), {})
    about = json.loads((tmp_path / "new" / "about.json").read_text())
    (tmp_path / "new" / "about.json").write_text(json.dumps({**about, "version": 3}))
    with pytest.raises(DixieError, match="version 3 of a dataset, but this code reads versions 1 to 2"):
        read_dataset(tmp_path / "new")


def test_parts_make_the_same_files_as_a_whole(tmp_path, monkeypatch):
    write_dataset(tmp_path / "whole", (part.rows for part in parts_of(7)), {})
    monkeypatch.setattr(dataset, "ROWS", 2)
    write_dataset(tmp_path / "parts", (part.rows for part in parts_of(7)), {})
    for path in sorted((tmp_path / "whole").iterdir()):
        assert path.read_bytes() == (tmp_path / "parts" / path.name).read_bytes()


def test_a_failure_leaves_nothing_behind(tmp_path):
    def parts():
        yield from (part.rows for part in parts_of(1))
        raise RuntimeError("the agent has crashed")

    with pytest.raises(RuntimeError, match="crashed"):
        write_dataset(tmp_path / "data", parts(), {})
    assert not (tmp_path / "data").exists()
    with pytest.raises(DixieError, match="at least one game"):
        write_dataset(tmp_path / "data", [], {})
    assert not (tmp_path / "data").exists()


def peak(tmp_path: Path, form: str, games: int) -> int:
    """Largest memory, in bytes, while games are written two at a time."""
    folder = tmp_path / f"{form}-{games}-v0"
    tracemalloc.start()
    try:
        if form == "numpy":
            write_dataset(folder, (part.rows for part in parts_of(games)), {})
        else:
            write_minari(folder, parts_of(games), {}, RULES.config.observation)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("form", ["numpy", "minari"])
def test_memory_does_not_grow_with_the_number_of_games(tmp_path, monkeypatch, form):
    if form == "minari":
        pytest.importorskip("minari", reason="needs the extra minari")
    monkeypatch.setattr(dataset, "ROWS", 2)
    peak(tmp_path, form, 1)  # imports, caches
    few, many = peak(tmp_path, form, 4), peak(tmp_path, form, 40)
    assert many < 1.5 * few


def test_growing_arrays_are_ordinary_files(tmp_path):
    rows = np.arange(60, dtype=np.float32).reshape(20, 3)
    with GrowingArray(tmp_path / "grown.npy") as array:
        for low in range(0, 20, 7):
            array.append(rows[low : low + 7])
        with pytest.raises(ValueError, match="rows must be float32"):
            array.append(rows.astype(np.int8))
    np.save(tmp_path / "saved.npy", rows)
    assert (tmp_path / "grown.npy").read_bytes() == (tmp_path / "saved.npy").read_bytes()


def test_a_checksum_depends_on_content_and_not_on_parts():
    rows = np.arange(10)
    whole, parts, other = Checksum(), Checksum(), Checksum()
    whole.add("a", rows)
    parts.add("a", rows[:3])
    parts.add("a", rows[3:])
    other.add("a", rows[::-1])
    assert whole.hex() == parts.hex() != other.hex()
    assert len(Dataset._fields) == 8
