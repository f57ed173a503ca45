"""What is read out of the games: sources, interactions, precision, orders."""

import json

import numpy as np
import pytest
import statsmodels.api as sm
from statsmodels.stats.multitest import multipletests

from dixie_arena.ability_effects.compare import compare_orders
from dixie_arena.ability_effects.effects import Effects
from dixie_arena.ability_effects.estimate import estimate_dealt
from dixie_arena.ability_effects.holm import holm
from dixie_arena.ability_effects.interactions import PAIRS, estimate_interactions, pair_means
from dixie_arena.ability_effects.means import clustered_mean
from dixie_arena.ability_effects.sources import decompose, decompose_roads, score_parts
from dixie_arena.ability_effects.study import Study, labels, precision, run_study
from tests.arena.abilities_helpers import PLANTED, play


def effects(values: list[float], error: float, games: int = 100) -> Effects:
    return Effects("win_share", np.array(values), np.eye(10) * error**2, 1000, games, 0.25)


def test_holm_is_that_of_statsmodels():
    random = np.random.default_rng(1)
    for size in (1, 10, 90):
        p_values = random.random(size) ** 3
        assert holm(p_values) == pytest.approx(multipletests(p_values, method="holm")[1])


def test_effects_are_differences_of_means_in_a_balanced_design():
    """Without anything to adjust for, the regression is what one would compute by hand."""
    sample = play("dealt", 600)
    ability, score = sample.columns["ability"], sample.values("score")
    means = np.array([score[ability == number].mean() for number in range(1, 11)])
    found = estimate_dealt(sample, "score")["score"]
    assert found.values == pytest.approx(means - means.mean(), abs=4 * found.worst_error)
    assert found.mean == pytest.approx(score.mean())
    assert found.games == 600 and found.degrees == 599


def test_parts_of_the_score_add_up_to_it():
    sample = play("dealt", 300, rounds=7, agent="random")  # random players fall into the pit
    assert sample.columns["in_pit"].any()
    parts = score_parts(sample)
    assert np.sum(list(parts.values()), axis=0) == pytest.approx(sample.values("score"))
    assert parts["pit"][~sample.columns["in_pit"]] == pytest.approx(0)
    score = estimate_dealt(sample, "score")["score"]
    for taken_apart in (decompose(sample), decompose_roads(sample)):
        total = np.sum([found.values for found in taken_apart.values()], axis=0)
        assert total == pytest.approx(score.values)


def test_the_source_of_planted_points_is_named():
    found = decompose(play("dealt", 600, doctored=PLANTED))
    source = found["reward_doctored"]
    assert source.values[2] == pytest.approx(11.4) and source.values[6] == pytest.approx(-6.6)
    assert source.worst_error == pytest.approx(0, abs=1e-6)


def test_means_of_pairs_are_those_of_a_regression():
    sample = play("dealt", 180, players=3)
    means, covariance, games = pair_means(sample, "score")
    ability = sample.columns["ability"].reshape(-1, 3)
    score = sample.values("score").reshape(-1, 3)
    seats, others = np.nonzero(~np.eye(3, dtype=bool))
    own, other = ability[:, seats].ravel(), ability[:, others].ravel()
    pairs = sorted({(one, two) for one in range(1, 11) for two in range(1, 11) if one != two})
    design = np.array([[(a, b) == pair for pair in pairs] for a, b in zip(own, other, strict=True)], float)
    fit = sm.OLS(score[:, seats].ravel(), design).fit(
        cov_type="cluster",
        cov_kwds={"groups": np.repeat(np.arange(games), len(seats)), "use_correction": False},
    )
    assert means == pytest.approx(fit.params)
    assert covariance * (games - 1) / games == pytest.approx(fit.cov_params(), abs=1e-9)


def test_a_planted_interaction_is_found():
    """Whoever holds ability 1 loses the game if ability 2 is at the table, by decree."""
    sample = play("dealt", 1800, players=4)
    ability = sample.columns["ability"].reshape(-1, 4)
    score = sample.values("score").reshape(-1, 4).copy()
    victims = (ability == 1) & (ability == 2).any(axis=1, keepdims=True)
    score[victims] -= 10
    sample.columns["score"] = score.ravel()
    rows = estimate_interactions(sample, "score").rows()
    assert len(rows) == PAIRS
    assert (rows[0]["own"], rows[0]["other"]) == ("cheap_gold", "servant_bonus")
    assert rows[0]["interaction"] < 0 and rows[0]["p_holm"] < 0.001


def test_precision_counts_games():
    dealt, twins = effects([0.0] * 10, 0.02, 1000), effects([0.0] * 9 + [0.1], 0.02, 250)
    found = precision(dealt, twins)
    assert found["games_needed"] == pytest.approx(0.25)
    assert found["largest_z"] == pytest.approx(0.1 / (0.02 * 2**0.5)) and not found["agree"]
    assert precision(dealt, dealt)["agree"]


def test_an_order_changes_only_where_both_sides_show_it():
    up = [0.1, -0.1] + [0.0] * 8
    rows = compare_orders(
        {"a": effects(up, 0.01), "b": effects([-value for value in up], 0.01), "c": effects(up, 0.2)}
    )
    by_pair = {(row["first"], row["second"]): row for row in rows}
    assert {"stronger_in_first": "cheap_gold", "stronger_in_second": "servant_bonus"} in by_pair["a", "b"][
        "reversed"
    ]
    assert by_pair["a", "b"]["kendall_tau"] < 0
    assert by_pair["b", "c"]["reversed"] == []
    assert by_pair["a", "c"]["kendall_tau"] == pytest.approx(1)


def test_a_mean_of_nothing_is_sure():
    values = np.array([0.75, -0.25, -0.25, -0.25])
    nothing = clustered_mean(values, np.zeros(4, int))
    assert (nothing.value, nothing.se, nothing.p) == (0, 0, 1)
    some = clustered_mean(np.array([1.0, 2.0, 3.0, 2.0]), np.array([0, 0, 1, 1]))
    assert some.value == 2 and some.low < 2 < some.high


def test_combinations_differ_from_the_main_one_in_one_thing():
    study = Study(("sane", "random"), (4, 2), ("de", "fr"))
    assert labels(study) == [
        "sane, 4 players, edition de",
        "sane, 4 players, edition de, abilities swapped",
        "sane, 4 players, edition fr",
        "sane, 2 players, edition de",
        "random, 4 players, edition de",
    ]
    assert len(labels(Study(("sane", "random"), (4, 2), ("de", "fr"), cross=True))) == 16


def test_abilities_are_held_unless_the_full_rules_are_wanted(tmp_path):
    """With the full rules greedy players take each other's tiles all the time; else (almost) nobody can."""
    cells = run_study(Study(("greedy",), games=60, rounds=3), tmp_path).summary["cells"]
    assert [cell["abilities"] for cell in cells] == ["held", "swapped"]
    assert cells[0]["kept"] > 0.97 and cells[1]["kept"] < 0.7


def test_the_draft_uses_values_of_the_game_that_is_drafted(tmp_path):
    """Drafted abilities may be swapped, so what counts is being dealt one under the full rules."""
    answer = run_study(Study(("greedy",), (2, 3), games=180, rounds=3, draft_games=4), tmp_path)
    values = list(answer.summary["draft"]["values"].values())
    assert values == answer.effects["greedy, 2 players, abilities swapped"]["win_share"].values.tolist()
    assert values != answer.main["win_share"].values.tolist()
    experiment = json.loads((tmp_path / "draft" / "card.json").read_text())["experiment"]
    assert experiment["cells"][1]["values"] == values
