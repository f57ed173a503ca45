"""A whole game in words: everything that happens is told, once, and under the right heading."""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from dixie_env import Game, make_rules
from dixie_env.narrator import Line, narrate
from dixie_env.records import Recorder, RecordError, read_events, read_header

Chooser = Callable[[Game, int], int]


def at_random(game: Game, number: int) -> int:
    return int(game.random_option(number))


def climbing(game: Game, number: int) -> int:
    """Offer food, promote whenever possible, else at random: such players get loyal servants."""
    from dixie_env.engine import option_id
    from dixie_env.engine.words import FOODS

    names = set(game.option_names())
    demand = int(game.state["demand"])
    wanted = {
        "promote_to": ["servant"],
        "promote_from": [*(f"space:{space}" for space in range(14, 0, -1)), "mine"],
        "offer": [f"good:{FOODS[demand]}"],
        "amount": [f"amount:{units}" for units in range(9, 0, -1)],
        "act": ["action:3", "action:1", "action:6"],
    }
    for name in wanted.get(str(game.decision), []):
        if name in names:
            option = option_id(name, game.seat or 0, game.players)
            assert option is not None
            return option
    return at_random(game, number)


def story(folder: Path, rules: Any, seed: int, choose: Chooser = at_random) -> tuple[list[Line], Game]:
    recorder = Recorder(rules, seed, ["somebody"] * rules.players)
    number = 0
    while not recorder.game.over:
        recorder.step(choose(recorder.game, number))
        number += 1
    file = folder / "game.jsonl"
    recorder.save(file)
    return list(narrate(read_header(file), read_events(file))), recorder.game


def points_told(lines: list[Line]) -> tuple[Counter[int], Counter[int]]:
    """Add up the penalty and reward points that the words give to each seat."""
    penalties: Counter[int] = Counter()
    rewards: Counter[int] = Counter()
    for line in lines:
        if line.seat is not None:
            penalties[line.seat] += sum(map(int, re.findall(r"(\d+) penalty points? for", line.words)))
            rewards[line.seat] += sum(map(int, re.findall(r"\+(\d+) points? for", line.words)))
    return penalties, rewards


@pytest.mark.parametrize("edition", ["de", "proto", "fr", "en", "pl"])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_all_points_are_told(tmp_path: Path, edition: str, players: int) -> None:
    rules = make_rules(players, edition)
    checked = 0
    for seed in range(4):
        lines, game = story(tmp_path, rules, seed, (at_random, climbing)[seed % 2])
        penalties, rewards = points_told(lines)
        for seat in range(players):
            if game.state["in_play"][seat]:
                assert penalties[seat] == game.state["penalties"][seat], (seed, seat)
                assert rewards[seat] == game.state["rewards"][seat], (seed, seat)
                checked += 1
    assert checked


def headings(lines: list[Line]) -> Iterator[tuple[int, str]]:
    for line in lines:
        if line.role == "phase":
            yield line.round, line.text


def test_headings_come_in_order_and_once(tmp_path: Path) -> None:
    order = [
        "Setup",
        "Draft",
        "Stealing",
        "Actions",
        "Offerings",
        "Rewards",
        "Penalties",
        "Scoring",
        "Result",
    ]
    for players in (2, 3, 4, 5):
        for seed in range(4):
            lines, game = story(tmp_path, make_rules(players), seed, (at_random, climbing)[seed % 2])
            found = list(headings(lines))
            assert found == sorted(found, key=lambda heading: (heading[0], order.index(heading[1])))
            assert len(set(found)) == len(found)
            rounds = [line.text for line in lines if line.role == "round"]
            assert rounds == [f"Round {number} of 7" for number in range(1, game.round + 1)]
            assert found[-1] == (game.round, "Result")


def told(lines: list[Line]) -> str:
    return "\n".join(line.text for line in lines)


