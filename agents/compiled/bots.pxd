# cython: language_level=3
from libc.stdint cimport uint64_t

from dixie_env.engine.model cimport *

cpdef enum:    # Kind
    RANDOM, SANE

cdef struct Bot:
    int kind

cdef class CompiledBot:
    cdef Bot bot

cdef int choose_option(const Rules* rules, const State* state, const Bot* bot, uint64_t key) noexcept nogil
cdef int choose_blindly(const Rules* rules, const State* state, const Bot* bot, uint64_t key) noexcept nogil
