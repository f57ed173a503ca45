"""Everything around the village: the state of the game, orders, the queen, tiles, goods."""

from collections.abc import Iterator

from dixie_env.drawing.shapes import amount, disc, icon, panel, place, rect, text
from dixie_env.drawing.view import View
from dixie_env.engine.abilities import ability as ability_of
from dixie_env.engine.words import CUBES, GOODS, ROWS
from dixie_env.text import ability_name, count, describe_tile

LEFT, WIDTH = 778, 410
SIDE = 188
ORDERS_LEFT, QUEEN_LEFT = 134, 578
_ROW_NAMES = {"offering": "special offerings", "servant": "loyal servants", "ring": "rings"}
_ROW_ICONS = {"offering": "honey", "servant": "crown", "ring": "ring"}


def parts(view: View) -> Iterator[tuple[str, str]]:
    """Yield every part around the village that can change."""
    yield "head", _head(view)
    yield "orders", _orders(view)
    yield "rounds", _rounds(view)
    yield "queen", _queen(view)
    yield "tiles", _tiles(view)
    yield "offering-track", _offering_track(view)
    yield "display", _display(view)
    yield "supply", _supply(view)
    yield "bag", _bag(view)
    yield "removed", _removed(view)


# --- where the game stands ---------------------------------------------------------------------------------


def _head(view: View) -> str:
    state = view.state
    if view.scores is not None:
        best = [f"seat {seat}" for seat, rank in enumerate(view.ranks or ()) if rank == 1]
        title, words = f"After round {state['round']}", f"The game is over: {' and '.join(best)} won"
    else:
        title = f"Round {state['round']} of {view.rounds}" if state["round"] else "Before round 1"
        words = f"{state['phase']}"
    content = icon("crown", 14, 24, 22) + text(41, 42, "Dixie Queen", "soft", 14)
    content += text(134, 44, title, "ink b", 24) + text(134 + 13.2 * len(title) + 14, 43, words, "ink", 18)
    if view.decider is None:
        return content
    seat = view.decider
    name = f" ({view.names[seat]})" if view.names[seat] else ""
    content += disc(seat, 792, 36, 14) + text(
        814, 42, f"seat {seat}{name} decides: {view.decision}", "ink b", 16
    )
    return content


def _orders(view: View) -> str:
    x, y = ORDERS_LEFT, 66
    content = panel(x, y, SIDE, 124)
    for row, (name, about) in enumerate((("large", "this round"), ("small", "next round"))):
        top = y + 8 + 58 * row
        content += text(x + 10, top + 12, f"{name} order", "ink b")
        content += text(x + SIDE - 10, top + 12, about, "soft e")
        for index, seat in enumerate(view.state[name]):
            cx = x + 26 + 34 * index
            content += disc(seat, cx, top + 36, 13)
            if name == "large" and not index:
                content += icon("crown", cx - 10, top + 13, 20)
    return content


def _rounds(view: View) -> str:
    """The round tiles: earlier demands (in no order), the current one, and future ones, face down."""
    x, y = ORDERS_LEFT, 198
    content = panel(x, y, SIDE, 88)
    content += text(x + 10, y + 20, "round tiles", "ink b")
    seen: list[str | None] = [*view.past]
    if view.state["demand"]:
        seen.append(view.state["demand"])
    width = (SIDE - 16) / 7
    size = width - 2
    for index in range(view.rounds):
        left = x + 8 + index * width
        now = index == len(seen) - 1 and view.state["demand"] is not None
        kind = "tile" if index < len(seen) else "stone"
        content += rect(left, y + 34, size, 36, kind, 4) + rect(
            left, y + 34, size, 36, "glow none" if now else "edge", 4, ' stroke-width="2.5"' if now else ""
        )
        if index < len(seen):
            content += icon(str(seen[index]), left + 2, y + 34 + 18 - size / 2 + 2, size - 4)
        else:
            content += text(left + size / 2, y + 57, "?", "soft m", 13)
    return content


def _queen(view: View) -> str:
    """The queen's demand and the offerings."""
    x, y, state = QUEEN_LEFT, 66, view.state
    content = panel(x, y, SIDE, 220)
    if view.scores is not None and view.ranks is not None:
        return content + _final(view.scores, view.ranks, x, y)
    content += text(x + 10, y + 20, "the queen demands", "ink b")
    if state["demand"]:
        content += icon(state["demand"], x + 14, y + 28, 36) + text(
            x + 60, y + 53, state["demand"], "ink b", 18
        )
    else:
        content += rect(x + 14, y + 30, 26, 36, "stone", 4) + text(x + 27, y + 54, "?", "soft m", 15)
        content += text(x + 60, y + 53, "not shown yet", "soft", 13)
    content += text(x + 10, y + 88, "offerings", "ink b")
    for seat in range(view.players):
        top = y + 96 + 24 * seat
        content += disc(seat, x + 20, top + 11, 9) + _offer(view, seat, x + 36, top)
    return content


def _final(scores: tuple[int, ...], ranks: tuple[int, ...], x: float, y: float) -> str:
    """The end: ranks, seats and scores, the best first."""
    content = text(x + 10, y + 20, "final scores", "ink b")
    for row, seat in enumerate(sorted(range(len(ranks)), key=lambda seat: ranks[seat])):
        top = y + 52 + 34 * row
        content += text(x + 14, top + 5, f"{ranks[seat]}.", "soft", 15) + disc(seat, x + 52, top, 13)
        content += text(x + SIDE - 14, top + 7, f"{scores[seat]}".replace("-", "\u2212"), "ink b e", 20)
        if ranks[seat] == 1:
            content += icon("crown", x + 78, top - 10, 20)
    return content


