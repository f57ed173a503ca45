"""Chance nodes: exact probabilities, and the same luck as the engine's own."""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise
from math import comb, perm
from random import Random
from typing import Any

import pytest

pytest.importorskip("pyspiel", reason="needs the extra openspiel")

from scipy.stats import chi2_contingency, chisquare

from dixie_env import Game
from dixie_env.engine import option_id
from dixie_env.open_spiel import luck
from dixie_env.open_spiel.position import Position, Table
from tests import position as planted
from tests.open_spiel.walking import decide, draw, lucky, table_of, walk

UNLIKELY = 1e-4


def named(position: Position) -> dict[str, Fraction]:
    return {luck.NAMES[number]: chance for number, chance in position.outcomes()}


def whole_outcomes(position: Position) -> dict[tuple[int, ...], Fraction]:
    """Every outcome of the awaited chance with its probability: all ways through its nodes."""
    kind, game = position.game.awaited, position.game
    found: dict[tuple[int, ...], Fraction] = {}

    def follow(drawn: tuple[int, ...], chance: Fraction) -> None:
        if luck.value(game, drawn) is not None:
            found[drawn] = found.get(drawn, Fraction(0)) + chance
            return
        for number, part in luck.outcomes(game, drawn):
            follow((*drawn, number), chance * part)

    assert kind is not None
    follow(position.drawn, Fraction(1))
    return found


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("draft", ["choose", "random"])
def test_probabilities_of_every_node_sum_to_1(players: int, draft: str) -> None:
    met: Counter[str] = Counter()
    for seed in range(4):
        for position in walk(table_of(players, draft=draft), Random(seed)):
            if position.game.awaited is None:
                continue
            met[position.game.awaited] += 1
            numbers = [number for number, _ in position.outcomes()]
            chances = [chance for _, chance in position.outcomes()]
            assert sum(chances) == 1 and min(chances) > 0
            assert len(numbers) > 1 and numbers == sorted(set(numbers))
            assert numbers[0] >= 0 and numbers[-1] < luck.CHANCE_COUNT
    expected = {"order", "abilities", "demand", "draw"} | ({"deal"} if draft == "random" else set())
    assert expected <= set(met)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_order_is_equally_likely(players: int) -> None:
    found = whole_outcomes(Position.first(table_of(players)))
    assert set(found.values()) <= {Fraction(1, perm(players))} and len(found) == perm(players)


@pytest.mark.parametrize(
    ("fixed", "sets"), [(None, comb(10, 6)), ((2, 5), comb(8, 4)), ((10, 1, 7), comb(7, 3))]
)
def test_every_set_of_abilities_is_equally_likely(fixed: tuple[int, ...] | None, sets: int) -> None:
    table = table_of(len(fixed), draft="fixed", abilities=fixed) if fixed else table_of(3)
    position = Position.first(table)
    while position.game.awaited == "order":
        position = position.after(draw(position, Random(1)))
    found = whole_outcomes(position)
    assert len(found) == sets and set(found.values()) == {Fraction(1, sets)}
    assert all(a < b for drawn in found for a, b in pairwise(drawn))


def test_a_dealt_ability_is_any_of_those_on_display() -> None:
    for position in walk(table_of(3, draft="random"), Random(2)):
        if position.game.awaited == "deal":
            found = whole_outcomes(position)
            assert len(found) == perm(6, 3) and set(found.values()) == {Fraction(1, perm(6, 3))}
            return
    raise AssertionError("nothing was dealt")


def at(place: planted.Position) -> Position:
    game = place.ready()
    return Position(Table(game.rules), game)


def act(place: planted.Position, *choices: str) -> Position:
    """The planted position after some choices of the seat that acts."""
    position = at(place)
    for choice in choices:
        seat = position.game.seat
        assert seat is not None
        position = position.after(option_id(choice, seat, position.game.players))
    return position


def test_cubes_come_as_they_lie_in_the_bag() -> None:
    place = planted.Position(3)
    place.state["bag"][:] = (3, 2, 1)
    place.state["supply"][3] += 27
    place.state["supply"][4] += 8
    place.state["removed"][5] += 14
    place.touch()
    position = act(place, "action:15")
    assert position.game.awaited == "draw" and position.game.state["blind"] == 5
    assert named(position) == {
        "cube:silver": Fraction(3, 6),
        "cube:gold": Fraction(2, 6),
        "cube:rock": Fraction(1, 6),
    }
    position = position.after(luck.NAMES.index("cube:gold"))
    assert named(position)["cube:gold"] == Fraction(1, 5)
    position = position.after(luck.NAMES.index("cube:gold"))
    assert named(position) == {"cube:silver": Fraction(3, 4), "cube:rock": Fraction(1, 4)}
    position = position.after(luck.NAMES.index("cube:rock"))
    assert position.game.awaited is None  # only silver is left: nothing is to be drawn by chance
    assert position.game.state["bag"].tolist() == [1, 0, 0]


