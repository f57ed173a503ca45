# cython: language_level=3
from libc.stdint cimport uint64_t

from dixie_env.engine.model cimport *

cdef enum:
    MOST_LAYERS = 16     # of the trunk
    WIDEST = 8192
    TILE = 32            # outputs of a layer that are computed together
    CHOICES = 160        # outputs of the head for options and value: whole tiles
    RESULTS = 32         # outputs of the head for results
    BLOCK = 32           # rows that are evaluated together

# Weights are stored tile by tile, in each input by input, so that an input of 0 can be skipped.
cdef struct Layer:
    int inputs
    int tiles
    const float* weight
    const float* bias

# A policy network.
cdef struct Net:
    int layers           # of the trunk
    bint screened        # what it observes: see dixie_env/observation.py
    bint board
    int layout
    int widest           # of all layers, in whole tiles
    int size[MOST_LAYERS + 1]
    Layer trunk[MOST_LAYERS]
    Layer choices        # a logit for each option, and the value
    Layer results        # who wins, and the final scores, by relative seat; its weights are NULL if there is no such head
    bint winner          # whether it says who wins

cdef void soften(double* logits, int count, double temperature) noexcept nogil
cdef int draw_index(const double* chances, int count, uint64_t key) noexcept nogil
cdef size_t scratch_size(const Net* net, int rows) noexcept nogil
cdef void evaluate_rows(const Net* net, const float* observations, int rows, float* choices, float* results,
                        void* scratch) noexcept nogil
cdef void evaluate_net(const Net* net, const float* observation, float* choices, float* results) noexcept nogil
cdef double win_value(const float* winner, int players) noexcept nogil

cdef class CompiledNet:
    cdef Net net
    cdef object arrays, packed, winner, scores
    cdef Layer _pack(self, heads)
