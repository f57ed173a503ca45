"""The village: palace, servant space, 14 double action spaces, single spaces, and the mines below."""

from collections.abc import Iterator

from dixie_env.drawing.shapes import circle, disc, icon, panel, pixie, place, rect, text
from dixie_env.drawing.view import View
from dixie_env.engine import model
from dixie_env.engine.model import DUMMY
from dixie_env.engine.words import ONE_OFFS
from dixie_env.text import ACTION_NAMES

LEFT, WIDTH = 134, 632
MIDDLE = LEFT + WIDTH / 2
SPACE_WIDTH, SPACE_HEIGHT, GAP = 118, 88, 8
ROWS = (range(1, 6), range(6, 10), range(10, 13), range(13, model.SPACE_END))
ROW_TOPS = (486, 390, 294, 198)
SINGLE_TOP, SINGLE_HEIGHT = 584, 68
MINE_TOP, MINE_HEIGHT = 662, 108

_BADGES = {
    model.ACTION_STEAL_FOOD: "apple",
    model.ACTION_STEAL_SILVER: "silver",
    model.ACTION_PROMOTION: "up",
    model.ACTION_TRADE: "swap",
    model.ACTION_SILVER_TO_GOLD: "gold",
    model.ACTION_DOUBLE: "double",
    model.ACTION_PEEK: "peek",
    model.ACTION_MERCY: "mercy",
    model.ACTION_WHIPS: "whip",
    model.ACTION_TRACKS: "up",
    model.ACTION_CASINO: "die",
    model.ACTION_RING: "ring",
    model.ACTION_ROB: "hand",
}
_SINGLES = {
    model.ACTION_MINE: "pick",
    model.ACTION_SWAP_TILES: "swap",
    model.ACTION_ODD_JOBS: "apple",
    model.ACTION_COPY: "copy",
    model.ACTION_SPECIAL_OFFERING: "ring",
    model.ACTION_PLAY_ORDER: "honey",
    model.ACTION_PRIORITY: "crown",
}
ACTION_ICONS = {model.ACTION_FOOD_TILE: "apple", **_BADGES, **_SINGLES}
"""The symbol of each action."""
_SHORT = {
    model.ACTION_SWAP_TILES: "swap",
    model.ACTION_ODD_JOBS: "odd jobs",
    model.ACTION_SPECIAL_OFFERING: "offering",
    model.ACTION_PLAY_ORDER: "order",
}
_OWN = (model.ACTION_MINE, model.ACTION_COPY)
_MAYBE_OWN = (model.ACTION_SWAP_TILES, model.ACTION_PRIORITY)


def parts(view: View) -> Iterator[tuple[str, str]]:
    """Yield every part of the village that can change."""
    yield "palace", _palace(view)
    yield "servant", _servant_space(view)
    owners = {space: colour for colour in view.colours for space in view.pixies(colour)["spaces"]}
    for row, top in zip(ROWS, ROW_TOPS, strict=True):
        left = MIDDLE - (len(row) * (SPACE_WIDTH + GAP) - GAP) / 2
        for index, space in enumerate(row):
            x = left + index * (SPACE_WIDTH + GAP)
            yield f"space-{space}", _space(view, space, owners.get(space), x, top)
    width = (WIDTH - 6 * 6) / 7
    for index, action in enumerate(_SINGLES):
        yield f"action-{action}", _single(view, action, LEFT + index * (width + 6), width)
    colours = view.colours
    width = (WIDTH - (len(colours) - 1) * 6) / len(colours)
    for index, colour in enumerate(colours):
        yield f"mine-{colour}", _mine(view, colour, LEFT + index * (width + 6), width)


# --- above the village -------------------------------------------------------------------------------------


