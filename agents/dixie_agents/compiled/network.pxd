# cython: language_level=3
from libc.stdint cimport uint64_t

from dixie_env.engine.model cimport *

cdef enum:
    MOST_LAYERS = 16     # of the trunk
    WIDEST = 8192

# A policy network. Weights are stored input by input, so that an input of 0 can be skipped.
cdef struct Net:
    int layers           # of the trunk
    bint screened        # what it observes: see dixie_env/observation.py
    bint board
    int layout
    int size[MOST_LAYERS + 1]
    const float* weight[MOST_LAYERS + 2]   # the trunk, the head for options, the head for the value
    const float* bias[MOST_LAYERS + 2]
    const float* winner_weight             # the optional heads: who wins, and the final scores, by relative seat
    const float* winner_bias               # NULL where there is none
    const float* scores_weight
    const float* scores_bias

cdef void soften(double* logits, int count, double temperature) noexcept nogil
cdef int draw_index(const double* chances, int count, uint64_t key) noexcept nogil
cdef double evaluate_net(const Net* net, const float* observation, float* numbers, float* winner,
                         float* scores) noexcept nogil
cdef double win_value(const float* winner, int players) noexcept nogil

cdef class CompiledNet:
    cdef Net net
    cdef object arrays, winner, scores
