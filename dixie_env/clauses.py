"""Events in words: what a seat did or what happened to it, as clauses that follow its name.

A `Teller` turns events of one `group` into one clause: three drawn cubes become "draws 2 silver and 1 rock
from the bag". It knows the language (`dixie_env.languages`) and who reads. `dixie_env.narrator` joins clauses
into lines.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from dixie_env.engine import GameEvent
from dixie_env.engine.model import DUMMY
from dixie_env.engine.words import FOODS, GOODS
from dixie_env.languages import DUMMY_FORM, ENGLISH, OTHER, YOU, Person, Words

__all__ = ["MERGED", "SEAT_MARK", "Teller", "group", "owner_of"]

SERVANT_SPACE = 15
SEAT_MARK = 0xE000
"""First of the private characters that stand for seats in texts for pages, which put coloured discs there."""

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


class Teller:
    """Says what happened, in a language and to somebody.

    Args:
        words: The language.
        reader: The seat of the reader, who is called "you"; None calls everybody by the seat.
        marked: Write seats as private characters, which a page replaces by coloured discs.
    """

    def __init__(self, words: Words = ENGLISH, reader: int | None = None, *, marked: bool = False) -> None:
        self.words = words
        self.reader = reader
        self.marked = marked

    def clause(self, events: Events) -> str:
        """Return the words for events of one group."""
        text = _CLAUSES[group(events[0])[0]](self, events)
        return self.words("event.no_choice", text=text) if any(event.forced for event in events) else text

    def sentence(self, event: GameEvent) -> str:
        """Return the words for an event that belongs to no seat."""
        return _SENTENCES[event.kind](self, event)

    def seat(self, seat: int | None) -> Person:
        """Return a seat, as sentences need it."""
        if seat == DUMMY:
            return Person("", DUMMY_FORM)
        number = -1 if seat is None else seat
        label = chr(SEAT_MARK + number) if self.marked else str(number)
        return Person(label, YOU if number == self.reader else OTHER)

    def say(self, name: str, who: int | None = None, /, **values: Any) -> str:
        """Return an entry of the section `event`."""
        return self.words(f"event.{name}", who=self.seat(who), **values)

    # --- parts of sentences ---------------------------------------------------------------------------------

    def good(self, good: str) -> str:
        """Name a good or a metal."""
        return self.words(f"good.{good}")

    def seats(self, seats: Iterable[int], between: str = " ") -> str:
        """List seats in an order."""
        return between.join(self.seat(seat).label for seat in seats)

    def place(self, place: int) -> str:
        """Name where a pixie stands."""
        if place == SERVANT_SPACE:
            return self.say("place_servant")
        return self.say("place_space", space=place) if place else self.say("place_mine")

    def ability(self, ability: int) -> str:
        """Name an ability with its number: ``ring bonus (3)``."""
        return self.say("ability_name", name=self.words(f"ability.{ability}"), number=ability)

    def tile(self, tile: int | str) -> str:
        """Name a tile: the value of a food tile, or the name of a one-off tile."""
        key = f"tile.{'food' if isinstance(tile, int) else tile}"
        return self.words(key, value=tile)

    def its_place(self, tile: str, slot: str) -> str:
        """Add to a tile that it lies on the extra slot."""
        return self.say("on_extra", tile=tile) if slot == "extra" else tile

    def others(self, tile: str, other: int | None, slot: str = "main") -> str:
        """Add to a tile where it comes from."""
        if other is None:
            return self.its_place(self.say("from_board", tile=tile), slot)
        return self.its_place(self.say("from_seat", tile=tile, other=self.seat(other)), slot)


# --- goods and rocks ---------------------------------------------------------------------------------------


def _in_order(numbers: Counter[str] | dict[str, int]) -> dict[str, int]:
    return {good: numbers[good] for good in GOODS if numbers.get(good)}


def _added(events: Iterable[GameEvent]) -> dict[str, int]:
    total: Counter[str] = Counter()
    for event in events:
        total[event["good"]] += event["amount"]
    return _in_order(total)


def _goods_taken(to: Teller, events: Events) -> str:
    reason, seat = events[0]["reason"], events[0].seat
    goods = to.words.goods(_added(events))
    if reason == "icons":
        spaces = [str(space) for space in dict.fromkeys(event["space"] for event in events)]
        text = to.say("taken_icons", seat, goods=goods, n=len(spaces), spaces=to.words.listed(spaces))
    else:
        own = f"event.taken_{reason}" in to.words
        text = to.say(f"taken_{reason}" if own else "taken", seat, goods=goods)
    lacking = Counter[str]()
    for event in events:
        lacking[event["good"]] += event["due"] - event["amount"]
    if not any(lacking.values()):
        return text
    return to.say("lacking", text=text, goods=to.words.goods(_in_order(lacking)))


def _goods_robbed(to: Teller, events: Events) -> str:
    (event,) = events
    goods = to.words.goods({food: event[food] for food in FOODS})
    return to.say(
        "goods_robbed", event.seat, victim=to.seat(event["victim"]), space=event["space"], goods=goods
    )


def _good_dumped(to: Teller, events: Events) -> str:
    numbers = Counter(event["good"] for event in events)
    return to.say("good_dumped", events[0].seat, goods=to.words.goods(_in_order(numbers)))


def _cube_drawn(to: Teller, events: Events) -> str:
    cubes = Counter(event["cube"] for event in events)
    name = "cube_picked" if events[0]["picked"] else "cube_drawn"
    return to.say(name, events[0].seat, goods=to.words.goods(cubes))


def _rock_placed(to: Teller, events: Events) -> str:
    owners, seat = Counter(event["owner"] for event in events), events[0].seat
    shares = [
        to.say("rocks_beside_own", seat, goods=to.words.count(number, "rock"))
        if owner == seat
        else to.say("rocks_beside", seat, goods=to.words.count(number, "rock"), owner=to.seat(owner))
        for owner, number in sorted(owners.items())
    ]
    return to.say("rock_placed", seat, shares=to.words.listed(shares))


def _rocks_discarded(to: Teller, events: Events) -> str:
    (event,) = events
    return to.say("rocks_discarded", event.seat, goods=to.words.count(event["amount"], "rock"))


def _rock_removed(to: Teller, events: Events) -> str:
    rocks = to.words.count(sum(event.kind == "rock_removed" for event in events), "rock")
    bread = sum(event["amount"] for event in events if event.kind == "goods_paid")
    if not bread:
        return to.say("rock_removed", events[0].seat, goods=rocks)
    return to.say("rock_removed_for", events[0].seat, goods=rocks, price=to.words.count(bread, "bread"))


# --- tiles and orders --------------------------------------------------------------------------------------


def _ability_taken(to: Teller, events: Events) -> str:
    (event,) = events
    name = "ability_dealt" if event["dealt"] else "ability_taken"
    return to.say(name, event.seat, ability=to.ability(event["ability"]))


def _tile_taken(to: Teller, events: Events) -> str:
    (event,) = events
    name = f"{event.kind}_extra" if event["slot"] == "extra" else event.kind
    if event.kind == "food_tile_taken":
        return to.say(name, event.seat, value=event["value"])
    return to.say(name, event.seat, tile=to.tile(event["tile"]))


def _one_offs_swapped(to: Teller, events: Events) -> str:
    (event,) = events
    given = to.its_place(to.tile(event["given"]), event["slot"])
    got = to.others(to.tile(event["got"]), event["other"], event["other_slot"])
    return to.say("one_offs_swapped", event.seat, given=given, got=got)


def _food_tiles_swapped(to: Teller, events: Events) -> str:
    (event,) = events
    given = to.its_place(to.say("own_food_tile", event.seat, value=event["given"]), event["slot"])
    got = to.others(to.tile(event["got"]), event["other"], event["other_slot"])
    return to.say("food_tiles_swapped", event.seat, given=given, got=got)


def _abilities_swapped(to: Teller, events: Events) -> str:
    (event,) = events
    given = to.say("own_ability", event.seat, ability=to.ability(event["given"]))
    name = to.ability(event["got"])
    got = to.say("on_display", tile=name) if event["other"] is None else to.others(name, event["other"])
    parts = [to.say("abilities_swapped", event.seat, given=given, got=got)]
    if event["extra_given"]:
        parts.append(to.say("extra_given", tile=to.tile(event["extra_given"])))
    if event["extra_got"]:
        parts.append(to.say("extra_got", tile=to.tile(event["extra_got"])))
    return to.words("language.comma").join(parts)


def _play_order_changed(to: Teller, events: Events) -> str:
    (event,) = events
    return to.say("play_order_changed", event.seat, places=event["places"], order=to.seats(event["order"]))


# --- pixies ------------------------------------------------------------------------------------------------


def _pixie_promoted(to: Teller, events: Events) -> str:
    steps = []
    for event in events:
        source = event["source"]
        pixie = to.say("pixie_on", space=source) if source else to.say("pixie_slave")
        if event["colour"] == DUMMY:
            pixie = to.say("pixie_of_dummy", pixie=pixie)
        steps.append(to.say("step", pixie=pixie, place=to.place(event["target"])))
    return to.say("pixie_promoted", events[0].seat, steps=to.words.listed(steps))


def _pixie_displaced(to: Teller, events: Events) -> str:
    (event,) = events
    return to.say("pixie_displaced", event["by"], owner=to.seat(event.seat), place=to.place(event["target"]))


def _pixie_demoted(to: Teller, events: Events) -> str:
    spaces = to.words.listed(str(event["space"]) for event in events)
    name = "demoted_angry_queen" if events[0]["reason"] == "angry_queen" else "demoted_mine_symbol"
    return to.say(name, events[0].seat, n=len(events), spaces=spaces)


def _steps_declined(to: Teller, events: Events) -> str:
    (event,) = events
    if event["reason"] == "free_step":
        return to.say("declined_free_step", event.seat)
    return to.say("declined_steps", event.seat, n=event["steps"])


# --- points ------------------------------------------------------------------------------------------------


def _whip_given(to: Teller, events: Events) -> str:
    victims = Counter(event["victim"] for event in events)
    shares = [
        to.say("whip_more" if index else "whip_first", n=points, victim=to.seat(victim))
        for index, (victim, points) in enumerate(sorted(victims.items()))
    ]
    return to.say("whip_given", events[0].seat, shares=to.words.listed(shares))


def _penalty_given(to: Teller, events: Events) -> str:
    (event,) = events
    source = to.say(f"penalty_{event['source']}")
    return to.say("penalty_given", event.seat, n=event["points"], source=source, total=event["total"])


def _fell_into_pit(to: Teller, events: Events) -> str:
    (event,) = events
    lost = [to.words.count(event[good], good) for good in GOODS if event[good]]
    if event["rewards"]:
        lost.append(to.say("reward_points", n=event["rewards"]))
    if not lost:
        return to.say("fell_into_pit", event.seat)
    return to.say("fell_and_loses", event.seat, goods=to.words.listed(lost))


def _reward_given(to: Teller, events: Events) -> str:
    return to.words("language.comma").join(
        to.say("reward_given", event.seat, n=event["points"], source=to.say(f"reward_{event['source']}"))
        for event in events
    )


def _markers_missing(to: Teller, events: Events) -> str:
    return to.say("markers_missing", events[0].seat, n=sum(event["points"] for event in events))


def _track_climbed(to: Teller, events: Events) -> str:
    moves = []
    for event in events:
        before, after = event["before"] + 1, event["after"] + 1
        name = "track_climbed" if after > before else "track_at_top"
        alone = "_alone" if event["why"] == "offering_most" else ""
        track = to.good(event["track"])
        moves.append(to.say(name + alone, event.seat, track=track, before=before, after=after))
    return to.words("language.comma").join(moves)


def _majority_charged(to: Teller, events: Events) -> str:
    return to.words("language.comma").join(
        to.say(
            "majority_charged",
            event.seat,
            n=event["points"],
            most=to.words(f"most.{event['good']}"),
            amount=event["amount"],
        )
        for event in events
    )


def _plain(name: str, **fields: str) -> Callable[[Teller, Events], str]:
    """Return how to say an event whose text needs no more than numbers of the event."""
    return lambda to, events: to.say(
        name, events[0].seat, **{key: events[0][field] for key, field in fields.items()}
    )


_CLAUSES: dict[str, Callable[[Teller, Events], str]] = {
    "ability_taken": _ability_taken,
    "action_chosen": lambda to, events: to.words(f"does.{events[0]['action']}", who=to.seat(events[0].seat)),
    "passed": _plain("passed"),
    "action_copied": lambda to, events: to.say(
        "action_copied",
        events[0].seat,
        action=to.words(f"action.{events[0]['action']}"),
        number=events[0]["action"],
    ),
    "nothing_to_copy": _plain("nothing_to_copy"),
    "goods_taken": _goods_taken,
    "goods_paid": lambda to, events: to.say(
        "goods_paid", events[0].seat, goods=to.words.goods(_added(events))
    ),
    "goods_robbed": _goods_robbed,
    "good_dumped": _good_dumped,
    "good_added": lambda to, events: to.say(
        "good_added", events[0].seat, goods=to.words.count(1, events[0]["good"])
    ),
    "casino_rolled": lambda to, events: to.say(
        "casino_rolled", events[0].seat, face=to.say(f"face_{events[0]['face']}")
    ),
    "cube_drawn": _cube_drawn,
    "rock_placed": _rock_placed,
    "rocks_discarded": _rocks_discarded,
    "rock_removed": _rock_removed,
    "food_tile_taken": _tile_taken,
    "one_off_taken": _tile_taken,
    "one_off_returned": lambda to, events: to.say(f"used_{events[0]['tile']}", events[0].seat),
    "food_tiles_swapped": _food_tiles_swapped,
    "one_offs_swapped": _one_offs_swapped,
    "abilities_swapped": _abilities_swapped,
    "play_order_changed": _play_order_changed,
    "favourite_changed": _plain("favourite_changed"),
    "pixie_promoted": _pixie_promoted,
    "pixie_displaced": _pixie_displaced,
    "pixie_demoted": _pixie_demoted,
    "steps_declined": _steps_declined,
    "servant_settled": _plain("servant_settled"),
    "whip_rolled": _plain("whip_rolled", n="points"),
    "whip_given": _whip_given,
    "penalty_given": _penalty_given,
    "mine_symbol_reached": lambda to, events: to.say("mine_symbol_reached", events[0].seat, n=len(events)),
    "demotion_spared": lambda to, events: to.say(f"spared_{events[0]['why']}", events[0].seat),
    "fell_into_pit": _fell_into_pit,
    "reward_given": _reward_given,
    "markers_missing": _markers_missing,
    "track_climbed": _track_climbed,
    "offering_shown": lambda to, events: to.say(
        "offering_shown", events[0].seat, goods=to.words.goods({good: events[0][good] for good in GOODS})
    ),
    "rocks_charged": _plain("rocks_charged", n="rocks"),
    "majority_charged": _majority_charged,
    "seat_ranked": _plain("seat_ranked", rank="rank", score="score"),
}

_SENTENCES: dict[str, Callable[[Teller, GameEvent], str]] = {
    "order_drawn": lambda to, event: to.say(
        "order_drawn",
        order=to.seats(event["order"], to.words("language.comma")),
        first=to.seat(event["order"][0]),
    ),
    "abilities_shown": lambda to, event: to.say(
        "abilities_shown", abilities=to.words.listed(map(to.ability, event["abilities"]))
    ),
    "demand_revealed": lambda to, event: to.say("demand_revealed", food=to.good(event["food"])),
    "queen_angered": lambda to, event: to.say("queen_angered", food=to.good(event["food"])),
    "nobody_demoted": lambda to, event: to.say("nobody_demoted"),
    "game_ended": lambda to, event: to.say(f"ends_{event['why']}"),
}
