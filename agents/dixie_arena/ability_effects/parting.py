"""When twins diverge: same seed, same seats, one ability swapped, until the first different decision."""

from typing import Any

import numpy as np

from dixie_agents.base import Agent
from dixie_agents.deciding import decide
from dixie_arena.ability_effects.designs import COUNT, swap_replicate
from dixie_arena.ability_effects.experiment import Cell
from dixie_env import Game, compile_rules


def measure_parting(cell: Cell, agent: Agent, seed: int, twins: int) -> dict[str, Any]:
    """Play pairs of twins side by side and report the round of the game in which they diverge.

    Args:
        cell: A cell of the design ``swap``.
        agent: The agent in all seats.
        seed: Seed of the experiment.
        twins: Number of pairs.

    Returns:
        ``by_round``: the share of twins that have diverged by the end of round 1, 2, ...; ``never``: the
        share that make the same decisions to the end.
    """
    rounds = cell.setup.rounds
    parted = np.zeros(rounds + 1)
    for number in range(twins):
        games = swap_replicate(cell.players, seed, number)
        assert games.deals is not None
        one = number % COUNT
        other = (one + 1 + number % (COUNT - 1)) % COUNT
        parted[_part(cell, agent, int(games.seeds[0]), games.deals[[one, other]].tolist())] += 1
    shares = np.cumsum(parted[1:]) / twins
    return {"twins": twins, "by_round": [float(share) for share in shares], "never": float(parted[0] / twins)}


def _part(cell: Cell, agent: Agent, seed: int, deals: list[list[int]]) -> int:
    """Return the round in which two games first make different decisions, 0 if never."""
    setups = [cell.setup.replace(draft="fixed", abilities=deal) for deal in deals]
    twins = [Game(compile_rules(setup), seed) for setup in setups]
    made = 0
    while True:
        asked = [(game.seat, game.decision) for game in twins]
        if asked[0] != asked[1]:
            return int(twins[0].state["round"])
        if asked[0][0] is None:
            return 0
        choices = [decide(agent, game, made) for game in twins]
        if choices[0] != choices[1]:
            return int(twins[0].state["round"])
        for game, choice in zip(twins, choices, strict=True):
            game.step(choice)
        made += 1
