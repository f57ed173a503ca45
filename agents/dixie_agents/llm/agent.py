"""The agent ``llm:MODEL@URL``: a language model in a seat."""

import inspect
import json
import time
from collections import OrderedDict
from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dixie_agents.assisted import AssistedAgent
from dixie_agents.base import Decisions
from dixie_agents.fingerprint import digest, fingerprint_built_in
from dixie_agents.llm.answer import Unusable, read_answer
from dixie_agents.llm.chat import Answer, Chat, LlmError, NoAnswer
from dixie_agents.llm.prompt import again, first_messages
from dixie_agents.llm.settings import Server, Settings
from dixie_agents.llm.transcript import Transcripts, now
from dixie_env import Game, primer, text, text_options, text_view

MOST_GAMES = 10_000
"""Games whose clocks are kept."""

_UNASKED = "unasked"


@dataclass
class _Decided:
    """What came of one decision.

    Attributes:
        option: The id of the option, or None if one must be chosen for the model.
        kind: The kind of the failure, if there was one.
        problem: Why there is no option.
        seconds: How long it took.
        counts: Requests, tokens and so on.
        lines: For the transcript.
    """

    option: int | None = None
    kind: str = ""
    problem: str = ""
    seconds: float = 0.0
    counts: dict[str, float] = field(default_factory=dict)
    lines: list[dict[str, Any]] = field(default_factory=list)

    def count(self, **numbers: float) -> None:
        for name, number in numbers.items():
            self.counts[name] = self.counts.get(name, 0) + number


