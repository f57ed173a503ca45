"""A prior over boards: which boards are believable. The files of ``configs/priors``, checked."""

import os
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Annotated, Literal, Self, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from dixie_env.config import ConfigError, read_mapping
from dixie_env.paths import configs_dir

__all__ = ["TILE_ROWS", "Prior", "load_prior", "parse_model", "prior_names"]

TILE_ROWS = ("offering_tiles", "servant_tiles", "ring_tiles")

_Spread = Annotated[float, Field(ge=0, lt=1)]
_Share = Annotated[float, Field(ge=0, le=1)]
_Row = Annotated[list[float], Field(min_length=7, max_length=7)]
M = TypeVar("M", bound=BaseModel)


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Penalties(_Part):
    """Track penalties below the last two spaces: a row to stretch, and how far its scale varies."""

    row: list[Annotated[float, Field(ge=0, le=30)]] = Field(min_length=2)
    spread: _Spread


class Prices(_Part):
    """A row of prices: on the 4th space, above it on the first three, and where it falls to 1."""

    fourth: int = Field(ge=1, le=30)
    more: list[Annotated[float, Field(ge=0, le=15)]] = Field(min_length=3, max_length=3)
    spread: _Spread
    falls: list[_Share] = Field(min_length=3, max_length=3)


class MineSymbols(_Part):
    """How many mine symbols there are, and how far each may be off, as a share of their distance."""

    count: list[Annotated[int, Field(ge=0, le=20)]] = Field(min_length=1)
    shift: float = Field(ge=0, lt=0.5)


class Tiles(_Part):
    """The middle of the three rows of tiles, and how far level and slope vary."""

    spread: _Spread
    offering_tiles: _Row
    servant_tiles: _Row
    ring_tiles: _Row


class Means(_Part):
    """The mean of each number on boards of length 7.

    ``mine_symbols`` is their number, the dice have the faces of each result, ``icons`` the share of each
    food, in row 1 and in row 2.
    """

    track_penalties: _Row
    track_rewards: _Row
    silver_per_gold: _Row
    gold_per_ring: _Row
    mine_symbols: float
    offering_tiles: _Row
    servant_tiles: _Row
    ring_tiles: _Row
    whip_die: float
    casino_die: float
    icons: float


class Prior(_Part):
    """A prior over boards; `dixie_env.boards.sampler` says how boards are drawn from these numbers.

    Attributes:
        name: Its name, which is part of the random numbers: two priors draw independent boards.
        pit: Penalty points at which a player is out.
        golden: How many tiles of each row are golden.
        track_length: The numbers of track spaces, all equally likely.
        track_penalties: See `Penalties`.
        prices: See `Prices`; the same for both tracks, which are drawn independently.
        mine_symbols: See `MineSymbols`.
        tiles: See `Tiles`.
        whip_die: The results of the whip die.
        casino_die: The results of the casino die.
        icons: What row 1 is drawn from.
        means: What the draws are centred on, written by hand.
    """

    name: str = Field(pattern=r"^[a-z][a-z0-9_-]*$")
    pit: int = Field(ge=2, le=1000)
    golden: int = Field(ge=0, le=7)
    track_length: list[Annotated[int, Field(ge=3, le=32)]] = Field(min_length=1)
    track_penalties: Penalties
    prices: Prices
    mine_symbols: MineSymbols
    tiles: Tiles
    whip_die: list[Annotated[int, Field(ge=1, le=20)]] = Field(min_length=1, max_length=6)
    casino_die: list[Literal["food", "silver", "gold"]] = Field(min_length=1, max_length=6)
    icons: dict[Literal["apple", "bread", "honey"], Annotated[int, Field(ge=0, le=5)]]
    means: Means

    @model_validator(mode="after")
    def _parts_fit(self) -> Self:
        if sum(self.icons.values()) < 5:
            raise ValueError(
                f"icons: row 1 has 5 icons, but there are {sum(self.icons.values())} to draw from"
            )
        closest = self.pit / (max(self.mine_symbols.count) + 1) * (1 - 2 * self.mine_symbols.shift)
        if closest < 1:
            raise ValueError(
                f"mine_symbols: {max(self.mine_symbols.count)} of them have no room below {self.pit}"
            )
        return self


def prior_names() -> tuple[str, ...]:
    """Return the names of the shipped priors, in alphabetical order."""
    return tuple(sorted(file.stem for file in (configs_dir() / "priors").glob("*.yaml")))


def load_prior(source: str | os.PathLike[str] | Prior) -> Prior:
    """Return a validated prior.

    Args:
        source: A shipped name, ``"standard"`` or ``"wide"``; or a YAML or JSON file of your own.

    Raises:
        ConfigError: There is no such name or file, or it does not hold a prior.
    """
    if isinstance(source, Prior):
        return source
    if isinstance(source, str) and source in prior_names():
        return _shipped(source)
    file = Path(source)
    if file.suffix.lower() not in (".yaml", ".yml", ".json"):
        raise ConfigError(
            f"prior {str(source)!r}",
            f"there is no prior of this name; available: {', '.join(prior_names())}, or a file that ends in "
            ".yaml, .yml or .json",
        )
    return _parse(file)


@cache
def _shipped(name: str) -> Prior:
    return _parse(configs_dir() / "priors" / f"{name}.yaml")


def _parse(file: Path) -> Prior:
    return parse_model(Prior, read_mapping(file), str(file))


def parse_model(model: type[M], data: Mapping[str, object], source: str) -> M:
    """Return a validated model; everything that is wrong goes into one ConfigError."""
    try:
        return model.model_validate(dict(data))
    except ValidationError as error:
        raise ConfigError(
            source,
            *(
                f"{'.'.join(map(str, problem['loc'])) or 'the file'}: {problem['msg']}"
                for problem in error.errors(include_url=False, include_context=False)
            ),
        ) from None
