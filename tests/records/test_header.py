"""The header says everything that is needed to set the game up again."""

import json
from pathlib import Path
from typing import Any, cast

import pytest
import yaml
from numpy import int64

from dixie_env import make_rules
from dixie_env.config import NEW_SWITCHES, Edition, load_board, load_edition
from dixie_env.engine import CompiledRules
from dixie_env.records import Recorder, RecordError, check_record, read_events, read_header
from tests.records.games import Line, chance_of, find, play, record, short_game, take, to_bytes

ABSENT = object()
BOARD_KEYS = {
    *("track_penalties", "track_rewards", "silver_per_gold", "gold_per_ring"),
    *("mine_symbols", "pit", "offering_tiles", "servant_tiles", "ring_tiles", "golden"),
    *("whip_die", "casino_die", "icons"),
}
EDITION_KEYS = {
    *("priority_moves", "double_announced", "dump_count", "scoring", "spaces_16", "spaces_21"),
    *("markers", "dummy_rocks"),
}


def header(**options: Any) -> Line:
    """The header of a game with these rules."""
    return Recorder(make_rules(3, **options), 7, ["random"] * 3).lines[0]


def test_the_header_of_a_usual_game_has_exactly_the_keys_of_the_format() -> None:
    assert header() == {
        "format": "dixie-record",
        "version": 1,
        "rules": 2,
        "edition": "de",
        "board": "standard",
        "players": 3,
        "seed": 7,
        "draft": "choose",
        "agents": ["random", "random", "random"],
    }
    assert list(header())[:3] == ["format", "version", "rules"]


def test_the_names_of_the_agents_are_kept_in_the_order_of_the_seats() -> None:
    agents = ["Bärbel", "", 'nobody\'s "bot"\n']
    assert Recorder(make_rules(3), 7, agents).lines[0]["agents"] == agents


# --- editions and boards ------------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", ["de", "proto", "fr", "en", "pl"])
def test_a_shipped_edition_is_written_by_its_name(edition: str) -> None:
    assert header(edition=edition)["edition"] == edition


