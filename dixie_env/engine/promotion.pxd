# cython: language_level=3
from dixie_env.engine.model cimport *

cdef enum:
    SERVANT_TARGET = SPACE_END    # bit of the servant space in a set of targets

cdef int promotion_targets(const Rules* rules, const State* state, int decider, int colour, int source, int closed) noexcept nogil
cdef bint can_promote(const Rules* rules, const State* state, int decider, int colour, int closed) noexcept nogil
cdef bint can_leave(const State* state, int colour, int source) noexcept nogil
cdef void promote(const Rules* rules, State* state, int colour, int source, int target) noexcept nogil
