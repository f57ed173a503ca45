"""Editions and boards: what is shipped, what is accepted, and what each refusal says."""

import copy
import json
import pickle
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dixie_env.config import (
    NEW_SWITCHES,
    Board,
    ConfigError,
    Edition,
    board_names,
    edition_names,
    load_board,
    load_edition,
)
from dixie_env.paths import configs_dir

EDITIONS = ("de", "en", "fr", "pl", "proto")
BOARD_KEYS = [
    "track_penalties", "track_rewards", "silver_per_gold", "gold_per_ring", "mine_symbols", "pit",
    "offering_tiles", "servant_tiles", "ring_tiles", "golden", "whip_die", "casino_die", "icons",
]  # fmt: skip
RULES = Path(__file__).parents[2] / "docs" / "rules.md"


def board_with(**changes):
    """The values of the standard board, some of them changed."""
    return {**load_board("standard").as_object(), **changes}


def refusal(load, source, **options) -> str:
    with pytest.raises(ConfigError) as caught:
        load(source, **options)
    return str(caught.value)


def write(folder: Path, text: str, name: str = "mine.yaml") -> Path:
    file = folder / name
    file.write_text(text, encoding="utf-8")
    return file


# --- What is shipped ---------------------------------------------------------------------------------------


def test_shipped_names():
    assert edition_names() == EDITIONS
    assert board_names() == ("standard",)


def test_standard_board_has_the_values_of_the_rules_page():  # R8.2
    board = load_board("standard")
    assert list(board.as_object()) == BOARD_KEYS
    assert board.track_penalties == (3, 3, 2, 2, 1, 0, 0)
    assert board.track_rewards == (0, 0, 0, 0, 0, 0, 1)
    assert board.silver_per_gold == board.gold_per_ring == (4, 3, 3, 2, 2, 2, 1)
    assert board.mine_symbols == (10, 20, 30, 40, 50)
    assert board.pit == 60
    assert board.offering_tiles == (3, 4, 5, 6, 7, 8, 9)
    assert board.servant_tiles == (10, 9, 8, 7, 6, 5, 4)
    assert board.ring_tiles == (8, 7, 6, 5, 4, 3, 2)
    assert board.golden == 5
    assert board.whip_die == (1, 1, 2, 2, 3, 3)
    assert board.casino_die == ("food", "food", "silver", "silver", "gold", "gold")
    shown = {
        "1": "a", "2": "b", "3": "h", "4": "a", "5": "b", "6": "ah", "7": "bh", "8": "ab", "9": "bh",
        "10": "abh", "11": "abh", "12": "abh", "13": "aabh", "14": "abhh",
    }  # fmt: skip
    foods = {"a": "apple", "b": "bread", "h": "honey"}
    assert board.icons == {
        space: {foods[letter]: letters.count(letter) for letter in letters}
        for space, letters in shown.items()
    }


def test_standard_board_says_what_is_known():  # R8.2
    status = load_board("standard").status
    assert list(status) == BOARD_KEYS
    assert status["track_penalties"] == status["track_rewards"] == ("assumed",) * 5 + ("known",) * 2
    fourth = ("assumed",) * 3 + ("known",) + ("assumed",) * 3
    assert status["silver_per_gold"] == status["gold_per_ring"] == fourth
    assert {key for key, word in status.items() if word == "known"} == {"pit", "golden"}


@pytest.mark.skipif(not RULES.exists(), reason="docs/rules.md is not there")
def test_switches_are_those_of_the_rules_page():  # R9
    section = RULES.read_text(encoding="utf-8").split("## 9. ")[1].split("\n## ")[0]
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in section.splitlines()
        if line.startswith("|")
    ]
    head, _, *body = rows
    assert sorted(head[1:]) == sorted(edition_names())
    seen = set()
    for switches, *cells in body:
        for switch in re.findall(r"`(\w+)`", switches.split(":")[0]):
            seen.add(switch)
            for name, cell in zip(head[1:], cells, strict=True):
                found = getattr(load_edition(name), switch)
                assert cell.replace(" ", "_").startswith(found), (switch, name)
    assert seen == set(Edition.model_fields)


