"""Render modes: PettingZoo's own test, text, arrays, a window, and notebooks."""

import re
import time
from functools import partial
from typing import Any

import numpy as np
import pygame
import pytest
from pettingzoo.test import render_test

from dixie_agents.gym import DixieGym
from dixie_env import DixieError, dixie_v0
from dixie_env.drawing.raster import pixels
from dixie_env.drawing.terminal import draw_text
from dixie_env.envs.aec import DixieAEC
from dixie_env.envs.arguments import RENDER_MODES
from dixie_env.envs.rendering import WINDOW_WIDTH, Renderer
from dixie_env.envs.simultaneous import SimultaneousOfferings
from tests.drawing.games import positions
from tests.position import Position


@pytest.fixture(autouse=True)
def no_display(monkeypatch: pytest.MonkeyPatch) -> None:
    """SDL draws into memory: the window is real to the code, and nobody sees it."""
    pygame.display.quit()  # another test of this process may have left it open
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")


def test_pettingzoo_is_content(capsys: pytest.CaptureFixture[str]) -> None:
    render_test(partial(dixie_v0.env, players=3))
    assert "can't open a window" not in capsys.readouterr().out


def test_every_environment_renders_in_every_mode() -> None:
    for mode in RENDER_MODES:
        for env in (
            dixie_v0.parallel_env(players=2, render_mode=mode),
            DixieGym(players=3, render_mode=mode),
        ):
            env.reset(seed=3)
            shown: Any = env.render()
            if mode == "rgb_array":
                assert shown.dtype == np.uint8 and shown.shape == (950, 1200, 3)
            elif mode == "ansi":
                assert "steal food" in shown
            else:
                assert shown is None
            env.close()


def test_without_a_window_the_table_is_printed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "no such driver")
    env = dixie_v0.env(players=2, render_mode="human")
    env.reset(seed=1)
    env.render()  # it was printed by the reset
    env.step(int(env.last()[0]["action_mask"].argmax()))
    printed = capsys.readouterr().out
    assert printed.count("can't open a window, printing the board instead") == 1
    assert printed.count("servant space") == 2
    env.close()


def window() -> bytes:
    """Return the pixels of the window."""
    return pygame.image.tobytes(pygame.display.get_surface(), "RGB")


def expected(env: Any) -> bytes:
    """Return the pixels of the game's drawing."""
    return pixels(env._repr_svg_(), WINDOW_WIDTH).tobytes()


def act(env: Any) -> Any:
    """Take the first legal option, in any of the three environments."""
    if isinstance(env, DixieGym):
        return env.step(int(env.action_masks().argmax()))
    if isinstance(env, SimultaneousOfferings):
        masks = {agent: seen["action_mask"] for agent, seen in env._observations().items()}
        return env.step({agent: int(mask.argmax()) for agent, mask in masks.items()})
    return env.step(int(env.last()[0]["action_mask"].argmax()))


MAKERS = (dixie_v0.env, dixie_v0.parallel_env, DixieGym)


@pytest.mark.parametrize("make", MAKERS)
def test_a_window_shows_every_reset_and_step(make: Any) -> None:
    env = make(players=3, render_mode="human")
    env.reset(seed=1)
    seen = [window()]
    for _ in range(6):
        assert window() == expected(env)
        act(env)
        seen.append(window())
    assert len(set(seen)) > 4
    env.close()
    assert pygame.display.get_surface() is None


@pytest.mark.parametrize("make", MAKERS)
def test_a_step_shows_one_picture(make: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """An offering of all players is one step: its parts are not shown one by one, with a pause after each."""
    shown: list[str] = []
    monkeypatch.setattr(Renderer, "_show", lambda self, svg: shown.append(svg))
    env = make(players=3, render_mode="human")
    env.reset(seed=1)
    steps = 15 if make is DixieGym else 60  # the learner's own decisions
    for _ in range(steps):
        before = len(shown)
        act(env)
        env.render()  # as older programs do: it is shown already
        assert len(shown) - before <= 1
    assert len(shown) > steps / 2
    env.close()


def test_other_modes_draw_when_asked_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Renderer, "render", lambda *_, **__: pytest.fail("nobody asked"))
    for make in MAKERS:
        for mode in ("ansi", "rgb_array", None):
            env = make(players=2, render_mode=mode)
            env.reset(seed=1)
            act(env)


