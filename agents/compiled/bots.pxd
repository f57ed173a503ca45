# cython: language_level=3
from libc.stdint cimport uint64_t

from dixie_env.engine.model cimport *
from agents.compiled.evaluate cimport Weights
from agents.compiled.mcts cimport Search

cpdef enum:    # Kind
    RANDOM, SANE, LOOKAHEAD, MCTS

cdef struct Bot:
    int kind
    int samples      # of dice, where a lookahead meets them
    Weights weights
    Search search

cdef class CompiledBot:
    cdef Bot bot
    cdef object arguments

cdef int choose_option(const Rules* rules, const State* state, const Bot* bot, uint64_t key) noexcept nogil
cdef int choose_blindly(const Rules* rules, const State* state, const Bot* bot, uint64_t key) noexcept nogil
