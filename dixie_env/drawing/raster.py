"""The drawing as pixels."""

from collections.abc import Sequence
from functools import cache
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dixie_env.drawing.board import HEIGHT, WIDTH
from dixie_env.engine import DixieError
from dixie_env.extras import install_hint

_MISSING = f'drawing pixels needs the packages of the extra "draw": {install_hint("draw")}'

_FAMILIES = (
    ("Liberation Sans", "LiberationSans-Regular.ttf", "LiberationSans-Bold.ttf"),
    ("DejaVu Sans", "DejaVuSans.ttf", "DejaVuSans-Bold.ttf"),
)


def png(svg: str, width: int = WIDTH) -> bytes:
    """Return a drawing as a PNG file.

    Args:
        svg: From `draw_board`, with the theme `light` or `dark`.
        width: Width in pixels; the height keeps the aspect ratio.

    Raises:
        DixieError: The extra `draw` is not installed.
    """
    try:
        import resvg_py
    except ImportError as error:
        raise DixieError(_MISSING) from error
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width, **_fonts()))


def pixels(svg: str, width: int = WIDTH) -> NDArray[np.uint8]:
    """Return a drawing as an array: height, width, and red, green, blue from 0 to 255."""
    data = png(svg, width)
    image = _open(data).convert("RGB")
    array: NDArray[np.uint8] = np.array(image, np.uint8)
    return array


def gif(frames: Sequence[str], *, width: int = 800, seconds: float = 1.0) -> bytes:
    """Return a sequence of drawings as a looping animated GIF."""
    data = BytesIO()
    images = [_open(png(svg, width)).convert("P", colors=64) for svg in frames]
    images[0].save(
        data,
        format="gif",
        save_all=True,
        append_images=images[1:],
        duration=int(1000 * seconds),
        loop=0,
        optimize=True,
    )
    return data.getvalue()


def picture_size(width: int = WIDTH) -> tuple[int, int]:
    """Return width and height of a picture."""
    return width, round(HEIGHT * width / WIDTH)


def _open(data: bytes) -> Any:
    try:
        from PIL import Image
    except ImportError as error:
        raise DixieError(_MISSING) from error
    return Image.open(BytesIO(data))


@cache
def _fonts() -> dict[str, Any]:
    """Return the paths of two font files if they exist, so that not all system fonts need to be read."""
    folders = [Path("/usr/share/fonts"), Path("/usr/local/share/fonts"), Path.home() / ".fonts"]
    spec = find_spec("matplotlib")
    if spec is not None and spec.origin is not None:  # bare machines have no fonts, Matplotlib brings some
        folders.append(Path(spec.origin).parent / "mpl-data" / "fonts" / "ttf")
    files = {file.name: file for folder in reversed(folders) for file in folder.rglob("*.ttf")}
    for family, plain, bold in _FAMILIES:
        if plain in files and bold in files:
            chosen = [str(files[plain]), str(files[bold])]
            return {"skip_system_fonts": True, "font_files": chosen, "sans_serif_family": family}
    return {}
