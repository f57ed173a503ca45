"""What abilities are worth is said by name, and stands where the evaluation looks for it."""

import pytest

from dixie_agents.weights import BALANCED, by_ability
from dixie_env.engine import model


def test_worth_is_in_the_order_of_the_abilities() -> None:
    worth = by_ability(light_mine=2.0, cheap_gold=1.0)
    assert len(worth) == model.ABILITY_END
    assert worth[model.CHEAP_GOLD] == 1.0 and worth[model.LIGHT_MINE] == 2.0
    assert sum(worth) == 3.0
    assert BALANCED["ability"][model.SILVER_INCOME] == 3.37


def test_an_ability_that_there_is_not_is_refused() -> None:
    with pytest.raises(ValueError, match="there is no ability cheap_golf; available: cheap_gold"):
        by_ability(cheap_golf=1.0)
