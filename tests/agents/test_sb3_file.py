"""Models of Stable-Baselines3 as agents, and files that must not become agents."""

import base64
import io
import json
import pickle
import zipfile
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3 import PPO

from dixie_agents import make_agent
from dixie_agents.base import Agent, Decisions
from dixie_agents.bots import CompiledAgent
from dixie_agents.gym import DixieGym
from dixie_agents.match import play_matches
from dixie_agents.names import AgentError
from dixie_agents.policy import OPTIONS
from dixie_env import make_rules


def trained(file, algorithm=MaskablePPO, activation=torch.nn.ReLU, env=None, **settings):
    torch.set_num_threads(1)
    kwargs = {"net_arch": {"pi": [24, 16], "vf": [8]}, **settings}
    if activation is not None:
        kwargs["activation_fn"] = activation
    model = algorithm(
        "MlpPolicy",
        DixieGym("sane") if env is None else env,
        n_steps=32,
        batch_size=32,
        n_epochs=2,
        seed=3,
        device="cpu",
        policy_kwargs=kwargs,
    )
    if algorithm is MaskablePPO:
        model.learn(64)
    with torch.no_grad():  # clear preferences, so that rounding decides nothing
        model.policy.action_net.weight *= 50
    model.save(file)
    return model


class Watched(Agent):
    """Asks another agent."""

    def __init__(self, agent):
        self.agent = agent
        self.observation = agent.observation

    def act(self, decisions):
        return self.agent.act(decisions)


def positions(count=200):
    env, rng = DixieGym("sane"), np.random.default_rng(4)
    observation, _ = env.reset(seed=5)
    rows, masks = [], []
    for _ in range(count):
        mask = env.action_masks()
        rows.append(observation)
        masks.append(mask)
        observation, _, over, _, _ = env.step(int(rng.choice(np.flatnonzero(mask))))
        if over:
            observation, _ = env.reset()
    return np.array(rows, np.float32), np.array(masks, np.uint8)


@pytest.mark.parametrize("activation", [torch.nn.ReLU, torch.nn.Tanh, None])
def test_it_plays_as_the_model_predicts(tmp_path, activation):
    model = trained(tmp_path / "model.zip", activation=activation)
    agent = make_agent(f"sb3:{tmp_path / 'model.zip'}")
    observations, masks = positions()
    wanted, _ = model.predict(observations, deterministic=True, action_masks=masks.astype(bool))
    found = agent.act(Decisions(observations, masks, np.zeros(len(masks), np.uint64)))
    assert len(set(wanted.tolist())) > 5
    assert found.tolist() == wanted.tolist()
    assert isinstance(agent, CompiledAgent) == (activation is torch.nn.ReLU)
    played = play_matches(make_rules(2, rounds=2), [agent, make_agent("sane")], [[0, 1]] * 8, range(8))
    watched = Watched(agent)  # a Python agent: the compiled one must choose the same inside a match
    again = play_matches(make_rules(2, rounds=2), [watched, make_agent("sane")], [[0, 1]] * 8, range(8))
    assert played.scores.tolist() == again.scores.tolist()


def test_plain_ppo_without_masks_is_read_too(tmp_path):
    trained(tmp_path / "model.zip", PPO)
    assert make_agent(f"sb3:{tmp_path / 'model.zip'}").observation.mode == "tracked"
    assert make_agent(f"sb3:{tmp_path / 'model.zip'}?mode=screened").observation.mode == "screened"


@pytest.fixture(scope="module")
def saved(tmp_path_factory):
    file = tmp_path_factory.mktemp("sb3") / "model.zip"
    trained(file)
    return file


def changed(source: Path, target: Path, **parts: bytes | None) -> str:
    """Write a model with other parts, `policy` being policy.pth; None leaves one out."""
    with zipfile.ZipFile(source) as old:
        content: dict[str, bytes | None] = {name: old.read(name) for name in old.namelist()}
    content |= {"policy.pth" if name == "policy" else name: data for name, data in parts.items()}
    with zipfile.ZipFile(target, "w") as new:
        for name, data in content.items():
            if data is not None:
                new.writestr(name, data)
    return f"sb3:{target}"


def weights(source: Path) -> dict[str, torch.Tensor]:
    with zipfile.ZipFile(source) as file:
        found: dict[str, torch.Tensor] = torch.load(io.BytesIO(file.read("policy.pth")), weights_only=True)
    return found


def packed(state: object) -> bytes:
    file = io.BytesIO()
    torch.save(state, file)
    return file.getvalue()


def test_the_fingerprint_is_that_of_the_weights(saved, tmp_path):
    first = make_agent(f"sb3:{saved}").fingerprint()
    same = changed(saved, tmp_path / "same.zip", system_info=b"elsewhere")
    assert make_agent(same).fingerprint() == first
    state = weights(saved)
    state["action_net.bias"][3] += 1
    other = changed(saved, tmp_path / "other.zip", policy=packed(state))
    assert make_agent(other).fingerprint() != first
    assert make_agent(f"sb3:{saved}?mode=screened").fingerprint() != first


class Hostile:
    """Creates a file when it is unpickled."""

    def __init__(self, file: Path) -> None:
        self.file = str(file)

    def __reduce__(self):
        return open, (self.file, "w")


