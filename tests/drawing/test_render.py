"""Render modes: PettingZoo's own test, text, arrays, a window, and notebooks."""

import re
from functools import partial
from typing import Any

import numpy as np
import pygame
import pytest
from pettingzoo.test import render_test

from dixie_agents.gym import DixieGym
from dixie_env import DixieError, dixie_v0
from dixie_env.drawing.terminal import draw_text
from dixie_env.envs.arguments import RENDER_MODES
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
    env.render()
    env.render()
    printed = capsys.readouterr().out
    assert printed.count("can't open a window, printing the board instead") == 1
    assert printed.count("servant space") == 2
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
