"""Are the probabilities of a review right? Games of mixed players, positions at random, and how they ended.

In each game every seat draws a player. At some decisions, drawn at random, the win share of every seat is
predicted as in a review (`dixie_agents.reviewing.outlook`) and compared with its share of the win at the end.
"""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from dixie_agents.bots import CompiledAgent
from dixie_agents.deciding import decide
from dixie_agents.policy import PolicyAgent
from dixie_agents.reviewing.analysis import DRAWS
from dixie_agents.reviewing.outlook import Outlook, Start
from dixie_arena.calibration import FIRST_SEED, Samples, calibration
from dixie_arena.calibration_measure import rounded
from dixie_env import Game, Setup, compile_rules
from dixie_env.results import win_shares

POSITIONS = 4
"""Positions of each game."""


def sample_review(
    agent: PolicyAgent,
    setups: Sequence[Setup],
    players: Sequence[CompiledAgent],
    games: int,
    *,
    seed: int = FIRST_SEED,
    progress: Callable[[int], None] = lambda done: None,
) -> Samples:
    """Play games and predict.

    Args:
        agent: The policy that predicts.
        setups: The games; they take turns.
        players: Who is drawn for the seats.
        games: Number of games.
        seed: Seed of the first game; seats and positions are drawn from it too.
        progress: Called with the number of games that are done.
    """
    rules = [compile_rules(setup) for setup in setups]
    luck = np.random.Generator(np.random.PCG64([seed, 1]))
    columns: list[list[Any]] = [[], [], [], []]
    for number in range(games):
        game = Game(rules[number % len(rules)], seed + number)
        sitting = [players[place] for place in luck.integers(0, len(players), game.players)]
        starts: list[tuple[int, Start]] = []
        while game.seat is not None:
            starts.append((game.round, Start(game.state.copy(), len(starts))))
            game.step(decide(sitting[game.seat], game, len(starts) - 1))
        result = win_shares(game.state["ranks"][None, : game.players])[0]
        some = [starts[place] for place in luck.integers(0, len(starts), POSITIONS)]
        outlook = Outlook(agent.policy, game.rules, draws=DRAWS, seed=number)
        for (round_, _), found in zip(some, outlook.judge([start for _, start in some]), strict=True):
            values = ([number] * game.players, [max(1, round_)] * game.players, found.mean, result)
            for column, entries in zip(columns, values, strict=True):
                column.extend(entries)
        progress(1)
    at, rounds, predicted, won = columns
    return Samples(np.array(at), np.array(rounds), np.array(predicted), np.array(won))


def measure_review(
    agent: PolicyAgent,
    setups: Sequence[Setup],
    players: Sequence[CompiledAgent],
    games: int,
    *,
    seed: int = FIRST_SEED,
    progress: Callable[[int], None] = lambda done: None,
) -> dict[str, Any]:
    """Return the measurement as plain data; the arguments are those of `sample_review`."""
    rows = calibration(sample_review(agent, setups, players, games, seed=seed, progress=progress))
    total = rows[-1]
    among = " or ".join(str(setup.players) for setup in setups)
    return {
        "among": "mixed players",
        "players": among,
        "games": games,
        "seed": seed,
        "opponents": [player.name for player in players],
        "source": "review",
        "line": (
            f"review, mixed players, {games:,} games: Brier score {total['brier']:.3f} (always the mean: "
            f"{total['base']:.3f}); in each tenth predictions are within {_worst(rows):.3f} of results"
        ),
        "rounds": [rounded(row) for row in rows],
    }


def _worst(rows: Sequence[dict[str, Any]]) -> float:
    """Return the largest distance between predictions and results in a bin of the reliability diagram."""
    return max(abs(float(one["predicted"] - one["won"])) for one in rows[-1]["reliability"])
