"""The file of a study, ``configs/study/*.yaml``: everything that decides its results."""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import Field, model_validator

from dixie_arena.config import ArenaError
from dixie_arena.studying.pool import Pool, check_compiled, load_pool
from dixie_arena.studying.sampling import LEAST_SHARE
from dixie_arena.studying.schema import Part, find_file, parse, read
from dixie_arena.weigh import FEWEST
from dixie_env.boards.evidence import Evidence, load_evidence
from dixie_env.boards.files import board_data
from dixie_env.boards.names import EVALUATION_SEEDS
from dixie_env.boards.prior import Prior, load_prior
from dixie_env.config import Board, ConfigError, load_board, load_edition

__all__ = [
    "DEALT",
    "DRAFTED",
    "ESTIMANDS",
    "HELD",
    "Planted",
    "Study",
    "StudyFile",
    "Weigh",
    "load_study",
    "study_from_object",
]

Estimand = Literal["dealt", "held", "drafted"]
DEALT: Estimand = "dealt"
HELD: Estimand = "held"
DRAFTED: Estimand = "drafted"
ESTIMANDS: tuple[Estimand, ...] = (DEALT, HELD, DRAFTED)

_Games = Annotated[int, Field(ge=1, le=1_000_000)]
_Boards = Annotated[int, Field(ge=2, le=100_000)]
_Players = Annotated[int, Field(ge=2, le=5)]
_Seed = Annotated[int, Field(ge=0, lt=2**62)]


class Weigh(Part):
    """How boards are weighed.

    Attributes:
        boards: How many, at first.
        most_boards: How many at most, if the first are too few.
        games: Games for each number of players on every board.
        more: At least as many more on boards that are still believable.
        most: And at most as many.
        proposal: How often each track length is drawn; None for the prior.
    """

    boards: _Boards
    most_boards: _Boards
    games: Annotated[int, Field(ge=FEWEST, le=100_000)]
    more: Annotated[int, Field(ge=FEWEST, le=100_000)]
    most: Annotated[int, Field(ge=FEWEST, le=100_000)]
    proposal: dict[int, float] | None = None

    @model_validator(mode="after")
    def _fits(self) -> Self:
        if self.most < self.more:
            raise ValueError(f"most, {self.most}, must be at least more, {self.more}")
        if self.most_boards < self.boards:
            raise ValueError(f"most_boards, {self.most_boards}, must be at least boards, {self.boards}")
        if self.proposal is not None:
            low = min(self.proposal.values(), default=0.0)
            if low < LEAST_SHARE - 1e-9 or abs(sum(self.proposal.values()) - 1) > 1e-6:
                raise ValueError(
                    f"proposal must be shares of {LEAST_SHARE:.0%} or more for each length that add up to 1"
                )
        return self


class Answer(Part):
    """The boards that answer, and the games on each of them for each estimand."""

    boards: _Boards
    games: _Games
    estimands: list[Estimand] = Field(min_length=1)

    @model_validator(mode="after")
    def _dealt_is_there(self) -> Self:
        if DEALT not in self.estimands or len(set(self.estimands)) < len(self.estimands):
            raise ValueError("estimands must be different ones of dealt, held, drafted; dealt is always one")
        return self


class Boards(Part):
    """A number of boards, and of games on each."""

    boards: _Boards
    games: _Games


class Limit(Boards):
    """The reading "5 are the limit" of the markers: weighed on its own, then dealt."""

    weigh: Weigh


class Others(Boards):
    """Other games, dealt: each number of players with each edition, but the one that the study is about.

    Attributes:
        players: Numbers of players.
        editions: Editions, names or files.
    """

    players: list[_Players] = Field(min_length=1)
    editions: list[str] = Field(min_length=1)

    @model_validator(mode="after")
    def _are_different(self) -> Self:
        for key in ("players", "editions"):
            if len(set(getattr(self, key))) < len(getattr(self, key)):
                raise ValueError(f"{key} must be different ones")
        return self


class Search(Boards):
    """One searching seat among the pool."""

    agent: str


class Planted(Part):
    """A planted truth about one ability, only for tests of the statistics.

    Attributes:
        bonus: Points that come with it.
        off: Whether the ability does nothing else.
        agents: Labels of the agents who get the bonus; None for all.
        shortest: The bonus is paid on tracks of this length and longer.
    """

    bonus: Annotated[int, Field(ge=-100, le=100)] = 0
    off: bool = True
    agents: list[str] | None = None
    shortest: Annotated[int, Field(ge=1, le=32)] = 1


