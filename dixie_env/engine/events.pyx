# cython: language_level=3
"""Where events go. The interpreter's lock is held from `begin_telling` to `end_telling`."""

include "source_hash.pxi"


cdef void begin_telling(EventLog* log) noexcept nogil:
    global current
    current = log


cdef void end_telling() noexcept nogil:
    global current
    current = NULL
