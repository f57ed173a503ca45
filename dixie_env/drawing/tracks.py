"""The score track, and the silver and gold tracks."""

from collections.abc import Iterator

from dixie_env.drawing.palette import SEAT_COLOURS
from dixie_env.drawing.shapes import circle, disc, icon, panel, place, rect, text
from dixie_env.drawing.view import View

SCORE_LEFT, SCORE_TOP, SCORE_WIDTH, SCORE_HEIGHT = 12, 66, 112, 704
TOP_SCORE = 20
LEFT, TOP, WIDTH = 778, 66, 410
TRACK_HEIGHT = 74
CROWD_HEIGHT, MOST_RADIUS = 31, 8.5


def parts(view: View) -> Iterator[tuple[str, str]]:
    """Yield the three tracks."""
    yield "score", _score(view)
    for index, metal in enumerate(("silver", "gold")):
        yield f"{metal}-track", _track(view, metal, TOP + index * (TRACK_HEIGHT + 6))


# --- score -------------------------------------------------------------------------------------------------


def _score(view: View) -> str:
    """A shaft from +20 down to the pit: filled discs for penalty points, rings for the score so far."""
    pit = view.board.pit
    x, top, bottom = SCORE_LEFT, SCORE_TOP + 44, SCORE_TOP + SCORE_HEIGHT - 20
    scale = (bottom - top) / (TOP_SCORE + pit)

    def height(score: int) -> float:
        return top + (TOP_SCORE - max(-pit, min(TOP_SCORE, score))) * scale

    content = panel(x, SCORE_TOP, SCORE_WIDTH, SCORE_HEIGHT)
    content += rect(x + 34, height(0), SCORE_WIDTH - 40, bottom - height(0) + 14, "earth", 4)
    content += text(x + 8, SCORE_TOP + 17, "score", "ink b", 13)
    content += text(x + 8, SCORE_TOP + 33, "● lost  ○ now", "soft")
    for score in range(TOP_SCORE, -pit - 1, -5):
        y, strong = height(score), score % 10 == 0
        content += _line("edge", x + 34, y, 1.2 if strong else 0.5)
        if strong:
            words = f"{score:+d}".replace("-", "\u2212") if score else "0"
            content += text(x + 30, y + 4, words, "ink e")
    for symbol in view.board.mine_symbols:
        y = height(-symbol)
        content += (
            _line("glow", x + 34, y, 2)
            + circle(x + SCORE_WIDTH - 6, y, 8.5, "tile")
            + circle(x + SCORE_WIDTH - 6, y, 8.5, "glow none")
            + icon("pick", x + SCORE_WIDTH - 12, y - 6, 12)
        )
    content += text(x + 70, bottom + 12, "the pit", "ink m b")
    lane = (SCORE_WIDTH - 54) / view.players
    for seat, facts in enumerate(view.state["seats"]):
        cx, radius = x + 36 + lane * (seat + 0.5), min(8.0, lane / 2 + 1.5)
        lost = height(-facts["penalties"])
        if facts["rewards"] or (view.scores is not None and facts["in_play"]):
            now = height(
                view.scores[seat] if view.scores is not None else facts["rewards"] - facts["penalties"]
            )
            content += f'<path class="line faint" d="M{cx:g} {lost:.1f}V{now:.1f}" stroke-width="2"/>'
            content += circle(cx, now, radius - 1, "tile") + circle(
                cx, now, radius - 1.5, "none", f' stroke="{SEAT_COLOURS[seat]}" stroke-width="3"'
            )
        content += disc(seat, cx, lost, radius)
    return content


def _line(role: str, x: float, y: float, thick: float) -> str:
    return f'<path class="{role}" d="M{x:g} {y:.1f}h{SCORE_WIDTH - 40}" stroke-width="{thick:g}"/>'


# --- silver and gold ---------------------------------------------------------------------------------------


def _track(view: View, metal: str, y: float) -> str:
    """Spaces from the first to the highest: the price on top, the discs there, the points below."""
    board = view.board
    prices = board.silver_per_gold if metal == "silver" else board.gold_per_ring
    buys = "gold" if metal == "silver" else "ring"
    content = panel(LEFT, y, WIDTH, TRACK_HEIGHT)
    content += icon(metal, LEFT + 8, y + 6, 22)
    content += text(LEFT + 33, y + 16, metal, "ink b") + text(LEFT + 33, y + 29, "track", "soft")
    content += text(LEFT + 8, y + 47, "price of", "soft") + icon(buys, LEFT + 56, y + 37, 13)
    content += text(LEFT + 8, y + 65, "each round", "soft")
    left = LEFT + 74
    width = (WIDTH - 80) / len(prices)
    seats = list(enumerate(view.state["seats"]))
    for index, price in enumerate(prices):
        x = left + index * width
        space = rect(x + 1, y + 6, width - 3, TRACK_HEIGHT - 12, "tile", 4)
        space += rect(x + 1, y + 6, width - 3, TRACK_HEIGHT - 12, "edge", 4)
        content += place(f"{metal}-track-{index}", space)
        content += text(x + width / 2, y + 18, price, "ink m b", 12)
        points = board.track_rewards[index] - board.track_penalties[index]
        words = "0" if not points else f"{points:+d}".replace("-", "\u2212")
        content += text(x + width / 2, y + 64, words, f"{'good' if points >= 0 else 'bad'} m b", 12)
        here = [seat for seat, facts in seats if facts[f"{metal}_track"] == index + 1 and facts["in_play"]]
        content += _crowd(here, x + width / 2, y + 37, width)
    return place(f"{metal}-track", content, f"{metal} track")


def _crowd(seats: list[int], x: float, y: float, width: float) -> str:
    """Discs in as many columns as make them largest: side by side in a wide space, else one on another."""
    count = len(seats)

    def radius_with(columns: int) -> float:
        return min(MOST_RADIUS, (width - 4) / columns / 2.05, CROWD_HEIGHT / -(-count // columns) / 2.05)

    columns = max(range(1, count + 1), key=lambda number: (radius_with(number), number), default=1)
    rows = [seats[start : start + columns] for start in range(0, count, columns)]
    radius = radius_with(columns) if seats else 0.0
    content = ""
    for row, members in enumerate(rows):
        cy = y + (row - (len(rows) - 1) / 2) * radius * 2.05
        for index, seat in enumerate(members):
            content += disc(seat, x + (index - (len(members) - 1) / 2) * radius * 2.05, cy, radius)
    return content
