"""Positions for rule tests: set one up by hand, script the chance, decide in the words of the records.

    position = Position(players=3)              # round 1, seat 0 is the favourite and asked to act
    position.give(0, silver=6).track(0, silver=4)
    position.choose("action:5")                 # checked like any choice
    assert position.options == ["amount:1", "amount:2", "amount:3"]

Every method that changes the position keeps the totals of the game (R1.1) and can be chained; the position is
validated when it is next looked at.
"""

from typing import Any, Self

import pytest

from dixie_env import Game, make_rules
from dixie_env.engine import model, option_id
from dixie_env.engine.words import FOODS, GOODS, ONE_OFFS

rule = pytest.mark.rule
"""`@rule("R4.15", "R4.22")`: the rules that a test would catch if they were broken (see test_ledger.py)."""


class Position:
    """A game at its first `act`, with abilities dealt so that none of them matters unless a test asks for it.

    Args:
        players: 2 to 5.
        abilities: For each seat; by default 2, 3, 10, 9, 7, which don't matter in most places.
        order: Seats from first to last; by default 0, 1, 2, ...
        options: Anything else that `make_rules` takes (edition, board, rounds, forbidden, ...).
    """

    def __init__(
        self,
        players: int = 3,
        abilities: tuple[int, ...] | None = None,
        order: list[int] | None = None,
        **options: Any,
    ):
        abilities = abilities or (2, 3, 10, 9, 7)[:players]
        rules = make_rules(players, draft="fixed", abilities=abilities, **options)
        shown = sorted(
            {*abilities, *[a for a in range(1, model.ABILITY_END) if a not in abilities][: 6 - players]}
        )
        order = order or list(range(players))
        self.game = Game(rules, 0, [("order", order), ("abilities", shown), ("deal", list(abilities))])
        self._dirty = False

    # --- looking --------------------------------------------------------------------------------------------

    @property
    def state(self) -> Any:
        """The live record; after writing to it by hand call `touch()`."""
        return self.game.state

    @property
    def options(self) -> list[str]:
        """The options that are offered, sorted as strings."""
        return self.ready().option_names()

    @property
    def asked(self) -> tuple[int | None, str | None]:
        """Who is asked what."""
        game = self.ready()
        return game.seat, game.decision

    @property
    def phase(self) -> str:
        return self.ready().phase

    def goods(self, seat: int) -> dict[str, int]:
        """What a seat owns."""
        self.ready()
        return dict(zip(GOODS, self.state["goods"][seat].tolist(), strict=True))

    def goods_in(self, place: str = "supply") -> dict[str, int]:
        """The goods in the `supply`, on the `offering_track`, or `removed` from the game."""
        self.ready()
        return dict(zip(GOODS, self.state[place].tolist(), strict=False))

    def seats(self, field: str) -> list[Any]:
        """A field of the state for the seats of this game (`penalties`, `rewards`, `mine`, `discs`, ...)."""
        self.ready()
        return list(self.state[field][: self.game.players].tolist())

    def order(self, field: str = "large") -> list[int]:
        """An order (`large`, `small`, `priority`) without its empty places."""
        self.ready()
        return [seat for seat in self.state[field].tolist() if seat >= 0]

    def pixies(self, colour: int) -> list[int]:
        """The spaces where a colour has active pixies."""
        self.ready()
        return [space for space in range(1, 15) if self.state["spaces"][space] == colour]

    # --- setting up -----------------------------------------------------------------------------------------

    def touch(self) -> Self:
        """The state was written to: list the options anew when they are next looked at."""
        self._dirty = True
        return self

    def ready(self) -> Game:
        """Bring the game up to date with what was set up, and make sure that the position is sound."""
        if self._dirty:
            self._dirty = False
            self.game.refresh()
            self.game.validate()
        return self.game

    def script(self, *outcomes: tuple[str, Any]) -> Self:
        """Chance to come: `("whip_die", 3)`, `("draw", ["rock", "silver"])`, `("demand", "apple")`, ..."""
        self.game.chance = list(outcomes)
        return self

    def give(self, seat: int, **goods: int) -> Self:
        """The seat owns exactly these goods and none of the others; the supply has the difference."""
        for index, good in enumerate(GOODS):
            change = goods.get(good, 0) - self.state["goods"][seat, index]
            assert self.state["supply"][index] >= change, f"the supply has too little {good}"
            self.state["goods"][seat, index] += change
            self.state["supply"][index] -= change
        return self.touch()

    def supply(self, **goods: int) -> Self:
        """The supply has exactly this much of these goods; the difference leaves the game (or comes back)."""
        for good, amount in goods.items():
            index = GOODS.index(good)
            self.state["removed"][index] += self.state["supply"][index] - amount
            self.state["supply"][index] = amount
        return self.touch()

    def bag(self, silver: int = 0, gold: int = 0, rock: int = 0) -> Self:
        """The bag holds exactly this; metal goes to the supply, rocks leave the game (or come back)."""
        for cube, amount in enumerate((silver, gold)):
            self.state["supply"][3 + cube] += self.state["bag"][cube] - amount
            self.state["bag"][cube] = amount
        self.state["removed"][model.ROCK] += self.state["bag"][2] - rock
        self.state["bag"][2] = rock
        return self.touch()

    def put(self, colour: int, *spaces: int) -> Self:
        """Pixies of a colour (5 is the dummy) go from their mine to these hand spots."""
        for space in spaces:
            assert self.state["spaces"][space] < 0, f"space {space} is taken"
            self.state["spaces"][space] = colour
            self.state["mine"][colour] -= 1
        return self.touch()

    def rocks(self, seat: int, first: int, second: int = 0) -> Self:
        """Rocks at the slaves of a colour (5 is the dummy), out of the bag."""
        self.state["bag"][2] += self.state["rocks"][seat].sum() - first - second
        self.state["rocks"][seat] = first, second
        return self.touch()

    def track(self, seat: int, silver: int = 1, gold: int = 1) -> Self:
        """Spaces on the tracks, counted from 1."""
        self.state["track"][seat] = silver - 1, gold - 1
        return self.touch()

    def penalties(self, seat: int, points: int) -> Self:
        """Penalty points so far (counted as passes)."""
        self.state["penalties"][seat] = points
        self.state["penalties_by"][seat] = 0
        self.state["penalties_by"][seat, model.FROM_PASS] = points
        return self.touch()

    def rewards(self, seat: int, points: int) -> Self:
        """Reward points so far (counted as from offering tiles)."""
        self.state["rewards"][seat] = points
        self.state["rewards_by"][seat] = 0
        self.state["rewards_by"][seat, model.FROM_OFFERING_TILE] = points
        return self.touch()

    def markers(self, ones: int, twos: int, holder: int) -> Self:
        """So many limited markers are left (R10.3); the holder got the others, for the top of a track."""
        taken = self.state["markers"][0] - ones + 2 * (self.state["markers"][1] - twos)
        self.state["markers"][:] = ones, twos
        self.state["rewards"][holder] += taken
        self.state["rewards_by"][holder, model.FROM_TRACK_TOP] += taken
        return self.touch()

    def one_off(self, seat: int, name: str, extra: bool = False) -> Self:
        """A seat has this one-off tile, in its own slot or on the extra slot, from the board."""
        number = ONE_OFFS.index(name) + 1
        assert self.state["one_off_on_board"][number]
        self.state["one_off_on_board"][number] = 0
        if extra:
            self.state["extra"][seat] = model.ON_EXTRA + number
        else:
            self.state["one_off"][seat] = number
        return self.touch()

    def food_tile(self, seat: int, extra: bool = False) -> Self:
        """A seat has the top food tile of the stack, in its own slot or on the extra slot."""
        self.state["food_left"] -= 1
        top = int(self.state["food_left"])
        self.state["extra" if extra else "food_tile"][seat] = self.state["food_stack"][top]
        self.state["food_stack"][top] = 0
        return self.touch()

    def discs(self, *discs: int) -> Self:
        """Discs that seats 0, 1, ... have left."""
        self.state["discs"][: len(discs)] = discs
        return self.touch()

    def discs_on(self, spaces: dict[int, int]) -> Self:
        """Discs on action spaces."""
        for space, discs in spaces.items():
            self.state["discs_on"][space] = discs
        return self.touch()

    def tiles_taken(self, offering: int = 0, ring: int = 0) -> Self:
        """How many reward tiles of these rows are gone; the special-offering track gets apples for them."""
        more = offering - self.state["tiles_taken"][model.OFFERING_ROW]
        self.state["offering_track"][0] += more
        self.state["supply"][0] -= more
        self.state["tiles_taken"][model.OFFERING_ROW] = offering
        self.state["tiles_taken"][model.RING_ROW] = ring
        return self.touch()

    def servants(self, seat: int, count: int, first_round: int = 1) -> Self:
        """Loyal servants of a seat, out of its mine, and their tiles gone from the row."""
        self.state["tiles_taken"][model.SERVANT_ROW] += count - self.state["servants"][seat]
        self.state["mine"][seat] -= count - self.state["servants"][seat]
        self.state["servants"][seat] = count
        self.state["first_servant"][seat] = first_round if count else 0
        return self.touch()

    def round(self, number: int) -> Self:
        """It is this round; earlier demands were apple, bread, honey in turn."""
        self.state["round"] = number
        self.state["demanded"][:] = [len(range(food, number - 1, 3)) for food in range(3)]
        return self.touch()

    def go_to(self, step: int) -> Self:
        """Break off and go on with another step of the game (`model.STEP_ROUND`, `STEP_SLAVES`, ...)."""
        self.ready()
        self.state["decision"] = model.ASK_NOTHING
        self.state["step"] = step
        return self.touch()

    def penalty_phase(self, step: int = model.STEP_SLAVES) -> Self:
        """Skip to the penalties of the round, or its end (`STEP_ROUND_END`), with a demand set."""
        self.go_to(step)
        demand = self.state["demanded"].tolist().index(min(self.state["demanded"].tolist()))
        self.state["demand"] = demand
        self.state["demanded"][demand] += 1
        return self.touch()

    def poor(self) -> Self:
        """Nobody owns anything."""
        for seat in range(self.game.players):
            self.give(seat)
        return self

    def stealing(self) -> Self:
        """Break off and begin this round anew, with its stealing phase."""
        self.go_to(model.STEP_ROUND)
        self.state["round"] -= 1
        return self.touch()

    # --- playing --------------------------------------------------------------------------------------------

    def choose(self, *choices: str) -> Self:
        """Make decisions one after the other, by the words of the records, whoever is asked."""
        for choice in choices:
            game = self.ready()
            assert choice in game.option_names(), f"{choice} is not offered: {game}, {game.option_names()}"
            option = option_id(choice, game.seat or 0, game.players)
            game.step(option)
            game.validate()
        return self

    def offerings(self, demand: str, *choices: str) -> Self:
        """End the action phase, reveal this demand, and make these choices."""
        self.go_to(model.STEP_OFFERINGS).script(("demand", demand))
        assert demand in FOODS
        self.ready()
        return self.choose(*choices)
