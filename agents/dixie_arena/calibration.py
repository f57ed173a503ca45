"""Is a policy's prediction of who wins right? Games, and the statistics that say so.

In each game and round, the first decision of each seat that the policy has gives one prediction: the win
share that it expects for its own seat. It is compared with the win share at the end (ties share).

* **bias**: the mean prediction minus the mean result. The margin treats whole games as independent.
* **Brier score**: the mean squared error of the predictions. The base is the score of always predicting the
  mean result.
* **R²**: 1 - Brier score / base: 0 is no better than the mean, 1 is perfect, and a bias lowers it.
* **explained**: 1 - variance of the errors / variance of the results. A constant bias does not lower it.
* **reliability**: predictions in ten bins, each with its mean prediction and mean result.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dixie_agents.base import Decisions
from dixie_agents.bots import CompiledAgent
from dixie_agents.compiled.match import MatchLoop
from dixie_agents.match import check_answers
from dixie_agents.outlook import outlook
from dixie_agents.policy import PolicyAgent
from dixie_env import DixieError
from dixie_env.engine import CompiledRules
from dixie_env.results import win_shares
from dixie_env.rewards import Reward

BINS = 10
CONFIDENCE = 1.96
ENDINGS = 8
"""How often a position at the start of the last round is played on."""
GAMES_AT_ONCE = 256
FIRST_SEED = 1_900_000_000
"""Far from the seeds of training and of other evaluations."""
MIXED = ("balanced", "greedy", "servant", "ring", "offering", "ppo:zoo/first", "ppo:zoo/second")
"""The opponents of a policy among mixed opponents; each seat draws its own."""


@dataclass(frozen=True)
class Samples:
    """Predictions and results, one row for each game, seat and round.

    Attributes:
        games: Which game.
        rounds: The round that begins, from 1.
        predicted: The win share that the policy predicts for its seat.
        won: The win share of that seat at the end.
        by_endings: What playing on predicts at the start of the last round; nan elsewhere. Empty if nobody
            played on.
    """

    games: NDArray[np.int64]
    rounds: NDArray[np.int64]
    predicted: NDArray[np.float64]
    won: NDArray[np.float64]
    by_endings: NDArray[np.float64] = field(default_factory=lambda: np.zeros(0))


def collect(
    agent: PolicyAgent,
    reward: Reward,
    rules: CompiledRules,
    opponents: Sequence[CompiledAgent],
    games: int,
    *,
    seed: int = FIRST_SEED,
    endings: int = 0,
    progress: Callable[[int], None] = lambda done: None,
) -> Samples:
    """Let a policy play, and note what it predicts at the beginning of each round.

    Args:
        agent: The policy.
        reward: The reward that its value predicts, for a policy without a head for the winner.
        rules: The game.
        opponents: Its opponents: it has one seat, and each other seat draws one of them. Without opponents
            it plays in all seats, and all of them count.
        games: Number of games.
        seed: Seed of the first game; the seats are drawn from it too.
        endings: With more than 0, the last round is also predicted by playing on this often
            (`dixie_agents.outlook`).
        progress: Called with the number of games that are done.

    Raises:
        DixieError: The policy predicts another reward than `win`.
    """
    if not agent.policy.net.has_winner and reward.kind != "win":
        raise DixieError(
            f"{agent.name}: its value predicts the reward {reward.kind!r}, not who wins; train it with "
            "winner_coef"
        )
    players = rules.players
    luck = np.random.Generator(np.random.PCG64(seed))
    lineups = np.zeros((games, players), np.int32)
    if opponents:
        lineups[:] = luck.integers(1, len(opponents) + 1, lineups.shape)
        lineups[np.arange(games), np.arange(games) % players] = 0
    bots = [None, *(opponent.bot for opponent in opponents)]
    play_on = PlayingOn([agent, *opponents], endings) if endings else None
    parts = []
    for low in range(0, games, GAMES_AT_ONCE):
        some = lineups[low : low + GAMES_AT_ONCE]
        seeds = np.arange(seed + low, seed + low + len(some), dtype=np.uint64)
        parts.append(_play(MatchLoop(rules, bots, some, seeds, 0), agent, reward, some, low, play_on))
        progress(len(some))
    found = Samples(*(np.concatenate(column) for column in zip(*parts, strict=True)))
    return found if endings else replace(found, by_endings=np.zeros(0))


@dataclass(frozen=True)
class PlayingOn:
    """Predictions from endings: who plays, and how many."""

    players: Sequence[CompiledAgent]
    count: int

    def predict(self, loop: MatchLoop, row: int, lineup: NDArray[np.int32], seed: int) -> float:
        """Return the share of the seat that decides in a row."""
        sitting = [self.players[player] for player in lineup.tolist()]
        game = loop.known_game(row)
        return float(outlook(game, sitting, count=self.count, seed=seed)[game.seat])


def _play(
    loop: MatchLoop,
    agent: PolicyAgent,
    reward: Reward,
    lineups: NDArray[np.int32],
    first: int,
    play_on: PlayingOn | None,
) -> tuple[NDArray[Any], ...]:
    size, players = len(loop.waiting), loop.rules.players
    seen = np.zeros((size, players), np.int64)  # the last round in which a seat was asked
    seconds = np.zeros(lineups.max() + 1)
    columns: list[list[NDArray[Any]]] = [[], [], [], [], []]
    loop.run(0, size, seconds)
    while (rows := np.flatnonzero(loop.waiting >= 0)).size:
        observations, masks, keys = loop.ask(rows, **agent.observation.arguments)
        seats, rounds = loop.states["seat"][rows].astype(np.int64), loop.states["round"][rows]
        new = np.flatnonzero(rounds > seen[rows, seats])
        if new.size:
            at = rows[new]
            seen[at, seats[new]] = rounds[new]
            predicted = _predict(agent, reward, loop, at, observations[new])
            by_endings = np.full(len(new), np.nan)
            if play_on is not None:
                last = rounds[new] == loop.rules_field("rounds")[at]
                for place in np.flatnonzero(last):
                    row = int(at[place])
                    by_endings[place] = play_on.predict(loop, row, lineups[row], first + row)
            found = at, rounds[new], predicted, seats[new], by_endings
            for column, values in zip(columns, found, strict=True):
                column.append(values)
        options = check_answers(
            loop, agent, rows, agent.act(Decisions(observations.copy(), masks.copy(), keys, None))
        )
        loop.take(rows, options)
        loop.run(0, size, seconds)
    at, rounds, predicted, seats, by_endings = (np.concatenate(column) for column in columns)
    shares = win_shares(loop.states["ranks"][:, :players])
    return at + first, rounds.astype(np.int64), predicted.astype(np.float64), shares[at, seats], by_endings


def _predict(
    agent: PolicyAgent, reward: Reward, loop: MatchLoop, rows: NDArray[np.int64], seen: NDArray[np.float32]
) -> NDArray[np.float64]:
    """Return the predicted win share of the seats that decide."""
    players = loop.rules.players
    if agent.policy.net.has_winner:
        return agent.policy.win_shares(seen, players)[:, 0]
    values = agent.policy.evaluate(seen)[1].astype(np.float64)
    if reward.shaping:  # the value of a shaped reward leaves out what has been paid already
        states = loop.states[rows]
        potential = reward.potential(states, loop.rules_field("pit")[rows])
        values += potential[np.arange(len(rows)), states["seat"]]
    return np.asarray(((players - 1) * values + 1) / players)


# --- statistics -----------------------------------------------------------------------------------------


def calibration(samples: Samples) -> list[dict[str, Any]]:
    """Return the statistics of each round as plain data; the last row, with round 0, is for all of them."""
    rounds = np.unique(samples.rounds).tolist()
    rows = [_row(samples, number, samples.rounds == number) for number in rounds]
    return [*rows, _row(samples, 0, np.ones(len(samples.rounds), bool))]


def calibration_by_endings(samples: Samples) -> dict[str, Any] | None:
    """Return the same statistics for what playing on predicts in the last round; None if nobody did."""
    chosen = np.isfinite(samples.by_endings)
    if not chosen.any():
        return None
    number = int(samples.rounds[chosen][0])
    return _row(replace(samples, predicted=samples.by_endings), number, chosen)


def _row(samples: Samples, number: int, chosen: NDArray[np.bool_]) -> dict[str, Any]:
    predicted, won, games = samples.predicted[chosen], samples.won[chosen], samples.games[chosen]
    errors = predicted - won
    brier, base = float((errors**2).mean()), float(((won - won.mean()) ** 2).mean())
    return {
        "round": number,
        "samples": len(won),
        "predicted": float(predicted.mean()),
        "won": float(won.mean()),
        "bias": float(errors.mean()),
        "margin": _margin(errors, games),
        "brier": brier,
        "base": base,
        "r2": 1 - brier / base if base > 0 else None,
        "explained": 1 - float(errors.var()) / base if base > 0 else None,
        "reliability": _reliability(predicted, won),
    }


def _margin(errors: NDArray[np.float64], games: NDArray[np.int64]) -> float | None:
    """Return half the width of the 95 % interval of the mean error; seats of a game depend on each other."""
    _, index = np.unique(games, return_inverse=True)
    count = int(index.max()) + 1
    if count < 2:
        return None
    sums = np.bincount(index, errors - errors.mean(), count)
    return float(CONFIDENCE * np.sqrt((sums**2).sum() * count / (count - 1)) / len(errors))


def _reliability(predicted: NDArray[np.float64], won: NDArray[np.float64]) -> list[dict[str, Any]]:
    bins = np.clip((predicted * BINS).astype(np.int64), 0, BINS - 1)
    return [
        {
            "from": number / BINS,
            "samples": int(inside.sum()),
            "predicted": float(predicted[inside].mean()),
            "won": float(won[inside].mean()),
        }
        for number in range(BINS)
        if (inside := bins == number).any()
    ]
