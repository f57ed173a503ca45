"""What the second edition of the rules page brought to the table: rocks of the dummy, markers that run out."""

from dixie_env.drawing import draw_board
from dixie_env.drawing.places import place_of
from dixie_env.engine import model, option_id
from tests.position import Position


def test_rocks_of_the_dummy_lie_in_its_mine() -> None:
    position = Position(2, edition="pl").rocks(model.DUMMY, 3, 1)
    assert "s mine: 5 slaves, 4 rocks" in _drawn(position)


def test_an_option_at_the_dummy_points_at_its_slaves() -> None:
    position = Position(2, edition="pl").rocks(model.DUMMY, 1).put(0, 1, 2, 6)
    position.script(("draw", ["rock", "rock"])).choose("action:15")
    for slave in range(2):
        option = option_id(f"rock:dummy.{slave}", 0, 2)
        assert place_of(position.game, option) == f"slave-5-{slave}"
        assert f'data-place="slave-5-{slave}"' in _drawn(position)


def test_limited_markers_are_counted() -> None:
    assert "markers left: 2 worth 1, 3 worth 2" in _drawn(Position(3, edition="pl").markers(2, 3, holder=1))
    assert "markers left" not in _drawn(Position(3))


def _drawn(position: Position) -> str:
    return draw_board(position.ready())
