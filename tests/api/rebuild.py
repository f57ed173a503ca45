"""From an observation back to the state of the game: the proof that an observation shows all that matters.

`FIELDS` says of every field of a state what becomes of it. `rebuild` makes a state out of nothing but a
vector, the number of the seat that looks (names of seats mean nothing to the game) and the rules, which
everybody knows.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from dixie_env.engine import CompiledRules, Game, model
from dixie_env.engine.model import STATE_DTYPE
from dixie_env.layout import Layout, make_layout

SHOWN = "shown"
"""Its numbers stand in the vector."""
DERIVED = "derived"
"""It follows from what is shown: `rebuild` says how."""
RECORD = "record"
"""Counts what happened, for statistics and the streams of chance; nothing to come depends on it."""
END = "end"
"""Written when the game is over."""
HIDDEN = "hidden"
"""Nobody may know it."""
SECRET = "secret"
"""Shown for the own seat, and for all once offerings are on the table."""

FIELDS: dict[str, tuple[str, str]] = {
    "seed": (HIDDEN, "the luck to come"),
    "options": (DERIVED, "listed anew from the position; also in the mask"),
    "penalties": (SHOWN, "penalties"),
    "rewards": (SHOWN, "rewards"),
    "scores": (END, ""),
    "penalties_by": (RECORD, "where points came from"),
    "rewards_by": (RECORD, "where points came from"),
    "actions_taken": (RECORD, "what was done; discs on the board are shown"),
    "actions_copied": (RECORD, "what was done"),
    "players": (SHOWN, "players"),
    "round": (SHOWN, "round, rounds_left"),
    "phase": (SHOWN, "phase"),
    "step": (DERIVED, "the same at every decision"),
    "decision": (SHOWN, "decision"),
    "reason": (SHOWN, "reason"),
    "seat": (DERIVED, "it is the one who looks"),
    "chance": (DERIVED, "none is awaited at a decision"),
    "large": (SHOWN, "large_order"),
    "small": (SHOWN, "small_order"),
    "turn_order": (SHOWN, "turn_order"),
    "turn": (SHOWN, "turn, with turn_order"),
    "in_play": (SHOWN, "in_play"),
    "fallen": (SHOWN, "fallen"),
    "goods": (SHOWN, "goods"),
    "supply": (SHOWN, "supply"),
    "bag": (SHOWN, "bag"),
    "removed": (SHOWN, "removed"),
    "offering_track": (SHOWN, "offering_track"),
    "rocks_in_hand": (SHOWN, "pending.rocks_in_hand"),
    "mine": (SHOWN, "mine, dummy_mine"),
    "rocks": (SHOWN, "rocks, dummy_rocks"),
    "spaces": (SHOWN, "spaces"),
    "servant_space": (SHOWN, "servant_space"),
    "servants": (SHOWN, "servants"),
    "first_servant": (SHOWN, "first_servant"),
    "track": (SHOWN, "tracks"),
    "discs": (SHOWN, "discs"),
    "discs_on": (SHOWN, "discs_on"),
    "used_mine": (SHOWN, "used"),
    "used_copy": (SHOWN, "used"),
    "used_swap": (SHOWN, "used"),
    "used_priority": (SHOWN, "used"),
    "priority": (SHOWN, "priority"),
    "food_stack": (SHOWN, "food_stack"),
    "food_left": (SHOWN, "food_stack"),
    "one_off_on_board": (SHOWN, "one_offs_on_board"),
    "display": (SHOWN, "display"),
    "display_extra": (SHOWN, "display_extra"),
    "ability": (SHOWN, "ability"),
    "food_tile": (SHOWN, "food_tile"),
    "one_off": (SHOWN, "one_off"),
    "extra": (SHOWN, "extra"),
    "tiles_taken": (SHOWN, "tiles_taken"),
    "markers": (SHOWN, "markers"),
    "demand": (SHOWN, "demand"),
    "demanded": (SHOWN, "demanded"),
    "announced": (SHOWN, "announced"),
    "offer": (SECRET, "pending.offer, offer"),
    "offered": (SECRET, "who comes before in the large order has chosen; all have once they are shown"),
    "cursor": (DERIVED, "the own place in the large order where seats take turns"),
    "action": (SHOWN, "pending.action"),
    "copying": (SHOWN, "pending.copying"),
    "left": (SHOWN, "pending.left"),
    "blind": (SHOWN, "pending.blind"),
    "source": (SHOWN, "pending.source"),
    "good": (SHOWN, "pending.good"),
    "wanted": (SHOWN, "pending.wanted"),
    "own": (SHOWN, "pending.own"),
    "due": (SHOWN, "due"),
    "due_order": (DERIVED, "the large order; who fell in this pass is skipped anyway"),
    "due_cursor": (DERIVED, "the own place in it"),
    "due_source": (SHOWN, "pending.points"),
    "demotions": (SHOWN, "pending.demotions"),
    "whip_rolls": (RECORD, "numbers the draws from the hidden seed"),
    "casino_rolls": (RECORD, "numbers the draws from the hidden seed"),
    "cubes_drawn": (RECORD, "numbers the draws from the hidden seed"),
    "rocks_left": (END, ""),
    "hoards": (END, ""),
    "ranks": (END, ""),
    "reserved": (RECORD, "always zero"),
}

COMPARED = [
    name for name, (kind, _) in FIELDS.items() if kind in (SHOWN, DERIVED, SECRET) and name != "options"
]

LAYOUT = make_layout()
SEATS = ("own", "opponent_1", "opponent_2", "opponent_3", "opponent_4")


class Reader:
    """Reads numbers of the table out of a vector."""

    def __init__(self, vector: NDArray[np.float32], layout: Layout = LAYOUT) -> None:
        self.vector = vector.astype(np.float64)
        self.blocks = {block.name: block for block in layout}

    def numbers(self, name: str, scale: float = 0) -> list[int]:
        """The numbers of a block, undone from their scale, which must leave whole numbers."""
        block = self.blocks[name]
        raw = self.vector[block.slice] / (scale or block.scale)
        whole = np.rint(raw)
        assert np.abs(raw - whole).max() < 1e-3, name
        return [int(number) for number in whole]

    def number(self, name: str, scale: float = 0) -> int:
        """The only number of a block."""
        (number,) = self.numbers(name, scale)
        return number

    def one_of(self, name: str, first: int = 0, none: int = -1) -> int:
        """Which of a block's entries is set, counted from `first`."""
        entries = self.numbers(name)
        assert sum(entries) <= 1, name
        return first + entries.index(1) if any(entries) else none


