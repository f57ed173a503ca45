"""The drawing: every position can be drawn, well formed, and every option has its place in it."""

import random
import re
import xml.etree.ElementTree as ET

import pytest

from dixie_env import DixieError, Game, make_rules
from dixie_env.config import load_board
from dixie_env.drawing import WIDTH, board_parts, draw_board, make_view
from dixie_env.drawing.places import place_of
from tests.drawing.games import positions

NOWHERE = ("amount", "pass", "stop", "yes", "no")
"""Options that no place of the board stands for."""


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_position_of_a_game_is_drawn(players: int) -> None:
    for game in positions(players, 11 + players, every=3):
        root = ET.fromstring(draw_board(game))
        assert root.attrib["viewBox"].startswith(f"0 0 {WIDTH} ")
        named = [element.attrib["data-part"] for element in root if "data-part" in element.attrib]
        assert len(named) == len(set(named))
        assert {f"space-{space}" for space in range(1, 15)} <= set(named)
        assert {f"screen-{seat}" for seat in range(players)} <= set(named)


@pytest.mark.parametrize("edition", ["de", "fr"])
def test_every_option_on_the_board_has_a_place_in_the_drawing(edition: str) -> None:
    seen = set()
    for players in (2, 3, 5):
        for game in positions(players, 5, edition):
            if game.over:
                continue
            places = set(re.findall(r'data-place="([^"]+)"', draw_board(game)))
            for option, name in zip(game.options(), _names(game), strict=True):
                head = name.partition(":")[0]
                place = place_of(game, option)
                seen.add((game.decision, head))
                assert (place is None) == (head in NOWHERE), name
                assert place is None or place in places, f"{name} of {game.decision}: {place}"
    assert len(seen) > 25


def _names(game: Game) -> list[str]:
    from dixie_env.engine import option_name

    return [option_name(option, game.seat or 0, game.players) for option in game.options()]


def test_what_stands_on_a_space_is_in_its_part() -> None:
    for game in positions(4, 3, every=7):
        view = make_view(game)
        parts = board_parts(view)
        for space in range(1, 15):
            owner, discs = int(game.state["spaces"][space]), int(game.state["discs_on"][space])
            part = parts[f"space-{space}"]
            assert f"{discs} disc" in part
            assert (f"pixie of seat {owner}," if owner >= 0 else "no pixie") in part
            assert ("#dx-pixie" in part) == (owner >= 0)
        for seat in range(4):
            mine = parts[f"mine-{seat}"]
            assert mine.count("#dx-pixie") == game.state["mine"][seat]
            assert mine.count("#dx-rock") == game.state["rocks"][seat].sum()
        palace = parts["palace"]
        assert palace.count("#dx-pixie") == game.state["servants"].sum()


def test_other_boards_are_drawn() -> None:
    board = load_board("standard")
    long = 32
    wide = board.model_copy(
        update={
            "pit": 120,
            "mine_symbols": list(range(5, 120, 5)),
            "track_penalties": [3] * (long - 2) + [0, 0],
            "track_rewards": [0] * (long - 1) + [1],
            "silver_per_gold": [4] * (long - 1) + [1],
            "gold_per_ring": [4] * (long - 1) + [1],
        }
    )
    for rounds in (1, 7):
        game = Game(make_rules(5, board=wide, rounds=rounds), 1)
        ET.fromstring(draw_board(game, theme="auto"))


def test_names_are_escaped_and_shortened() -> None:
    game = next(positions(2, 1))
    svg = draw_board(game, names=["<script>alert('x')</script>" * 3, 'a"b&c\x00\ud800\n'])
    assert "<script>" not in svg
    ET.fromstring(svg)
    svg.encode()


def test_the_end_shows_ranks_and_scores() -> None:
    *_, game = positions(3, 2)
    assert game.over
    svg = draw_board(game)
    assert "final scores" in svg
    for score in game.state["scores"][:3]:
        assert str(score).replace("-", "\u2212") in svg


@pytest.mark.parametrize(
    "wrong",
    [{"viewer": 3}, {"viewer": -1}, {"viewer": True}, {"names": ["a"]}, {"theme": "pink"}],
)
def test_wrong_arguments_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(DixieError, match=r"must be|need"):
        draw_board(next(positions(3, 1)), **wrong)  # type: ignore[arg-type]


def test_the_final_score_is_the_sum_of_its_parts() -> None:
    """Reward points, penalty points, rocks and majorities (R11.2) all stand beside the score."""
    seen: set[str] = set()
    for players in (2, 3, 4, 5):
        for seed in range(8):
            game = Game(make_rules(players, "de"), seed)
            luck = random.Random(seed)
            while not game.over:
                game.step(luck.choice(game.options()))
            drawn = board_parts(make_view(game))
            for seat in range(players):
                if not game.state["in_play"][seat]:
                    continue
                words = [
                    element.text or ""
                    for element in ET.fromstring(f"<g>{drawn[f'screen-{seat}']}</g>").iter()
                ]
                line = next(word for word in words if re.match(r"\+\d+ ", word)).replace("\u2212", "-")
                parts = [int(number) for number in re.findall(r"[+-]?\d+", line)]
                assert sum(parts) == game.state["scores"][seat], line
                seen |= {name for name in ("rocks", "most goods") if name in line}
                assert "discs" not in words
    assert seen == {"rocks", "most goods"}
