# cython: language_level=3
"""The numbers of the board and the switches of the edition as floats, for agents that play on more than one board."""

from libc.stdint cimport int8_t

from dixie_env.engine.model cimport *
from dixie_env.engine.table cimport *

include "source_hash.pxi"

# Name, size, scale, and the largest number before scaling, in the order in which `describe_board` writes them.
BOARD_BLOCKS = (
    ("board.track_length", 1, 1 / 7.0, 127),
    ("board.track_penalties", 32, 1 / 5.0, 127), ("board.track_rewards", 32, 1, 127),
    ("board.silver_per_gold", 32, 1 / 5.0, 127), ("board.gold_per_ring", 32, 1 / 5.0, 127),
    ("board.pit", 1, 1 / 60.0, 32767), ("board.mine_symbols", 32, 1 / 60.0, 32767),
    ("board.offering_tiles", 7, 1 / 10.0, 127), ("board.servant_tiles", 7, 1 / 10.0, 127), ("board.ring_tiles", 7, 1 / 10.0, 127),
    ("board.golden", 1, 1 / 7.0, 7), ("board.whip_die", 20, 1 / 3.0, 127), ("board.casino_die", 3, 1, 1),
    ("board.icons", 42, 1 / 2.0, 127), ("edition", 6, 1, 1),
)
assert sum(size for _, size, _, _ in BOARD_BLOCKS) == BOARD_SIZE


cdef float* scaled(float* out, const int8_t* values, int count, int size, float scale) noexcept nogil:
    """A list, padded with zeros to its full size."""
    cdef int i
    for i in range(size):
        out[i] = scale * values[i] if i < count else 0
    return out + size


cdef void describe_board(const Rules* rules, float* out) noexcept nogil:
    cdef int i
    cdef int length = rules.track_length
    out = scaled(out, &rules.track_length, 1, 1, <float>(1 / 7.0))
    out = scaled(out, rules.track_penalties, length, TRACK_MAX, <float>(1 / 5.0))
    out = scaled(out, rules.track_rewards, length, TRACK_MAX, 1)
    out = scaled(out, rules.silver_per_gold, length, TRACK_MAX, <float>(1 / 5.0))
    out = scaled(out, rules.gold_per_ring, length, TRACK_MAX, <float>(1 / 5.0))
    out[0] = rules.pit * <float>(1 / 60.0)
    out += 1
    for i in range(SYMBOLS_MAX):
        out[i] = rules.mine_symbols[i] * <float>(1 / 60.0) if i < rules.mine_symbol_count else 0
    out += SYMBOLS_MAX
    for i in range(3):
        out = scaled(out, rules.tiles[i], ROW_TILES, ROW_TILES, <float>(1 / 10.0))
    out = scaled(out, &rules.golden, 1, 1, <float>(1 / 7.0))
    out = scaled(out, rules.whip_die, rules.whip_faces, FACES_MAX, <float>(1 / 3.0))
    for i in range(3):                           # how likely each face is
        out[i] = 0
    for i in range(rules.casino_faces):
        out[rules.casino_die[i]] += <float>1 / rules.casino_faces
    out += 3
    for i in range(1, SPACES):
        out = scaled(out, rules.icons[i], FOODS, FOODS, <float>(1 / 2.0))
    out[0] = rules.priority_at_once
    out[1] = rules.double_after
    out[2] = rules.dump_up_to_3
    out[3] = rules.hoards_first
    out[4] = rules.swap_one_each
    out[5] = rules.priority_one_each
