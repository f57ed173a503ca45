"""Heads that predict the result: what decisions learn from, and what becomes of it."""

from typing import Any

import numpy as np
import pytest
import torch

from dixie_agents.guided import GuidedSearch
from dixie_agents.network import Network
from dixie_agents.policy import Policy, heads_of, weight_shapes
from dixie_agents.policy_file import load_policy, load_weights
from dixie_agents.registry import make_agent
from dixie_env import DixieError, Game, ObservationSpec, make_rules
from dixie_env.rewards import Reward
from dixie_training.config import parse_config
from dixie_training.fast_ppo import FastPPO
from dixie_training.outcomes import Outcomes, ResultHeads, result_targets
from dixie_training.run import Run
from tests.training.small import Silent, small_config, small_data

SIZE = ObservationSpec().size
HEADS: dict[str, Any] = {"winner_coef": 0.5, "scores_coef": 0.5}


def outcomes_of(ticks, players, ends):
    """The results of games: ends maps (tick, game) to win shares and scores by seat."""
    found = Outcomes.make(ticks, {players: 1 + max(game for _, game in ends)})
    for (tick, game), (wins, scores) in ends.items():
        found.wins[tick, game, :players], found.scores[tick, game, :players] = wins, scores
    return found


def test_decisions_learn_from_the_result_of_their_own_game_seen_from_their_seat():
    seats = np.array([[0], [2], [1], [1], [0]], np.int8)
    done = np.array([[False], [False], [True], [False], [True]])
    ends = {(2, 0): ([0, 1, 0], [5, 9, -3]), (4, 0): ([0.5, 0, 0.5], [1, 2, 3])}
    found = result_targets(seats, done, outcomes_of(5, 3, ends))
    assert found.winner[:, 0, :3].tolist() == [
        [0, 1, 0],  # seat 0 of the first game: the next seat won
        [0, 0, 1],  # seat 2: the seat after the next
        [1, 0, 0],
        [0, 0.5, 0.5],  # seat 1 of the second game
        [0.5, 0, 0.5],
    ]
    assert found.scores[:, 0, :3].tolist() == [[5, 9, -3], [-3, 5, 9], [9, -3, 5], [2, 3, 1], [1, 2, 3]]
    assert (found.winner[..., 3:] == 0).all() and (found.source == -1).all() and not found.last.any()


def test_unfinished_games_borrow_from_the_last_decision_of_the_seat():
    seats = np.array([[0], [1], [0], [1], [0]], np.int8)
    done = np.array([[False], [True], [False], [False], [False]])
    found = result_targets(seats, done, outcomes_of(5, 2, {(1, 0): ([1, 0], [1, 1])}))
    assert found.source[:, 0].tolist() == [-1, -1, 4, -1, -1]
    assert found.last[:, 0].tolist() == [False, False, False, True, True]


def test_borrowed_targets_are_what_the_network_says_there():
    torch.manual_seed(1)
    network = Network(6, [8], ["winner", "scores"])
    assert network.winner is not None
    torch.nn.init.normal_(network.winner.weight)
    seats = np.array([[0], [0], [0]], np.int8)
    done = np.zeros((3, 1), np.bool_)
    outcomes = Outcomes.make(3, {3: 1})
    observations = torch.randn(3, 6)
    heads = ResultHeads(network, outcomes.players, 1.0, 1.0)
    targets = heads.targets(seats, done, outcomes, observations)
    said = network.results(network.features(observations[2:]))
    shares = torch.softmax(said["winner"][0, :3], dim=0)
    for tick in (0, 1):
        assert torch.allclose(targets["winner"][tick, :3], shares)
        assert torch.allclose(targets["scores"][tick, :3], said["scores"][0, :3])
    assert (targets["winner"][:, 3:] == 0).all() and (targets["scores"][:, 3:] == 0).all()
    assert not targets["winner"].requires_grad


