# cython: language_level=3
"""The board's numbers and the edition's switches as floats, for agents that play on more than one board."""

from libc.stdint cimport int8_t

from dixie_env.engine.model cimport *
from dixie_env.engine.moves cimport *

include "source_hash.pxi"

# Name, size, scale, and the largest number before scaling, in the order in which `describe_board` writes them.
BOARD_BLOCKS = (
    ("board.track_length", 1, 1 / 7.0, 127),
    ("board.track_penalties", TRACK_MAX, 1 / 5.0, 127), ("board.track_rewards", TRACK_MAX, 1, 127),
    ("board.silver_per_gold", TRACK_MAX, 1 / 5.0, 127), ("board.gold_per_ring", TRACK_MAX, 1 / 5.0, 127),
    ("board.pit", 1, 1 / 60.0, 32767), ("board.mine_symbols", SYMBOLS_MAX, 1 / 60.0, 32767),
    ("board.offering_tiles", ROW_TILES, 1 / 10.0, 127), ("board.servant_tiles", ROW_TILES, 1 / 10.0, 127),
    ("board.ring_tiles", ROW_TILES, 1 / 10.0, 127), ("board.golden", 1, 1 / 7.0, ROW_TILES),
    ("board.whip_die", FACES_MAX, 1 / 3.0, 127), ("board.casino_die", FACE_COUNT, 1, 1),
    ("board.icons", SPACE_COUNT * FOOD_COUNT, 1 / 2.0, 127), ("edition", SWITCH_COUNT, 1, 1),
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
    for i in range(ROW_COUNT):
        out = scaled(out, rules.tiles[i], ROW_TILES, ROW_TILES, <float>(1 / 10.0))
    out = scaled(out, &rules.golden, 1, 1, <float>(1 / 7.0))
    out = scaled(out, rules.whip_die, rules.whip_faces, FACES_MAX, <float>(1 / 3.0))
    for i in range(FACE_COUNT):                  # how likely each face is
        out[i] = 0
    for i in range(rules.casino_faces):
        out[rules.casino_die[i]] += <float>1 / rules.casino_faces
    out += FACE_COUNT
    for i in range(1, SPACE_END):
        out = scaled(out, rules.icons[i], FOOD_COUNT, FOOD_COUNT, <float>(1 / 2.0))
    scaled(out, rules.switches, SWITCH_COUNT, SWITCH_COUNT, 1)
