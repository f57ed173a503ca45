"""The render modes, the same for every environment."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from dixie_env.engine import DixieError, Game
from dixie_env.extras import install_hint

WINDOW_WIDTH = 1200
FRAMES_PER_SECOND = 2
INVISIBLE = ("dummy", "offscreen")
"""Video drivers of SDL that draw into memory. It chooses one by itself where there is no display."""


class Renderer:
    """Shows a game in one of the render modes.

    `human` opens a window with pygame and never waits for input. Environments then draw by themselves in
    `reset` and `step`. Without pygame or a display, it says so once and prints the board instead. It also
    says once if nobody can see the window.

    Args:
        mode: One of `RENDER_MODES`, or None.
        frames_per_second: How many pictures a second a window shows at most.
    """

    def __init__(self, mode: str | None, frames_per_second: float = FRAMES_PER_SECOND) -> None:
        self.mode = mode
        self.draws_steps = mode == "human"
        self._frames_per_second = frames_per_second
        self._window: Any = None
        self._clock: Any = None
        self._without_window = False
        self._shown = ""
        """What the window or the terminal shows: it is not shown again."""

    def render(
        self, game: Game, viewer: int | None = None, *, closed: bool = False
    ) -> str | NDArray[np.uint8] | None:
        """Show the game, or return it as text or as an array."""
        if self.mode == "rgb_array":
            from dixie_env.drawing.raster import pixels

            return pixels(self.svg(game, viewer, closed=closed))
        if self.mode == "human" and self._open():
            svg = self.svg(game, viewer, closed=closed)
            if svg != self._shown:
                self._show(svg)
                self._shown = svg
            return None
        from dixie_env.drawing.terminal import draw_text

        text = draw_text(game, viewer, closed=closed)
        if self.mode == "ansi":
            return text
        if text != self._shown:
            print(text)
            self._shown = text
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
            self._window, self._clock = None, None
        self._shown = ""

    # --- the window -------------------------------------------------------------------------------------

    def _open(self) -> bool:
        """Open a window if there is none yet; return False if that fails."""
        if self._window is None and not self._without_window:
            try:
                self._window, self._clock = _open_window()
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
        if self._clock is not None:
            self._clock.tick(self._frames_per_second)


def _open_window() -> tuple[Any, Any]:
    """Return a window and a clock that slows it down; no clock if nobody can see the window."""
    from importlib.util import find_spec

    from dixie_env.drawing.raster import picture_size

    for package in ("pygame", "resvg_py", "PIL"):
        if find_spec(package) is None:
            raise DixieError(f"{package} is missing: {install_hint('draw')}")
    import pygame

    try:
        pygame.display.init()
        window = pygame.display.set_mode(picture_size(WINDOW_WIDTH))
    except pygame.error as error:
        raise DixieError(f"there is no display ({error})") from error
    pygame.display.set_caption("Dixie Queen")
    driver = pygame.display.get_driver()
    if driver in INVISIBLE:
        print(
            f"nobody can see the window: SDL draws into memory (video driver {driver!r}). Give it a display, "
            "or use the render mode rgb_array or ansi"
        )
        return window, None
    return window, pygame.time.Clock()
