"""Workers that learn together on Ray: killed processes, lost machines, and machines that join.

`test_team` has the same without Ray, in more detail and in less time.
"""

import os
import signal
import threading
import time
from typing import Any

import pytest
import torch

from dixie_training.run import make_learner
from dixie_training.team_learner import TeamLearner
from tests.training.test_team import same, tiny, train

ray = pytest.importorskip("ray")
pytestmark = [pytest.mark.xdist_group("ray"), pytest.mark.long]


@pytest.fixture(autouse=True)
def one_thread():
    torch.set_num_threads(1)


@pytest.fixture
def machines():
    """A cluster of one machine with one processor."""
    from ray.cluster_utils import Cluster

    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
    ray.init(address=cluster.address, log_to_driver=False)
    yield cluster
    ray.shutdown()
    cluster.shutdown()


def lossy_crew(workers: int, lose: Any) -> Any:
    """Workers on Ray, and something that happens while they learn for the second time."""
    from dixie_training.ray_crew import RayCrew

    class LossyCrew(RayCrew):
        learned = 0

        def ask(self, method: str, arguments: Any) -> list[Any]:
            if method == "learn":
                self.learned += 1
                if self.learned == 2:
                    threading.Timer(0.05, lose, [self]).start()
            return super().ask(method, arguments)

    return LossyCrew(workers, {"num_cpus": 1.0})


def kill_second(crew: Any) -> None:
    pid = ray.get(pids.pop())
    os.kill(pid, signal.SIGKILL)


pids: list[Any] = []


def slow() -> Any:
    """So slow that somebody can be lost in the middle of learning."""
    return tiny(update_epochs=200)


def test_one_worker_is_the_same_as_none(machines):
    alone = make_learner(tiny())
    together: Any = make_learner(tiny(ray={"address": machines.address}))
    assert train(alone, 2) == train(together, 2)
    assert same(alone.save(), together.save())
    together.close()


def test_a_killed_process_costs_nothing_but_time(machines):
    machines.add_node(num_cpus=1)
    said: list[str] = []
    results = []
    for lose in (lambda crew: None, kill_second):
        crew = lossy_crew(2, lose)
        learner = TeamLearner(slow(), crew, said.append)
        train(learner, 1)
        pids[:] = [crew._workers[1].__ray_call__.remote(lambda worker: os.getpid())]
        ray.wait(pids)
        assert train(learner, 2)[-1]["workers"] == 2
        results.append(learner.save())
        learner.close()
    assert same(*results)
    (line,) = said
    assert line.startswith("a worker was lost (")
    assert line.endswith("2 of 2 workers go on from update 1")


def test_a_lost_machine_and_one_that_joins(machines):
    second = machines.add_node(num_cpus=1)
    said: list[str] = []
    crew = lossy_crew(2, lambda crew: machines.remove_node(second, allow_graceful=False))
    learner = TeamLearner(slow(), crew, said.append)
    workers = [watched["workers"] for watched in train(learner, 2)]
    assert workers == [2, 1]
    assert said[-1].endswith("1 of 2 workers go on from update 1")
    machines.add_node(num_cpus=1)
    while crew.room() < 2:
        time.sleep(0.1)
    assert train(learner, 1)[0]["workers"] == 2
    assert said[-1] == "there is room for more workers: 2 of 2 workers go on from update 2"
    learner.close()