def test_the_end_is_shown_when_an_illegal_option_ends_the_game() -> None:
    for make in MAKERS:
        env: Any = make(players=2, render_mode="human", illegal="lose")
        env.reset(seed=1)
        env.step(dict.fromkeys(env.agents, 0) if make is dixie_v0.parallel_env else 0)
        assert window() == expected(env)
        env.close()


def test_an_invisible_window_is_said_once(capsys: pytest.CaptureFixture[str]) -> None:
    env = dixie_v0.env(players=2, render_mode="human")
    env.reset(seed=1)
    act(env)
    printed = capsys.readouterr().out
    assert printed.count("nobody can see the window: SDL draws into memory (video driver 'dummy')") == 1
    assert printed.count("\n") == 1
    env.close()


def test_a_visible_window_is_as_slow_as_it_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dixie_env.envs.rendering.INVISIBLE", ())
    monkeypatch.setitem(DixieAEC.metadata, "render_fps", 20)
    env = dixie_v0.env(players=2, render_mode="human")
    env.reset(seed=1)
    start = time.perf_counter()
    for _ in range(4):
        env.step(int(env.last()[0]["action_mask"].argmax()))
    assert time.perf_counter() - start > 4 * 0.045
    env.close()


def test_rendering_needs_a_mode_and_a_game() -> None:
    with pytest.raises(DixieError, match="render_mode"):
        dixie_v0.env().render()
    with pytest.raises(DixieError, match="reset"):
        dixie_v0.env(render_mode="ansi").render()
    with pytest.raises(DixieError, match="ansi, rgb_array, human"):
        dixie_v0.env(render_mode="jpeg")


def test_notebooks_draw_games_and_environments() -> None:
    env = dixie_v0.env(players=2)
    assert env._repr_svg_() is None
    parallel, gym = dixie_v0.parallel_env(players=2), DixieGym(players=2, observation="screened")
    for made in (env, parallel, gym):
        made.reset(seed=1)
        svg = made._repr_svg_()
        assert svg is not None and svg.startswith("<svg ")
    assert "goods behind the screen" in str(gym._repr_svg_())
    game = env.game
    assert game is not None and game._repr_svg_() == env._repr_svg_()


@pytest.mark.parametrize("players", [2, 5])
def test_text_fits_into_80_columns_and_shows_the_village(players: int) -> None:
    for game in positions(players, 4, every=9):
        text = draw_text(game)
        plain = re.sub(r"\x1b\[[0-9;]*m", "", text)
        assert max(map(len, plain.split("\n"))) <= 80
        assert plain == draw_text(game, colour=False)
        painted = re.findall(r"\x1b\[1;30;48;5;\d+m (\w) \x1b", text)
        state = game.state
        there = sum(owner >= 0 for owner in state["spaces"][1:])
        assert len(painted) == there + state["servants"].sum() + (state["servant_space"] >= 0)


def test_text_hides_what_the_screens_hide() -> None:
    position = Position(players=3).give(0, apple=7).give(1, apple=9).rewards(1, 17)
    open_, closed = draw_text(position.ready(), 0), draw_text(position.ready(), 0, closed=True)
    assert "17/0" in open_ and "17/0" not in closed and "?/0" in closed
    position.offerings("apple", "good:apple")
    assert position.asked == (0, "amount")
    assert "decides (amount)" in draw_text(position.ready(), 0)
    assert "decides (offering)" in draw_text(position.ready(), 1)
