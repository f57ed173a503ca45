"""Learning on another device than the processor, tested on the processor."""

import json
import sys
from typing import Any

import numpy as np
import pytest
import torch

from dixie_agents.network import Network
from dixie_env.yaml_file import ConfigError
from dixie_training import clone, sb3_ppo, seat_learner
from dixie_training.clone import Cloning
from dixie_training.device import choose_device, device_of, has_bfloat16
from dixie_training.fast_ppo import FastPPO
from dixie_training.run import Run, make_learner
from tests.training.other_device import OTHER, OtherDevice, OtherTensor
from tests.training.small import Silent, small_config

pytestmark = pytest.mark.filterwarnings("ignore:.*copying from a non-meta parameter")

EVERYTHING: dict[str, Any] = {"winner_coef": 0.1, "scores_coef": 0.1, "critic": True, "bfloat16": False}
BOTH: list[tuple[str, dict[str, Any]]] = [
    ("fast_ppo", EVERYTHING),
    ("expert", {name: value for name, value in EVERYTHING.items() if name != "critic"}),
]
CLONED: dict[str, Any] = {"teacher": "greedy", "decisions": 512, "minibatch_size": 64}


@pytest.fixture(autouse=True)
def one_thread():
    torch.set_num_threads(1)


@pytest.fixture
def elsewhere(monkeypatch):
    """Every learner computes on the other device."""
    for module in (seat_learner, clone, sb3_ppo):
        monkeypatch.setattr(module, "device_of", lambda config: OTHER)
    optimizer = sys.modules["torch.optim.optimizer"]  # torch.optim hides its module
    monkeypatch.setattr(optimizer, "_get_fused_kernels_supported_devices", lambda: ["cpu", OTHER.type])
    with OtherDevice():
        yield


def equal(left, right):
    return left.keys() == right.keys() and all(np.array_equal(left[name], right[name]) for name in left)


def taught(learner, updates=2):
    for _ in range(updates):
        learner.rollout()
        learner.learn()
    return learner


def test_the_other_device_refuses_what_a_graphics_card_refuses():
    with OtherDevice():
        there, here = torch.ones(3).to(OTHER), torch.ones(3)
        assert isinstance(there, OtherTensor)
        assert there.device == OTHER
        assert (there + there).cpu().tolist() == [2, 2, 2]
        with pytest.raises(RuntimeError, match="same device"):
            there + here
        with pytest.raises((RuntimeError, TypeError, NotImplementedError)):
            there.numpy()


@pytest.mark.parametrize(("learner", "settings"), BOTH)
def test_a_learner_computes_on_its_device_and_saves_from_the_processor(request, learner, settings):
    config = small_config(learner, **settings)
    arrays, counters = taught(make_learner(config)).save()
    request.getfixturevalue("elsewhere")
    other: Any = taught(make_learner(config))
    assert {parameter.device for parameter in other.network.parameters()} == {OTHER}
    again, counted = other.save()
    assert equal(arrays, again)
    assert counters == counted
    assert all(type(array) is np.ndarray for array in other.weights().values())


@pytest.mark.parametrize(("learner", "settings"), BOTH)
def test_a_saved_learner_goes_on_elsewhere(request, learner, settings):
    config = small_config(learner, **settings)
    first = taught(make_learner(config))
    arrays, counters = first.save()
    whole = taught(first).save()[0]
    request.getfixturevalue("elsewhere")
    second = make_learner(config)
    second.load(arrays, json.loads(json.dumps(counters)))
    assert equal(taught(second).save()[0], whole)


@pytest.mark.usefixtures("elsewhere")
def test_stable_baselines_gets_the_device():
    """It makes its optimizer before it moves the network, which this device can't imitate: no comparison."""
    learner: Any = taught(make_learner(small_config("sb3")))
    assert learner.model.device == OTHER
    assert {parameter.device for parameter in learner.model.policy.parameters()} == {OTHER}
    arrays, _ = learner.save()
    assert all(type(array) is np.ndarray for array in arrays.values())


def test_cloning_on_another_device(request):
    config = small_config(**EVERYTHING, warm_start=CLONED)

    def cloned():
        torch.manual_seed(5)
        cloning = Cloning(
            Network(config.observation.size, config.hidden, config.heads), config, config.warm_start
        )
        watched = [cloning.next_step(), cloning.next_step()]
        return cloning.save()[0], watched

    here, watched = cloned()
    request.getfixturevalue("elsewhere")
    there, also = cloned()
    assert equal(here, there)
    assert watched == also


def test_a_run_can_be_resumed_with_another_device(tmp_path):
    Run(small_config(updates=1, device="cpu"), tmp_path, Silent()).train()
    Run(small_config(updates=1, device="auto"), tmp_path, Silent(), resume=True)


def test_auto_takes_cuda_where_torch_can_use_it(monkeypatch):
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    assert choose_device("auto") == choose_device("cpu") == torch.device("cpu")
    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    assert choose_device("auto") == choose_device("cuda") == torch.device("cuda")
    assert choose_device("cpu") == torch.device("cpu")


def test_a_card_that_is_not_there_is_an_error_that_says_so(monkeypatch):
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    for learner in ("fast_ppo", "expert", "sb3"):
        with pytest.raises(
            ConfigError, match=r"found 'cuda', but torch .*; write device: auto or device: cpu"
        ):
            make_learner(small_config(learner, device="cuda"))


def test_the_key_knows_three_values_and_rllib_has_none():
    with pytest.raises(ConfigError, match="device: found 'gpu'"):
        small_config(device="gpu")
    with pytest.raises(
        ConfigError, match="the learner rllib has no such key; fast_ppo, expert and sb3 have it"
    ):
        small_config("rllib", device="cpu")
    assert device_of(small_config("rllib")) == torch.device("cpu")


def test_16_bits_are_a_question_of_the_device(monkeypatch):
    monkeypatch.setattr(torch.cuda, "is_bf16_supported", lambda including_emulation: not including_emulation)
    assert has_bfloat16(torch.device("cuda"))
    assert not has_bfloat16(OTHER)
    assert FastPPO(small_config()).bfloat16 == has_bfloat16(torch.device("cpu"))
