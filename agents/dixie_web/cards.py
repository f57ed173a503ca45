"""The option cards: what an option is called, costs and gives now, its odds, its rule, and what it changes.

What an option does is not written down a second time: a copy of the game in which everything unknown is drawn
anew takes it, and the card shows what the engine reports until chance decides or another phase begins. So a
card is right by construction, and it can't reveal what the seat doesn't know.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from dixie_env.clauses import Teller
from dixie_env.drawing.motions import moves_of
from dixie_env.drawing.places import place_of
from dixie_env.engine import Game, GameEvent, option_name
from dixie_env.engine.model import (
    ACTION_CASINO,
    ACTION_MINE,
    ACTION_PRIORITY,
    ACTION_WHIPS,
    EXTRA_SLOT,
    OPTION_PASS,
    OPTION_STOP,
)
from dixie_env.engine.words import CUBES, FOODS, GOODS
from dixie_env.narrator import Entry, tell
from dixie_env.records import describe_state

_LAST = (OPTION_PASS, OPTION_STOP)
"""Options at the end of the list, so that nobody chooses them by mistake."""
_CHANCE = ("casino_rolled", "whip_rolled", "demand_revealed", "phase_began", "round_began", "game_ended")
"""What an option shows ends before one of these."""
_POINT = "point"
_SHOWN_OTHERWISE = (
    "action_chosen",
    "passed",
    "goods_taken",
    "goods_paid",
    "goods_robbed",
    "good_dumped",
    "good_added",
    "reward_given",
    "penalty_given",
    "food_tile_taken",
    "one_off_taken",
    "one_off_returned",
    "ability_taken",
    "cube_drawn",
    "rock_placed",
    "whip_given",
    "action_copied",
    "food_tiles_swapped",
    "one_offs_swapped",
    "abilities_swapped",
)
"""What the name of a card, its icons or its rule already say."""

Amounts = list[list[str]]
"""Rows of symbol and words: ``["gold", "2"]``."""


@dataclass(frozen=True)
class _Chance:
    """What could happen by chance: outcomes with their weights."""

    key: str
    weights: Mapping[str, int]
    cubes: int = 0


def cards(game: Game, teller: Teller) -> list[dict[str, Any]]:
    """Return a card for each option of the seat that decides."""
    seat = game.seat
    if seat is None:
        return []
    options = sorted(game.options(), key=lambda option: option in _LAST)
    return [_card(game, seat, option, teller) for option in options]


def _card(game: Game, seat: int, option: int, to: Teller) -> dict[str, Any]:
    name = option_name(option, seat, game.players)
    events = foresee(game, option)
    title = _title(game, seat, name, to)
    pays, gets = _pays(events, seat), _gets(events, seat, to)
    if game.reason == "offering" and game.decision == "amount":
        pays = [[GOODS[int(game.state["good"])], name.partition(":")[2]]]
    says = _says(game, events, seat, name, to)
    odds = _odds(game, seat, name, to)
    discs = next((event["discs"] for event in events if event.kind == "action_chosen"), 0)
    return {
        "option": name,
        "words": _label(to, title, discs, pays, gets, says, odds),
        "name": title,
        "number": int(name.partition(":")[2]) if name.startswith("action:") else None,
        "discs": discs,
        "pays": pays,
        "gets": gets,
        "says": says,
        "odds": odds,
        "rule": _rule(game, name, to),
        "sure": _sure(game, events, seat, name, discs, to),
        "place": place_of(game, option),
        "moves": [move.line() for move in moves_of(events)],
    }


def foresee(game: Game, option: int) -> list[GameEvent]:
    """Return what an option does for sure. Nothing hidden from the seat takes part in it.

    An offering shows nothing: what happens then depends on the others.
    """
    if game.reason == "offering" or game.decision == "announce_double" or game.seat is None:
        return []
    events: list[GameEvent] = []
    copy = game.resample(game.seat, 0)
    copy.listener = events.extend
    copy.step(option)
    copy.listener = None
    certain = []
    for event in events:
        if event.kind in _CHANCE or (event.kind == "cube_drawn" and not event["picked"]):
            break
        certain.append(event)
    return certain


# --- costs and gains ---------------------------------------------------------------------------------------


def _rows(numbers: Mapping[str, int]) -> Amounts:
    return [[good, str(number)] for good, number in numbers.items() if number]


def _pays(events: Iterable[GameEvent], seat: int) -> Amounts:
    goods: Counter[str] = Counter()
    points = 0
    for event in events:
        if event.seat != seat:
            continue
        if event.kind == "goods_paid":
            goods[event["good"]] += event["amount"]
        elif event.kind in ("good_dumped", "good_added"):
            goods[event["good"]] += 1
        elif event.kind == "penalty_given":
            points += event["points"]
    rows = _rows({good: goods[good] for good in GOODS})
    return [*rows, [_POINT, f"\u2212{points}"]] if points else rows


def _gets(events: Iterable[GameEvent], seat: int, to: Teller) -> Amounts:
    goods: Counter[str] = Counter()
    rows: Amounts = []
    points = 0
    for event in events:
        if event.seat != seat:
            continue
        if event.kind == "goods_taken":
            goods[event["good"]] += event["amount"]
        elif event.kind == "goods_robbed":
            goods.update({food: event[food] for food in FOODS})
        elif event.kind == "reward_given":
            points += event["points"]
        elif event.kind == "food_tile_taken":
            rows.append(["tile", to.tile(event["value"])])
        elif event.kind == "one_off_taken":
            rows.append([event["tile"], ""])
    found = _rows({good: goods[good] for good in GOODS}) + rows
    return [*found, [_POINT, f"+{points}"]] if points else found


def _says(game: Game, events: Sequence[GameEvent], seat: int, name: str, to: Teller) -> str:
    """Return what an option does that icons don't show."""
    head, _, tail = name.partition(":")
    if game.decision == "draft" or head == "ability":
        return to.words(f"effect.{tail}")
    if game.reason == "offering":
        return _says_offering(game, head, tail, to)
    if game.decision == "trade_give" or head == "own":
        return ""
    rest = [event for event in events if event.kind not in _SHOWN_OTHERWISE and event.seat is not None]
    if game.decision == "promote_to":
        rest = [event for event in rest if event.kind != "pixie_promoted"]
    groups = tuple((event,) for event in rest)
    if not groups:
        return ""
    return tell(Entry("choice", 0, seat, groups), to).words


