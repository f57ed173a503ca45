"""What learners compute faster than the textbook is what the textbook says."""

import numpy as np
import torch
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy

from dixie_agents.network import ILLEGAL, choice, draw
from dixie_training.sb3_ppo import SB3PPO
from tests.training.small import small_config, with_players


def some_logits(rows=64, options=157, dtype=torch.float64):
    luck = torch.Generator().manual_seed(1)
    logits = 3 * torch.randn(rows, options, generator=luck, dtype=dtype)
    masks = torch.rand(rows, options, generator=luck) < 0.1
    masks[:, 3] = True
    return logits.requires_grad_(), masks


def test_chance_and_entropy_of_a_choice_and_their_gradients():
    logits, masks = some_logits()
    options = masks.int().argmax(dim=1)
    weights = torch.linspace(-1, 1, len(logits)), torch.linspace(2, -1, len(logits))
    log_probability, entropy = choice(logits, masks, options)
    (log_probability * weights[0] + entropy * weights[1]).sum().backward()
    gradient, logits.grad = logits.grad, None

    chances = torch.log_softmax(logits.masked_fill(~masks, ILLEGAL), dim=1)
    expected = chances.gather(1, options[:, None]).squeeze(1)
    spread = -(chances.exp() * chances).sum(dim=1)
    (expected * weights[0] + spread * weights[1]).sum().backward()
    torch.testing.assert_close(log_probability, expected)
    torch.testing.assert_close(entropy, spread)
    torch.testing.assert_close(gradient, logits.grad)
    assert (gradient[~masks].abs() < 1e-20).all()


def test_options_are_drawn_as_likely_as_they_are_and_never_illegal():
    logits, masks = some_logits(rows=4, dtype=torch.float32)
    chances = torch.log_softmax(logits.detach().masked_fill(~masks, ILLEGAL), dim=1)
    rounds = 20_000
    drawn = draw(chances.repeat(rounds, 1), torch.Generator().manual_seed(2)).reshape(rounds, 4)
    for row in range(4):
        shares = np.bincount(drawn[:, row].numpy(), minlength=157) / rounds
        assert (shares[~masks[row].numpy()] == 0).all()
        np.testing.assert_allclose(shares, chances[row].exp().numpy(), atol=0.015)


def test_the_only_option_is_always_drawn():
    for option in (0, 80, 156):
        masks = torch.zeros(5000, 157, dtype=torch.bool)
        masks[:, option] = True
        chances = torch.log_softmax(torch.randn(5000, 157).masked_fill(~masks, ILLEGAL), dim=1)
        assert (draw(chances) == option).all()


def test_the_policy_of_the_recipe_computes_what_that_of_sb3_does():
    torch.manual_seed(1)
    learner = SB3PPO(small_config("sb3", **with_players(2, 32)))
    policy = learner.model.policy
    observations = torch.from_numpy(learner.env.games.observations)
    masks = torch.from_numpy(learner.env.games.masks)
    actions = masks.int().argmax(dim=1)
    ours = policy.evaluate_actions(observations, actions, masks)
    theirs = MaskableActorCriticPolicy.evaluate_actions(policy, observations, actions, masks)
    for mine, stock in zip(ours, theirs, strict=True):
        torch.testing.assert_close(mine, stock)
    with torch.no_grad():
        best, _, chances = policy(observations, deterministic=True, action_masks=masks.numpy())
    assert torch.equal(best, policy.get_distribution(observations, masks.numpy()).mode())
    assert masks[torch.arange(len(best)), best].all()
    assert (chances <= 0).all()
