# cython: language_level=3
from libc.stdint cimport int16_t, int32_t

from dixie_env.engine.model cimport *

cdef enum:
    DEEPEST = 64         # choices on one path through the tree

cdef struct Edge:
    int16_t option
    int16_t seat         # who makes this choice
    int32_t visits
    int32_t child        # number of the node it leads to, -1 if there is none yet
    float prior
    double value[SEATS]  # sums

cdef struct Node:
    int32_t first        # its edges are stored one after the other
    int32_t count

cdef struct Tree:
    Node* nodes
    Edge* edges
    int node_count
    int node_room
    int edge_count
    int edge_room

# The settings of a search.
cdef struct Search:
    int iterations       # 0: as many as the time allows
    double seconds       # 0: as long as the iterations take
    double exploration   # weight of an option's prior relative to its value so far
    double temperature   # difference in points that makes one option e times as likely as another
    int horizon          # decisions that a playout makes after the tree

# What the search found for an option of the decision.
cdef struct Finding:
    int option
    int visits
    double value         # mean win share of the seat that decides
    double prior

cdef bint plant(Tree* tree) noexcept nogil
cdef void fell(Tree* tree) noexcept nogil
cdef int add_node(Tree* tree, int seat, const int* options, const double* priors, int count) noexcept nogil
cdef int select(const Tree* tree, int number, const State* state, double exploration) noexcept nogil
cdef bint has_time(const Search* settings, int done, double end) noexcept nogil
cdef void report(const Tree* tree, Finding* findings) noexcept nogil
cdef int most_visited(const Finding* findings, int count) noexcept nogil
