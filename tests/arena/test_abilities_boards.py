"""What is said about other boards: calibrated where nothing depends on the board, and where much does."""

import numpy as np
import pytest
from numpy.typing import NDArray

from dixie_arena.ability_effects.board_orders import new_board, summarize_orders
from dixie_arena.ability_effects.boards import KNOBS, draw_board
from dixie_arena.ability_effects.effects import Effects
from dixie_arena.ability_effects.knobs import FEWEST_BOARDS, estimate_knobs
from dixie_env.config import load_board
from dixie_env.engine.words import ABILITIES

CENTRE = np.eye(10) - 0.1
TRUTH = np.linspace(0.08, -0.08, 10)
ERROR = 0.0045
"""Standard error of an effect after 20,000 games."""


def at_most_5_percent(of: int) -> float:
    """The largest count that does not contradict a rate of 5 % at the level of 1 %."""
    return 0.05 * of + 2.33 * float(np.sqrt(0.05 * 0.95 * of))


def drawn(random: np.random.Generator, truth: NDArray[np.float64], games: int) -> Effects:
    """Effects as they would be estimated from so many games."""
    error = ERROR * np.sqrt(20_000 / games)
    values = truth + error * (CENTRE @ random.standard_normal(10))
    return Effects("win_share", values, CENTRE * error**2, games - 1, games, 0.25)


@pytest.fixture(scope="module")
def numbers() -> NDArray[np.float64]:
    """The numbers of sixteen boards of the prior."""
    base = load_board("standard")
    boards = [draw_board(base, 1, number) for number in range(16)]
    return np.array([[read(board) for read in KNOBS.values()] for board in boards])


def test_where_nothing_depends_on_the_board_a_number_is_named_in_5_percent(numbers) -> None:
    random = np.random.default_rng(1)
    found = 0
    for _ in range(400):
        values = random.standard_normal((16, 10)) @ CENTRE
        found += any(row["p_holm"] < 0.05 for row in estimate_knobs(list(KNOBS), numbers, values))
    assert found <= at_most_5_percent(400), found
    assert found > 0  # it is not deaf


def test_the_number_that_matters_is_named(numbers) -> None:
    random = np.random.default_rng(2)
    place = list(KNOBS).index("ring tiles (mean)")
    scaled = (numbers[:, place] - numbers[:, place].mean()) / numbers[:, place].std()
    named = 0
    for _ in range(50):
        values = 0.02 * random.standard_normal((16, 10)) @ CENTRE
        values[:, 2] += 0.04 * scaled
        rows = [row for row in estimate_knobs(list(KNOBS), numbers, values) if row["p_holm"] < 0.05]
        named += any((row["ability"], row["knob"]) == (ABILITIES[2], "ring tiles (mean)") for row in rows)
    assert named >= 45
    assert estimate_knobs(list(KNOBS), numbers[: FEWEST_BOARDS - 1], values[: FEWEST_BOARDS - 1]) == []


def test_slopes_and_errors_are_those_of_least_squares(numbers) -> None:
    import statsmodels.api as sm

    values = np.random.default_rng(3).standard_normal((16, 10))
    column = numbers[:, 0]
    fit = sm.OLS(values[:, 4], sm.add_constant((column - column.mean()) / column.std())).fit()
    row = estimate_knobs(["length"], column[:, None], values)[4]
    assert row["slope"] == pytest.approx(fit.params[1])
    assert row["se"] == pytest.approx(fit.bse[1])


def test_boards_that_all_equal_the_standard_one_contradict_no_order() -> None:
    """Sixteen such boards of 900 games: nothing varies, nothing is reversed, most orders are sure to hold."""
    random = np.random.default_rng(4)
    studies, varies, reversed_somewhere, sure, shown = 60, 0, 0, 0, 0
    for _ in range(studies):
        standard = drawn(random, TRUTH, 20_000)
        rows = summarize_orders([drawn(random, TRUTH, 900) for _ in range(16)], standard)
        varies += any(row["p_varies"] < 0.05 for row in rows)
        reversed_somewhere += any(row["reversed"] for row in rows)
        sure += sum(row["probability"] >= 0.95 for row in rows)
        shown += len(rows)
    assert varies <= at_most_5_percent(studies)
    assert reversed_somewhere <= at_most_5_percent(studies)
    assert sure > 0.75 * shown


def test_an_order_that_depends_on_the_board_is_found() -> None:
    random = np.random.default_rng(5)
    boards = []
    for _ in range(16):
        truth = TRUTH.copy()
        truth[[0, 9]] += random.normal(0, 0.2) * np.array([1, -1])
        boards.append(drawn(random, truth, 2_000))
    rows = summarize_orders(boards, drawn(random, TRUTH, 20_000))
    row = next(row for row in rows if (row["stronger"], row["weaker"]) == (ABILITIES[0], ABILITIES[9]))
    assert row["p_varies"] < 0.001 and row["reversed"] > 0
    assert 0.2 < row["spread"] < 0.7 and row["probability"] < 0.9
    few = summarize_orders(boards[:2], drawn(random, TRUTH, 20_000))
    assert few[0]["probability"] is None and few[0]["p_varies"] is None


def test_probabilities_of_an_order_come_true() -> None:
    """Over many pairs with different means and spreads, orders hold as often as the model says."""
    random = np.random.default_rng(6)
    said, came = [], []
    for _ in range(2_000):
        mean, spread, error = random.normal(0, 0.05), random.uniform(0, 0.06), random.uniform(0.01, 0.04)
        values = mean + spread * random.standard_normal(16) + error * random.standard_normal(16)
        said.append(new_board(values, np.full(16, error**2))[1])
        came.append(mean + spread * random.standard_normal() > 0)
    probability, true = np.array(said), np.array(came)
    for low, high in ((0.0, 0.05), (0.05, 0.3), (0.3, 0.7), (0.7, 0.95), (0.95, 1.01)):
        inside = (probability >= low) & (probability < high)
        assert true[inside].mean() == pytest.approx(probability[inside].mean(), abs=0.06)