def test_the_last_decision_waits_for_the_end_of_its_game():
    network = Network(1, [8], ["winner"])
    outcomes = Outcomes.make(2, {3: 2})
    heads = ResultHeads(network, outcomes.players, 1.0, 0.0)

    def play(seats, done, observations):
        heads.targets(np.array(seats, np.int8), np.array(done), outcomes, torch.tensor(observations)[:, None])
        rows = zip(heads.more["observations"][:, 0].tolist(), heads.more["winner"].tolist(), strict=True)
        return {round(seen): shares for seen, shares in rows}

    nothing = [[False, False], [False, False]]
    # game 0: seats 1 and 2 decide; game 1: seat 0 decides twice
    assert play([[1, 0], [2, 0]], nothing, [10.0, 20.0, 11.0, 21.0]) == {}
    # game 0: seat 2 decides again, seat 1 has fallen; game 1: seat 0 decides
    found = play([[2, 0], [2, 0]], nothing, [12.0, 22.0, 13.0, 23.0])
    assert set(found) == {11, 21}  # 10 still waits; these learn from what the network says at 13 and 23
    with torch.no_grad():
        said = network.results(network.features(torch.tensor([[13.0], [23.0]])))["winner"][:, :3].softmax(1)
    assert np.allclose([found[11][:3], found[21][:3]], said)
    # the end of both games; a new one begins in game 1
    outcomes.wins[0, 1, :3], outcomes.wins[1, 0, :3] = [1, 0, 0], [0.5, 0, 0.5]
    found = play([[2, 0], [2, 1]], [[False, True], [True, False]], [14.0, 24.0, 15.0, 25.0])
    assert found == {10: [0, 0.5, 0.5, 0, 0], 13: [0.5, 0.5, 0, 0, 0], 23: [1, 0, 0, 0, 0]}
    outcomes.wins[:] = 0
    outcomes.wins[1, 1, :3] = [0, 0, 1]
    found = play([[0, 2], [0, 2]], [[False, False], [False, True]], [16.0, 26.0, 17.0, 27.0])
    assert found == {25: [0, 1, 0, 0, 0]}


def test_waiting_decisions_are_shared_out_and_saved():
    network = Network(2, [8], ["winner", "scores"])
    outcomes = Outcomes.make(1, {2: 5})
    heads = ResultHeads(network, outcomes.players, 1.0, 1.0, torch.bfloat16)
    seats, ends = np.zeros((1, 5), np.int8), np.ones((1, 5), np.bool_)
    observations = torch.arange(10.0).reshape(5, 2).bfloat16()
    with torch.autocast("cpu", torch.bfloat16):
        heads.targets(seats, ~ends, outcomes, observations)
        twin = ResultHeads(network, outcomes.players, 1.0, 1.0, torch.bfloat16)
        twin.load(heads.save())
        for one in (heads, twin):
            one.targets(seats, ends, outcomes, observations)
    assert torch.equal(twin.more["observations"], observations)
    parts = heads.share_out(3, torch.Generator().manual_seed(1))
    assert sorted(len(part["present"]) for part in parts) == [1, 2, 2]
    seen = torch.cat([part["observations"] for part in parts])
    assert sorted(seen[:, 0].tolist()) == [0, 2, 4, 6, 8]


def test_more_decisions_weigh_as_much_as_others():
    network = Network(2, [8], ["winner", "scores"])
    heads = ResultHeads(network, np.array([3]), 1.0, 1.0)
    observations = torch.randn(6, 2)
    data = {
        "winner": torch.rand(6, 5),
        "scores": torch.rand(6, 5),
        "present": (torch.arange(5) < 3).expand(6, 5),
    }
    whole, _ = heads.loss(network.features(observations), data)
    more = {"observations": observations[4:], **{name: array[4:] for name, array in data.items()}}
    parts, _ = heads.loss(
        network.features(observations[:4]), {name: array[:4] for name, array in data.items()}, more
    )
    assert torch.allclose(whole, parts)


def test_the_heads_learn_a_planted_truth():
    torch.manual_seed(1)
    network = Network(4, [32], ["winner", "scores"])
    heads = ResultHeads(network, np.array([3]), 1.0, 1.0)
    kinds = torch.randint(4, (2000,), generator=torch.Generator().manual_seed(2))
    truth = torch.tensor([[1, 0, 0, 0, 0], [0.5, 0.5, 0, 0, 0], [0.2, 0.3, 0.5, 0, 0], [0, 0, 1, 0, 0.0]])
    drawn = torch.multinomial(truth[kinds], 1, generator=torch.Generator().manual_seed(3)).squeeze(1)
    data = {
        "winner": torch.eye(5)[drawn],
        "scores": torch.stack([kinds / 4, -kinds / 4, kinds * 0.0, kinds * 0.0, kinds * 0.0], dim=1),
        "present": (torch.arange(5) < 3).expand(2000, 5),
    }
    observations = torch.eye(4)[kinds]
    optimizer = torch.optim.Adam(network.parameters(), 0.01)
    for _ in range(300):
        loss, watched = heads.loss(network.features(observations), data)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    weights = network.arrays()
    said = network.results(network.features(torch.eye(4)))
    shares = torch.softmax(said["winner"][:, :3], dim=1)
    assert torch.allclose(shares, truth[:, :3], atol=0.06)
    assert torch.allclose(said["scores"][:, 0], torch.arange(4) / 4, atol=0.05)
    assert set(watched) == {"winner_loss", "scores_loss"} and heads_of(weights) == ("winner", "scores")


def weights_with_heads(seed=0, hidden=(16,), heads=("winner", "scores")):
    luck = np.random.default_rng(seed)
    shapes = weight_shapes(SIZE, hidden, heads)
    return {name: luck.normal(size=shape).astype(np.float32) * 0.1 for name, shape in shapes.items()}


