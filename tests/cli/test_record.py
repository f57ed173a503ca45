"""`dixie record`: what is written, that it is always the same, and what is refused."""

from pathlib import Path

import pytest

from dixie_env.config import load_board, load_edition
from dixie_env.records import check_record
from tests.cli.helpers import Ran, lines_of, record


def test_the_command_of_the_readme(tmp_path: Path) -> None:
    folder = tmp_path / "made" / "on" / "the" / "way"
    options = "--players 3 --edition fr --board standard --seed 7 --draft choose --rounds 7 --games 5 --full"
    ran = Ran("record", *options.split(), "--agents", "random,random,random", "--out", folder)
    assert ran.code == 0, ran.err
    assert ran.err == ""
    assert "wrote 5 full records" in ran.out
    assert str(folder) in ran.out
    assert {file.name for file in folder.iterdir()} == {f"game-{seed}.jsonl" for seed in range(7, 12)}
    for seed in range(7, 12):
        file = folder / f"game-{seed}.jsonl"
        check_record(file)
        header, *lines = lines_of(file)
        assert header["players"] == 3
        assert header["edition"] == "fr"
        assert header["board"] == "standard"
        assert header["seed"] == seed
        assert header["draft"] == "choose"
        assert header["agents"] == ["random"] * 3
        assert "rounds" not in header
        assert {line["type"] for line in lines} == {"chance", "decision", "state", "result"}


def test_defaults(tmp_path: Path) -> None:
    (file,) = record(tmp_path)
    assert file.name == "game-0.jsonl"
    header, *lines = lines_of(file)
    assert (header["players"], header["edition"], header["seed"]) == (4, "de", 0)
    assert header["agents"] == ["random"] * 4
    assert {line["type"] for line in lines} == {"chance", "decision", "result"}
    assert not any("options" in line for line in lines)
    check_record(file)


@pytest.mark.parametrize("full", [[], ["--full"]])
def test_the_same_command_writes_the_same_bytes(tmp_path: Path, full: list[str]) -> None:
    options = ["--players", 5, "--games", 3, "--seed", 40, "--draft", "random", *full]
    first = record(tmp_path / "one", *options)
    second = record(tmp_path / "two", *options)
    assert [file.read_bytes() for file in first] == [file.read_bytes() for file in second]
    assert len({file.read_bytes() for file in first}) == 3


def test_a_game_does_not_depend_on_its_neighbours_or_on_full(tmp_path: Path) -> None:
    many = record(tmp_path / "many", "--games", 3, "--seed", 5)
    (alone,) = record(tmp_path / "alone", "--seed", 6, "--full")
    played = [line for line in lines_of(alone) if line.get("type") != "state"]
    assert [{**line, "options": 0} for line in played] == [
        {**line, "options": 0} for line in lines_of(many[1])
    ]


def test_random_agents_choose_by_the_number_of_decisions_made(tmp_path: Path) -> None:
    from dixie_agents import decide, make_agent
    from dixie_env import Game, make_rules
    from dixie_env.engine import option_name

    agent = make_agent("random")
    (file,) = record(tmp_path, "--players", 2, "--seed", 3)
    game = Game(make_rules(2), 3)
    decisions = [line for line in lines_of(file) if line.get("type") == "decision"]
    for number, line in enumerate(decisions):
        option = decide(agent, game, number)
        assert line["choice"] == option_name(option, game.seat, 2)
        game.step(option)
    assert game.over


def test_an_older_file_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "game-0.jsonl").write_text("something else")
    (file,) = record(tmp_path)
    check_record(file)


@pytest.mark.parametrize("draft", ["random", "fixed:3,5,8"])
def test_drafts_without_choices(tmp_path: Path, draft: str) -> None:
    (file,) = record(tmp_path, "--players", 3, "--draft", draft)
    header, *lines = lines_of(file)
    assert header["draft"] == draft.partition(":")[0]
    assert not any(line.get("kind") == "draft" for line in lines)
    dealt = [line["value"] for line in lines if line.get("kind") == "deal"]
    assert len(dealt) == 1
    if draft.startswith("fixed"):
        assert dealt == [[3, 5, 8]]
    check_record(file)


