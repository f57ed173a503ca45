# cython: language_level=3
from dixie_env.engine.model cimport *

cdef const char* first_fault(const Rules* rules, const State* state) noexcept nogil
cdef const char* fault_in_written(const Rules* rules, const State* state) noexcept nogil
