"""Editions and boards: the data that defines a game.

An *edition* is a set of switches, one value for each point on which the rulebooks differ (rules page,
section 9). A *board* is a list of numbers: prices, tiles, dice, icons (section 8). Both are files, never
constants in code::

    edition = load_edition("de")                       # a shipped one, see edition_names()
    board = load_board("my-boards/long-tracks.yaml")   # your own file, YAML or JSON
    shallow = board.model_copy(update={"pit": 40, "mine_symbols": [10, 20, 30]})

Files are validated completely when they are loaded, because the compiled engine trusts these numbers.
"""

import os
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal, Self, TypeGuard, TypeVar, get_args

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    PlainValidator,
    PrivateAttr,
    ValidationError,
    ValidationInfo,
    field_validator,
    model_validator,
)

from dixie_env.paths import configs_dir
from dixie_env.yaml_file import ConfigError, read_mapping
from dixie_env.yaml_file import show as _show

__all__ = [
    "NEWEST_RULES",
    "PRIOR",
    "STATUSES",
    "Board",
    "ConfigError",
    "Edition",
    "FrozenMapping",
    "Status",
    "board_names",
    "edition_names",
    "load_board",
    "load_edition",
    "read_mapping",
]

Status = Literal["known", "review", "entered", "assumed"]
"""Where a number of the board comes from (rules page, section 8): a rulebook states it; one review does; an
owner of the game looked it up; or nobody has seen it and something sensible stands in for it."""
STATUSES: tuple[Status, ...] = get_args(Status)

FOODS = ("apple", "bread", "honey")
ROW_OF_SPACE = (1,) * 5 + (2,) * 4 + (3,) * 3 + (4,) * 2  # R1.3
TRACKS = ("track_penalties", "track_rewards", "silver_per_gold", "gold_per_ring")
LENGTH = "track_length"
"""A key of files, not of records: the length of the track lists, so that it can have a status."""
PRIOR = "prior:"
"""What the names of drawn boards begin with (`dixie_env.boards.names`)."""
FILE_ENDINGS = (".yaml", ".yml", ".json")

NEWEST_RULES = 2
"""The edition of the rules page that this code follows: the key `rules` of a setup."""
NEW_SWITCHES = ("markers", "dummy_rocks")
"""The switches of an edition that the first edition of the rules page did not have."""

V = TypeVar("V")


class FrozenMapping(Mapping[str, V]):
    """An immutable mapping, which can be shared, hashed and pickled."""

    def __init__(self, items: Mapping[str, V]) -> None:
        """Copy the items."""
        self._items = dict(items)

    def __getitem__(self, key: str) -> V:
        return self._items[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._items)

    def __len__(self) -> int:
        return len(self._items)

    def __hash__(self) -> int:
        return hash(frozenset(self._items.items()))

    def __repr__(self) -> str:
        return f"FrozenMapping({self._items!r})"


# --- The two kinds of objects ------------------------------------------------------------------------------


class _Config(BaseModel):
    """Base class of editions and boards."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)
    kind: ClassVar[str]
    _name: str | None = PrivateAttr(default=None)

    @property
    def name(self) -> str | None:
        """The shipped name that it was loaded by, or None."""
        return self._name

    def as_object(self) -> dict[str, Any]:
        """Return all values as plain data that JSON can write, with the keys of the rules page."""
        return {key: _plain(getattr(self, key)) for key in type(self).model_fields}

    def as_header(self) -> str | dict[str, Any]:
        """Return the entry for a record's header: the shipped name, or the whole object if it has none."""
        return self.as_object() if self._name is None else self._name

    def model_copy(self, *, update: Mapping[str, Any] | None = None, deep: bool = False) -> Self:
        """Return a copy with some values changed.

        Unlike pydantic's own method, this one validates the result. A changed copy has no name.

        Raises:
            ConfigError: A key is unknown, or a new value is not allowed.
        """
        if not update:
            return super().model_copy(deep=deep)
        return self._parse({**self.as_object(), **update}, f"changed {self.kind}")

    @classmethod
    def _parse(cls, data: Mapping[Any, Any], source: str) -> Self:
        """Validate plain data and collect all problems in one ConfigError."""
        config, problems = cls._validated(data)
        if config is None:
            raise ConfigError(source, *problems)
        return config

    @classmethod
    def _validated(cls, data: Mapping[Any, Any]) -> tuple[Self | None, list[str]]:
        try:
            return cls.model_validate(dict(data)), []
        except ValidationError as error:
            return None, [_sentence(cls, dict(problem)) for problem in error.errors(include_url=False)]

    def __eq__(self, other: object) -> bool:
        """Return whether all values are equal. Name and status do not count."""
        if type(other) is not type(self):
            return NotImplemented
        return all(getattr(self, key) == getattr(other, key) for key in type(self).model_fields)

    def __hash__(self) -> int:
        """Agree with equality."""
        return hash(tuple(getattr(self, key) for key in type(self).model_fields))


