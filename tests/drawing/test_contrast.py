"""Everything that is written on the board can be read: contrast AA (4.5 to 1) in light and dark."""

from itertools import combinations

import pytest

from dixie_env.drawing.palette import ROLES, SEAT_COLOURS, SEAT_INKS
from dixie_env.drawing.printed import COLOURS

GROUNDS = {
    "ink": ("paper", "panel", "tile", "lit", "earth", "rock-wall", "stone"),
    "soft": ("paper", "panel", "tile", "lit", "stone"),
    "good": ("tile",),
    "bad": ("tile", "panel"),
}
"""What each colour of writing stands on."""


def brightness(colour: str) -> float:
    """Relative luminance, as WCAG 2 defines it."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    high, low = sorted((brightness(one), brightness(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize(("theme", "name"), [(1, "light"), (2, "dark")])
def test_writing_can_be_read(theme: int, name: str) -> None:
    for role, grounds in GROUNDS.items():
        for ground in grounds:
            ratio = contrast(str(ROLES[role][theme]), str(ROLES[ground][theme]))
            assert ratio >= 4.5, f"{role} on {ground} in {name}: {ratio:.2f}"


@pytest.mark.parametrize(("theme", "name"), [(1, "light"), (2, "dark")])
def test_numbers_of_every_status_can_be_read(theme: int, name: str) -> None:
    for status, colours in COLOURS.items():
        for role in ("ink", "soft"):
            ratio = contrast(str(ROLES[role][theme]), colours[theme - 1])
            assert ratio >= 4.5, f"{role} on {status} in {name}: {ratio:.2f}"


def test_numbers_on_pixies_and_discs_can_be_read() -> None:
    for colour, ink in zip(SEAT_COLOURS, SEAT_INKS, strict=True):
        assert contrast(colour, ink) >= 4.5, colour


def test_seats_differ_in_brightness_or_hue() -> None:
    """The colours of Okabe and Ito, each used once."""
    okabe_ito = {"#0072B2", "#D55E00", "#009E73", "#CC79A7", "#F0E442"}
    assert set(SEAT_COLOURS[:5]) == okabe_ito
    assert all(one != other for one, other in combinations(SEAT_COLOURS, 2))
