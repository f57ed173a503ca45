"""A record that is right is replayed, line by line; what a reader doesn't know it ignores where it should."""

from pathlib import Path
from typing import Any

import pytest

from dixie_env import make_rules
from dixie_env.records import Event, Recorder, describe_state, read_events
from tests.records.games import (
    Line,
    chance_of,
    check,
    find,
    long_game,
    plain,
    record,
    refusal,
    short_game,
    take,
    to_bytes,
)

shapes = pytest.mark.parametrize("shape", [plain, list], ids=["plain", "full"])


def replay(folder: Path, lines: list[Line]) -> list[Event]:
    path = folder / "game.jsonl"
    path.write_bytes(to_bytes(lines))
    return list(read_events(path))


# --- replaying ----------------------------------------------------------------------------------------------


@shapes
def test_check_record_returns_the_result(shape: Any, tmp_path: Path) -> None:
    lines = shape(long_game())
    assert check(tmp_path, lines) == lines[-1]


@shapes
def test_every_line_after_the_header_is_an_event_with_its_number(shape: Any, tmp_path: Path) -> None:
    lines = shape(long_game())
    events = replay(tmp_path, lines)
    assert [event.line for event in events] == lines[1:]
    assert [event.number for event in events] == list(range(2, len(lines) + 1))


def test_the_game_of_an_event_is_live_and_stands_after_the_line(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_bytes(to_bytes(long_game()))
    after = [(event.line, describe_state(event.game)) for event in read_events(path)]
    assert all(line == state for line, state in after if line["type"] == "state")


def test_a_plain_record_is_enough_to_write_the_full_one_again(tmp_path: Path) -> None:
    full = record(4, 3, edition="fr", full=True)
    again = Recorder(full.game.rules, 3, ["random"] * 4, full=True, chance=chance_of(full.lines))
    take(again, *(line["choice"] for line in plain(full.lines) if line.get("type") == "decision"))
    assert again.text() == full.text()
    check(tmp_path, full.text().encode())


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("draft", ["choose", "random", "fixed"])
def test_records_of_every_kind_of_draft_and_number_of_players_check(
    players: int, draft: str, tmp_path: Path
) -> None:
    abilities = (8, 4, 9, 1, 5)[:players] if draft == "fixed" else None
    game = record(players, players, draft=draft, abilities=abilities, edition="proto", full=True)
    assert check(tmp_path, game.text().encode()) == game.lines[-1]


def test_chance_comes_from_the_lines_and_never_from_the_seed(tmp_path: Path) -> None:
    lines = short_game()
    lines[0]["seed"] = 123456
    check(tmp_path, lines)


@pytest.mark.parametrize("ending", [b"", b"\n", b"\r\n"])
def test_the_last_line_may_end_in_any_way(ending: bytes, tmp_path: Path) -> None:
    check(tmp_path, to_bytes(short_game()).removesuffix(b"\n") + ending)


def test_nothing_is_replayed_before_it_is_asked_for(tmp_path: Path) -> None:
    lines = short_game()
    del lines[-1]
    path = tmp_path / "game.jsonl"
    path.write_bytes(to_bytes(lines))
    events = read_events(path)
    assert next(events).line == lines[1]


# --- keys that a reader doesn't know ------------------------------------------------------------------------


@shapes
def test_unknown_keys_in_header_chance_and_decision_lines_are_ignored(shape: Any, tmp_path: Path) -> None:
    lines = shape(short_game())
    for line in lines:
        if line.get("type") not in ("state", "result"):
            line["comment"] = {"deep": [1, None, "ü"]}
    check(tmp_path, lines)


@pytest.mark.parametrize("kind", ["state", "result"])
def test_unknown_keys_in_state_and_result_lines_are_refused(kind: str, tmp_path: Path) -> None:
    lines = short_game()
    index = find(lines, type=kind)
    lines[index]["comment"] = 1
    error = refusal(tmp_path, lines)
    assert error.line == index + 1
    assert "comment" in error.reason


def test_the_order_of_keys_does_not_matter(tmp_path: Path) -> None:
    check(tmp_path, [dict(reversed(line.items())) for line in short_game()])


# --- analysis -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("full", [False, True])
def test_a_decision_may_carry_analysis_and_others_none(full: bool, tmp_path: Path) -> None:
    recorder = Recorder(make_rules(2, rounds=1), 3, ["mind", "random"], full=full)
    thought = {"values": [0.25, -1], "best": "ability:1", "tree": None}
    while not recorder.game.over:
        recorder.step(recorder.game.options()[0], analysis=thought if recorder.game.seat == 0 else None)
    for line in recorder.lines:
        assert line.get("analysis") == (
            thought if line.get("type") == "decision" and line["seat"] == 0 else None
        )
        assert "analysis" not in line or line["analysis"] is not None
    check(tmp_path, recorder.text().encode())


def test_analysis_is_written_as_it_was_at_the_decision() -> None:
    recorder = Recorder(make_rules(2), 3, ["mind"] * 2)
    thought = [0.5]
    recorder.step(recorder.game.options()[0], analysis=thought)
    thought[0] = 7
    assert recorder.lines[-1]["analysis"] == [0.5]


@pytest.mark.parametrize(
    "thought", [float("nan"), [float("inf")], {1, 2}, object()], ids=["nan", "infinity", "set", "object"]
)
def test_analysis_that_json_cannot_say_is_refused_and_nothing_changes(thought: Any) -> None:
    recorder = Recorder(make_rules(2), 3, ["mind"] * 2)
    before, text = recorder.game.copy(), recorder.text()
    with pytest.raises((ValueError, TypeError)):
        recorder.step(recorder.game.options()[0], analysis=thought)
    assert recorder.game == before
    assert recorder.text() == text