def _switch(name: str, off: str, on: str, **more: Any) -> Any:
    """Return an edition's field for a switch of the engine (enum Switch); the value `on` turns it on."""
    about = {"switch": name, "on": on}
    return Field(description=f"'{off}' or '{on}'", json_schema_extra={**about}, **more)


class Edition(_Config):
    """The switches on which the rulebooks differ (rules page, section 9)."""

    kind: ClassVar[str] = "edition"

    priority_moves: Literal["end", "at_once"] = _switch("priority_at_once", "end", "at_once")
    """R3.10: the user of action 21 comes to the front at the end of the action phase, or at once."""
    double_announced: Literal["before", "after"] = _switch("double_after", "before", "after")
    """R3.12: the tile ``double`` is announced before or after the demand is revealed."""
    dump_count: Literal["exactly_3", "up_to_3"] = _switch("dump_up_to_3", "exactly_3", "up_to_3")
    """R4.17: how many goods action 17 removes."""
    scoring: Literal["rocks", "hoards"] = _switch("hoards_first", "rocks", "hoards")
    """R11.2: what the final scoring settles first."""
    spaces_16: Literal["shared", "one_each"] = _switch("swap_one_each", "shared", "one_each")
    """R3.6: one space for action 16, or one for each player."""
    spaces_21: Literal["shared", "one_each"] = _switch("priority_one_each", "shared", "one_each")
    """R3.6: one space for action 21, or one for each player."""
    markers: Literal["unlimited", "limited"] = _switch(
        "markers_limited", "unlimited", "limited", default="unlimited"
    )
    """R10.3: whether reward markers can run out."""
    dummy_rocks: Literal["forbidden", "allowed"] = _switch(
        "dummy_rocks", "forbidden", "allowed", default="forbidden"
    )
    """R7.4: whether rocks may be placed beside the dummy's slaves."""

    _rules: int = PrivateAttr(default=0)

    @property
    def rules(self) -> int | None:
        """The edition of the rules page that a shipped edition follows; None for others."""
        return self._rules or None

    def as_header(self, rules: int = NEWEST_RULES) -> str | dict[str, Any]:
        """Return the entry for a record's header, next to a key ``rules`` with this value."""
        if self._name is not None and self._rules == rules:
            return self._name
        data = self.as_object()
        return data if rules > 1 else {key: value for key, value in data.items() if key not in NEW_SWITCHES}

    def switches(self) -> dict[str, bool]:
        """Return the engine's switches by name: True if on."""
        return {
            str(extra["switch"]): getattr(self, key) == extra["on"]
            for key, field in type(self).model_fields.items()
            if isinstance(extra := field.json_schema_extra, dict)
        }


def _as_tuple(value: object) -> object:
    return tuple(value) if isinstance(value, list) else value


def _icons(value: object) -> FrozenMapping[FrozenMapping[int]]:
    """Check and normalise the icons: all 14 spaces in order, foods in order, none with a count of 0."""
    if not isinstance(value, Mapping):
        raise ValueError("not a mapping")
    given: dict[str, Any] = {}
    for key, foods in value.items():
        space = str(key) if isinstance(key, int) and not isinstance(key, bool) else key
        if space in given:
            raise ValueError(f"space {_show(space)} is given twice")
        given[space] = foods
    spaces = [str(number) for number in range(1, len(ROW_OF_SPACE) + 1)]
    if unknown := [space for space in given if space not in spaces]:
        raise ValueError(f"there is no space {', '.join(map(_show, unknown))}")
    if missing := [space for space in spaces if space not in given]:
        raise ValueError(f"no icons for space {', '.join(missing)}")
    return FrozenMapping(
        {space: _icons_of(space, row, given[space]) for space, row in zip(spaces, ROW_OF_SPACE, strict=True)}
    )


