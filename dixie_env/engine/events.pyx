# cython: language_level=3
"""The log of events. Everything here runs only while somebody listens."""

from libc.stdint cimport int8_t, int16_t
from libc.stdlib cimport free, realloc

from dixie_env.engine.model cimport State

include "source_hash.pxi"

cdef enum:
    FIRST_ROOM = 64

cdef EventLog* current = NULL


cdef void begin_listening(const State* state, EventLog* log) noexcept nogil:
    """From now on events of this state go to the log. Needs the interpreter's lock until `end_listening`."""
    global listened, current
    current = log
    listened = state


cdef void end_listening() noexcept nogil:
    global listened, current
    listened = NULL
    current = NULL


cdef void release(EventLog* log) noexcept nogil:
    """Free the memory of a log and leave it empty."""
    free(log.records)
    log.records = NULL
    log.count = 0
    log.room = 0
    log.forced = False
    log.full = False


cdef EventRecord* next_record() noexcept nogil:
    cdef EventRecord* grown
    cdef size_t room
    if current.count == current.room:
        room = 2 * current.room if current.room > 0 else FIRST_ROOM
        grown = <EventRecord*>realloc(current.records, room * sizeof(EventRecord))
        if grown is NULL:
            current.full = True
            return NULL
        current.records = grown
        current.room = room
    current.count += 1
    return &current.records[current.count - 1]


cdef void write_event(int kind, int seat, int a, int b, int c, int d, int e, int f, int g, int h) noexcept nogil:
    cdef EventRecord* record = next_record()
    if record is NULL:
        return
    record.kind = <int8_t>kind
    record.seat = <int8_t>seat
    record.forced = current.forced
    current.forced = False
    record.values[0] = <int16_t>a
    record.values[1] = <int16_t>b
    record.values[2] = <int16_t>c
    record.values[3] = <int16_t>d
    record.values[4] = <int16_t>e
    record.values[5] = <int16_t>f
    record.values[6] = <int16_t>g
    record.values[7] = <int16_t>h


cdef void write_order(int kind, int seat, const int8_t* order) noexcept nogil:
    """An order of seats; -1 ends a list."""
    write_event(kind, seat, order[0], order[1], order[2], order[3], order[4], -1, -1, -1)


cdef void write_numbered_order(int kind, int seat, int number, const int8_t* order) noexcept nogil:
    """A number, and an order of seats."""
    write_event(kind, seat, number, order[0], order[1], order[2], order[3], order[4], -1, -1)


cdef void mark_forced(bint forced) noexcept nogil:
    """Does the next event come from a decision that had one option (R10.1)?"""
    current.forced = forced
