"""A game in plain English, for a terminal: choices, the board and the result.

The text has no colours and does not depend on the width of a window; tables and overviews fit into 80
columns. `dixie_env.narrator` describes what happens in a game.
"""

import textwrap
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from dixie_env.engine import Game
from dixie_env.engine.abilities import ability as ability_of
from dixie_env.engine.model import ACTION_END, ACTION_SILVER_TO_GOLD, ACTION_TRADE, SPACE_END
from dixie_env.engine.words import ACTIONS, GOODS, PENALTY_SOURCES, REWARD_SOURCES
from dixie_env.records import describe_result as result_line
from dixie_env.records import describe_state as state_line

__all__ = [
    "ACTION_NAMES",
    "PENALTY_WORDS",
    "REWARD_WORDS",
    "WIDTH",
    "ability_name",
    "count",
    "describe_action",
    "describe_choice",
    "describe_choices",
    "describe_position",
    "describe_result",
    "describe_tile",
    "listed",
]

WIDTH = 80

ACTION_NAMES: tuple[str, ...] = tuple(action.replace("_", " ") for action in ACTIONS)
"""The names of the actions in the rules, by number; 0 is the pass."""

_ACTION_PHRASES = {
    "pass": "passes",
    "steal_food": "steals food",
    "steal_silver": "steals silver",
    "promotion": "promotes a pixie",
    "trade": "trades",
    "silver_to_gold": "turns silver into gold",
    "food_tile": "takes a food tile",
    "double": "takes the tile double",
    "peek": "takes the tile peek",
    "mercy": "takes the tile mercy",
    "whips": "cracks the whips",
    "tracks": "pays for a track",
    "casino": "plays in the casino",
    "ring": "forges a ring",
    "rob": "robs a pixie",
    "mine": "digs in the mine",
    "swap_tiles": "swaps tiles",
    "odd_jobs": "does an odd job",
    "copy": "copies an action",
    "special_offering": "makes a special offering",
    "play_order": "buys a place in the play order",
    "priority": "takes priority",
}

PENALTY_WORDS = dict(
    zip(PENALTY_SOURCES, ("passing", "copying", "whips", "empty hands", "slaves", "tracks"), strict=True)
)
"""Why penalty points were given, by source."""

REWARD_WORDS = dict(
    zip(
        REWARD_SOURCES,
        (
            "offering tiles",
            "servant tiles",
            "ring tiles",
            "servant bonus",
            "ring bonus",
            "top of tracks",
            "changed rules",
        ),
        strict=True,
    )
)
"""Why reward points were given, by source."""

_PLURALS = {"apple": "apples", "bread": "breads", "rock": "rocks"}
_OWN_TILES = {
    "food": "its food tile",
    "one_off": "its one-off tile",
    "ability": "its ability",
    "extra": "the tile on its extra slot",
}
_OWN = tuple(_OWN_TILES)


# --- words -------------------------------------------------------------------------------------------------


def count(number: int, good: str) -> str:
    """Count a good in words: ``1 apple``, ``2 apples``, ``2 silver``."""
    return f"{number} {good if number == 1 else _PLURALS.get(good, good)}"


def listed(words: Iterable[str]) -> str:
    """Join words as in a sentence: ``a, b and c``."""
    *first, last = list(words) or ["nothing"]
    return f"{', '.join(first)} and {last}" if first else last


def ability_name(ability: int) -> str:
    """Name an ability with its number: ``ring bonus (3)``."""
    return f"{ability_of(ability).title} ({ability})"


def _goods(goods: Mapping[str, int]) -> str:
    return ", ".join(count(number, good) for good, number in goods.items() if number) or "nothing"


# --- choices -----------------------------------------------------------------------------------------------


def describe_choice(kind: str, choice: str, before: Game | None = None) -> str:
    """Describe a choice as a phrase that follows the seat: ``forges a ring (13)``, ``offers 3 silver``.

    Args:
        kind: The kind of the decision, as in records.
        choice: The option taken, as in records.
        before: The game at the decision. With it the phrase can name the good of an amount, or say where a
            pixie comes from.

    Raises:
        ValueError: There is no such kind, or it has no such option.
    """
    return describe_choices(kind, [choice], before)


def describe_choices(kind: str, choices: Sequence[str], before: Game | None = None) -> str:
    """Describe a seat's choices in consecutive decisions as one phrase: ``gives 2 whips to seat 1``.

    Only whip points, units of a food tile, cubes, rocks and dumped goods can have several choices.
    """
    if kind == "odd_job" and choices[0].startswith("dump:"):
        kind = "dump_more"
    try:
        if kind in _REPEATED:
            return _REPEATED[kind](choices, before)
        (choice,) = choices
        return _SINGLE[kind](*_split(choice), before)
    except (KeyError, IndexError, ValueError):
        raise ValueError(f"a decision of the kind {kind!r} has no choice {', '.join(choices)!r}") from None


