# cython: language_level=3
"""The structs as numpy dtypes. They are derived from the C structs, never written a second time."""

import hashlib

import numpy as np

from dixie_env.engine.model cimport *

include "source_hash.pxi"


cdef State one_state
cdef Rules one_rules

STATE_DTYPE = np.asarray(<StateStruct[:1]>&one_state).dtype
RULES_DTYPE = np.asarray(<RulesStruct[:1]>&one_rules).dtype

assert OPTION_COUNT <= 64 * OPTION_WORDS, "the options need another word of bits"
for _dtype in (STATE_DTYPE, RULES_DTYPE):
    assert sum(_dtype[name].itemsize for name in _dtype.names) == _dtype.itemsize, "a struct must have no padding"

# A saved state includes its shape: bytes of another shape are rejected.
STATE_SHAPE = hashlib.sha256(repr(STATE_DTYPE.descr).encode()).digest()[:8]
