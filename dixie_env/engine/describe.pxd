# cython: language_level=3
from dixie_env.engine.model cimport *

cdef enum:
    # track length, pit and golden are single numbers
    BOARD_SIZE = (3 + 4 * TRACK_MAX + SYMBOLS_MAX + ROW_COUNT * ROW_TILES + FACES_MAX + FACE_COUNT + SPACE_COUNT * FOOD_COUNT
                  + SWITCH_COUNT)

cdef void describe_board(const Rules* rules, float* out) noexcept nogil
