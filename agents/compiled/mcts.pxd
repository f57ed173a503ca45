# cython: language_level=3
from libc.stdint cimport int16_t, int32_t, uint64_t

from dixie_env.engine.model cimport *
from agents.compiled.evaluate cimport Weights

cdef struct Search:
    int iterations       # 0: as many as the time allows
    double seconds       # 0: as long as the iterations take
    double exploration   # how much an option's prior counts against its value so far
    double temper        # points between two options of which one is e times as likely as the other
    int horizon          # decisions that a playout makes after the tree

# What the search has found out about an option of the decision.
cdef struct Finding:
    int option
    int visits
    double value         # mean share of the win for the seat that decides
    double prior

cdef int search(const Rules* rules, const State* root, const Weights* weights, const Search* settings, uint64_t key,
                Finding* findings) noexcept nogil
cdef int choose_by_search(const Rules* rules, const State* root, const Weights* weights, const Search* settings,
                          uint64_t key) noexcept nogil
