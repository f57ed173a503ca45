"""The settings of ``llm:MODEL@URL?KEY=VALUE&...``, from the name of the agent."""

import json
import math
import re
from dataclasses import dataclass, fields
from pathlib import Path
from urllib.parse import urlsplit

from dixie_agents.llm.secret import USUAL_VARIABLE
from dixie_agents.names import AgentError
from dixie_env.observation import MODES

_MODEL_AT_URL = re.compile(r"(.+?)@(https?://.*)", re.DOTALL | re.IGNORECASE)
_ENDPOINT = "/chat/completions"
USAGE = "llm:MODEL@URL, such as llm:my-model@http://localhost:8000/v1"
_NOT_PLAY = ("transcripts", "key_variable", "input_price", "output_price", "parallel", "retries", "give_up")
"""Settings that don't change how the model plays."""


@dataclass(frozen=True)
class Settings:
    """How a language model plays. Each is an option of the name: ``?temperature=0.7&seconds=30``.

    Attributes:
        temperature: Sent to the server; by default the server decides.
        top_p: Sent to the server.
        seed: Sent to the server, for those that can repeat answers.
        max_tokens: The most tokens of an answer. Sent as ``max_tokens``.
        max_completion_tokens: The same, for servers that want this name instead.
        mode: ``tracked`` or ``screened``: whether the model is told the goods and reward points of others.
        seconds: Time for one decision, with all retries.
        game_seconds: Time for all decisions of one seat in one game; 0 is no limit.
        retries: How often a request is repeated that got no answer.
        parallel: How many requests may wait for the server at once, if several games are played together.
        give_up: After this many decisions in a row without an answer the agent raises an error; 0 is never.
        input_price: Price of a million input tokens, for the cost in reports.
        output_price: Price of a million output tokens.
        transcripts: Folder for transcripts, one JSON Lines file for each seat of each game.
        key_variable: The environment variable that holds the key.
    """

    temperature: float | None = None
    top_p: float | None = None
    seed: int | None = None
    max_tokens: int | None = None
    max_completion_tokens: int | None = None
    mode: str = "tracked"
    seconds: float = 60.0
    game_seconds: float = 0.0
    retries: int = 3
    parallel: int = 4
    give_up: int = 5
    input_price: float | None = None
    output_price: float | None = None
    transcripts: Path | None = None
    key_variable: str = USUAL_VARIABLE

    def __post_init__(self) -> None:
        for name, low, high in (
            ("temperature", 0, 10),
            ("top_p", 0, 1),
            ("max_tokens", 1, 10**7),
            ("max_completion_tokens", 1, 10**7),
            ("seconds", 0.001, 3600),
            ("game_seconds", 0, 10**6),
            ("retries", 0, 100),
            ("parallel", 1, 256),
            ("give_up", 0, 10**6),
            ("input_price", 0, 10**6),
            ("output_price", 0, 10**6),
        ):
            value = getattr(self, name)
            if value is not None and not (math.isfinite(value) and low <= value <= high):
                raise AgentError(f"{name} must be from {low:g} to {high:g}, not {value:g}")
        if self.mode not in MODES:
            raise AgentError(f"mode must be one of {', '.join(MODES)}, not {self.mode!r}")
        if (self.input_price is None) != (self.output_price is None):
            raise AgentError("input_price and output_price belong together: give both, or neither")

    @property
    def screened(self) -> bool:
        """Whether the goods and reward points of others are hidden from the model."""
        return self.mode == "screened"

    def sampling(self) -> dict[str, float | int]:
        """Return what a request says about sampling. Nothing is sent that was not given."""
        names = ("temperature", "top_p", "seed", "max_tokens", "max_completion_tokens")
        return {name: value for name in names if (value := getattr(self, name)) is not None}

    def playing(self) -> str:
        """Return what decides how the model plays, for the fingerprint."""
        kept = {item.name: getattr(self, item.name) for item in fields(self) if item.name not in _NOT_PLAY}
        return json.dumps(kept, sort_keys=True)

    def cost(self, input_tokens: int, output_tokens: int) -> float | None:
        """Return the cost of some tokens, or None without prices."""
        if self.input_price is None or self.output_price is None:
            return None
        return (input_tokens * self.input_price + output_tokens * self.output_price) / 1e6


OPTIONS = tuple(item.name for item in fields(Settings))
"""The options that a name may have."""


@dataclass(frozen=True)
class Server:
    """Where a model is.

    Attributes:
        model: Its name, as the server knows it.
        url: The address of the API, without ``/chat/completions``.
    """

    model: str
    url: str

    @property
    def endpoint(self) -> str:
        """The address that requests are sent to."""
        return f"{self.url}{_ENDPOINT}"

    @classmethod
    def parse(cls, argument: str) -> "Server":
        """Read ``MODEL@URL``.

        Raises:
            AgentError: The argument is something else.
        """
        found = _MODEL_AT_URL.fullmatch(argument)
        if found is None:
            raise AgentError(f"a language model needs a model and an http or https address: write {USAGE}")
        url = found[2].rstrip("/").removesuffix(_ENDPOINT)
        try:
            parts = urlsplit(url)
            parts.port  # noqa: B018  # raises ValueError if it is no number
        except ValueError as error:
            raise AgentError(f"this is not an address: {error}; write {USAGE}") from None
        if "@" in parts.netloc:  # not repeated here: it may hold a password
            raise AgentError(
                "the address must not contain a user or password: put the key into the environment "
                f"variable {USUAL_VARIABLE}"
            )
        if not parts.hostname or parts.fragment or any(letter.isspace() for letter in url):
            raise AgentError(f"the address has no host, a '#' or a space: write {USAGE}")
        return cls(found[1], url)
