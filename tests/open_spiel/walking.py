"""Walks through games of OpenSpiel: at random, or along the luck of a seed."""

from collections.abc import Iterator
from random import Random

from dixie_env.envs.simultaneous import NOOP
from dixie_env.open_spiel import luck
from dixie_env.open_spiel.position import Move, Position, Table
from dixie_env.rules import make_rules
from tests.properties.play import FOOLISH


def table_of(players: int, edition: str = "de", **options: object) -> Table:
    return Table(make_rules(players, edition, **options))  # type: ignore[arg-type]


def draw(position: Position, random: Random) -> int:
    outcomes = position.outcomes()
    return random.choices([number for number, _ in outcomes], [float(chance) for _, chance in outcomes])[0]


def lucky(position: Position) -> int:
    """The next part of the outcome that the engine's own seed gives."""
    whole = position.game.sampled_outcome()
    parts = whole if isinstance(whole, list) else [whole]
    kinds = {"order": "seat", "deal": "ability", "abilities": "ability", "draw": "cube", "whip_die": "whips"}
    kind = str(position.game.awaited)
    name = kinds.get(kind, kind.removesuffix("_die"))
    numbers = [luck.NAMES.index(f"{name}:{part}") for part in parts]
    fixed = [ability for ability in position.game.rules.array["fixed"][0] if ability]
    if kind == "abilities":
        numbers = [number for number, part in zip(numbers, parts, strict=True) if part not in fixed]
    return numbers[len(position.drawn)]


def choose(position: Position, seat: int, random: Random, sense: float = 0.97) -> int:
    options = position.options(seat)
    sensible = [option for option in options if option not in FOOLISH]
    return random.choice(sensible if sensible and random.random() < sense else options)


def decide(position: Position, random: Random, sense: float = 0.97) -> Move:
    """A random move of the seat that decides, or of all seats."""
    game = position.game
    if position.offerings is not None:
        return tuple(choose(position, seat, random, sense) for seat in range(game.players))
    assert game.seat is not None
    return choose(position, game.seat, random, sense)


def walk(table: Table, random: Random, sense: float = 0.97) -> Iterator[Position]:
    """All positions of a random game, from the first to the last."""
    position = Position.first(table)
    yield position
    while not position.game.over:
        chance = position.game.awaited is not None
        position = position.after(draw(position, random) if chance else decide(position, random, sense))
        yield position


def choosing(position: Position) -> list[int]:
    """The seats that choose an offering now."""
    return [seat for seat in range(position.game.players) if NOOP not in position.options(seat)]
