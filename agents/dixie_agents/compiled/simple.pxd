# cython: language_level=3
from libc.stdint cimport uint64_t

from dixie_env.engine.model cimport *

cdef int choose_uniformly(const uint64_t* options, uint64_t key) noexcept nogil
cdef int choose_sanely(const State* state, uint64_t key) noexcept nogil
cdef void leave_out_folly(const State* state, uint64_t* options) noexcept nogil
