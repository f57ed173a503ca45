"""Records are written whole or not at all, and a step that fails changes nothing."""

from pathlib import Path
from typing import Any

import pytest

from dixie_env import ChanceError, IllegalChoice, make_rules
from dixie_env.records import Recorder, check_record, write_whole
from tests.records.games import play, record, take

SETUP: list[tuple[str, Any]] = [("order", [0, 1]), ("abilities", [1, 2, 3, 4, 5, 6]), ("deal", [2, 3])]


def files(folder: Path) -> dict[str, str]:
    return {path.name: path.read_text(encoding="utf-8") for path in folder.iterdir()}


# --- saving -------------------------------------------------------------------------------------------------


def test_a_saved_record_is_the_text_in_utf_8_with_plain_line_ends(tmp_path: Path) -> None:
    recorder = play(Recorder(make_rules(2, rounds=1), 7, ["Bärbel", "random"]))
    path = tmp_path / "game.jsonl"
    recorder.save(path)
    assert path.read_bytes() == recorder.text().encode()
    assert "Bärbel" in recorder.text()
    assert path.read_bytes().endswith(b"}\n")
    assert path.read_bytes().count(b"\n") == len(recorder.lines)
    check_record(path)


def test_saving_makes_the_folders_that_are_missing(tmp_path: Path) -> None:
    recorder = record(2, rounds=1)
    recorder.save(tmp_path / "new" / "folder" / "game.jsonl")
    assert files(tmp_path / "new" / "folder") == {"game.jsonl": recorder.text()}


def test_saving_replaces_the_file_that_is_there(tmp_path: Path) -> None:
    recorder = record(2, rounds=1)
    (tmp_path / "game.jsonl").write_text("old")
    recorder.save(tmp_path / "game.jsonl")
    assert files(tmp_path) == {"game.jsonl": recorder.text()}


def test_a_saved_record_can_be_read_by_others(tmp_path: Path) -> None:
    record(2, rounds=1).save(tmp_path / "game.jsonl")
    assert (tmp_path / "game.jsonl").stat().st_mode & 0o444 == 0o444


def test_an_unfinished_game_is_not_saved(tmp_path: Path) -> None:
    recorder = Recorder(make_rules(2), 7, ["random"] * 2)
    with pytest.raises(ValueError, match="not over"):
        recorder.save(tmp_path / "game.jsonl")
    assert files(tmp_path) == {}


@pytest.mark.parametrize("before", [{}, {"game.jsonl": "old"}], ids=["new", "old"])
def test_a_text_that_cannot_be_written_leaves_everything_as_it_was(
    before: dict[str, str], tmp_path: Path
) -> None:
    for name, text in before.items():
        (tmp_path / name).write_text(text)
    recorder = play(Recorder(make_rules(2, rounds=1), 7, ["half of a pair: \ud83d", "random"]))
    with pytest.raises(UnicodeEncodeError):
        recorder.save(tmp_path / "game.jsonl")
    assert files(tmp_path) == before


@pytest.mark.parametrize("step", ["chmod", "replace"])
@pytest.mark.parametrize("failure", [OSError("disk full"), KeyboardInterrupt()], ids=["error", "interrupt"])
def test_a_save_that_is_broken_off_leaves_no_file_and_no_temporary_one(
    step: str, failure: BaseException, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: Any) -> None:
        raise failure

    monkeypatch.setattr(Path, step, fail)
    with pytest.raises(type(failure)):
        record(2, rounds=1).save(tmp_path / "game.jsonl")
    assert files(tmp_path) == {}


def test_writing_onto_a_folder_fails_and_leaves_no_temporary_file(tmp_path: Path) -> None:
    (tmp_path / "game.jsonl").mkdir()
    with pytest.raises(OSError, match=r"game\.jsonl"):
        write_whole(tmp_path / "game.jsonl", "text")
    assert [path.name for path in tmp_path.iterdir()] == ["game.jsonl"]


# --- steps that fail ----------------------------------------------------------------------------------------


def test_an_illegal_option_or_seat_leaves_the_record_as_it_was() -> None:
    recorder = Recorder(make_rules(3), 7, ["random"] * 3, full=True)
    text, game = recorder.text(), recorder.game.copy()
    option = game.options()[0]
    bad: list[tuple[Any, ...]] = [(156,), (-1,), (True,), ("pass",), (option, 3)]
    bad += [(option, seat) for seat in range(3) if seat != game.seat]
    for arguments in bad:
        with pytest.raises(IllegalChoice):
            recorder.step(*arguments)
    assert recorder.text() == text
    assert recorder.game == game


@pytest.mark.parametrize(
    "script",
    [[], [("casino_die", "gold")], [("whip_die", 9)], [("whip_die", [1])]],
    ids=["out", "other-kind", "impossible", "wrong-form"],
)
def test_chance_that_fails_leaves_record_game_and_script_as_they_were(script: list[tuple[str, Any]]) -> None:
    chance = [*SETUP, *script]
    recorder = Recorder(make_rules(2, draft="random"), None, ["a", "b"], full=True, chance=chance)
    text, game = recorder.text(), recorder.game.copy()
    with pytest.raises(ChanceError):
        take(recorder, "action:10")
    assert recorder.text() == text
    assert recorder.game == game
    assert chance == script


def test_a_game_goes_on_after_the_script_was_put_right() -> None:
    chance = list(SETUP)
    recorder = Recorder(make_rules(2, draft="random"), None, ["a", "b"], chance=chance)
    with pytest.raises(ChanceError, match="run out"):
        take(recorder, "action:12")
    chance.append(("casino_die", "silver"))
    take(recorder, "action:12")
    assert recorder.lines[-1] == {"type": "chance", "kind": "casino_die", "value": "silver"}
    assert recorder.lines[-2]["choice"] == "action:12"


def test_no_step_is_possible_after_the_end() -> None:
    recorder = record(2, rounds=1)
    text = recorder.text()
    with pytest.raises(IllegalChoice, match="over"):
        recorder.step(0)
    assert recorder.text() == text
