# cython: language_level=3
from libc.stdint cimport uint64_t

from dixie_env.engine.model cimport *
from dixie_agents.compiled.bots cimport Bot
from dixie_agents.compiled.guided cimport LONGEST
from dixie_agents.compiled.network cimport BLOCK, CHOICES

# Decisions of one policy in several games, which it makes together.
cdef struct Block:
    int count
    int row[BLOCK]                         # which game
    int option[BLOCK]                      # what is chosen there
    uint64_t key[BLOCK]
    uint64_t legal[BLOCK][OPTION_WORDS]
    float observations[BLOCK * LONGEST]
    float choices[BLOCK * CHOICES]
    void* scratch

cdef bint is_policy(const Bot* bot) noexcept nogil
cdef Block* new_block(const Bot* bots, const bint* compiled, int count) noexcept nogil
cdef void free_block(Block* block) noexcept nogil
cdef void add_decision(Block* block, const Bot* bot, const Rules* rules, const State* state, int row,
                       uint64_t key) noexcept nogil
cdef void decide(Block* block, const Bot* bot) noexcept nogil
