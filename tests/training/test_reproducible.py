"""The same seed gives the same run, and a killed run goes on as if nothing had happened."""

import json
import os
import signal
import subprocess
import sys
import time
from typing import Any

import numpy as np
import pytest
import torch

from dixie_agents.policy_file import load_weights, save_policy
from dixie_env.checksums import CheckedFolder
from dixie_training.checkpoint import CheckpointError, checkpoints, load_checkpoint
from dixie_training.fast_ppo import FastPPO
from dixie_training.run import Run
from tests.training.small import Silent, small_config


@pytest.fixture(autouse=True)
def one_thread():
    torch.set_num_threads(1)


def equal(left, right):
    return left.keys() == right.keys() and all(np.array_equal(left[name], right[name]) for name in left)


def test_the_first_ten_updates_are_the_same_bit_for_bit():
    runs = []
    for _ in range(2):
        learner = FastPPO(small_config())
        watched = []
        for _ in range(10):
            watched.append({**learner.rollout(), **learner.learn()})
        runs.append((learner.save(), watched))
    (first, second) = runs
    assert equal(first[0][0], second[0][0])
    assert first[0][1] == second[0][1]
    assert first[1] == second[1]


def test_another_seed_is_another_run():
    runs = []
    for seed in (1, 2):
        learner = FastPPO(small_config(seed=seed))
        learner.rollout()
        learner.learn()
        runs.append(learner.network.arrays())
    assert not equal(*runs)


def test_a_saved_learner_goes_on_exactly():
    learner = FastPPO(small_config())
    for _ in range(3):
        learner.rollout()
        learner.learn()
    other = FastPPO(small_config())
    arrays, counters = learner.save()
    other.load(arrays, json.loads(json.dumps(counters)))
    for one in (learner, other):
        for _ in range(3):
            one.rollout()
            one.learn()
    assert equal(learner.save()[0], other.save()[0])
    assert learner.save()[1] == other.save()[1]


def curve(folder):
    """The learning curve without what depends on the clock."""
    lines = [json.loads(line) for line in (folder / "metrics.jsonl").read_text().splitlines()]
    return [
        {key: value for key, value in line.items() if key not in ("seconds", "decisions_per_second")}
        for line in lines
    ]


SCRIPT = """
import sys, torch
from pathlib import Path
torch.set_num_threads(1)
from tests.training.small import Silent, small_config
from dixie_training.run import Run
Run(small_config(**eval(sys.argv[2])), Path(sys.argv[1]), Silent(), resume=True).train()
"""
CLONED: dict[str, Any] = {
    "updates": 12,
    "warm_start": {"teacher": "greedy", "decisions": 256 * 8, "minibatch_size": 64},
}


@pytest.fixture(scope="module")
def whole_runs(tmp_path_factory):
    """A run of each learner that nobody stopped."""
    torch.set_num_threads(1)
    folder = tmp_path_factory.mktemp("whole")
    for learner in ("fast_ppo", "sb3", "expert"):
        Run(small_config(**CLONED, learner=learner), folder / learner, Silent()).train()
    return folder


@pytest.mark.parametrize(
    ("learner", "after"),
    [("fast_ppo", 0), ("fast_ppo", 5), ("fast_ppo", 13), ("sb3", 13), ("expert", 5), ("expert", 13)],
)
def test_kill_and_resume(tmp_path, whole_runs, learner, after):
    """Killed at whatever moment, cloning or learning, a run ends with the same weights and the same curve."""
    settings = {**CLONED, "learner": learner}
    whole, killed = whole_runs / learner, tmp_path / "killed"
    Run(small_config(**settings), killed, Silent())  # begun, and stopped before its first step
    process = subprocess.Popen([sys.executable, "-c", SCRIPT, str(killed), str(settings)], env={**os.environ})
    while not checkpoints(killed) or checkpoints(killed)[-1].name < f"checkpoint-{after:06d}":
        assert process.poll() is None, "the run ended before it could be killed"
        time.sleep(0.002)
    process.send_signal(signal.SIGKILL)
    process.wait()
    Run(small_config(**settings), killed, Silent(), resume=True).train()
    assert equal(load_checkpoint(whole)[0], load_checkpoint(killed)[0])
    assert curve(whole) == curve(killed)


