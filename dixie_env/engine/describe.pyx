# cython: language_level=3
"""The board's numbers and the edition's switches as floats, for agents that play on more than one board."""

from libc.stdint cimport int8_t

from dixie_env.engine.model cimport *
from dixie_env.engine.moves cimport *

include "source_hash.pxi"

OBSERVED = OBSERVED_MAX
"""How many track spaces and mine symbols have room in the newest layout. A longer board can't be observed."""


# Name, size, scale, and the largest number before scaling, in the order in which `describe_board` writes them.
def _blocks(spaces, symbols, switches):
    return (
        ("board.track_length", 1, 1 / 7.0, 127),
        ("board.track_penalties", spaces, 1 / 5.0, 127), ("board.track_rewards", spaces, 1, 127),
        ("board.silver_per_gold", spaces, 1 / 5.0, 127), ("board.gold_per_ring", spaces, 1 / 5.0, 127),
        ("board.pit", 1, 1 / 60.0, 32767), ("board.mine_symbols", symbols, 1 / 60.0, 32767),
        ("board.offering_tiles", ROW_TILES, 1 / 10.0, 127), ("board.servant_tiles", ROW_TILES, 1 / 10.0, 127),
        ("board.ring_tiles", ROW_TILES, 1 / 10.0, 127), ("board.golden", 1, 1 / 7.0, ROW_TILES),
        ("board.whip_die", FACES_MAX, 1 / 3.0, 127), ("board.casino_die", FACE_COUNT, 1, 1),
        ("board.icons", SPACE_COUNT * FOOD_COUNT, 1 / 2.0, 127), ("edition", switches, 1, 1),
    )


BOARD_BLOCKS = {1: _blocks(TRACK_MAX, SYMBOLS_MAX, FIRST_SWITCHES), 2: _blocks(OBSERVED_MAX, OBSERVED_MAX, SWITCH_COUNT)}
"""The blocks of the board's numbers, by layout."""

for _layout, _parts in BOARD_BLOCKS.items():
    assert sum(size for _, size, _, _ in _parts) == board_size(_layout)


cdef float* scaled(float* out, const int8_t* values, int count, int size, float scale) noexcept nogil:
    """A list, padded with zeros to its full size."""
    cdef int i
    for i in range(size):
        out[i] = scale * values[i] if i < count else 0
    return out + size


cdef void describe_board(const Rules* rules, int layout, float* out) noexcept nogil:
    """Write the board's numbers; those for which the layout has no room are left out."""
    cdef int i
    cdef int length = rules.track_length
    cdef int spaces = TRACK_MAX if layout == 1 else OBSERVED_MAX
    cdef int symbols = SYMBOLS_MAX if layout == 1 else OBSERVED_MAX
    cdef int switches = FIRST_SWITCHES if layout == 1 else SWITCH_COUNT
    out = scaled(out, &rules.track_length, 1, 1, <float>(1 / 7.0))
    out = scaled(out, rules.track_penalties, length, spaces, <float>(1 / 5.0))
    out = scaled(out, rules.track_rewards, length, spaces, 1)
    out = scaled(out, rules.silver_per_gold, length, spaces, <float>(1 / 5.0))
    out = scaled(out, rules.gold_per_ring, length, spaces, <float>(1 / 5.0))
    out[0] = rules.pit * <float>(1 / 60.0)
    out += 1
    for i in range(symbols):
        out[i] = rules.mine_symbols[i] * <float>(1 / 60.0) if i < rules.mine_symbol_count else 0
    out += symbols
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
    scaled(out, rules.switches, switches, switches, 1)
