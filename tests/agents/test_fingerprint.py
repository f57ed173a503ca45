"""Agents with the same fingerprint play the same; whatever changes how one plays changes it."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from dixie_agents import Agent, AgentError, make_agent
from dixie_agents import fingerprint as module
from dixie_agents.policy import Policy, PolicyAgent
from dixie_agents.policy_file import load_weights
from tests.agents.foreign import FirstOption, Illegal
from tests.agents.policies import write_policy

BOT = """
import {helper}
from dixie_agents import Agent

class Bot(Agent):
    def __init__(self, path="", depth: int = 1):
        self.path = path

    def act(self, decisions):
        return decisions.masks.argmax(axis=1)
"""


def elsewhere(folder: Path, name: str) -> dict[str, Any]:
    """Return fingerprint and repeatability of an agent, made by a new process in a folder."""
    code = (
        "import json, sys; from dixie_agents import make_agent; agent = make_agent(sys.argv[1]); "
        "print(json.dumps({'fingerprint': agent.fingerprint(), 'repeatable': agent.repeatable}))"
    )
    done = subprocess.run([sys.executable, "-c", code, name], cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "my_bot.py").write_text(BOT.format(helper="my_features"))
    (tmp_path / "my_features.py").write_text("X = 1\n")
    (tmp_path / "my_pack").mkdir()
    (tmp_path / "my_pack" / "__init__.py").write_text("")
    (tmp_path / "my_pack" / "bots.py").write_text(BOT.format(helper="json"))
    (tmp_path / "my_pack" / "late.py").write_text("Y = 1\n")
    (tmp_path / "weights").mkdir()
    (tmp_path / "weights" / "one.bin").write_bytes(b"1")
    return tmp_path


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("my_bot:Bot", "my_bot.py"),
        ("my_bot:Bot", "my_features.py"),  # imported from the same folder
        ("my_pack.bots:Bot", "my_pack/bots.py"),
        ("my_pack.bots:Bot", "my_pack/late.py"),  # in the same package
        ("my_bot:Bot?path=weights/one.bin", "weights/one.bin"),
        ("my_bot:Bot?path=weights", "weights/one.bin"),
    ],
)
def test_a_bot_in_the_current_folder(folder: Path, name: str, file: str) -> None:
    before = elsewhere(folder, name)["fingerprint"]
    assert elsewhere(folder, f"label={name}")["fingerprint"] == before
    with (folder / file).open("a") as opened:
        opened.write("\n")
    assert elsewhere(folder, name)["fingerprint"] != before


def test_other_files_do_not_count(folder: Path) -> None:
    before = elsewhere(folder, "my_bot:Bot")["fingerprint"]
    (folder / "weights" / "one.bin").write_bytes(b"2")
    (folder / "notes.py").write_text("Z = 1\n")
    assert elsewhere(folder, "my_bot:Bot")["fingerprint"] == before
    moved = folder.rename(folder.with_name("moved"))
    assert elsewhere(moved, "my_bot:Bot")["fingerprint"] == before


def test_arguments_count(folder: Path) -> None:
    names = ["my_bot:Bot", "my_bot:Bot?depth=2", "my_bot:Bot?depth=3", "my_bot:Bot?path=2"]
    assert len({elsewhere(folder, name)["fingerprint"] for name in names}) == 4


def test_a_folder_too_large_to_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_FILES", 3)
    for number in range(5):
        (tmp_path / str(number)).touch()
    with pytest.raises(AgentError, match="more than 3 files"):
        module.fingerprint_class(FirstOption, arguments=[str(tmp_path)])


def test_policies(tmp_path: Path) -> None:
    write_policy(tmp_path / "one", 1)
    write_policy(tmp_path / "two", 2)
    path = tmp_path / "here"
    path.symlink_to(tmp_path / "one")
    first = {name: make_agent(name) for name in (f"ppo:{path}", f"mcts:4:ppo:{path}", f"mcts:5:ppo:{path}")}
    card = json.loads((path / "card.json").read_text())
    assert first[f"ppo:{path}"].fingerprint() == card["checksum"]
    assert len({agent.fingerprint() for agent in first.values()}) == 3
    assert (
        make_agent(f"mcts:4:ppo:{tmp_path / 'one'}").fingerprint()
        == first[f"mcts:4:ppo:{path}"].fingerprint()
    )
    path.unlink()
    path.symlink_to(tmp_path / "two")
    for name, agent in first.items():
        assert make_agent(name).fingerprint() != agent.fingerprint()


def test_policies_without_a_card(tmp_path: Path) -> None:
    agents = []
    for seed in (1, 2):
        write_policy(tmp_path / str(seed), seed)
        agents.append(PolicyAgent("learner", Policy(load_weights(tmp_path / str(seed))[0])))
    assert agents[0].fingerprint() != agents[1].fingerprint()


def test_built_in_agents() -> None:
    names = ["random", "sane", "greedy", "balanced", "mcts:5", "mcts:6", "mcts:5s"]
    assert len({make_agent(name).fingerprint() for name in names}) == len(names)
    assert make_agent("a=sane").fingerprint() == make_agent("sane").fingerprint()
    assert elsewhere(Path.cwd(), "sane")["fingerprint"] == make_agent("sane").fingerprint()


def test_objects_of_your_own() -> None:
    assert FirstOption().fingerprint() == FirstOption().fingerprint() != Illegal().fingerprint()

    class Local(FirstOption):
        def fingerprint(self) -> str:
            return "mine"

    assert Local().fingerprint() == "mine"


@pytest.mark.parametrize(
    ("name", "repeatable"),
    [
        ("sane", True),
        ("mcts:20", True),
        ("mcts:2s", False),
        ("mcts:2s:ppo:zoo/second", False),
        ("mcts:200:ppo:zoo/second", True),
        ("ppo:zoo/second", True),
    ],
)
def test_whether_an_agent_can_be_repeated(name: str, repeatable: bool) -> None:
    assert make_agent(name).repeatable is repeatable


def test_a_path_that_ends_like_seconds(tmp_path: Path) -> None:
    write_policy(tmp_path / "best_seeds", 1)
    assert make_agent(f"mcts:200:ppo:{tmp_path / 'best_seeds'}").repeatable


def test_an_agent_says_itself_that_it_can_not_be_repeated() -> None:
    class Moody(FirstOption):
        repeatable = False

    agent: Agent = Moody()
    assert not agent.repeatable
