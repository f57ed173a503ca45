# cython: language_level=3
from libc.stdint cimport uint64_t

from dixie_env.engine.model cimport *

cdef void take_first_ability(const Rules* rules, State* state, int seat, int ability) noexcept nogil
cdef void set_up(const Rules* rules, State* state, uint64_t seed) noexcept nogil
cdef void apply_chance(const Rules* rules, State* state, const Outcome* outcome) noexcept nogil
cdef void go_on(const Rules* rules, State* state) noexcept nogil
