"""The board alone, as it is printed: every number in the colour of its status, with a mark and a legend."""

from typing import NamedTuple

from dixie_env.boards.show import MARKS, MEANINGS, status_counts
from dixie_env.config import LENGTH, STATUSES, Board, Status
from dixie_env.drawing.board import WIDTH, document
from dixie_env.drawing.palette import THEMES, Theme, style_sheet
from dixie_env.drawing.shapes import icon, panel, place, rect, text
from dixie_env.text import ACTION_NAMES

HEIGHT = 668
COLOURS: dict[Status, tuple[str, str]] = {
    "known": ("#FFFFFF", "#2B2F38"),
    "review": ("#CFE4F7", "#1D3F5E"),
    "entered": ("#C9EBD6", "#1A4A33"),
    "assumed": ("#FBE6C4", "#54401A"),
}
"""What is behind a number of each status, in light and dark."""
TOP_SCORE = 20

_TRACKS = (
    ("penalty each round", "track_penalties", ""),
    ("reward each round", "track_rewards", ""),
    ("silver track: silver for 1 gold", "silver_per_gold", "silver"),
    ("gold track: gold for a ring", "gold_per_ring", "gold"),
)
_TILES = (
    ("special offerings", "offering_tiles", "honey"),
    ("loyal servants", "servant_tiles", "crown"),
    ("rings", "ring_tiles", "ring"),
)
_ROWS = (range(13, 15), range(10, 13), range(6, 10), range(1, 6))
_LEFT, _GAP = 12, 10
_HALF = (WIDTH - 2 * _LEFT - _GAP) / 2
_RIGHT = _LEFT + _HALF + _GAP


class Area(NamedTuple):
    """A rectangle of the drawing."""

    x: float
    y: float
    width: float
    height: float


def draw_printed(
    board: Board, *, title: str = "", theme: Theme = "light", lit: tuple[str, int] | None = None
) -> str:
    """Draw a board as an SVG document, 1,200 pixels wide.

    Args:
        board: The board.
        title: What stands above it; its name by default.
        theme: `light`, `dark`, or `auto`: what the reader's system prefers.
        lit: What to look at, as in `area`: a key, and for `icons` the row of the village; the rest is pale.
    """
    words = title or (f"Board {board.name}" if board.name else "A board")
    content = text(_LEFT + 4, 42, words, "ink b", 24)
    for part in (_tracks, _score, _tiles, _dice, _village, _legend):
        content += part(board)
    if lit is not None:
        content += _light(*area(*lit))
    return document(content, HEIGHT, style_sheet(theme) + _style(theme), theme, words)


def area(key: str, row: int = 0) -> Area:
    """Return where in the drawing something is printed.

    Args:
        key: A key of a board, or `track_length`.
        row: For `icons`: the row of the village, counted from below.
    """
    if key == LENGTH:
        return Area(_LEFT + 6, 63, WIDTH - 2 * _LEFT - 12, 38)
    for index, (_, name, _) in enumerate(_TRACKS):
        if key == name:
            return Area(_LEFT + 6, 100 + 44 * index, WIDTH - 2 * _LEFT - 12, 44)
    for index, (_, name, _) in enumerate(_TILES):
        if key == name:
            return Area(_LEFT + 6, 452 + 41 * index, _HALF - 12, 40)
    if key in ("whip_die", "casino_die"):
        return Area(_LEFT + 4 + (key == "casino_die") * (_HALF / 2 - 4), 594, _HALF / 2 - 4, 58)
    if key == "icons":
        return Area(_RIGHT + 4, 299 + 69 * (len(_ROWS) - row), _HALF - 8, 70)
    return Area(_LEFT, 292, _HALF, 112)  # the score track


def _light(x: float, y: float, width: float, height: float) -> str:
    """Make everything pale but an area, and put a frame around that."""
    hole = f"M{x:g} {y:g}h{width:g}v{height:g}h{-width:g}Z"
    pale = f'<path class="paper" fill-opacity=".6" fill-rule="evenodd" d="M0 0H{WIDTH}V{HEIGHT}H0Z{hole}"/>'
    frame = rect(x, y, width, height, "glow none", 6, ' stroke-width="4"')
    return place("lit", pale + frame, "look here")


