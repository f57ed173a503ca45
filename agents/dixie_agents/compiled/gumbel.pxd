# cython: language_level=3
from libc.stdint cimport uint64_t

from dixie_env.engine.model cimport *
from dixie_agents.compiled.guided cimport Guide
from dixie_agents.compiled.halving cimport Halved, Root

# The settings of a search for training.
cdef struct Teacher:
    Guide guide
    Halved halved
    int rounds           # a simulation ends at the seat's first decision at least this many rounds later

cdef class GumbelSearch:
    cdef Teacher teacher
    cdef object net      # the guide points to its arrays
    cdef object arguments

cdef bint search_blindly(const Rules* rules, const State* state, const Teacher* teacher, uint64_t key, Root* root,
                         int* options) noexcept nogil
