"""Games at one table: who sits where, who holds what, and what came out of it.

The agents are compiled, so games run without Python, except for the picks of a draft: there a game stops, so
that picks are seen, and a seat can pick by backward induction (`draft_tree`) while its agent plays the rest.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from dixie_agents.bots import CompiledAgent
from dixie_agents.compiled.bots import CompiledBot
from dixie_agents.compiled.match import MatchLoop
from dixie_arena.studying.draft_tree import Pick, solve_draft
from dixie_arena.studying.draft_values import DraftValues
from dixie_env.engine import CompiledRules
from dixie_env.engine.model import OPTION_ABILITY
from dixie_env.engine.words import ABILITIES, DECISIONS
from dixie_env.results import win_shares

__all__ = ["Induction", "Played", "play_table"]

_DRAFT = DECISIONS.index("draft")


@dataclass(frozen=True)
class Played:
    """Games that were played; arrays are games x players.

    Attributes:
        place: Place in the first order of play, from 0.
        ability: The ability that was dealt or chosen before the first round, from 1.
        kept: Whether the seat still has it at the end.
        display: For each game the abilities on display before the draft, one bit each (bit 1 is ability 1);
            0 where abilities are dealt.
        win_share: 1 for the winner, split among those who tie.
        rank: From 1; those who tie share the better one.
        score: The final score.
        in_pit: Whether the seat fell into the pit.
    """

    place: NDArray[np.int8]
    ability: NDArray[np.int8]
    kept: NDArray[np.bool_]
    display: NDArray[np.int16]
    win_share: NDArray[np.float64]
    rank: NDArray[np.int8]
    score: NDArray[np.int16]
    in_pit: NDArray[np.bool_]


class Induction:
    """Picks by backward induction; the tree of each display is solved once."""

    def __init__(self, values: DraftValues) -> None:
        self._tree = lru_cache(256)(lambda display: solve_draft(values, display))

    def pick(self, display: tuple[int, ...], taken: Sequence[int]) -> int:
        """Return the best ability, from 1.

        Args:
            display: The abilities that were on display at first.
            taken: Those that were picked before, in the order of picks.
        """
        node: Pick = self._tree(display)
        for ability in taken:
            node = node.following[ability]
        return node.ability


def play_table(
    rules: Sequence[CompiledRules],
    index: NDArray[np.int32],
    agents: Sequence[CompiledAgent],
    lineups: NDArray[np.int32],
    seeds: NDArray[np.uint64],
    *,
    deals: NDArray[np.int8] | None = None,
    induction: Induction | None = None,
    inducing: NDArray[np.bool_] | None = None,
) -> Played:
    """Play one game for each line-up and seed. They are those of `play_matches` with the same arguments.

    Args:
        rules: The rules of the games, all with the same number of players.
        index: Which of the rules each game has.
        agents: The pool.
        lineups: Games x players: the number of each seat's agent.
        seeds: The seed of each game.
        deals: Games x players: the ability of each seat; None for a draft.
        induction: Picks for the seats of ``inducing``.
        inducing: Games x players: which seats pick by backward induction; None for none.
    """
    bots: list[CompiledBot | None] = [agent.bot for agent in agents]
    compiled = list(bots)
    loop = MatchLoop(rules, bots, lineups, seeds, 0, deals, index)
    players = lineups.shape[1]
    place = np.argsort(loop.states["large"][:, :players], axis=1).astype(np.int8)
    display: NDArray[np.int16] = np.zeros(len(seeds), np.int16)
    if deals is None:
        shown = loop.states["display"][:, 1 : len(ABILITIES) + 1] > 0
        display = (shown @ (1 << np.arange(1, len(ABILITIES) + 1))).astype(np.int16)
        bots[:] = [None] * len(bots)  # the loop reads the list at every run: now all games stop at each pick
        _draft(loop, compiled, players, shown, induction, inducing)
        bots[:] = compiled
    ability = loop.states["ability"][:, :players].copy()
    loop.run(0, len(seeds), np.zeros(len(agents)))
    states = loop.states
    rank = states["ranks"][:, :players]
    return Played(
        place,
        ability.astype(np.int8),
        np.asarray(states["ability"][:, :players] == ability),
        display,
        win_shares(rank),
        rank.astype(np.int8),
        states["scores"][:, :players].astype(np.int16),
        np.asarray(states["fallen"][:, :players] > 0),
    )


def _draft(
    loop: MatchLoop,
    bots: Sequence[CompiledBot | None],
    players: int,
    shown: NDArray[np.bool_],
    induction: Induction | None,
    inducing: NDArray[np.bool_] | None,
) -> None:
    """Make all picks of all games."""
    games = len(loop.states)
    rows = np.arange(games)
    options = np.zeros(games, np.int64)
    taken: Mapping[int, list[int]] = {row: [] for row in range(games)}
    displays = [tuple((1 + np.flatnonzero(one)).tolist()) for one in shown]
    for _ in range(players):
        loop.run(0, games, np.zeros(len(bots)))
        assert (loop.states["decision"] == _DRAFT).all(), "the draft is the first thing in a game (R2.8)"
        seats = loop.states["seat"]
        for row, (agent, seat) in enumerate(zip(loop.waiting.tolist(), seats.tolist(), strict=True)):
            if induction is not None and inducing is not None and inducing[row, seat]:
                options[row] = OPTION_ABILITY + induction.pick(displays[row], taken[row]) - 1
            else:
                bot = bots[agent]
                assert bot is not None
                loop.advice(bot, row, row + 1, options)
            taken[row].append(int(options[row]) - OPTION_ABILITY + 1)
        loop.take(rows, options)