def _palace(view: View) -> str:
    """The castle, with the loyal servants inside."""
    x, y, width = MIDDLE - 116, 66, 232
    walls = (
        f'<path class="stone" stroke="#8A84A0" stroke-width="1" d="M{x} {y + 64}V{y + 6}h12v8h12v-8h12v8h12'
        f"v-8h12V{y + 20}H{x + width - 60:g}V{y + 6}h12v8h12v-8h12v8h12v-8h12V{y + 64}Z"
        '"/>'
    )
    title = text(MIDDLE, y + 15, "palace", "ink m b")
    servants = [seat for seat, facts in enumerate(view.state["seats"]) for _ in range(facts["servants"])]
    step = min(26, 200 / max(1, len(servants)))
    left = MIDDLE - step * (len(servants) - 1) / 2
    figures = "".join(pixie(seat, left + index * step, y + 58, 32) for index, seat in enumerate(servants))
    if not servants:
        figures = text(MIDDLE, y + 44, "no loyal servant yet", "soft m", 12)
    return walls + title + figures


def _servant_space(view: View) -> str:
    x, y = MIDDLE - SPACE_WIDTH / 2, 136
    owner = view.state["servant_space"]
    content = panel(x, y, SPACE_WIDTH, 54, "lit" if owner is not None else "tile")
    content += text(x + 8, y + 16, "servant space", "soft")
    content += circle(x + SPACE_WIDTH - 24, y + 31, 15, "spot") + circle(
        x + SPACE_WIDTH - 24, y + 31, 15, "edge"
    )
    content += icon("crown", x + 10, y + 24, 22)
    if owner is not None:
        content += pixie(owner, x + SPACE_WIDTH - 24, y + 50, 42)
    who = "free" if owner is None else f"pixie of seat {owner}"
    return place("servant", content, f"servant space: {who}")


# --- the 14 double spaces ----------------------------------------------------------------------------------


def _space(view: View, space: int, owner: int | None, x: float, y: float) -> str:
    discs = view.state["discs_on"].get(str(space), 0)
    content = panel(x, y, SPACE_WIDTH, SPACE_HEIGHT, "tile")
    content += text(x + 8, y + 17, space, "ink b", 14)
    content += text(x + (18 if space < 10 else 27), y + 16.5, ACTION_NAMES[space], "ink")
    content += _spots(owner, discs, x, y + 44)
    content += _badge(view, space, x + 88, y + 34)
    content += _icons(view, space, x + 8, y + 67)
    who = (
        "no pixie" if owner is None else "pixie of the dummy" if owner == DUMMY else f"pixie of seat {owner}"
    )
    label = f"{space} {ACTION_NAMES[space]}: {who}, {discs} disc{'' if discs == 1 else 's'}"
    return place(f"space-{space}", content, label)


def _spots(owner: int | None, discs: int, x: float, y: float) -> str:
    """The hand spot and the second spot, with the pieces on them."""
    hand, second = x + 26, x + 66
    content = circle(hand, y, 16, "spot") + circle(hand, y, 16, "edge dash")
    content += circle(second, y, 14, "spot") + circle(second, y, 14, "edge")
    if discs:
        content += _disc_placed(second, y)
    if discs > 1:
        content += _disc_placed(hand, y)
    if owner is not None:
        content += pixie(owner, hand, y + 19, 41)
    elif discs < 2:
        content += icon("hand", hand - 8, y - 9, 17, "faint")
    return content


def _disc_placed(x: float, y: float, radius: float = 12) -> str:
    return circle(x, y, radius, "disc") + circle(
        x, y, radius * 0.55, "none", ' stroke="#8F8878" stroke-width="1.5"'
    )


def _badge(view: View, space: int, x: float, y: float) -> str:
    """The tile on the space, or a symbol for its action."""
    if space == model.ACTION_FOOD_TILE:
        stack = view.state["food_stack"]
        if not stack:
            return rect(x - 3, y - 3, 27, 28, "edge dash faint", 4)
        pile = "".join(
            rect(x - 3 - 2 * depth, y - 3 + 2 * depth, 27, 28, "lit", 4, ' stroke="#8A7A50"')
            for depth in range(min(3, len(stack)) - 1, -1, -1)
        )
        return (
            pile
            + text(x + 10.5, y + 17, stack[0], "ink b m", 17)
            + text(x + 10, y + 43, f"of {len(stack)}", "soft m")
        )
    name = _BADGES[space]
    if name in ONE_OFFS:
        there = name in view.state["one_offs"]
        tile = rect(x - 5, y - 4, 28, 30, "lit" if there else "none", 4) + rect(
            x - 5, y - 4, 28, 30, "edge" if there else "edge dash", 4
        )
        return tile + (icon(name, x - 2, y, 22) if there else icon(name, x - 2, y, 22, "faint"))
    return icon(name, x - 1, y, 20)


