"""The description of a game, shared by environments, records, results, training and policies.

`Setup(players=3, edition="pl")` checks its arguments. `as_object` returns plain data with the keys of a
record's header, and `observation`; `from_object` reads it back. `dixie_env.rules.compile_rules` turns a setup
into the rules for the engine.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Self

from dixie_env.config import (
    NEW_SWITCHES,
    NEWEST_RULES,
    Board,
    ConfigError,
    Edition,
    FrozenMapping,
    Source,
    load_board,
    load_edition,
)
from dixie_env.engine import DixieError, IllegalChoice, ObservationError, option_id
from dixie_env.engine.describe import OBSERVED
from dixie_env.engine.model import ABILITY_COUNT
from dixie_env.engine.words import DRAFTS
from dixie_env.observation import ObservationSpec

MIN_PLAYERS, MAX_PLAYERS = 2, 5
ROUNDS = 7
MAX_BONUS = 100
DEFAULT_OBSERVATION = ObservationSpec()

KEYS = (
    "rules",
    "edition",
    "board",
    "players",
    "draft",
    "rounds",
    "forbidden",
    "doctored",
    "abilities",
    "observation",
)
"""The keys of a setup as plain data, in the order in which they are written."""


class RulesError(DixieError):
    """A game can't be set up like this; the message says why."""


@dataclass(frozen=True, init=False)
class Setup:
    """A game before it is played. The constructor checks everything.

    Attributes:
        players: Number of players, 2 to 5.
        edition: A shipped name (`de`, `proto`, `fr`, `en`, `pl`), the path of a file, or a mapping.
        board: `standard`, `prior:PRIOR:SEED:NUMBER` (a drawn board), the path of a file, or a mapping.
        draft: `choose` (R2.8), `random` (dealt at random), or `fixed` (dealt according to `abilities`).
        abilities: With `fixed`: the ability of seat 0, 1, ..., all different.
        rounds: Number of rounds, 1 to 7. Shorter games can serve as a curriculum.
        forbidden: For each seat, the options it may never take, as written in records (`action:13`). A ban
            applies unless the seat has no other option.
        doctored: Changed rules, only for testing statistics: `{"3": {"bonus": 10}, "5": {"off": True}}`
            gives the owner of ability 3 10 reward points at setup, and disables ability 5. With
            `"seats": [0, 2]` only owners in these seats get the bonus.
        observation: What a learner observes in this game. Agents that need something else declare it
            (`Agent.observation`).
        rules: The edition of the rules page that named editions are meant by: 2, or 1 for the rulebooks as
            the first edition had them. By default that of an `Edition` with a name, otherwise the newest.

    Raises:
        RulesError: A value is out of range.
        ConfigError: The edition or the board is not valid.
    """

    players: int
    edition: Edition
    board: Board
    draft: str
    abilities: tuple[int, ...] | None
    rounds: int
    forbidden: tuple[tuple[str, ...], ...] | None
    doctored: FrozenMapping[FrozenMapping[Any]] | None
    observation: ObservationSpec
    rules: int

    def __init__(
        self,
        players: int = 4,
        edition: Source | Edition = "de",
        board: Source | Board = "standard",
        draft: str = "choose",
        abilities: Sequence[int] | None = None,
        rounds: int = ROUNDS,
        forbidden: Sequence[Sequence[str]] | None = None,
        doctored: Mapping[str, Mapping[str, Any]] | None = None,
        observation: ObservationSpec = DEFAULT_OBSERVATION,
        rules: int | None = None,
    ) -> None:
        _check_whole("players", players, MIN_PLAYERS, MAX_PLAYERS)
        if rules is None:
            rules = (isinstance(edition, Edition) and edition.rules) or NEWEST_RULES
        check_rules(rules)
        _check_whole("rounds", rounds, 1, ROUNDS)
        if not isinstance(observation, ObservationSpec):
            raise RulesError(f"observation must be an ObservationSpec, not {observation!r}")
        loaded = load_board(board)
        checked = {
            "players": players,
            "edition": _edition(edition, rules),
            "board": loaded,
            "draft": draft,
            "abilities": _check_draft(players, draft, abilities),
            "rounds": rounds,
            "forbidden": _check_forbidden(players, forbidden),
            "doctored": _check_doctored(players, doctored),
            "observation": observation,
            "rules": rules,
        }
        _check_observation(observation, loaded)
        for name, value in checked.items():
            object.__setattr__(self, name, value)  # as a frozen dataclass does

    def replace(self, **changes: Any) -> Self:
        """Return a copy with some values changed, checked again."""
        return replace(self, **changes)

    def header(self) -> dict[str, Any]:
        """Return the part of a new record's header that is needed to set up the game again.

        It has the newest `rules`; a rulebook by the first edition of the rules page is written as an object.
        """
        return self._header(NEWEST_RULES)

    def _header(self, rules: int) -> dict[str, Any]:
        header: dict[str, Any] = {
            "rules": rules,
            "edition": self.edition.as_header(rules),
            "board": self.board.as_header(),
            "players": self.players,
            "draft": self.draft,
        }
        if self.rounds != ROUNDS:
            header["rounds"] = self.rounds
        if self.forbidden is not None:
            header["forbidden"] = [list(options) for options in self.forbidden]
        if self.doctored is not None:
            header["doctored"] = {key: _plain(change) for key, change in self.doctored.items()}
        return header

    def as_object(self) -> dict[str, Any]:
        """Return everything as plain data that JSON and YAML can write, for `from_object`."""
        data = self._header(self.rules)
        if self.abilities is not None:
            data["abilities"] = list(self.abilities)
        return {**data, "observation": self.observation.as_object()}

    @classmethod
    def from_object(cls, data: object, *, files: bool = False, absent_rules: int = NEWEST_RULES) -> Self:
        """Make a setup from plain data; missing keys get their default.

        Args:
            data: What `as_object` returned, or the content of a file.
            files: Also accept paths of files for edition and board. Use this only for data that the user
                wrote: data from elsewhere must not make us open files.
            absent_rules: What a missing `rules` means: 1 in what programs wrote, because they did not write
                the key before there was a second edition; the newest in what people write.

        Raises:
            RulesError: A key is unknown, or a value is wrong; the message names the key.
        """
        if not isinstance(data, Mapping):
            raise RulesError(f"a game must be an object with the keys {', '.join(KEYS)}, not {data!r}")
        if unknown := [key for key in data if key not in KEYS]:
            raise RulesError(f"{unknown[0]}: unknown key; the keys are {', '.join(KEYS)}")
        values = {"rules": absent_rules, "edition": "de", **data}
        check_rules(values["rules"])
        loads = {"edition": partial(load_edition, rules=values["rules"]), "board": load_board}
        for key, load in loads.items():
            if key in values:
                values[key] = _load(load, key, values[key], files=files)
        try:
            if "observation" in values:
                values["observation"] = ObservationSpec.from_object(values["observation"])
            return cls(**values)
        except ObservationError as error:
            raise RulesError(str(error)) from None


