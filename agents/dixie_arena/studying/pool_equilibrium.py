"""The weights of a pool's equilibrium, for its file: the mixture of agents that no agent beats.

Mixed tables of 4 players, who draft, are played on boards of the prior. The equilibrium is that of whole
tables (`dixie_arena.table_game`), at the end of the path that starts at equal weights. It is averaged over
resampled boards: else luck alone would decide which of two like agents gets everything. To compute it:

    python -m dixie_arena.studying.pool_equilibrium pool-v1

The weights go into the file of the pool, before the first result of a study.
"""

import argparse
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from dixie_agents.bots import CompiledAgent
from dixie_agents.registry import make_agent
from dixie_arena.bootstrap import Bootstrap
from dixie_arena.config import ArenaError
from dixie_arena.cycles import find_cycles
from dixie_arena.pairs import pair_wins
from dixie_arena.results import GameResults
from dixie_arena.studying.boards import child_seed, drawn_boards
from dixie_arena.studying.cells import normalised
from dixie_arena.studying.fits import split_cells
from dixie_arena.studying.pool import Pool, load_pool
from dixie_arena.studying.stage import Cell, GameStage
from dixie_arena.table_game import read_table_game, table_equilibrium
from dixie_env.boards.prior import load_prior

__all__ = ["pool_equilibrium"]

PLAYERS = 4
BOARDS, GAMES = 50, 400
SEED, BOARD_SEED = 20_261_118, 1_000_013


def pool_equilibrium(
    pool: Pool,
    *,
    boards: int = BOARDS,
    games: int = GAMES,
    rounds: int = 7,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> dict[str, float]:
    """Return the weights of the equilibrium by label.

    Args:
        pool: The agents.
        boards: How many boards of the prior ``standard``, all lengths alike.
        games: Games on each.
        rounds: Rounds of a game.
        progress: Called with the boards that are done, and all of them.

    Raises:
        ArenaError: There are too many agents, or no equilibrium was found.
    """
    prior = load_prior("standard")
    levels = len(prior.track_length)
    cells = tuple(
        Cell(board, child_seed(SEED, "equilibrium", board.number), games)
        for board in drawn_boards(prior, [1 / levels] * levels, boards)
    )
    names = tuple((agent.label, agent.name) for agent in pool.agents)
    stage = GameStage(
        "equilibrium", names, prior.name, BOARD_SEED, "de", rounds, cells, PLAYERS, picking="agents"
    )
    agents = [agent for _, name in names if isinstance(agent := make_agent(name), CompiledAgent)]
    played = []
    for number in range(len(cells)):
        played += list(split_cells(stage.play_cell(number, agents), PLAYERS))
        progress(number + 1, len(cells))
    return dict(zip(pool.labels, _solve(pool.labels, played).tolist(), strict=True))


def _solve(labels: Sequence[str], played: Sequence[dict[str, NDArray[np.generic]]]) -> NDArray[np.float64]:
    def grid(name: str) -> NDArray[np.int64]:
        return np.concatenate([cell[name] for cell in played]).astype(np.int64)

    blocks = np.repeat(np.arange(len(played)), [len(cell["rank"]) for cell in played])
    results = GameResults(
        tuple(labels), grid("agent"), grid("rank"), grid("score").astype(np.float64), grid("place"), blocks
    )
    bootstrap = Bootstrap(blocks)
    game = read_table_game(results, bootstrap, find_cycles(pair_wins(results, bootstrap)).expected)
    if game is None:
        raise ArenaError(f"a pool of {len(labels)} agents has too many kinds of tables; take fewer agents")
    masses = table_equilibrium(game, game.resampled)
    found = masses[~np.isnan(masses).any(axis=1)]
    if len(found) < len(masses) / 2:
        raise ArenaError("no equilibrium was found in most resamples; play more games on each board")
    return normalised(found.mean(axis=0))


def main() -> None:
    """Compute the weights of a pool and print them as its file has them."""
    parser = argparse.ArgumentParser(description="Compute the weights of a pool's equilibrium.")
    parser.add_argument("pool", help="pool-v1, or a file")
    parser.add_argument("--boards", type=int, default=BOARDS)
    parser.add_argument("--games", type=int, default=GAMES, help="games on each board")
    given = parser.parse_args()
    weights = pool_equilibrium(load_pool(given.pool), boards=given.boards, games=given.games)
    shares = ", ".join(f"{label}: {weight:.4f}" for label, weight in weights.items())
    print(f"  equilibrium: {{{shares}}}")


if __name__ == "__main__":
    import warnings

    from dixie_agents.trained_for import UntrainedGame

    warnings.simplefilter("ignore", UntrainedGame)
    main()