def test_shipped_ones_are_loaded_once():
    assert load_board("standard") is load_board("standard")
    assert load_edition("fr") is load_edition("fr")


# --- Names, headers, equality ------------------------------------------------------------------------------


@pytest.mark.parametrize("name", EDITIONS)
def test_edition_round_trip(name):
    edition = load_edition(name)
    assert edition.name == edition.as_header() == name
    again = load_edition(json.loads(json.dumps(edition.as_object())))
    assert again == edition and hash(again) == hash(edition)
    assert again.name is None and load_edition(again.as_header()) == edition


def test_board_round_trip():
    board = load_board("standard")
    assert board.name == board.as_header() == "standard"
    other = load_board(board_with(pit=50, mine_symbols=[25]))
    assert other != board and other.name is None
    header = other.as_header()
    assert isinstance(header, dict) and list(header) == BOARD_KEYS
    assert load_board(json.loads(json.dumps(header)), label="header") == other


def test_a_file_of_ones_own_has_no_name(tmp_path):
    text = (configs_dir() / "boards" / "standard.yaml").read_text(encoding="utf-8")
    board = load_board(write(tmp_path, text, "standard.yaml"))
    assert board.name is None and board == load_board("standard")
    assert board.as_header() == load_board("standard").as_object()
    assert board.status == load_board("standard").status


def test_edition_and_board_are_different_things():
    assert load_edition("de") != load_board("standard")
    assert load_edition("de") != load_edition("fr")


def test_objects_are_passed_through():
    board, edition = load_board("standard"), load_edition("de")
    assert load_board(board) is board and load_edition(edition) is edition


@pytest.mark.parametrize("again", [copy.copy, copy.deepcopy, lambda x: pickle.loads(pickle.dumps(x))])
def test_copies_are_equal(again):
    for config in (load_board("standard"), load_edition("pl")):
        assert again(config) == config and hash(again(config)) == hash(config)
        assert again(config).as_header() == config.name
    assert again(load_board("standard")).status == load_board("standard").status


def test_nothing_can_be_changed():
    board = load_board("standard")
    with pytest.raises(ValueError, match="frozen"):
        board.pit = 3
    with pytest.raises(TypeError):
        board.icons["1"]["apple"] = 3  # type: ignore[index]
    board.as_object()["icons"]["1"]["apple"] = 3
    assert board.icons["1"]["apple"] == 1


def test_changed_copy_is_validated_and_loses_its_name():
    board = load_board("standard")
    changed = board.model_copy(update={"golden": 3})
    assert (changed.golden, changed.name, board.golden) == (3, None, 5)
    assert board.model_copy().as_header() == "standard"
    with pytest.raises(ConfigError, match=r"changed board: golden: found 8; .* from 0 to 7"):
        board.model_copy(update={"golden": 8})
    with pytest.raises(ConfigError, match=r"gilded.*unknown key"):
        board.model_copy(update={"gilded": 1})


# --- Sources -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["mine.yaml", "mine.yml", "mine.json", "MINE.JSON", "mine"])
def test_files_of_ones_own(tmp_path, name):
    file = write(tmp_path, json.dumps(board_with(golden=4)), name)
    for source in (file, str(file)):
        board = load_board(source)
        assert board.golden == 4 and set(board.status.values()) == {"assumed"}


def test_a_bare_file_name_is_a_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write(tmp_path, json.dumps(load_edition("fr").as_object()), "de.yaml")
    assert load_edition("de.yaml") == load_edition("fr")


def test_byte_order_mark(tmp_path):
    text = "\ufeff" + json.dumps(board_with())
    assert load_board(write(tmp_path, text)) == load_board("standard")


def test_unknown_names():
    text = refusal(load_edition, "german")
    assert text.startswith("edition 'german': ") and "available: de, en, fr, pl, proto" in text
    text = refusal(load_board, "")
    assert text.startswith("board '': ") and "available: standard" in text and ".yaml" in text


