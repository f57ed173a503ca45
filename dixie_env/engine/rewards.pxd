# cython: language_level=3
from libc.stdint cimport int8_t, int16_t

from dixie_env.engine.model cimport *

cpdef enum:    # Paid
    PAID_WIN, PAID_RANK, PAID_SCORE

cpdef enum:
    REWARD_SCALE = 60    # points of a score that are worth a reward of 1

cdef double final_reward(const int8_t* ranks, const int16_t* scores, int players, int seat, int paid) noexcept nogil
cdef int running_score(const Rules* rules, const State* state, int seat) noexcept nogil
