"""The learning curve at Weights & Biases, with a fake of its package."""

import json
import sys
from types import ModuleType
from typing import Any

import pytest

from dixie_env.yaml_file import ConfigError
from dixie_training.run import Run
from tests.training.small import Silent, small_config


class FakeRun:
    def __init__(self, settings: dict[str, Any]) -> None:
        self.settings, self.id = settings, settings.get("id", "abc123")
        self.lines: list[dict[str, float]] = []
        self.metrics: list[tuple[str, str | None]] = []
        self.finished = False

    def define_metric(self, name: str, step_metric: str | None = None) -> None:
        self.metrics.append((name, step_metric))

    def log(self, values: dict[str, float]) -> None:
        assert not self.finished
        self.lines.append(values)

    def finish(self) -> None:
        self.finished = True


@pytest.fixture
def made(monkeypatch):
    """The runs that were created at Weights & Biases."""
    runs: list[FakeRun] = []
    module: Any = ModuleType("wandb")

    def init(**settings: Any) -> FakeRun:
        runs.append(FakeRun(settings))
        return runs[-1]

    module.init = init
    monkeypatch.setitem(sys.modules, "wandb", module)
    return runs


def test_the_curve_is_that_of_the_run(tmp_path, made):
    asked = {"project": "queens", "tags": ["small"], "mode": "offline"}
    Run(small_config(updates=2, wandb=asked), tmp_path / "mine", Silent()).train()
    (run,) = made
    settings = run.settings
    assert (settings["project"], settings["name"], settings["mode"]) == ("queens", "mine", "offline")
    assert settings["tags"] == ["small"]
    assert settings["config"]["updates"] == 2 and "wandb" not in settings["config"]
    assert "id" not in settings
    assert ("*", "update") in run.metrics
    written = [json.loads(line) for line in (tmp_path / "mine" / "metrics.jsonl").read_text().splitlines()]
    assert [line["update"] for line in run.lines] == [entry["update"] for entry in written]
    updates = [entry for entry in written if "entropy" in entry]
    assert [line["training/entropy"] for line in run.lines if "training/entropy" in line] == [
        entry["entropy"] for entry in updates
    ]
    shares = [entry["evaluation"]["sane 2"][0] for entry in written if "evaluation" in entry]
    assert [line["win_share/sane 2"] for line in run.lines if "win_share/sane 2" in line] == shares
    assert run.finished


def test_a_resumed_run_continues_there(tmp_path, made):
    config = small_config(updates=1, wandb={"project": "queens", "name": "first"})
    Run(config, tmp_path, Silent()).train()
    Run(config, tmp_path, Silent(), resume=True)
    assert made[0].settings["name"] == "first"
    assert (made[1].settings["id"], made[1].settings["resume"]) == ("abc123", "allow")


def test_a_run_can_be_resumed_without_it_and_with_it(tmp_path, made):
    Run(small_config(updates=1), tmp_path, Silent()).train()
    assert not made
    Run(small_config(updates=1, wandb={"project": "queens"}), tmp_path, Silent(), resume=True)
    assert "id" not in made[0].settings
    Run(small_config(updates=1), tmp_path, Silent(), resume=True)
    assert len(made) == 1


def test_without_the_package_the_error_names_the_command(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "wandb", None)
    with pytest.raises(ConfigError, match=r"wandb: .*pip install wandb"):
        Run(small_config(wandb={"project": "queens"}), tmp_path / "run", Silent())
    assert not (tmp_path / "run").exists()
    Run(small_config(updates=1), tmp_path / "run", Silent())


def test_the_key_needs_a_project():
    with pytest.raises(ConfigError, match=r"wandb.project"):
        small_config(wandb={})
    with pytest.raises(ConfigError, match=r"wandb.colour: unknown key"):
        small_config(wandb={"project": "queens", "colour": "red"})