@pytest.mark.parametrize("source", [None, 5, b"de", ["de"], load_board("standard")])
def test_sources_of_another_type(source):
    text = refusal(load_edition, source)
    assert text.startswith("edition: found ") and "de, en, fr, pl, proto" in text and "mapping" in text


@pytest.mark.parametrize("source", ["no/such.yaml", "such.json", Path("such")])
def test_missing_file(source):
    assert refusal(load_board, source) == f"{Path(source)}: there is no such file"


def test_directory(tmp_path):
    assert refusal(load_board, tmp_path) == f"{tmp_path}: this is a directory; give a YAML or JSON file"


def test_impossible_path():
    assert "cannot be read" in refusal(load_board, "a\0/b.yaml")


def test_bytes_that_are_no_text(tmp_path):
    file = tmp_path / "mine.yaml"
    file.write_bytes(b"pit: \xff")
    assert refusal(load_board, file) == (
        f"{file}: found the byte 0xff at position 5, but the file must be text in UTF-8"
    )


@pytest.mark.parametrize(
    ("name", "text", "says"),
    [
        ("a.yaml", "", "found nothing, but the file must contain a mapping"),
        ("a.yaml", "- pit", "found ['pit'], but the file must contain a mapping"),
        ("a.json", "[1]", "found [1], but the file must contain a mapping"),
        ("a.json", "null", "found nothing"),
        ("a.yaml", "pit: 60\ngolden: [5\n", "line 3: "),
        ("a.yaml", "pit: 60\n\tgolden: 5\n", "line 2: "),
        ("a.yaml", "pit: 60\ngolden: 5\npit: 61\n", "line 3: the key 'pit' is given twice"),
        ("a.yaml", "icons:\n  1: {apple: 1}\n  1: {bread: 1}\n", "line 3: the key 1 is given twice"),
        ("a.yaml", "pit: 60\n---\npit: 61\n", "line 2: "),
        ("a.yaml", "? [1, 2]\n: 3\n", "line 1: "),
        ("a.yaml", "pit: !!python/object:os.system x\n", "line 1: "),
        ("a.yaml", "pit: \x01", "not valid YAML: "),
        ("a.yaml", "pit: !!timestamp x\n", "a value that cannot be read"),
        ("a.yaml", "pit: !!bool x\n", "a value that cannot be read"),
        ("a.yaml", "pit: " + "9" * 5000, "a value that cannot be read"),
        ("a.yaml", "[" * 1000, "nested too deeply"),
        ("a.json", '{"pit": 60,\n "golden" 5}', "line 2: not valid JSON: "),
        ("a.json", '{"pit": 60, "pit": 61}', "the key 'pit' is given twice"),
        ("a.json", "[" * 100_000, "nested too deeply"),
    ],
)
def test_broken_files(tmp_path, name, text, says):
    file = write(tmp_path, text, name)
    found = refusal(load_board, file)
    assert found.startswith(f"{file}: ") and says in found and "\n" not in found


def test_file_and_label_are_named_in_errors(tmp_path):
    file = write(tmp_path, json.dumps(board_with(pit=0)))
    assert refusal(load_board, file).startswith(f"{file}: pit: found 0; ")
    assert refusal(load_board, board_with(pit=0)).startswith("mapping: pit: ")
    assert refusal(load_board, board_with(pit=0), label="header").startswith("header: pit: ")


# --- Values ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("switch", list(Edition.model_fields))
def test_switches(switch, tmp_path):
    values = load_edition("de").as_object()
    for wrong in ("", "End", "never", True, None, 3, ["end"]):
        text = refusal(load_edition, {**values, switch: wrong}, label="header")
        assert text.startswith(f"header: {switch}: found {wrong!r}; it must be '"), text
    del values[switch]
    missing = f"{switch}: the key is missing; it must be '"
    file = tmp_path / "edition.json"
    file.write_text(json.dumps(values))
    assert f"{file}: {missing}" in refusal(load_edition, file)
    if switch in NEW_SWITCHES:  # records of old have neither
        assert load_edition(values) == load_edition("de")
    else:
        assert f"header: {missing}" in refusal(load_edition, values, label="header")


