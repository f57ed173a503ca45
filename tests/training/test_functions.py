"""`dixie_training.train` and `exploit` give what the commands give, and what is in the files."""

import json
import sys
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
import torch

import dixie_arena
import dixie_training
from dixie_agents import make_agent
from dixie_env import Setup
from dixie_env.yaml_file import ConfigError
from dixie_training.config import load_config
from tests.cli.helpers import Ran
from tests.training.test_exploit import tiny

SMALL = {
    "updates": 2,
    "game.rounds": 1,
    "games": 4,
    "num_steps": 8,
    "hidden": [8],
    "minibatch_size": 32,
    "learning_rate": 1e-5,
    "evaluation.every": 1,
    "evaluation.games": 4,
    "evaluation.rungs": ["sane"],
    "evaluation.main": "sane",
}
TIMES = ("seconds", "decisions_per_second")


@pytest.fixture(autouse=True)
def elsewhere(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def metrics(folder):
    lines = map(json.loads, (folder / "metrics.jsonl").read_text().splitlines())
    return [{key: value for key, value in line.items() if key not in TIMES} for line in lines]


def timeless(row):
    """A row without what differs from run to run: policies say how long their training took."""
    return {key: value for key, value in row.items() if key not in ("seconds", "exploiter", "seeds")}


def test_train():
    threads = torch.get_num_threads()
    run = dixie_training.train("quick", set=SMALL, seed=7, progress=False)
    assert torch.get_num_threads() == threads
    assert run.path == Path("runs/quick-seed7")
    options = [f"--set={key}={json.dumps(value)}" for key, value in SMALL.items() if key != "learning_rate"]
    ran = Ran("train", "quick", *options, "--set=learning_rate=0.00001", "--seed", 7, "--out", "command")
    assert ran.code == 0, ran.err
    assert ran.out.splitlines() == ["policies: ppo:command/best and ppo:command/last"]
    assert metrics(run.path) == metrics(Path("command"))
    weights = [Path(folder, "best", "weights.safetensors") for folder in (run.path, "command")]
    assert weights[0].read_bytes() == weights[1].read_bytes()
    assert list(run.tables) == ["evaluations", "curve"]
    stored = [line for line in metrics(run.path) if "evaluation" in line]
    frame = run.to_frame()
    assert frame["update"].tolist() == [0, 1, 2]
    assert frame.win_share.tolist() == [line["evaluation"]["sane 2"][0] for line in stored]
    assert run.tables["curve"].entropy.tolist() == [
        line["entropy"] for line in metrics(run.path) if "entropy" in line
    ]
    assert run.figures["curve"].axes[0].get_title() == "2 players"
    assert run.sentences == ["policies: ppo:runs/quick-seed7/best and ppo:runs/quick-seed7/last"]
    assert "<td" in run._repr_html_() and "sane" in run._repr_html_()
    assert run.paths["best/card.json"].is_file()


def test_it_is_quiet(capfd):
    dixie_training.train("quick", set={**SMALL, "updates": 1}, out="here", progress=False)
    assert capfd.readouterr() == ("", "")


def test_values_by_key():
    config: Any = load_config(
        "quick", {"learning_rate": 1e-5, "game.players": [2, 4], "opponents.bots": ["sane"]}
    )
    assert (config.learning_rate, config.players, tuple(config.opponents.bots)) == (1e-5, (2, 4), ("sane",))
    assert config == load_config(
        "quick", ["learning_rate=0.00001", "game.players=[2, 4]", "opponents.bots=[sane]"]
    )
    with pytest.raises(ConfigError, match="updates is 100, which has no keys"):
        load_config("quick", {"updates.more": 3})
    with pytest.raises(ConfigError, match="unknown key"):
        dixie_training.train("quick", set={"update": 3})


def test_exploit(monkeypatch, capfd):
    usual = tiny(name="exploit-v1", setup=Setup(4, rounds=1))
    monkeypatch.setattr("dixie_training.exploiting.protocol.load_protocol", lambda name="": usual)
    found = dixie_arena.exploit("sane", players=2, seeds=[3, 4], progress=False)
    assert capfd.readouterr() == ("", "")
    assert found.path == Path("runs/exploit-sane-2p")
    ran = Ran("exploit", "sane", "--players", 2, "--seeds", "3,4", "--out", "command", "--json")
    assert ran.code == 0, ran.err
    card = json.loads(ran.out)
    assert [timeless(row) for row in card["seeds"]] == [timeless(row) for row in found.card["seeds"]]
    assert timeless(card) == timeless(found.card)
    assert list(found.tables) == ["seeds", "curve"]
    assert found.to_frame().seed.tolist() == [3, 4]
    assert found.to_frame().win_share.tolist() == [row["win_share"]["value"] for row in card["seeds"]]
    pd.testing.assert_frame_equal(found.tables["curve"], pd.read_csv(found.paths["curve.csv"]))
    assert found.sentences == [found.line] == [card["line"]]
    assert len(found.figures["curve"].axes) == 1
    assert found.exploiter == "ppo:runs/exploit-sane-2p/exploiter"
    assert make_agent(found.exploiter)
    assert found.line.replace("&", "&amp;") in found._repr_html_()


def test_without_torch(monkeypatch):
    monkeypatch.setitem(sys.modules, "torch", None)
    for function, name in ((dixie_training.train, "quick"), (dixie_training.exploit, "sane")):
        with pytest.raises(
            ImportError, match=r"training needs the extra 'train': pip install \"\.\[train\]\" in a clone"
        ):
            function(name)
    for command, name in (("train", "quick"), ("exploit", "sane")):
        ran = Ran(command, name)
        assert ran.code == 2
        assert ran.error.startswith("training needs the extra 'train'")
