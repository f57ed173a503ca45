# cython: language_level=3
"""The rules of promotion, scoring, points, actions, phases and play, compiled so that they tell what happens.

There is no telling.pyx in the sources: setup.py makes it from those of the rules (see events.pxd).
"""

from dixie_env.engine.model cimport *

cdef void choose(const Rules* rules, State* state, int option) noexcept nogil
cdef void apply_chance(const Rules* rules, State* state, const Outcome* outcome) noexcept nogil
cdef void run(const Rules* rules, State* state) noexcept nogil
