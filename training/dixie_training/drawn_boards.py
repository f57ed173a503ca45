"""A board of its own for every game of a training, drawn from a prior."""

from collections import OrderedDict

from dixie_env import Setup, compile_rules
from dixie_env.boards.names import check_seed
from dixie_env.boards.sampler import MOST, draw
from dixie_env.engine import CompiledRules

KEPT = 4096
"""Rules that are kept for the next game on the same board: making them takes a millisecond or two."""


class DrawnBoards:
    """The rules of a game, with a board that follows from the game's seed: for `RunningGames(rules=...)`.

    Entries that are known in the setup's own board stay as they are.

    Args:
        prior: The prior, for example ``"standard"``.
        seed: Seed of the boards, below 1,000,000: those above are for evaluation.
        boards: Draw only this many different boards, which is faster. By default every game has a new one.

    Raises:
        ConfigError: The seed is one of evaluation.
    """

    def __init__(self, prior: str = "standard", seed: int = 0, boards: int = MOST) -> None:
        check_seed(seed, "training")
        if boards < 1:
            raise ValueError(f"boards must be 1 or more, not {boards}")
        self.prior, self.seed, self.boards = prior, seed, boards
        self._kept: OrderedDict[tuple[Setup, int], CompiledRules] = OrderedDict()

    def __call__(self, setup: Setup, game_seed: int) -> CompiledRules:
        """Return the rules of the game with this seed."""
        number = game_seed % self.boards
        key = (setup, number)
        if key not in self._kept:
            board = draw(self.prior, self.seed, number, board=setup.board)
            self._kept[key] = compile_rules(setup.replace(board=board))
            if len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        return self._kept[key]