def _says_offering(game: Game, head: str, tail: str, to: Teller) -> str:
    good = GOODS[int(game.state["good"])] if head == "amount" else tail
    if head == "stop" or good not in GOODS:
        return ""
    if GOODS.index(good) != game.state["demand"]:
        return to.words("card.offer_first", good=to.good(good))
    if head != "amount":
        return ""
    return to.words("card.offer_steps", n=int(tail))


# --- odds --------------------------------------------------------------------------------------------------


def _chance(game: Game, seat: int, name: str) -> _Chance | None:
    """Return what an action leaves to chance."""
    state, board = game.state, game.rules.config.board
    if game.decision not in ("act", "copy") or not name.startswith("action:"):
        return None
    action = int(name.partition(":")[2])
    if action == ACTION_MINE:
        bag = dict(zip(CUBES, state["bag"].tolist(), strict=True))
        return _Chance("odds_mine", bag, min(max(1, int(state["mine"][seat])), sum(bag.values())))
    if action == ACTION_CASINO:
        return _Chance("odds_casino", Counter(map(str, board.casino_die)))
    if action == ACTION_WHIPS:
        return _Chance("odds_whips", Counter(map(str, board.whip_die)))
    return None


def _odds(game: Game, seat: int, name: str, to: Teller) -> str:
    chance = _chance(game, seat, name)
    if chance is None:
        return ""
    kinds: dict[str, Callable[[str], str]] = {
        "odds_mine": to.good,
        "odds_casino": lambda face: to.words(f"card.face_{face}"),
        "odds_whips": lambda face: to.words("card.points", n=int(face)),
    }
    total = sum(chance.weights.values())
    shares = to.words("language.comma").join(
        to.words("card.odds_share", percent=round(100 * weight / total), what=kinds[chance.key](what))
        for what, weight in chance.weights.items()
        if weight
    )
    return to.words(f"card.{chance.key}", shares=shares, cubes=to.words.count(chance.cubes, "cube"))


# --- words -------------------------------------------------------------------------------------------------


def _title(game: Game, seat: int, name: str, to: Teller) -> str:
    head, _, tail = name.partition(":")
    words, state = to.words, game.state
    if head == "action":
        return words(f"action.{tail}")
    if head == "ability":
        return words(f"ability.{tail}")
    if head == "good":
        return words("card.track", good=to.good(tail)) if game.decision == "track" else to.good(tail)
    if head == "cube":
        return to.good(tail)
    if head == "dump":
        return words("card.dump", good=to.good(tail))
    if head == "amount":
        return tail
    if head == "space":
        if game.decision == "promote_to":
            return words("card.space", space=tail, action=words(f"action.{tail}"))
        return words("card.pixie", space=tail)
    if head == "mine":
        return words("card.slave")
    if head == "seat":
        return words("card.seat", seat=to.seat(int(tail)).label)
    if head == "rock":
        owner, _, slave = tail.partition(".")
        if owner == "dummy":
            return words("card.rock_dummy", n=int(slave) + 1)
        return words("card.rock", n=int(slave) + 1, seat=to.seat(int(owner)).label)
    if head == "own":
        return words("card.own_slot", tile=_tile(game, seat, tail, to))
    if head == "board":
        return _on_board(game, tail, to)
    if head == "tile":
        other, _, slot = tail.partition(".")
        kind = "extra" if slot == "extra" else _own_kind(game, seat)
        tile = _tile(game, int(other), kind, to)
        return words("card.tile_of", tile=tile, seat=to.seat(int(other)).label)
    if head == "stop":
        nothing = game.reason == "offering" and not state["offer"][seat].any()
        kinds = {"offering": "offer", "steps": "steps", "free_step": "free_step"}
        return words("card.stop_nothing" if nothing else f"card.stop_{kinds.get(str(game.reason), 'dump')}")
    if head in ("yes", "no"):
        return words(f"card.{head}_{'peek' if game.decision == 'use_peek' else 'double'}")
    return words(f"card.{head}")  # pass, free, servant, mercy