class LlmAgent(AssistedAgent):
    """A language model behind an OpenAI-compatible chat API.

    It gets the rules, the position as its seat knows it and numbered options, and answers with a number or a
    name. An answer that can't be used is asked for once more. If that fails too, or there is no answer in
    time, a legal move is chosen for it (`dixie_agents.assisted`) and counted: ``illegal``, ``timeouts``,
    ``unanswered``, or ``unasked`` when the time for the game is used up. A single legal option is taken
    without asking.

    Args:
        server: The model and its address.
        settings: Limits, sampling, prices, transcripts.

    Raises:
        AgentError: The variable with the key can't be used.
    """

    searches = True  # the text comes from the game as the seat knows it
    repeatable = False
    slow = True

    def __init__(self, server: Server, settings: Settings | None = None) -> None:
        super().__init__()
        self.server = server
        self.settings = settings or Settings()
        self.name = f"llm:{server.model}@{server.url}"
        self.chat = Chat(server, self.settings)
        self._fingerprint = fingerprint_built_in(
            "llm", server.model, server.url, self.settings.playing(), _fingerprint_texts()
        )
        self._counts: dict[str, float] = {}
        self._silent = 0  # decisions in a row without an answer
        self._clocks: OrderedDict[tuple[int, int], tuple[int, float]] = OrderedDict()

    def __repr__(self) -> str:
        return f"LlmAgent({self.name!r})"

    def take_counts(self) -> dict[str, float]:
        """Return requests, tokens and cost since the last call. There is no cost without prices."""
        counts, self._counts = self._counts, {}
        cost = self.settings.cost(int(counts.get("input_tokens", 0)), int(counts.get("output_tokens", 0)))
        return counts if cost is None or not counts else {**counts, "cost": cost}

    # --- deciding ---------------------------------------------------------------------------------------

    def act(self, decisions: Decisions) -> NDArray[np.int64]:
        """Ask the model for each decision, several at a time.

        Raises:
            LlmError: The server refuses requests for good, or has not answered many decisions in a row.
        """
        if decisions.games is None:
            raise ValueError(f"the agent {self.name!r} needs the games of its decisions")
        answers: NDArray[np.int64] = decisions.masks.argmax(axis=1).astype(np.int64)
        rows = np.flatnonzero((decisions.masks != 0).sum(axis=1) > 1).tolist()
        for row, found in zip(rows, self._ask_all(decisions, rows), strict=True):
            self._note(found)
            option = found.option
            if option is None:
                option = self.substitute(decisions, row)
                self.note_trouble(found.kind, found.problem)
            answers[row] = option
            self._keep(decisions, row, found, option)
            self._watch(found)
        return answers

    def _ask_all(self, decisions: Decisions, rows: list[int]) -> list[_Decided]:
        """Return what the model decides, in the order of the rows."""
        assert decisions.games is not None
        times = [self._time_for(decisions, row) for row in rows]
        games = [decisions.games[row] for row in rows]
        if len(rows) < 2 or self.settings.parallel == 1:
            return [self._decide(*pair) for pair in zip(games, times, strict=True)]
        self.chat.start()
        pool = ThreadPoolExecutor(min(self.settings.parallel, len(rows)), "llm")
        try:
            waiting = [pool.submit(self._decide, *pair) for pair in zip(games, times, strict=True)]
            wait(waiting, return_when=FIRST_EXCEPTION)
            for one in waiting:
                if one.done():
                    one.result()  # raises the error of one that failed, and doesn't wait for the others
            return [one.result() for one in waiting]
        except BaseException:
            self.chat.stop()
            raise
        finally:
            pool.shutdown(cancel_futures=True)

    def _decide(self, game: Game, seconds: float) -> _Decided:
        """Ask for one decision. Runs in any thread."""
        found = _Decided()
        start = time.monotonic()
        if seconds <= 0:
            found.kind, found.problem = _UNASKED, "its time for this game is used up"
            return found
        options = text_options(game)
        messages = first_messages(game, screened=self.settings.screened)
        for attempt in (1, 2):
            line: dict[str, Any] = {
                "type": "request",
                "time": now(),
                "seat": game.seat,
                "round": game.round,
                "decision": game.decision,
                "attempt": attempt,
                "prompt": messages[-1]["content"],
            }
            found.lines.append(line)
            asked = time.monotonic()
            try:
                answer = self.chat.ask(messages, start + seconds)
            except NoAnswer as error:
                found.kind, found.problem = error.kind, str(error)
                found.count(requests=error.requests)
                line |= {"problem": found.problem, "seconds": _rounded(asked)}
                break
            _count_answer(found, answer)
            line |= {
                "answer": answer.text,
                "requests": answer.requests,
                "input_tokens": answer.input_tokens,
                "output_tokens": answer.output_tokens,
                "seconds": _rounded(asked),
            }
            try:
                chosen = read_answer(answer.text, options)
            except Unusable as error:
                cut = " (it was cut off at the limit of tokens)" if answer.cut else ""
                found.kind, found.problem = "illegal", self.chat.secret.redact(f"{error}{cut}")
                found.count(unusable_answers=1)
                line["problem"] = found.problem
                messages = [*messages, *again(answer.text, found.problem, len(options))]
                continue
            line["option"] = chosen.name
            found.option = chosen.option
            break
        found.seconds = time.monotonic() - start
        return found

    # --- clocks, counts, transcripts --------------------------------------------------------------------

    def _time_for(self, decisions: Decisions, row: int) -> float:
        """Return how many seconds a decision may take; 0 if the time for its game is used up."""
        limit, total = self.settings.seconds, self.settings.game_seconds
        if not total or decisions.tables is None:
            return limit
        assert decisions.games is not None
        game = decisions.games[row]
        assert game.seat is not None
        round_, used = self._clocks.get((int(decisions.tables[row]), game.seat), (0, 0.0))
        if game.round < round_:  # the same game from its beginning
            used = 0.0
        return min(limit, max(0.0, total - used))

    def _run_clock(self, decisions: Decisions, row: int, seconds: float) -> None:
        assert decisions.games is not None and decisions.tables is not None
        game = decisions.games[row]
        assert game.seat is not None
        key = int(decisions.tables[row]), game.seat
        round_, used = self._clocks.pop(key, (0, 0.0))
        self._clocks[key] = game.round, seconds if game.round < round_ else used + seconds
        while len(self._clocks) > MOST_GAMES:
            self._clocks.popitem(last=False)

    def _note(self, found: _Decided) -> None:
        for name, number in found.counts.items():
            self._counts[name] = self._counts.get(name, 0) + number

    def _keep(self, decisions: Decisions, row: int, found: _Decided, option: int) -> None:
        """Run the clock of the game, and write the transcript."""
        assert decisions.games is not None
        game = decisions.games[row]
        if decisions.tables is not None:
            self._run_clock(decisions, row, found.seconds)
        if self.settings.transcripts is None:
            return
        if found.option is None:
            (name,) = (one.name for one in text_options(game) if one.option == option)
            problem = {"kind": found.kind, "problem": found.problem}
            found.lines.append(
                {"type": "replaced", "time": now(), "seat": game.seat, "option": name, **problem}
            )
        table = None if decisions.tables is None else int(decisions.tables[row])
        start = {
            "agent": self.name,
            "model": self.server.model,
            "url": self.server.url,
            "settings": json.loads(self.settings.playing()),
            "system": first_messages(game, screened=self.settings.screened)[0]["content"],
        }
        transcripts = Transcripts(self.settings.transcripts, self.chat.secret)
        transcripts.write(transcripts.file(table, game.seat or 0), start, found.lines)

    def _watch(self, found: _Decided) -> None:
        """Raise an error if the server has been silent for too long."""
        if found.kind == _UNASKED:
            return
        silent = found.option is None and found.kind != "illegal"
        self._silent = self._silent + 1 if silent else 0
        if self.settings.give_up and self._silent >= self.settings.give_up:
            self._silent = 0
            raise LlmError(
                f"{self.name}: {self.settings.give_up} decisions in a row got no answer, the last because: "
                f"{found.problem}. Is the server running? give_up=0 plays on with random legal moves"
            )


def _count_answer(found: _Decided, answer: Answer) -> None:
    found.count(requests=answer.requests)
    if answer.input_tokens is None or answer.output_tokens is None:
        found.count(answers_without_usage=1)
    found.count(input_tokens=answer.input_tokens or 0, output_tokens=answer.output_tokens or 0)


def _rounded(start: float) -> float:
    return round(time.monotonic() - start, 3)


@cache
def _fingerprint_texts() -> str:
    """Return a checksum of the code that writes positions and rules, which is not part of this package."""
    files = (Path(inspect.getfile(module)) for module in (text, text_view, primer))
    return digest(*(file.read_bytes() for file in files))
