"""The kinds of events that the engine emits: what each one means and which fields it has.

The engine writes an event as a few numbers, in the order of the fields here; `make_event` turns them into
words. `docs/events.md` is generated from `KINDS`.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from dixie_env.engine import words
from dixie_env.engine.model import ON_EXTRA

__all__ = ["KINDS", "Field", "GameEvent", "Kind", "make_event"]


@dataclass(frozen=True)
class Field:
    """A field of an event.

    Attributes:
        name: The key to read it with: ``event["amount"]``.
        type: What it contains, in words for the documentation.
        decode: Turns the engine's number into the value; None for a list that takes all remaining numbers.
    """

    name: str
    type: str
    decode: Callable[[int], Any] | None = int


@dataclass(frozen=True)
class Kind:
    """A kind of event.

    Attributes:
        meaning: What happened.
        seat: Whose seat is in `GameEvent.seat`; empty if the event belongs to no seat.
        fields: The other facts, in the order in which the engine writes them.
    """

    meaning: str
    seat: str = ""
    fields: tuple[Field, ...] = ()


@dataclass(frozen=True, slots=True)
class GameEvent:
    """One thing that happened in a game. Read its fields by name: ``event["points"]``.

    Attributes:
        kind: What happened, one of `dixie_env.engine.words.EVENTS`.
        seat: The seat that did it or that it happened to; None if it belongs to no seat.
        values: The fields, in the order of `KINDS[kind].fields`.
        forced: It came from a decision with only one option, which the engine made without asking (R10.1).
    """

    kind: str
    seat: int | None
    values: tuple[Any, ...] = ()
    forced: bool = False

    def __getitem__(self, name: str) -> Any:
        """Return a field by its name."""
        for field, value in zip(KINDS[self.kind].fields, self.values, strict=True):
            if field.name == name:
                return value
        names = ", ".join(field.name for field in KINDS[self.kind].fields) or "none"
        raise KeyError(f"{self.kind} has no field {name!r}; its fields are: {names}")

    def as_dict(self) -> dict[str, Any]:
        """Return the event as a dictionary for JSON: kind, seat, forced, and the fields by name."""
        fields = zip(KINDS[self.kind].fields, self.values, strict=True)
        named = {field.name: list(value) if type(value) is tuple else value for field, value in fields}
        return {"kind": self.kind, "seat": self.seat, "forced": self.forced, **named}

    def __str__(self) -> str:
        parts = [
            f"{name} {value}" for name, value in self.as_dict().items() if name not in ("kind", "forced")
        ]
        return f"{self.kind}: {', '.join(parts)}"


def _word(table: Sequence[str]) -> Callable[[int], str]:
    return lambda number: table[number]


def _seat_or_none(number: int) -> int | None:
    return number if number >= 0 else None


def _one_off(number: int) -> str:
    return words.ONE_OFFS[number - 1]


def _extra(number: int) -> int | str | None:
    """What is on an extra slot: the value of a food tile, the name of a one-off tile, or nothing."""
    return (number or None) if number < ON_EXTRA else _one_off(number - ON_EXTRA)


_GOOD = Field("good", "a good", _word(words.GOODS))
_FOOD = Field("food", "`apple`, `bread` or `honey`", _word(words.FOODS))
_ACTION = Field("action", "1 to 21")
_ABILITY = Field("ability", "1 to 10")
_AMOUNT = Field("amount", "number")
_POINTS = Field("points", "number")
_TOTAL = Field("total", "number")
_SLAVE = Field("slave", "0 or 1: the slave with more rocks, or the other one")
_SLOT = Field("slot", "`main` or `extra`", _word(words.SLOTS))
_THEIR_SLOT = Field("other_slot", "`main` or `extra`", _word(words.SLOTS))
_OTHER = Field("other", "seat, or None for the board", _seat_or_none)
_TILE = Field("tile", "`double`, `peek` or `mercy`", _one_off)
_REASON = Field("reason", "reason of the decision", _word(words.REASONS))
_PLACE = "0 for the mine, 1 to 14 for a hand spot, 15 for the servant space"
_ORDER = Field("order", "list of seats, first to last", None)


def _goods_reason(meaning: str) -> Field:
    return Field("reason", meaning, _word(words.GOODS_REASONS))


KINDS: dict[str, Kind] = {
    # --- setup and headings ---------------------------------------------------------------------------------
    "order_drawn": Kind(
        "The seats were put into a random order (R2.1). The first is the favourite.",
        fields=(_ORDER,),
    ),
    "abilities_shown": Kind(
        "Six abilities are on display (R2.8).",
        fields=(Field("abilities", "list of numbers from 1 to 10", None),),
    ),
    "ability_taken": Kind(
        "A seat got its first ability (R2.8).",
        "the owner",
        (_ABILITY, Field("dealt", "true if dealt, false if chosen", bool)),
    ),
    "round_began": Kind(
        "A round began, and the large order became the small order (R3.1).",
        fields=(Field("round", "1 to 7"), _ORDER),
    ),
    "phase_began": Kind("A phase began.", fields=(Field("phase", "name of the phase", _word(words.PHASES)),)),
    # --- turns ----------------------------------------------------------------------------------------------
    "action_chosen": Kind(
        "A seat chose an action and placed its discs (R3.4).",
        "who acts",
        (_ACTION, Field("discs", "number of discs placed")),
    ),
    "passed": Kind("A seat passed and gave up its discs (R3.8).", "who passed"),
    "action_copied": Kind("A seat chose the action that it copies (R4.24).", "who copies", (_ACTION,)),
    "nothing_to_copy": Kind(
        "After the points for copying, no action was legal any more (R10.14).", "who copies"
    ),
    # --- goods ----------------------------------------------------------------------------------------------
    "goods_taken": Kind(
        "A seat took goods from the supply.",
        "who took them",
        (
            _GOOD,
            _AMOUNT,
            Field("due", "number; more than `amount` if the supply ran short (R3.3)"),
            _goods_reason(
                "`start`, `silver_income`, `icons`, `food_tile`, `stealing`, `trade`, `gold`, "
                "`casino` or `odd_job`"
            ),
            Field("space", "with `icons`, the space of the pixie; else 0"),
        ),
    ),
    "goods_paid": Kind(
        "A seat paid goods to the supply.",
        "who paid",
        (
            _GOOD,
            _AMOUNT,
            _goods_reason(
                "`trade`, `gold`, `ring`, `track`, `displacing`, `rock`, `special_offering` or `play_order`"
            ),
        ),
    ),
    "goods_robbed": Kind(
        "A seat took the food shown on the space of another seat's pixie, as much as the owner had (R4.14).",
        "the robber",
        (
            Field("victim", "seat"),
            Field("space", "1 to 14"),
            *(Field(food, "number") for food in words.FOODS),
        ),
    ),
    "good_dumped": Kind("A seat removed one good from the game (R4.17).", "the owner", (_GOOD,)),
    "good_added": Kind("A seat put one good onto the special-offering track (R4.19).", "the owner", (_GOOD,)),
    "casino_rolled": Kind(
        "The casino die was rolled (R4.12).",
        "who rolled",
        (Field("face", "`food`, `silver` or `gold`", _word(words.CASINO_FACES)),),
    ),
    "cube_drawn": Kind(
        "A cube left the bag: metal is owned at once, a rock waits to be placed (R4.15).",
        "who drew it",
        (
            Field("cube", "`silver`, `gold` or `rock`", _word(words.CUBES)),
            Field("picked", "true if picked with `peek`, false if drawn blind", bool),
        ),
    ),
    # --- rocks ----------------------------------------------------------------------------------------------
    "rock_placed": Kind(
        "A drawn rock was placed beside a slave (R4.22).",
        "who placed it",
        (Field("owner", "seat; 5 is the dummy (R7.4)"), _SLAVE),
    ),
    "rocks_discarded": Kind(
        "Drawn rocks left the game because no slave had room for them (R4.22).", "who drew them", (_AMOUNT,)
    ),
    "rock_removed": Kind(
        "A rock was removed from a slave and left the game (R3.9, R10.7).",
        "the owner of the slave",
        (_SLAVE,),
    ),
    # --- tiles and orders -----------------------------------------------------------------------------------
    "food_tile_taken": Kind(
        "A seat took the top food tile (R4.6).", "the owner", (Field("value", "2, 3 or 4"), _SLOT)
    ),
    "one_off_taken": Kind(
        "A seat took a one-off tile from the board (R4.7 to R4.9).", "the owner", (_TILE, _SLOT)
    ),
    "one_off_returned": Kind(
        "A seat used a one-off tile and gave it back: `double` is announced, `peek` looks into "
        "the bag, `mercy` saves a pixie.",
        "the owner",
        (_TILE, _SLOT),
    ),
    "food_tiles_swapped": Kind(
        "A seat swapped a food tile (R4.23).",
        "who swapped",
        (_OTHER, Field("given", "2, 3 or 4"), Field("got", "2, 3 or 4"), _SLOT, _THEIR_SLOT),
    ),
    "one_offs_swapped": Kind(
        "A seat swapped a one-off tile (R4.23).",
        "who swapped",
        (
            _OTHER,
            Field("given", "a one-off tile", _one_off),
            Field("got", "a one-off tile", _one_off),
            _SLOT,
            _THEIR_SLOT,
        ),
    ),
    "abilities_swapped": Kind(
        "A seat swapped its ability (R4.23). A tile on `extra_slot` goes with it (R10.5).",
        "who swapped",
        (
            _OTHER,
            Field("given", "1 to 10"),
            Field("got", "1 to 10"),
            Field("extra_given", "the tile that goes with `given`, or None", _extra),
            Field("extra_got", "the tile that comes with `got`, or None", _extra),
        ),
    ),
    "play_order_changed": Kind(
        "A seat moved forward in the small order (R4.20).",
        "who moved",
        (Field("places", "number"), _ORDER),
    ),
    "favourite_changed": Kind(
        "A seat moved to the front of the large order with action 21 (R3.10, R4.21).",
        "the favourite",
        (_ORDER,),
    ),
    # --- pixies ---------------------------------------------------------------------------------------------
    "pixie_promoted": Kind(
        "A pixie made a promotion step (section 5).",
        "who decided",
        (
            Field("colour", "seat of the pixie's owner; 5 is the dummy"),
            Field("source", _PLACE),
            Field("target", _PLACE),
            _REASON,
        ),
    ),
    "pixie_displaced": Kind(
        "A pixie had to leave its hand spot for the pixie that entered (R5.3). This event follows "
        "the entering pixie's `pixie_promoted`.",
        "the owner, 5 for the dummy",
        (Field("source", "1 to 14"), Field("target", _PLACE), Field("by", "seat")),
    ),
    "pixie_demoted": Kind(
        "A pixie went back to the mine, at a mine symbol (R6.1) or because of the angry queen (R3.16).",
        "the owner",
        (Field("space", "1 to 14"), _REASON),
    ),
    "steps_declined": Kind(
        "A seat gave up its remaining promotion steps in the reward phase (R3.18, R3.19).",
        "whose steps",
        (Field("steps", "number of steps given up"), _REASON),
    ),
    "servant_settled": Kind("The pixie on the servant space became a loyal servant (R3.20).", "the owner"),
    # --- points ---------------------------------------------------------------------------------------------
    "whip_rolled": Kind("The whip die was rolled (R4.10).", "who rolled", (_POINTS,)),
    "whip_given": Kind(
        "A seat assigned one whip point to an opponent, who gets it once all are assigned (R4.10).",
        "who gave it",
        (Field("victim", "seat"),),
    ),
    "penalty_given": Kind(
        "A seat got penalty points (section 6).",
        "who got them",
        (_POINTS, Field("source", "source of penalty points", _word(words.PENALTY_SOURCES)), _TOTAL),
    ),
    "mine_symbol_reached": Kind(
        "A score disc reached or passed a mine symbol (R6.1).",
        "whose disc",
        (Field("symbol", "the penalty points at which the symbol is"),),
    ),
    "demotion_spared": Kind(
        "Nobody was demoted at a mine symbol (R6.1).",
        "who was spared",
        (Field("why", "`favourite` or `nobody_active`", _word(words.SPARED)),),
    ),
    "fell_into_pit": Kind(
        "A seat fell into the pit and is out (R6.3): its goods go to the supply, its one-off "
        "and food tile to the board; "
        "its pixies, ability and rocks leave the game; its reward points count as 0.",
        "who fell",
        (
            *(Field(good, "number of goods lost") for good in words.GOODS),
            Field("rewards", "number of reward points lost"),
        ),
    ),
    "reward_given": Kind(
        "A seat got reward points. The sources `offering_tile`, `servant_tile` and `ring_tile` "
        "take the leftmost tile of a row.",
        "who got them",
        (_POINTS, Field("source", "source of reward points", _word(words.REWARD_SOURCES)), _TOTAL),
    ),
    "markers_missing": Kind(
        "A seat got fewer reward points than it should, because the limited markers ran out (R10.3).",
        "who lacks them",
        (
            Field("points", "reward points it did not get"),
            Field("source", "source of reward points", _word(words.REWARD_SOURCES)),
        ),
    ),
    "track_climbed": Kind(
        "A disc moved up a track (R3.17, R4.11), or stayed at the top.",
        "whose disc",
        (
            Field("track", "`silver` or `gold`", _word(words.TRACKS)),
            Field("before", "space, from 0"),
            Field("after", "space, from 0"),
            Field(
                "why",
                "`paying`, `offering` or `offering_most` (nobody else offered as much)",
                _word(words.CLIMBS),
            ),
        ),
    ),
    # --- the queen ------------------------------------------------------------------------------------------
    "demand_revealed": Kind("The queen's demand was revealed (R3.11).", fields=(_FOOD,)),
    "offering_shown": Kind(
        "An offering was shown and went to the supply (R3.14). All are shown together; no "
        "earlier event mentions them.",
        "whose offering",
        tuple(Field(good, "number") for good in words.GOODS),
    ),
    "queen_angered": Kind(
        "Nobody offered the demanded food: the queen is angry, and the reward phase is skipped (R3.16).",
        fields=(_FOOD,),
    ),
    "nobody_demoted": Kind("The angry queen found nobody who could demote a pixie (R10.26)."),
    # --- the end --------------------------------------------------------------------------------------------
    "game_ended": Kind(
        "The game ended; final scoring follows (R6.4, R11.1).",
        fields=(Field("why", "`last_round`, `golden_tiles` or `pit`", _word(words.ENDINGS)),),
    ),
    "rocks_charged": Kind(
        "Rocks left at the end cost 1 point each (R11.2).", "the owner", (Field("rocks", "number"),)
    ),
    "majority_charged": Kind(
        "A seat owns the most of a good at the end, alone or in a tie (R11.3).",
        "the owner",
        (_GOOD, _AMOUNT, _POINTS),
    ),
    "seat_ranked": Kind(
        "The final rank and score of a seat (R11.4).",
        "the seat",
        (Field("rank", "from 1"), Field("score", "number")),
    ),
}
"""All kinds, in the order of the engine's numbers for them."""

assert tuple(KINDS) == words.EVENTS, "every kind of events.pxd has an entry here, in the same order"

_BY_NUMBER = tuple(KINDS.items())


def make_event(kind: int, seat: int, forced: bool, numbers: Sequence[int]) -> GameEvent:
    """Make an event from the numbers that the engine wrote."""
    name, described = _BY_NUMBER[kind]
    values = tuple(
        tuple(number for number in numbers[place:] if number >= 0)
        if field.decode is None
        else field.decode(numbers[place])
        for place, field in enumerate(described.fields)
    )
    return GameEvent(name, seat if seat >= 0 else None, values, forced)
