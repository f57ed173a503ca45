"""Colours of the drawing: one style sheet for light and dark.

Seats have the colours of Okabe and Ito, which people with any common colour blindness can distinguish. Every
pixie and disc also shows the number of its seat. Goods differ in shape, not only in colour.
"""

from typing import Literal

from dixie_env.engine import DixieError

Theme = Literal["light", "dark", "auto"]
THEMES: tuple[Theme, ...] = ("light", "dark", "auto")

SEAT_COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#F0E442", "#A9A9A9")
"""Seats 0 to 4, and the dummy of a 2-player game."""
SEAT_INKS = ("#FFFFFF", "#000000", "#000000", "#000000", "#000000", "#000000")
"""Colours of the text on them."""

FONT = "Inter,'Segoe UI','Helvetica Neue',Arial,'Liberation Sans','DejaVu Sans',sans-serif"

ROLES = {
    "paper": ("fill", "#F7F1E3", "#16181D"),
    "panel": ("fill", "#FFFCF5", "#20232A"),
    "tile": ("fill", "#FFFFFF", "#2B2F38"),
    "spot": ("fill", "#EFE6D2", "#1B1E24"),
    "earth": ("fill", "#E2CFAE", "#35291B"),
    "rock-wall": ("fill", "#CDB48A", "#4A3923"),
    "stone": ("fill", "#DCD6E6", "#3A3650"),
    "lit": ("fill", "#FFF0C2", "#4A3F1C"),
    "edge": ("stroke", "#B9AB8D", "#555B68"),
    "ink": ("fill", "#221E17", "#F3EEE3"),
    "soft": ("fill", "#5B5344", "#BDB6A8"),
    "line": ("stroke", "#221E17", "#F3EEE3"),
    "good": ("fill", "#00654A", "#5FD3AE"),
    "bad": ("fill", "#9C3F00", "#FF9C5A"),
    "glow": ("stroke", "#B35C00", "#FFB74D"),
    "disc": ("fill", "#4B4436", "#D9D2C2"),
    "rock": ("fill", "#6E675C", "#9A948A"),
}
"""How things are drawn: a CSS property, and its values in light and dark."""

_SHARED = f"""
.dixie text{{font-family:{FONT};font-size:12px}}
.dixie .edge{{fill:none}} .dixie .none{{fill:none}}
.dixie .b{{font-weight:700}} .dixie .m{{text-anchor:middle}} .dixie .e{{text-anchor:end}}
.dixie .faint{{opacity:.35}} .dixie .dash{{stroke-dasharray:3 3}}
""".strip()


def _rules(scope: str, theme: int) -> str:
    return "".join(f"{scope} .{role}{{{values[0]}:{values[1 + theme]}}}" for role, values in ROLES.items())


def _seats() -> str:
    fills = "".join(f".dixie .s{seat}{{fill:{colour}}}" for seat, colour in enumerate(SEAT_COLOURS))
    return fills + "".join(f".dixie .i{seat}{{fill:{ink}}}" for seat, ink in enumerate(SEAT_INKS))


def style_sheet(theme: Theme = "light") -> str:
    """Return the style sheet of a theme; `auto` follows the preference of the viewer's system.

    Raises:
        DixieError: There is no such theme.
    """
    if theme not in THEMES:
        raise DixieError(f"theme must be one of {', '.join(THEMES)}, not {theme!r}")
    css = _SHARED + _seats()
    if theme != "auto":
        return css + _rules(f".dixie-{theme}", THEMES.index(theme))
    dark = _rules(".dixie-auto", 1)
    return f"{css}{_rules('.dixie-auto', 0)}@media (prefers-color-scheme:dark){{{dark}}}"