def test_unknown_keys_get_a_suggestion():
    text = refusal(load_edition, {**load_edition("de").as_object(), "spaces_20": "shared"})
    assert "'spaces_20': unknown key (did you mean 'spaces_21'?); the keys are 'priority_moves', " in text
    for key in ("name", "status", 5, None):
        assert "unknown key; the keys are 'track_penalties', " in refusal(
            load_board, {**board_with(), key: 1}
        )


def test_all_problems_are_reported_at_once():
    with pytest.raises(ConfigError) as caught:
        load_board({**board_with(pit="deep", golden=9), "colour": "red"}, label="header")
    assert caught.value.source == "header" and len(caught.value.problems) == 3
    assert [line.split(":")[1].strip() for line in str(caught.value).splitlines()] == [
        "pit",
        "golden",
        "'colour'",
    ]
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)


@pytest.mark.parametrize("key", BOARD_KEYS)
def test_every_board_key_is_needed(key):
    values = board_with()
    del values[key]
    text = refusal(load_board, values)
    assert text.startswith(f"mapping: {key}: the key is missing; it must be a ")


@pytest.mark.parametrize("key", BOARD_KEYS)
@pytest.mark.parametrize("wrong", [None, True, 1.0, "7", {1: 2}, [[1]], [True] * 7, {"a"}])
def test_values_of_another_type(key, wrong):
    text = refusal(load_board, board_with(**{key: wrong}))
    assert text.startswith(f"mapping: {key}: ") and "; it must be a " in text


SEVEN = [1] * 7
WRONG_VALUES = [
    ("track_penalties", [0, 0], "found [0, 0] with 2 entries; it must be a list of 3 to 32"),
    ("track_penalties", [0] * 33, "with 33 entries"),
    ("track_penalties", [3, 3, 2, 2, 1, 1, 0], "the last entry but one is 1; "),
    ("track_penalties", [3, -1, 2, 2, 1, 0, 0], "found -1 as entry 2; "),
    ("track_penalties", [61, 3, 2, 2, 1, 0, 0], "found 61 as entry 1; "),
    ("track_penalties", [False, 3, 2, 2, 1, 0, 0], "found False as entry 1; "),
    ("track_penalties", [1, 0, 0], "track_penalties has 3, track_rewards has 7, silver_per_gold has 7"),
    ("track_rewards", [0, 0, 0, 0, 0, 1, 0], "the last entry is 0; "),
    ("track_rewards", [0, 0, 0, 0, 0, -1, 1], "found -1 as entry 6; "),
    ("track_rewards", [0, 1], "with 2 entries"),
    ("track_rewards", [0] * 7 + [1], "must have the same length, but track_penalties has 7, "),
    ("silver_per_gold", [4, 3, 3, 2, 2, 2, 0], "found 0 as entry 7; "),
    ("silver_per_gold", [61, 3, 3, 2, 2, 2, 1], "found 61 as entry 1; "),
    ("silver_per_gold", [4, 3, 3, 2, 2, 2], "silver_per_gold has 6, gold_per_ring has 7"),
    ("gold_per_ring", [4, 3, 3, 2, 2, 2, "1"], "found '1' as entry 7; "),
    ("gold_per_ring", [4, 3, 3, 2, 2, 2.0, 1], "found 2.0 as entry 6; "),
    ("gold_per_ring", [1] * 8, "gold_per_ring has 8"),
    ("mine_symbols", [10, 10], "entry 1 is 10 and entry 2 is 10; "),
    ("mine_symbols", [10, 9], "entry 1 is 10 and entry 2 is 9; "),
    ("mine_symbols", [0, 9], "found 0 as entry 1; "),
    ("mine_symbols", [10, 60], "mine_symbols: found 60, but every mine symbol must be below the pit"),
    ("mine_symbols", list(range(1, 34)), "with 33 entries; it must be a list of at most 32"),
    ("pit", 0, "found 0; it must be a whole number from 1 to 1000"),
    ("pit", 1001, "found 1001; "),
    ("pit", 50, "below the pit, which is 50"),
    ("offering_tiles", [3, 4, 5, 6, 7, 9, 8], "entry 6 is 9 and entry 7 is 8; "),
    ("offering_tiles", [3, 4, 5, 6, 7, 8], "with 6 entries; it must be a list of 7"),
    ("offering_tiles", [3, 4, 5, 6, 7, 8, 101], "found 101 as entry 7; "),
    ("servant_tiles", [10, 9, 8, 7, 6, 5, 6], "entry 6 is 5 and entry 7 is 6; "),
    ("servant_tiles", [*SEVEN, 1], "with 8 entries"),
    ("ring_tiles", [7, 8, 6, 5, 4, 3, 2], "entry 1 is 7 and entry 2 is 8; "),
    ("ring_tiles", [7, 6, 5, 4, 3, 2, -1], "found -1 as entry 7; "),
    ("golden", -1, "found -1; it must be a whole number from 0 to 7"),
    ("golden", 8, "found 8; "),
    ("whip_die", [], "found [] with 0 entries; it must be a list of 1 to 20 faces"),
    ("whip_die", [1] * 21, "with 21 entries"),
    ("whip_die", [1, 0], "found 0 as entry 2; "),
    ("whip_die", [21], "found 21 as entry 1; "),
    ("casino_die", [], "with 0 entries"),
    ("casino_die", ["gold"] * 21, "with 21 entries"),
    ("casino_die", ["gold", "apple"], "found 'apple' as entry 2; it must be a list of 1 to 20 faces"),
]  # fmt: skip


