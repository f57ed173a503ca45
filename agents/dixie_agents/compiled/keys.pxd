# cython: language_level=3
"""Random numbers of agents: 64-bit keys, each a pure function of the game and the decision in it."""

from libc.stdint cimport uint64_t

cdef inline uint64_t mix(uint64_t x) noexcept nogil:
    """The finalizer of splitmix64."""
    x ^= x >> 30
    x *= <uint64_t>0xBF58476D1CE4E5B9
    x ^= x >> 27
    x *= <uint64_t>0x94D049BB133111EB
    x ^= x >> 31
    return x


cdef inline uint64_t key_of(uint64_t stream, uint64_t game_seed, int seat, uint64_t number) noexcept nogil:
    """The key of a decision: never a function of batches, threads or other games."""
    cdef uint64_t x = mix(stream + <uint64_t>0x9E3779B97F4A7C15)
    x = mix((x ^ game_seed) + <uint64_t>0xD1342543DE82EF95)
    return mix(x + (number * 8 + <uint64_t>seat + 1) * <uint64_t>0x9E3779B97F4A7C15)


cdef inline uint64_t subkey(uint64_t key, uint64_t number) noexcept nogil:
    """One of many keys that an agent derives from its key; number 0 is the seed for resampling."""
    return mix(mix(key ^ <uint64_t>0xA0761D6478BD642F) + (number + 1) * <uint64_t>0x9E3779B97F4A7C15)


cdef inline double unit(uint64_t key) noexcept nogil:
    """A number above 0 and below 1."""
    return (<double>(key >> 12) + 0.5) / 4503599627370496.0
