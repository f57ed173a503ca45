# cython: language_level=3
from dixie_env.engine.model cimport *

cdef enum:
    BOARD_SIZE = 255

cdef void describe_board(const Rules* rules, float* out) noexcept nogil