@pytest.mark.parametrize(("key", "wrong", "says"), WRONG_VALUES)
def test_wrong_values(key, wrong, says):
    text = refusal(load_board, board_with(**{key: wrong}), label="header")
    assert text.startswith("header: ") and key in text and says in text and "\n" not in text, text


def test_numbers_too_long_to_write():
    assert "found a number of 16610 bits; " in refusal(load_board, board_with(pit=10**5000))


@pytest.mark.parametrize(
    "changes",
    [
        {"mine_symbols": []},
        {"mine_symbols": [1, 59]},
        {"mine_symbols": [], "pit": 1},
        {"mine_symbols": [999], "pit": 1000},
        {"golden": 0},
        {"golden": 7},
        {"offering_tiles": [0, 0, 0, 5, 5, 100, 100]},
        {"ring_tiles": [100, 100, 5, 5, 0, 0, 0], "servant_tiles": SEVEN},
        {"whip_die": [20], "casino_die": ["food"]},
        {"whip_die": [1] * 20, "casino_die": ["silver"] * 20},
        {"track_penalties": (60, 0, 5), "track_rewards": (60, 0, 1)}
        | {"silver_per_gold": (60, 1, 1), "gold_per_ring": (1, 60, 1)},
        {"track_penalties": [0] * 32, "track_rewards": [0] * 31 + [1]}
        | {"silver_per_gold": [1] * 32, "gold_per_ring": [1] * 32},
    ],
)
def test_values_at_the_edge(changes):
    board = load_board(board_with(**changes))
    for key, value in changes.items():
        assert board.as_object()[key] == (list(value) if isinstance(value, tuple) else value)
    assert load_board(board.as_header()) == board


@pytest.mark.parametrize(
    ("space", "foods", "says"),
    [
        ("6", {"apple": 1}, "space 6 has 1 icons, but it is in row 2; "),
        ("1", {"apple": 2}, "space 1 has 2 icons, but it is in row 1; "),
        ("5", {}, "space 5 has 0 icons, but it is in row 1; "),
        ("9", {"apple": 3}, "row 2; "),
        ("10", {"apple": 2}, "row 3; "),
        ("13", {"apple": 3}, "row 4; "),
        ("1", {"silver": 1}, "space 1 has 'silver', which is not a food; "),
        ("1", {"apple": True}, "space 1 has True as its count of apple; "),
        ("1", {"apple": 1.0}, "space 1 has 1.0 as its count of apple; "),
        ("6", {"apple": 3, "bread": -1}, "space 6 has -1 as its count of bread; "),
        ("1", ["apple"], "space 1 has ['apple'], which is not a mapping"),
        ("1", "apple", "space 1 has 'apple', which is not a mapping"),
        ("15", {"apple": 1}, "there is no space '15'; "),
        ("0", {"apple": 1}, "there is no space '0'; "),
        ("01", {"apple": 1}, "there is no space '01'; "),
        (True, {"apple": 1}, "there is no space True; "),
        (None, {"apple": 1}, "there is no space None; "),
        (1, {"apple": 1}, "space '1' is given twice; "),
    ],
)
def test_wrong_icons(space, foods, says):  # R1.3
    text = refusal(load_board, board_with(icons={**board_with()["icons"], space: foods}))
    assert (
        text.startswith("mapping: icons: ") and says in text and "it must be a mapping of each space" in text
    )