def _split(choice: str) -> tuple[str, str]:
    head, _, tail = choice.partition(":")
    return head, tail


def _one_of(choices: Mapping[str, str]) -> Callable[[str, str, Game | None], str]:
    return lambda head, tail, before: choices[head]


def _space(number: str) -> int:
    if not 1 <= int(number) < SPACE_END:
        raise ValueError(number)
    return int(number)


def _good(good: str) -> str:
    if good not in GOODS:
        raise ValueError(good)
    return good


def describe_action(action: int) -> str:
    """Describe the choice of an action: ``forges a ring (13)``."""
    return f"{_ACTION_PHRASES[ACTIONS[action]]} ({action})"


def _action(number: str) -> str:
    if not 1 <= int(number) < ACTION_END:
        raise ValueError(number)
    return describe_action(int(number))


def _draft(head: str, tail: str, before: Game | None) -> str:
    return f"takes the ability {ability_name(int(tail))}"


def _act(head: str, tail: str, before: Game | None) -> str:
    if head == "action":
        return _action(tail)
    return _free(tail) if head == "free" else {"pass": "passes"}[head]


def _free(slave: str) -> str:
    return f"removes a rock from its {('first', 'second')[int(slave)]} chained slave"


def _place(source: int) -> str:
    return f"the pixie on {source}" if source else "a slave"


def _whose(before: Game | None) -> str:
    return " of the dummy" if before is not None and before.reason == "dummy" else ""


def _promote_from(head: str, tail: str, before: Game | None) -> str:
    if head == "stop":
        return (
            "makes no free step"
            if before is not None and before.reason == "free_step"
            else "makes no further step"
        )
    if head == "free":
        return _free(tail)
    source = {"mine": 0}[head] if head != "space" else _space(tail)
    return f"promotes {_place(source)}{_whose(before)}"


def _promote_to(head: str, tail: str, before: Game | None) -> str:
    target = {"servant": "the servant space"}[head] if head != "space" else str(_space(tail))
    if before is None:
        return f"promotes a pixie to {target}"
    state = before.state
    phrase = f"promotes {_place(int(state['source']))}{_whose(before)} to {target}"
    occupant = int(state["spaces"][int(tail)]) if head == "space" else -1
    if occupant >= 0:
        phrase += f", displacing {'the dummy' if occupant >= before.players else f'seat {occupant}'}"
    return phrase


def _trade_get(head: str, tail: str, before: Game | None) -> str:
    if before is None:
        return f"wants {_good(tail)}"
    return f"gives {GOODS[int(before.state['good'])]} for {_good(tail)}"


def _amount(head: str, tail: str, before: Game | None) -> str:
    number = int(tail)
    if before is None:
        return f"chooses the amount {number}"
    state = before.state
    good, wanted, action = int(state["good"]), int(state["wanted"]), int(state["action"])
    if before.reason == "offering":
        return f"offers {count(number, GOODS[good])}"
    if action == ACTION_TRADE:
        return f"gives {count(number, GOODS[good])} for {count(number, GOODS[wanted])}"
    if action == ACTION_SILVER_TO_GOLD:
        return f"buys {number} gold"
    return f"pays {number} honey and moves {number} place{'s' if number > 1 else ''} to the front"


def _offer(head: str, tail: str, before: Game | None) -> str:
    if head == "good":
        only = before is not None and before.state["goods"][before.seat][GOODS.index(tail)] == 1
        return f"offers {'1 ' if only else ''}{_good(tail)}"
    more = before is not None and before.state["offer"][before.seat].any()
    return {"stop": f"offers nothing{' more' if more else ''}"}[head]


def _rob(head: str, tail: str, before: Game | None) -> str:
    space = _space(tail)
    owner = "" if before is None else f" of seat {int(before.state['spaces'][space])}"
    return f"robs the pixie on {space}{owner}"


def _swap_own(head: str, tail: str, before: Game | None) -> str:
    return f"wants to swap {_OWN_TILES[tail]}"


