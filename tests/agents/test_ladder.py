"""Each rung of the ladder is stronger than the one below, and each road can be walked."""

import numpy as np
import pytest

from dixie_agents import Results, make_agent, play_matches
from dixie_env import make_rules
from dixie_env.engine.words import ROWS


def one_against_three(one: str, three: str, games: int) -> Results:
    """Every seed four times, with the one on each seat in turn."""
    seeds = np.repeat(np.arange(games // 4), 4)
    lineups = np.where(np.arange(4) == np.arange(games)[:, None] % 4, 0, 1)
    return play_matches(make_rules(4), [make_agent(one), make_agent(three)], lineups, seeds)


def lowest_share(results: Results) -> float:
    """The lower end of the 95 % interval of the win share of the one."""
    shares = results.win_shares[results.lineups == 0].reshape(-1, 4).mean(axis=1)
    return float(shares.mean() - 1.96 * shares.std(ddof=1) / len(shares) ** 0.5)


@pytest.mark.parametrize(
    ("one", "three", "games"),
    [
        ("sane", "random", 400),
        ("greedy", "sane", 400),
        ("balanced", "greedy", 400),
        ("mcts:10", "balanced", 40),
    ],
)
def test_each_rung_beats_the_one_below(one: str, three: str, games: int) -> None:
    assert lowest_share(one_against_three(one, three, games)) > 0.25


@pytest.mark.parametrize("name", ["servant", "ring", "offering"])
def test_no_specialist_loses_to_random(name: str) -> None:
    assert lowest_share(one_against_three(name, "random", 400)) > 0.9


@pytest.mark.parametrize("name", ["servant", "ring", "offering"])
def test_specialists_walk_their_road(name: str) -> None:
    """Against players who want all kinds of tiles themselves, most of their points come from one kind."""
    results = one_against_three(name, "greedy", 200)
    rewards = results.states["rewards_by"][:, :4][results.lineups == 0].sum(axis=0)
    tiles = dict(zip(ROWS, rewards[:3].tolist(), strict=True))
    assert max(tiles, key=lambda row: tiles[row]) == name, tiles


@pytest.mark.long
@pytest.mark.parametrize(
    ("one", "three"),
    [
        ("sane", "random"),
        ("greedy", "sane"),
        ("balanced", "greedy"),
        ("mcts:10", "balanced"),
        ("mcts:40", "mcts:10"),
        ("mcts:160", "mcts:40"),
    ],
)
def test_the_ladder_holds_over_400_games(one: str, three: str) -> None:
    assert lowest_share(one_against_three(one, three, 400)) > 0.25
