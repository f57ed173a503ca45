# cython: language_level=3
"""The rules of promotion, scoring, points, actions, phases and play, compiled with events.

There is no telling.pyx in the sources: setup.py generates it from the rule modules (see events.pxd).
"""

from dixie_env.engine.model cimport *

cdef void choose(const Rules* rules, State* state, int option) noexcept nogil
cdef void apply_chance(const Rules* rules, State* state, const Outcome* outcome) noexcept nogil
cdef void run(const Rules* rules, State* state) noexcept nogil
