"""How much of the result can be known at all at the start of a round: the ceiling of R².

At a position, everything that its seat does not know is resampled, and the game is played to its end. This is
repeated many times. The mean result is the best prediction that anybody could make who knows what the seat
knows and how everybody plays. Its variance between positions, divided by the variance of the results, is the
R² of that prediction. Nothing can be better.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dixie_agents.base import Decisions
from dixie_agents.bots import CompiledAgent
from dixie_agents.compiled.match import MatchLoop
from dixie_agents.match import check_answers
from dixie_agents.outlook import endings
from dixie_agents.policy import PolicyAgent
from dixie_arena.calibration import CONFIDENCE, FIRST_SEED, GAMES_AT_ONCE
from dixie_env import DixieError
from dixie_env.engine import CompiledRules

OWN, EQUAL = 0, 1
"""Players of a game: the policy at the seat that is asked, and in other seats. Opponents follow."""


@dataclass(frozen=True)
class Ceiling:
    """The largest R² that a prediction at the start of a round can have.

    Attributes:
        round: The round.
        positions: Number of positions, each from a game of its own.
        continuations: How often each was played to its end.
        r2: The ceiling.
        margin: Half the width of its 95 % interval.
    """

    round: int
    positions: int
    continuations: int
    r2: float
    margin: float


def ceiling(
    agent: PolicyAgent,
    rules: CompiledRules,
    opponents: Sequence[CompiledAgent] = (),
    *,
    round: int = 7,
    positions: int = 400,
    continuations: int = 32,
    seed: int = FIRST_SEED,
    progress: Callable[[int], None] = lambda done: None,
) -> Ceiling:
    """Measure the ceiling of R² at a policy's first decision in a round.

    Args:
        agent: The policy. It has all seats, or one among opponents, as in `collect`.
        rules: The game.
        opponents: Its opponents.
        round: The round, from 1.
        positions: How many positions; games in which the policy's seat falls before that round have none.
        continuations: How often each is played to its end, at least 2.
        seed: Seed of the first game.
        progress: Called with the number of positions that are done.

    Raises:
        DixieError: No game reaches that round, or there are too few continuations.
    """
    if continuations < 2:
        raise DixieError(f"continuations must be 2 or more, not {continuations}")
    players = rules.players
    luck = np.random.Generator(np.random.PCG64(seed))
    lineups = np.full((positions, players), EQUAL, np.int32)
    if opponents:
        lineups[:] = luck.integers(EQUAL + 1, EQUAL + 1 + len(opponents), lineups.shape)
    own = np.arange(positions) % players
    lineups[np.arange(positions), own] = OWN
    players_on = [agent, agent, *opponents]
    bots = [None, *(player.bot for player in players_on[1:])]
    squares, products, results = [], [], []
    for low in range(0, positions, GAMES_AT_ONCE):
        part = slice(low, low + GAMES_AT_ONCE)
        seeds = np.arange(seed + low, seed + low + len(lineups[part]), dtype=np.uint64)
        loop = MatchLoop(rules, bots, lineups[part], seeds, 0)
        for row in _play_up_to(loop, agent, round, len(bots)).tolist():
            sitting = [players_on[player] for player in lineups[low + row].tolist()]
            game = loop.known_game(row)
            won = endings(game, sitting, continuations, seed + low + row)[:, game.seat]
            squares.append((won**2).mean())
            products.append((won.sum() ** 2 - (won**2).sum()) / (continuations * (continuations - 1)))
            results.append(won.mean())
        progress(len(seeds))
    if len(results) < 2:
        raise DixieError(f"{len(results)} of {positions} games reach round {round}; at least 2 are needed")
    r2, margin = _ratio(np.array(products), np.array(squares), np.array(results))
    return Ceiling(round, len(results), continuations, r2, margin)


def _play_up_to(loop: MatchLoop, agent: PolicyAgent, round: int, players: int) -> NDArray[np.int64]:
    """Play to the first decision of the own seat in a round. Return the games that get there."""
    size = len(loop.waiting)
    seconds = np.zeros(players)
    loop.run(0, size, seconds)
    while (rows := np.flatnonzero((loop.waiting >= 0) & (loop.states["round"] < round))).size:
        observations, masks, keys = loop.ask(rows, **agent.observation.arguments)
        answers = agent.act(Decisions(observations.copy(), masks.copy(), keys, None))
        loop.take(rows, check_answers(loop, agent, rows, answers))
        loop.run(0, size, seconds)
    return np.flatnonzero(loop.waiting >= 0)


def _ratio(
    products: NDArray[np.float64], squares: NDArray[np.float64], results: NDArray[np.float64]
) -> tuple[float, float]:
    """Return the explained share of the variance, and half the width of its interval, by the delta method.

    The product of two different continuations has the mean of the squared expectation, whatever their number,
    so few continuations do not bias the ceiling upwards.
    """
    mean = results.mean()
    explained, total = products.mean() - mean**2, squares.mean() - mean**2
    if total <= 0:
        raise DixieError("all continuations have the same result: there is nothing to explain")
    r2 = explained / total
    influence = ((products - 2 * mean * results) - r2 * (squares - 2 * mean * results)) / total
    margin = CONFIDENCE * influence.std(ddof=1) / np.sqrt(len(results))
    return float(r2), float(margin)