def _icons_of(space: str, row: int, foods: object) -> FrozenMapping[int]:
    if not isinstance(foods, Mapping):
        raise ValueError(f"space {space} has {_show(foods)}, which is not a mapping of foods to counts")
    for food, count in foods.items():
        if food not in FOODS:
            raise ValueError(f"space {space} has {_show(food)}, which is not a food")
        if type(count) is not int or count < 0:
            raise ValueError(f"space {space} has {_show(count)} as its count of {food}")
    if (total := sum(foods.values())) != row:
        raise ValueError(f"space {space} has {_show(total)} icons, but it is in row {row}")
    return FrozenMapping({food: foods[food] for food in FOODS if foods.get(food)})


_Points = Annotated[int, Field(ge=0, le=60)]
_Price = Annotated[int, Field(ge=1, le=60)]
_Tile = Annotated[int, Field(ge=0, le=100)]
_Face = Annotated[int, Field(ge=1, le=20)]
_Symbol = Annotated[int, Field(ge=1, le=999)]
_Result = Literal["food", "silver", "gold"]
_Listed = BeforeValidator(_as_tuple)
_TrackPoints = Annotated[tuple[_Points, ...], _Listed, Field(min_length=3, max_length=32)]
_TrackPrices = Annotated[tuple[_Price, ...], _Listed, Field(min_length=3, max_length=32)]
_TileRow = Annotated[tuple[_Tile, ...], _Listed, Field(min_length=7, max_length=7)]
_TRACK = "a list of 3 to 32 whole numbers, one for each track space"
_ROW = "a list of 7 whole numbers from 0 to 100"


