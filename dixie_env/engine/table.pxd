# cython: language_level=3
from libc.stdint cimport int32_t

from dixie_env.engine.game cimport CompiledRules
from dixie_env.engine.model cimport *


cdef class RulesTable:
    cdef readonly int size
    cdef readonly object index
    """int32: the record that each game plays by."""
    cdef readonly object following
    """int32: the record that its next game will play by."""
    cdef list held                 # the CompiledRules in each slot
    cdef dict slots                # a slot of each, by identity
    cdef set free                  # slots that no game needed when we last looked
    cdef object memory             # copies of their records, side by side: that is what the loops read
    cdef object boards             # and where the observed numbers of their boards are
    cdef Rules* record
    cdef const float** board
    cdef int32_t* now
    cdef int32_t* then
    cdef void allocate(self, int capacity)
    cdef void put(self, int slot, CompiledRules rules)
    cdef int slot_for(self, CompiledRules rules) except -1


cdef inline const Rules* rules_of(RulesTable table, int row) noexcept nogil:
    """The rules of the current game in a row."""
    return &table.record[table.now[row]]


cdef inline const float* board_of(RulesTable table, int row) noexcept nogil:
    """The numbers of its board, as they are observed."""
    return table.board[table.now[row]]


cdef inline void turn_to_next(RulesTable table, int row) noexcept nogil:
    """Before a new game starts in a row."""
    table.now[row] = table.then[row]
