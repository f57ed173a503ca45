"""Chance: sampled, scripted, and shared by twin games."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from dixie_env import ChanceError, Game, make_rules
from dixie_env.engine import option_id
from tests.position import Position
from tests.properties.play import choose

SETUP: list[tuple[str, Any]] = [("order", [1, 0, 2]), ("abilities", [1, 3, 4, 6, 8, 9])]


def outcomes(game: Game, seed: int, decisions: int) -> list[tuple[str | None, Any]]:
    """Play on with random choices and write down the chance that was met."""
    met: list[tuple[str | None, Any]] = []

    def chance(asking: Game) -> Any:
        met.append((asking.awaited, asking.sampled_outcome()))
        return met[-1][1]

    game.chance = chance
    random = Random(seed)
    for _ in range(decisions):
        if not game.over:
            game.step(choose(game, random, 0.97))
    return met


def test_the_same_seed_and_decisions_give_the_same_game() -> None:
    rules = make_rules(4)
    assert outcomes(Game(rules, 5), 1, 300) == outcomes(Game(rules, 5), 1, 300)
    assert outcomes(Game(rules, 5), 1, 300) != outcomes(Game(rules, 6), 1, 300)


def test_a_script_is_followed() -> None:
    game = Game(make_rules(3), 0, list(SETUP))
    assert game.state["large"].tolist() == [1, 0, 2, -1, -1]
    assert game.state["display"].nonzero()[0].tolist() == [1, 3, 4, 6, 8, 9]
    assert game.chance == []


def test_a_script_that_runs_out_is_an_error() -> None:
    with pytest.raises(ChanceError, match="the chance script has run out: the game awaits abilities"):
        Game(make_rules(3), 0, SETUP[:1])


def test_a_script_of_another_kind_is_an_error() -> None:
    with pytest.raises(ChanceError, match=r"the game awaits order, but the script has demand \('apple'\)"):
        Game(make_rules(3), 0, [("demand", "apple")])


@pytest.mark.parametrize(
    ("script", "message"),
    [
        ([("order", [0, 1, 1])], "order can't be .* every seat from 0 to 2, once each"),
        ([("order", [0, 1])], "order can't be"),
        ([("order", "012")], "order can't be"),
        ([("order", [0, 1, 3])], "order can't be"),
        ([("order", [0, 1, True])], "order can't be"),
        ([SETUP[0], ("abilities", [3, 1, 4, 6, 8, 9])], "abilities can't be .* ascending"),
        ([SETUP[0], ("abilities", [1, 3, 4, 6, 8])], "abilities can't be"),
        ([SETUP[0], ("abilities", [1, 3, 4, 6, 8, 11])], "abilities can't be"),
    ],
)
def test_an_impossible_setup_is_an_error(script: list[tuple[str, Any]], message: str) -> None:
    with pytest.raises(ChanceError, match=message):
        Game(make_rules(3), 0, script)


@pytest.mark.parametrize(
    ("action", "outcome", "message"),
    [
        ("action:10", ("whip_die", 4), r"whip_die can't be 4 here; expected one of \[1, 2, 3\]"),
        ("action:10", ("whip_die", "1"), "whip_die can't be '1'"),
        (
            "action:12",
            ("casino_die", "rock"),
            r"casino_die can't be 'rock' here; expected one of \['food', 'gold', 'silver'\]",
        ),
        ("action:15", ("draw", ["silver"] * 4), "draw can't be .* a list of 5 cubes"),
        ("action:15", ("draw", ["rock"] * 5), "draw can't be .*'rock': 4"),
        ("action:15", ("draw", ["silver", "gold", "rock", "tin", "gold"]), "draw can't be"),
    ],
)
def test_an_impossible_outcome_is_an_error_and_changes_nothing(
    action: str, outcome: tuple[str, Any], message: str
) -> None:
    position = Position().bag(silver=10, gold=10, rock=4).script(outcome)
    game = position.ready()
    before = game.to_bytes()
    with pytest.raises(ChanceError, match=message):
        game.step(option_id(action, 0, 3))
    assert game.to_bytes() == before
    assert game.chance == [outcome]


def test_a_demand_comes_three_times_at_most() -> None:
    position = Position().round(5)
    position.state["demanded"][:] = 3, 1, 0
    with pytest.raises(
        ChanceError, match=r"demand can't be 'apple' here; expected one of \['bread', 'honey'\]"
    ):
        position.touch().offerings("apple")


def test_a_deal_is_from_the_display_and_as_the_list_says() -> None:
    dealt = make_rules(3, draft="fixed", abilities=[3, 8, 1])
    with pytest.raises(ChanceError, match="deal can't be"):
        Game(dealt, 0, [*SETUP, ("deal", [8, 3, 1])])
    with pytest.raises(ChanceError, match="abilities can't be"):
        Game(dealt, 0, [SETUP[0], ("abilities", [2, 3, 4, 6, 8, 9])])
    with pytest.raises(ChanceError, match="deal can't be"):
        Game(make_rules(3, draft="random"), 0, [*SETUP, ("deal", [2, 3, 4])])


def test_dealt_abilities_are_on_display_before() -> None:
    for seed in range(50):
        game = Game(make_rules(5, draft="fixed", abilities=[10, 9, 2, 3, 1]), seed)
        assert game.state["ability"].tolist() == [10, 9, 2, 3, 1]
        assert game.state["display"].sum() == 1
        assert game.phase == "actions"


def test_twin_games_share_their_other_luck() -> None:
    """One extra roll of one seat changes no other roll, demand or draw of the others."""
    rules = make_rules(3, draft="fixed", abilities=[1, 2, 3])
    for seed in range(40):
        twins = [Game(rules, seed) for _ in range(2)]
        first = twins[0].seat
        assert first is not None
        luck = []
        for game, action in zip(twins, ("action:10", "action:2"), strict=True):
            met: list[tuple[str | None, Any]] = []

            def chance(asking: Game, met: list[tuple[str | None, Any]] = met) -> Any:
                met.append((asking.awaited, asking.sampled_outcome()))
                return met[-1][1]

            game.chance = chance
            game.step(option_id(action, first, 3))
            while game.decision == "whip":
                game.step(game.options()[0])
            game.step(option_id("action:12", game.seat or 0, 3))
            game.step(option_id("action:15", game.seat or 0, 3))
            while game.phase == "actions":
                options = game.option_names()
                choice = "pass" if "pass" in options else options[0]
                game.step(option_id(choice, game.seat or 0, 3))
            luck.append([one for one in met if one[0] != "whip_die"])
        assert luck[0] == luck[1]
        assert [kind for kind, _ in luck[0]] == ["casino_die", "draw", "demand"]


def test_sampled_chance_is_fair() -> None:
    """Frequencies over fixed seeds, within 4 standard deviations."""
    rules = make_rules(3, draft="random")
    firsts: Counter[int] = Counter()
    abilities: Counter[int] = Counter()
    cubes: Counter[str] = Counter()
    dice: Counter[Any] = Counter()
    games = 1500
    for seed in range(games):
        game = Game(rules, seed)
        firsts[int(game.state["large"][0])] += 1
        abilities.update(game.state["ability"][:3].tolist())
        met: list[Any] = []

        def chance(asking: Game, met: list[Any] = met) -> Any:
            met.append(asking.sampled_outcome())
            return met[-1]

        game.chance = chance
        game.step(option_id("action:15", game.seat or 0, 3))
        cubes.update(met[0])
        while game.decision == "place_rock":
            game.step(game.options()[0])
        game.step(option_id("action:12", game.seat or 0, 3))
        dice[met[-1]] += 1
    for count in firsts.values():
        assert abs(count - games / 3) < 4 * (games * 2 / 9) ** 0.5
    for ability in range(1, 11):
        assert abs(abilities[ability] - games * 0.3) < 4 * (games * 0.21) ** 0.5
    for face in ("food", "silver", "gold"):
        assert abs(dice[face] - games / 3) < 4 * (games * 2 / 9) ** 0.5
    total = sum(cubes.values())
    for cube, share in (("silver", 30 / 55), ("gold", 10 / 55), ("rock", 15 / 55)):
        assert abs(cubes[cube] - total * share) < 4 * (total * share * (1 - share)) ** 0.5
