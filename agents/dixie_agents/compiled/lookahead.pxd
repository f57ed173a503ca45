# cython: language_level=3
from libc.stdint cimport uint64_t

from dixie_env.engine.model cimport *
from dixie_agents.compiled.evaluate cimport Weights

cdef int look_ahead(const Rules* rules, const State* state, const Weights* weights, int samples, uint64_t key) noexcept nogil
cdef int option_values(const Rules* rules, const State* state, const Weights* weights, int samples, uint64_t key,
                       int* options, double* values) noexcept nogil