def _swap_with(head: str, tail: str, before: Game | None) -> str:
    own = None if before is None else _OWN[int(before.state["own"])]
    if head == "ability":
        other = f"the ability {ability_name(int(tail))} on display"
    elif head == "board":
        other = "the food tile on top of the stack" if tail == "food" else f"{tail} on the board"
    else:
        seat, slot = tail.split(".")
        kind = "tile" if own is None or slot == "extra" else _kind_of_tile(own, before)
        other = (
            f"the {kind} of seat {seat}" if slot == "main" else f"the tile on the extra slot of seat {seat}"
        )
    return f"swaps {'a tile' if own is None else _OWN_TILES[own]} for {other}"


def _kind_of_tile(own: str, game: Game | None) -> str:
    if own == "extra" and game is not None:
        own = "food" if isinstance(state_line(game)["seats"][game.seat]["extra"], int) else "one_off"
    return {"food": "food tile", "one_off": "one-off tile"}.get(own, own)


def _odd_job(head: str, tail: str, before: Game | None) -> str:
    return f"takes {count({'good': 1}[head], _good(tail))}"


def _copy(head: str, tail: str, before: Game | None) -> str:
    return f"copies: {_action(tail)}"


def _take_food(choices: Sequence[str], before: Game | None) -> str:
    foods = Counter(_good(_split(choice)[1]) for choice in choices)
    if before is not None and before.reason == "action":
        return f"takes {listed(count(min(2, _supply(before, food)), food) for food in foods)}"
    return f"takes {listed(count(foods[food], food) for food in GOODS if food in foods)}"


def _supply(game: Game, good: str) -> int:
    return int(game.state["supply"][GOODS.index(good)])


def _whip(choices: Sequence[str], before: Game | None) -> str:
    seats = Counter(int(_split(choice)[1]) for choice in choices)
    shares = [f"{points} to seat {seat}" for seat, points in sorted(seats.items())]
    word = "whip" if shares[0].startswith("1 ") else "whips"
    return "gives " + listed([shares[0].replace(" ", f" {word} ", 1), *shares[1:]])


def _pick_cube(choices: Sequence[str], before: Game | None) -> str:
    cubes = Counter(_split(choice)[1] for choice in choices)
    return f"picks {listed(count(number, cube) for cube, number in cubes.items())} from the bag"


def _place_rock(choices: Sequence[str], before: Game | None) -> str:
    owners = Counter(_split(choice)[1].split(".")[0] for choice in choices)
    shares = [
        f"{count(number, 'rock')} beside slaves of {'the dummy' if owner == 'dummy' else f'seat {owner}'}"
        for owner, number in sorted(owners.items())
    ]
    return f"puts {listed(shares)}"


def _dump(choices: Sequence[str], before: Game | None) -> str:
    goods = Counter(_good(_split(choice)[1]) for choice in choices if choice != "stop")
    if not goods:
        return "removes no more"
    return f"removes {listed(count(goods[good], good) for good in GOODS if good in goods)} from the game"


def _demote(head: str, tail: str, before: Game | None) -> str:
    if head == "mercy":
        return "gives mercy back instead of demoting a pixie"
    return f"demotes the pixie on {_space(tail)}"


_REPEATED: dict[str, Callable[[Sequence[str], Game | None], str]] = {
    "take_food": _take_food,
    "whip": _whip,
    "pick_cube": _pick_cube,
    "place_rock": _place_rock,
    "dump_more": _dump,
}

_SINGLE: dict[str, Callable[[str, str, Game | None], str]] = {
    "draft": _draft,
    "act": _act,
    "promote_from": _promote_from,
    "promote_to": _promote_to,
    "trade_give": lambda head, tail, before: f"gives {_good(tail)}",
    "trade_get": _trade_get,
    "amount": _amount,
    "track": lambda head, tail, before: f"climbs the {_good(tail)} track",
    "rob": _rob,
    "use_peek": _one_of({"yes": "gives peek back and looks into the bag", "no": "keeps peek"}),
    "swap_own": _swap_own,
    "swap_with": _swap_with,
    "odd_job": _odd_job,
    "copy": _copy,
    "add_offering": lambda head, tail, before: f"adds {count(1, _good(tail))} to the special offering",
    "announce_double": _one_of({"yes": "announces double and gives the tile back", "no": "keeps double"}),
    "offer": _offer,
    "demote": _demote,
}


# --- the table ---------------------------------------------------------------------------------------------

_SEAT_HEAD = "seat score    +/-  apple bread honey silver gold track discs mine village"
_SEAT_ROW = "{seat:>3}{mark} {score:>5} {parts:>6}  {goods} {tracks:>5} {discs:>5} {mine:>4} {spaces}"


