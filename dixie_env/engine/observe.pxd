# cython: language_level=3
from libc.stdint cimport uint8_t

from dixie_env.engine.model cimport *

cdef enum:
    OBSERVATION_SIZE = 535
    STATE_SIZE = 540

cdef void observe(const Rules* rules, const State* state, int viewer, bint screened, float* out) noexcept nogil
cdef void observe_all(const Rules* rules, const State* state, float* out) noexcept nogil
cdef void write_mask(const State* state, uint8_t* out) noexcept nogil
