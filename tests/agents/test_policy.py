"""Policies as files and as agents."""

import json
import shutil

import numpy as np
import pytest

from dixie_agents.base import Agent, Decisions
from dixie_agents.match import play_matches
from dixie_agents.measured import add_measured, describe_policy, read_measured
from dixie_agents.old_keys import RENAMED
from dixie_agents.policy import OPTIONS, Policy, PolicyAgent, weight_shapes
from dixie_agents.policy_file import (
    Card,
    PolicyError,
    load_policy,
    read_card,
    reward_of,
    save_policy,
    zoo_dir,
    zoo_names,
)
from dixie_agents.registry import AgentError, make_agent
from dixie_env import ObservationSpec, Setup, __version__, make_rules
from dixie_env.layout import make_layout
from dixie_env.rewards import Reward

SIZE = len(make_layout())
HIDDEN = (16, 8)


def some_weights(seed=0, hidden=HIDDEN):
    luck = np.random.default_rng(seed)
    shapes = weight_shapes(SIZE, hidden)
    return {name: luck.normal(size=shape).astype(np.float32) for name, shape in shapes.items()}


@pytest.fixture
def folder(tmp_path):
    save_policy(tmp_path / "policy", some_weights(), Card(HIDDEN, training={"a": 1}, commit="abc"))
    return tmp_path / "policy"


def some_decisions(count, seed=1):
    luck = np.random.default_rng(seed)
    masks = (luck.random((count, OPTIONS)) < 0.1).astype(np.uint8)
    masks[:, 3] = 1
    return Decisions(luck.random((count, SIZE), np.float32), masks, np.zeros(count, np.uint64))


def change_card(folder, **changes):
    card = json.loads((folder / "card.json").read_text())
    (folder / "card.json").write_text(json.dumps({**card, **changes}))


def rewrite_card(folder, **changes):
    """Change the card as somebody would who knows about the checksum."""
    from dixie_agents.policy_file import _checksum

    card = {**json.loads((folder / "card.json").read_text()), **changes}
    card.pop("checksum")
    (folder / "card.json").write_text(json.dumps({**card, "checksum": _checksum(card)}))


def test_what_is_saved_is_loaded(folder):
    policy, card = load_policy(folder)
    assert card == Card(HIDDEN, training={"a": 1}, commit="abc")
    decisions = some_decisions(100)
    expected = Policy(some_weights()).best(decisions.observations, decisions.masks)
    assert np.array_equal(policy.best(decisions.observations, decisions.masks), expected)


def by_hand(weights, observations):
    """The network as anybody would write it."""
    trunk = observations
    for layer in range(len(HIDDEN)):
        trunk = np.maximum(trunk @ weights[f"trunk.{layer}.weight"].T + weights[f"trunk.{layer}.bias"], 0)
    return [trunk @ weights[f"{head}.weight"].T + weights[f"{head}.bias"] for head in ("policy", "value")]


def test_the_network_computes_what_its_weights_say():
    observations = some_decisions(20).observations
    observations[:, ::2] = 0  # zeros are skipped
    numbers, values = Policy(some_weights()).evaluate(observations)
    expected, worth = by_hand(some_weights(), observations)
    np.testing.assert_allclose(numbers, expected, rtol=1e-4, atol=1e-3)
    np.testing.assert_allclose(values, worth[:, 0], rtol=1e-4, atol=1e-3)


def test_networks_that_do_not_fit_are_refused():
    weights = some_weights()
    with pytest.raises(ValueError, match="must have the shape"):
        Policy({**weights, "policy.weight": weights["policy.weight"][:-1]})
    with pytest.raises(ValueError, match="layers"):
        Policy({name: array for name, array in weights.items() if not name.startswith("trunk")})
    with pytest.raises(ValueError, match="at most"):
        Policy(some_weights(hidden=(9000,)))
    with pytest.raises(ValueError, match="540 numbers per row"):
        Policy(weights).evaluate(np.zeros((2, 7), np.float32))


def test_a_match_in_c_is_the_match_of_the_observations(folder):
    """The compiled player chooses what the agent chooses from observation and mask alone."""

    class Plain(Agent):
        def act(self, decisions):
            return agent.act(decisions)

    agent = make_agent(f"ppo:{folder}")
    found = [
        play_matches(make_rules(3), [player, make_agent("sane")], [[0, 1, 0], [1, 0, 0]], [1, 2])
        for player in (agent, Plain())
    ]
    assert found[0].states.tobytes() == found[1].states.tobytes()


def test_choices_are_legal_and_do_not_depend_on_the_batch(folder):
    agent = make_agent(f"ppo:{folder}")
    decisions = some_decisions(150)
    together = agent.act(decisions)
    assert decisions.masks[np.arange(150), together].all()
    alone = [
        agent.act_one(decisions.observations[row], decisions.masks[row], 0) for row in range(len(decisions))
    ]
    assert together.tolist() == alone
    backwards = agent.act(Decisions(decisions.observations[::-1], decisions.masks[::-1], decisions.keys))
    assert backwards[::-1].tolist() == alone