class Board(_Config):
    """The numbers printed on the board (rules page, section 8).

    Lists are tuples here. ``icons`` maps ``"1"`` ... ``"14"`` to the foods on that space and how often each
    is shown; foods that are not shown are absent. A board drawn from a prior has a name, too
    (`dixie_env.boards`), but stands in a record's header with all its numbers, so that a record can be read
    without the prior.
    """

    kind: ClassVar[str] = "board"

    track_penalties: _TrackPoints = Field(description=f"{_TRACK}, from 0 to 60; the last but one must be 0")
    """Penalty points of the track spaces, first to highest (R3.23)."""
    track_rewards: _TrackPoints = Field(description=f"{_TRACK}, from 0 to 60; the last must be 1")
    """Reward points of the track spaces (R3.23)."""
    silver_per_gold: _TrackPrices = Field(description=f"{_TRACK}, from 1 to 60")
    """Price of 1 gold in silver, by space of the silver track (R4.5)."""
    gold_per_ring: _TrackPrices = Field(description=f"{_TRACK}, from 1 to 60")
    """Price of a ring in gold, by space of the gold track (R4.13)."""
    mine_symbols: Annotated[tuple[_Symbol, ...], _Listed, Field(max_length=32)] = Field(
        description="a list of at most 32 whole numbers, strictly ascending, at least 1 and below the pit"
    )
    """Penalty points at which a pixie is demoted (R6.1)."""
    pit: int = Field(ge=1, le=1000, description="a whole number from 1 to 1000")
    """Penalty points at which a player is out (R6.3)."""
    offering_tiles: _TileRow = Field(description=f"{_ROW}, never descending")
    """Reward points of the special-offering tiles, in the order they are taken (R1.5)."""
    servant_tiles: _TileRow = Field(description=f"{_ROW}, never ascending")
    """The same for loyal servants."""
    ring_tiles: _TileRow = Field(description=f"{_ROW}, never ascending")
    """The same for rings."""
    golden: int = Field(ge=0, le=7, description="a whole number from 0 to 7")
    """How many tiles of each row are golden (R11.1)."""
    whip_die: Annotated[tuple[_Face, ...], _Listed, Field(min_length=1, max_length=20)] = Field(
        description="a list of 1 to 20 faces, each a whole number from 1 to 20"
    )
    """Faces of the whip die, all equally likely (R4.10)."""
    casino_die: Annotated[tuple[_Result, ...], _Listed, Field(min_length=1, max_length=20)] = Field(
        description="a list of 1 to 20 faces, each 'food', 'silver' or 'gold'"
    )
    """Faces of the casino die, all equally likely (R4.12)."""
    icons: Annotated[Mapping[str, Mapping[str, int]], PlainValidator(_icons)] = Field(
        description="a mapping of each space '1' to '14' to its foods (apple, bread, honey) and their "
        "counts, with a total of 1 icon on spaces 1-5, 2 on 6-9, 3 on 10-12, 4 on 13-14"
    )
    """Foods shown on the double action spaces (R1.3, R3.2)."""

    _status: FrozenMapping[Status | tuple[Status, ...]] | None = PrivateAttr(default=None)
    _length_status: Status = PrivateAttr(default="assumed")

    @property
    def status(self) -> FrozenMapping[Status | tuple[Status, ...]]:
        """For each key one of the `STATUSES`, or a tuple of them, one for each entry of the value."""
        return self._status or FrozenMapping(dict.fromkeys(type(self).model_fields, "assumed"))

    def statuses(self, key: str) -> tuple[Status, ...]:
        """Return the status of each entry of a value; ``icons`` has 14, a single number has one."""
        status, value = self.status[key], getattr(self, key)
        if isinstance(status, tuple):
            return status
        return (status,) * (1 if isinstance(value, int) else len(value))

    @property
    def track_length(self) -> int:
        """Number of spaces of each track."""
        return len(self.track_penalties)

    @property
    def length_status(self) -> Status:
        """Where the number of track spaces comes from."""
        return self._length_status

    def as_header(self) -> str | dict[str, Any]:
        """Return what the header of a game record says: a shipped name, or else the whole object."""
        drawn = self._name is not None and self._name.startswith(PRIOR)
        return self.as_object() if drawn else super().as_header()

    @field_validator("track_penalties")
    @classmethod
    def _second_highest_is_free(cls, penalties: tuple[int, ...]) -> tuple[int, ...]:
        if penalties[-2] != 0:
            raise ValueError(f"the last entry but one is {penalties[-2]}")
        return penalties

    @field_validator("track_rewards")
    @classmethod
    def _highest_gives_one(cls, rewards: tuple[int, ...]) -> tuple[int, ...]:
        if rewards[-1] != 1:
            raise ValueError(f"the last entry is {rewards[-1]}")
        return rewards

    @field_validator("mine_symbols", "offering_tiles", "servant_tiles", "ring_tiles")
    @classmethod
    def _in_order(cls, row: tuple[int, ...], info: ValidationInfo) -> tuple[int, ...]:
        for place, (first, second) in enumerate(pairwise(row), start=1):
            rises, falls = second > first, second < first
            right = {"mine_symbols": rises, "offering_tiles": not falls}.get(str(info.field_name), not rises)
            if not right:
                raise ValueError(f"entry {place} is {first} and entry {place + 1} is {second}")
        return row

    @model_validator(mode="after")
    def _parts_fit(self) -> Self:
        lengths = [len(getattr(self, key)) for key in TRACKS]
        if len(set(lengths)) != 1:
            found = ", ".join(f"{key} has {length}" for key, length in zip(TRACKS, lengths, strict=True))
            raise ValueError(f"the four track lists must have the same length, but {found}")
        if self.mine_symbols and self.mine_symbols[-1] >= self.pit:
            raise ValueError(
                f"mine_symbols: found {self.mine_symbols[-1]}, but every mine symbol must be below the pit, "
                f"which is {self.pit}"
            )
        return self

    @classmethod
    def _parse(cls, data: Mapping[Any, Any], source: str, *, file: bool = False) -> Self:
        """Validate plain data.

        Args:
            data: The keys, each with a plain value or with ``value`` and ``status``.
            source: What errors call it.
            file: Whether it may have a plain ``track_length``; elsewhere this key needs a status.
        """
        values: dict[Any, Any] = {}
        status: dict[str, Status | tuple[Status, ...]] = dict.fromkeys(cls.model_fields, "assumed")
        problems: list[str] = []
        for key, entry in data.items():
            values[key] = entry
            known = key in cls.model_fields or key == LENGTH
            if known and isinstance(entry, Mapping) and {"value", "status"} & set(entry):
                if set(entry) != {"value", "status"}:
                    problems.append(
                        f"{key}: found the keys {_names(entry)}, but it must be a plain value, or a mapping "
                        "with exactly the keys 'value' and 'status'"
                    )
                    values[key] = entry.get("value")
                    continue
                values[key] = entry["value"]
                if (checked := _status(entry["status"], entry["value"])) is None:
                    problems.append(f"{key}: {_status_problem(entry['status'], entry['value'])}")
                else:
                    status[key] = checked
        length_status = status.pop(LENGTH, None)
        length = values.pop(LENGTH, None) if file or length_status is not None else None
        board, more = cls._validated(values)
        if board is not None and length is not None and (type(length), length) != (int, board.track_length):
            more.append(
                f"{LENGTH}: found {_show(length)}, but it must be {board.track_length}, the number of "
                "entries of each track list"
            )
        if board is None or problems or more:
            raise ConfigError(source, *problems, *more)
        board._status = FrozenMapping(status)
        if isinstance(length_status, str):
            board._length_status = length_status
        return board