def describe_position(
    game: Game, *, state: Mapping[str, Any] | None = None, decision: str | None = None
) -> str:
    """Return an overview of the game, in lines of at most 80 columns.

    Each seat has a line of numbers (score, reward and penalty points, goods, places on the silver and the
    gold track, discs, slaves in the mine, occupied spaces of the village) and a line of its tiles. ``*``
    marks the favourite.

    Args:
        game: The game.
        state: What is known of it, as a state line in which `goods` and `rewards` may be None: hidden.
        decision: The words for the current decision; by default its kind.
    """
    state = state_line(game) if state is None else state
    decision = str(game.decision).replace("_", " ") if decision is None else decision
    lines = [_where(game, state, decision), *textwrap.wrap(_orders(state), WIDTH, subsequent_indent="  ")]
    lines += ["", _SEAT_HEAD]
    for seat, facts in enumerate(state["seats"]):
        favourite = state["large"][:1] == [seat]
        lines += _seat_lines(seat, facts, "*" if favourite else " ")
    if state["dummy"] is not None:
        spaces = " ".join(map(str, state["dummy"]["spaces"])) or "-"
        lines.append(f"dummy{state['dummy']['mine']:>{_SEAT_HEAD.index(' village') - 5}} {spaces}")
        if rocks := _rocks(state["dummy"]):
            lines.append(" " * 6 + rocks)
    lines.append("")
    for label, words in _board_facts(state):
        lines += textwrap.wrap(words, WIDTH, initial_indent=f"{label:<9}", subsequent_indent=" " * 9)
    return "\n".join(line.rstrip() for line in lines)


def _where(game: Game, state: Mapping[str, Any], decision: str) -> str:
    if game.over:
        return f"After round {state['round']}: the game is over"
    place = f"Round {state['round']} of {game.rules.config.rounds}" if state["round"] else "Before round 1"
    return f"{place}, {state['phase']}: seat {game.seat} decides ({decision})"


def _orders(state: Mapping[str, Any]) -> str:
    parts = [f"order {_order(state['large'])}"]
    if state["large"]:
        parts[0] += f" (seat {state['large'][0]} is the favourite)"
    if state["small"] != state["large"]:
        parts.append(f"next round {_order(state['small'])}")
    if state["demand"]:
        parts.append(f"the queen demands {state['demand']}")
    if state["servant_space"] is not None:
        parts.append(f"seat {state['servant_space']} on the servant space")
    text = "; ".join(parts)
    return text[0].upper() + text[1:]


def _order(seats: Sequence[int]) -> str:
    return " ".join(map(str, seats))


def _seat_lines(seat: int, facts: Mapping[str, Any], mark: str) -> list[str]:
    rewards, penalties = facts["rewards"], facts["penalties"]
    if not facts["in_play"]:
        return [f"{seat:>3}  {-penalties:>5} {f'0/{penalties}':>6}  in the pit"]
    hidden = facts["goods"] is None
    known = dict.fromkeys(GOODS, "?") if hidden else facts["goods"]
    goods = " ".join(f"{number:>{len(good)}}" for good, number in known.items())
    row = _SEAT_ROW.format(
        seat=seat,
        mark=mark,
        score="?" if hidden else rewards - penalties,
        parts=f"{'?' if hidden else rewards}/{penalties}",
        goods=goods,
        tracks=f"{facts['silver_track']}/{facts['gold_track']}",
        discs=facts["discs"],
        mine=facts["mine"],
        spaces=" ".join(map(str, facts["spaces"])) or "-",
    )
    tiles = _tiles(facts)
    return [row, *textwrap.wrap(tiles, WIDTH, initial_indent=" " * 6, subsequent_indent=" " * 6)]


def _tiles(facts: Mapping[str, Any]) -> str:
    parts = ["no ability yet" if facts["ability"] is None else ability_name(facts["ability"])]
    if facts["food_tile"]:
        parts.append(f"food tile {facts['food_tile']}")
    if facts["one_off"]:
        parts.append(facts["one_off"])
    if facts["extra"]:
        parts.append(f"{describe_tile(facts['extra'])} on the extra slot")
    if facts["servants"]:
        parts.append(f"{facts['servants']} loyal servant{'s' if facts['servants'] > 1 else ''}")
    if rocks := _rocks(facts):
        parts.append(rocks)
    return ", ".join(parts)


def _rocks(facts: Mapping[str, Any]) -> str:
    """Name the rocks at a colour's slaves, as `rocks 3+1`; empty if there are none."""
    there = [str(rocks) for rocks in facts["rocks"] if rocks]
    return f"rocks {'+'.join(there)}" if there else ""


