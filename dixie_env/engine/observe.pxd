# cython: language_level=3
from libc.stdint cimport uint8_t

from dixie_env.engine.model cimport *

cdef enum:
    OBSERVATION_SIZE = 510

cdef void observe(const Rules* rules, const State* state, int viewer, float* out) noexcept nogil
cdef void write_mask(const State* state, uint8_t* out) noexcept nogil
