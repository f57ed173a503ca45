# cython: language_level=3
from libc.stdint cimport uint64_t

from dixie_env.engine.model cimport *

cdef uint64_t random_bits(uint64_t seed, int stream, uint64_t counter) noexcept nogil
cdef int random_below(uint64_t seed, int stream, uint64_t counter, int n) noexcept nogil
cdef void sample(const Rules* rules, const State* state, Outcome* outcome) noexcept nogil
cdef bint possible(const Rules* rules, const State* state, const Outcome* outcome) noexcept nogil