def test_fewer_rounds(tmp_path: Path) -> None:
    (file,) = record(tmp_path, "--rounds", 2)
    assert lines_of(file)[0]["rounds"] == 2
    assert check_record(file)["rounds"] <= 2


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("edition", ["de", "proto", "fr", "en", "pl"])
def test_all_editions_and_numbers_of_players(tmp_path: Path, players: int, edition: str) -> None:
    (file,) = record(tmp_path, "--players", players, "--edition", edition, "--rounds", 3)
    assert len(check_record(file)["scores"]) == players


def test_files_for_edition_and_board(tmp_path: Path) -> None:
    import json

    edition = {**load_edition("de").as_object(), "dump_count": "up_to_3"}
    board = {**load_board("standard").as_object(), "pit": 45, "mine_symbols": [15, 30]}
    (tmp_path / "mine.json").write_text(json.dumps(edition))
    (tmp_path / "shallow.json").write_text(json.dumps(board))
    options = ["--edition", tmp_path / "mine.json", "--board", tmp_path / "shallow.json"]
    (file,) = record(tmp_path / "out", *options)
    header = lines_of(file)[0]
    assert header["edition"] == edition
    assert header["board"]["pit"] == 45
    check_record(file)


HIGHEST = 2**64 - 1


def test_the_highest_seed(tmp_path: Path) -> None:
    (file,) = record(tmp_path, "--seed", HIGHEST, "--rounds", 1)
    assert file.name == f"game-{HIGHEST}.jsonl"


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ("--players 1", ["players", "2 to 5", "1"]),
        ("--players 6", ["players", "2 to 5", "6"]),
        ("--players many", ["--players", "integer"]),
        ("--seed -1", ["--seed", "from 0", "-1"]),
        (f"--seed {HIGHEST + 1}", ["--seed", str(HIGHEST)]),
        (f"--seed {HIGHEST} --games 2", ["2 games", str(HIGHEST)]),
        ("--games 0", ["--games", "1 or more"]),
        ("--games -3", ["--games", "1 or more"]),
        ("--rounds 0", ["rounds", "1 to 7"]),
        ("--rounds 8", ["rounds", "1 to 7"]),
        ("--draft maybe", ["--draft", "choose", "random", "fixed", "maybe"]),
        ("--draft random:1", ["--draft", "random:1"]),
        ("--draft fixed", ["fixed:3,5,8"]),
        ("--draft fixed:", ["fixed:3,5,8"]),
        ("--draft fixed:1,2,3,x", ["fixed:3,5,8"]),
        ("--draft fixed:1,2,3", ["4 abilities", "[1, 2, 3]"]),
        ("--draft fixed:1,2,3,3", ["different", "[1, 2, 3, 3]"]),
        ("--draft fixed:1,2,3,11", ["1 to 10", "11"]),
        ("--agents clever", ["clever", "available: random"]),
        ("--agents random,random", ["4", "2"]),
        ("--agents random,random,random,clever", ["clever", "available: random"]),
        ("--edition xx", ["xx", "de, en, fr, pl, proto"]),
        ("--edition none.yaml", ["none.yaml", "no such file"]),
        ("--board round", ["round", "standard"]),
        ("--unknown", ["--unknown"]),
    ],
)
def test_what_is_wrong_is_said_and_nothing_written(tmp_path: Path, options: str, words: list[str]) -> None:
    folder = tmp_path / "out"
    ran = Ran("record", "--out", folder, *options.split())
    assert ran.code == 2
    assert ran.out == ""
    for word in words:
        assert word in ran.error
    assert not folder.exists()


def test_several_problems_of_a_file_are_a_line_each(tmp_path: Path) -> None:
    file = tmp_path / "empty.yaml"
    file.write_text("priority_moves: later\nspaces: 3\n")
    ran = Ran("record", "--out", tmp_path / "out", "--edition", file)
    assert ran.code == 2
    lines = ran.err.splitlines()
    assert len(lines) > 2
    assert all(line.startswith(f"error: {file}: ") for line in lines)
    assert not (tmp_path / "out").exists()


def test_a_folder_is_needed(tmp_path: Path) -> None:
    ran = Ran("record")
    assert ran.code == 2
    assert "--out" in ran.error
    file = tmp_path / "file"
    file.touch()
    ran = Ran("record", "--out", file)
    assert ran.code == 2
    assert f"{file} is a file; give a folder" in ran.error
    ran = Ran("record", "--out", file / "below")
    assert ran.code == 2
    assert "Not a directory" in ran.error
