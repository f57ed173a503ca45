"""Policies that observe different things are trained, saved, and play where others observe something else."""

import json
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
import torch

from dixie_agents.base import Agent
from dixie_agents.match import play_matches
from dixie_agents.measured import read_measured
from dixie_agents.network import Network
from dixie_agents.policy import Policy, PolicyAgent, weight_shapes
from dixie_agents.policy_file import load_policy, load_weights, read_card
from dixie_agents.registry import make_agent
from dixie_arena.config import Tournament, parse_entrants
from dixie_arena.run import run_tournament
from dixie_env import Game, ObservationSpec, Setup, compile_rules
from dixie_training.dataset import from_agents
from dixie_training.run import Run
from tests.training.small import Silent, small_config

MODES = [ObservationSpec(mode, board) for mode in ("tracked", "screened") for board in (False, True)]
SETUP = Setup(3, "pl", rounds=3)


def name_of(spec):
    return f"{spec.mode}-board" if spec.board else spec.mode


def train(folder, spec, learner="fast_ppo", **changes):
    game: dict[str, Any] = {"players": 3, "edition": "pl", "rounds": 3, "observation": spec.as_object()}
    opponents = {"bots": ["sane"], "snapshots": 1, "snapshot_every": 1}
    evaluation = {"every": 2, "games": 3, "rungs": ["sane"], "main": "sane"}
    changes = {"game": game, "updates": 2, "opponents": opponents, "evaluation": evaluation, **changes}
    if learner == "fast_ppo":
        changes["opponents"] = {**opponents, "self_play": 0.0}
    Run(small_config(learner, **changes), folder, Silent()).train()
    return folder / "last"


@pytest.fixture(scope="module")
def policies(tmp_path_factory):
    """A tiny policy of each kind, trained for two updates; one of them by cloning first."""
    torch.set_num_threads(1)
    folder = tmp_path_factory.mktemp("policies")
    found = {}
    for spec in MODES:
        warm = {"teacher": "sane", "decisions": 128, "minibatch_size": 64} if spec.screened else None
        found[spec] = train(folder / name_of(spec), spec, warm_start=warm)
    return found


def positions(setup, count=200):
    """Positions from games of random choices."""
    rules, seed = compile_rules(setup), 5
    game = Game(rules, seed)
    for number in range(count):
        if game.over:
            seed += 1
            game = Game(rules, seed)
        yield game.copy()
        game.step(game.random_option(number))


def decisions_of(setup, spec):
    """Observations of one kind, with their masks."""
    games = list(positions(setup))
    return np.array([spec.observe(game) for game in games]), np.array([game.mask() for game in games])


@pytest.mark.parametrize("spec", MODES, ids=name_of)
def test_the_card_says_what_was_trained(policies, spec):
    card = read_card(policies[spec])
    assert card.game == (SETUP.replace(observation=spec),)
    assert load_weights(policies[spec])[0]["trunk.0.weight"].shape == (32, 697 if spec.board else 540)
    agent = make_agent(f"ppo:{policies[spec]}")
    assert agent.observation == spec
    (entry,) = read_measured(policies[spec])
    assert entry["fingerprint"] == card.checksum
    assert [(row["rung"], row["players"], row["games"]) for row in entry["results"]] == [("sane", 3, 3)]


@pytest.mark.parametrize("spec", MODES, ids=name_of)
def test_the_compiled_network_and_that_of_torch_agree(policies, spec):
    weights, card = load_weights(policies[spec])
    network = Network(card.observation.size, card.hidden)
    network.load_arrays(weights)
    observations, _ = decisions_of(SETUP, spec)
    with torch.no_grad():
        numbers, values = network.heads(torch.from_numpy(observations))
    compiled, worth = load_policy(policies[spec])[0].evaluate(observations)
    np.testing.assert_allclose(compiled, numbers.numpy(), atol=1e-4)
    np.testing.assert_allclose(worth, values.numpy(), atol=1e-4)


@pytest.mark.parametrize("spec", MODES, ids=name_of)
def test_the_compiled_player_observes_what_it_was_trained_with(policies, spec):
    """Played in C, from observation and mask in Python, and as an opponent, it makes the same choices."""
    agent: Any = make_agent(f"ppo:{policies[spec]}")

    class Plain(Agent):
        observation = spec

        def act(self, decisions):
            assert decisions.observations.shape[1] == spec.size
            return agent.act(decisions)

    rules = compile_rules(SETUP)
    lineups = [[0, 1, 0], [1, 0, 0], [0, 0, 1]]
    found = [
        play_matches(rules, [player, make_agent("sane")], lineups, [1, 2, 3]) for player in (agent, Plain())
    ]
    assert found[0].states.tobytes() == found[1].states.tobytes()
    assert isinstance(agent, PolicyAgent)
    observations, masks = decisions_of(SETUP, spec)
    chosen = [agent.bot.choose(game, 1) for game in positions(SETUP)]
    assert chosen == agent.policy.best(observations, masks).tolist()