class StudyFile(Part):
    """The keys of the file; ``configs/study/study-4p.yaml`` explains them."""

    name: str = Field(pattern=r"^[A-Za-z0-9_.-]+$")
    small: bool
    players: _Players
    edition: str
    rounds: Annotated[int, Field(ge=1, le=7)]
    pool: str
    prior: str
    board: str | None = None
    evidence: str | None
    seed: _Seed
    board_seed: _Seed
    weigh: Weigh
    answer: Answer
    left_out: Boards | None
    limit: Limit | None
    clones: Boards | None
    search: Search | None
    others: Others | None = None
    draft: Boards | None
    planted: dict[str, Planted] | None = None

    @model_validator(mode="after")
    def _fits(self) -> Self:
        if self.board_seed < EVALUATION_SEEDS:
            raise ValueError(
                f"board_seed must be {EVALUATION_SEEDS:,} or more, not {self.board_seed:,}: boards with "
                "lower seeds are for training"
            )
        if self.weigh.boards < self.answer.boards:
            raise ValueError(
                f"weigh.boards, {self.weigh.boards}, must be at least answer.boards, {self.answer.boards}"
            )
        for key in ("clones", "search", "others", "draft"):
            part = getattr(self, key)
            if part is not None and part.boards > self.answer.boards:
                raise ValueError(f"{key}.boards must be at most answer.boards, {self.answer.boards}")
        if self.evidence is None and (self.left_out is not None or self.limit is not None):
            raise ValueError("left_out and limit must be null where evidence is null")
        if unknown := sorted(set(self.planted or {}) - set(map(str, range(1, 11)))):
            raise ValueError(f"planted: there is no ability {unknown[0]}; abilities are '1' to '10'")
        return self

    @property
    def other_games(self) -> list[tuple[int, str]]:
        """The other games: numbers of players and editions."""
        if self.others is None:
            return []
        games = [(players, edition) for players in self.others.players for edition in self.others.editions]
        return [game for game in games if game != (self.players, self.edition)]


class Study:
    """A study with everything that its file names.

    Attributes:
        file: The file.
        pool: The players.
        prior: Which boards are believable.
        evidence: What people said; None if there is none.
        owner: An owner's board: what the owner entered stays on every board; None without one.
    """

    def __init__(
        self,
        file: StudyFile,
        pool: Pool,
        prior: Prior,
        evidence: Evidence | None,
        owner: Board | None = None,
    ) -> None:
        if owner is not None and owner.length_status == "entered":
            prior = prior.model_copy(update={"track_length": [owner.track_length]})
        self.file, self.pool, self.prior, self.evidence, self.owner = file, pool, prior, evidence, owner
        for key, part in (("weigh", file.weigh), ("limit.weigh", file.limit and file.limit.weigh)):
            lengths = part.proposal if part else None
            if lengths is not None and sorted(lengths) != sorted(prior.track_length):
                raise ArenaError(
                    f"{key}.proposal must have the lengths of the prior, "
                    f"{', '.join(map(str, prior.track_length))}, not {', '.join(map(str, sorted(lengths)))}"
                )
        for ability, change in (file.planted or {}).items():
            if unknown := sorted(set(change.agents or ()) - set(pool.labels)):
                raise ArenaError(
                    f"planted.{ability}.agents: there is no {unknown[0]} in the pool; there are "
                    f"{', '.join(pool.labels)}"
                )

    def proposal(self, weigh: Weigh) -> list[float]:
        """Return how often each length of the prior is drawn."""
        levels = self.prior.track_length
        return (
            [1 / len(levels)] * len(levels) if weigh.proposal is None else [weigh.proposal[n] for n in levels]
        )

    @property
    def owner_data(self) -> dict[str, Any] | None:
        """The content of the owner's board."""
        return None if self.owner is None else board_data(self.owner)

    def as_object(self) -> dict[str, Any]:
        """Return everything as plain data: the file, and the content of what it names."""
        return {
            "study": self.file.model_dump(mode="json"),
            "pool": self.pool.model_dump(mode="json"),
            "prior": self.prior.model_dump(mode="json"),
            "evidence": None if self.evidence is None else self.evidence.model_dump(mode="json"),
            "owner": self.owner_data,
        }


def study_from_object(data: Mapping[str, Any]) -> Study:
    """Return a study from what ``as_object`` returned.

    Raises:
        ArenaError: Something is missing or wrong.
    """
    try:
        evidence, owner = data["evidence"], data["owner"]
        return Study(
            parse(StudyFile, data["study"], "study"),
            parse(Pool, data["pool"], "pool"),
            parse(Prior, data["prior"], "prior"),
            None if evidence is None else parse(Evidence, evidence, "evidence"),
            None if owner is None else load_board(owner),
        )
    except (KeyError, TypeError, ConfigError) as error:
        raise ArenaError(f"this is not a description of a study: {error}") from error


def load_study(source: str | Path) -> Study:
    """Read the file of a study, a shipped name or a path, and everything that it names.

    Raises:
        ArenaError: Something is wrong; the message names the key and what would be right.
        AgentError: There is no such agent.
    """
    path = find_file(source, "study")
    file = read(StudyFile, path)
    if file.search is not None:
        check_compiled(file.search.agent)
    try:
        for edition in {file.edition, *(edition for _, edition in file.other_games)}:
            load_edition(edition)
        prior = load_prior(file.prior)
        evidence = None if file.evidence is None else load_evidence(file.evidence)
        owner = None if file.board is None else load_board(file.board)
    except ConfigError as error:
        raise ArenaError(f"{path}: {error}") from None
    return Study(file, load_pool(file.pool), prior, evidence, owner)
