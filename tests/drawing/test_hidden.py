"""What a viewer may not see is not in the drawing."""

import pytest

from dixie_env import Game, make_rules
from dixie_env.drawing import draw_board
from dixie_env.engine import option_id
from tests.drawing.games import positions
from tests.position import Position


def choosing(players: int = 3) -> tuple[Game, Game]:
    """Two games that differ only in what seat 0 has just offered, in secret."""
    games = []
    for offered in (("good:silver", "amount:1"), ("good:gold", "amount:2")):
        position = Position(players=players)
        for seat in range(players):
            position.give(seat, apple=2, silver=3, gold=3)
        position.offerings("apple", *offered)
        games.append(position.ready())
    return games[0], games[1]


def test_an_offering_is_not_drawn_for_others_before_it_is_shown() -> None:
    one, other = choosing()
    assert one.seat == other.seat == 1
    for viewer in (1, 2, None):
        assert draw_board(one, viewer) == draw_board(other, viewer)
    assert draw_board(one, 0) != draw_board(other, 0)


def test_how_far_another_seat_has_chosen_is_not_drawn() -> None:
    """That somebody is asked for an amount would say that it offers something."""
    position = Position(players=3).give(0, apple=2, silver=3, gold=3)
    position.offerings("apple")
    at_offer = draw_board(position.ready(), 1)
    position.choose("good:silver")
    assert position.asked == (0, "amount")
    assert draw_board(position.ready(), 1) == at_offer


def test_offerings_are_drawn_once_they_are_shown() -> None:
    position = Position(players=3)
    for seat in range(3):
        position.give(seat, apple=3, silver=3, gold=3)
    position.put(0, 1).put(1, 2)
    position.offerings("apple", "good:apple", "amount:2", "good:silver", "amount:1", "good:gold", "amount:3")
    svg = draw_board(position.ready(), 1)
    queen = svg.partition('data-part="queen"')[2].partition("data-part=")[0]
    assert all(f"#dx-{good}" in queen for good in ("apple", "silver", "gold"))


@pytest.mark.parametrize("viewer", [None, 0, 2])
def test_closed_screens_hide_goods_and_rewards_of_others(viewer: int | None) -> None:
    """Pictures of positions that differ in goods and rewards of others are the same."""
    compared = 0
    for game in positions(4, 9, every=11):
        if game.over:
            continue
        changed = game.copy()
        for seat in range(4):
            if seat != viewer:
                changed.state["goods"][seat] += 1
                changed.state["rewards"][seat] += 3
        compared += 1
        assert draw_board(game, viewer, closed=True) == draw_board(changed, viewer, closed=True)
        assert draw_board(game, viewer) != draw_board(changed, viewer)
    assert compared > 5


def test_seed_and_luck_to_come_are_not_drawn() -> None:
    script = [("order", [0, 1, 2]), ("abilities", [1, 2, 3, 4, 5, 6])]
    games = [Game(make_rules(3), seed, list(script)) for seed in (1, 123456789)]
    for game in games:
        for choice in ("ability:1", "ability:2", "ability:3"):
            game.step(option_id(choice, game.seat or 0, 3))
    assert draw_board(games[0]) == draw_board(games[1])