def _status(status: object, value: object) -> Status | tuple[Status, ...] | None:
    """Return the status of a board value, or None if it is not one."""
    words: list[Status] = []
    if isinstance(status, str):
        given: Sequence[object] = [status]
    elif isinstance(status, list | tuple) and isinstance(value, list | tuple):
        given = status
    elif isinstance(status, Mapping) and isinstance(value, Mapping):  # icons, by space
        spaces = {str(space): word for space, word in status.items()}
        if set(spaces) != set(map(str, value)) or len(spaces) != len(ROW_OF_SPACE):
            return None
        given = [spaces.get(str(space + 1)) for space in range(len(ROW_OF_SPACE))]
    else:
        return None
    for word in given:
        if word not in STATUSES:
            return None
        words.append(word)
    if isinstance(status, str):
        return words[0]
    assert isinstance(value, list | tuple | Mapping)
    return tuple(words) if len(words) == len(value) else None


def _status_problem(status: object, value: object) -> str:
    right = ", ".join(map(repr, STATUSES[:-1])) + f" or {STATUSES[-1]!r}"
    if isinstance(value, list | tuple):
        right += f", or a list of {len(value)} of these words, one for each entry of the value"
    if isinstance(value, Mapping):
        right += ", or a mapping of each space to one of these words"
    return f"found the status {_show(status)}, but it must be {right}"


# --- Loading -----------------------------------------------------------------------------------------------

Source = str | os.PathLike[str] | Mapping[str, Any]


def edition_names() -> tuple[str, ...]:
    """Return the names of the shipped editions, in alphabetical order."""
    return _shipped_names("edition")


def board_names() -> tuple[str, ...]:
    """Return the names of the shipped boards, in alphabetical order."""
    return _shipped_names("board")


def load_edition(source: Source | Edition, *, label: str = "mapping", rules: int = NEWEST_RULES) -> Edition:
    """Return a validated edition.

    Args:
        source: A shipped name such as ``"de"``; a YAML or JSON file (a string with a path separator or the
            ending .yaml, .yml or .json, or a ``Path``); or a mapping of the switches, as in the header of a
            game record, where ``markers`` and ``dummy_rocks`` may be absent. An edition is returned as it is.
        label: The name of a mapping in error messages, for example ``"header"``.
        rules: The edition of the rules page that a shipped name is meant by: 2, or 1 for the rulebooks as
            the first edition had them.

    Raises:
        ConfigError: There is no such name or file, or it is not a valid edition.
    """
    if isinstance(source, Edition):
        return source
    if _is_name(source):
        return _shipped_edition(source, rules)
    data, where = _data(source, "edition", label)
    problems = _new_switches(data, rules, needed=not isinstance(source, Mapping))
    edition, others = Edition._validated(data)
    if edition is None or problems:
        raise ConfigError(where, *problems, *others)
    return edition


def _new_switches(data: Mapping[Any, Any], rules: int, *, needed: bool) -> list[str]:
    """Refuse the new switches with `rules: 1`; in files for `rules: 2`, require them."""
    problems = []
    for key in NEW_SWITCHES:
        if rules == 1 and key in data:
            problems.append(
                f"{key}: the first edition of the rules page (rules: 1) does not have this switch"
            )
        if rules > 1 and needed and key not in data:
            right = Edition.model_fields[key].description
            problems.append(f"{key}: the key is missing; it must be {right}")
    return problems