def test_dice_show_the_faces_of_the_board() -> None:
    board = {**planted.Position(3).game.rules.config.board.as_object()}
    board.update(whip_die=[1, 1, 1, 2, 9], casino_die=["gold", "food", "food", "food"])
    assert named(act(planted.Position(3, board=board), "action:10")) == {
        "whips:1": Fraction(3, 5),
        "whips:2": Fraction(1, 5),
        "whips:9": Fraction(1, 5),
    }
    casino = planted.Position(3, board=board)
    casino.give(0, silver=5, gold=5)
    assert named(act(casino, "action:12")) == {"casino:food": Fraction(3, 4), "casino:gold": Fraction(1, 4)}


def test_round_tiles_that_are_gone_are_not_demanded() -> None:
    for position in walk(table_of(2), Random(7)):
        if position.game.awaited == "demand" and position.game.round == 4:
            seen = position.game.state["demanded"].tolist()
            assert sum(seen) == 3
            assert named(position) == {
                f"demand:{food}": Fraction(3 - seen[number], 6)
                for number, food in enumerate(("apple", "bread", "honey"))
                if seen[number] < 3
            }
            return
    raise AssertionError("the game ended before round 4")


# --- the engine's own luck ------------------------------------------------------------------------------


def agrees(position: Position, sampled: Callable[[int], Any], games: int) -> None:
    """Chi-square of the outcomes that seeds give, against the probabilities of the nodes."""
    expected = {
        repr(luck.value(position.game, drawn)): float(chance)
        for drawn, chance in whole_outcomes(position).items()
    }
    seen = Counter(repr(sampled(seed)) for seed in range(games))
    assert set(seen) <= set(expected)
    test = chisquare([seen[key] for key in expected], [games * chance for chance in expected.values()])
    assert test.pvalue > UNLIKELY, (test, seen)


def sampler(position: Position) -> Callable[[int], Any]:
    game = position.game.copy()

    def sample(seed: int) -> Any:
        game.state["seed"] = seed * 7919 + 13
        return game.sampled_outcome()

    return sample


@pytest.mark.parametrize("kind", ["order", "abilities", "deal", "demand", "draw", "whip_die", "casino_die"])
def test_nodes_agree_with_the_luck_of_seeds(kind: str) -> None:
    tested = 0
    for seed in range(40):
        for position in walk(table_of(4, draft="random"), Random(seed)):
            if position.game.awaited == kind and not position.drawn:
                agrees(position, sampler(position), 8000 if kind in ("abilities", "deal") else 2000)
                tested += 1
                break
        if tested == 2:
            return
    raise AssertionError(f"{kind} came up {tested} times")


def test_random_games_have_the_same_scores_as_in_the_engine() -> None:
    table = table_of(2, rounds=1)
    games = 500

    def bins(score: int) -> int:
        return min(max(score, -14), 2) // 2

    here: Counter[int] = Counter()
    there: Counter[int] = Counter()
    for seed in range(games):
        *_, last = walk(table, Random(seed), sense=0)
        here.update(bins(int(score)) for score in last.game.state["scores"][:2])
        game, random = Game(table.rules, seed), Random(-1 - seed)
        while not game.over:
            game.step(random.choice(game.options()))
        there.update(bins(int(score)) for score in game.state["scores"][:2])
    both = sorted(set(here) | set(there))
    rows = [[count[value] + 1 for value in both] for count in (here, there)]
    assert chi2_contingency(rows).pvalue > UNLIKELY, rows


def test_the_luck_of_a_seed_gives_the_game_of_that_seed() -> None:
    """Chance nodes that follow a seed lead through the very states of the engine's game of that seed."""
    for number, options in enumerate(
        [{}, {"edition": "en"}, {"draft": "random"}, {"draft": "fixed", "abilities": (3, 8, 1)}] * 2
    ):
        random = Random(number)
        table = table_of(2 if number == 4 else 3, **options)  # type: ignore[arg-type]
        position, game = Position.first(table), Game(table.rules, 0)
        while not position.game.over:
            if position.game.awaited is not None:
                position = position.after(lucky(position))
                continue
            move = choose_alike(position, game, random)
            position = position.after(move)
        assert game.over and position.game == game


def choose_alike(position: Position, game: Game, random: Random) -> Any:
    """A random move of the position; the engine's game gets the same choices, offerings in large order."""
    move = decide(position, random)
    if position.offerings is None:
        assert position.game == game
        game.step(int(move))  # type: ignore[arg-type]
    elif position.offerings.left == 1:
        chosen = {seat: list(options) for seat, options in position.offerings.after(move).chosen.items()}  # type: ignore[arg-type]
        while any(chosen.values()):
            assert game.seat is not None
            game.step(chosen[game.seat].pop(0))
    return move