def test_missing_icons():
    icons = board_with()["icons"]
    del icons["3"], icons["12"]
    assert "icons: no icons for space 3, 12; " in refusal(load_board, board_with(icons=icons))


def test_icons_are_normalised():
    icons = {int(space): {"honey": 0, **foods} for space, foods in board_with()["icons"].items()}
    board = load_board(board_with(icons=dict(reversed(icons.items()))))
    assert board == load_board("standard")
    assert list(board.icons) == [str(space) for space in range(1, 15)]
    assert board.as_object()["icons"]["1"] == {"apple": 1}


# --- Status ------------------------------------------------------------------------------------------------


def test_status_may_be_mixed_with_plain_values():
    board = load_board(
        board_with(
            golden={"value": 4, "status": "known"},
            mine_symbols={"value": [1, 2], "status": ["known", "assumed"]},
        )
    )
    assert (board.golden, board.mine_symbols, board.pit) == (4, (1, 2), 60)
    assert (board.status["golden"], board.status["pit"]) == ("known", "assumed")
    assert board.status["mine_symbols"] == ("known", "assumed")
    assert Board(**board_with()).status == dict.fromkeys(BOARD_KEYS, "assumed")


@pytest.mark.parametrize(
    ("key", "entry", "says"),
    [
        ("pit", {"value": 60}, "found the keys 'value', but it must be a plain value, or a mapping with"),
        ("pit", {"status": "known"}, "exactly the keys 'value' and 'status'"),
        ("pit", {"value": 60, "status": "known", "why": "?"}, "found the keys 'value', 'status', 'why'"),
        ("pit", {"value": 60, "status": "sure"}, "found the status 'sure', but it must be 'known', '"),
        ("pit", {"value": 60, "status": ["known"]}, "found the status ['known'], but it must be 'known', '"),
        ("whip_die", {"value": [1, 2], "status": ["known"]}, "or a list of 2 of these words"),
        ("whip_die", {"value": [1, 2], "status": ["known", 3]}, "found the status ['known', 3]"),
        ("whip_die", {"value": [1, 2], "status": None}, "found the status None"),
        ("icons", {"value": board_with()["icons"], "status": {}}, "found the status {}"),
    ],
)  # fmt: skip
def test_wrong_status(key, entry, says):
    text = refusal(load_board, board_with(**{key: entry}))
    assert text.startswith(f"mapping: {key}: ") and says in text


def test_value_and_status_are_both_checked():
    text = refusal(load_board, board_with(golden={"value": 9, "status": "sure"}))
    assert "golden: found the status 'sure'" in text and "golden: found 9; " in text


# --- Anything at all ---------------------------------------------------------------------------------------

PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=8) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=12,
)


@settings(deadline=None)
@given(st.sampled_from(BOARD_KEYS), PLAIN)
def test_any_value_is_a_board_or_a_config_error(key, value):
    try:
        board = load_board(board_with(**{key: value}))
    except ConfigError as error:
        assert str(error).startswith("mapping: ")
    else:
        assert load_board(json.loads(json.dumps(board.as_header()))) == board


@settings(deadline=None)
@given(st.binary(max_size=60), st.sampled_from(["mine.yaml", "mine.json"]))
def test_any_file_is_a_config_error(tmp_path_factory, content, name):
    file = tmp_path_factory.mktemp("any") / name
    file.write_bytes(content)
    assert refusal(load_board, file).startswith(f"{file}: ")
