# cython: language_level=3
from libc.stdint cimport uint64_t

from dixie_env.engine.model cimport *
from dixie_agents.compiled.evaluate cimport Weights
from dixie_agents.compiled.tree cimport Finding, Search

cdef int search(const Rules* rules, const State* root, const Weights* weights, const Search* settings, uint64_t key,
                Finding* findings) noexcept nogil
cdef int choose_by_search(const Rules* rules, const State* root, const Weights* weights, const Search* settings,
                          uint64_t key) noexcept nogil
