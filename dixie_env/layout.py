"""The observation vector by name: the place of each number, its meaning, and its scale.

``layout["own.goods.silver"]`` is a slice, so it works on one vector and, as ``vectors[:, layout[...]]``, on
many. Seats are relative to the observer: ``own``, then ``opponent_1`` (the next seat number) to
``opponent_4``; absent seats are zero. The blocks come from the engine, which writes them; this module only
adds the names of their entries and their meaning.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dixie_env.engine import DixieError
from dixie_env.engine.describe import BOARD_BLOCKS
from dixie_env.engine.model import SEATS, SPACE_END, TRADABLE_COUNT
from dixie_env.engine.observe import BLOCKS, DECIDER, FIRST_BLOCKS, LAYOUT
from dixie_env.engine.words import (
    ABILITIES,
    CASINO_FACES,
    CUBES,
    DECISIONS,
    FOODS,
    GOODS,
    ONE_OFFS,
    OWN_TILES,
    PENALTY_SOURCES,
    PHASES,
    REASONS,
    ROWS,
    SWITCHES,
)

__all__ = ["LAYOUT_VERSION", "Block", "Layout", "make_layout"]

LAYOUT_VERSION: int = LAYOUT
"""The newest layout. A policy fits one version, so layout 1 is kept for those trained with it."""

_SEATS = ("own", *(f"opponent_{distance}" for distance in range(1, SEATS)))
_TILES = ("food_2", "food_3", "food_4", *ONE_OFFS)
_SPACES = tuple(f"space_{space}" for space in range(1, SPACE_END))
_NUMBERS = tuple(str(number) for number in range(1, 33))
_ENTRIES: dict[str, tuple[str, ...]] = {
    "decision": DECISIONS[1:],
    "reason": REASONS[1:],
    "pending.source": ("mine", *_SPACES),
    "pending.good": GOODS,
    "pending.wanted": GOODS[:TRADABLE_COUNT],
    "pending.own": OWN_TILES,
    "pending.points": PENALTY_SOURCES,
    "pending.offer": GOODS,
    "phase": PHASES[1:],
    "players": tuple(str(players) for players in range(2, SEATS + 1)),
    "turn": _SEATS,
    "demand": FOODS,
    "demanded": FOODS,
    "supply": GOODS,
    "bag": CUBES,
    "removed": (*GOODS, "rock"),
    "offering_track": GOODS,
    "spaces": tuple(f"{space}.{owner}" for space in _SPACES for owner in (*_SEATS, "dummy")),
    "servant_space": _SEATS,
    "one_offs_on_board": ONE_OFFS,
    "display": ABILITIES,
    "display_extra": _TILES,
    "tiles_taken": ROWS,
    "decider": _SEATS,
    "tracks": ("silver", "gold"),
    "goods": GOODS,
    "rocks": ("first", "second"),
    "dummy_rocks": ("first", "second"),
    "markers": ("worth_1", "worth_2"),
    "ability": ABILITIES,
    "one_off": ONE_OFFS,
    "extra": _TILES,
    "used": ("mine", "copy", "swap", "priority"),
    "offer": ("food", "silver", "gold"),
    "board.casino_die": CASINO_FACES,
    "board.icons": tuple(f"{space}.{food}" for space in _SPACES for food in FOODS),
    "edition": SWITCHES,  # layout 1 has the first of them
}
_MEANINGS: dict[str, str] = {
    "decision": "the decision the seat must make; all zero if it has none, as are `reason` and `pending`",
    "reason": "why the seat must decide",
    "pending.action": "the action being carried out",
    "pending.copying": "it is a copy (action 18)",
    "pending.left": "units, points, picks, kinds, steps or dumps still to come",
    "pending.blind": "cubes that will be drawn blind",
    "pending.source": "where the moving pixie stands",
    "pending.good": "good chosen to give or offer",
    "pending.wanted": "good wanted in a trade",
    "pending.own": "own tile chosen for a swap",
    "pending.demotions": "demotions due at mine symbols",
    "pending.points": "source of the penalty points that led to a demotion",
    "pending.rocks_in_hand": "rocks drawn and not yet placed",
    "pending.offer": "own offering as chosen so far",
    "phase": "phase of the round",
    "round": "round, 0 in the draft",
    "rounds_left": "rounds after this one",
    "players": "number of players the game was set up for",
    "turn": "whose turn it is in the action phase",
    "demand": "food the queen demands, from its reveal to the end of the round",
    "demanded": "round tiles seen so far",
    "supply": "goods in the supply",
    "bag": "cubes in the bag",
    "removed": "goods and rocks out of the game",
    "offering_track": "goods on the special-offering track",
    "spaces": "whose pixie stands on the hand spot",
    "servant_space": "whose pixie stands on the servant space",
    "dummy_mine": "dummy pixies in their mine (2 players)",
    "dummy_rocks": "rocks at the dummy's two chained slaves (R7.4)",
    "markers_limited": "reward markers can run out (R10.3)",
    "markers": "reward markers left, 0 if there is no limit",
    "discs_on": "discs on the space of each action",
    "food_stack": "food tiles, top first",
    "one_offs_on_board": "one-off tiles on the board",
    "display": "abilities on display",
    "display_extra": "tile lying on a displayed extra_slot",
    "tiles_taken": "reward tiles taken from each row",
    "decider": "which seat decides",
    "penalties": "penalty points, divided by the board's pit",
    "rewards": "reward points, divided by 30 (screened: own only)",
    "tracks": "place on the two tracks, 0 the lowest, 1 the highest",
    "present": "the seat is taken",
    "in_play": "has not fallen into the pit",
    "fallen": "1 for the first to fall, 2 for the next",
    "goods": "goods owned (screened: own only)",
    "discs": "action discs left",
    "mine": "slaves",
    "rocks": "rocks at the two chained slaves",
    "servants": "loyal servants",
    "first_servant": "round of the first loyal servant",
    "ability": "ability tile",
    "food_tile": "value of the food tile",
    "one_off": "one-off tile",
    "extra": "tile on the extra slot",
    "used": "own spaces of actions 15, 18, and with one each 16, 21",
    "priority": "place among the users of action 21, from 1",
    "large_order": "place in the large order, from 1",
    "small_order": "place in the small order, from 1",
    "turn_order": "place in the order of turns of the action phase, from 1",
    "due": "penalty points about to be given",
    "announced": "has announced double",
    "offer": "offering, once all are shown",
    "board.track_length": "spaces on each track",
    "board.track_penalties": "penalty points by track space",
    "board.track_rewards": "reward points by track space",
    "board.silver_per_gold": "price by silver track space",
    "board.gold_per_ring": "price by gold track space",
    "board.pit": "penalty points at which a player falls",
    "board.mine_symbols": "where the mine symbols are",
    "board.offering_tiles": "values of the offering tiles",
    "board.servant_tiles": "values of the servant tiles",
    "board.ring_tiles": "values of the ring tiles",
    "board.golden": "golden tiles in each row",
    "board.whip_die": "faces of the whip die",
    "board.casino_die": "how likely each face of the casino die is",
    "board.icons": "food shown on each space",
    "edition": "switches of the edition",
}


@dataclass(frozen=True)
class Block:
    """A contiguous run of numbers of one kind.

    Attributes:
        name: For example ``opponent_2.goods``.
        start: Where it begins in the vector.
        entries: The names of its numbers, empty if there is only one.
        scale: Factor from a number in the game to its entry; 0 if it depends on the board.
        low: Smallest value in the vector.
        high: Largest value in the vector.
        meaning: What the numbers mean.
    """

    name: str
    start: int
    size: int
    entries: tuple[str, ...]
    scale: float
    low: float
    high: float
    meaning: str

    @property
    def slice(self) -> slice:
        """The slice of the block in the vector."""
        return slice(self.start, self.start + self.size)

    def names(self) -> list[str]:
        """Return the full name of each number."""
        return [f"{self.name}.{entry}" for entry in self.entries] or [self.name]


class Layout:
    """All blocks of a vector, by name and in order. Made by `make_layout`."""

    def __init__(self, blocks: list[Block]) -> None:
        self.blocks = tuple(blocks)
        self.size = sum(block.size for block in blocks)
        self._slices = {block.name: block.slice for block in blocks}
        self.names: tuple[str, ...] = tuple(name for block in blocks for name in block.names())
        self._slices.update({name: slice(index, index + 1) for index, name in enumerate(self.names)})
        for group in {block.name.partition(".")[0] for block in blocks if "." in block.name}:
            inside = [block for block in blocks if block.name.startswith(f"{group}.")]
            self._slices.setdefault(group, slice(inside[0].start, inside[-1].slice.stop))

    def __getitem__(self, name: str) -> slice:
        """Return the slice of a block, a group of blocks (``own``, ``pending``) or a single number."""
        try:
            return self._slices[name]
        except KeyError:
            alike = [known for known in self._slices if name.rpartition(".")[2] in known][:5]
            hint = f"; did you mean {', '.join(alike)}?" if alike else "; `layout.names` has all of them"
            raise KeyError(f"the observation has no {name!r}{hint}") from None

    def __contains__(self, name: object) -> bool:
        return name in self._slices

    def __iter__(self) -> Iterator[Block]:
        return iter(self.blocks)

    def __len__(self) -> int:
        return self.size

    @property
    def low(self) -> NDArray[np.float32]:
        """The smallest value of each number."""
        return np.repeat([block.low for block in self], [block.size for block in self]).astype(np.float32)

    @property
    def high(self) -> NDArray[np.float32]:
        """The largest value of each number."""
        return np.repeat([block.high for block in self], [block.size for block in self]).astype(np.float32)

    def explain(self, vector: NDArray[np.float32], *, zeros: bool = False) -> str:
        """Return a vector as a table of names, numbers in the game, and entries of the vector.

        Args:
            vector: One observation.
            zeros: Also list the numbers that are 0.
        """
        if vector.shape != (self.size,):
            raise DixieError(f"an observation has {self.size} numbers, not the shape {vector.shape}")
        rows = [("name", "number", "entry")]
        for block in self:
            for name, value in zip(block.names(), vector[block.slice].tolist(), strict=True):
                if value or zeros:
                    number = f"{value / block.scale:g}" if block.scale else f"{value:.3g}"
                    rows.append((name, number, f"{value:.4g}"))
        widths = [max(len(row[column]) for row in rows) for column in range(3)]
        return "\n".join(
            f"{name:<{widths[0]}}  {number:>{widths[1]}}  {entry:>{widths[2]}}"
            for name, number, entry in rows
        )


def make_layout(*, board: bool = False, state: bool = False, layout: int = LAYOUT_VERSION) -> Layout:
    """Return the layout of an observation.

    Args:
        board: Include the board's numbers and the edition's switches (``observe_board=True``).
        state: Return the layout of the global ``state()`` instead: ``own`` is seat 0, ``opponent_1`` is
            seat 1, and so on.
        layout: The version.
    """
    parts = [*(FIRST_BLOCKS if layout == 1 else BLOCKS)]
    if state:
        parts.append(DECIDER)
    if board:
        parts += BOARD_BLOCKS[layout]
    blocks = []
    start = 0
    for name, size, scale, most in parts:
        seat, _, rest = name.partition(".")
        kind = name
        if seat.startswith("seat_"):
            kind = rest
            name = f"{_SEATS[int(seat[5:])]}.{rest}"
        entries = () if size == 1 else _ENTRIES.get(kind, _NUMBERS)[:size]
        high = most * scale if scale else float(most)
        low = -high if kind == "rewards" else 0.0
        blocks.append(Block(name, start, size, entries, scale, low, high, _MEANINGS[kind]))
        start += size
    return Layout(blocks)
