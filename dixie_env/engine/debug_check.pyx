# cython: language_level=3
"""A deliberate error, to see that the debug build notices. Harmless in the release build, where it is never called."""

from dixie_env.engine.model cimport *

include "source_hash.pxi"


def read_beyond(int seat):
    """Read the discs of a seat that there isn't."""
    cdef State state
    state.discs[0] = 0
    return state.discs[seat]
