"""The drawing as pixels."""

from pathlib import Path

import numpy as np
import pytest

from dixie_env.drawing import draw_board
from dixie_env.drawing.raster import gif, pixels, png
from tests.drawing.games import positions

pytest.importorskip("resvg_py", reason="needs the extra draw")
pytest.importorskip("PIL", reason="needs the extra draw")


@pytest.mark.parametrize(("theme", "dark"), [("light", False), ("dark", True)])
def test_pixels_have_the_colours_of_the_theme(theme: str, dark: bool) -> None:
    array = pixels(draw_board(next(positions(5, 1)), theme=theme), 600)  # type: ignore[arg-type]
    assert array.shape == (475, 600, 3)
    assert array.dtype == np.uint8
    assert (array.mean() < 90) == dark
    assert len(np.unique(array.reshape(-1, 3), axis=0)) > 50


def test_a_png_is_made() -> None:
    assert png(draw_board(next(positions(2, 1))), 300).startswith(b"\x89PNG")


def test_an_animation_is_written(tmp_path: Path) -> None:
    frames = [draw_board(game) for game in positions(2, 1, every=60)]
    (tmp_path / "game.gif").write_bytes(gif(frames, width=200))
    assert (tmp_path / "game.gif").read_bytes().startswith(b"GIF89a")
