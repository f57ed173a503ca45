# cython: language_level=3
"""Policies that decide in several games at once: the weights of the network are then read once for all of them."""

from libc.stdint cimport uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy

from dixie_env.engine.model cimport *

from dixie_agents.compiled.bots cimport BEST, SAMPLED, Bot, hide
from dixie_agents.compiled.guided cimport choose_from, see
from dixie_agents.compiled.network cimport BLOCK, CHOICES, evaluate_rows, scratch_size

include "source_hash.pxi"


cdef bint is_policy(const Bot* bot) noexcept nogil:
    """Whether a bot is a policy without a search."""
    return bot.kind == BEST or bot.kind == SAMPLED


cdef Block* new_block(const Bot* bots, const bint* compiled, int count) noexcept nogil:
    """An empty block for any policy of these bots; NULL if there is no memory."""
    cdef size_t most = 1
    cdef int i
    cdef Block* block = <Block*>malloc(sizeof(Block))
    if block == NULL:
        return NULL
    for i in range(count):
        if compiled[i] and is_policy(&bots[i]):
            most = max(most, scratch_size(bots[i].guide.net, BLOCK))
    block.count = 0
    block.scratch = malloc(most)
    if block.scratch == NULL:
        free(block)
        return NULL
    return block


cdef void free_block(Block* block) noexcept nogil:
    free(block.scratch)
    free(block)


cdef void add_decision(Block* block, const Bot* bot, const Rules* rules, const State* state, int row,
                       uint64_t key) noexcept nogil:
    """Add the decision of a game to a block that is not full, as its seat knows it."""
    cdef State known
    cdef int place = block.count
    hide(rules, state, key, &known)
    see(rules, &known, bot.guide.net, block.observations + <size_t>place * bot.guide.net.size[0])
    memcpy(block.legal[place], known.options, sizeof(known.options))
    block.row[place] = row
    block.key[place] = key
    block.count += 1


cdef void decide(Block* block, const Bot* bot) noexcept nogil:
    """Choose an option in each game of a block."""
    cdef int place
    evaluate_rows(bot.guide.net, block.observations, block.count, block.choices, NULL, block.scratch)
    for place in range(block.count):
        block.option[place] = choose_from(block.legal[place], block.choices + <size_t>place * CHOICES, bot.temperature,
                                          block.key[place])
