# cython: language_level=3
from dixie_env.engine.describe cimport BOARD_SIZE
from dixie_env.engine.events cimport EventLog
from dixie_env.engine.model cimport *
from dixie_env.engine.observe cimport OBSERVATION_SIZE

cdef enum:
    FULL_SIZE = OBSERVATION_SIZE + BOARD_SIZE


cdef class CompiledRules:
    cdef readonly object array
    cdef readonly object config
    cdef Rules* pointer
    cdef float board[BOARD_SIZE]


cdef void write_observation(CompiledRules rules, const State* state, int viewer, bint screened, bint board,
                            float* out) noexcept nogil


cdef void write_observation_under(const Rules* rules, const float* numbers, const State* state, int viewer, bint screened,
                                  bint board, float* out) noexcept nogil


cdef class Game:
    cdef readonly CompiledRules rules
    cdef public object chance
    cdef public object listener
    cdef object array
    cdef State* pointer
    cdef EventLog* log
    cdef void allocate(self)
    cdef void run_on(self, int option, const Outcome* outcome)
    cdef object run_with_chance(self, int option)
    cdef object hand_out(self)
    cdef object expected(self)