def setups_as_object(setups: Sequence[Setup]) -> dict[str, Any]:
    """Return setups that differ only in the number of players as one object.

    In that object `players` is a list, as in a training file; for a single setup it is a number.
    """
    first, *others = [setup.as_object() for setup in setups]
    if any({**other, "players": first["players"]} != first for other in others):
        raise RulesError("setups that are written together may differ only in the number of players")
    return {**first, "players": [setup.players for setup in setups]} if others else first


def setups_from_object(
    data: object, *, files: bool = False, absent_rules: int = NEWEST_RULES
) -> tuple[Setup, ...]:
    """Make the setups that `setups_as_object` wrote: one for each number of players, ascending.

    The arguments are those of `Setup.from_object`.

    Raises:
        RulesError: As in `Setup.from_object`; or `players` is not a number or a list of different numbers.
    """
    players = data.get("players") if isinstance(data, Mapping) else None
    if not isinstance(data, Mapping) or not isinstance(players, list | tuple):
        return (Setup.from_object(data, files=files, absent_rules=absent_rules),)
    for number in players:
        _check_whole("players", number, MIN_PLAYERS, MAX_PLAYERS)
    if not players or len(set(players)) != len(players):
        raise RulesError(
            f"players must be a number from {MIN_PLAYERS} to {MAX_PLAYERS} or a list of different ones, "
            f"not {list(players)}"
        )
    return tuple(
        Setup.from_object({**data, "players": number}, files=files, absent_rules=absent_rules)
        for number in sorted(players)
    )


def check_rules(rules: object) -> None:
    """Raise an error unless this is an edition of the rules page."""
    if type(rules) is not int or not 1 <= rules <= NEWEST_RULES:
        raise RulesError(f"rules must be the number 1 or {NEWEST_RULES}, not {rules!r}")


def _edition(edition: Source | Edition, rules: int) -> Edition:
    """Load an edition; one with a name by the right edition of the rules page."""
    if isinstance(edition, Edition) and edition.name is not None and edition.rules != rules:
        edition = edition.name
    loaded = load_edition(edition, rules=rules)
    new = {key: getattr(loaded, key) for key in NEW_SWITCHES}
    if rules == 1 and new != {key: Edition.model_fields[key].default for key in NEW_SWITCHES}:
        raise RulesError(
            "rules: 1 has no " + " and no ".join(f"{key}: {value}" for key, value in new.items())
        )
    return loaded


