# cython: language_level=3
from dixie_env.engine.model cimport *

cdef int gold_price(const Rules* rules, const State* state, int seat) noexcept nogil
cdef bint can_copy(const Rules* rules, const State* state, int seat, int action) noexcept nogil
cdef bint can_copy_any(const Rules* rules, const State* state, int seat) noexcept nogil
cdef bint can_place_rock(const Rules* rules, const State* state, int seat) noexcept nogil
cdef int discs_needed(const State* state, int seat, int action) noexcept nogil
cdef int count_options(const State* state) noexcept nogil
cdef int only_option(const State* state) noexcept nogil
cdef void list_options(const Rules* rules, State* state) noexcept nogil
