"""One drawing of the board, as SVG, for windows, notebooks, pages and pictures."""

from dixie_env.drawing.board import HEIGHT, WIDTH, board_parts, draw_board, frame
from dixie_env.drawing.palette import THEMES, Theme, style_sheet
from dixie_env.drawing.view import View, make_view

__all__ = [
    "HEIGHT",
    "THEMES",
    "WIDTH",
    "Theme",
    "View",
    "board_parts",
    "draw_board",
    "frame",
    "make_view",
    "style_sheet",
]
