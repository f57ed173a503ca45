"""A policy that learns what its positions are worth among equals, and plays on as before."""

import numpy as np
import pytest

from dixie_agents.policy_file import load_policy, read_card
from dixie_env.yaml_file import ConfigError
from dixie_training.run import Run
from dixie_training.settle import settle
from tests.training.small import Silent, small_config, with_players


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    folder = tmp_path_factory.mktemp("settle") / "run"
    config = small_config(winner_coef=0.5, scores_coef=0.5, updates=3, **with_players(3, 16))
    Run(config, folder, Silent()).train()
    return folder


def test_predictions_move_to_the_results_among_equals(run, tmp_path):
    before, _ = load_policy(run / "last")
    steps = []
    settle(str(run / "last"), tmp_path / "new", 60_000, progress=lambda *step: steps.append(step))
    after, card = load_policy(tmp_path / "new")
    rng = np.random.default_rng(1)
    seen = rng.random((200, before.observation.size), np.float32)
    assert np.abs(before.evaluate(seen)[0] - after.evaluate(seen)[0]).mean() > 0  # it has learned
    assert steps[-1][0] >= 60_000 and steps[-1][2]["loss"] < 0.05  # and its choices are nearly the same
    assert card.training["settled"]["decisions"] == steps[-1][0]
    assert card.game == read_card(run / "last").game


def test_a_policy_without_heads_is_refused(tmp_path):
    with pytest.raises(ConfigError, match="predicts no results; train it with winner_coef"):
        settle("zoo/second", tmp_path / "new")
    assert not (tmp_path / "new").exists()
