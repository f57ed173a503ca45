"""Exploiters that learn beside the learner."""

from typing import Any

import numpy as np
import pytest

from dixie_agents.policy_file import load_weights
from dixie_env.yaml_file import ConfigError
from dixie_training.league import League
from dixie_training.run import Run, make_learner
from tests.training.small import Silent, small_config

RULES = [{"players": 4, "games": 4, "restart": 3}, {"players": 2, "games": 6, "restart": 100}]


def config(**changes: Any) -> Any:
    opponents = {
        "bots": ["sane"],
        "snapshots": 1,
        "snapshot_every": 1,
        "self_play": 0.0,
        "intruder": 0.5,
        "exploiters": RULES,
        "exploiter_share": 0.6,
    }
    return small_config(**{"opponents": opponents, "winner_coef": 0.1, "bfloat16": False, **changes})


def trained(updates: int) -> League:
    learner = make_learner(config())
    assert isinstance(learner, League)
    for _ in range(updates):
        learner.rollout()
        learner.learn()
    return learner


def test_exploiters_meet_the_learner_as_it_is_now_and_it_meets_them() -> None:
    learner = trained(2)
    for place, exploiter in enumerate(learner.exploiters, learner.pool.first_exploiter):
        target = exploiter.learner.pool.snapshots[1]
        assert all(np.array_equal(target[name], array) for name, array in learner.weights().items())
        own = exploiter.learner.weights()
        assert any(not np.array_equal(own[name], target[name]) for name in own)
        assert all(np.array_equal(learner.pool.snapshots[place][name], array) for name, array in own.items())
        assert {setup.players for setup in exploiter.learner.config.game} == {exploiter.rule.players}


def test_they_sit_only_in_games_with_their_number_of_players() -> None:
    pool = trained(2).pool
    four, two = pool.first_exploiter, pool.first_exploiter + 1
    assert two not in pool.present(4) and four not in pool.present(2)
    drawn = pool.seat(4, 4000)
    others = drawn[drawn > 0]
    assert np.mean(others == four) == pytest.approx(0.6, abs=0.05) and not (others == two).any()
    assert pool.names[four:] == ["exploiter 1", "exploiter 2"]


def test_one_starts_again_as_a_copy_of_the_learner() -> None:
    learner = trained(3)
    first, second = learner.exploiters
    assert (first.learner.updates, second.learner.updates) == (3, 3)
    before = learner.weights()
    first.copy(before)
    copied = first.learner.weights()
    assert all(np.array_equal(copied[name], before[name]) for name in copied)
    assert not first.learner.optimizer.state and first.learner.updates == 0
    learner.rollout()
    learner.learn()
    assert (first.learner.updates, second.learner.updates) == (1, 4)


def test_one_starts_as_a_best_response_that_was_found_before(tmp_path: Any) -> None:
    Run(config(updates=1), tmp_path / "found", Silent()).train()
    name = f"ppo:{tmp_path / 'found' / 'last'}"
    opponents = {"bots": ["sane"], "self_play": 0.0, "exploiters": [{**RULES[0], "init": name}, RULES[1]]}
    run = Run(config(opponents=opponents, updates=1), tmp_path / "run", Silent())
    assert isinstance(run.learner, League)
    first, second = (exploiter.learner.weights() for exploiter in run.learner.exploiters)
    found = load_weights(str(tmp_path / "found" / "last"))[0]
    own = run.learner.weights()
    assert all(np.array_equal(array, found[key]) for key, array in first.items())
    assert all(np.array_equal(array, own[key]) for key, array in second.items())
    assert any(not np.array_equal(first[key], own[key]) for key in first)
    assert name in run.identities


def test_the_copies_it_plays_take_their_best_option() -> None:
    from dixie_agents.compiled.bots import BEST

    pool = trained(1).exploiters[0].learner.pool
    assert pool.snapshot_kind == BEST
    bot: Any = pool.players[1]
    assert bot.__reduce__()[1][0] == BEST


def test_a_stopped_run_goes_on_bit_for_bit(tmp_path: Any) -> None:
    settings = config(updates=5)
    Run(settings, tmp_path / "whole", Silent()).train()

    class Stop(Silent):
        def updated(self, update: int, total: int, watched: dict[str, float]) -> None:
            if update == 3:
                raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Run(settings, tmp_path / "parts", Stop()).train()
    Run(settings, tmp_path / "parts", Silent(), resume=True).train()
    whole, parts = (tmp_path / name / "last" / "weights.safetensors" for name in ("whole", "parts"))
    assert whole.read_bytes() == parts.read_bytes()
    lines = (tmp_path / "whole" / "metrics.jsonl").read_text().splitlines()
    assert len(lines) > 5


def test_metrics_say_how_often_an_exploiter_wins() -> None:
    learner = make_learner(config(num_steps=250))
    learner.rollout()
    watched = learner.learn()
    assert 0 <= watched["exploiter_1_share"] <= 1 and 0 <= watched["exploiter_2_share"] <= 1


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"exploiters": [{"players": 3}]}, "one has 3 players, but game.players is 2, 4"),
        ({"exploiters": [{"players": 4}], "coalition": True}, "a coalition has no exploiters"),
        ({"exploiters": [{"players": 7}]}, "exploiters"),
    ],
)
def test_what_is_refused(changes: dict[str, Any], message: str) -> None:
    opponents = {"bots": ["sane"], "self_play": 0.0, **changes}
    with pytest.raises(ConfigError, match=message):
        small_config(opponents=opponents)
