# cython: language_level=3
from libc.stdint cimport uint64_t

from dixie_env.engine.model cimport *
from dixie_agents.compiled.evaluate cimport Weights

cdef struct Offering:
    int good         # -1: nothing is worth offering
    int amount
    double value

cdef Offering best_offering(const Rules* rules, const State* state, int seat, int only, const Weights* w) noexcept nogil
cdef int offering_values(const Rules* rules, const State* state, const Weights* w, int* options, double* values) noexcept nogil
cdef int draw_offering(const Rules* rules, const State* state, const Weights* weights, double temperature, uint64_t key) noexcept nogil
