# cython: language_level=3
from libc.stdint cimport uint64_t

from dixie_env.engine.model cimport *
from dixie_agents.compiled.evaluate cimport Weights
from dixie_agents.compiled.guided cimport Guide
from dixie_agents.compiled.tree cimport Search

cpdef enum:    # Kind
    RANDOM, SANE, LOOKAHEAD, MCTS, GUIDED, SAMPLED, BEST

cdef struct Bot:
    int kind         # Kind
    int samples      # of dice, when a lookahead reaches them
    Weights weights
    Search search
    Guide guide
    double temperature   # how much a policy mixes: 0 for the best option, 1 for its probabilities

cdef class CompiledBot:
    cdef Bot bot
    cdef object net      # the guide points to its arrays
    cdef object arguments

cdef int choose_option(const Rules* rules, const State* state, const Bot* bot, uint64_t key) noexcept nogil
cdef void hide(const Rules* rules, const State* state, uint64_t key, State* known) noexcept nogil
cdef int choose_blindly(const Rules* rules, const State* state, const Bot* bot, uint64_t key) noexcept nogil
