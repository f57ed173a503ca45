# cython: language_level=3
from libc.stdint cimport uint64_t

from dixie_env.engine.model cimport *

cdef enum:
    MOST_SIMULATIONS = 1024

# How the simulations of a decision are distributed over its options, and how they become a new policy.
cdef struct Halved:
    int simulations      # in all
    int considered       # options that get any
    double value_scale   # how much a value counts against a logit
    double maxvisit_init # the same, as if the most visited option had this many visits more

# The options of a decision, with what the policy said and what the simulations found.
cdef struct Root:
    int count
    int done                          # simulations so far
    double worth                      # the value of the decision, by the network
    double logits[OPTION_COUNT]
    double gumbels[OPTION_COUNT]
    double sums[OPTION_COUNT]         # of the values found
    int visits[OPTION_COUNT]
    int wanted[MOST_SIMULATIONS]      # visits of the option that each simulation takes

cdef void begin_root(Root* root, const Halved* settings, const double* priors, int count, double worth,
                     uint64_t key) noexcept nogil
cdef int next_index(const Root* root, const Halved* settings) noexcept nogil
cdef void add_value(Root* root, int index, double value) noexcept nogil
cdef int final_index(const Root* root, const Halved* settings) noexcept nogil
cdef double mixed_value(const Root* root) noexcept nogil
cdef void improved_policy(const Root* root, const Halved* settings, double* target) noexcept nogil
