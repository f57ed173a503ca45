"""Events in words: what a seat did or what happened to it, as clauses that follow its name.

`clause` turns events of one `group` into one clause: three drawn cubes become "draws 2 silver and 1 rock from
the bag". `dixie_env.narrator` joins clauses into lines.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from dixie_env.engine import GameEvent
from dixie_env.engine.model import DUMMY
from dixie_env.engine.words import FOODS, GOODS
from dixie_env.text import (
    ACTION_NAMES,
    PENALTY_WORDS,
    ability_name,
    count,
    describe_action,
    describe_tile,
    listed,
)

__all__ = ["MERGED", "clause", "group", "owner_of", "sentence"]

SERVANT_SPACE = 15

_REWARDS = {
    "offering_tile": "an offering tile",
    "servant_tile": "a servant tile",
    "ring_tile": "a ring tile",
    "servant_bonus": "the servant bonus",
    "ring_bonus": "the ring bonus",
    "track_top": "the top of a track",
    "doctored": "changed rules",
}
_TAKEN = {
    "start": "begins with {}",
    "silver_income": "takes {} of income",
    "food_tile": "takes {} with its food tile",
    "gold": "buys {}",
}
_USED = {
    "double": "announces double and gives the tile back",
    "peek": "gives peek back and looks into the bag",
    "mercy": "gives mercy back instead of demoting a pixie",
}
_ENDS = {
    "last_round": "The last round is over.",
    "golden_tiles": "The last golden tile is taken: the game ends after this round.",
    "pit": "At most one player is left: the game ends at once.",
}

MERGED = frozenset(
    {
        *(
            "goods_taken",
            "goods_paid",
            "good_dumped",
            "cube_drawn",
            "rock_placed",
            "rock_removed",
            "pixie_promoted",
        ),
        *(
            "pixie_demoted",
            "whip_given",
            "mine_symbol_reached",
            "reward_given",
            "markers_missing",
            "track_climbed",
            "majority_charged",
        ),
    }
)
"""Kinds of events that are joined into one clause when several of one `group` follow each other."""

Events = Sequence[GameEvent]


def group(event: GameEvent) -> tuple[str, ...]:
    """Return the group of an event: consecutive events of one group become one clause."""
    kind = event.kind
    if kind == "rock_removed" or (kind == "goods_paid" and event["reason"] == "rock"):
        return ("rock_removed",)
    if kind in ("goods_taken", "goods_paid"):
        return kind, event["reason"]
    if kind == "cube_drawn":
        return kind, str(event["picked"])
    return (kind,)


def owner_of(event: GameEvent) -> int | None:
    """Return the seat whose line an event belongs to: the seat that displaces a pixie, not its owner."""
    return int(event["by"]) if event.kind == "pixie_displaced" else event.seat


def clause(events: Events) -> str:
    """Return the words for events of one group."""
    text = _CLAUSES[group(events[0])[0]](events)
    return f"{text} (no choice)" if any(event.forced for event in events) else text


def sentence(event: GameEvent) -> str:
    """Return the words for an event that belongs to no seat."""
    return _SENTENCES[event.kind](event)


# --- words -------------------------------------------------------------------------------------------------


def _goods(numbers: dict[str, int]) -> str:
    return listed(count(numbers[good], good) for good in GOODS if numbers.get(good))


def _added(events: Iterable[GameEvent]) -> dict[str, int]:
    total: Counter[str] = Counter()
    for event in events:
        total[event["good"]] += event["amount"]
    return dict(total)


def _plural(good: str) -> str:
    return count(2, good).removeprefix("2 ")


def _points(number: int) -> str:
    return f"{number} point" if abs(number) == 1 else f"{number} points"


def _whose(seat: int) -> str:
    return "the dummy" if seat == DUMMY else f"seat {seat}"


def _place(place: int) -> str:
    return "the servant space" if place == SERVANT_SPACE else str(place) if place else "the mine"


def _board_or(other: int | None) -> str:
    return "on the board" if other is None else f"of seat {other}"


def _on_extra(slot: str) -> str:
    return " on the extra slot" if slot == "extra" else ""


# --- goods and rocks ---------------------------------------------------------------------------------------


def _goods_taken(events: Events) -> str:
    reason = events[0]["reason"]
    goods = _goods(_added(events))
    if reason == "icons":
        spaces = listed(str(space) for space in dict.fromkeys(event["space"] for event in events))
        text = f"steals {goods} with its pixie{'s' if ' ' in spaces else ''} on {spaces}"
    else:
        text = _TAKEN.get(reason, "takes {}").format(goods)
    lacking = Counter[str]()
    for event in events:
        lacking[event["good"]] += event["due"] - event["amount"]
    return f"{text} (the supply lacks {_goods(lacking)})" if any(lacking.values()) else text


def _goods_robbed(events: Events) -> str:
    (event,) = events
    food = _goods({food: event[food] for food in FOODS})
    return f"robs the pixie of seat {event['victim']} on {event['space']} and gets {food}"


def _good_dumped(events: Events) -> str:
    return f"removes {_goods(Counter(event['good'] for event in events))} from the game"


def _cube_drawn(events: Events) -> str:
    cubes = Counter(event["cube"] for event in events)
    verb = "picks" if events[0]["picked"] else "draws"
    return f"{verb} {listed(count(number, cube) for cube, number in cubes.items())} from the bag"


def _rock_placed(events: Events) -> str:
    owners = Counter(event["owner"] for event in events)
    shares = [
        f"{count(number, 'rock')} beside "
        f"{'its own slaves' if owner == events[0].seat else f'slaves of {_whose(owner)}'}"
        for owner, number in sorted(owners.items())
    ]
    return f"puts {listed(shares)}"


def _rock_removed(events: Events) -> str:
    rocks = sum(event.kind == "rock_removed" for event in events)
    bread = sum(event["amount"] for event in events if event.kind == "goods_paid")
    price = f"pays {count(bread, 'bread')} and " if bread else ""
    return f"{price}removes {count(rocks, 'rock')} from its slaves"


# --- tiles and orders --------------------------------------------------------------------------------------


def _one_offs_swapped(events: Events) -> str:
    (event,) = events
    mine = f"{event['given']}{_on_extra(event['slot'])}"
    return f"swaps {mine} for {event['got']} {_board_or(event['other'])}{_on_extra(event['other_slot'])}"


def _food_tiles_swapped(events: Events) -> str:
    (event,) = events
    mine = f"its food tile {event['given']}{_on_extra(event['slot'])}"
    theirs = f"{event['got']} {_board_or(event['other'])}{_on_extra(event['other_slot'])}"
    return f"swaps {mine} for food tile {theirs}"


def _abilities_swapped(events: Events) -> str:
    (event,) = events
    where = "on display" if event["other"] is None else f"of seat {event['other']}"
    parts = [f"swaps its ability {ability_name(event['given'])} for {ability_name(event['got'])} {where}"]
    if event["extra_given"]:
        parts.append(f"{describe_tile(event['extra_given'])} goes with the old one")
    if event["extra_got"]:
        parts.append(f"{describe_tile(event['extra_got'])} comes with the new one")
    return ", ".join(parts)


def _play_order_changed(events: Events) -> str:
    (event,) = events
    places = f"{event['places']} place{'s' if event['places'] > 1 else ''}"
    return f"moves {places} forward: next round's order is {' '.join(map(str, event['order']))}"


# --- pixies ------------------------------------------------------------------------------------------------


def _pixie_promoted(events: Events) -> str:
    steps = []
    for event in events:
        pixie = f"the pixie on {event['source']}" if event["source"] else "a slave"
        dummy = " of the dummy" if event["colour"] == DUMMY else ""
        steps.append(f"{pixie}{dummy} to {_place(event['target'])}")
    return f"promotes {listed(steps)}"


def _pixie_displaced(events: Events) -> str:
    (event,) = events
    assert event.seat is not None
    return f"displaces the pixie of {_whose(event.seat)}, which goes to {_place(event['target'])}"


def _pixie_demoted(events: Events) -> str:
    spaces = listed(str(event["space"]) for event in events)
    cause = "for the angry queen" if events[0]["reason"] == "angry_queen" else "at a mine symbol"
    return f"demotes the pixie{'s' if len(events) > 1 else ''} on {spaces} {cause}"


def _steps_declined(events: Events) -> str:
    (event,) = events
    if event["reason"] == "free_step":
        return "makes no free step"
    steps = event["steps"]
    return f"makes no further step ({steps} {'is' if steps == 1 else 'are'} lost)"


# --- points ------------------------------------------------------------------------------------------------


def _whip_given(events: Events) -> str:
    victims = Counter(event["victim"] for event in events)
    first, *rest = (f"{points} {{}}to seat {seat}" for seat, points in sorted(victims.items()))
    word = "whip " if first.startswith("1 ") else "whips "
    return "gives " + listed([first.format(word), *(share.format("") for share in rest)])


def _penalty_given(events: Events) -> str:
    (event,) = events
    word = "penalty point" if event["points"] == 1 else "penalty points"
    return f"{event['points']} {word} for {PENALTY_WORDS[event['source']]} ({event['total']} in all)"


def _fell_into_pit(events: Events) -> str:
    (event,) = events
    goods = {good: event[good] for good in GOODS if event[good]}
    lost = [count(number, good) for good, number in goods.items()]
    if event["rewards"]:
        lost.append(f"{event['rewards']} reward point{'s' if event['rewards'] > 1 else ''}")
    return f"falls into the pit and loses {listed(lost)}" if lost else "falls into the pit"


def _mine_symbol_reached(events: Events) -> str:
    return "reaches a mine symbol" if len(events) == 1 else f"reaches {len(events)} mine symbols"


def _reward_given(events: Events) -> str:
    return ", ".join(f"+{_points(event['points'])} for {_REWARDS[event['source']]}" for event in events)


def _markers_missing(events: Events) -> str:
    lost = sum(event["points"] for event in events)
    return f"gets {_points(lost)} less, as no marker is left"


def _track_climbed(events: Events) -> str:
    moves = []
    for event in events:
        before, after = event["before"] + 1, event["after"] + 1
        move = f"from {before} to {after}" if after > before else f"no further than {after}, its top,"
        alone = f" as it alone offered the most {event['track']}" if event["why"] == "offering_most" else ""
        moves.append(f"climbs the {event['track']} track {move}{alone}".rstrip(","))
    return ", ".join(moves)


_CLAUSES: dict[str, Callable[[Events], str]] = {
    "ability_taken": lambda events: (
        f"{'is dealt' if events[0]['dealt'] else 'takes'} the ability {ability_name(events[0]['ability'])}"
    ),
    "action_chosen": lambda events: describe_action(events[0]["action"]),
    "passed": lambda events: "passes",
    "action_copied": lambda events: f"copies {ACTION_NAMES[events[0]['action']]} ({events[0]['action']})",
    "nothing_to_copy": lambda events: "has no action left to copy",
    "goods_taken": _goods_taken,
    "goods_paid": lambda events: f"pays {_goods(_added(events))}",
    "goods_robbed": _goods_robbed,
    "good_dumped": _good_dumped,
    "good_added": lambda events: f"adds {count(1, events[0]['good'])} to the special-offering track",
    "casino_rolled": lambda events: f"the casino die shows {events[0]['face']}",
    "cube_drawn": _cube_drawn,
    "rock_placed": _rock_placed,
    "rocks_discarded": lambda events: (
        f"removes {count(events[0]['amount'], 'rock')} from the game, as no slave has room"
    ),
    "rock_removed": _rock_removed,
    "food_tile_taken": lambda events: f"gets food tile {events[0]['value']}{_on_extra(events[0]['slot'])}",
    "one_off_taken": lambda events: f"gets {events[0]['tile']}{_on_extra(events[0]['slot'])}",
    "one_off_returned": lambda events: _USED[events[0]["tile"]],
    "food_tiles_swapped": _food_tiles_swapped,
    "one_offs_swapped": _one_offs_swapped,
    "abilities_swapped": _abilities_swapped,
    "play_order_changed": _play_order_changed,
    "favourite_changed": lambda events: "is the favourite now",
    "pixie_promoted": _pixie_promoted,
    "pixie_displaced": _pixie_displaced,
    "pixie_demoted": _pixie_demoted,
    "steps_declined": _steps_declined,
    "servant_settled": lambda events: "a pixie becomes a loyal servant",
    "whip_rolled": lambda events: f"the whip die shows {events[0]['points']}",
    "whip_given": _whip_given,
    "penalty_given": _penalty_given,
    "mine_symbol_reached": _mine_symbol_reached,
    "demotion_spared": lambda events: (
        "the favourite need not demote a pixie"
        if events[0]["why"] == "favourite"
        else "has no pixie in the village to demote"
    ),
    "fell_into_pit": _fell_into_pit,
    "reward_given": _reward_given,
    "markers_missing": _markers_missing,
    "track_climbed": _track_climbed,
    "offering_shown": lambda events: f"offers {_goods({good: events[0][good] for good in GOODS})}",
    "rocks_charged": lambda events: f"-{_points(events[0]['rocks'])} for rocks left",
    "majority_charged": lambda events: ", ".join(
        f"-{_points(event['points'])} for the most {_plural(event['good'])} ({event['amount']})"
        for event in events
    ),
    "seat_ranked": lambda events: f"rank {events[0]['rank']} with a score of {events[0]['score']}",
}

_SENTENCES: dict[str, Callable[[GameEvent], str]] = {
    "order_drawn": lambda event: (
        f"The order of the seats is {', '.join(map(str, event['order']))}: seat "
        f"{event['order'][0]} is the favourite."
    ),
    "abilities_shown": lambda event: f"On display are {listed(map(ability_name, event['abilities']))}.",
    "demand_revealed": lambda event: f"The queen demands {event['food']}.",
    "queen_angered": lambda event: (
        f"Nobody offers {event['food']}: the queen is angry, and there are no rewards."
    ),
    "nobody_demoted": lambda event: "Nobody has to demote a pixie.",
    "game_ended": lambda event: _ENDS[event["why"]],
}