def test_numbers_are_those_of_the_torch_network():
    torch = pytest.importorskip("torch")
    from dixie_agents.network import Network

    torch.manual_seed(1)
    network = Network(SIZE, HIDDEN)
    decisions = some_decisions(70)
    with torch.no_grad():
        chances, values = network(
            torch.from_numpy(decisions.observations), torch.from_numpy(decisions.masks).bool()
        )
    numbers, own_values = Policy(network.arrays()).evaluate(decisions.observations)
    legal = decisions.masks.astype(bool)
    shifted = numbers - np.log((np.exp(numbers) * legal).sum(axis=1, keepdims=True))
    assert np.allclose(shifted[legal], chances.numpy()[legal], atol=1e-4)
    assert np.allclose(own_values, values.numpy(), atol=1e-5)
    assert (chances.exp().numpy()[~legal] == 0).all()


def test_a_policy_plays_whole_games(folder):
    agents = [make_agent(f"ppo:{folder}"), make_agent("sane")]
    for players in (2, 5):
        lineups = np.arange(6 * players).reshape(6, players) % 2
        results = play_matches(make_rules(players), agents, lineups, np.arange(6))
        assert (results.ranks.min(axis=1) == 1).all()


def test_playing_needs_no_torch(folder):
    import subprocess
    import sys

    code = (
        "import sys; sys.modules['torch'] = None\n"
        "from dixie_agents.registry import make_agent\n"
        f"make_agent('ppo:{folder}')"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_there_is_no_such_policy(tmp_path):
    with pytest.raises(AgentError, match="no such policy"):
        make_agent(f"ppo:{tmp_path / 'nothing'}")


def test_there_is_no_such_policy_in_the_zoo():
    with pytest.raises(AgentError, match="zoo has no policy 'nobody'"):
        make_agent("ppo:zoo/nobody")


def test_missing_weights(folder):
    (folder / "weights.safetensors").unlink()
    with pytest.raises(PolicyError, match="weights of the policy are missing"):
        load_policy(folder)


def test_missing_card(folder):
    (folder / "card.json").unlink()
    with pytest.raises(PolicyError, match="card of the policy is missing"):
        load_policy(folder)


def test_another_layout_of_the_observation(folder):
    game = json.loads((folder / "card.json").read_text())["game"]
    rewrite_card(folder, game={**game, "observation": {**game["observation"], "layout": 99}})
    with pytest.raises(PolicyError, match="trained for layout 99"):
        load_policy(folder)


def test_a_changed_card(folder):
    change_card(folder, commit="def")
    with pytest.raises(PolicyError, match="changed after it was written"):
        load_policy(folder)


def test_weights_of_another_policy(folder, tmp_path):
    save_policy(tmp_path / "other", some_weights(2), Card(HIDDEN))
    shutil.copy(tmp_path / "other" / "weights.safetensors", folder)
    with pytest.raises(PolicyError, match="not the weights"):
        load_policy(folder)


def test_weights_that_do_not_fit_the_architecture(folder):
    rewrite_card(folder, hidden=[16, 16])
    with pytest.raises(PolicyError, match="don't fit the architecture"):
        load_policy(folder)


def test_weights_that_are_no_numbers(tmp_path):
    weights = some_weights()
    weights["policy.bias"][0] = np.nan
    save_policy(tmp_path, weights, Card(HIDDEN))
    with pytest.raises(PolicyError, match=r"policy\.bias must be finite"):
        load_policy(tmp_path)


@pytest.mark.parametrize("data", [b"", b"\x80\x04N.", b"{}"])
def test_weights_that_are_no_safetensors(folder, data):
    from dixie_agents.policy_file import _sha256

    (folder / "weights.safetensors").write_bytes(data)
    rewrite_card(folder, sha256=_sha256(data))
    with pytest.raises(PolicyError):
        load_policy(folder)


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"format": "dixie-policy", "version": 3}'])
def test_cards_that_are_none(folder, text):
    (folder / "card.json").write_text(text)
    with pytest.raises(PolicyError):
        load_policy(folder)


def test_the_zoo_is_small_and_plays():
    for name in zoo_names():
        files = list((zoo_dir() / name).iterdir())
        assert sum(file.stat().st_size for file in files) < 5_000_000
        _, card = load_policy(f"zoo/{name}")
        assert card.players and card.training and card.commit
        assert card.evaluation or read_measured(zoo_dir() / name)
        assert isinstance(make_agent(f"ppo:zoo/{name}"), PolicyAgent)


@pytest.mark.parametrize(
    "changes",
    [
        {"hidden": 5},
        {"hidden": ["a"]},
        {"game": 7},
        {"game": {"players": 9, "observation": {"layout": 1}}},
        {"game": {"players": [2, 2], "observation": {"layout": 1}}},
        {"game": {}},
    ],
)
def test_cards_of_the_wrong_shape(folder, changes):
    rewrite_card(folder, **changes)
    with pytest.raises(PolicyError, match=r"card\.json: |don't fit"):
        load_policy(folder)


