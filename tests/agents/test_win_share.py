"""`win_share` counts what really happened, each game once."""

import numpy as np
import pytest

from dixie_agents import WinShare, win_share
from dixie_agents.gym import DixieGym
from dixie_env import DixieError


def first(observations, masks):
    """Choose the first legal option."""
    return masks.argmax(axis=1)


def one_by_one(players: int, opponents: str, games: int, seed: int) -> float:
    """The same games in the single environment; a tie between k players counts 1/k."""
    wins = 0.0
    for number in range(games):
        env = DixieGym(opponents, players=players)
        _, info = env.reset(seed=seed + number)
        over = False
        while not over:
            _, _, over, _, info = env.step(int(info["action_mask"].argmax()))
        best = info["scores"] == info["scores"].max()
        if info["ranks"][info["seat"]] == 1:
            wins += 1 / best.sum()
    return wins / games


@pytest.mark.parametrize(("players", "opponents"), [(2, "random"), (4, "sane")])
def test_it_is_the_share_of_the_same_games_played_one_by_one(players: int, opponents: str) -> None:
    found = win_share(first, opponents, players, games=24, seed=50)
    assert found.games == 24
    assert found.share == pytest.approx(one_by_one(players, opponents, 24, 50))


def test_equal_players_win_their_fair_share() -> None:
    random = np.random.default_rng(3)

    def choose(observations, masks):
        return (random.random(masks.shape) * masks).argmax(axis=1)

    found = win_share(choose, "random", players=3, games=600)
    assert abs(found.share - 1 / 3) < 3 * found.error / 1.96


def test_it_says_how_sure_it_is() -> None:
    assert str(WinShare(0.9, 1000)) == "90.0% [88.0, 91.8] of 1,000 games"
    always = WinShare(1.0, 100)
    assert always.interval[1] == 1 and always.interval[0] == pytest.approx(0.025 ** (1 / 100))
    assert always.error == pytest.approx((1 - always.interval[0]) / 2)


def test_no_games_are_refused() -> None:
    with pytest.raises(DixieError, match="games must be at least 1, not 0"):
        win_share(first, games=0)
