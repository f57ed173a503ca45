"""A critic that is told who the opponents are."""

import json

import numpy as np
import pytest
import torch

from dixie_agents.policy import weight_shapes
from dixie_agents.policy_file import load_weights
from dixie_training.checkpoint import METRICS
from dixie_training.critic import Critic, opponents_seen
from dixie_training.fast_ppo import FastPPO
from dixie_training.run import Run
from tests.training.small import Silent, small_config


def test_opponents_are_seen_from_the_seat_that_decides():
    lineups = np.array([[0, 3, 2, -1, -1], [0, 1, -1, -1, -1], [0, 1, 2, 3, 0]], np.int32)
    seen = opponents_seen(lineups, np.array([2, 0, 4], np.int8), np.array([3, 2, 5]), 4)
    nobody = 20
    assert seen.tolist() == [
        [nobody, 4 + 0, 8 + 3, nobody, nobody],
        [nobody, 4 + 1, nobody, nobody, nobody],
        [nobody, 4 + 0, 8 + 1, 12 + 2, 16 + 3],
    ]


def test_it_starts_with_nothing_to_add_and_nobody_counts_nothing():
    critic = Critic(8, 3)
    features = torch.randn(4, 8)
    nobody = torch.full((4, 5), 15)
    assert (critic(features, nobody) == 0).all()
    torch.nn.init.ones_(critic.value.weight)
    with torch.no_grad():
        critic.seats.weight[:15] = 1.0
    assert (critic(features, nobody) != critic(features, torch.zeros(4, 5, dtype=torch.int64))).any()
    assert torch.allclose(
        critic(features, nobody), critic.value(torch.relu(critic.layer(features))).squeeze(1)
    )


def test_it_learns_who_is_strong():
    torch.manual_seed(1)
    critic = Critic(4, 3)
    luck = np.random.default_rng(1)
    lineups = np.full((3000, 5), -1, np.int32)
    lineups[:, :2] = np.stack([np.zeros(3000), luck.integers(1, 3, 3000)], axis=1)
    seen = opponents_seen(lineups, np.zeros(3000, np.int8), np.full(3000, 2), 3)
    worth = torch.from_numpy(np.where(lineups[:, 1] == 1, 0.8, -0.6)).float()
    features, opponents = torch.randn(3000, 4), torch.from_numpy(seen)
    optimizer = torch.optim.Adam(critic.parameters(), 0.01)
    for _ in range(150):
        loss = (critic(features, opponents) - worth).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    assert loss.item() < 0.02


def test_the_features_do_not_learn_from_it():
    features = torch.randn(4, 8, requires_grad=True)
    critic = Critic(8, 3)
    critic(features, torch.zeros(4, 5, dtype=torch.int64)).sum().backward()
    assert features.grad is None


def test_the_critic_is_told_who_really_sits_there():
    learner = FastPPO(small_config(critic=True))
    members = len(learner.pool.players)
    before = learner.games.lineups.copy(), learner.games.seats.copy()
    learner.rollout()
    right = opponents_seen(before[0], before[1], learner.outcomes.players, members)
    assert (learner.opponents[0].numpy() == right).all()
    assert len(np.unique(learner.opponents.numpy())) > 4
    watched = learner.learn()
    assert np.isfinite(watched["critic_loss"])
    assert learner.critic is not None and learner.critic.value.weight.abs().sum() > 0


def test_it_is_not_part_of_the_policy_and_a_stopped_run_goes_on_exactly(tmp_path):
    config = small_config(updates=3, critic=True, winner_coef=0.5)
    Run(config, tmp_path / "whole", Silent()).train()

    class Stop(Silent):
        def updated(self, update, total, watched):
            if update == 2:
                raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Run(config, tmp_path / "parts", Stop()).train()
    Run(config, tmp_path / "parts", Silent(), resume=True).train()
    one, other = (load_weights(tmp_path / name / "last")[0] for name in ("whole", "parts"))
    assert set(one) == set(weight_shapes(config.observation.size, config.hidden, ("winner",)))
    assert all(np.array_equal(one[name], other[name]) for name in one)
    curves = [
        [json.loads(line).get("critic_loss") for line in (tmp_path / name / METRICS).read_text().splitlines()]
        for name in ("whole", "parts")
    ]
    assert curves[0] == curves[1] and any(curves[0])
