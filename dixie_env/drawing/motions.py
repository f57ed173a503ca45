"""How a page shows an event: its icon, its place on the board, and the pieces that move from place to place.

Every kind of event has a row in `SHOWN`. Where nothing travels from one place to another, `moves` is `still`.
Places are the `data-place` of the drawing, or the name of one of its parts.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from dixie_env.drawing.village import ACTION_ICONS
from dixie_env.engine.event_kinds import GameEvent
from dixie_env.engine.model import ACTION_CASINO, ACTION_COPY, ACTION_FOOD_TILE, ACTION_WHIPS
from dixie_env.engine.words import FOODS, GOODS

__all__ = ["SHOWN", "Move", "Shown", "icon_of", "moves_of", "places_of", "still"]


@dataclass(frozen=True)
class Move:
    """A piece on its way.

    Attributes:
        piece: A symbol (`gold`), `pixie` or `disc` of a seat (`pixie-2`), a `disc`, or a `tile`.
        source: The place where it starts.
        target: The place where it arrives.
        label: What stands on it or beside it: a number of goods, the value of a tile.
    """

    piece: str
    source: str
    target: str
    label: str = ""

    def line(self) -> list[str]:
        """Return the form in which pages get it."""
        return [self.piece, self.source, self.target, self.label]


Moves = Callable[[GameEvent], Iterable[Move]]


@dataclass(frozen=True)
class Shown:
    """How one kind of event is shown."""

    icon: str
    place: Callable[[GameEvent], str]
    moves: Moves


def still(event: GameEvent) -> Iterable[Move]:
    """Say that nothing moves: the event is told, and its place lights up."""
    return ()


def icon_of(event: GameEvent) -> str:
    """Return the symbol of an event."""
    if event.kind in ("action_chosen", "action_copied"):
        return ACTION_ICONS[event["action"]]
    fields = event.as_dict()
    for key in ("good", "cube", "food", "track", "tile"):
        if key in fields:
            return str(fields[key])
    return SHOWN[event.kind].icon


def places_of(events: Iterable[GameEvent]) -> list[str]:
    """Return where events happened on the board, each place once."""
    return list(dict.fromkeys(SHOWN[event.kind].place(event) for event in events))


def moves_of(events: Iterable[GameEvent]) -> list[Move]:
    """Return all pieces that events move."""
    return [move for event in events for move in SHOWN[event.kind].moves(event)]


# --- places ------------------------------------------------------------------------------------------------

_TILE_SPACES = {"double": "space-7", "peek": "space-8", "mercy": "space-9"}


def _action_place(action: int) -> str:
    return f"space-{action}" if action <= 14 else f"action-{action}"


def _pixie_place(colour: int, place: int) -> str:
    if not place:
        return f"mine-{colour}"
    return "servant" if place == 15 else f"space-{place}"


def _good(seat: int | None, good: str) -> str:
    return f"goods-{seat}-{good}"


def _slot(seat: int | None, kind: str, slot: str = "main") -> str:
    return f"slot-{seat}-{'extra' if slot == 'extra' else kind}"


def _screen(event: GameEvent) -> str:
    return f"screen-{event.seat}"


def _fixed(place: str) -> Callable[[GameEvent], str]:
    return lambda event: place


def _by_action(event: GameEvent) -> str:
    return _action_place(event["action"])


# --- what moves --------------------------------------------------------------------------------------------


def _number(amount: int) -> str:
    return str(amount) if amount > 1 else ""


def _discs(event: GameEvent) -> Iterable[Move]:
    yield Move("disc", f"screen-{event.seat}", _action_place(event["action"]), _number(event["discs"]))


def _ability(event: GameEvent) -> Iterable[Move]:
    yield Move("tile", f"ability-{event['ability']}", _slot(event.seat, "ability"), str(event["ability"]))


def _taken(event: GameEvent) -> Iterable[Move]:
    good = event["good"]
    source = f"space-{event['space']}" if event["space"] else f"supply-{good}"
    if event["amount"] and event["reason"] != "start":
        yield Move(good, source, _good(event.seat, good), _number(event["amount"]))


def _paid(event: GameEvent) -> Iterable[Move]:
    good = event["good"]
    yield Move(good, _good(event.seat, good), f"supply-{good}", _number(event["amount"]))


def _robbed(event: GameEvent) -> Iterable[Move]:
    for food in FOODS:
        if event[food]:
            yield Move(food, _good(event["victim"], food), _good(event.seat, food), _number(event[food]))


def _dumped(event: GameEvent) -> Iterable[Move]:
    yield Move(event["good"], _good(event.seat, event["good"]), "removed")


def _added(event: GameEvent) -> Iterable[Move]:
    yield Move(event["good"], _good(event.seat, event["good"]), "offering-track")


def _drawn(event: GameEvent) -> Iterable[Move]:
    cube = event["cube"]
    yield Move(cube, f"bag-{cube}", f"screen-{event.seat}" if cube == "rock" else _good(event.seat, cube))


def _rock_placed(event: GameEvent) -> Iterable[Move]:
    yield Move("rock", "bag-rock", f"slave-{event['owner']}-{event['slave']}")


def _rocks_discarded(event: GameEvent) -> Iterable[Move]:
    yield Move("rock", "bag-rock", "removed", _number(event["amount"]))


def _rock_removed(event: GameEvent) -> Iterable[Move]:
    yield Move("rock", f"slave-{event.seat}-{event['slave']}", "removed")


def _food_tile(event: GameEvent) -> Iterable[Move]:
    target = _slot(event.seat, "food_tile", event["slot"])
    yield Move("tile", _action_place(ACTION_FOOD_TILE), target, str(event["value"]))


def _one_off(event: GameEvent) -> Iterable[Move]:
    yield Move(event["tile"], _TILE_SPACES[event["tile"]], _slot(event.seat, "one_off", event["slot"]))


def _one_off_back(event: GameEvent) -> Iterable[Move]:
    yield Move(event["tile"], _slot(event.seat, "one_off", event["slot"]), _TILE_SPACES[event["tile"]])


def _swapped(event: GameEvent) -> Iterable[Move]:
    kind = {"food_tiles_swapped": "food_tile", "one_offs_swapped": "one_off"}.get(event.kind, "ability")
    given, got, other = event["given"], event["got"], event["other"]
    slots = ("main", "main") if kind == "ability" else (event["slot"], event["other_slot"])
    mine = _slot(event.seat, kind, slots[0])
    if other is not None:
        there = here = _slot(other, kind, slots[1])
    elif kind == "ability":
        there, here = "display", f"ability-{got}"
    elif kind == "food_tile":
        there = here = _action_place(ACTION_FOOD_TILE)
    else:
        there, here = _TILE_SPACES[given], _TILE_SPACES[got]
    plain = kind == "one_off"
    for tile, source, target in ((given, mine, there), (got, here, mine)):
        yield Move(str(tile) if plain else "tile", source, target, "" if plain else str(tile))


def _crown(event: GameEvent) -> Iterable[Move]:
    yield Move("crown", "orders", f"screen-{event.seat}")


def _promoted(event: GameEvent) -> Iterable[Move]:
    colour = event["colour"]
    source, target = (_pixie_place(colour, event[key]) for key in ("source", "target"))
    yield Move(f"pixie-{colour}", source, target)


def _displaced(event: GameEvent) -> Iterable[Move]:
    source = _pixie_place(event.seat or 0, event["source"])
    yield Move(f"pixie-{event.seat}", source, _pixie_place(event.seat or 0, event["target"]))


def _demoted(event: GameEvent) -> Iterable[Move]:
    yield Move(f"pixie-{event.seat}", f"space-{event['space']}", f"mine-{event.seat}")


def _settled(event: GameEvent) -> Iterable[Move]:
    yield Move(f"pixie-{event.seat}", "servant", "palace")


def _whip(event: GameEvent) -> Iterable[Move]:
    yield Move("whip", f"screen-{event.seat}", f"screen-{event['victim']}")


def _penalty(event: GameEvent) -> Iterable[Move]:
    yield Move("tile", f"screen-{event.seat}", "score", f"\u2212{event['points']}")


def _reward(event: GameEvent) -> Iterable[Move]:
    tile = event["source"].endswith("_tile")
    source = "tiles" if tile else "silver-track" if event["source"] == "track_top" else "display"
    yield Move("tile", source, f"screen-{event.seat}", f"+{event['points']}")


def _climbed(event: GameEvent) -> Iterable[Move]:
    if event["after"] > event["before"]:
        source, target = (f"{event['track']}-track-{event[key]}" for key in ("before", "after"))
        yield Move(f"disc-{event.seat}", source, target)


def _demand(event: GameEvent) -> Iterable[Move]:
    yield Move(event["food"], "rounds", "queen")


def _offered(event: GameEvent) -> Iterable[Move]:
    for good in GOODS:
        if event[good]:
            yield Move(good, _good(event.seat, good), "queen", _number(event[good]))


def _target_of_rock(event: GameEvent) -> str:
    return f"slave-{event['owner']}-{event['slave']}"


def _own_slave(event: GameEvent) -> str:
    return f"slave-{event.seat}-{event['slave']}"


def _own_slot(kind: str) -> Callable[[GameEvent], str]:
    return lambda event: _slot(event.seat, kind, event["slot"])


def _own_good(event: GameEvent) -> str:
    return _good(event.seat, event["good"])


SHOWN: dict[str, Shown] = {
    "order_drawn": Shown("crown", _fixed("orders"), still),
    "abilities_shown": Shown("peek", _fixed("display"), still),
    "ability_taken": Shown("crown", lambda event: _slot(event.seat, "ability"), _ability),
    "round_began": Shown("crown", _fixed("rounds"), still),
    "phase_began": Shown("crown", _fixed("head"), still),
    "action_chosen": Shown("up", _by_action, _discs),
    "passed": Shown("hand", _screen, still),
    "action_copied": Shown("copy", _by_action, still),
    "nothing_to_copy": Shown("copy", _fixed(_action_place(ACTION_COPY)), still),
    "goods_taken": Shown("hand", _own_good, _taken),
    "goods_paid": Shown("hand", _own_good, _paid),
    "goods_robbed": Shown("hand", lambda event: f"space-{event['space']}", _robbed),
    "good_dumped": Shown("hand", _fixed("removed"), _dumped),
    "good_added": Shown("honey", _fixed("offering-track"), _added),
    "casino_rolled": Shown("die", _fixed(_action_place(ACTION_CASINO)), still),
    "cube_drawn": Shown("bag", _fixed("bag"), _drawn),
    "rock_placed": Shown("rock", _target_of_rock, _rock_placed),
    "rocks_discarded": Shown("rock", _fixed("removed"), _rocks_discarded),
    "rock_removed": Shown("pick", _own_slave, _rock_removed),
    "food_tile_taken": Shown("apple", _own_slot("food_tile"), _food_tile),
    "one_off_taken": Shown("double", _own_slot("one_off"), _one_off),
    "one_off_returned": Shown("double", lambda event: _TILE_SPACES[event["tile"]], _one_off_back),
    "food_tiles_swapped": Shown("swap", _own_slot("food_tile"), _swapped),
    "one_offs_swapped": Shown("swap", _own_slot("one_off"), _swapped),
    "abilities_swapped": Shown("swap", lambda event: _slot(event.seat, "ability"), _swapped),
    "play_order_changed": Shown("up", _fixed("orders"), still),
    "favourite_changed": Shown("crown", _fixed("orders"), _crown),
    "pixie_promoted": Shown("up", lambda event: _pixie_place(event["colour"], event["target"]), _promoted),
    "pixie_displaced": Shown(
        "swap", lambda event: _pixie_place(event.seat or 0, event["target"]), _displaced
    ),
    "pixie_demoted": Shown("pick", lambda event: f"mine-{event.seat}", _demoted),
    "steps_declined": Shown("up", _screen, still),
    "servant_settled": Shown("crown", _fixed("palace"), _settled),
    "whip_rolled": Shown("die", _fixed(_action_place(ACTION_WHIPS)), still),
    "whip_given": Shown("whip", lambda event: f"screen-{event['victim']}", _whip),
    "penalty_given": Shown("whip", _fixed("score"), _penalty),
    "mine_symbol_reached": Shown("pick", _fixed("score"), still),
    "demotion_spared": Shown("mercy", _screen, still),
    "fell_into_pit": Shown("pick", _fixed("score"), still),
    "reward_given": Shown("ring", _fixed("tiles"), _reward),
    "markers_missing": Shown("hand", _screen, still),
    "track_climbed": Shown("up", lambda event: f"{event['track']}-track", _climbed),
    "demand_revealed": Shown("honey", _fixed("queen"), _demand),
    "offering_shown": Shown("crown", _fixed("queen"), _offered),
    "queen_angered": Shown("whip", _fixed("queen"), still),
    "nobody_demoted": Shown("mercy", _fixed("queen"), still),
    "game_ended": Shown("crown", _fixed("head"), still),
    "rocks_charged": Shown("rock", lambda event: f"mine-{event.seat}", still),
    "majority_charged": Shown("whip", _own_good, still),
    "seat_ranked": Shown("crown", _screen, still),
}