def test_a_stopped_run_loses_only_the_unfinished_update(tmp_path):
    """There is a checkpoint after each step of cloning, each update and each evaluation."""
    folder = tmp_path / "run"
    run: Any = Run(small_config(**CLONED), folder, Silent())
    done = []

    class Stop(Exception):
        pass

    def learn():
        if run.learner.updates == 5:
            raise Stop
        done.append(run.learner.updates)
        return type(run.learner).learn(run.learner)

    run.learner.learn = learn
    with pytest.raises(Stop):
        run.train()
    again = Run(small_config(**CLONED), folder, Silent(), resume=True)
    assert again.learner.updates == 5
    assert again.cloning is None
    assert done == [0, 1, 2, 3, 4]


def test_an_evaluation_that_was_cut_off_is_made_again(tmp_path, monkeypatch):
    whole, cut = tmp_path / "whole", tmp_path / "cut"
    Run(small_config(), whole, Silent()).train()
    run: Any = Run(small_config(), cut, Silent())
    save = run._save_policy

    def fail(name, shares):
        if run.learner.updates == 3:
            raise OSError("no room on the disk")
        save(name, shares)

    run._save_policy = fail
    with pytest.raises(OSError, match="no room"):
        run.train()
    again = Run(small_config(), cut, Silent(), resume=True)
    assert not again.evaluated
    assert again.learner.updates == 3
    again.train()
    assert curve(cut) == curve(whole)
    assert equal(load_checkpoint(whole)[0], load_checkpoint(cut)[0])


def test_runs_are_not_written_over(tmp_path):
    Run(small_config(updates=1), tmp_path / "run", Silent()).train()
    with pytest.raises(CheckpointError, match="--resume"):
        Run(small_config(updates=1), tmp_path / "run", Silent())


def test_resuming_with_another_configuration_names_what_differs(tmp_path):
    Run(small_config(updates=1), tmp_path / "run", Silent()).train()
    with pytest.raises(CheckpointError, match="update_epochs"):
        Run(small_config(updates=1, update_epochs=7), tmp_path / "run", Silent(), resume=True)


def test_a_run_from_before_there_was_a_key_goes_on(tmp_path):
    Run(small_config(updates=1), tmp_path, Silent()).train()
    written = json.loads((tmp_path / "config.json").read_text())
    del written["winner_coef"], written["critic"]
    CheckedFolder(tmp_path).write("config.json", json.dumps(written))
    Run(small_config(updates=1), tmp_path, Silent(), resume=True)
    with pytest.raises(CheckpointError, match="other values of winner_coef;"):
        Run(small_config(updates=1, winner_coef=0.1), tmp_path, Silent(), resume=True)


def test_resuming_from_nothing(tmp_path):
    with pytest.raises(CheckpointError, match="no run to resume"):
        Run(small_config(), tmp_path / "run", Silent(), resume=True)


def test_resuming_against_another_policy_of_the_same_name_is_refused(tmp_path):
    weights, card = load_weights("zoo/first")
    save_policy(tmp_path / "rival", weights, card)
    name = f"ppo:{tmp_path / 'rival'}"
    config = small_config(updates=1, opponents={"bots": [name]})
    Run(config, tmp_path / "run", Silent()).train()
    Run(config, tmp_path / "run", Silent(), resume=True)
    save_policy(tmp_path / "rival", {key: array * 2 for key, array in weights.items()}, card)
    with pytest.raises(CheckpointError, match="rival has changed since the run began"):
        Run(config, tmp_path / "run", Silent(), resume=True)
