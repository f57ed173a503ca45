"""Workers that learn together: the same weights everywhere, and losing one costs at most an update.

The workers are processes of this machine; `test_team_on_ray` has the same on Ray.
"""

import json
import os
from datetime import timedelta
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from dixie_env import DixieError
from dixie_training import run
from dixie_training.checkpoint import load_checkpoint
from dixie_training.run import Run, make_learner
from dixie_training.team import Together
from dixie_training.team_learner import TeamLearner
from dixie_training.team_worker import TCPStore, use_interface
from tests.training import forked_crew
from tests.training.forked_crew import ForkedCrew
from tests.training.small import Silent, small_config
from tests.training.test_reproducible import curve


@pytest.fixture(autouse=True)
def one_thread():
    torch.set_num_threads(1)


@pytest.fixture
def said():
    return []


@pytest.fixture
def team(said):
    """Makes teams and ends them."""
    made = []

    def make(workers: int = 2, config: Any = None, crew: ForkedCrew | None = None) -> Any:
        crew = crew or ForkedCrew(workers)
        learner = TeamLearner(config or tiny(), crew, said.append)
        made.append(learner)
        return learner

    yield make
    for learner in made:
        learner.close()


def tiny(**changes: Any) -> Any:
    """A run whose games have one round, so that some end in every update."""
    game = {"game": {"players": 2, "rounds": 1}, "games": 4, "num_steps": 24}
    return small_config(**{**game, "hidden": [16], "minibatch_size": 32, "updates": 3, **changes})


LEAGUE = {
    "critic": True,
    "winner_coef": 0.5,
    "opponents": {
        "bots": ["sane"],
        "self_play": 0.5,
        "snapshots": 2,
        "snapshot_every": 1,
        "moods": 2.0,
        "exploiters": [{"players": 2, "games": 4}],
    },
}


def train(learner: Any, updates: int) -> list[dict[str, float]]:
    return [{**learner.rollout(), **learner.learn()} for _ in range(updates)]


def equal(left: Any, right: Any) -> bool:
    return left.keys() == right.keys() and all(np.array_equal(left[name], right[name]) for name in left)


def same(left: Any, right: Any) -> bool:
    """Are two states the same, to the last bit?"""
    return equal(left[0], right[0]) and left[1] == right[1]


# --- averaging ------------------------------------------------------------------------------------------


def average(rank: int, port: int, pipe: Any) -> None:
    store = TCPStore("127.0.0.1", port, 2, timeout=timedelta(seconds=100))
    team = Together(store, rank, 2)
    parameters = [torch.zeros(2, 2, requires_grad=True), torch.zeros(3, requires_grad=True)]
    parameters[0].grad = torch.tensor([[1.0, 2.0], [3.0, 4.0]]) * (rank + 1)
    if rank == 1:
        parameters[1].grad = torch.tensor([1.0, 0.0, -1.0])
    team.average(parameters)
    other = torch.full((2,), float(rank))
    team.agree([other])
    smallest = team.smallest(10 + rank)
    pipe.send(
        (
            [parameter.grad.tolist() for parameter in parameters if parameter.grad is not None],
            smallest,
            other.tolist(),
        )
    )


def test_gradients_are_averaged():
    store = TCPStore("127.0.0.1", 0, 2, is_master=True, wait_for_workers=False)
    pipes = []
    for rank in range(2):
        ours, theirs = forked_crew.processes.Pipe()
        forked_crew.processes.Process(target=average, args=(rank, store.port, theirs), daemon=True).start()
        pipes.append(ours)
    for pipe in pipes:
        gradients, smallest, agreed = pipe.recv()
        assert gradients == [[[1.5, 3.0], [4.5, 6.0]], [0.5, 0.0, -0.5]]
        assert smallest == 10
        assert agreed == [0.0, 0.0]


def test_the_network_is_the_one_of_the_address(monkeypatch):
    """Where the name of a machine leads to may be another one, which the others can't reach."""
    for name in ("GLOO_SOCKET_IFNAME", "NCCL_SOCKET_IFNAME"):
        monkeypatch.setenv(name, "")
        monkeypatch.delenv(name)
    use_interface("127.0.0.1")
    assert os.environ["GLOO_SOCKET_IFNAME"] == os.environ["NCCL_SOCKET_IFNAME"] == "lo"
    monkeypatch.setenv("GLOO_SOCKET_IFNAME", "mine")
    use_interface("127.0.0.1")
    assert os.environ["GLOO_SOCKET_IFNAME"] == "mine"


# --- one worker and two ---------------------------------------------------------------------------------


@pytest.mark.parametrize("changes", [{}, LEAGUE, {"learner": "expert"}], ids=["fast_ppo", "league", "expert"])
def test_one_worker_is_the_same_as_none(team, changes):
    alone = make_learner(tiny(**changes))
    together = team(1, tiny(**changes))
    watched = train(alone, 3)
    assert all("win_share" in update for update in watched)  # games ended
    assert train(together, 3) == watched
    assert same(alone.save(), together.save())
    assert equal(alone.weights(), together.weights())


