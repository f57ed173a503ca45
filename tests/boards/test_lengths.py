"""Tracks of any length: played by every agent, drawn, told, recorded and read again."""

import re
import xml.etree.ElementTree as ET
from itertools import pairwise

import numpy as np
import pytest

from dixie_agents.match import play_matches
from dixie_agents.registry import make_agent
from dixie_env import Game, dixie_v0, make_rules
from dixie_env.boards.sampler import draw
from dixie_env.drawing import draw_board
from dixie_env.drawing.printed import HEIGHT, draw_printed
from dixie_env.drawing.terminal import draw_text
from dixie_env.drawing.tracks import LEFT, TRACK_HEIGHT, WIDTH
from dixie_env.records import Recorder, check_record, read_header
from tests.boards.test_files import mixed

LENGTHS = (6, 9, 12, 14)
AGENTS = (
    "random",
    "sane",
    "greedy",
    "servant",
    "ring",
    "offering",
    "balanced",
    "mcts:10",
    "ppo:zoo/first",
    "ppo:zoo/second",
    "mcts:5:ppo:zoo/second",
)


def board_of(length: int, number: int = 0):
    return draw("wide", 8, number, length=length)


@pytest.mark.parametrize("length", LENGTHS)
def test_every_agent_plays(length):
    rules = make_rules(5, board=board_of(length))
    agents = [make_agent(name) for name in AGENTS]
    lineups = [[(first + seat) % len(agents) for seat in range(5)] for first in range(len(agents))]
    results = play_matches(rules, agents, lineups, np.arange(len(lineups)))
    assert (results.ranks.min(axis=1) == 1).all()
    assert (results.agent_decisions > 0).all()
    assert results.states["track"].max() < length


@pytest.mark.rule("R8.1")
@pytest.mark.parametrize("length", [3, *LENGTHS, 32])
def test_the_top_of_a_track_is_where_the_board_says(length):
    """Agents that climb reach the last space, and go no further."""
    rules = make_rules(3, board=board_of(length))
    agents = [make_agent("balanced")]
    games = play_matches(rules, agents, np.zeros((40, 3), int), np.arange(40))
    highest = int(games.states["track"].max())
    assert highest < length
    if length <= 6:
        assert highest == length - 1
        assert games.states["rewards_by"][:, :, 5].sum() > 0


@pytest.mark.parametrize("length", LENGTHS)
def test_records_hold_the_whole_board(tmp_path, length):
    board = board_of(length)
    recorder = Recorder(make_rules(4, board=board, rounds=2), 3, ["a", "b", "c", "d"])
    while not recorder.game.over:
        recorder.step(recorder.game.random_option(1))
    file = tmp_path / "game.jsonl"
    recorder.save(file)
    check_record(file)
    assert read_header(file)["board"] == board.as_object()


@pytest.mark.parametrize("length", LENGTHS)
def test_environments_step_on_drawn_boards(length):
    number = next(n for n in range(99) if draw("wide", 8, n).track_length == length)
    env = dixie_v0.env(players=4, board=f"prior:wide:8:{number}")
    env.reset(seed=2)
    for agent in env.agent_iter(400):
        observation, _, over, cut, _ = env.last()
        if over or cut:
            break
        assert env.observation_space(agent).contains(observation)
        env.step(int(np.flatnonzero(observation["action_mask"])[0]))


def crowded(length: int) -> list[Game]:
    """All seats on one space, at both ends and in the middle."""
    games = []
    for place in (0, length // 2, length - 1):
        for together in (1, 2, 3, 4, 5):
            game = Game(make_rules(5, board=board_of(length)), 3)
            game.state["track"][:together] = place
            games.append(game)
    return games


@pytest.mark.parametrize("length", LENGTHS)
def test_discs_stay_in_their_spaces(length):
    step = (WIDTH - 80) / length
    for game in crowded(length):
        root = ET.fromstring(draw_board(game))
        for metal in ("silver", "gold"):
            (track,) = (group for group in root.iter() if group.attrib.get("data-place") == f"{metal}-track")
            discs = [
                (float(one.attrib["cx"]), float(one.attrib["cy"]), float(one.attrib["r"]))
                for one in track
                if one.tag.endswith("circle") and re.match(r"s\d", one.attrib["class"])
            ]
            assert len(discs) == 5
            top = float(track[1].attrib["y"])  # behind the title: the panel
            for x, y, radius in discs:
                space = (x - LEFT - 74) // step
                left = LEFT + 74 + space * step
                assert left <= x - radius and x + radius <= left + step
                assert top + 18 <= y - radius and y + radius <= top + TRACK_HEIGHT - 18
                assert radius >= 4.4
            for one, other in pairwise(sorted(discs)):
                distance = np.hypot(one[0] - other[0], one[1] - other[1])
                assert distance >= one[2] + other[2] - 0.01


@pytest.mark.parametrize("length", LENGTHS)
def test_text_copes(length):
    for game in crowded(length):
        lines = re.sub(r"\x1b\[[^m]*m", "", draw_text(game)).splitlines()
        assert max(map(len, lines)) <= 80


@pytest.mark.parametrize("theme", ["light", "dark", "auto"])
def test_the_board_alone(theme):
    for board in (mixed(), *(board_of(length, 1) for length in (3, *LENGTHS, 32))):
        root = ET.fromstring(draw_printed(board, theme=theme))
        assert root.attrib["viewBox"] == f"0 0 1200 {HEIGHT}"
        for box in root.iter("{http://www.w3.org/2000/svg}rect"):
            x, y = float(box.attrib.get("x", 0)), float(box.attrib.get("y", 0))
            assert x >= 0 and y >= 0
            assert x + float(box.attrib["width"]) <= 1200 and y + float(box.attrib["height"]) <= HEIGHT
        classes = [box.attrib["class"] for box in root.iter() if "class" in box.attrib]
        (tracks,) = (group for group in root.iter() if group.attrib.get("data-place") == "tracks")
        numbers = [one.text for one in tracks.iter() if one.attrib.get("class") == "ink b m"]
        assert numbers[1:] == [
            str(value)
            for key in ("track_penalties", "track_rewards", "silver_per_gold", "gold_per_ring")
            for value in getattr(board, key)
        ]
        for status in ("known", "review", "entered", "assumed"):
            words = [
                board.length_status,
                *(word for key in type(board).model_fields for word in board.statuses(key)),
            ]
            assert classes.count(f"is-{status}") == words.count(status) + 1, status  # and once in the legend