def load_board(source: Source | Board, *, label: str = "mapping") -> Board:
    """Return a validated board.

    Args:
        source: A shipped name such as ``"standard"``; a board of a prior, ``"prior:standard:SEED:NUMBER"``;
            a YAML or JSON file (a string with a path separator or the ending .yaml, .yml or .json, or a
            ``Path``); or a mapping, as in the header of a game record. Each key has a plain value, whose
            status is then ``assumed``, or the two keys ``value`` and ``status``. Files may also say
            ``track_length``, to give it a status. A board is returned as it is.
        label: What an error calls a source that is a mapping, for example ``"header"``.

    Raises:
        ConfigError: There is no such name or file, or it is not a valid board.
    """
    if isinstance(source, Board):
        return source
    if _is_name(source):
        return _drawn_board(source) if source.startswith(PRIOR) else _shipped_board(source)
    return Board._parse(*_data(source, "board", label), file=not isinstance(source, Mapping))


def _drawn_board(name: str) -> Board:
    from dixie_env.boards.names import named_board  # the prior is made of boards

    return named_board(name)


@cache
def _shipped_edition(name: str, rules: int) -> Edition:
    file = _shipped_file("edition", name)
    if rules == 1:
        file = file.parent / "first" / file.name
    edition = Edition._parse(read_mapping(file), f"edition {name!r}")
    edition._name, edition._rules = name, rules
    return edition


@cache
def _shipped_board(name: str) -> Board:
    board = Board._parse(read_mapping(_shipped_file("board", name)), f"board {name!r}", file=True)
    board._name = name
    return board


def _shipped_names(kind: str) -> tuple[str, ...]:
    return tuple(sorted(file.stem for file in (configs_dir() / f"{kind}s").glob("*.yaml")))


def _shipped_file(kind: str, name: str) -> Path:
    names = _shipped_names(kind)
    if name not in names:
        raise ConfigError(
            f"{kind} {_show(name)}",
            f"there is no {kind} of this name; available: {', '.join(names)}"
            f"{f', {PRIOR}standard:SEED:NUMBER' if kind == 'board' else ''}; a file of your own needs "
            f"a path that contains a separator or ends in {', '.join(FILE_ENDINGS)}",
        )
    return configs_dir() / f"{kind}s" / f"{name}.yaml"


def _is_name(source: object) -> TypeGuard[str]:
    if not isinstance(source, str):
        return False
    return not ("/" in source or "\\" in source or source.lower().endswith(FILE_ENDINGS))


def _data(source: object, kind: str, label: str) -> tuple[Mapping[Any, Any], str]:
    """Return the plain data of a file or mapping, and its name for error messages."""
    if isinstance(source, Mapping):
        return source, label
    if isinstance(source, str | os.PathLike):
        file = Path(source)
        return read_mapping(file), str(file)
    raise ConfigError(
        kind,
        f"found {_show(source)}, but it must be one of the names {', '.join(_shipped_names(kind))}, "
        "a path to a YAML or JSON file, or a mapping",
    )


# --- Words for errors --------------------------------------------------------------------------------------


def _sentence(cls: type[_Config], problem: Mapping[str, Any]) -> str:
    """Turn a problem that pydantic found into a sentence: the key, what was found, what is right."""
    if not problem["loc"]:
        return str(problem["ctx"]["error"])
    key, *place = problem["loc"]
    if key not in cls.model_fields:
        return f"{_show(key)}: unknown key{_suggestion(key, cls)}; the keys are {_names(cls.model_fields)}"
    right = f"it must be {cls.model_fields[key].description}"
    if problem["type"] == "missing":
        return f"{key}: the key is missing; {right}"
    found = _show(problem["input"])
    if problem["type"] == "value_error":
        shown = "" if isinstance(problem["input"], Mapping) else f"found {found}: "
        return f"{key}: {shown}{problem['ctx']['error']}; {right}"
    if place:
        return f"{key}: found {found} as entry {place[0] + 1}; {right}"
    if problem["type"] in ("too_short", "too_long"):
        found += f" with {len(problem['input'])} entries"
    return f"{key}: found {found}; {right}"


def _suggestion(key: object, cls: type[_Config]) -> str:
    import difflib  # only needed when something is wrong

    close = difflib.get_close_matches(str(key), cls.model_fields, n=1)
    return f" (did you mean {close[0]!r}?)" if close else ""


def _names(keys: Mapping[Any, Any]) -> str:
    return ", ".join(map(_show, keys))


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _plain(entry) for key, entry in value.items()}
    return list(value) if isinstance(value, tuple) else value
