# cython: language_level=3
from dixie_env.engine.model cimport *

cdef void begin_points(State* state, int source) noexcept nogil
cdef void give_points(const Rules* rules, State* state) noexcept nogil
