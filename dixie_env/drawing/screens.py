"""The players' screens: goods, tiles, points and discs, open or closed."""

from collections.abc import Iterator

from dixie_env.drawing.shapes import amount, circle, icon, panel, pixie, place, rect, text
from dixie_env.drawing.sides import ability_words
from dixie_env.drawing.view import View
from dixie_env.engine.abilities import ability as ability_of
from dixie_env.engine.model import EXTRA_SLOT
from dixie_env.engine.words import GOODS
from dixie_env.text import describe_tile

LEFT, TOP, WIDTH, HEIGHT, GAP = 12, 780, 1176, 158, 9
DISCS = 4
_SLOT = 34


def parts(view: View) -> Iterator[tuple[str, str]]:
    """Yield the screen of every player, and a note about the dummy if there is one."""
    colours = view.colours
    width = (WIDTH - GAP * (len(colours) - 1)) / len(colours)
    for index, colour in enumerate(colours):
        x = LEFT + index * (width + GAP)
        yield f"screen-{colour}", _dummy(x, width) if colour == 5 else _screen(view, colour, x, width)


def _dummy(x: float, width: float) -> str:
    content = panel(x, TOP, width, HEIGHT) + pixie(5, x + 26, TOP + 46, 38)
    content += text(x + 50, TOP + 32, "the dummy", "ink b", 15)
    for line, words in enumerate(
        (
            "has pixies, but no goods and no turns",
            "the favourite moves one of them up",
            "after each reward phase",
        )
    ):
        content += text(x + 16, TOP + 76 + 20 * line, words, "soft", 13)
    return content


def _screen(view: View, seat: int, x: float, width: float) -> str:
    facts, y = view.state["seats"][seat], TOP
    content = panel(x, y, width, HEIGHT)
    if view.decider == seat:
        content += rect(x, y, width, HEIGHT, "glow none", 8, ' stroke-width="3"')
    content += pixie(seat, x + 24, y + 44, 37)
    name = view.names[seat] or f"seat {seat}"
    content += text(x + 44, y + 22, _short(name, 14 if width < 260 else 24), "ink b", 15)
    if view.favourite == seat:
        content += icon("crown", x + 12, y - 9, 24)
    content += _points(view, seat, x + width - 10, y)
    if not facts["in_play"]:
        content += text(x + 44, y + 42, "in the pit", "bad b", 13)
        return place(f"screen-{seat}", content, f"seat {seat}: in the pit")
    content += _remark(view, seat, x + width - 10, y + HEIGHT - 11)
    if view.scores is None:
        content += _discs(facts["discs"], x, y)
    content += _goods(view, seat, x + 10, y + 58, width - 20)
    content += _slots(view, seat, x + 10, y + 96, width - 20)
    words = ability_of(facts["ability"]).effect if facts["ability"] else ""
    content += text(x + 10, y + HEIGHT - 11, words, "soft")
    return place(f"screen-{seat}", content, f"seat {seat} {view.names[seat]}".strip())


def _discs(left: int, x: float, y: float) -> str:
    content = text(x + 44, y + 42, "discs", "soft")
    for index in range(DISCS):
        content += circle(x + 85 + 15 * index, y + 38, 5.5, "disc" if index < left else "spot")
        content += circle(x + 85 + 15 * index, y + 38, 5.5, "edge")
    return content


def _points(view: View, seat: int, x: float, y: float) -> str:
    """The score and its parts."""
    facts = view.state["seats"][seat]
    lost = f"\u2212{facts['penalties']}" if facts["penalties"] else "0"
    if facts["rewards"] is None:
        return text(x, y + 29, lost, "ink b e", 22) + text(x, y + 46, "and tiles", "soft e")
    score = view.scores[seat] if view.scores is not None else facts["rewards"] - facts["penalties"]
    content = text(x, y + 29, f"{score}".replace("-", "\u2212"), "ink b e", 24)
    parts = f"+{facts['rewards']} {lost}"
    for name, cost in (("rocks", view.rocks), ("most goods", view.majorities)):
        if cost is not None and cost[seat]:
            parts += f" {name} \u2212{cost[seat]}"
    return content + text(x, y + 46, parts, "soft e")


def _goods(view: View, seat: int, x: float, y: float, width: float) -> str:
    goods = view.state["seats"][seat]["goods"]
    step = width / len(GOODS)
    if goods is None:
        screen = rect(x, y - 2, width, 30, "stone", 5)
        return screen + text(x + width / 2, y + 18, "goods behind the screen", "soft m")
    content = ""
    for index, good in enumerate(GOODS):
        one = rect(x + index * step - 3, y - 2, step - 2, 30, "none", 5)
        one += amount(good, goods[good], x + index * step, y + 3, 21)
        content += place(f"goods-{seat}-{good}", one, f"seat {seat}: {goods[good]} {good}")
    return content


def _slots(view: View, seat: int, x: float, y: float, width: float) -> str:
    facts = view.state["seats"][seat]
    extra = facts["ability"] == EXTRA_SLOT
    wide = width - (_SLOT + 5) * (3 if extra else 2)
    content = _slot(f"slot-{seat}-ability", x, y, wide, "")
    if facts["ability"] is not None:
        tile = panel(x, y, wide, _SLOT, "lit", 5) + ability_words(facts["ability"], x + 7, y, _SLOT)
        content = place(f"slot-{seat}-ability", tile, f"ability {facts['ability']} of seat {seat}")
    for index, name in enumerate(("one_off", "food_tile", *(["extra"] if extra else []))):
        left = x + wide + 5 + index * (_SLOT + 5)
        tile = facts[name]
        words = "empty" if tile is None else describe_tile(tile)
        content += _slot(
            f"slot-{seat}-{name}", left, y, _SLOT, f"{name.replace('_', '-')} slot: {words}", tile
        )
    return content


def _slot(name: str, x: float, y: float, width: float, label: str, tile: int | str | None = None) -> str:
    if tile is None:
        return place(name, rect(x, y, width, _SLOT, "edge dash", 5), label)
    content = panel(x, y, width, _SLOT, "lit", 5)
    if isinstance(tile, int):
        content += text(x + width / 2, y + 24, tile, "ink b m", 18)
    else:
        content += icon(tile, x + 6, y + 6, width - 12)
    return place(name, content, label)


def _remark(view: View, seat: int, x: float, y: float) -> str:
    """The most important fact about a seat right now."""
    facts = view.state["seats"][seat]
    words = ""
    if view.ranks is not None:
        words = f"rank {view.ranks[seat]}"
    elif view.ready[seat]:
        words = "offering chosen"
    elif seat in view.state["priority"]:
        words = "priority"
    elif seat == view.viewer:
        words = "you"
    elif facts["servants"]:
        words = f"{facts['servants']} in palace"
    return text(x, y, words, "ink b e") if words else ""


def _short(name: str, length: int) -> str:
    return name if len(name) <= length else name[: length - 1] + "…"