def _icons(view: View, space: int, x: float, y: float) -> str:
    foods = [food for food, count in view.board.icons[str(space)].items() for _ in range(count)]
    return "".join(icon(food, x + 17 * index, y, 16) for index, food in enumerate(foods))


# --- single spaces and mines -------------------------------------------------------------------------------


def _single(view: View, action: int, x: float, width: float) -> str:
    state, y = view.state, SINGLE_TOP
    content = panel(x, y, width, SINGLE_HEIGHT, "tile")
    content += text(x + 6, y + 16, action, "ink b", 13)
    content += text(x + 25, y + 16, _SHORT.get(action, ACTION_NAMES[action]), "ink")
    content += icon(_SINGLES[action], x + 6, y + 24, 16)
    used = [action in facts["used"] for facts in state["seats"]]
    own = action in _OWN or (action in _MAYBE_OWN and any(used))
    taken = state["discs_on"].get(str(action), 0)
    if own:
        step = min(16, (width - 12) / len(used))
        for seat, there in enumerate(used):
            cx, cy = x + 6 + step * (seat + 0.5), y + 54
            content += (
                disc(seat, cx, cy, 7.5)
                if there
                else circle(cx, cy, 6.5, "spot") + circle(cx, cy, 6.5, "edge")
            )
        who = ", ".join(f"seat {seat}" for seat, there in enumerate(used) if there)
        label = f"used by {who}" if who else "not used yet"
    else:
        spots = 3 if action == model.ACTION_ODD_JOBS else 1
        for index in range(spots):
            cx, cy = x + 16 + 24 * index, y + 53
            content += circle(cx, cy, 10, "spot") + circle(cx, cy, 10, "edge")
            if index < taken:
                content += _disc_placed(cx, cy, 9)
        label = f"{taken} of {spots} used" if action != model.ACTION_PRIORITY else "used" if taken else "free"
    return place(f"action-{action}", content, f"{action} {ACTION_NAMES[action]}: {label}")


def _mine(view: View, colour: int, x: float, width: float) -> str:
    """The mine of a colour: its slaves, the first two of them with their rocks."""
    facts, y = view.pixies(colour), MINE_TOP
    rocks = facts["rocks"]
    name = "dummy's mine" if colour == DUMMY else f"mine of seat {colour}"
    content = panel(x, y, width, MINE_HEIGHT, "earth")
    content += rect(x + 6, y + 24, width - 12, MINE_HEIGHT - 30, "rock-wall", 12)
    content += text(x + 8, y + 17, name, "ink")
    step = min(36, (width - 24) / max(1, facts["mine"]))
    left = x + width / 2 - step * (facts["mine"] - 1) / 2
    for index in range(facts["mine"]):
        cx = left + index * step
        slave = pixie(colour, cx, y + 78, 38)
        if index < 2:
            slave += "".join(
                icon("rock", cx - 15 + 9 * rock, y + 78 + 6 * (rock % 2), 14) for rock in range(rocks[index])
            )
            slave = place(f"slave-{colour}-{index}", rect(cx - 15, y + 36, 30, 64, "none", 5) + slave)
        content += slave
    if not facts["mine"]:
        content += text(x + width / 2, y + 66, "empty", "ink m")
    chained = sum(rocks)
    label = f"{name}: {facts['mine']} slaves" + (f", {chained} rocks" if chained else "")
    return place(f"mine-{colour}", content, label)
