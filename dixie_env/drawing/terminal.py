"""The board in a terminal: the village as boxes of characters, then an overview in words, in 80 columns."""

from collections.abc import Callable

from dixie_env.drawing.view import View, make_view
from dixie_env.drawing.village import ROWS
from dixie_env.engine import Game
from dixie_env.text import ACTION_NAMES, WIDTH, describe_position

_BOX = 16
_COLOURS = (27, 166, 36, 175, 220, 246)
"""Colours of the seats and the dummy, near those of the drawing, among the 256 of a terminal."""
_LINE = "\u2500" * (_BOX - 2)
_END = "\x1b[0m"
_ON_BOARD = {7: "double", 8: "peek", 9: "mercy"}


def draw_text(game: Game, viewer: int | None = None, *, closed: bool = False, colour: bool = True) -> str:
    """Return the board as text.

    Each box of the village shows the number and name of its action, the pixie on the hand spot (its seat, `d`
    for the dummy), `o` for each disc, the food on the space (`a`pple, `b`read, `h`oney), and the tile on it:
    the top food tile, or `+` for a one-off tile.

    Args:
        game: The game.
        viewer: The seat that looks, or None for a spectator.
        closed: Hide the other seats' goods and reward points.
        colour: Use terminal colours for pixies.
    """
    view = make_view(game, viewer, closed=closed)
    paint = _paint if colour else _plain
    owners = {space: pixie for pixie in view.colours for space in view.pixies(pixie)["spaces"]}
    servants = [seat for seat, facts in enumerate(view.state["seats"]) for _ in range(facts["servants"])]
    palace = " ".join(paint(seat) for seat in servants) or "no loyal servant yet"
    lines = [_centred("palace: ", palace, len(servants) * 4 - 1 if servants else len(palace))]
    owner = view.state["servant_space"]
    lines.append(
        _centred("servant space: ", "free" if owner is None else paint(owner), 4 if owner is None else 3)
    )
    for row in reversed(ROWS):
        boxes = [_box(view, space, owners.get(space), paint) for space in row]
        margin = " " * ((WIDTH - len(row) * _BOX) // 2)
        lines += [margin + "".join(parts) for parts in zip(*boxes, strict=True)]
    words = describe_position(game, state=view.state, decision=view.decision)
    return "\n".join([*(line.rstrip() for line in lines), "", words])


def _paint(seat: int) -> str:
    return f"\x1b[1;30;48;5;{_COLOURS[seat]}m{_plain(seat)}{_END}"


def _plain(seat: int) -> str:
    return f" {'d' if seat == 5 else seat} "


def _centred(label: str, content: str, length: int) -> str:
    return " " * ((WIDTH - len(label) - length) // 2) + label + content


def _box(view: View, space: int, owner: int | None, paint: Callable[[int], str]) -> tuple[str, str, str]:
    title = f"{space} {ACTION_NAMES[space]}"[: _BOX - 2]
    pixie = "   " if owner is None else paint(owner)
    discs = "o" * view.state["discs_on"].get(str(space), 0)
    icons = "".join(food[0] * count for food, count in view.board.icons[str(space)].items())
    lies = ""
    if space == 6:
        lies = str(view.state["food_stack"][0]) if view.state["food_stack"] else ""
    elif _ON_BOARD.get(space) in view.state["one_offs"]:
        lies = "+"
    inside = f"{pixie} {discs:<2} {icons:<5}{lies:>2}"
    return f"\u250c{title:\u2500<{_BOX - 2}}\u2510", f"\u2502{inside}\u2502", f"\u2514{_LINE}\u2518"
