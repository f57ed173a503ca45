"""The place of an option on the drawing: what a page highlights, and what a click on the board means."""

from dixie_env.engine import Game, option_name
from dixie_env.engine.model import DUMMY

_ON_BOARD = {"food": "space-6", "double": "space-7", "peek": "space-8", "mercy": "space-9"}
_SLOTS = {"food": "food_tile", "one_off": "one_off", "ability": "ability", "extra": "extra"}
_FROM_SUPPLY = ("take_food", "trade_get", "odd_job")


def place_of(game: Game, option: int) -> str | None:
    """Return the `data-place` of an option of the current decision; amounts, yes and no have none."""
    seat = game.seat
    if seat is None:
        return None
    head, _, tail = option_name(option, seat, game.players).partition(":")
    if head == "action":
        return f"space-{tail}" if int(tail) <= 14 else f"action-{tail}"
    if head == "mine":
        return f"mine-{DUMMY if game.reason == 'dummy' else seat}"
    if head == "mercy":
        return f"slot-{seat}-{'one_off' if game.state['one_off'][seat] else 'extra'}"
    if head == "good":
        return _place_of_good(game, seat, tail)
    if head == "tile":
        return _place_of_tile(game, tail)
    simple = {
        "servant": "servant",
        "space": f"space-{tail}",
        "free": f"slave-{seat}-{tail}",
        "rock": f"slave-{tail.replace('dummy', str(DUMMY)).replace('.', '-')}",
        "seat": f"screen-{tail}",
        "cube": f"bag-{tail}",
        "ability": f"ability-{tail}",
        "own": f"slot-{seat}-{_SLOTS.get(tail, '')}",
        "board": _ON_BOARD.get(tail),
        "dump": f"goods-{seat}-{tail}",
    }
    return simple.get(head)


def _place_of_good(game: Game, seat: int, good: str) -> str:
    if game.decision == "track":
        return f"{good}-track"
    if game.decision in _FROM_SUPPLY:
        return f"supply-{good}"
    return f"goods-{seat}-{good}"


def _place_of_tile(game: Game, tail: str) -> str:
    seat, slot = tail.split(".")
    if slot == "extra":
        return f"slot-{seat}-extra"
    own = tuple(_SLOTS)[int(game.state["own"])]
    if own == "extra":
        own = "one_off" if game.state["extra"][game.seat] > 10 else "food"
    return f"slot-{seat}-{_SLOTS[own]}"
