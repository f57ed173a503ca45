"""A run is played by the agents it began with, and its card says who they were."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from dixie_agents import AgentError, make_agent
from dixie_arena import local
from dixie_arena.ability_effects.study import Study, run_study
from dixie_arena.benchmarking import Benchmark, run_benchmark
from dixie_arena.config import ArenaError, Tournament
from dixie_arena.folder import RunFolder
from dixie_arena.identity import AnotherAgent, Identity, check_identity, code_of
from dixie_arena.run import identify_agents
from dixie_arena.verify import NotVerified, verify_folder
from tests.agents.policies import write_policy
from tests.arena.helpers import play, results_of, small

BOT = """
from pathlib import Path
from dixie_agents import Agent

class Bot(Agent):
    def __init__(self, path: Path = Path("none")):
        self.last = path.exists() and path.read_text() == "last"

    def act(self, decisions):
        masks = decisions.masks
        return masks.shape[1] - 1 - masks[:, ::-1].argmax(axis=1) if self.last else masks.argmax(axis=1)
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The current folder of a user: with two policies, a bot, and a file that the bot reads."""
    monkeypatch.chdir(tmp_path)
    write_policy(tmp_path / "one", 1)
    write_policy(tmp_path / "two", 2)
    (tmp_path / "policy").symlink_to(tmp_path / "one")
    (tmp_path / "my_edited_bot.py").write_text(BOT)
    (tmp_path / "style.txt").write_text("first")
    path = list(sys.path)
    yield tmp_path
    sys.path[:] = path
    sys.modules.pop("my_edited_bot", None)


def swap_policy(folder: Path) -> None:
    (folder / "policy").unlink()
    (folder / "policy").symlink_to(folder / "two")


def edit_bot(folder: Path) -> None:
    (folder / "my_edited_bot.py").write_text(BOT.replace("masks.argmax", "masks.copy().argmax"))


def edit_style(folder: Path) -> None:
    (folder / "style.txt").write_text("last")


CHANGES = [
    ("p=ppo:policy", swap_policy),
    ("p=mcts:2:ppo:policy", swap_policy),
    ("p=my_edited_bot:Bot", edit_bot),
    ("p=my_edited_bot:Bot?path=style.txt", edit_style),
]


def begin(plan: Tournament, path: Path) -> None:
    """Play the first part of a tournament, as if it was killed then."""
    run = RunFolder(path)
    identities = identify_agents(plan)
    with run.opened(plan, code_of(plan.entrants, identities), resume=False):
        for index, data in local.play_parts(plan, [0], 1, identities):
            run.write_chunk(index, data)


@pytest.mark.parametrize(("agent", "change"), CHANGES)
def test_another_agent_can_not_resume(folder: Path, agent: str, change) -> None:
    plan = small(f"{agent},sane", 12, chunk_games=6)
    begin(plan, folder / "run")
    change(folder)
    with pytest.raises(
        ArenaError, match=r"begun with another p \(fingerprint [0-9a-f]{12}, now [0-9a-f]{12}\)"
    ):
        play(plan, folder / "run", resume=True)


@pytest.mark.parametrize(("agent", "change"), CHANGES)
def test_another_agent_is_not_verified(folder: Path, agent: str, change) -> None:
    plan = small(f"{agent},sane", 6)
    card = play(plan, folder / "run").card
    assert verify_folder(folder / "run").replayed == 6
    assert card["agents"][0] == {
        "label": "p",
        "name": agent.removeprefix("p="),
        "fingerprint": make_agent(agent).fingerprint(),
        "repeatable": True,
    }
    change(folder)
    with pytest.raises(NotVerified, match=r"p \(.*\) is not the one that played"):
        verify_folder(folder / "run")
    assert play(plan, folder / "run", resume=True).card == card  # what is finished is still shown


@pytest.mark.parametrize(("agent", "change"), CHANGES)
def test_the_agent_itself_can_resume(folder: Path, agent: str, change) -> None:
    plan = small(f"{agent},sane", 12, chunk_games=6)
    begin(plan, folder / "run")
    play(plan, folder / "run", resume=True)
    play(plan, folder / "whole")
    assert results_of(folder / "run") == results_of(folder / "whole")


def test_a_policy_that_is_replaced_during_a_run(folder: Path) -> None:
    """In one process it was loaded already; a worker that loads it now refuses it."""
    plan = small("p=ppo:policy,sane", 12, chunk_games=6)
    play(plan, folder / "whole")
    identities = identify_agents(plan)
    right = dict(local.play_parts(plan, range(plan.chunks), 1, identities))
    swap_policy(folder)
    again = dict(local.play_parts(plan, range(plan.chunks), 1, identities))
    assert [rows_of(data) for data in right.values()] == [rows_of(data) for data in again.values()]
    with pytest.raises(AnotherAgent, match="the agent ppo:policy is not the one that this run began with"):
        list(local.play_parts(plan, range(plan.chunks), 2, identities))


def rows_of(data: bytes) -> list[dict[str, object]]:
    from dixie_arena.chunk import Chunk

    rows: list[dict[str, object]] = Chunk.from_bytes(data).table.to_pylist()
    return rows


@pytest.mark.parametrize("isolate", [True, False])
def test_a_bot_whose_file_changes_during_a_run(folder: Path, isolate: bool) -> None:
    plan = small("p=my_edited_bot:Bot?path=style.txt,sane", 12, chunk_games=6, isolate=isolate)
    identities = identify_agents(plan)
    edit_style(folder)
    with pytest.raises(AnotherAgent, match=r"my_edited_bot:Bot\?path=style.txt is not the one"):
        list(local.play_parts(plan, range(plan.chunks), 1, identities))


def test_a_bot_in_its_own_process_is_not_imported_here(folder: Path) -> None:
    plan = small("p=my_edited_bot:Bot,sane", 6)
    (fingerprint,) = {identify_agents(plan)["my_edited_bot:Bot"].fingerprint for _ in range(2)}
    assert "my_edited_bot" not in sys.modules
    assert fingerprint == make_agent("my_edited_bot:Bot").fingerprint()


def test_a_bot_that_could_not_be_made() -> None:
    known, broken = Identity("abc"), Identity("not made")
    check_identity("bot", broken, known)  # this time its moves are made for it
    with pytest.raises(AnotherAgent, match="its fingerprint is abc, it was not made"):
        check_identity("bot", known, broken)


def test_agents_that_do_not_always_choose_the_same(folder: Path) -> None:
    for agent, words in (("mcts:0.001s:ppo:policy", "decides by the clock"), ("gone:Bot", "gone")):
        if agent == "gone:Bot":
            (folder / "gone.py").write_text(BOT)
        play(small(f"p={agent},sane", 3, rounds=1), folder / agent[:4])
        (folder / "gone.py").unlink(missing_ok=True)
        with pytest.raises(NotVerified, match=words):
            verify_folder(folder / agent[:4])


def test_the_study_of_abilities(folder: Path) -> None:
    study = Study(("ppo:policy",), (3,), games=120, twin_games=0, rounds=1)
    answer = run_study(study, folder / "study")
    assert answer.summary["agents"] == {"ppo:policy": make_agent("ppo:policy").fingerprint()}
    assert run_study(study, folder / "study", resume=True).summary == answer.summary
    swap_policy(folder)
    with pytest.raises(ArenaError, match=r"begun with another ppo:policy \(fingerprint"):
        run_study(study, folder / "study", resume=True)


def small_benchmark(monkeypatch: pytest.MonkeyPatch) -> None:
    tiny = Benchmark(1, 1, ("random",), (2, 3), 4, "de", "standard", "choose", 1, "")
    tiny = Benchmark(**{**vars(tiny), "opponents_checksum": tiny.check_opponents()})
    monkeypatch.setattr("dixie_arena.benchmarking.load_benchmark", lambda version: tiny)


def test_the_benchmark(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    small_benchmark(monkeypatch)
    card = run_benchmark("ppo:policy", folder / "bench", version=1).card
    assert card["agent"] == {
        "name": "ppo:policy",
        "fingerprint": make_agent("ppo:policy").fingerprint(),
        "repeatable": True,
    }
    shutil.rmtree(folder / "bench" / "players-3")  # it was killed before this
    swap_policy(folder)
    with pytest.raises(ArenaError, match="players-2 was begun with another agent"):
        run_benchmark("ppo:policy", folder / "bench", version=1, resume=True)


def test_a_policy_that_is_replaced_during_the_benchmark(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    small_benchmark(monkeypatch)

    def progress(done: int, total: int) -> None:
        if 0 < done < total and (folder / "policy").resolve().name == "one":
            swap_policy(folder)

    with pytest.raises(AnotherAgent, match="changed while the benchmark was running"):
        run_benchmark("ppo:policy", folder / "bench", version=1, progress=progress)


def test_the_command_says_it_in_a_line(folder: Path) -> None:
    command = [sys.executable, "-m", "dixie_env.cli", "tournament", "--agents", "p=ppo:policy,sane"]
    options = [
        "--games",
        "8",
        "--players",
        "2",
        "--rounds",
        "2",
        "--seed",
        "1",
        "--no-report",
        "--out",
        "run",
    ]
    done = subprocess.run([*command, *options], capture_output=True, text=True, env=dict(os.environ))
    assert done.returncode == 0, done.stderr
    (folder / "run" / "card.json").unlink()
    (folder / "run" / "chunks").mkdir()
    swap_policy(folder)
    done = subprocess.run([*command, *options, "--resume"], capture_output=True, text=True)
    assert done.returncode == 2
    warning, error = done.stderr.splitlines()
    assert warning == "warning: ppo:policy was not trained for this game: it has 2 rounds, not 7"
    assert error.startswith("error: run was begun with another p (fingerprint")
    assert json.loads((folder / "run" / "code.json").read_text())["version"] == 2


def test_no_agent_at_all(folder: Path) -> None:
    with pytest.raises(AgentError, match="there is no agent"):
        identify_agents(small("nobody,sane"))
