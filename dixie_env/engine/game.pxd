# cython: language_level=3
from dixie_env.engine.model cimport *


cdef class CompiledRules:
    cdef readonly object array
    cdef readonly object config
    cdef Rules* pointer


cdef class Game:
    cdef readonly CompiledRules rules
    cdef public object chance
    cdef object array
    cdef State* pointer
    cdef object run_with_chance(self)
    cdef object expected(self)