def test_an_edition_from_a_file_is_written_as_an_object_with_all_switches(tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    switches = {**load_edition("fr").as_object(), "scoring": "hoards"}
    file.write_text(yaml.dump(switches), encoding="utf-8")
    written = header(edition=file)["edition"]
    assert set(written) == EDITION_KEYS
    assert written == switches


def test_a_changed_board_is_written_as_an_object_with_all_keys() -> None:
    changed = load_board("standard").model_copy(update={"pit": 40, "mine_symbols": [10, 20, 30]})
    written = header(board=changed)["board"]
    assert set(written) == BOARD_KEYS
    assert written["pit"] == 40
    assert written["mine_symbols"] == [10, 20, 30]
    assert written["icons"]["6"] == {"apple": 1, "honey": 1}


def test_a_game_on_an_own_board_and_edition_is_replayed_by_them(tmp_path: Path) -> None:
    board = load_board("standard").model_copy(update={"pit": 12, "mine_symbols": [4]})
    edition = load_edition("en").model_copy(update={"spaces_21": "one_each"})
    game = record(board=board, edition=edition, full=True)
    game.save(tmp_path / "game.jsonl")
    assert 12 in check_record(tmp_path / "game.jsonl")["penalties"]


# --- optional keys ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rounds", [1, 6])
def test_fewer_than_7_rounds_are_written(rounds: int) -> None:
    assert header(rounds=rounds)["rounds"] == rounds


def test_7_rounds_and_other_defaults_leave_no_key() -> None:
    assert not {"rounds", "forbidden", "doctored"} & set(header(rounds=7))


def test_forbidden_options_are_written_and_hold_in_the_replay(tmp_path: Path) -> None:
    forbidden = [["pass", "action:15"], [], ["seat:0"]]
    game = record(forbidden=forbidden, rounds=2, full=True)
    assert game.lines[0]["forbidden"] == forbidden
    acts = [line for line in game.lines if line.get("kind") == "act" and line["seat"] == 0]
    assert acts
    assert not any({"pass", "action:15"} & set(line["options"]) for line in acts if len(line["options"]) > 2)
    game.save(tmp_path / "game.jsonl")
    check_record(tmp_path / "game.jsonl")


def test_doctored_rules_are_written_and_hold_in_the_replay(tmp_path: Path) -> None:
    doctored = {"3": {"bonus": 10, "seats": [0, 2]}, "5": {"off": True}}
    game = record(doctored=doctored, rounds=1, full=True, draft="fixed", abilities=(3, 5, 1))
    assert game.lines[0]["doctored"] == doctored
    assert game.lines[-1]["rewards"][0] >= 10
    game.save(tmp_path / "game.jsonl")
    check_record(tmp_path / "game.jsonl")


@pytest.mark.parametrize("draft", ["random", "fixed"])
def test_abilities_that_are_not_drafted_are_dealt_by_a_line_and_the_display_is_the_rest(draft: str) -> None:
    abilities = (9, 2, 5) if draft == "fixed" else None
    lines = record(draft=draft, abilities=abilities, rounds=1, full=True).lines
    assert lines[0]["draft"] == draft
    assert [line["kind"] for line in lines[1:4]] == ["order", "abilities", "deal"]
    shown, dealt = lines[2]["value"], lines[3]["value"]
    assert abilities is None or dealt == list(abilities)
    assert set(dealt) < set(shown)
    assert not any(line.get("kind") == "draft" for line in lines)
    state = lines[find(lines, type="state")]
    assert state["display"] == sorted(set(shown) - set(dealt))
    assert [seat["ability"] for seat in state["seats"]] == dealt


def test_a_game_from_a_real_table_has_scripted_chance_and_the_seed_null(tmp_path: Path) -> None:
    script = chance_of(record(rounds=2).lines)
    by_seed = record(rounds=2)
    table = Recorder(make_rules(3, rounds=2), None, ["Ann", "Bob", "Cy"], chance=script)
    for line in by_seed.lines:
        if line.get("type") == "decision":
            take(table, line["choice"])
    assert table.lines[0]["seed"] is None
    assert table.lines[1:] == by_seed.lines[1:]
    table.save(tmp_path / "game.jsonl")
    check_record(tmp_path / "game.jsonl")


# --- what a recorder refuses --------------------------------------------------------------------------------


def test_a_game_without_a_seed_needs_scripted_chance() -> None:
    with pytest.raises(ValueError, match="seed"):
        Recorder(make_rules(2), None, ["random"] * 2)


def test_every_seat_needs_an_agent() -> None:
    with pytest.raises(ValueError, match="3 seats"):
        Recorder(make_rules(3), 7, ["random"] * 2)


def test_the_name_of_an_agent_is_a_string() -> None:
    with pytest.raises(TypeError, match="string"):
        Recorder(make_rules(2), 7, ["random", 5])  # type: ignore[list-item]


@pytest.mark.parametrize("seed", [-1, 2**64, "7", 7.0, True])
def test_a_bad_seed_is_refused(seed: Any) -> None:
    with pytest.raises(ValueError, match="seed"):
        Recorder(make_rules(2), seed, ["random"] * 2)


def test_a_seed_of_numpy_is_written_as_a_number(tmp_path: Path) -> None:
    play(Recorder(make_rules(2, rounds=1), cast(int, int64(7)), ["random"] * 2)).save(tmp_path / "game.jsonl")
    assert read_header(tmp_path / "game.jsonl")["seed"] == 7


# --- reading it ---------------------------------------------------------------------------------------------


def test_read_header_returns_the_header_without_replaying(tmp_path: Path) -> None:
    lines = short_game()
    (tmp_path / "game.jsonl").write_bytes(to_bytes(lines[:1]) + b"anything")
    assert read_header(tmp_path / "game.jsonl") == lines[0]


def test_read_header_refuses_a_header_that_is_wrong(tmp_path: Path) -> None:
    (tmp_path / "game.jsonl").write_bytes(b'{"format": "chess"}')
    with pytest.raises(RecordError, match=r"line 1: .*format"):
        read_header(tmp_path / "game.jsonl")


def test_reading_a_file_that_is_not_there_is_an_os_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        check_record(tmp_path / "none.jsonl")


@pytest.mark.parametrize("missing", ["seed", "agents"])
def test_a_header_may_lack_what_the_replay_does_not_need(missing: str, tmp_path: Path) -> None:
    lines = short_game()
    del lines[0][missing]
    (tmp_path / "game.jsonl").write_bytes(to_bytes(lines))
    assert check_record(tmp_path / "game.jsonl") == lines[-1]


def test_recording_twice_with_the_same_seed_gives_the_same_lines() -> None:
    assert record(rounds=2).lines == record(rounds=2).lines
    assert play(Recorder(make_rules(3), 8, ["a"] * 3)).lines[1:] != record().lines[1:]


# --- rules --------------------------------------------------------------------------------------------------


def changed(tmp_path: Path, **keys: Any) -> Path:
    """A game by the second edition of the Polish book, with other keys in its header."""
    game = record(edition="pl", rounds=1)
    first = {key: value for key, value in {**game.lines[0], **keys}.items() if value is not ABSENT}
    file = tmp_path / "game.jsonl"
    file.write_text("".join(json.dumps(line) + "\n" for line in [first, *game.lines[1:]]), encoding="utf-8")
    return file


def rules_of(path: Path) -> CompiledRules:
    return next(read_events(path)).game.rules


def test_a_named_edition_is_meant_by_the_rules_of_the_header(tmp_path: Path) -> None:
    assert rules_of(changed(tmp_path)).config.edition.markers == "limited"
    assert rules_of(changed(tmp_path, rules=1)).config.edition.markers == "unlimited"
    assert rules_of(changed(tmp_path, rules=ABSENT)).config.edition.markers == "unlimited"


def test_the_place_of_the_key_does_not_matter(tmp_path: Path) -> None:
    lines = record(edition="pl", rounds=1).lines
    first = dict(sorted(lines[0].items(), reverse=True))
    file = tmp_path / "game.jsonl"
    file.write_text("".join(json.dumps(line) + "\n" for line in [first, *lines[1:]]), encoding="utf-8")
    assert rules_of(file).config.edition.markers == "limited"


@pytest.mark.parametrize("value", [0, 3, "2", 2.0, None, True, [2]])
def test_anything_but_1_and_2_is_refused(tmp_path: Path, value: object) -> None:
    with pytest.raises(RecordError, match="rules must be the number 1 or 2"):
        check_record(changed(tmp_path, rules=value))


SIX = {key: value for key, value in load_edition("pl").as_object().items() if key not in NEW_SWITCHES}


def test_an_edition_as_an_object_without_the_new_switches_has_neither(tmp_path: Path) -> None:
    edition = rules_of(changed(tmp_path, edition=SIX)).config.edition
    assert (edition.markers, edition.dummy_rocks) == ("unlimited", "forbidden")


@pytest.mark.parametrize("key", NEW_SWITCHES)
@pytest.mark.parametrize("rules", [1, ABSENT])
def test_the_new_switches_are_refused_with_rules_1(tmp_path: Path, key: str, rules: object) -> None:
    edition = {**SIX, key: Edition.model_fields[key].default}
    with pytest.raises(RecordError, match=f"{key}: .*rules: 1"):
        check_record(changed(tmp_path, edition=edition, rules=rules))


def test_a_new_game_by_the_first_edition_has_rules_2_and_the_edition_as_an_object(tmp_path: Path) -> None:
    game = record(edition="proto", players=2, rules=1, full=True)
    assert game.lines[0]["rules"] == 2
    assert game.lines[0]["edition"] == load_edition("proto", rules=1).as_object()
    assert game.lines[0]["edition"]["scoring"] == "hoards"
    game.save(tmp_path / "game.jsonl")
    check_record(tmp_path / "game.jsonl")
