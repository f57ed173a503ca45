"""The workers of a team as processes of this machine, without Ray, and ways to lose them."""

import os
import signal
from collections.abc import Callable, Sequence
from multiprocessing import connection, get_context
from typing import Any

import torch

from dixie_training.team import TeamBroken
from dixie_training.team_learner import Lost
from dixie_training.team_worker import Worker

processes = get_context("forkserver")
processes.set_forkserver_preload(["dixie_training.team_worker", "dixie_training.fast_ppo"])


def here() -> str:
    return "127.0.0.1"


def work(pipe: Any) -> None:
    """Answer questions until the pipe is closed. `look` asks for all arrays of the learner."""
    torch.set_num_threads(1)
    worker = Worker(here)
    while True:
        try:
            method, arguments = pipe.recv()
        except EOFError:
            return
        try:
            answer = worker._learner.save()[0] if method == "look" else getattr(worker, method)(*arguments)
        except Exception as error:
            answer = error
        pipe.send(answer)


class ForkedCrew:
    """Workers.

    Args:
        wanted: How many.
    """

    def __init__(self, wanted: int) -> None:
        self.wanted = self.places = wanted
        """`places` can be changed, as if machines were lost or joined."""
        self.kill: dict[tuple[str, int], tuple[int, int]] = {}
        """Which worker to kill when all are asked something for the n-th time (from 1), and how many places
        there are then."""
        self.asked: dict[str, int] = {}
        self.workers: list[tuple[Any, Any]] = []

    @property
    def size(self) -> int:
        return len(self.workers)

    def room(self) -> int:
        return self.places

    def gather(self, warn: Callable[[str], None]) -> None:
        for _ in range(self.places):
            ours, theirs = processes.Pipe()
            process = processes.Process(target=work, args=(theirs,), daemon=True)
            process.start()
            theirs.close()
            self.workers.append((process, ours))

    def ask(self, method: str, arguments: Sequence[Sequence[Any]]) -> list[Any]:
        self.asked[method] = self.asked.get(method, 0) + 1
        pipes: list[Any] = [pipe for _, pipe in self.workers[: len(arguments)]]
        answers: dict[Any, Any] = {}
        try:
            for pipe, own in zip(pipes, arguments, strict=True):
                pipe.send((method, own))
            doomed = self.kill.get((method, self.asked[method]))
            if doomed is not None:
                os.kill(self.workers[doomed[0]][0].pid, signal.SIGKILL)
                self.places = doomed[1]
            while len(answers) < len(pipes):
                ready: list[Any] = connection.wait([pipe for pipe in pipes if pipe not in answers])
                for pipe in ready:
                    answers[pipe] = answer = pipe.recv()
                    if isinstance(answer, Exception):
                        raise answer
        except (EOFError, OSError, TeamBroken) as error:
            raise Lost(type(error).__name__, str(error)) from error
        return [answers[pipe] for pipe in pipes]

    def put(self, thing: Any) -> Any:
        return thing

    def dismiss(self) -> None:
        for process, pipe in self.workers:
            process.kill()
            process.join()
            pipe.close()
        self.workers = []

    def close(self) -> None:
        self.dismiss()
