# cython: language_level=3
from libc.stdint cimport uint64_t

from dixie_env.engine.model cimport *

cdef void choose(const Rules* rules, State* state, int option) noexcept nogil
cdef void run(const Rules* rules, State* state) noexcept nogil
cdef void settle(const Rules* rules, State* state) noexcept nogil
cdef void new_game(const Rules* rules, State* state, uint64_t seed) noexcept nogil
cdef void advance(const Rules* rules, State* state, int option) noexcept nogil
cdef bint is_option(const State* state, int option) noexcept nogil
cdef int nth_option(const State* state, int n) noexcept nogil
cdef int random_option(const State* state, uint64_t seed, uint64_t counter) noexcept nogil
cdef void resample(const Rules* rules, State* state, int seat, uint64_t seed) noexcept nogil
cdef void offer_alone(const Rules* rules, State* state, int seat) noexcept nogil
