"""A conversation with a server that has an OpenAI-compatible chat API: retries, usage, clear errors."""

import json
import time
from collections.abc import Sequence
from dataclasses import dataclass
from http import HTTPStatus
from threading import Event
from typing import Any

from dixie_agents.llm.http import Line, NoReply, Reply
from dixie_agents.llm.secret import Secret
from dixie_agents.llm.settings import Server, Settings
from dixie_env import DixieError

Message = dict[str, str]
"""``{"role": "user", "content": "..."}``."""

FIRST_WAIT = 0.5
"""Seconds before the first retry; doubled for each further one."""
MOST_WAIT = 30.0
_TRY_AGAIN = (408, 409, 425, 429)
_SHOWN = 300


class LlmError(DixieError):
    """A language model can't play: the server refuses its requests, or does not answer any more."""


class NoAnswer(Exception):
    """A request got no answer within its time and retries.

    Attributes:
        kind: ``timeouts`` or ``unanswered``.
        requests: How many requests were sent.
    """

    def __init__(self, kind: str, message: str, requests: int) -> None:
        super().__init__(message)
        self.kind = kind
        self.requests = requests


@dataclass(frozen=True)
class Answer:
    """What a model answered.

    Attributes:
        text: Its words.
        requests: How many requests it took.
        input_tokens: Tokens of the prompt, or None if the server did not count them.
        output_tokens: Tokens of the answer.
        cut: Whether the answer ended at the limit of tokens.
    """

    text: str
    requests: int
    input_tokens: int | None
    output_tokens: int | None
    cut: bool


class Chat:
    """Asks one model.

    Args:
        server: Where the model is.
        settings: Sampling, retries and the variable with the key.
    """

    def __init__(self, server: Server, settings: Settings) -> None:
        self.server = server
        self.settings = settings
        self.secret = Secret(settings.key_variable)
        self._line = Line()
        self._stopped = Event()

    def __getstate__(self) -> dict[str, Any]:
        return {"server": self.server, "settings": self.settings}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__init__(**state)  # type: ignore[misc]

    def start(self) -> None:
        """Allow requests again after `stop`."""
        self._stopped.clear()

    def stop(self) -> None:
        """End all requests, because the program is interrupted."""
        self._stopped.set()
        self._line.hang_up()

    def ask(self, messages: Sequence[Message], deadline: float) -> Answer:
        """Send messages and return the answer.

        Network errors, replies that are no JSON, and the statuses 408, 409, 425, 429 and 5xx are tried again.

        Raises:
            NoAnswer: There is none before the deadline, by `time.monotonic`, or after all retries.
            LlmError: The server refuses the request for good.
        """
        request = {"model": self.server.model, "messages": list(messages), **self.settings.sampling()}
        body = json.dumps(request).encode()
        problem, requests = "there was no time left", 0
        for attempt in range(self.settings.retries + 1):
            wait = 0.0
            requests += 1
            try:
                reply = self._line.post(self.server.endpoint, body, self.secret.headers(), deadline)
                found = self._read(reply, requests)
                if isinstance(found, Answer):
                    return found
                problem, wait = found, reply.retry_after
            except NoReply as error:
                problem = self.secret.redact(str(error))[:_SHOWN]
                if error.late:
                    raise NoAnswer("timeouts", problem, requests) from None
            if attempt == self.settings.retries:
                break
            wait = max(wait, min(FIRST_WAIT * 2**attempt, MOST_WAIT))
            if time.monotonic() + wait >= deadline:
                raise NoAnswer("timeouts", f"{problem}; there was no time left for another request", requests)
            if self._stopped.wait(wait):
                break
        raise NoAnswer("unanswered", problem, requests)

    def _read(self, reply: Reply, requests: int) -> Answer | str:
        """Return the answer in a reply, or why there is none and a retry may help."""
        status = reply.status
        if 200 <= status < 300:
            if answer := _find_answer(reply.body, requests):
                return answer
            return f"the reply is not an answer of the chat API: {self._said(reply)}"
        said = self._said(reply)
        problem = f"the server replied {status} {_phrase(status)}{f': {said}' if said else ''}"
        if status in _TRY_AGAIN or status >= 500:
            return problem
        hint = ""
        if status in (401, 403):
            hint = f"; the key comes from the environment variable {self.secret.variable}"
        elif 300 <= status < 400:
            hint = f"; redirects are not followed, this one goes to {reply.location!r}"
        elif status == 404:
            hint = f"; is {self.server.url} the right address, and {self.server.model!r} a model there?"
        raise LlmError(self.secret.redact(f"llm:{self.server.model}@{self.server.url}: {problem}{hint}"))

    def _said(self, reply: Reply) -> str:
        """Return what an error reply says, shortened and without the key."""
        return self.secret.redact(_error_text(reply.body))[:_SHOWN]


def _phrase(status: int) -> str:
    try:
        return HTTPStatus(status).phrase
    except ValueError:
        return ""


def _error_text(body: bytes) -> str:
    """Return the message in an error reply: a field of JSON, or the text itself."""
    text = body.decode("utf-8", "replace")
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return " ".join(text.split())
    error = data.get("error", data) if isinstance(data, dict) else data
    message = error.get("message") if isinstance(error, dict) else error
    return " ".join(str(message if message is not None else text).split())


def _find_answer(body: bytes, requests: int) -> Answer | None:
    """Return the answer in a reply, or None if the reply does not have the form of the API."""
    try:
        data = json.loads(body)
        choice = data["choices"][0]
        content = choice["message"].get("content")
    except (ValueError, RecursionError, KeyError, IndexError, TypeError, AttributeError):
        return None
    if isinstance(content, list):  # some servers send parts
        content = "".join(str(part.get("text", "")) for part in content if isinstance(part, dict))
    usage = data.get("usage")
    counts = [usage.get(name) if isinstance(usage, dict) else None for name in _TOKENS]
    tokens = [number if type(number) is int and number >= 0 else None for number in counts]
    text = content if isinstance(content, str) else ""
    return Answer(text, requests, tokens[0], tokens[1], choice.get("finish_reason") == "length")


_TOKENS = ("prompt_tokens", "completion_tokens")