@pytest.mark.parametrize("changes", [{}, LEAGUE, {"learner": "expert"}], ids=["fast_ppo", "league", "expert"])
def test_two_workers_have_the_same_weights_and_play_other_games(team, changes):
    learner = team(2, tiny(**changes))
    alone = make_learner(tiny(**changes))
    own = learner._crew.ask("rollout", [(), ()])
    assert own[0] == alone.rollout()  # worker 0 plays as if it were alone
    for update in range(1, 3):
        watched = train(learner, 1)[0]
        assert watched["workers"] == 2
        assert learner.updates == update
        first, second = learner._crew.ask("look", [(), ()])
        shared = [name for name in first if name.split(".")[0] in ("network", "optimizer", "critic")]
        assert shared and all(np.array_equal(first[name], second[name]) for name in shared)
        different = [name for name in first if name.endswith((".seeds", "rng"))]
        assert different and not any(np.array_equal(first[name], second[name]) for name in different)


# --- going on -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("changes", [{}, LEAGUE], ids=["fast_ppo", "league"])
def test_a_saved_team_goes_on_exactly(team, changes):
    whole, begun, resumed = (team(2, tiny(**changes)) for _ in range(3))
    train(whole, 3)
    train(begun, 1)
    arrays, counters = begun.save()
    resumed.load(arrays, json.loads(json.dumps(counters)))
    train(resumed, 2)
    assert same(whole.save(), resumed.save())


def test_with_more_workers_the_new_ones_begin_new_games(team, said):
    begun, more = team(1), team(2)
    train(begun, 1)
    more.load(*begun.save())
    first, second = more._crew.ask("look", [(), ()])
    assert equal(begun.save()[0], first)
    assert np.array_equal(first["network.policy.weight"], second["network.policy.weight"])
    assert not np.array_equal(first["games.2.seeds"], second["games.2.seeds"])
    assert train(more, 1)[0]["workers"] == 2


def test_a_run_of_a_team_goes_on_without_one(team):
    two, one, alone = team(2), team(1), make_learner(tiny())
    train(two, 1)
    saved = two.save()
    one.load(*saved)
    alone.load(*saved)
    assert train(one, 2) == train(alone, 2)
    assert equal(one.weights(), alone.weights())
    assert one.decisions > saved[1]["decisions"]


def test_a_killed_worker_costs_nothing_but_time(team, said):
    whole = team(2)
    train(whole, 3)
    crew = ForkedCrew(2)
    crew.kill = {("rollout", 1): (0, 2), ("learn", 2): (1, 2), ("learn", 4): (0, 2)}
    killed = team(2, crew=crew)
    assert train(killed, 3)[-1]["workers"] == 2
    assert same(whole.save(), killed.save())
    assert [line.rpartition(": ")[2] for line in said] == [
        "2 of 2 workers go on from the beginning",
        "2 of 2 workers go on from update 1",
        "2 of 2 workers go on from update 2",
    ]


def test_the_others_go_on_and_a_new_one_joins(team, said):
    crew, before = ForkedCrew(2), team(2)
    crew.kill = {("learn", 2): (0, 1)}
    learner = team(2, crew=crew)
    train(before, 1)
    assert [watched["workers"] for watched in train(learner, 2)] == [2, 1]
    assert "1 of 2 workers go on from update 1" in said[-1]
    left = team(1)
    left.load(*before.save())
    train(left, 1)
    assert same(left.save(), learner.save())
    crew.places = 2
    assert train(learner, 1)[0]["workers"] == 2
    assert said[-1] == "there is room for more workers: 2 of 2 workers go on from update 2"
    assert list(learner.save()[1]["team"]["workers"]) == ["2"]  # number 1 had its games


def test_a_team_that_is_lost_again_and_again_gives_up(team):
    crew = ForkedCrew(1)
    crew.kill = {("rollout", number): (0, 1) for number in range(1, 6)}
    learner = team(1, crew=crew)
    with pytest.raises(DixieError, match="workers were lost 5 times in a row"):
        learner.rollout()
    assert crew.size == 0


def test_workers_with_another_policy_are_refused(team):
    learner = team(1)
    learner._fingerprints = {"ppo:runs/rival/best": "1234"}
    with pytest.raises(DixieError, match="ppo:runs/rival/best is another agent on a machine of the cluster"):
        learner._check([("cpu", {"ppo:runs/rival/best": "5678"})])
    with pytest.raises(DixieError, match="some workers compute on cpu and others on cuda"):
        learner._check([("cpu", {}), ("cuda", {})])


def test_a_run_in_which_a_worker_was_killed(tmp_path, monkeypatch):
    """Its files are those of a run in which nobody was."""
    folders: list[Path] = []
    for kill in ({}, {("learn", 2): (1, 2)}):
        crew = ForkedCrew(2)
        crew.kill = dict(kill)
        monkeypatch.setattr(
            run, "make_learner", lambda config, warn, crew=crew: TeamLearner(config, crew, lambda line: None)
        )
        folder = tmp_path / str(len(folders))
        Run(tiny(), folder, Silent()).train()
        assert crew.size == 0  # they were ended
        folders.append(folder)
    whole, killed = folders
    assert equal(load_checkpoint(whole).arrays, load_checkpoint(killed).arrays)
    assert curve(whole) == curve(killed)
    assert (whole / "best/weights.safetensors").exists()