def _offer(view: View, seat: int, x: float, y: float) -> str:
    offer = view.offers[seat]
    if not view.state["seats"][seat]["in_play"]:
        return text(x, y + 15, "in the pit", "soft")
    given = {good: number for good, number in (offer or {}).items() if number}
    if given:
        return "".join(
            amount(good, number, x + 46 * index, y + 2, 18)
            for index, (good, number) in enumerate(given.items())
        )
    if view.ready[seat] and seat != view.viewer:
        return text(x, y + 15, "chosen, hidden", "soft")
    shown = offer is not None and view.state["phase"] != "offerings"
    return text(x, y + 15, "nothing" if shown else "…", "soft")


# --- tiles -------------------------------------------------------------------------------------------------


def _tiles(view: View) -> str:
    """Three rows of reward tiles; taken tiles leave empty places."""
    y = 228
    content = panel(LEFT, y, WIDTH, 140)
    for row, name in enumerate(ROWS):
        values: tuple[int, ...] = getattr(view.board, f"{name}_tiles")
        taken = len(values) - len(view.state["tiles_left"][name])
        top = y + 8 + 43 * row
        content += icon(_ROW_ICONS[name], LEFT + 8, top + 9, 20)
        content += text(LEFT + 34, top + 23, _ROW_NAMES[name], "ink")
        for index, value in enumerate(values):
            x = LEFT + 142 + 38 * index
            if index < taken:
                content += rect(x, top, 34, 38, "edge dash faint", 5)
                continue
            golden = index < view.board.golden
            content += rect(x, top, 34, 38, "lit" if golden else "tile", 5)
            content += rect(x, top, 34, 38, "glow none" if golden else "edge", 5)
            content += text(x + 17, top + 26, value, "ink b m", 18)
    return content


def _offering_track(view: View) -> str:
    """The cost of the next special offering, without the one additional good."""
    y, track = 376, view.state["offering_track"]
    content = panel(LEFT, y, WIDTH, 58)
    content += text(LEFT + 10, y + 19, "special-offering track", "ink b")
    content += text(LEFT + WIDTH - 10, y + 19, "pay all of it and 1 more", "soft e")
    goods = [good for good in GOODS for _ in range(track[good])]
    step = min(34.0, (WIDTH - 24) / max(1, len(goods)))
    content += "".join(icon(good, LEFT + 12 + step * index, y + 27, 24) for index, good in enumerate(goods))
    words = ", ".join(f"{track[good]} {good}" for good in GOODS if track[good])
    return place("offering-track", content, f"special-offering track: {words}")


def _display(view: View) -> str:
    y, state = 442, view.state
    content = panel(LEFT, y, WIDTH, 124)
    content += text(LEFT + 10, y + 19, "abilities on display", "ink b")
    if state["display_extra"]:
        words = f"{describe_tile(state['display_extra'])} lies on extra slot"
        content += text(LEFT + WIDTH - 10, y + 19, words, "soft e")
    if not state["display"]:
        content += text(LEFT + 12, y + 50, "none", "soft")
    for index, ability in enumerate(state["display"]):
        x, top = LEFT + 10 + 132 * (index % 3), y + 28 + 46 * (index // 3)
        tile = panel(x, top, 126, 40, "lit", 5) + ability_words(ability, x + 8, top, 40)
        content += place(f"ability-{ability}", tile, f"{ability_name(ability)}: {ability_of(ability).effect}")
    return content


def ability_words(ability: int, x: float, y: float, height: float) -> str:
    """Return the number and the name of an ability, centred in the height of its tile."""
    name = ability_of(ability).title
    return text(x, y + height / 2 + 5, ability, "ink b", 14) + text(
        x + (11 if ability < 10 else 19), y + height / 2 + 4.5, name, "ink"
    )


# --- goods -------------------------------------------------------------------------------------------------


def _supply(view: View) -> str:
    y, supply = 574, view.state["supply"]
    content = panel(LEFT, y, WIDTH, 60) + text(LEFT + 10, y + 19, "supply", "ink b")
    for index, good in enumerate(GOODS):
        x = LEFT + 10 + 79 * index
        one = rect(x - 4, y + 25, 74, 31, "none", 5) + amount(good, supply[good], x + 2, y + 28, 25)
        content += place(f"supply-{good}", one, f"supply: {supply[good]} {good}")
    return content


def _bag(view: View) -> str:
    y, bag = 642, view.state["bag"]
    content = panel(LEFT, y, WIDTH, 60) + text(LEFT + 10, y + 19, "bag of the mines", "ink b")
    content += icon("bag", LEFT + 12, y + 26, 28)
    for index, cube in enumerate(CUBES):
        x = LEFT + 89 + 79 * index
        one = rect(x - 4, y + 25, 74, 31, "none", 5) + amount(cube, bag[cube], x + 2, y + 28, 25)
        content += place(f"bag-{cube}", one, f"bag: {bag[cube]} {cube}")
    hand = view.state["rocks_in_hand"]
    if hand:
        content += text(LEFT + WIDTH - 10, y + 19, f"{count(hand, 'rock')} in hand", "bad b e")
    return content


def _removed(view: View) -> str:
    y, removed = 710, view.state["removed"]
    content = panel(LEFT, y, WIDTH, 60) + text(LEFT + 10, y + 19, "removed from the game", "ink b")
    if (markers := view.state["markers"]) is not None:
        left = ", ".join(f"{number} worth {worth}" for worth, number in markers.items())
        content += text(LEFT + WIDTH - 10, y + 19, f"markers left: {left}", "ink e")
    there = [(good, number) for good, number in removed.items() if number]
    if not there:
        return content + text(LEFT + 12, y + 44, "nothing", "soft")
    return content + "".join(
        amount(good, number, LEFT + 12 + 65 * index, y + 30, 20) for index, (good, number) in enumerate(there)
    )