def test_loyal_servants(tmp_path: Path) -> None:
    servants = 0
    for seed in range(8):
        lines, game = story(tmp_path, make_rules(3), seed, climbing)
        happened = [line for line in lines if "becomes a loyal servant" in line.text]
        assert len(happened) == game.state["servants"].sum()
        assert told(lines).count("to the servant space") >= len(happened)
        assert all(re.search(r"\+\d+ points for a servant tile", line.text) for line in happened)
        servants += len(happened)
    assert servants


def test_the_angry_queen_is_told_where_there_are_no_rewards(tmp_path: Path) -> None:
    angry = 0
    for seed in range(10):
        lines, game = story(tmp_path, make_rules(4), seed)
        phases = set(headings(lines))
        for number in range(1, game.round + 1):
            of_round = told([line for line in lines if line.round == number])
            demand = re.search(r"The queen demands (\w+)", of_round)
            if not demand:
                continue
            food = demand[1]
            offered = re.search(rf"offers .*\b\d+ {food}", of_round) is not None
            assert (f"Nobody offers {food}" in of_round) == (not offered)
            assert ((number, "Rewards") in phases) <= offered
            angry += not offered
    assert angry


def test_who_is_in_the_pit_has_fallen(tmp_path: Path) -> None:
    fallen = 0
    for seed in range(10):
        lines, game = story(tmp_path, make_rules(5, "proto"), seed)
        out = int((game.state["in_play"][:5] == 0).sum())
        assert told(lines).count("falls into the pit") == out
        fallen += out
    assert fallen


def test_the_dummy_moves(tmp_path: Path) -> None:
    text = "".join(told(story(tmp_path, make_rules(2), seed, climbing)[0]) for seed in range(5))
    assert re.search(r"promotes (a slave|the pixie on \d+) of the dummy to \d+", text)


def test_small_choices_become_one_line(tmp_path: Path) -> None:
    text = "".join(told(story(tmp_path, make_rules(4), seed)[0]) for seed in range(12))
    assert re.search(r"gives \d whips? to seat \d and \d to seat \d", text)
    assert re.search(r"takes 1 \w+ and 1 \w+ with its food tile", text)
    assert re.search(r"removes .* and .* from the game", text)


def test_the_title(tmp_path: Path) -> None:
    from dixie_env.config import load_board

    board = load_board("standard").model_copy(update={"pit": 50, "mine_symbols": [20]})
    lines, _ = story(tmp_path, make_rules(3, "pl", board, rounds=2, draft="random"), 5)
    assert lines[0].text == "Dixie Queen, 3 players, edition pl, custom board, seed 5, 2 rounds"
    assert lines[1].text == "Played by seat 0 somebody, seat 1 somebody and seat 2 somebody"
    assert sum("is dealt the ability" in line.text for line in lines) == 3
    assert "Draft" not in [line.text for line in lines]


def test_names_from_a_file_can_not_play_tricks(tmp_path: Path) -> None:
    story(tmp_path, make_rules(2, rounds=1), 1)
    file = tmp_path / "game.jsonl"
    header, *rest = file.read_text().splitlines()
    changed = {**json.loads(header), "agents": ["\x1b[31mred", "two\nlines"]}
    file.write_text("\n".join([json.dumps(changed), *rest]) + "\n")
    lines = list(narrate(read_header(file), read_events(file)))
    assert lines[1].text == "Played by seat 0 ?[31mred and seat 1 two?lines"


def test_a_refused_record_is_told_up_to_there(tmp_path: Path) -> None:
    whole, _ = story(tmp_path, make_rules(3), 2)
    file = tmp_path / "game.jsonl"
    lines = file.read_text().splitlines()
    for place in range(1, len(lines), 7):
        file.write_text("\n".join([*lines[:place], "{}"]))
        heard = []
        with pytest.raises(RecordError) as refused:
            for line in narrate(read_header(file), read_events(file)):
                heard.append(line)
        assert refused.value.line == place + 1
        assert heard[:-1] == whole[: len(heard) - 1]
