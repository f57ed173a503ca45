"""Families of games: several editions, boards and drafts, from which each game draws its own.

A family is written like a setup whose keys `edition`, `board` and `draft` may name several values::

    edition: [de, fr, en, pl, proto]            # all equally likely
    board: {standard: 1, "prior:standard": 3}   # with weights
    draft: [choose, random]

`prior:NAME`, without seed and number, is a board drawn from that prior for each game.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Any, Generic, Self, TypeVar

from dixie_env.boards.names import EVALUATION_SEEDS, check_board
from dixie_env.boards.prior import load_prior, prior_names
from dixie_env.boards.sampler import draw
from dixie_env.boards.stream import fnv1a, mix
from dixie_env.config import NEWEST_RULES, PRIOR, Board, Edition
from dixie_env.engine.describe import OBSERVED
from dixie_env.setup import RulesError, Setup, setups_as_object, setups_from_object

CHOICES = ("edition", "board", "draft")
"""The keys that may have several values."""
POOL = 4096
"""How many boards of a prior a training draws from. Drawing a new one for every game takes too long."""
TRAINING_SEED, EVALUATION_SEED = 0, EVALUATION_SEEDS
"""The seeds of drawn boards."""

T = TypeVar("T")


@dataclass(frozen=True)
class DrawnFrom:
    """A board that is drawn from a prior for each game.

    Attributes:
        prior: The name of a shipped prior.
    """

    prior: str

    def draw(self, seed: int, number: int) -> Board:
        """Return a board of the prior."""
        return draw(self.prior, seed, number)


@dataclass(frozen=True)
class Choice(Generic[T]):
    """A value and how often it comes, relative to the others."""

    value: T
    weight: float = 1.0


class Family(tuple[Setup, ...]):
    """The games that a policy is trained for.

    As a tuple it has the main game: one setup for each number of players, with the first edition, the first
    board that is not drawn (`standard` if all are) and the first draft. Evaluations play it.

    Attributes:
        editions: The editions, with weights.
        boards: The boards, with weights; `DrawnFrom` is a board drawn for each game.
        drafts: The drafts, with weights.
    """

    editions: tuple[Choice[Edition], ...]
    boards: tuple[Choice[Board | DrawnFrom], ...]
    drafts: tuple[Choice[str], ...]

    def __new__(
        cls,
        setups: Iterable[Setup],
        editions: Sequence[Choice[Edition]] = (),
        boards: Sequence[Choice[Board | DrawnFrom]] = (),
        drafts: Sequence[Choice[str]] = (),
    ) -> Self:
        """Make a family; by default only the edition, board and draft of the setups."""
        family = super().__new__(cls, setups)
        main = family[0]
        family.editions = tuple(editions) or (Choice(main.edition),)
        family.boards = tuple(boards) or (Choice(main.board),)
        family.drafts = tuple(drafts) or (Choice(main.draft),)
        return family

    @property
    def is_single(self) -> bool:
        """Whether all games with the same number of players are the same game."""
        fixed = not any(isinstance(board.value, DrawnFrom) for board in self.boards)
        return fixed and len(self.editions) == len(self.boards) == len(self.drafts) == 1

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, tuple):
            return NotImplemented
        theirs = other if isinstance(other, Family) else Family(other) if other else None
        return theirs is not None and tuple(self) == tuple(theirs) and self._choices == theirs._choices

    def __ne__(self, other: object) -> bool:
        return not self == other  # a tuple has its own

    def __hash__(self) -> int:
        return hash((tuple(self), self._choices))

    @property
    def _choices(self) -> tuple[Any, ...]:
        return self.editions, self.boards, self.drafts

    # --- drawing ----------------------------------------------------------------------------------------

    def draw(self, setup: Setup, seed: int, *, evaluation: bool = False) -> Setup:
        """Return the game with this seed: always the same one.

        Args:
            setup: The main game for its number of players.
            seed: The seed of the game.
            evaluation: Draw boards with seeds of evaluation, which no training has seen.
        """
        edition, board, draft = self.indices(seed)
        chosen = self.boards[board].value
        if isinstance(chosen, DrawnFrom):
            chosen = chosen.draw(EVALUATION_SEED if evaluation else TRAINING_SEED, self.board_number(seed))
        return setup.replace(
            edition=self.editions[edition].value, board=chosen, draft=self.drafts[draft].value
        )

    def indices(self, seed: int) -> tuple[int, int, int]:
        """Return which edition, board and draft the game with this seed has."""
        return _pick(self.editions, seed, 1), _pick(self.boards, seed, 2), _pick(self.drafts, seed, 3)

    def board_number(self, seed: int) -> int:
        """Return the number of the board that the game with this seed has if its board is drawn."""
        return _bits(seed, 4) % POOL

    # --- what it was trained for ------------------------------------------------------------------------

    def difference(self, setup: Setup, *, dealt: bool = False) -> str:
        """Return why a game is not one of the family, empty if it is one.

        Editions are compared by their switches, whatever their names. If boards were drawn from a prior,
        every board counts as one of the family. What `forbidden` and `doctored` say is not compared.

        Args:
            setup: The game.
            dealt: Whether abilities are dealt, whatever the draft of the setup is.
        """
        numbers = [own.players for own in self]
        if setup.players not in numbers:
            return f"it has {setup.players} players, not {_either(numbers)}"
        if setup.rounds != self[0].rounds:
            return f"it has {setup.rounds} rounds, not {self[0].rounds}"
        switches = setup.edition.switches()
        if all(choice.value.switches() != switches for choice in self.editions):
            names = [choice.value.name or "a custom one" for choice in self.editions]
            return f"its edition is {setup.edition.name or 'a custom one'}, not {_either(names)}"
        boards = [choice.value for choice in self.boards]
        if not any(isinstance(board, DrawnFrom) or _same(board, setup.board) for board in boards):
            names = [getattr(board, "name", None) or "a custom one" for board in boards]
            return f"its board is {setup.board.name or 'a custom one'}, not {_either(names)}"
        draft = "fixed" if dealt else setup.draft
        drafts = [choice.value for choice in self.drafts]
        if draft not in drafts and not (draft == "fixed" and "random" in drafts):
            return f"its draft is {draft}, not {_either(drafts)}"
        return ""

    # --- as data ----------------------------------------------------------------------------------------

    def as_object(self) -> dict[str, Any]:
        """Return the family as plain data, for `from_object`: the setup with the choices in it."""
        return {**setups_as_object(self), **self.choices_as_object()}

    def choices_as_object(self) -> dict[str, Any]:
        """Return only the keys that differ from game to game, as they are written in a training file."""
        rules = self[0].rules
        values: dict[str, list[tuple[Any, float]]] = {
            "edition": [(choice.value.as_header(rules), choice.weight) for choice in self.editions],
            "board": [(_board_as_object(choice.value), choice.weight) for choice in self.boards],
            "draft": [(choice.value, choice.weight) for choice in self.drafts],
        }
        drawn = isinstance(self.boards[0].value, DrawnFrom)
        return {
            key: _written(found)
            for key, found in values.items()
            if len(found) > 1 or (key == "board" and drawn)
        }

    @classmethod
    def from_object(cls, data: object, *, files: bool = False, absent_rules: int = NEWEST_RULES) -> Self:
        """Make a family from plain data: a setup, where some keys may have several values.

        The arguments are those of `Setup.from_object`.

        Raises:
            RulesError: As in `Setup.from_object`, or a list of values or their weights are wrong.
            ConfigError: A board is drawn with a seed of evaluation.
        """
        if not isinstance(data, Mapping):
            return cls(setups_from_object(data, files=files, absent_rules=absent_rules))
        chosen = {key: _choices(key, data[key]) for key in CHOICES if key in data}
        if any(choice.value == "fixed" for choice in chosen.get("draft", ())) and len(chosen["draft"]) > 1:
            raise RulesError("draft: 'fixed' can't be one of several drafts; use random to deal abilities")

        def setups(**values: Any) -> tuple[Setup, ...]:
            first = {key: choices[0].value for key, choices in chosen.items()}
            if _prior(first.get("board")):
                first["board"] = "standard"
            return setups_from_object({**data, **first, **values}, files=files, absent_rules=absent_rules)

        boards: list[Choice[Board | DrawnFrom]] = []
        for choice in chosen.get("board", ()):
            prior = _prior(choice.value)
            board = DrawnFrom(prior) if prior else setups(board=choice.value)[0].board
            boards.append(Choice(board, choice.weight))
        fixed = [choice.value for choice in boards if isinstance(choice.value, Board)]
        for board in fixed:
            check_board(board, "training")
        editions = [
            Choice(setups(edition=choice.value)[0].edition, choice.weight)
            for choice in chosen.get("edition", ())
        ]
        drafts = [Choice(setups(draft=one.value)[0].draft, one.weight) for one in chosen.get("draft", ())]
        main = tuple(setup.replace(board=fixed[0]) for setup in setups()) if fixed else setups()
        family = cls(main, editions, boards, drafts)
        _check_lengths(family)
        return family


def _board_as_object(board: Board | DrawnFrom) -> Any:
    return f"{PRIOR}{board.prior}" if isinstance(board, DrawnFrom) else board.as_header()


def _written(values: list[tuple[Any, float]]) -> Any:
    """Return choices as short as they can be read back."""
    if len({weight for _, weight in values}) == 1:
        return [value for value, _ in values] if len(values) > 1 else values[0][0]
    if all(isinstance(value, str) for value, _ in values):
        return dict(values)
    return [{"value": value, "weight": weight} for value, weight in values]


def _prior(value: object) -> str:
    """Return the name of the prior in ``prior:NAME``; empty if it is something else."""
    if not isinstance(value, str) or not value.startswith(PRIOR) or ":" in value.removeprefix(PRIOR):
        return ""
    name = value.removeprefix(PRIOR)
    if name not in prior_names():
        raise RulesError(f"board: there is no prior {name!r}; available: {', '.join(prior_names())}")
    return name


def _choices(key: str, value: object) -> list[Choice[Any]]:
    """Return the values of a key and their weights."""
    if isinstance(value, Mapping) and not _is_one(key, value):
        pairs = list(value.items())
    elif isinstance(value, list | tuple):
        pairs = [
            (entry["value"], entry["weight"])
            if isinstance(entry, Mapping) and set(entry) == {"value", "weight"}
            else (entry, 1)
            for entry in value
        ]
    else:
        pairs = [(value, 1)]
    if not pairs:
        raise RulesError(f"{key}: the list is empty; name at least one")
    for name, weight in pairs:
        if type(weight) not in (int, float) or not (weight > 0 and isfinite(weight)):
            raise RulesError(f"{key}: the weight of {name!r} must be a number above 0, not {weight!r}")
    if any(one == other for place, (one, _) in enumerate(pairs) for other, _ in pairs[:place]):
        raise RulesError(f"{key}: a value is there twice; give it a weight instead: {{{pairs[0][0]}: 2}}")
    equal = len({weight for _, weight in pairs}) == 1  # written as a list, so {de: 3} is [de]
    return [Choice(name, 1.0 if equal else float(weight)) for name, weight in pairs]


def _is_one(key: str, value: Mapping[Any, Any]) -> bool:
    """Is a mapping a whole edition or board, and not names with weights?"""
    kinds: dict[str, type[Edition] | type[Board]] = {"edition": Edition, "board": Board}
    kind = kinds.get(key)
    return kind is not None and (not value or any(name in kind.model_fields for name in value))


def _check_lengths(family: Family) -> None:
    """Refuse boards, also those that a prior may draw, that don't fit into the observation."""
    seen = family[0].observation
    if not seen.board or seen.layout == 1:
        return
    for choice in family.boards:
        if isinstance(choice.value, DrawnFrom):
            prior = load_prior(choice.value.prior)
            most = max(*prior.track_length, *prior.mine_symbols.count)
            if most > OBSERVED:
                raise RulesError(
                    f"observation.board: there is room for {OBSERVED} track spaces and {OBSERVED} mine "
                    f"symbols, but {PRIOR}{prior.name} draws boards with up to {most}; leave the board out "
                    "of the observation, or name another prior"
                )
        else:
            family[0].replace(board=choice.value)  # checks it


def _same(board: Board, other: Board) -> bool:
    return board is other or board.as_object() == other.as_object()


def _either(values: Sequence[object]) -> str:
    return " or ".join(dict.fromkeys(map(str, values)))


def _bits(seed: int, field: int) -> int:
    """Return 64 random bits for a field of a game. Games with neighbouring seeds get independent ones."""
    x = 0
    for word in (_OWN, seed, field):
        x = mix(((x ^ word) + 0x9E3779B97F4A7C15) & 0xFFFFFFFFFFFFFFFF)
    return x


_OWN = fnv1a("family")


def _pick(choices: Sequence[Choice[Any]], seed: int, field: int) -> int:
    """Return the index of a choice, drawn by its weights."""
    if len(choices) == 1:
        return 0
    rest = (_bits(seed, field) >> 11) / 2**53 * sum(choice.weight for choice in choices)
    for index, choice in enumerate(choices[:-1]):
        rest -= choice.weight
        if rest < 0:
            return index
    return len(choices) - 1
