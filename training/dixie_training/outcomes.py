"""Results of games as targets: who won and the final scores, for each decision of a rollout.

A decision learns from the result of its game. If the game goes on after the rollout, it learns from what the
network says at the last decision of the same seat in the rollout, which itself is not learned from. So no
decision has to be kept, and none is left out because its game is long, which would bias the predictions.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional

from dixie_agents.network import Network
from dixie_env.engine.model import SEATS
from dixie_env.rewards import SCALE
from dixie_training.running_games import Ended

Floats = NDArray[np.float32]
ABSENT = -1e9


@dataclass
class Outcomes:
    """The results of the games that ended in a rollout, by seat: ticks x games x 5.

    Attributes:
        players: The number of players of each game.
        wins: Win shares.
        scores: Final scores, divided by 60.
    """

    players: NDArray[np.int64]
    wins: Floats
    scores: Floats

    @classmethod
    def make(cls, ticks: int, games: Mapping[int, int]) -> "Outcomes":
        """Allocate the arrays for these numbers of games, by number of players."""
        players = np.repeat(list(games), list(games.values())).astype(np.int64)
        shape = (ticks, len(players), SEATS)
        return cls(players, np.zeros(shape, np.float32), np.zeros(shape, np.float32))

    def record(self, tick: int, endings: Sequence[Ended]) -> None:
        """Store the results of games that ended at a tick."""
        for ended in endings:
            number = ended.lineups.shape[1]
            self.wins[tick, ended.rows, :number] = ended.win_shares
            self.scores[tick, ended.rows, :number] = ended.scores / SCALE


@dataclass
class Targets:
    """What decisions learn from, ticks x games.

    Attributes:
        winner: Win shares of the relative seats, ticks x games x 5.
        scores: Final scores of the relative seats.
        last: The decisions whose own prediction stands for the result: the last of their seat in the rollout.
        source: For decisions of unfinished games the tick of that last decision, else -1.
    """

    winner: Floats
    scores: Floats
    last: NDArray[np.bool_]
    source: NDArray[np.int64]


def result_targets(seats: NDArray[np.int8], done: NDArray[np.bool_], outcomes: Outcomes) -> Targets:
    """Find the result that belongs to each decision, going back in time.

    Args:
        seats: Which seat decided, ticks x games.
        done: Whether the game ended after that decision.
        outcomes: The results of the games that ended.
    """
    ticks, games = seats.shape
    rows = np.arange(games)
    players = outcomes.players
    around = (np.arange(SEATS)[:, None] + np.arange(SEATS)) % players[:, None, None]  # game, seat, relative
    present = np.arange(SEATS) < players[:, None]
    found = Targets(
        np.zeros((ticks, games, SEATS), np.float32),
        np.zeros((ticks, games, SEATS), np.float32),
        np.zeros((ticks, games), np.bool_),
        np.full((ticks, games), -1, np.int64),
    )
    wins, scores = np.zeros((games, SEATS), np.float32), np.zeros((games, SEATS), np.float32)
    known = np.zeros(games, np.bool_)  # has the end of the game been reached, going back?
    later = np.full((games, SEATS), -1, np.int64)  # the last decision of each seat in an unfinished game
    for tick in reversed(range(ticks)):
        ended = done[tick]
        wins[ended], scores[ended] = outcomes.wins[tick, ended], outcomes.scores[tick, ended]
        known |= ended
        seat = seats[tick].astype(np.int64)
        turned = around[rows, seat]
        shown = present & known[:, None]
        found.winner[tick] = np.where(shown, np.take_along_axis(wins, turned, axis=1), 0)
        found.scores[tick] = np.where(shown, np.take_along_axis(scores, turned, axis=1), 0)
        first = ~known & (later[rows, seat] < 0)
        found.last[tick] = first
        found.source[tick] = np.where(known | first, -1, later[rows, seat])
        later[rows[first], seat[first]] = tick
    return found


class ResultHeads:
    """Teaches the optional heads of a network: who wins, and the final scores.

    Args:
        network: The network.
        players: The number of players of each game of the rollout.
        winner_coef: Weight of the loss of the head `winner`: the cross-entropy with the win shares.
        scores_coef: Weight of the loss of the head `scores`: half the squared error, in units of 60 points.
    """

    def __init__(
        self, network: Network, players: NDArray[np.int64], winner_coef: float, scores_coef: float
    ) -> None:
        self.network = network
        self.coefficients = {"winner": winner_coef, "scores": scores_coef}
        self._present = torch.from_numpy(np.arange(SEATS) < players[:, None])

    def targets(
        self, seats: NDArray[np.int8], done: NDArray[np.bool_], outcomes: Outcomes, observations: Tensor
    ) -> dict[str, Tensor]:
        """Return the targets of all decisions of a rollout, flat: for `loss`."""
        found = result_targets(seats, done, outcomes)
        ticks, games = seats.shape
        present = self._present.expand(ticks, games, SEATS).reshape(-1, SEATS)
        targets = {
            "winner": torch.from_numpy(found.winner).flatten(0, 1),
            "scores": torch.from_numpy(found.scores).flatten(0, 1),
        }
        borrowing = np.flatnonzero(found.source.ravel() >= 0)
        if borrowing.size:
            column = borrowing % games
            numbers, where = np.unique(found.source.ravel()[borrowing] * games + column, return_inverse=True)
            ends, places = torch.from_numpy(numbers), torch.from_numpy(where)
            with torch.no_grad():
                said = self.network.results(self.network.features(observations.index_select(0, ends)))
            into = torch.from_numpy(borrowing)
            if "winner" in said:
                shares = _log_shares(said["winner"], present[ends]).exp()
                targets["winner"][into] = shares[places]
            if "scores" in said:
                targets["scores"][into] = (said["scores"] * present[ends])[places]
        return {**targets, "present": present}

    def loss(self, features: Tensor, data: Mapping[str, Tensor]) -> tuple[Tensor, dict[str, float]]:
        """Return the weighted loss of both heads, and metrics."""
        said = self.network.results(features)
        total = features.new_zeros((), dtype=torch.float32)
        watched = {}
        if "winner" in said:
            shares = _log_shares(said["winner"], data["present"])
            loss = -(shares * data["winner"]).sum(dim=1).mean()
            total = total + self.coefficients["winner"] * loss
            watched["winner_loss"] = loss.item()
        if "scores" in said:
            error = functional.mse_loss(
                said["scores"] * data["present"], data["scores"], reduction="none"
            ).sum(dim=1)
            loss = 0.5 * (error / data["present"].sum(dim=1)).mean()
            total = total + self.coefficients["scores"] * loss
            watched["scores_loss"] = loss.item()
        return total, watched


def _log_shares(logits: Tensor, present: Tensor) -> Tensor:
    """Return the logarithms of win shares; for absent seats a large negative number."""
    return torch.log_softmax(logits.masked_fill(~present, ABSENT), dim=1)