def tile_of(kind: int) -> int:
    """A tile on an extra slot as states write it."""
    return 0 if kind < 0 else kind + 2 if kind < 3 else model.ON_EXTRA + kind - 2


def rebuild(rules: CompiledRules, vector: NDArray[np.float32], viewer: int) -> Any:
    """Return the state in which the viewer is asked, as far as it can know it: a record of `STATE_DTYPE`."""
    see = Reader(vector)
    state = np.zeros((), STATE_DTYPE)
    players = state["players"] = see.one_of("players", 2)
    absolute = [(viewer + distance) % players for distance in range(players)]
    rebuild_board(see, state, absolute)
    for name in ("large", "small", "turn_order", "priority", "due_order"):
        state[name] = -1
    for distance, seat in enumerate(absolute):
        rebuild_seat(see, state, SEATS[distance], seat, rules)
    rebuild_decision(see, state, viewer)
    return state


def rebuild_board(see: Reader, state: Any, absolute: list[int]) -> None:
    state["phase"] = see.one_of("phase", 1)
    state["round"] = see.number("round")
    state["demand"] = see.one_of("demand")
    for name in ("demanded", "supply", "bag", "removed", "offering_track", "tiles_taken", "markers"):
        state[name] = see.numbers(name)
    state["spaces"] = -1
    owners = see.numbers("spaces")
    for space in range(1, 15):
        shown = owners[6 * (space - 1) : 6 * space]
        assert sum(shown) <= 1
        if any(shown):
            owner = shown.index(1)
            state["spaces"][space] = model.DUMMY if owner == 5 else absolute[owner]
    servant = see.one_of("servant_space")
    state["servant_space"] = absolute[servant] if servant >= 0 else -1
    state["mine"][model.DUMMY] = see.number("dummy_mine")
    state["rocks"][model.DUMMY] = see.numbers("dummy_rocks")
    state["discs_on"][1:] = see.numbers("discs_on")
    stack = [value for value in see.numbers("food_stack") if value]
    state["food_left"] = len(stack)
    state["food_stack"][: len(stack)] = stack[::-1]
    state["one_off_on_board"][1:] = see.numbers("one_offs_on_board")
    state["display"][1:] = see.numbers("display")
    state["display_extra"] = tile_of(see.one_of("display_extra"))


