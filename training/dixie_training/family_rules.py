"""The rules of each game of a training, drawn from a family by the seed of the game."""

from collections import OrderedDict
from functools import lru_cache

from dixie_env import Setup, compile_rules
from dixie_env.config import Board
from dixie_env.engine import CompiledRules
from dixie_env.family import POOL, TRAINING_SEED, DrawnFrom, Family
from dixie_training.running_games import RulesOf

KEPT = 16_384
"""Compiled rules that are kept for the next game with the same choices; 40 MB at most."""


@lru_cache(2 * POOL)
def _drawn_board(source: DrawnFrom, number: int) -> Board:
    """Drawing a board takes half a millisecond, five times as long as compiling it."""
    return source.draw(TRAINING_SEED, number)


class FamilyRules:
    """The rules of a game of a family, which follow from its seed: for `RunningGames(rules=...)`."""

    def __init__(self, family: Family) -> None:
        self.family = family
        self._kept: OrderedDict[tuple[int, ...], CompiledRules] = OrderedDict()

    def __call__(self, setup: Setup, game_seed: int) -> CompiledRules:
        """Return the rules of the game with this seed."""
        edition, board, draft = self.family.indices(game_seed)
        source = self.family.boards[board].value
        number = self.family.board_number(game_seed) if isinstance(source, DrawnFrom) else 0
        key = (setup.players, edition, board, draft, number)
        rules = self._kept.get(key)
        if rules is None:
            found = _drawn_board(source, number) if isinstance(source, DrawnFrom) else source
            chosen = setup.replace(
                edition=self.family.editions[edition].value,
                board=found,
                draft=self.family.drafts[draft].value,
            )
            rules = self._kept[key] = compile_rules(chosen)
            if len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        return rules


def rules_of(family: Family) -> RulesOf | None:
    """Return what draws the rules of each game; None if all games of a setup have the same rules."""
    return None if family.is_single else FamilyRules(family)
