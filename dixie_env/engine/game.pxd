# cython: language_level=3
from dixie_env.engine.describe cimport BOARD_NUMBERS, board_size
from dixie_env.engine.events cimport EventLog
from dixie_env.engine.model cimport *
from dixie_env.engine.observe cimport observation_size


cdef inline int vector_size(bint board, int layout) noexcept nogil:
    """Length of an observation."""
    return observation_size(layout) + (board_size(layout) if board else 0)


cdef class CompiledRules:
    cdef readonly object array
    cdef readonly object config
    cdef Rules* pointer
    cdef float board[BOARD_NUMBERS]
    cdef int check_layout(self, bint board, int layout) except -1


cdef void write_observation(CompiledRules rules, const State* state, int viewer, bint screened, bint board,
                            int layout, float* out) noexcept nogil


cdef void write_observation_under(const Rules* rules, const float* numbers, const State* state, int viewer, bint screened,
                                  bint board, int layout, float* out) noexcept nogil


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