def test_nothing_in_a_file_is_executed(saved, tmp_path):
    trap = tmp_path / "trap"
    for number, raw in enumerate(
        [packed({**weights(saved), "action_net.bias": Hostile(trap)}), pickle.dumps(Hostile(trap))]
    ):
        name = changed(saved, tmp_path / f"{number}.zip", policy=raw)
        with pytest.raises(AgentError, match="were not loaded"):
            make_agent(name)
    with zipfile.ZipFile(saved) as file:
        data = json.loads(file.read("data"))
    for part in data.values():
        if isinstance(part, dict) and ":serialized:" in part:
            part[":serialized:"] = base64.b64encode(pickle.dumps(Hostile(trap))).decode()
    make_agent(changed(saved, tmp_path / "data.zip", data=json.dumps(data).encode()))
    assert not trap.exists()
    pickle.loads(pickle.dumps(Hostile(trap))).close()
    assert trap.exists()  # the trap works


def replaced(state, **values):
    return {**state, **{name.replace("__", "."): value for name, value in values.items()}}


def test_other_networks_are_refused_with_a_reason(saved, tmp_path):
    state = weights(saved)
    first = state["mlp_extractor.policy_net.0.weight"]
    cases = [
        (
            replaced(state, action_net__weight=torch.zeros(9, 16), action_net__bias=torch.zeros(9)),
            "chooses among 9 actions, but Dixie has 157",
        ),
        ({**state, "mlp_extractor.policy_net.0.weight": first[:, 1:]}, "it observes 539 numbers"),
        ({**state, "mlp_extractor.policy_net.0.weight": first[1:]}, "don't fit each other"),
        ({**state, "lstm_actor.weight_ih_l0": torch.zeros(2)}, "its network has 'lstm_actor"),
        ({**state, "action_net.bias": torch.full((OPTIONS,), torch.nan)}, "finite float32"),
        ({name: value for name, value in state.items() if name != "action_net.bias"}, "are missing"),
        ({name: value for name, value in state.items() if "policy_net" not in name}, "no hidden layers"),
        ([1, 2], "must be a mapping"),
    ]
    for number, (content, message) in enumerate(cases):
        name = changed(saved, tmp_path / f"{number}.zip", policy=packed(content))
        with pytest.raises(AgentError, match=message):
            make_agent(name)


def test_other_policies_are_refused_with_a_reason(saved, tmp_path):
    with zipfile.ZipFile(saved) as file:
        data = json.loads(file.read("data"))
    elu = {**data["policy_kwargs"], "activation_fn": "<class 'torch.nn.modules.activation.ELU'>"}
    extractor = {**data["policy_kwargs"], "features_extractor_class": "<class 'mine.Own'>"}
    cases: list[tuple[dict[str, Any], str]] = [
        ({"policy_kwargs": elu}, "activation_fn is ELU; only ReLU and Tanh"),
        ({"policy_kwargs": extractor}, "features extractor of its own"),
        ({"policy_class": {"__module__": "mine"}}, "its policy comes from 'mine'"),
        ({"policy_class": None}, "its policy comes from None"),
        ({"use_sde": True}, "use_sde"),
    ]
    for number, (values, message) in enumerate(cases):
        raw = json.dumps({**data, **values}).encode()
        with pytest.raises(AgentError, match=message):
            make_agent(changed(saved, tmp_path / f"{number}.zip", data=raw))


def test_damaged_files_get_a_clear_error(saved, tmp_path):
    whole = saved.read_bytes()
    (tmp_path / "half.zip").write_bytes(whole[: len(whole) // 2])
    (tmp_path / "text.zip").write_text("not a zip")
    cases = [
        (f"sb3:{tmp_path / 'half.zip'}", "the zip file is incomplete"),
        (f"sb3:{tmp_path / 'text.zip'}", "not a complete zip file"),
        (f"sb3:{tmp_path / 'none.zip'}", "can't be read"),
        (f"sb3:{tmp_path}", "can't be read"),
        (changed(saved, tmp_path / "1.zip", policy=None), "no part 'policy.pth'"),
        (changed(saved, tmp_path / "2.zip", data=b"{"), "not valid JSON"),
        (changed(saved, tmp_path / "3.zip", data=b"[]"), "must be a JSON object"),
        (changed(saved, tmp_path / "4.zip", policy=packed(weights(saved))[:-99]), "were not loaded"),
        (f"sb3:{saved}?mode=blind", "mode must be tracked or screened"),
        ("sb3", "needs the path of a saved model"),
    ]
    for name, message in cases:
        with pytest.raises(AgentError, match=message):
            make_agent(name)


def test_any_flipped_byte_is_an_error_or_an_agent(saved, tmp_path):
    whole, rng = saved.read_bytes(), np.random.default_rng(1)
    for _ in range(40):
        damaged = bytearray(whole)
        damaged[int(rng.integers(len(whole)))] ^= 0xFF
        (tmp_path / "model.zip").write_bytes(bytes(damaged))
        with suppress(AgentError):
            make_agent(f"sb3:{tmp_path / 'model.zip'}")
