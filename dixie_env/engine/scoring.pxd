# cython: language_level=3
from dixie_env.engine.model cimport *

cdef void finish(const Rules* rules, State* state) noexcept nogil