def _load(load: Any, key: str, value: object, *, files: bool) -> Any:
    if not isinstance(value, str | Mapping):
        raise RulesError(f"{key} must be a shipped name or an object, not {value!r}")
    if isinstance(value, str) and not value.isidentifier() and not files:
        raise RulesError(f"{key} must be a shipped name or an object, not {value!r}")
    try:
        return load(value, label=key)
    except ConfigError as error:
        raise RulesError(str(error)) from None


def _check_whole(name: str, value: object, low: int, high: int) -> None:
    if type(value) is not int or not low <= value <= high:
        raise RulesError(f"{name} must be a whole number from {low} to {high}, not {value!r}")


def _check_draft(players: int, draft: object, abilities: object) -> tuple[int, ...] | None:
    if draft not in DRAFTS:
        raise RulesError(f"draft must be one of {', '.join(DRAFTS)}, not {draft!r}")
    if draft != "fixed":
        if abilities is not None:
            raise RulesError(f"abilities need draft 'fixed', not {draft!r}")
        return None
    if not isinstance(abilities, Sequence) or isinstance(abilities, str) or len(abilities) != players:
        raise RulesError(f"draft 'fixed' needs {players} abilities, one for each seat, not {abilities!r}")
    for ability in abilities:
        _check_whole("an ability", ability, 1, ABILITY_COUNT)
    if len(set(abilities)) != players:
        raise RulesError(f"abilities must all be different, not {list(abilities)}")
    return tuple(abilities)


def _check_observation(observation: ObservationSpec, board: Board) -> None:
    most = max(board.track_length, len(board.mine_symbols))
    if observation.board and observation.layout > 1 and most > OBSERVED:
        raise RulesError(
            f"observation.board: there is room for {OBSERVED} track spaces and {OBSERVED} mine symbols, but "
            f"this board has {board.track_length} and {len(board.mine_symbols)}; leave the board out of the "
            "observation"
        )


def _is_list(value: object) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str)


def _check_option(name: str, seat: int, players: int) -> None:
    try:
        option_id(name, seat, players)
    except (IllegalChoice, TypeError) as error:
        raise RulesError(f"forbidden: {error}") from None


def _check_forbidden(
    players: int, forbidden: Sequence[Sequence[str]] | None
) -> tuple[tuple[str, ...], ...] | None:
    if forbidden is None:
        return None
    if not (_is_list(forbidden) and len(forbidden) == players and all(map(_is_list, forbidden))):
        raise RulesError(
            f"forbidden must be {players} lists of options, one for each seat, not {forbidden!r}"
        )
    for seat, names in enumerate(forbidden):
        for name in names:
            _check_option(name, seat, players)
    return tuple(tuple(names) for names in forbidden)


def _check_doctored(
    players: int, doctored: Mapping[str, Mapping[str, Any]] | None
) -> FrozenMapping[FrozenMapping[Any]] | None:
    if doctored is None:
        return None
    right = """doctored must look like {"3": {"bonus": 10, "seats": [0, 2], "off": true}}"""
    if not isinstance(doctored, Mapping):
        raise RulesError(f"{right}, not {doctored!r}")
    keys = [str(ability) for ability in range(1, ABILITY_COUNT + 1)]
    for key, change in doctored.items():
        if key not in keys:
            raise RulesError(f"{right}: there is no ability {key!r}")
        if not isinstance(change, Mapping) or set(change) - {"bonus", "seats", "off"}:
            raise RulesError(f"{right}: ability {key} has {change!r}")
        _check_whole(f"doctored: the bonus of ability {key}", change.get("bonus", 0), -MAX_BONUS, MAX_BONUS)
        if type(change.get("off", False)) is not bool:
            raise RulesError(f"{right}: 'off' of ability {key} is {change['off']!r}")
        if "seats" in change:
            _check_seats(f"doctored: the seats of ability {key}", change["seats"], players)
    return FrozenMapping({key: FrozenMapping(_frozen(change)) for key, change in doctored.items()})


def _check_seats(name: str, seats: object, players: int) -> None:
    right = f"{name} must be a list of different seats from 0 to {players - 1}"
    if not _is_list(seats):
        raise RulesError(f"{right}, not {seats!r}")
    assert isinstance(seats, Sequence)
    if len(set(map(repr, seats))) != len(seats):
        raise RulesError(f"{right}, not {list(seats)}")
    for seat in seats:
        _check_whole(f"{name}: a seat", seat, 0, players - 1)


def _frozen(change: Mapping[str, Any]) -> dict[str, Any]:
    return {key: tuple(value) if key == "seats" else value for key, value in change.items()}


def _plain(change: Mapping[str, Any]) -> dict[str, Any]:
    return {key: list(value) if key == "seats" else value for key, value in change.items()}