@pytest.mark.parametrize("name", ["first", "second"])
def test_cards_of_version_1_are_read_by_their_old_keys(name):
    """Both shipped policies have such a card; a search with them knows what their values are about."""
    written = json.loads((zoo_dir() / name / "card.json").read_text())
    assert written["version"] == 1
    card = read_card(f"zoo/{name}")
    old, new = written["training"]["config"], card.training["config"]
    assert new["gae_lambda"] == old["trace"]
    assert new["gamma"] == old["discount"]
    assert not set(RENAMED) & set(new)
    assert reward_of(card) == Reward(old["reward"], old["shaping"], old["discount"])
    assert card.checksum == written["checksum"]
    first = ObservationSpec(layout=1)
    assert card.game == tuple(Setup(players, rules=1, observation=first) for players in written["players"])
    agents = [make_agent(f"mcts:4:ppo:zoo/{name}"), make_agent("sane")]
    results = play_matches(make_rules(2, rounds=1), agents, [[0, 1]], [1])
    assert results.ranks.min() == 1


def test_the_reward_of_an_old_card_is_not_the_default(tmp_path):
    """A version-1 card with a discount that matters: it must reach the search."""
    folder = tmp_path / "old"
    shutil.copytree(zoo_dir() / "first", folder)
    written = json.loads((folder / "card.json").read_text())
    written["training"]["config"]["discount"] = 0.9
    rewrite_card(folder, training=written["training"])
    assert reward_of(read_card(folder)).discount == 0.9


def test_a_new_card_says_which_game_it_was_trained_for(tmp_path):
    game = tuple(
        Setup(players, "pl", rounds=3, observation=ObservationSpec("screened")) for players in (2, 4)
    )
    fingerprint = save_policy(tmp_path, some_weights(), Card(HIDDEN, game))
    written = json.loads((tmp_path / "card.json").read_text())
    assert written["version"] == 2
    assert written["game"]["players"] == [2, 4]
    assert written["game"]["observation"] == {"mode": "screened", "board": False, "layout": 2}
    assert written["dixie"] == __version__
    assert "evaluation" not in written
    card = read_card(tmp_path)
    assert card.game == game
    assert card.checksum == fingerprint == written["checksum"]


def test_measuring_a_policy_does_not_make_it_another_one(folder):
    before = (folder / "card.json").read_bytes()
    rows = [{"rung": "sane", "players": 2, "games": 10, "share": 0.5, "margin": 0.1, "score": 1.0}]
    add_measured(folder, "exploitability", [{"value": 3}])
    add_measured(folder, "evaluation", [])
    add_measured(folder, "evaluation", rows)
    assert (folder / "card.json").read_bytes() == before
    found = {entry["kind"]: entry for entry in read_measured(folder)}
    assert list(found) == ["exploitability", "evaluation"]
    assert found["evaluation"]["results"] == rows
    assert found["evaluation"]["fingerprint"] == read_card(folder).checksum
    shown = describe_policy(folder)
    assert read_card(folder).checksum in shown
    assert "2 players, against sane: 50.0% [18.7, 81.3]" in shown
    assert "exploitability" in shown


def test_what_was_measured_of_other_weights_is_not_believed(folder):
    add_measured(folder, "evaluation", [])
    save_policy(folder, some_weights(5), Card(HIDDEN))
    assert read_measured(folder) == []
    (folder / "measured.json").write_text("{")
    with pytest.raises(PolicyError, match=r"measured\.json: the measurements can't be read"):
        read_measured(folder)


def test_a_version_1_card_is_shown_with_its_evaluation():
    shown = describe_policy("zoo/second")
    assert "2 players, against balanced: 95.0%" in shown
    assert "observes tracked" in shown


def test_sums_are_made_in_the_order_of_the_inputs():
    """Bit for bit, so that choices never depend on how many inputs are taken together."""
    weights = some_weights()
    observations = some_decisions(6).observations
    for row, share in enumerate((0.0, 0.02, 0.2, 0.5, 0.9, 1.0)):
        observations[row, np.random.default_rng(row).random(SIZE) >= share] = 0
    numbers, values = Policy(weights).evaluate(observations)
    for row, inputs in enumerate(observations):
        for layer in range(len(HIDDEN)):
            inputs = np.maximum(in_order(weights, f"trunk.{layer}", inputs), 0)
        assert numbers[row].tobytes() == in_order(weights, "policy", inputs).tobytes()
        assert values[row] == in_order(weights, "value", inputs)[0]


def in_order(weights, name, inputs):
    sums = weights[f"{name}.bias"].copy()
    for number, value in enumerate(inputs):
        if value != 0:
            sums += np.float32(value) * weights[f"{name}.weight"][:, number]
    return sums


def test_a_measurement_of_a_policy_that_was_replaced_is_not_stored(folder):
    """It would be taken for one of the policy that is there now."""
    measured = read_card(folder).checksum
    add_measured(folder, "calibration", [], measured)
    save_policy(folder, some_weights(5), Card(HIDDEN))
    with pytest.raises(PolicyError, match="has another policy now than the one that was measured"):
        add_measured(folder, "calibration", [], measured)
