"""What a tournament is: everything that decides its results, and nothing else."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Self

from dixie_agents.names import AgentError, parse_name, split_names
from dixie_agents.registry import is_foreign
from dixie_arena.schedule import Schedule, make_schedule
from dixie_env import DixieError, RulesError, Setup, compile_rules
from dixie_env.engine import CompiledRules

if TYPE_CHECKING:
    from dixie_arena.identity import Identities

CHUNKS = 64
"""A tournament is stored in about this many parts..."""
CHUNKS_WITH_GUESTS = 16
"""...in fewer if bots run in separate processes, which are restarted for each part..."""
MOST_GAMES = 1_000_000_000
"""Of a tournament: months on a large machine. More is a slip of the finger."""
MOST_GAMES_IN_CHUNK = 2048
"""...and in more if a part would have more games than this."""
DEFAULT_TIME_LIMIT = 2.0
EARLIER = (
    "written by an earlier version, which described the game under the key 'setup'; play it again in another "
    "folder, or use the version that wrote it"
)


class ArenaError(DixieError):
    """The arena can't do this. The message says why."""


def read_setup(data: Mapping[str, Any]) -> Setup:
    """Return the game of a stored plan.

    Raises:
        ArenaError: There is none, or an earlier version wrote it.
    """
    if "game" not in data and "setup" in data:
        raise ArenaError(EARLIER)
    try:
        return Setup.from_object(data["game"], absent_rules=1)
    except RulesError as error:
        raise ArenaError(f"game: {error}") from error


def check_observation(setup: Setup) -> None:
    """Refuse a common observation: in the arena each agent has its own."""
    if setup.observation != Setup().observation:
        raise ArenaError(
            "a tournament or study can't set the observation: each agent chooses its own "
            "(`Agent.observation`, or the card of a policy)"
        )


@dataclass(frozen=True)
class Entrant:
    """An agent with its label in this tournament."""

    label: str
    name: str

    @property
    def foreign(self) -> bool:
        """Whether it is external: a user's class or an installed agent."""
        return is_foreign(self.name)


def parse_entrants(text: str) -> tuple[Entrant, ...]:
    """Read a list such as ``random,greedy`` or ``a=sane,b=sane``: names as in ``dixie_agents.names``.

    Raises:
        AgentError: A label is used twice, or a name does not follow the grammar.
    """
    return make_entrants(split_names(text))


def make_entrants(names: Sequence[str]) -> tuple[Entrant, ...]:
    """Return the agents with these names, each with its label.

    Raises:
        AgentError: A label is used twice, or a name does not follow the grammar.
    """
    parsed = [parse_name(name) for name in names]
    entrants = [Entrant(name.label, name.bare) for name in parsed]
    labels = [entrant.label for entrant in entrants]
    for label in labels:
        if labels.count(label) > 1:
            raise AgentError(
                f"{label!r} is there {labels.count(label)} times; give each copy its own label: "
                f"a={label} and b={label}"
            )
    return tuple(entrants)


@dataclass(frozen=True)
class Tournament:
    """A tournament before it is played.

    Attributes:
        entrants: The agents that take part.
        games: Number of games, rounded up to whole blocks of the schedule.
        seed: Seed of line-ups, games and the agents' random numbers.
        lineups: ``auto``, ``all``, ``sampled``, ``drawn``, ``duels`` or ``challenge``; see `Schedule`.
        setup: Which game is played. Each agent has its own observation.
        isolate: Whether external bots run in separate processes.
        time_limit: Seconds such a bot has for a decision.
        strict: Whether a bot that failed to move is ranked last in that game.
        chunk_games: About how many games are played and stored together; 0 lets the arena choose.
    """

    noun: ClassVar[str] = "tournament"

    entrants: tuple[Entrant, ...]
    games: int
    seed: int = 1
    lineups: str = "auto"
    setup: Setup = field(default_factory=Setup)
    isolate: bool = True
    time_limit: float = DEFAULT_TIME_LIMIT
    strict: bool = False
    chunk_games: int = 0

    def __post_init__(self) -> None:
        check_observation(self.setup)
        if self.games > MOST_GAMES:
            raise ArenaError(f"the number of games must be at most {MOST_GAMES}, not {self.games}")
        if not 0 <= self.seed < 2**63:
            raise ArenaError(f"the seed of a tournament must be from 0 to {2**63 - 1}, not {self.seed}")
        if not 0 < self.time_limit <= 3600:
            raise ArenaError(
                f"the time limit must be above 0 and at most 3600 seconds, not {self.time_limit:g}"
            )

    @cached_property
    def rules(self) -> CompiledRules:
        """The rules of all games."""
        return compile_rules(self.setup)

    @cached_property
    def schedule(self) -> Schedule:
        """Who plays whom."""
        return make_schedule(len(self.entrants), self.rules.players, self.games, self.seed, self.lineups)

    @cached_property
    def chunk_blocks(self) -> int:
        """How many blocks are played and stored together. Never depends on the machine or on workers."""
        games = self.chunk_games
        if not games:
            guests = self.isolate and any(entrant.foreign for entrant in self.entrants)
            games = min(
                self.schedule.games // (CHUNKS_WITH_GUESTS if guests else CHUNKS), MOST_GAMES_IN_CHUNK
            )
        return max(1, games // self.schedule.games_in_block)

    @property
    def chunks(self) -> int:
        """Number of parts."""
        return -(-self.schedule.blocks // self.chunk_blocks)

    def chunk(self, index: int) -> range:
        """Return the blocks of a part."""
        start = index * self.chunk_blocks
        return range(start, min(start + self.chunk_blocks, self.schedule.blocks))

    def games_in_chunk(self, index: int) -> int:
        """Return how many games a part has."""
        return len(self.chunk(index)) * self.schedule.games_in_block

    def play_part(self, index: int, identities: "Identities") -> bytes:
        """Play the games of one part."""
        from dixie_arena.chunk import play_chunk  # which imports this module

        return play_chunk(self, index, identities).to_bytes()

    def as_object(self) -> dict[str, Any]:
        """Return everything as plain data, for JSON."""
        plain = {item.name: getattr(self, item.name) for item in fields(self) if item.name != "setup"}
        entrants = [asdict(entrant) for entrant in self.entrants]
        return {**plain, "entrants": entrants, "game": self.setup.as_object()}

    @classmethod
    def from_object(cls, data: Mapping[str, Any]) -> Self:
        """Create a tournament from what ``as_object`` returned."""
        try:
            rest = {key: value for key, value in data.items() if key != "game"}
            entrants = tuple(Entrant(**entrant) for entrant in data["entrants"])
            return cls(**{**rest, "entrants": entrants, "setup": read_setup(data)})
        except (KeyError, TypeError) as error:
            raise ArenaError(f"this is not a description of a tournament: {error}") from error

    def fingerprint(self) -> str:
        """Return a checksum of everything that decides the results."""
        text = json.dumps(self.as_object(), sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()
