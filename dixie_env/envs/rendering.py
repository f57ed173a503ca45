"""The render modes, the same for every environment."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from dixie_env.engine import DixieError, Game

WINDOW_WIDTH = 1200


class Renderer:
    """Shows a game in one of the render modes.

    `human` opens a window with pygame and never waits for input. Without pygame or a display, it says so once
    and prints the board instead.

    Args:
        mode: One of `RENDER_MODES`, or None.
    """

    def __init__(self, mode: str | None) -> None:
        self.mode = mode
        self._window: Any = None
        self._without_window = False

    def render(
        self, game: Game, viewer: int | None = None, *, closed: bool = False
    ) -> str | NDArray[np.uint8] | None:
        """Show the game, or return it as text or as an array."""
        if self.mode == "rgb_array":
            from dixie_env.drawing.raster import pixels

            return pixels(self.svg(game, viewer, closed=closed))
        if self.mode == "human" and self._open():
            self._show(self.svg(game, viewer, closed=closed))
            return None
        from dixie_env.drawing.terminal import draw_text

        text = draw_text(game, viewer, closed=closed)
        if self.mode == "ansi":
            return text
        print(text)
        return None

    def svg(self, game: Game, viewer: int | None = None, *, closed: bool = False) -> str:
        """Draw the game."""
        from dixie_env.drawing import draw_board

        return draw_board(game, viewer, closed=closed)

    def close(self) -> None:
        """Close the window, if there is one."""
        if self._window is not None:
            import pygame

            pygame.display.quit()
            self._window = None

    # --- the window -------------------------------------------------------------------------------------

    def _open(self) -> bool:
        """Open a window if there is none yet; return False if that fails."""
        if self._window is None and not self._without_window:
            try:
                self._window = _open_window()
            except DixieError as error:
                self._without_window = True
                print(f"can't open a window, printing the board instead: {error}")
        return self._window is not None

    def _show(self, svg: str) -> None:
        import pygame

        from dixie_env.drawing.raster import pixels

        picture = pygame.surfarray.make_surface(pixels(svg, WINDOW_WIDTH).swapaxes(0, 1))
        self._window.blit(picture, (0, 0))
        pygame.display.flip()
        pygame.event.pump()  # or the system thinks that the window hangs


def _open_window() -> Any:
    from importlib.util import find_spec

    from dixie_env.drawing.raster import picture_size

    for package in ("pygame", "resvg_py", "PIL"):
        if find_spec(package) is None:
            raise DixieError(f'{package} is missing: pip install "dixie-env[draw]"')
    import pygame

    try:
        pygame.display.init()
        window = pygame.display.set_mode(picture_size(WINDOW_WIDTH))
    except pygame.error as error:
        raise DixieError(f"there is no display ({error})") from error
    pygame.display.set_caption("Dixie Queen")
    return window
