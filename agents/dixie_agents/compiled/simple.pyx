# cython: language_level=3
"""The two bots without strategy: `random`, and `sane`, which only avoids clearly bad options."""

from libc.stdint cimport uint64_t

from dixie_env.engine.model cimport *
from dixie_env.engine.moves cimport count_bits, food_in_supply, lowest_bit

from dixie_agents.compiled.keys cimport subkey

include "source_hash.pxi"


cdef int choose_uniformly(const uint64_t* options, uint64_t key) noexcept nogil:
    """Any of the options, all equally likely."""
    cdef int word, count
    cdef int total = count_bits(options[0]) + count_bits(options[1]) + count_bits(options[2])
    cdef int n = <int>(((subkey(key, 1) >> 32) * <uint64_t>total) >> 32)
    cdef uint64_t bits
    for word in range(OPTION_WORDS):
        bits = options[word]
        count = count_bits(bits)
        if n < count:
            while n > 0:
                bits &= bits - 1
                n -= 1
            return 64 * word + lowest_bit(bits)
        n -= count
    return -1


cdef void leave_out(uint64_t* options, int option) noexcept nogil:
    options[option >> 6] &= ~((<uint64_t>1) << (option & 63))


cdef void leave_out_folly(const State* state, uint64_t* options) noexcept nogil:
    """Remove passing, offering nothing and dumping goods from a list of options, unless nothing else is left."""
    cdef uint64_t sane[OPTION_WORDS]
    cdef int word, good, offered = 0
    for word in range(OPTION_WORDS):
        sane[word] = options[word]
    leave_out(sane, OPTION_PASS)                 # R3.8
    for good in range(GOOD_COUNT):
        leave_out(sane, OPTION_DUMP + good)      # R4.17
        if state.decision == ASK_OFFER:
            offered += state.offer[state.seat][good]
    if state.decision == ASK_OFFER and offered == 0:
        leave_out(sane, OPTION_STOP)             # R3.14
    if (state.decision == ASK_ACT) and not food_in_supply(state):
        leave_out(sane, OPTION_ACTION + ACTION_ODD_JOBS - 1)      # there is nothing to take, so it would be a dump
    if sane[0] | sane[1] | sane[2]:
        for word in range(OPTION_WORDS):
            options[word] = sane[word]


cdef int choose_sanely(const State* state, uint64_t key) noexcept nogil:
    cdef uint64_t options[OPTION_WORDS]
    options[0] = state.options[0]
    options[1] = state.options[1]
    options[2] = state.options[2]
    leave_out_folly(state, options)
    return choose_uniformly(options, key)
