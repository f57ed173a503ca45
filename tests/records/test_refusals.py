"""Every kind of corruption is refused, with the number of the line and a reason that names what is wrong."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from dixie_env import Game, make_rules
from dixie_env.config import load_board, load_edition
from dixie_env.records import Recorder
from tests.records.games import (
    Line,
    chance_of,
    find,
    leaves,
    long_game,
    look_up,
    plain,
    refusal,
    short_game,
    take,
    to_bytes,
)

Change = Callable[[list[Line]], int]
"""Spoils a record and returns the index of the line that must be refused."""


def put(values: Line, nth: int = 0, **where: Any) -> Change:
    """Give the n-th line with these values others."""

    def change(lines: list[Line]) -> int:
        index = find(lines, nth, **where)
        lines[index] |= values
        return index

    return change


def drop(key: str, nth: int = 0, **where: Any) -> Change:
    """Take a key from a line."""

    def change(lines: list[Line]) -> int:
        index = find(lines, nth, **where)
        del lines[index][key]
        return index

    return change


def refused(folder: Path, lines: list[Line], change: Change, *reasons: str) -> None:
    """Spoil a record and see that it is refused in the right line for the right reason."""
    index = change(lines)
    error = refusal(folder, lines)
    assert error.line == index + 1
    for reason in reasons:
        assert reason in error.reason


def header(**values: Any) -> Change:
    return put(values, format="dixie-record")


# --- files that are no whole record -------------------------------------------------------------------------


def test_an_empty_file_is_refused(tmp_path: Path) -> None:
    error = refusal(tmp_path, b"")
    assert (error.line, error.reason) == (1, "the file is empty")


@pytest.mark.parametrize("shape", [plain, list], ids=["plain", "full"])
def test_a_record_cut_off_after_any_line_is_refused(shape: Any, tmp_path: Path) -> None:
    lines = shape(short_game())
    for kept in range(1, len(lines)):
        error = refusal(tmp_path, lines[:kept])
        assert error.line == kept + 1
        assert "cut off" in error.reason


@pytest.mark.parametrize("shape", [plain, list], ids=["plain", "full"])
def test_a_record_cut_off_within_any_line_is_refused(shape: Any, tmp_path: Path) -> None:
    lines = shape(short_game())
    for kept, line in enumerate(lines):
        whole = to_bytes([line])
        for length in (1, len(whole) // 2, len(whole) - 2):
            error = refusal(tmp_path, to_bytes(lines[:kept]) + whole[:length])
            assert error.line == kept + 1
            assert "cut off" in error.reason


def test_a_record_without_any_one_of_its_lines_is_refused(tmp_path: Path) -> None:
    lines = short_game()
    for index in range(len(lines)):
        assert refusal(tmp_path, lines[:index] + lines[index + 1 :]).line == index + 1


def test_a_record_with_any_line_twice_is_refused(tmp_path: Path) -> None:
    lines = short_game()
    for index in range(len(lines)):
        assert refusal(tmp_path, lines[: index + 1] + lines[index:]).line == index + 2


def test_a_record_with_any_two_neighbours_swapped_is_refused(tmp_path: Path) -> None:
    lines = short_game()
    for index in range(len(lines) - 1):
        swapped = [*lines[:index], lines[index + 1], lines[index], *lines[index + 2 :]]
        assert refusal(tmp_path, swapped).line == index + 1


def test_a_plain_record_with_a_line_missing_twice_or_swapped_is_refused(tmp_path: Path) -> None:
    lines = plain(short_game())
    for index in range(len(lines) - 1):
        refusal(tmp_path, lines[:index] + lines[index + 1 :])
        refusal(tmp_path, lines[: index + 1] + lines[index:])
        if lines[index] | {"choice": ""} != lines[index + 1] | {"choice": ""}:  # such choices may be swapped
            refusal(tmp_path, [*lines[:index], lines[index + 1], lines[index], *lines[index + 2 :]])


@pytest.mark.parametrize("more", [b"{}\n", b"\n", b"garbage", b'{"type": "result"}'])
def test_nothing_may_follow_the_result(more: bytes, tmp_path: Path) -> None:
    lines = short_game()
    error = refusal(tmp_path, to_bytes(lines) + more)
    assert (error.line, error.reason) == (len(lines) + 1, "the result must be the last line")


# --- lines that are no JSON objects -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("bad", "reason"),
    [
        pytest.param(b"", "Expecting value (column 1)", id="blank"),
        pytest.param(b"   ", "not a JSON object", id="spaces"),
        pytest.param(b"hello", "Expecting value (column 1)", id="text"),
        pytest.param(b'{"type": "chance"', "not a JSON object", id="half"),
        pytest.param(b'{"type": "chance"}}', "Extra data", id="too-much"),
        pytest.param(b'{"a": 1, "type": "x", "a": 1}', "given twice", id="duplicate-key"),
        pytest.param(b'{"x": {"a": 1, "a": 2}}', "given twice", id="duplicate-key-inside"),
        pytest.param(b'{"x": NaN}', "NaN is not a JSON number", id="nan"),
        pytest.param(b'{"x": [Infinity]}', "Infinity is not a JSON number", id="infinity"),
        pytest.param(b'{"x": -Infinity}', "-Infinity is not a JSON number", id="minus-infinity"),
        pytest.param(b'{"x": "\xff"}', "utf-8", id="invalid-utf-8"),
        pytest.param(b'\xef\xbb\xbf{"x": 1}', "BOM", id="byte-order-mark"),
        pytest.param(b'{"x": ' + b"9" * 5000 + b"}", "not a JSON object", id="endless-number"),
        pytest.param(b'{"x": ' + b"[" * 100_000, "nested too deeply", id="deep-list"),
        pytest.param(b'{"x": ' * 100_000, "nested too deeply", id="deep-object"),
        pytest.param(b"[1, 2]", "a line must be a JSON object, not [1, 2]", id="list"),
        pytest.param(b"null", "a line must be a JSON object, not null", id="null"),
        pytest.param(b'"decision"', "a line must be a JSON object", id="string"),
        pytest.param(b"1", "a line must be a JSON object, not 1", id="number"),
    ],
)
@pytest.mark.parametrize("index", [0, 1, 3, 4, -1], ids=["header", "chance", "decision", "state", "result"])
def test_a_line_that_is_no_object_is_refused(index: int, bad: bytes, reason: str, tmp_path: Path) -> None:
    lines = [to_bytes([line]) for line in short_game()]
    lines[index] = bad + b"\n"
    error = refusal(tmp_path, b"".join(lines))
    assert error.line == range(len(lines))[index] + 1
    assert reason in error.reason
    assert len(error.reason) < 300


@pytest.mark.parametrize("key", ["draft", "agents", "players", "edition"])
def test_a_value_just_not_too_deep_to_be_read_is_refused_too(key: str, tmp_path: Path) -> None:
    line = json.dumps(short_game()[0] | {key: "HERE"})
    for depth in range(600, 1000):
        deep = line.replace('"HERE"', "[" * depth + "]" * depth)
        assert refusal(tmp_path, deep.encode()).line == 1


def test_a_reason_can_be_printed_whatever_the_record_says(tmp_path: Path) -> None:
    lines = short_game()
    index = find(lines, type="state")
    lines[index]["\x1b[31m\ud800" + "x" * 500] = 1
    error = refusal(tmp_path, "".join(json.dumps(line) + "\n" for line in lines).encode())
    assert str(error).isprintable()
    assert len(error.reason) < 200


# --- the header ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        pytest.param(header(format="chess"), "format must be 'dixie-record', not \"chess\"", id="format"),
        pytest.param(drop("format", format="dixie-record"), "format must be 'dixie-record'", id="no-format"),
        pytest.param(header(version=2), "unknown version 2", id="version-2"),
        pytest.param(header(version=0), "unknown version 0", id="version-0"),
        pytest.param(header(version="1"), 'unknown version "1"', id="version-text"),
        pytest.param(header(version=1.0), "unknown version 1.0", id="version-float"),
        pytest.param(header(version=True), "unknown version true", id="version-bool"),
        pytest.param(drop("version", format="dixie-record"), "unknown version null", id="no-version"),
        pytest.param(header(edition="us"), "us", id="edition-unknown"),
        pytest.param(header(edition=None), "edition must be a name or an object", id="edition-null"),
        pytest.param(header(edition=["de"]), "edition must be a name or an object", id="edition-list"),
        pytest.param(header(edition={}), "header, edition: priority_moves", id="edition-empty"),
        pytest.param(header(edition=""), "edition must be a shipped name", id="edition-blank"),
        pytest.param(drop("edition", format="dixie-record"), "lacks 'edition'", id="no-edition"),
        pytest.param(header(board="round"), "round", id="board-unknown"),
        pytest.param(header(board=7), "board must be a name or an object", id="board-number"),
        pytest.param(header(board={"pit": 60}), "header, board: track_penalties", id="board-incomplete"),
        pytest.param(drop("board", format="dixie-record"), "lacks 'board'", id="no-board"),
        pytest.param(header(players=1), "players must be a whole number from 2 to 5", id="one-player"),
        pytest.param(header(players=6), "players must be a whole number from 2 to 5", id="six-players"),
        pytest.param(header(players=3.0), "players must be a whole number", id="players-float"),
        pytest.param(header(players="3"), "players must be a whole number", id="players-text"),
        pytest.param(header(players=4), "agents must be 4 names", id="other-players"),
        pytest.param(drop("players", format="dixie-record"), "lacks 'players'", id="no-players"),
        pytest.param(header(draft="snake"), "draft must be one of choose, random, fixed", id="draft-unknown"),
        pytest.param(header(draft=["choose"]), "draft must be one of", id="draft-list"),
        pytest.param(drop("draft", format="dixie-record"), "lacks 'draft'", id="no-draft"),
        pytest.param(header(rounds=0), "rounds must be a whole number", id="no-rounds"),
        pytest.param(header(rounds=8), "rounds must be a whole number", id="eight-rounds"),
        pytest.param(header(rounds=True), "rounds must be a whole number", id="rounds-bool"),
        pytest.param(header(rounds=None), "rounds must be a whole number", id="rounds-null"),
        pytest.param(header(seed=-1), "seed must be a whole number", id="seed-negative"),
        pytest.param(header(seed="7"), "seed must be a whole number", id="seed-text"),
        pytest.param(header(seed=7.5), "seed must be a whole number", id="seed-float"),
        pytest.param(header(seed=True), "seed must be a whole number", id="seed-bool"),
        pytest.param(header(agents=["random"] * 2), "agents must be 3 names", id="agents-few"),
        pytest.param(header(agents="abc"), "agents must be 3 names", id="agents-text"),
        pytest.param(header(agents=["a", "b", 3]), "agents must be 3 names", id="agents-number"),
        pytest.param(header(agents=None), "agents must be 3 names", id="agents-null"),
        pytest.param(header(forbidden=[["pass"]]), "forbidden must be 3 lists", id="forbidden-few"),
        pytest.param(header(forbidden=["pass"] * 3), "forbidden must be 3 lists", id="forbidden-flat"),
        pytest.param(header(forbidden=[["fly"], [], []]), "'fly' is not an option", id="forbidden-unknown"),
        pytest.param(
            header(forbidden=[["seat:0"], [], []]), "'seat:0' is not an option", id="forbidden-own-seat"
        ),
        pytest.param(header(forbidden=5), "can't be set up", id="forbidden-number"),
        pytest.param(header(forbidden=[5, 5, 5]), "can't be set up", id="forbidden-numbers"),
        pytest.param(header(doctored=[]), "doctored must look like", id="doctored-list"),
        pytest.param(header(doctored={"11": {}}), "there is no ability '11'", id="doctored-unknown"),
        pytest.param(header(doctored={"3": {"bonus": 1.0}}), "bonus of ability 3", id="doctored-float"),
        pytest.param(header(doctored={"3": {"luck": 1}}), "ability 3", id="doctored-key"),
    ],
)
def test_a_header_that_is_wrong_is_refused(change: Change, reason: str, tmp_path: Path) -> None:
    refused(tmp_path, short_game(), change, reason)


def test_a_header_with_a_path_never_makes_the_reader_open_it(tmp_path: Path) -> None:
    for key, good in (("edition", load_edition("de")), ("board", load_board("standard"))):
        file = tmp_path / f"{key}.yaml"
        file.write_text(yaml.dump(good.as_object()), encoding="utf-8")
        for path in (
            str(file),
            f"file://{file}",
            f"./{file.name}",
            file.name,
            "../editions/de",
            "de.yaml",
            "/dev/stdin",
        ):
            error = refusal(tmp_path, [short_game()[0] | {key: path}])
            assert error.line == 1
            assert f"{key} must be a shipped name or an object" in error.reason


def test_a_wrong_value_in_an_own_edition_or_board_is_refused_and_named(tmp_path: Path) -> None:
    edition, board = load_edition("de").as_object(), load_board("standard").as_object()
    for key, value, named in (
        ("edition", edition | {"scoring": "luck"}, "scoring"),
        ("edition", edition | {"scorng": "rocks"}, "scorng"),
        ("board", board | {"pit": 0}, "pit"),
        ("board", board | {"ring_tiles": [1, 2, 3, 4, 5, 6, 7]}, "ring_tiles"),
        ("board", board | {"icons": {}}, "icons"),
    ):
        error = refusal(tmp_path, [short_game()[0] | {key: value}])
        assert error.line == 1
        assert f"header, {key}: " in error.reason
        assert named in error.reason


@pytest.mark.parametrize(
    ("changed", "where"),
    [
        pytest.param({"edition": "fr"}, {"type": "decision", "choice": "action:16"}, id="edition"),
        pytest.param({"rounds": 3}, {"type": "state", "round": 4}, id="rounds"),
        pytest.param({"draft": "choose"}, {"kind": "deal"}, id="draft"),
    ],
)
def test_a_game_by_other_rules_is_refused_where_they_first_matter(
    changed: Line, where: Line, tmp_path: Path
) -> None:
    lines = long_game()
    index = find(lines, **where)
    if where.get("type") == "decision":  # with `one_each` the space is also written down as used
        index = find(lines[index:], type="state") + index
    lines[0] |= changed
    assert refusal(tmp_path, lines).line == index + 1


# --- decisions ----------------------------------------------------------------------------------------------

DRAFT: Line = {"type": "decision", "kind": "draft"}
ACT: Line = {"type": "decision", "kind": "act"}


def another_seat(lines: list[Line]) -> int:
    """An option of the right kind, but of a seat that is not in the game or is the own one."""
    index = find(lines, type="decision", kind="whip")
    lines[index]["choice"] = f"seat:{lines[index]['seat']}"
    return index


def options_without_one(lines: list[Line]) -> int:
    index = find(lines, **ACT)
    lines[index]["options"].remove("pass")
    return index


def options_with_one_more(lines: list[Line]) -> int:
    index = find(lines, **ACT)
    lines[index]["options"] = sorted([*lines[index]["options"], "action:99"])
    return index


def options_unsorted(lines: list[Line]) -> int:
    index = find(lines, **ACT)
    lines[index]["options"].reverse()
    return index


def options_by_number(lines: list[Line]) -> int:
    """The order that a human expects, not that of strings: action:2 before action:10."""
    index = find(lines, **ACT)
    lines[index]["options"].sort(key=lambda option: (len(option), option))
    return index


def options_missing_once(lines: list[Line]) -> int:
    index = find(lines, 2, type="decision")
    del lines[index]["options"]
    return index


def options_once_in_a_plain_record(lines: list[Line]) -> int:
    index = find(lines, 2, type="decision")
    options = lines[index]["options"]
    lines[:] = plain(lines)
    index = find(lines, 2, type="decision")
    lines[index]["options"] = options
    return index


def state_in_a_plain_record(lines: list[Line]) -> int:
    state = lines[find(lines, type="state")]
    lines[:] = plain(lines)
    index = find(lines, 1, type="decision")
    lines.insert(index, state)
    return index


def state_missing_once(lines: list[Line]) -> int:
    index = find(lines, 2, type="state")
    del lines[index]
    return index


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        pytest.param(put({"seat": 9}, **ACT), "but the line has seat 9", id="seat-9"),
        pytest.param(put({"seat": -1}, **ACT), "but the line has seat -1", id="seat-negative"),
        pytest.param(
            put({"seat": 1.0}, **ACT, seat=1),
            "seat 1 decides (act), but the line has seat 1.0",
            id="seat-float",
        ),
        pytest.param(
            put({"seat": True}, **ACT, seat=1),
            "seat 1 decides (act), but the line has seat true",
            id="seat-bool",
        ),
        pytest.param(put({"seat": "1"}, **ACT, seat=1), 'but the line has seat "1"', id="seat-text"),
        pytest.param(
            put({"seat": 2}, **ACT, seat=1), "seat 1 decides (act), but the line has seat 2", id="seat-other"
        ),
        pytest.param(drop("seat", **ACT), "but the line has seat null", id="no-seat"),
        pytest.param(put({"kind": "copy"}, **ACT), 'but the line has kind "copy"', id="kind-other"),
        pytest.param(put({"kind": "dance"}, **ACT), 'but the line has kind "dance"', id="kind-unknown"),
        pytest.param(drop("kind", **ACT), "but the line has kind null", id="no-kind"),
        pytest.param(put({"choice": "action:13"}, **ACT), 'choice "action:13" is not legal', id="illegal"),
        pytest.param(put({"choice": "action:22"}, **ACT), 'choice "action:22" is not legal', id="unknown"),
        pytest.param(put({"choice": 21}, **ACT), "choice 21 is not legal", id="choice-id"),
        pytest.param(put({"choice": ["pass"]}, **ACT), "is not legal", id="choice-list"),
        pytest.param(put({"choice": None}, **ACT), "choice null is not legal", id="choice-null"),
        pytest.param(drop("choice", **ACT), "choice null is not legal", id="no-choice"),
        pytest.param(another_seat, "is not legal", id="choice-of-another-seat"),
        pytest.param(options_without_one, "options differ", id="options-without-one"),
        pytest.param(options_with_one_more, "options differ", id="options-with-one-more"),
        pytest.param(options_unsorted, "options differ", id="options-unsorted"),
        pytest.param(options_by_number, "options differ", id="options-by-number"),
        pytest.param(put({"options": None}, 1, **ACT), "options differ: null", id="options-null"),
        pytest.param(put({"options": []}, **ACT), "options differ: []", id="options-empty"),
        pytest.param(options_missing_once, "'options' in every decision", id="options-missing-once"),
        pytest.param(options_once_in_a_plain_record, "'options' in every decision", id="options-in-plain"),
        pytest.param(state_in_a_plain_record, 'has the type "state"', id="state-in-plain"),
        pytest.param(state_missing_once, "expected a state line", id="state-missing-once"),
        pytest.param(put({"type": "move"}, **ACT), "a decision of seat", id="type-unknown"),
        pytest.param(drop("type", **ACT), "has the type null", id="no-type"),
        pytest.param(put({"type": ["decision"]}, **ACT), "a decision of seat", id="type-list"),
    ],
)
def test_a_decision_that_is_wrong_is_refused(change: Change, reason: str, tmp_path: Path) -> None:
    refused(tmp_path, long_game(), change, reason)


def test_the_first_state_without_options_before_it_is_refused(tmp_path: Path) -> None:
    lines = short_game()
    index = find(lines, **DRAFT)
    del lines[index]["options"]  # so the record seems to be a plain one
    error = refusal(tmp_path, lines)
    assert error.line == index + 2
    assert 'has the type "state"' in error.reason


# --- states and results -------------------------------------------------------------------------------------


def test_any_wrong_value_of_a_state_is_refused_and_named(tmp_path: Path) -> None:
    lines = short_game()
    index = find(lines, type="state")
    for path in list(leaves(lines[index]))[1:]:  # not `type`
        spoilt = short_game()[: index + 1]
        inner = look_up(spoilt[index], path[:-1])
        inner[path[-1]] = "peek" if inner[path[-1]] != "peek" else "double"
        error = refusal(tmp_path, spoilt)
        assert error.line == index + 1
        assert f"the state is wrong: {'.'.join(map(str, path))} is " in error.reason


@pytest.mark.parametrize("other", [float, bool, str])
def test_a_number_of_another_type_in_a_state_is_refused(other: type, tmp_path: Path) -> None:
    lines = short_game()
    index = find(lines, type="state")
    for path in leaves(lines[index]):
        spoilt = short_game()[: index + 1]
        inner = look_up(spoilt[index], path[:-1])
        value = inner[path[-1]]
        if type(value) is int and (other is not bool or value in (0, 1)):
            inner[path[-1]] = other(value)
            assert refusal(tmp_path, spoilt).line == index + 1


def test_a_missing_key_of_a_state_is_refused_and_named(tmp_path: Path) -> None:
    lines = short_game()
    index = find(lines, type="state")
    for place, name in (
        ((), ""),
        (("supply",), "supply."),
        (("seats", 1), "seats.1."),
        (("tiles_left",), "tiles_left."),
    ):
        for key in set(look_up(lines[index], place)) - {"type"}:
            spoilt = short_game()[: index + 1]
            del look_up(spoilt[index], place)[key]
            error = refusal(tmp_path, spoilt)
            assert error.line == index + 1
            assert error.reason == f"the state is wrong: {name}{key} is missing"


def test_an_unknown_key_deep_in_a_state_is_refused(tmp_path: Path) -> None:
    lines = short_game()
    index = find(lines, type="state")
    lines[index]["seats"][2]["goods"]["wood"] = 0
    error = refusal(tmp_path, lines)
    assert (error.line, error.reason) == (index + 1, 'the state is wrong: seats.2.goods."wood" is unknown')


@pytest.mark.parametrize("key", ["scores", "ranks", "penalties", "rewards", "rocks", "hoards"])
def test_a_wrong_result_is_refused_and_named(key: str, tmp_path: Path) -> None:
    for shape in (plain, list):
        lines = shape(short_game())
        lines[-1][key][1] += 1
        error = refusal(tmp_path, lines)
        assert error.line == len(lines)
        assert f"the result is wrong: {key}.1 is " in error.reason


@pytest.mark.parametrize(
    ("values", "reason"),
    [
        ({"rounds": 2}, "rounds is 2 in the record, 1 according to the rules"),
        ({"rounds": True}, "rounds is true"),
        ({"rounds": 1.0}, "rounds is 1.0"),
        ({"scores": [1, 2]}, "scores is [1, 2]"),
        ({"ranks": None}, "ranks is null"),
        ({"winner": 0}, '"winner" is unknown'),
        ({"type": "end"}, "expected the result"),
    ],
)
def test_a_result_of_another_shape_is_refused(values: Line, reason: str, tmp_path: Path) -> None:
    refused(tmp_path, short_game(), put(values, type="result"), reason)


# --- chance -------------------------------------------------------------------------------------------------


def chance(kind: str, value: Any, nth: int = 0) -> Change:
    return put({"value": value}, nth, type="chance", kind=kind)


def draw(spoil: Callable[[list[Any]], list[Any]]) -> Change:
    """Change the first draw."""

    def change(lines: list[Line]) -> int:
        index = find(lines, type="chance", kind="draw")
        lines[index]["value"] = spoil(lines[index]["value"])
        return index

    return change


def test_the_long_game_has_every_kind_of_chance() -> None:
    script = chance_of(long_game())
    assert {kind for kind, _ in script} == {
        *("order", "abilities", "deal", "demand", "whip_die", "casino_die", "draw"),
    }
    assert [value for kind, value in script if kind == "demand"][:3] == ["apple"] * 3


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        pytest.param(chance("order", [0, 1]), "order can't be [0, 1]", id="order-short"),
        pytest.param(chance("order", [0, 1, 1]), "every seat from 0 to 2, once each", id="order-twice"),
        pytest.param(chance("order", [1, 2, 3]), "every seat from 0 to 2, once each", id="order-of-others"),
        pytest.param(chance("order", [0, True, 2]), "every seat from 0 to 2, once each", id="order-bool"),
        pytest.param(chance("order", [0, 1.0, 2]), "every seat from 0 to 2, once each", id="order-float"),
        pytest.param(chance("order", "012"), "order can't be '012'", id="order-text"),
        pytest.param(chance("order", None), "order can't be None", id="order-null"),
        pytest.param(chance("order", [0] * 1000), "order can't be", id="order-endless"),
        pytest.param(chance("order", [0, 1, 10**30]), "order can't be", id="order-huge"),
        pytest.param(chance("abilities", [1, 2, 3, 4, 5]), "6 different abilities", id="abilities-5"),
        pytest.param(chance("abilities", [1, 2, 3, 4, 5, 6, 7]), "6 different abilities", id="abilities-7"),
        pytest.param(chance("abilities", [1, 2, 3, 4, 6, 5]), "ascending", id="abilities-unsorted"),
        pytest.param(chance("abilities", [1, 2, 3, 4, 5, 5]), "6 different abilities", id="abilities-twice"),
        pytest.param(chance("abilities", [0, 1, 2, 3, 4, 5]), "from 1 to 10", id="abilities-0"),
        pytest.param(chance("abilities", [6, 7, 8, 9, 10, 11]), "from 1 to 10", id="abilities-11"),
        pytest.param(chance("deal", [1, 1, 1]), "deal can't be", id="deal-twice"),
        pytest.param(chance("deal", [1, 2]), "deal can't be", id="deal-short"),
        pytest.param(chance("deal", {"0": 1}), "deal can't be", id="deal-object"),
        pytest.param(chance("demand", "gold"), "demand can't be 'gold'", id="demand-gold"),
        pytest.param(chance("demand", ["apple"]), "demand can't be", id="demand-list"),
        pytest.param(chance("demand", 0), "demand can't be 0", id="demand-number"),
        pytest.param(chance("demand", "apple", 3), "one of ['bread', 'honey']", id="demand-a-4th-time"),
        pytest.param(chance("whip_die", 4), "one of [1, 2, 3]", id="whip-4"),
        pytest.param(chance("whip_die", 0), "one of [1, 2, 3]", id="whip-0"),
        pytest.param(chance("whip_die", True), "one of [1, 2, 3]", id="whip-bool"),
        pytest.param(chance("whip_die", 2.0), "one of [1, 2, 3]", id="whip-float"),
        pytest.param(chance("whip_die", 257), "one of [1, 2, 3]", id="whip-overflow"),
        pytest.param(chance("casino_die", "rock"), "one of ['food', 'gold', 'silver']", id="casino-rock"),
        pytest.param(chance("casino_die", "apple"), "one of ['food', 'gold', 'silver']", id="casino-apple"),
        pytest.param(chance("casino_die", {}), "casino_die can't be {}", id="casino-object"),
        pytest.param(draw(lambda cubes: cubes[1:]), "a list of", id="draw-short"),
        pytest.param(draw(lambda cubes: [*cubes, "silver"]), "a list of", id="draw-long"),
        pytest.param(
            draw(lambda cubes: ["apple", *cubes[1:]]), "cubes from the bag, which has", id="draw-apple"
        ),
        pytest.param(draw(lambda cubes: [0, *cubes[1:]]), "draw can't be", id="draw-number"),
        pytest.param(draw(lambda cubes: []), "a list of", id="draw-empty"),
        pytest.param(drop("value", type="chance", kind="order"), "lacks 'value'", id="no-value"),
        pytest.param(
            put({"kind": "dice"}, type="chance", kind="demand"),
            "expected chance of the kind 'demand', not \"dice\"",
            id="kind",
        ),
        pytest.param(
            drop("kind", type="chance", kind="demand"),
            "expected chance of the kind 'demand', not null",
            id="no-kind",
        ),
        pytest.param(
            put({"type": "luck"}, type="chance", kind="demand"), "expected chance (demand)", id="type"
        ),
    ],
)
def test_chance_that_is_impossible_is_refused(change: Change, reason: str, tmp_path: Path) -> None:
    refused(tmp_path, long_game(), change, reason)
    refused(tmp_path, plain(long_game()), change, reason)


def test_a_deal_of_an_ability_that_is_not_on_display_is_refused(tmp_path: Path) -> None:
    lines = long_game()
    index = find(lines, kind="deal")
    shown = lines[find(lines, kind="abilities")]["value"]
    lines[index]["value"][0] = min(set(range(1, 11)) - set(shown))
    error = refusal(tmp_path, lines)
    assert error.line == index + 1
    assert f"a different one of {shown}" in error.reason


def gold_first(game: Game) -> Any:
    """Sampled chance, but gold comes out of the bag as long as there is enough."""
    if game.awaited == "draw" and game.state["bag"][1] >= 5:
        return ["gold"] * 5
    return game.sampled_outcome()


def test_a_draw_of_more_than_the_bag_holds_is_refused(tmp_path: Path) -> None:
    recorder = Recorder(make_rules(3, draft="random"), 1, ["miner"] * 3, chance=gold_first)
    take(recorder, "action:15", "action:15", "action:15")
    cubes = recorder.lines[-1]["value"]
    assert "gold" not in cubes
    cubes[-1] = "gold"
    error = refusal(tmp_path, recorder.lines)
    assert error.line == len(recorder.lines)
    assert "a list of 5 cubes from the bag, which has {'silver': 30, 'gold': 0, 'rock': 15}" in error.reason


def test_the_value_on_an_own_die_is_checked_against_its_faces(tmp_path: Path) -> None:
    lines = plain(long_game())
    lines[0]["board"] = load_board("standard").as_object() | {"whip_die": [7], "casino_die": ["gold"]}
    error = refusal(tmp_path, lines)
    assert lines[error.line - 1]["kind"] in ("whip_die", "casino_die")
    assert "one of [7]" in error.reason or "one of ['gold']" in error.reason