def describe_tile(tile: int | str) -> str:
    """Name a tile from its form in records: a food value or the name of a one-off tile."""
    return f"food tile {tile}" if isinstance(tile, int) else tile


def _board_facts(state: Mapping[str, Any]) -> list[tuple[str, str]]:
    bag = _goods(state["bag"])
    in_hand = f"; in hand {count(state['rocks_in_hand'], 'rock')}" if state["rocks_in_hand"] else ""
    rows = (f"{row} {' '.join(map(str, tiles)) or 'none'}" for row, tiles in state["tiles_left"].items())
    one_offs = " ".join(state["one_offs"]) or "none"
    display = ", ".join(map(ability_name, state["display"])) or "none"
    if state["display_extra"]:
        display += f"; {describe_tile(state['display_extra'])} on its extra slot"
    facts = [
        ("Supply", _goods(state["supply"])),
        ("Bag", bag + in_hand),
        ("Offering", f"{_goods(state['offering_track'])} on the special-offering track"),
        ("Tiles", "; ".join(rows)),
        (
            "Board",
            f"food tiles {' '.join(map(str, state['food_stack'])) or 'none'}; one-off tiles {one_offs}",
        ),
        ("Display", display),
    ]
    if state["markers"] is not None:
        left = ", ".join(f"{number} worth {worth}" for worth, number in state["markers"].items())
        facts.append(("Markers", left))
    if state["discs_on"]:
        facts.append(
            ("Discs", ", ".join(f"{discs} on {space}" for space, discs in state["discs_on"].items()))
        )
    if any(state["removed"].values()):
        facts.append(("Removed", _goods(state["removed"])))
    return facts


# --- the result --------------------------------------------------------------------------------------------


def describe_result(game: Game) -> str:
    """Return the final table of a finished game: ranks, scores, and the sources of all points.

    Raises:
        ValueError: The game is not over.
    """
    if not game.over:
        raise ValueError("the game is not over: it has no result yet")
    result, state = result_line(game), game.state
    seats = range(game.players)
    pit = [not state["in_play"][seat] for seat in seats]
    rows: list[tuple[str, list[int]]] = [
        ("rank", result["ranks"]),
        ("score", result["scores"]),
        ("reward points", result["rewards"]),
    ]
    rows += _by_source(
        REWARD_WORDS.values(),
        [[0] * len(REWARD_WORDS) if pit[seat] else state["rewards_by"][seat] for seat in seats],
    )
    rows.append(("penalty points", result["penalties"]))
    rows += _by_source(PENALTY_WORDS.values(), [state["penalties_by"][seat] for seat in seats])
    rows.append(("rocks left (-1)", result["rocks"]))
    rows.append(("most of a good (-3)", result["hoards"]))
    rows.append(("loyal servants", state["servants"][: game.players].tolist()))
    lines = [_headline(result), "", " " * 20 + "".join(f"{f'seat {seat}':>10}" for seat in seats)]
    lines += [f"{label:<20}" + "".join(f"{number:>10}" for number in numbers) for label, numbers in rows]
    if any(pit):
        lines.append(f"{'in the pit':<20}" + "".join(f"{'yes' if fallen else '-':>10}" for fallen in pit))
        lines += _why_the_pit_is_last(result["scores"], pit)
    return "\n".join(lines)


def _why_the_pit_is_last(scores: Sequence[int], pit: Sequence[bool]) -> list[str]:
    """Return an explanation if somebody above the pit has a lower score than those in it."""
    above = [score for score, fallen in zip(scores, pit, strict=True) if not fallen]
    in_pit = scores[pit.index(True)]
    if not above or min(above) >= in_pit:
        return []
    return [
        "",
        f"Whoever is in the pit has {in_pit} and ranks last, even behind lower scores:",
        "points of the final scoring send nobody there.",
    ]


def _headline(result: Mapping[str, Any]) -> str:
    winners = [f"seat {seat}" for seat, rank in enumerate(result["ranks"]) if rank == 1]
    score = result["scores"][result["ranks"].index(1)]
    rounds = f"{result['rounds']} round{'s' if result['rounds'] > 1 else ''}"
    names = listed(winners)
    return f"After {rounds} {names} {'win' if len(winners) > 1 else 'wins'} with a score of {score}."


def _by_source(labels: Iterable[str], by_seat: Sequence[Sequence[int]]) -> list[tuple[str, list[int]]]:
    """Return a row for each source that gave any points."""
    rows = (
        (f"  {label}", [int(number) for number in numbers])
        for label, numbers in zip(labels, zip(*by_seat, strict=True), strict=True)
    )
    return [row for row in rows if any(row[1])]