def test_compiled_heads_say_what_torch_says():
    weights = weights_with_heads()
    network = Network(SIZE, [16], ["winner", "scores"])
    network.load_arrays(weights)
    policy = Policy(weights)
    observations = np.stack([Game(make_rules(4), seed).observe() for seed in range(20)])
    with torch.no_grad():
        said = network.results(network.features(torch.from_numpy(observations)))
    winner, scores = policy.net.results(observations)
    assert np.allclose(winner, said["winner"].numpy(), atol=1e-4)
    assert np.allclose(scores, said["scores"].numpy(), atol=1e-4)
    shares = policy.win_shares(observations, np.repeat([4, 2], 10))
    assert np.allclose(shares.sum(axis=1), 1) and (shares[:10, 4] == 0).all() and (shares[10:, 2:] == 0).all()
    ratio = np.exp(winner[0, 1] - winner[0, 0])
    assert shares[0, 1] / shares[0, 0] == pytest.approx(ratio, rel=1e-4)
    plain = Policy({name: array for name, array in weights.items() if name[0] not in "ws"})
    assert (plain.evaluate(observations)[0] == policy.evaluate(observations)[0]).all()
    with pytest.raises(DixieError, match="does not predict who wins"):
        plain.win_shares(observations, 4)


def constant_search(winner_bias, value_bias):
    """A search whose policy always predicts the same."""
    weights = {name: np.zeros_like(array) for name, array in weights_with_heads(heads=("winner",)).items()}
    weights["winner.bias"][:] = winner_bias
    weights["value.bias"][:] = value_bias
    return GuidedSearch("search", Policy(weights), Reward("score", 3.0), 12)


def test_the_search_takes_the_winner_as_its_value():
    game = Game(make_rules(4), 3)
    while game.decision != "act" or game.mask().sum() < 3:
        game.step(int(np.flatnonzero(game.mask())[0]))
    bias = np.log([0.4, 0.3, 0.2, 0.1, 1.0])  # the fifth seat is absent
    values = [row[2] for row in constant_search(bias, -5.0).explain(game, 1) if row[1]]
    assert values and all(value == pytest.approx(0.5 + 0.5 * (4 * 0.4 - 1) / 3, abs=1e-3) for value in values)


def test_a_run_with_heads(tmp_path):
    data: dict[str, Any] = small_data(updates=2, warm_start={"teacher": "sane", "decisions": 600}, **HEADS)
    Run(parse_config(data, "x"), tmp_path, Silent()).train()
    weights, _ = load_weights(tmp_path / "last")
    assert heads_of(weights) == ("winner", "scores")
    policy, _ = load_policy(tmp_path / "last")
    assert policy.net.has_winner and policy.net.has_scores
    agent = make_agent(f"mcts:4:ppo:{tmp_path / 'last'}")
    assert agent.fingerprint()
    lines = (tmp_path / "metrics.jsonl").read_text()
    assert "winner_loss" in lines and "scores_loss" in lines


def test_a_stopped_run_with_heads_goes_on_exactly(tmp_path):
    config = small_config(updates=3, **HEADS)
    Run(config, tmp_path / "whole", Silent()).train()

    class Stop(Silent):
        def updated(self, update, total, watched):
            if update == 2:
                raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Run(config, tmp_path / "parts", Stop()).train()
    Run(config, tmp_path / "parts", Silent(), resume=True).train()
    one, other = (load_weights(tmp_path / name / "last")[0] for name in ("whole", "parts"))
    assert all(np.array_equal(one[name], other[name]) for name in one) and heads_of(one)


def test_heads_come_and_go_with_init(tmp_path):
    Run(small_config(updates=1), tmp_path / "plain", Silent()).train()
    Run(small_config(updates=1, **HEADS), tmp_path / "heads", Silent()).train()
    cases: list[tuple[str, str, dict[str, Any], tuple[str, ...]]] = [
        ("fast_ppo", "plain", HEADS, ("winner", "scores")),
        ("fast_ppo", "heads", {}, ()),
        ("fast_ppo", "heads", {"winner_coef": 1.0}, ("winner",)),
        ("sb3", "heads", {}, ()),
    ]
    for learner, source, more, expected in cases:
        config = small_config(learner, updates=1, init=f"ppo:{tmp_path / source / 'last'}", **more)
        run = Run(config, tmp_path / f"{learner}-{source}-{len(more)}", Silent())
        start, _ = load_weights(tmp_path / source / "last")
        own = run.learner.weights()
        assert heads_of(own) == expected
        assert all(np.array_equal(own[name], start[name]) for name in own if name in start)


def test_without_the_keys_nothing_is_added():
    learner = FastPPO(small_config())
    assert heads_of(learner.weights()) == ()
    assert not any(
        name.endswith("_loss") and name[0] in "ws" for name in {**learner.rollout(), **learner.learn()}
    )