def _style(theme: Theme) -> str:
    """Return the colours of the statuses."""
    scope = f".dixie-{theme}"
    rules = [
        "".join(f"{scope} .is-{status}{{fill:{colours[dark]}}}" for status, colours in COLOURS.items())
        for dark in (0, 1)
    ]
    if theme == "auto":
        return f"{rules[0]}@media (prefers-color-scheme:dark){{{rules[1]}}}"
    return rules[THEMES.index(theme)]


def _cell(x: float, y: float, width: float, height: float, words: object, status: Status) -> str:
    """A number: its status is the colour, the mark in the corner, and the edge."""
    edge = "edge" if status in ("known", "entered") else "edge dash"
    content = rect(x, y, width, height, f"is-{status}", 5) + rect(x, y, width, height, edge, 5)
    if words != "":
        size = 16 if width >= 44 else 13
        content += text(x + width / 2, y + height / 2 + size / 3 + 1, str(words), "ink b m", size)
    return content + text(x + width - 4, y + 12, MARKS[status], "soft e", 11)


# --- tracks ------------------------------------------------------------------------------------------------


def _tracks(board: Board) -> str:
    y, label, height = 60, 236, 36
    content = panel(_LEFT, y, WIDTH - 2 * _LEFT, 222)
    content += text(_LEFT + 12, y + 26, "tracks", "ink b", 15)
    content += _cell(_LEFT + 72, y + 8, 100, 28, f"{board.track_length} spaces", board.length_status)
    left, right = _LEFT + label, WIDTH - _LEFT - 8
    step = min(96.0, (right - left) / board.track_length)
    width = step - min(6.0, step / 8)
    for space in range(board.track_length):
        content += text(left + space * step + width / 2, y + 28, space + 1, "soft m", 13)
    for row, (words, key, metal) in enumerate(_TRACKS):
        top = y + 44 + row * (height + 8)
        content += text(_LEFT + 34 if metal else _LEFT + 12, top + 23, words, "ink", 13)
        if metal:
            content += icon(metal, _LEFT + 11, top + 9, 18)
        for space, (value, status) in enumerate(_entries(board, key)):
            content += _cell(left + space * step, top, width, height, value, status)
    return place("tracks", content, "silver and gold track")


def _entries(board: Board, key: str) -> list[tuple[object, Status]]:
    return list(zip(getattr(board, key), board.statuses(key), strict=True))


# --- score, tiles, dice ------------------------------------------------------------------------------------


def _score(board: Board) -> str:
    """The score track, from +20 down to the pit, with the mine symbols where they are."""
    y = 292
    content = panel(_LEFT, y, _HALF, 112)
    content += text(_LEFT + 12, y + 24, "score track and mine symbols", "ink b", 14)
    left, width = _LEFT + 22, _HALF - 82
    scale = width / (TOP_SCORE + board.pit)

    def at(score: float) -> float:
        return left + (TOP_SCORE - score) * scale

    content += rect(left, y + 78, width, 7, "spot", 3) + rect(
        at(0), y + 78, at(-board.pit) - at(0), 7, "earth", 3
    )
    for score in (TOP_SCORE, 0):
        content += text(at(score), y + 104, f"+{score}" if score else "0", "soft m", 12)
        content += f'<path class="line" d="M{at(score):.1f} {y + 74}v15" stroke-width="1"/>'
    symbols = _entries(board, "mine_symbols")
    size = min(42.0, width / max(1, len(symbols)) - 2)
    before = left - size
    for symbol, status in symbols:
        score = -int(str(symbol))
        x = max(at(score) - size / 2, before + size + 2)  # never one over the other
        before = x
        content += f'<path class="line" d="M{at(score):.1f} {y + 66}v19" stroke-width="1.5"/>'
        content += _cell(x, y + 34, size, 32, f"\u2212{-score}", status)
    (status,) = board.statuses("pit")
    content += _cell(at(-board.pit) + 4, y + 64, 50, 34, f"\u2212{board.pit}", status)
    content += text(at(-board.pit) + 29, y + 57, "the pit", "soft m", 12)
    return place("score", content, "score track")