def rebuild_seat(see: Reader, state: Any, who: str, seat: int, rules: CompiledRules) -> None:
    pit, length = int(rules.array["pit"][0]), int(rules.array["track_length"][0])
    state["penalties"][seat] = see.number(f"{who}.penalties", 1 / pit)
    state["rewards"][seat] = see.number(f"{who}.rewards", 1 / 30)
    state["track"][seat] = see.numbers(f"{who}.tracks", 1 / (length - 1))
    assert see.number(f"{who}.present") == 1
    for name in ("in_play", "fallen", "discs", "mine", "servants", "first_servant", "food_tile"):
        state[name][seat] = see.number(f"{who}.{name}")
    for name in ("due", "announced"):
        state[name][seat] = see.number(f"{who}.{name}")
    for name in ("goods", "rocks"):
        state[name][seat] = see.numbers(f"{who}.{name}")
    state["ability"][seat] = see.one_of(f"{who}.ability", 1, 0)
    state["one_off"][seat] = see.one_of(f"{who}.one_off", 1, 0)
    state["extra"][seat] = tile_of(see.one_of(f"{who}.extra"))
    for name, used in zip(("mine", "copy", "swap", "priority"), see.numbers(f"{who}.used"), strict=True):
        state[f"used_{name}"][seat] = used
    for field, name in (
        ("priority", "priority"),
        ("large", "large_order"),
        ("small", "small_order"),
        ("turn_order", "turn_order"),
    ):
        place = see.number(f"{who}.{name}")
        if place:
            assert state[field][place - 1] == -1
            state[field][place - 1] = seat
    if state["demand"] >= 0:
        food, silver, gold = see.numbers(f"{who}.offer")
        state["offer"][seat][state["demand"]] = food
        state["offer"][seat][3:] = silver, gold


def rebuild_decision(see: Reader, state: Any, viewer: int) -> None:
    large = state["large"].tolist()
    place = large.index(viewer)
    state["seat"] = viewer
    state["decision"] = see.one_of("decision", 1)
    reason = state["reason"] = see.one_of("reason", 1)
    state["action"] = see.one_of("pending.action", 1, 0)
    state["copying"] = see.number("pending.copying")
    state["left"] = see.number("pending.left")
    state["blind"] = see.number("pending.blind")
    state["source"] = see.one_of("pending.source", none=0)
    state["good"] = see.one_of("pending.good")
    state["wanted"] = see.one_of("pending.wanted")
    state["own"] = see.one_of("pending.own")
    state["demotions"] = see.number("pending.demotions")
    state["rocks_in_hand"] = see.number("pending.rocks_in_hand")
    turn = see.one_of("turn")
    if turn >= 0:
        seat = (viewer + turn) % int(state["players"])
        state["turn"] = state["turn_order"].tolist().index(seat)
    if reason in (model.WHY_STEALING, model.WHY_STEPS, model.WHY_ANGRY_QUEEN):
        state["cursor"] = place
    if reason == model.WHY_MINE_SYMBOL:
        state["due_source"] = see.one_of("pending.points")
        state["due_order"] = state["large"]
        state["due_cursor"] = place
    if reason == model.WHY_OFFERING:
        state["offer"][viewer] = see.numbers("pending.offer")
        if state["decision"] != model.ASK_ANNOUNCE_DOUBLE:
            state["offered"][large[:place]] = 1
    elif state["demand"] >= 0:
        state["offered"] = state["in_play"]


def without_the_unknowable(game: Game, viewer: int) -> Any:
    """A copy of the game's state without what the viewer can't know, and without what is skipped anyway."""
    state = game.state.copy()
    if game.reason == "offering":
        for seat in range(game.players):
            if seat != viewer:
                state["offer"][seat] = 0
    order = [seat for seat in state["due_order"].tolist() if seat >= 0 and state["in_play"][seat]]
    if order:
        state["due_order"] = -1
        state["due_order"][: len(order)] = order
        state["due_cursor"] = order.index(viewer)
    return state


def complete(game: Game, state: Any) -> Game:
    """A game from a rebuilt state: hidden things and records as in the true one, options listed anew."""
    other = game.copy()
    for name, (kind, _) in FIELDS.items():
        if kind in (SHOWN, DERIVED):
            other.state[name] = state[name]
        elif kind == SECRET and (viewer := int(state["seat"])) >= 0:
            if game.reason == "offering":
                other.state[name][viewer] = state[name][viewer]
            else:
                other.state[name] = state[name]
    other.state["options"] = 0
    return other.refresh()
