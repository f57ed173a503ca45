"""Results of games as targets: who won and the final scores, for each decision of a rollout.

A decision learns from the result of its game. If the game goes on after the rollout, it learns from what the
network says at the last decision of the same seat in the rollout. That last decision waits: it learns in a
later rollout, from the seat's next decisions there or the end of the game. So every decision is learned from
in the end. Leaving the waiting ones out would bias the predictions: a seat that falls into the pit never
decides again, so nobody would learn what its last decision led to.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

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
    """What decisions learn from.

    Attributes:
        winner: Win shares of the relative seats, ticks x games x 5.
        scores: Final scores of the relative seats, likewise.
        last: The decisions that wait: the last of their seat in an unfinished game, ticks x games.
        source: For other decisions of unfinished games the tick of the one that waits, else -1.
        ended: Whether the game that ran at the beginning of the rollout has ended.
        first_winner: The win shares of that game, games x 5 (seats) x 5 (relative seats); 0 if it goes on.
        first_scores: Its final scores, likewise.
        later: The tick of each seat's waiting decision, games x 5; -1 if there is none.
    """

    winner: Floats
    scores: Floats
    last: NDArray[np.bool_]
    source: NDArray[np.int64]
    ended: NDArray[np.bool_]
    first_winner: Floats
    first_scores: Floats
    later: NDArray[np.int64]


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
    present = (np.arange(SEATS) < players[:, None])[:, None, :]
    winner, scores = np.zeros((2, ticks, games, SEATS), np.float32)
    last, source = np.zeros((ticks, games), np.bool_), np.full((ticks, games), -1, np.int64)
    now_winner, now_scores = np.zeros((2, games, SEATS, SEATS), np.float32)  # by seat, relative to it
    known = np.zeros(games, np.bool_)  # has the end of the game been reached, going back?
    later = np.full((games, SEATS), -1, np.int64)
    for tick in reversed(range(ticks)):
        ended = done[tick]
        if ended.any():
            for now, results in ((now_winner, outcomes.wins), (now_scores, outcomes.scores)):
                turned = np.take_along_axis(results[tick, ended][:, None, :], around[ended], axis=2)
                now[ended] = np.where(present[ended], turned, 0)
            known |= ended
        seat = seats[tick].astype(np.int64)
        winner[tick], scores[tick] = now_winner[rows, seat], now_scores[rows, seat]
        last[tick] = ~known & (later[rows, seat] < 0)
        source[tick] = np.where(known | last[tick], -1, later[rows, seat])
        first = np.flatnonzero(last[tick])
        later[first, seat[first]] = tick
    return Targets(winner, scores, last, source, known, now_winner, now_scores, later)


class ResultHeads:
    """Teaches the optional heads of a network: who wins, and the final scores.

    Args:
        network: The network.
        players: The number of players of each game of the rollout.
        winner_coef: Weight of the loss of the head `winner`: the cross-entropy with the win shares.
        scores_coef: Weight of the loss of the head `scores`: half the squared error, in units of 60 points.
        precision: Of the observations.
    """

    def __init__(
        self,
        network: Network,
        players: NDArray[np.int64],
        winner_coef: float,
        scores_coef: float,
        precision: torch.dtype = torch.float32,
    ) -> None:
        self.network = network
        self.coefficients = {"winner": winner_coef, "scores": scores_coef}
        self.device = network.policy.weight.device
        self._present = self._moved(np.arange(SEATS) < players[:, None])
        games = len(players) if network.winner is not None or network.scores is not None else 0
        self._waits = np.zeros((games, SEATS), np.bool_)
        self._waiting = torch.zeros(
            games, SEATS, network.observation_size, dtype=precision, device=self.device
        )
        self.more: dict[str, Tensor] = {}
        """Decisions of earlier rollouts that no longer wait, with their targets."""

    def targets(
        self, seats: NDArray[np.int8], done: NDArray[np.bool_], outcomes: Outcomes, observations: Tensor
    ) -> dict[str, Tensor]:
        """Return the targets of all decisions of a rollout, flat, for `loss`; and set `more`.

        Decisions that wait have no target yet; `seat_advantages` does not know theirs either.

        Args:
            seats: Which seat decided, ticks x games.
            done: Whether the game ended after that decision.
            outcomes: The results of the games that ended.
            observations: Those of all decisions, flat.
        """
        found = result_targets(seats, done, outcomes)
        games = seats.shape[1]
        present = self._present.expand(*seats.shape, SEATS).reshape(-1, SEATS)
        flat = np.flatnonzero(found.source.ravel() >= 0)
        borrowed = found.source.ravel()[flat] * games + flat % games
        ready = self._waits & (found.ended[:, None] | (found.later >= 0))
        rows, own = np.nonzero(ready)
        goes_on = np.flatnonzero(~found.ended[rows])
        later = found.later[rows, own][goes_on] * games + rows[goes_on]
        ends, places = np.unique(np.concatenate([borrowed, later]), return_inverse=True)
        with torch.no_grad():
            last = self._moved(ends)
            said = self.network.results(self.network.features(observations.index_select(0, last)))
        if "winner" in said:
            said["winner"] = log_shares(said["winner"], present[last]).exp()
        if "scores" in said:
            said["scores"] = said["scores"] * present[last]
        targets = {"present": present}
        more = {
            "observations": self._waiting[self._moved(ready)],
            "present": self._present[self._moved(rows)],
        }
        arrays = {"winner": (found.winner, found.first_winner), "scores": (found.scores, found.first_scores)}
        for name, shares in said.items():
            here, there = arrays[name]
            targets[name], more[name] = self._moved(here).flatten(0, 1), self._moved(there[ready])
            targets[name][self._moved(flat)] = shares[self._moved(places[: len(flat)])]
            more[name][self._moved(goes_on)] = shares[self._moved(places[len(flat) :])]
        self.more = more
        self._keep_waiting(seats, done, found, observations)
        return targets

    def _keep_waiting(
        self, seats: NDArray[np.int8], done: NDArray[np.bool_], found: Targets, observations: Tensor
    ) -> None:
        self._waits[done.any(axis=0)] = False
        ticks, rows = np.nonzero(found.last)
        own = seats[ticks, rows].astype(np.int64)
        places = self._moved(ticks * seats.shape[1] + rows)
        self._waiting[self._moved(rows), self._moved(own)] = observations.index_select(0, places)
        self._waits[rows, own] = True

    def share_out(self, parts: int, rng: torch.Generator) -> list[dict[str, Tensor]]:
        """Distribute `more` at random over the minibatches of an epoch."""
        order = torch.randperm(len(self.more["present"]), generator=rng).to(self.device)
        return [
            {name: array.index_select(0, part) for name, array in self.more.items()}
            for part in torch.tensor_split(order, parts)
        ]

    def loss(
        self, features: Tensor, data: Mapping[str, Tensor], more: Mapping[str, Tensor] | None = None
    ) -> tuple[Tensor, dict[str, float]]:
        """Return the weighted loss of both heads, and metrics.

        Args:
            features: The features of some decisions.
            data: Their targets.
            more: Further decisions: their observations and targets.
        """
        if more is not None and len(more["present"]):
            features = torch.cat([features, self.network.features(more["observations"])])
            names = ("present", *(name for name in self.coefficients if name in more))
            data = {name: torch.cat([data[name], more[name]]) for name in names}
        said = self.network.results(features)
        total = features.new_zeros((), dtype=torch.float32)
        watched = {}
        if "winner" in said:
            shares = log_shares(said["winner"], data["present"])
            loss = -(shares * data["winner"]).sum(dim=1).mean()
            total = total + self.coefficients["winner"] * loss
            watched["winner_loss"] = loss.item()
        if "scores" in said:
            error = (said["scores"] * data["present"] - data["scores"]).square().sum(dim=1)
            loss = 0.5 * (error / data["present"].sum(dim=1)).mean()
            total = total + self.coefficients["scores"] * loss
            watched["scores_loss"] = loss.item()
        return total, watched

    def save(self) -> dict[str, NDArray[Any]]:
        """Return the decisions that wait, for `load`."""
        waiting = self._waiting[self._moved(self._waits)]
        return {"waits": self._waits.copy(), "waiting": waiting.float().cpu().numpy()}

    def load(self, saved: Mapping[str, NDArray[Any]]) -> None:
        """Continue with the decisions that `save` returned."""
        self._waits = saved["waits"].copy()
        waiting = self._moved(saved["waiting"].copy()).to(self._waiting.dtype)
        self._waiting[self._moved(self._waits)] = waiting

    def _moved(self, array: NDArray[Any]) -> Tensor:
        """Return an array as a tensor where the network is."""
        return torch.from_numpy(array).to(self.device)


def log_shares(logits: Tensor, present: Tensor) -> Tensor:
    """Return the logarithms of win shares; for absent seats a large negative number."""
    return torch.log_softmax(logits.masked_fill(~present, ABSENT), dim=1)