@pytest.mark.parametrize("spec", MODES, ids=name_of)
def test_another_observation_would_be_noticed(spec):
    """Random weights react to every number: the player in C sees the one observation and not another."""
    rng = np.random.default_rng(1)
    shapes = weight_shapes(spec.size, (16,))
    weights = {name: rng.normal(size=shape).astype(np.float32) for name, shape in shapes.items()}
    agent: Any = PolicyAgent("random", Policy(weights, spec))
    observations, masks = decisions_of(SETUP, spec)
    chosen = [agent.bot.choose(game, 1) for game in positions(SETUP)]
    assert chosen == agent.policy.best(observations, masks).tolist()
    other = ObservationSpec("tracked" if spec.screened else "screened", spec.board)
    assert chosen != agent.policy.best(decisions_of(SETUP, other)[0], masks).tolist()
    if spec.board:
        elsewhere = observations.copy()
        elsewhere[:, 535:] = 0
        assert chosen != agent.policy.best(elsewhere, masks).tolist()


def test_a_tournament_of_all_of_them(policies, tmp_path):
    names = ",".join(f"{name_of(spec)}=ppo:{folder}" for spec, folder in policies.items())
    tournament = Tournament(parse_entrants(names), 12, setup=SETUP)
    run_tournament(tournament, tmp_path / "run", records=2)  # records are played again in Python
    card = json.loads((tmp_path / "run" / "card.json").read_text())
    assert len(card["agents"]) == 4
    assert len(list((tmp_path / "run").rglob("game-*.jsonl"))) == 2


@pytest.mark.parametrize("learner", MODES, ids=name_of)
def test_opponents_in_an_environment_observe_what_they_need(policies, learner):
    """Whatever the learner observes."""
    opponents = [f"ppo:{policies[spec]}" for spec in (MODES[0], MODES[3])]
    env = gymnasium.make(
        "dixie_env/Dixie-v0", setup=SETUP.replace(observation=learner), opponents=opponents
    ).unwrapped
    observation, _ = env.reset(seed=3)
    assert observation.shape == (learner.size,)
    ended = False
    while not ended:
        _, _, ended, _, _ = env.step(int(env.action_masks().argmax()))  # type: ignore[attr-defined]


@pytest.mark.parametrize("spec", [MODES[0], MODES[3]], ids=name_of)
def test_search_guided_by_them(policies, spec):
    agents = [make_agent(f"mcts:8:ppo:{policies[spec]}"), make_agent("sane")]
    results = play_matches(compile_rules(SETUP), agents, [[0, 1, 1]], [1])
    assert results.agent_decisions[0] > 0


@pytest.mark.parametrize("spec", MODES[1:], ids=name_of)
def test_the_recipe_of_sb3_learns_with_them(tmp_path, spec):
    pytest.importorskip("sb3_contrib")
    last = train(tmp_path / "run", spec, "sb3")
    assert make_agent(f"ppo:{last}").observation == spec


def test_datasets_have_the_observation_of_their_setup(policies):
    setup = SETUP.replace(observation=MODES[3])
    agents = [make_agent(f"ppo:{policies[MODES[0]]}"), make_agent("sane")]
    lineups = np.array([[0, 1, 1]] * 2, np.int32)
    from dixie_env.rewards import Reward

    (data,) = from_agents(compile_rules(setup), agents, lineups, 4, Reward("win"))
    assert np.array_equal(data.observations[0], MODES[3].observe(Game(compile_rules(setup), 4)))


def test_an_earlier_run_folder_is_refused_by_name(tmp_path):
    folder: Path = tmp_path / "run"
    train(folder, MODES[0])
    written = json.loads((folder / "config.json").read_text())
    del written["game"]
    (folder / "config.json").write_text(json.dumps(written))
    (folder / "SHA256SUMS").unlink()  # there were none then
    from dixie_training.checkpoint import CheckpointError

    with pytest.raises(CheckpointError, match="started by an earlier version"):
        Run(small_config(), folder, Silent(), resume=True)
