"""Agents play the games that they played when these figures were written down, before the packages moved."""

import json

import pytest

from tests.agents.figures import FIGURES, GAMES, figures_of

KNOWN = json.loads(FIGURES.read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("players", range(2, 6))
def test_an_agent_plays_as_it_did(name: str, players: int) -> None:
    assert figures_of(name, players) == KNOWN[f"{name} {players}"]


def test_every_figure_belongs_to_a_game() -> None:
    assert set(KNOWN) == {f"{name} {players}" for name in GAMES for players in range(2, 6)}