def _own_kind(game: Game, seat: int) -> str:
    """Return the slot from which a seat swaps, by the type of its tile."""
    kind = ("food", "one_off", "ability", "extra")[int(game.state["own"])]
    if kind != "extra":
        return kind
    return "food" if isinstance(describe_state(game)["seats"][seat]["extra"], int) else "one_off"


def _tile(game: Game, seat: int, slot: str, to: Teller) -> str:
    facts = describe_state(game)["seats"][seat]
    if slot == "ability":
        return to.words(f"ability.{facts['ability']}")
    tile = facts["food_tile" if slot == "food" else slot]
    if tile is None and facts["ability"] == EXTRA_SLOT:
        tile = facts["extra"]
    return to.tile(tile)


def _on_board(game: Game, tail: str, to: Teller) -> str:
    return to.tile(describe_state(game)["food_stack"][0]) if tail == "food" else to.tile(tail)


def _rule(game: Game, name: str, to: Teller) -> str:
    head, _, tail = name.partition(":")
    kind = str(game.decision)
    if head == "action":
        return to.words(f"rule.{tail}")
    if head == "ability":
        return to.words("rule.ability")
    if head == "pass":
        return to.words("rule.0")
    if game.reason == "offering" and kind in ("offer", "amount"):
        good = tail if head == "good" else GOODS[int(game.state["good"])]
        demanded = head != "stop" and GOODS.index(good) == game.state["demand"]
        return to.words("rule.nothing" if head == "stop" else "rule.demand" if demanded else "rule.metal")
    keys = {
        "whip": "whip",
        "place_rock": "rock",
        "take_food": "take_food",
        "use_peek": "peek",
        "announce_double": "double",
        "swap_own": "swap",
        "swap_with": "swap",
        "rob": "14",
        "track": "11",
        "trade_give": "4",
        "trade_get": "4",
        "odd_job": "17",
        "dump_more": "17",
        "add_offering": "19",
        "pick_cube": "8",
    }
    key = head if head in ("free", "servant", "stop", "mercy") else keys.get(kind, kind)
    if kind == "amount":
        key = str(int(game.state["action"]))
    return to.words(f"rule.{key}")


def _sure(
    game: Game, events: Sequence[GameEvent], seat: int, name: str, discs: int, to: Teller
) -> str | None:
    """Return what to ask before an option that costs a lot."""
    mine = {event.kind for event in events if event.seat == seat}
    if "fell_into_pit" in mine:
        return to.words("sure.pit")
    if name == "pass":
        return to.words("sure.pass")
    if name == "stop" and game.reason == "offering" and not game.state["offer"][seat].any():
        return to.words("sure.nothing")
    if name == "stop" and game.reason == "steps":
        return to.words("sure.steps", n=int(game.state["left"]))
    if name == f"action:{ACTION_PRIORITY}" and game.decision == "act" and discs > 1:
        return to.words("sure.priority", n=discs)
    if "mine_symbol_reached" in mine and "demotion_spared" not in mine:
        return to.words("sure.demote")
    return None


def _label(to: Teller, title: str, discs: int, pays: Amounts, gets: Amounts, says: str, odds: str) -> str:
    """Return a card as one text, for who hears it."""
    parts = [to.words("card.discs", n=discs)] if discs else []
    for key, rows in (("pays", pays), ("gets", gets)):
        if rows:
            parts.append(to.words(f"card.{key}", what=to.words.listed(_spoken(to, row) for row in rows)))
    parts += [part for part in (says, odds) if part]
    return to.words("card.label", name=title, details=". ".join(parts)) if parts else title


def _spoken(to: Teller, row: Sequence[str]) -> str:
    symbol, number = row
    if symbol == _POINT:
        return to.words("card.points", n=int(number.replace("\u2212", "-")))
    if symbol in GOODS:
        return to.words.count(int(number), symbol)
    return number or to.tile(symbol)
