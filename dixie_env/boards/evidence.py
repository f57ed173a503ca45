"""Evidence about the board: statements of people who had the game in hand, as data to compare games with.

The files are in ``configs/evidence``. Playing the games and weighing a board needs agents: that is in
`dixie_arena.weigh`.
"""

import os
from functools import cache
from pathlib import Path
from typing import Annotated, Literal, Self, get_args

from pydantic import BaseModel, ConfigDict, Field, model_validator

from dixie_env.boards.prior import parse_model
from dixie_env.config import ConfigError, read_mapping
from dixie_env.paths import configs_dir

__all__ = ["SUMMARIES", "Evidence", "Statement", "Summary", "evidence_names", "load_evidence"]

Summary = Literal[
    "seats_in_pit",
    "seats_above_zero",
    "winner_above_20",
    "more_than_5_ones",
    "no_ones",
    "more_than_5_twos",
]
"""What can be counted in games: shares of seats that end in the pit or above 0; shares of games whose winner
ends above 20, that use more than 5 reward markers worth 1, none of them, or more than 5 worth 2."""
SUMMARIES: tuple[Summary, ...] = get_args(Summary)

_Share = Annotated[float, Field(ge=0, le=1)]


class Statement(BaseModel):
    """One statement.

    Attributes:
        key: Its name.
        text: What was said, in our own words.
        source: Who said it.
        summary: What it speaks of, counted in games.
        bound: The summary should be at most this.
        target: Or: it should be this.
        tolerance: How large an excess is no surprise; one standard deviation.
        group: Statements of one group count as one, the worst of them.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    key: str = Field(pattern=r"^[a-z][a-z0-9_]*$")
    text: str = Field(min_length=1)
    source: str = Field(min_length=1)
    summary: Summary
    bound: _Share | None = None
    target: _Share | None = None
    tolerance: float = Field(gt=0, le=1)
    group: str | None = None

    @model_validator(mode="after")
    def _one_of_two(self) -> Self:
        if (self.bound is None) == (self.target is None):
            raise ValueError(f"{self.key} must have either a bound or a target")
        return self

    def excess(self, value: float) -> float:
        """Return how far a summary is from what was said."""
        if self.bound is not None:
            return max(0.0, value - self.bound)
        assert self.target is not None
        return abs(value - self.target)


class Evidence(BaseModel):
    """All statements, and the games in which they are looked for.

    Attributes:
        name: Its name.
        players: Numbers of players; a summary is the mean of its values with each of them.
        edition: The edition of the rules.
        draft: How abilities are given.
        statements: The statements.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: str
    players: list[Annotated[int, Field(ge=2, le=5)]] = Field(min_length=1)
    edition: str
    draft: Literal["choose", "random"]
    statements: list[Statement] = Field(min_length=1)

    @model_validator(mode="after")
    def _keys_differ(self) -> Self:
        keys = [statement.key for statement in self.statements]
        if twice := sorted({key for key in keys if keys.count(key) > 1}):
            raise ValueError(f"two statements have the key {', '.join(twice)}")
        return self

    def groups(self) -> list[list[Statement]]:
        """Return the statements, those of one group together."""
        groups: dict[str, list[Statement]] = {}
        for statement in self.statements:
            groups.setdefault(statement.group or f"only {statement.key}", []).append(statement)
        return list(groups.values())


def evidence_names() -> tuple[str, ...]:
    """Return the names of the shipped evidence, in alphabetical order."""
    return tuple(sorted(file.stem for file in (configs_dir() / "evidence").glob("*.yaml")))


def load_evidence(source: str | os.PathLike[str] | Evidence = "standard") -> Evidence:
    """Return validated evidence.

    Args:
        source: A shipped name, ``"standard"``; or a YAML or JSON file of your own.

    Raises:
        ConfigError: There is no such name or file, or it does not hold evidence.
    """
    if isinstance(source, Evidence):
        return source
    if isinstance(source, str) and source in evidence_names():
        return _shipped(source)
    file = Path(source)
    if file.suffix.lower() not in (".yaml", ".yml", ".json"):
        raise ConfigError(
            f"evidence {str(source)!r}",
            f"there is no evidence of this name; available: {', '.join(evidence_names())}, or a file that "
            "ends in .yaml, .yml or .json",
        )
    return parse_model(Evidence, read_mapping(file), str(file))


@cache
def _shipped(name: str) -> Evidence:
    file = configs_dir() / "evidence" / f"{name}.yaml"
    return parse_model(Evidence, read_mapping(file), str(file))
