# cython: language_level=3
"""A deliberate error, to see that the debug build notices. Only the debug build has this module."""

from dixie_env.engine.model cimport *


def read_beyond(int seat):
    """Read the discs of a seat that there isn't."""
    cdef State state
    state.discs[0] = 0
    return state.discs[seat]