def _tiles(board: Board) -> str:
    y = 414
    content = panel(_LEFT, y, _HALF, 166)
    content += text(_LEFT + 12, y + 24, "reward tiles", "ink b", 14)
    (status,) = board.statuses("golden")
    content += _cell(_LEFT + 166, y + 6, 108, 28, f"{board.golden} golden", status)
    for row, (words, key, sign) in enumerate(_TILES):
        top = y + 40 + 41 * row
        content += icon(sign, _LEFT + 12, top + 8, 20) + text(_LEFT + 40, top + 23, words, "ink", 13)
        for index, (value, word) in enumerate(_entries(board, key)):
            x = _LEFT + 166 + 58 * index
            content += _cell(x, top, 50, 36, value, word)
            if index < board.golden:
                content += rect(x, top, 50, 36, "glow none", 5, ' stroke-width="1.5"')
    return place("tiles", content, "reward tiles")


def _dice(board: Board) -> str:
    y = 590
    content = panel(_LEFT, y, _HALF, 66)
    for key, left, words in (
        ("whip_die", _LEFT + 10, "whips"),
        ("casino_die", _LEFT + _HALF / 2 + 6, "casino"),
    ):
        content += text(left + 2, y + 22, words, "ink b", 13) + text(left + 2, y + 40, "die", "soft")
        faces = _entries(board, key)
        size = min(34.0, (_HALF / 2 - 66) / len(faces) - 3)
        for index, (face, status) in enumerate(faces):
            x, top = left + 52 + index * (size + 3), y + 15
            picture = str(face) in ("silver", "gold", "food")
            content += _cell(x, top, size, 36, "" if picture else face, status)
            if picture:
                content += icon("apple" if face == "food" else str(face), x + size / 2 - 11, top + 10, 20)
    return place("dice", content, "dice")


# --- village, legend ---------------------------------------------------------------------------------------


def _village(board: Board) -> str:
    y, width, height = 292, 108, 68
    content = panel(_RIGHT, y, _HALF, 288)
    content += text(_RIGHT + 12, y + 24, "village", "ink b", 14)
    content += text(_RIGHT + 12, y + 42, "food of each space", "soft", 12)
    statuses = board.statuses("icons")
    for row, spaces in enumerate(_ROWS):
        left = _RIGHT + _HALF / 2 - (len(spaces) * (width + 6) - 6) / 2
        top = y + (12 if not row else 10) + row * (height + 1)
        for index, space in enumerate(spaces):
            x, status = left + index * (width + 6), statuses[space - 1]
            content += _cell(x, top, width, height - 6, "", status)
            content += text(x + 7, top + 17, space, "ink b", 13)
            content += text(x + (18 if space < 10 else 26), top + 17, ACTION_NAMES[space][:12], "soft", 10.5)
            foods = [food for food, count in board.icons[str(space)].items() for _ in range(count)]
            step = 24
            start = x + width / 2 - step * len(foods) / 2 + 1
            content += "".join(icon(food, start + step * at, top + 28, 22) for at, food in enumerate(foods))
    return place("village", content, "food of the village")


def _legend(board: Board) -> str:
    y, counts = 590, status_counts(board)
    content = panel(_RIGHT, y, _HALF, 66)
    width = _HALF / 2
    for index, status in enumerate(STATUSES):
        x, top = _RIGHT + 10 + width * (index % 2), y + 8 + 28 * (index // 2)
        content += _cell(x, top, 40, 22, "", status)
        content += text(x + 20, top + 16, counts[status], "ink b m", 13)
        content += text(x + 48, top + 16, status, "ink b", 13)
        content += text(x + 118, top + 16, MEANINGS[status], "soft", 12)
    return place("legend", content, "what the colours mean")
